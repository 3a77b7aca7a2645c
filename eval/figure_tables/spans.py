"""Tables of where quotations are found."""

from __future__ import annotations

from typing import Any

from figure_tables.registry import Rows, figure, readme, result

_LITBANK = "LitBank"


def _rows(is_litbank: bool) -> dict[str, dict[str, Any]]:
    """The counts of LitBank's parts, or of the novels."""
    found = result("quotations", "spans.json")
    return {name: counts for name, counts in found.items() if name.startswith(_LITBANK) == is_litbank}


@figure("spans", readme("quotations"))
def spans() -> Rows:
    """Part, then gold quotations and those found, all found and those of speech, and how many of these are gold."""
    yield "documents", "gold", "found", "covered", "right", "quotations", "in gold", "speech", "in gold"

    def share(part: int, whole: int) -> str:
        return f"{part:,}, {100 * part / whole:.1f} %"

    for name, one in _rows(True).items():
        gold = [share(one[count], one["gold"]) for count in ("found", "covered", "right")]
        every = f"{one['quotations']:,}", share(one["quotations in gold"], one["quotations"])
        speech = f"{one['speech']:,}", share(one["speech in gold"], one["speech"])
        yield name, f"{one['gold']:,}", *gold, *every, *speech


@figure("novels", readme("quotations"))
def novels() -> Rows:
    """Novel, then its counts."""
    rows = _rows(False)
    yield "novel", *next(iter(rows.values()))
    for name, one in rows.items():
        title = name.partition("_")[2].replace("_", " ")
        shares = {"share of tokens": f"{100 * one['share of tokens']:.1f} %"}
        yield title[:40].strip(), *(shares.get(count, f"{value:,}") for count, value in one.items())
