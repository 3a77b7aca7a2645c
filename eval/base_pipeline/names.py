"""Names: the corpora that annotate nothing else, and the names among GUM's mentions."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

NAMED = ("wikigold.conll", "wnut17-train.conll")
LABELS = {"PER": "PERSON", "person": "PERSON", "LOC": "LOC", "location": "LOC", "ORG": "ORG", "corporation": "ORG"}
LABELS |= {"group": "ORG"}
"""Label of a corpus -> ours; names of other kinds (works, products, nationalities) are no names here."""
NO_SPACE_BEFORE = frozenset(
    {".", ",", ":", ";", "!", "?", ")", "]", "'s", "n't", "'", "%", "'re", "'ve", "'ll", "'m", "'d"}
)
NO_SPACE_AFTER = frozenset({"(", "[", "$", "#"})


@dataclass
class NamedSentence:
    """Words with their names.

    Attributes:
        words: the words.
        names: (start, end, label) of each name; end is exclusive.
    """

    words: list[str]
    names: list[tuple[int, int, str]]

    @property
    def text(self) -> str:
        """The words with likely spaces: the corpora do not keep theirs."""
        return "".join(word + " " * space for word, space in zip(self.words, self.spaces(), strict=True))

    def spaces(self) -> list[bool]:
        """Whether a space is likely after each word."""
        following = [*self.words[1:], "."]
        return [
            w not in NO_SPACE_AFTER and n not in NO_SPACE_BEFORE for w, n in zip(self.words, following, strict=True)
        ]


def named_files(corpora: Path) -> list[Path]:
    """The corpora of names to learn from."""
    return [corpora / "ner" / name for name in NAMED]


def read_names(path: Path) -> list[NamedSentence]:
    """Read words and IOB tags by line (IOB1 or IOB2), or the numbered lines of UNER."""
    rows = [
        line.split()
        for line in path.read_text(encoding="utf-8").splitlines()
        if not line.startswith(("# ", "-DOCSTART-"))
    ]
    found = []
    for filled, group in groupby(rows, bool):
        if filled:
            # UNER: number, word, tag and two more columns; the others: word and tag.
            pairs = [row[1:3] if len(row) > 3 else row[:2] for row in group]
            found.append(NamedSentence([pair[0] for pair in pairs], _names([pair[-1] for pair in pairs])))
    return found


def _names(tags: list[str]) -> list[tuple[int, int, str]]:
    found: list[tuple[int, int, str]] = []
    before = "O"
    for i, tag in enumerate(tags):
        kind = LABELS.get(tag[2:], "")
        continues = tag[:2] == "I-" and before[2:] == tag[2:] and before != "O"
        if kind and continues:
            found[-1] = (found[-1][0], i + 1, kind)
        elif kind:
            found.append((i, i + 1, kind))
        before = tag
    return found
