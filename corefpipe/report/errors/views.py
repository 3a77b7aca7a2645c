"""What notebooks show of errors: small tables without scripts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from corefpipe.report.errors.costs import Cost
from corefpipe.report.errors.sums import Sum
from corefpipe.report.errors.tables import FULL_TITLES
from corefpipe.utils.html import escaped
from corefpipe.utils.views import box, table_view


def analysis_view(conll: float, counts: Mapping[str, int], costs: Mapping[str, Cost], sums: Sequence[Sum]) -> str:
    """The errors of one response: counts, costs, sums."""
    rows = []
    for error, number in counts.items():
        cost = costs.get(error)
        points = [f"{cost.alone:+.2f}", f"{cost.in_turn:+.2f}"] if cost else ["", ""]
        rows.append([escaped(FULL_TITLES[error]), f"{number:,}", *points])
    added = [[escaped(one.what), escaped(f"{one.terms} = {one.value}")] for one in sums]
    head = ("", "errors", "costs, alone", "in turn")
    return box(f"<b>CoNLL {conll:.2f}</b>", table_view(rows, head, right=True), table_view(added))


def comparison_view(
    conll: tuple[float, float], got: Mapping[str, Sequence[int | None]], splits: Mapping[str, Sequence[int | None]]
) -> str:
    """The errors of two responses: what they have of the key, and who makes which errors."""
    of_key = [[escaped(what), *(f"{number:,}" for number in split)] for what, split in got.items()]
    errors = [[escaped(FULL_TITLES[error]), *(f"{n:,}" for n in split[:3])] for error, split in splits.items()]
    return box(
        f"<b>CoNLL: A {conll[0]:.2f}, B {conll[1]:.2f}</b>",
        table_view(of_key, ("in the key", "both", "only A", "only B", "missed"), right=True),
        table_view(errors, ("errors", "both", "only A", "only B"), right=True),
    )
