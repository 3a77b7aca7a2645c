"""Read the treebanks' CoNLL-U: words, trees, spacing, paragraphs; of GUM also types of mention heads, and names."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from names import read_names

from corefpipe.lexicon.lists import load_lexicon
from corefpipe.lexicon.wordnet import load_wordnet
from corefpipe.parsing.encoder.labels import TASKS

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
    """Words, and what is annotated of entities; `names` and `typed` are None and False where nothing is.

    Attributes:
        trees: whether it has tags, features and a tree.
        silver: whether a network annotated it, so that only where it starts is learned from it.
        whole: whether all its words are there.
    """

    words: list[Word] = field(default_factory=list)
    new_paragraph: bool = False
    names: list[tuple[int, int, str]] | None = None
    typed: bool = False
    trees: bool = True
    silver: bool = False
    whole: bool = True


def read_documents(path: Path) -> list[list[Sentence]]:
    """Read the documents of a CoNLL-U file, with entity types and names if it annotates entities."""
    documents: list[list[Sentence]] = []
    new_paragraph = True
    text = path.read_text(encoding="utf-8")
    annotated = "# global.Entity" in text
    for block in text.strip().split("\n\n"):
        lines = block.split("\n")
        if not documents or any(line.startswith("# newdoc") for line in lines):
            documents.append([])
            new_paragraph = True
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
        for word in words:
            settle(word)
        mentions = add_entity_types(words, [row[9] for row in rows])
        names = names_of(words, mentions) if annotated else None
        documents[-1].append(Sentence(words, new_paragraph, names, annotated))
        new_paragraph = False
    return documents


def columns(sentence: Sentence) -> dict[str, list[str | None]]:
    """For each task the value of each word; None where unknown."""
    words, nothing = sentence.words, [None] * len(sentence.words)
    found: dict[str, list[str | None]] = dict.fromkeys((*TASKS[:-1], "dep"), nothing)
    if sentence.silver:
        return found
    if sentence.trees:
        found["tag"] = [word.xpos for word in words]
        found["morph"] = [f"{word.upos}|{word.feats}" for word in words]
        found["dep"] = [word.deprel for word in words]
    if sentence.typed:
        found["type"] = [word.entity_type for word in words]
    if sentence.names is not None:
        tags = ["O"] * len(words)
        for start, end, kind in sentence.names:
            tags[start:end] = [f"B-{kind}", *[f"I-{kind}"] * (end - start - 1)]
        found["name"] = list(tags)
    return found


def read_silver(path: Path) -> list[list[Sentence]]:
    """Read what `silver.py` wrote: paragraphs of sentences that a network annotated."""
    found = []
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            sentences = []
            for one in json.loads(line):
                words = [Word(**word) for word in one.pop("words")]
                names = [tuple(name) for name in one.pop("names")]
                sentences.append(Sentence(words, names=names, **one | {"silver": True}))
            found.append(sentences)
    return found


def named_sentences(path: Path) -> list[Sentence]:
    """Sentences with names and no trees."""
    return [untold(one.words, one.spaces(), one.names) for one in read_names(path)]


def untold(forms: Sequence[str], spaces: Sequence[bool], names: list[tuple[int, int, str]] | None = None) -> Sentence:
    """A sentence without trees."""
    words = [Word(form, form, "", "", "_", 0, "", space) for form, space in zip(forms, spaces, strict=True)]
    return Sentence(words, names=names, trees=False)


def keep_feats(feats: str) -> str:
    """The features in `KEPT_FEATS`, or `_`."""
    kept = [pair for pair in feats.split("|") if pair.partition("=")[0] in KEPT_FEATS]
    return "|".join(kept) or "_"


LEMMAS = {"people": "person", "...": "…"} | dict.fromkeys("“”″", '"') | dict.fromkeys(("–", "—", "--"), "-")
WHOLE = frozenset({"all", "both", "each", "every"})


def settle(word: Word) -> None:
    """Annotate what the guidelines of GUM and EWT treat differently in one way, mostly by leaving it out.

    Number of the second person, degree of plain adverbs, type of "there", "now" and such, of "all" and such.
    """
    feats = dict(pair.split("=") for pair in word.feats.split("|")) if word.feats != "_" else {}
    if feats.get("Person") == "2":
        feats.pop("Number", None)
    if feats.get("Mood") == "Imp":
        feats.pop("Person", None)
    if word.xpos in ("RB", "EX", "UH") or feats.get("NumType") == "Ord":
        dropped = {("Degree", "Pos"), ("PronType", "Dem"), ("Polarity", "Pos")} & feats.items()
        feats = dict(feats.items() - dropped)
    if word.xpos in ("DT", "PDT") and word.form.lower() in WHOLE:
        feats["PronType"] = "Tot"
    word.feats = (
        "|".join(f"{name}={value}" for name, value in sorted(feats.items(), key=lambda pair: pair[0].lower())) or "_"
    )
    if word.xpos != "NNP":
        word.lemma = LEMMAS.get(word.lemma, word.lemma)


def add_entity_types(words: list[Word], misc: list[str]) -> list[tuple[int, int, int, str]]:
    """Assign each mention's type to its syntactic head; of several mentions the shortest wins.

    Returns:
        (first, last, first head, type) of all mentions.
    """
    found: list[tuple[int, int, int, str]] = []
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
            found.append((start, position, tops[0], label))
    return found


KINDS = {"person": "PERSON", "organization": "ORG", "place": "LOC"}
TITLES = frozenset("mr. mr mrs. mrs ms. ms miss dr. dr prof. professor sir lord lady president senator captain".split())
JOINS = frozenset("of the - – . ' ’ & de la le van von der del bin al".split())


def names_of(words: list[Word], mentions: list[tuple[int, int, int, str]]) -> list[tuple[int, int, str]]:
    """Names among the mentions: of one with a proper noun as head the proper nouns around it, without titles.

    Of overlapping names the longest stays.
    """
    found = []
    for first, last, head, kind in mentions:
        # Peoples ("Americans", NNPS) are no persons here.
        if kind not in KINDS or (words[head].xpos != "NNP" and (kind == "person" or words[head].xpos != "NNPS")):
            continue
        joins = JOINS - {"of", "the"} if kind == "person" else JOINS
        start = end = head
        while start > first and (step := _step(words, start, -1, first, joins)):
            start -= step
        while end < last and (step := _step(words, end, 1, last, joins)):
            end += step
        while start < head and words[start].form.lower() in TITLES:
            start += 1
        if not _is_common(words, start, end, kind):
            found.append((start, end + 1, KINDS[kind]))
    kept: list[tuple[int, int, str]] = []
    for name in sorted(set(found), key=lambda name: name[0] - name[1]):
        if all(name[1] <= other[0] or other[1] <= name[0] for other in kept):
            kept.append(name)
    return sorted(kept)


def _is_common(words: list[Word], start: int, end: int, kind: str) -> bool:
    """Whether words are common nouns with capitals: roles ("Prime Minister"), things ("the Park")."""
    lexicon, last = load_lexicon(), words[end].form.lower()
    if kind == "person":
        roles = lexicon.person_nouns | lexicon.titles
        return last in roles and not any(w.form.lower() in lexicon.first_names for w in words[start:end])
    after_determiner = start > 0 and words[start - 1].xpos in ("DT", "PRP$")
    known = last not in lexicon.places and load_wordnet().ids([last], "noun")[0] >= 0
    return start == end and after_determiner and known


def _step(words: list[Word], at: int, way: int, limit: int, joins: frozenset[str]) -> int:
    """How far the next proper noun is in a direction, with at most two joining words between; 0 for none."""
    for distance in (1, 2, 3):
        i = at + way * distance
        if (i - limit) * way > 0:
            return 0
        if words[i].xpos.startswith("NNP"):
            return distance
        if words[i].form.lower() not in joins:
            return 0
    return 0
