"""The page of a model's weights, by group of its feature set."""

from __future__ import annotations

from collections.abc import Sequence

from corefpipe.report.pages.shell import render
from corefpipe.report.weights import WeightGroup
from corefpipe.utils.html import without_directions


def weights_page(title: str, summary: str, groups: Sequence[WeightGroup]) -> str:
    """One self-contained HTML file: a table per group, with bars, and a search in all of them.

    Args:
        title: name of the model.
        summary: a sentence about it.
        groups: see `strongest_weights`.
    """
    largest = max((abs(row.weight) for group in groups for row in group.strongest), default=1.0)
    sections = [
        {
            "id": f"g{number}",
            "where": group.where,
            "name": group.name,
            "title": group.title,
            "share": group.share,
            "rows": [
                {
                    "weight": f"{row.weight:+.2f}".replace("-", "−"),
                    "side": "for" if row.weight > 0 else "against",
                    "width": round(100 * abs(row.weight) / largest),
                    "phrase": without_directions(row.phrase),
                    "mentions": without_directions(row.mentions),
                    "column": without_directions("\n".join(filter(None, (row.column, row.about)))),
                }
                for row in group.strongest
            ],
        }
        for number, group in enumerate(groups)
    ]
    scripts, styles = ("page.js", "weights.js"), ("weights.css",)
    return render("weights.html.j2", scripts, styles, title=title, summary=summary, sections=sections)
