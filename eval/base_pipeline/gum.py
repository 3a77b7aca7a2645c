"""Read GUM's CoNLL-U: words, trees, spacing, paragraphs and the entity types of mention heads."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

# Features that help coreference, or that correspond to a regular part of the word's form.
KEPT_FEATS = frozenset(
    {"Case", "Definite", "Degree", "Gender", "Mood", "Number", "NumType", "Person", "Polarity"}
    | {"Poss", "PronType", "Reflex", "Tense", "VerbForm", "Voice"}
)
COLUMNS = 10
BRACKET = re.compile(r"\([^()]+\)?|[^()]+\)")


@dataclass
class Word:
    """One word of a sentence; `head` is a position in the sentence, for the root its own position."""

    form: str
    lemma: str
    upos: str
    xpos: str
    feats: str
    head: int
    deprel: str
    space: bool
    entity_type: str = ""


@dataclass
class Sentence:
    words: list[Word] = field(default_factory=list)
    new_paragraph: bool = False


def read_document(path: Path) -> list[Sentence]:
    """Read one GUM document, entity types included."""
    sentences: list[Sentence] = []
    new_paragraph = True
    for block in path.read_text(encoding="utf-8").strip().split("\n\n"):
        lines = block.split("\n")
        new_paragraph |= any(line.startswith("# newpar") for line in lines)
        rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
        if any(len(row) != COLUMNS for row in rows):
            raise ValueError(f"{path}: a line without {COLUMNS} columns in: {lines[0]}")
        # There are no spaces inside a multiword token; its own line says whether one follows it.
        space_after_range: dict[int, bool] = {}
        inside: set[int] = set()
        for row in rows:
            if "-" in row[0]:
                first, last = map(int, row[0].split("-"))
                inside.update(range(first, last))
                space_after_range[last] = "SpaceAfter=No" not in row[9].split("|")
        rows = [row for row in rows if row[0].isdigit()]
        words = []
        for number, row in enumerate(rows, start=1):
            space = number not in inside and space_after_range.get(number, "SpaceAfter=No" not in row[9].split("|"))
            head = int(row[6]) - 1 if int(row[6]) else number - 1
            lemma = row[1] if row[2] == "_" else row[2]
            words.append(Word(row[1], lemma, row[3], row[4], keep_feats(row[5]), head, row[7], space))
        add_entity_types(words, [row[9] for row in rows])
        sentences.append(Sentence(words, new_paragraph))
        new_paragraph = False
    return sentences


def keep_feats(feats: str) -> str:
    """The features in `KEPT_FEATS`, or `_`."""
    kept = [pair for pair in feats.split("|") if pair.partition("=")[0] in KEPT_FEATS]
    return "|".join(kept) or "_"


def add_entity_types(words: list[Word], misc: list[str]) -> None:
    """Assign each mention's type to its syntactic head; of several mentions the shortest wins."""
    opened: dict[str, list[tuple[int, str, list[int]]]] = {}
    best: dict[int, int] = {}
    for position, column in enumerate(misc):
        value = next((p[7:] for p in column.split("|") if p.startswith("Entity=")), "")
        for bracket in BRACKET.findall(value):
            if bracket.startswith("("):
                fields = bracket.strip("()").split("-")
                minimum = [int(n) for n in fields[5].split(",") if n.isdigit()]
                opened.setdefault(fields[0], []).append((position, fields[1], minimum))
            if not bracket.endswith(")"):
                continue
            group = bracket.strip("()").split("-")[0]
            if not opened.get(group):
                continue
            start, label, minimum = opened[group].pop()
            tops = [
                i for i in range(start, position + 1) if words[i].head == i or not start <= words[i].head <= position
            ]
            head = next((start + n - 1 for n in minimum if start + n - 1 in tops), tops[0])
            length = position - start + 1
            if length < best.get(head, len(words) + 1):
                best[head] = length
                words[head].entity_type = label
