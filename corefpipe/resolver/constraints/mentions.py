"""Properties of mentions that several constraints read: rows by head, pronouns, documents, agreement."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.constructions.dialogues import labelled_documents
from corefpipe.features import MentionTable
from corefpipe.lexicon.lists import Pronoun
from corefpipe.parsing.clauses import Clauses

THINGS = frozenset("artifact event food plant time substance act phenomenon process".split())
"""WordNet's supersenses of nouns for things. Bodies, ideas and words may denote a person: "his heart", "a star"."""
THING_TYPES = frozenset("abstract event object plant substance time".split())
"""Entity types of things."""


def rows_by_head(table: MentionTable) -> dict[int, list[int]]:
    """Head token -> rows of the mentions with this head; one dict for all callers."""
    return table.once(_rows_by_head)


def pronouns(table: MentionTable) -> list[Pronoun | None]:
    """The entry of each mention that is a pronoun of one word, else None; one list for all callers."""
    return table.once(_pronouns)


def without_referent(table: MentionTable, rows: Sequence[int]) -> Constraints | None:
    """Constraints that keep mentions without a referent apart from all others; None if there are none."""
    found = np.zeros((len(table), 1), dtype=np.int64)
    found[rows, 0] = np.array(rows, dtype=np.int64) + 1
    return Constraints(values=found) if rows else None


def clashes(values: np.ndarray) -> Constraints | None:
    """Constraints that keep mentions apart whose values in a column differ; None where no value is known.

    Args:
        values: (mentions, columns) int, -1 where unknown.
    """
    return Constraints(values=values) if (values >= 0).any() else None


def _rows_by_head(table: MentionTable) -> dict[int, list[int]]:
    """Head token -> rows of the mentions with this head."""
    found: dict[int, list[int]] = {}
    for row, (_, _, head) in enumerate(table.triples()):
        found.setdefault(head, []).append(row)
    return found


def _pronouns(table: MentionTable) -> list[Pronoun | None]:
    """The entry of each mention that is a pronoun of one word, else None."""
    known, lower = table.lexicon.pronouns, table.parse.lower
    return [
        known.get(lower[head]) if kind == "pronoun" and end - start == 1 else None
        for kind, (start, end, head) in zip(table.values("kind"), table.triples(), strict=True)
    ]


def document_numbers(table: MentionTable) -> list[int]:
    """The number of each mention's document, all 0 in a table of one; one list for all callers."""
    return table.once(_document_numbers)


def _document_numbers(table: MentionTable) -> list[int]:
    """The number of each mention's document."""
    return table.document_of(np.arange(len(table))).tolist()


def dialogues(table: MentionTable) -> dict[int, int]:
    """First token of the documents with speakers -> their number; one dict for all callers."""
    return table.of_parse(labelled_documents)


def clauses(table: MentionTable) -> Clauses:
    """The clauses of the document."""
    return table.of_parse(Clauses)


def traits_of(table: MentionTable) -> list[tuple[str, ...]]:
    """(person, number, gender, animacy) of each mention; one list for all callers."""
    return table.once(_traits)


def _traits(table: MentionTable) -> list[tuple[str, ...]]:
    """What `traits_of` returns."""
    return list(zip(*(table.values(name) for name in ("person", "number", "gender", "animacy")), strict=True))


def agrees(pronoun: Pronoun, person: str, number: str, gender: str, animacy: str) -> bool:
    """Whether a mention with these traits agrees with a pronoun of the third person."""
    if person != "3" or number not in ("", pronoun.number):
        return False
    if pronoun.animacy == "inanimate":  # "it"
        return animacy != "animate"
    return not pronoun.gender or (gender in ("", pronoun.gender) and animacy not in ("inanimate", "group"))
