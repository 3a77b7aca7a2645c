"""The columns of quotations in a table of documents; lists with a value per quotation, or null without quotations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from corefpipe.document import Document, Quotation

_PREFIX = "coref_quotation_"

KINDS: dict[str, str] = {
    "coref_quotation_starts": "ints",
    "coref_quotation_ends": "ints",
    "coref_quotation_turns": "ints",
    "coref_quotation_speakers": "strings",
    "coref_quotation_mentions": "lists of ints",
    "coref_quotation_probabilities": "floats",
    "coref_quotation_cues": "lists of ints",
    "coref_quotation_addressees": "strings",
    "coref_quotation_addressee_mentions": "lists of ints",
    "coref_quotation_addressee_probabilities": "floats",
}
"""Column -> what its values are."""

_NAMES = tuple(name.removeprefix(_PREFIX) for name in KINDS)


def quotation_values(document: Document) -> dict[str, list[Any] | None]:
    """Column -> value of a document."""
    if not document.quotations:
        return dict.fromkeys(KINDS)
    rows = [
        (
            one.start,
            one.end,
            one.turn,
            one.speaker,
            list(one.mention or ()),
            one.probability,
            list(one.cue or ()),
            one.addressee,
            list(one.addressee_mention or ()),
            one.addressee_probability,
        )
        for one in document.quotations
    ]
    return dict(zip(KINDS, map(list, zip(*rows, strict=True)), strict=True))


def quotations_of(values: Mapping[str, Any], size: int) -> list[Quotation]:
    """The quotations of a row; columns that are missing are unknown, and each quotation is a turn without theirs.

    Args:
        values: column -> value.
        size: number of words.

    Raises:
        ValueError: values do not fit together; the message says which.
    """
    starts = values.get(_PREFIX + "starts") or []
    defaults: dict[str, Sequence[Any]] = {"ends": [None] * len(starts), "turns": range(len(starts))}
    columns = {name: values.get(_PREFIX + name) for name in _NAMES}
    rows = {name: columns[name] or defaults.get(name, [None] * len(starts)) for name in _NAMES}
    for name, column in rows.items():
        _require(len(column) == len(starts), name, "not as long as coref_quotation_starts")
    return [_quotation(dict(zip(_NAMES, row, strict=True)), size) for row in zip(*rows.values(), strict=True)]


def _quotation(row: Mapping[str, Any], size: int) -> Quotation:
    start, end, turn = row["starts"], row["ends"], row["turns"]
    fits = start is not None and end is not None and 0 <= start < end <= size
    _require(fits, "starts", f"{start}, with the end {end}, which are not a span of the {size} words")
    _require(turn is not None and turn >= 0, "turns", f"{turn}")
    shares = [row[name] for name in ("probabilities", "addressee_probabilities")]
    for share in shares:
        _require(share is None or 0 <= share <= 1, "probabilities", f"{share}")
    return Quotation(
        start,
        end,
        row["speakers"] or "",
        _place(row, "mentions", size),
        shares[0],
        turn,
        _place(row, "cues", size),
        row["addressees"] or "",
        _place(row, "addressee_mentions", size),
        shares[1],
    )


def _place(row: Mapping[str, Any], name: str, size: int) -> tuple[int, int] | None:
    pair = row[name]
    if not pair:
        return None
    fits = len(pair) == 2 and None not in pair and 0 <= pair[0] < pair[1] <= size
    _require(fits, name, f"{pair}, which is not a span of the {size} words")
    return pair[0], pair[1]


def _require(fulfilled: bool, name: str, found: str) -> None:
    if not fulfilled:
        raise ValueError(f"{_PREFIX}{name} is {found}")
