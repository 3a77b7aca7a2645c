"""Short texts with expressions that must and must not corefer: reading the files in tests/sentences."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "tests" / "sentences"
HALVES = ("open", "held_out")


class CaseError(ValueError):
    """A case whose expressions or keys are wrong; the message names the file and the text."""


@dataclass(frozen=True)
class Expression:
    """Words of a text: how the file writes them, and their characters."""

    words: str
    start: int
    end: int


@dataclass(frozen=True)
class Decision:
    """Two expressions that must ("same") or must not ("apart") corefer, or one that is in no chain ("single")."""

    kind: str
    first: Expression
    second: Expression | None = None

    def __str__(self) -> str:
        """The decision as one line of a report."""
        return f"{self.kind}: {self.first.words}" + (f" | {self.second.words}" if self.second else "")


@dataclass(frozen=True)
class Case:
    """A text with its decisions."""

    text: str
    decisions: tuple[Decision, ...]


def find(text: str, words: str) -> Expression:
    """Find an expression by its words; `the dog#2` is the second `the dog`.

    Occurrences are whole words with the same upper and lower case; those inside longer names count, so that the last
    name of "Ann Lee met Ann" is `Ann#2`. A space also stands for a line break.
    """
    match = re.fullmatch(r"(.+)#(\d+)", words)
    wanted, ordinal = (match[1], int(match[2])) if match else (words, 1)
    pattern = r"(?<!\w)" + r"\s+".join(map(re.escape, wanted.split())) + r"(?!\w)"
    places = list(re.finditer(pattern, text))
    if not 1 <= ordinal <= len(places):
        raise CaseError(f"{words!r}: {wanted!r} occurs {len(places)} times")
    return Expression(words, *places[ordinal - 1].span())


def decisions(case: dict) -> Iterator[Decision]:
    """The decisions of a case as it stands in the file."""
    if unknown := set(case) - {"text", "same", "apart", "single"}:
        raise CaseError(f"unknown key {', '.join(sorted(unknown))}; the keys are text, same, apart, single")
    for kind in ("same", "apart"):
        for first, second in case.get(kind, []):
            yield Decision(kind, find(case["text"], first), find(case["text"], second))
    for words in case.get("single", []):
        yield Decision("single", find(case["text"], words))


def read(path: Path) -> list[Case]:
    """The cases of one file."""
    cases = []
    for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]:
        # A line break before the closing quotes belongs to the file, not to the text.
        case["text"] = case["text"].strip("\n")
        try:
            cases.append(Case(case["text"], tuple(decisions(case))))
        except CaseError as error:
            raise CaseError(f"{path}: {error} in {case['text']!r}") from None
    return cases


def read_half(half: str) -> dict[str, list[Case]]:
    """The cases of a half, by phenomenon (the name of the file)."""
    return {path.stem: read(path) for path in sorted((FOLDER / half).glob("*.toml"))}
