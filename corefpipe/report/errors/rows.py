"""The errors of one response, or of two side by side, in the order in which they are shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from corefpipe.document import Mention
from corefpipe.report.errors.groups import Error, main_mention_of
from corefpipe.report.errors.links import LinkError


@dataclass(frozen=True, slots=True)
class Row:
    """An error that one or more responses make.

    Attributes:
        error: its class.
        document: number of the document.
        found: for each response its error, or None.
    """

    error: str
    document: int
    found: tuple[Error | None, ...]

    @property
    def first(self) -> Error:
        """The error of the first response that makes it."""
        return next(error for error in self.found if error is not None)

    @property
    def by(self) -> tuple[bool, ...]:
        """For each response whether it makes the error."""
        return tuple(error is not None for error in self.found)


def rows_of(error: str, found: Sequence[Sequence[Error]]) -> list[Row]:
    """The errors of one class, in text order; the same error of several responses is one row.

    Links are the same if they are of the same anaphor; other errors if they are of the same mentions.

    Args:
        error: the class.
        found: the errors of each response.
    """
    same: dict[object, list[Error | None]] = {}
    for number, errors in enumerate(found):
        for one in errors:
            same.setdefault(_identity(one), [None] * len(found))[number] = one
    rows = []
    for each in same.values():
        first = next(one for one in each if one is not None)
        rows.append(Row(error, first.document, tuple(each)))
    return sorted(rows, key=lambda row: (row.document, main_mention_of(row.first).span))


def _identity(error: Error) -> tuple[int, tuple[object, ...]]:
    if isinstance(error, LinkError):
        return error.document, pieces_of(error.anaphor)
    mentions = mentions_of(error)
    return error.document, tuple(pieces_of(mention) for mention in mentions)


def mentions_of(error: Error) -> tuple[Mention, ...]:
    """The mentions that an error is about, the antecedent of a link before its anaphor."""
    if isinstance(error, LinkError):
        return error.antecedent, error.anaphor
    found = getattr(error, "mentions", None) or (error.response, error.key)  # type: ignore[union-attr]
    return tuple(mention for mention in found if mention is not None)


def pieces_of(mention: Mention) -> tuple[tuple[int, int], ...]:
    """(start, end) of each piece of a mention; those of equal pieces are the same."""
    return mention.fragments or (mention.span,)
