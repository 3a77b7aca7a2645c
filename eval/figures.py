"""Write the tables of `docs/figures.md`, of the main README and of READMEs here, from the results in this folder.

    python eval/figures.py

A test compares the pages with them, so that no figure stands there without a script that measured it. A new table is
a function in `figure_tables/`, and two markers where it stands.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from figure_tables import (  # noqa: F401  # they register tables
    base_pipeline,
    clustering,
    decisions,
    entities,
    models,
    novels,
    peers,
    records,
    running,
    spans,
    streams,
)
from figure_tables.registry import PAGES, markdown


def filled(page: Path) -> str:
    """The text of a README with its tables between their markers."""
    text = page.read_text(encoding="utf-8")
    for name, rows in PAGES[page].items():
        marker, end = f"<!-- figures: {name} -->\n", "\n<!-- end -->"
        if text.count(marker) != 1 or end not in text.partition(marker)[2]:
            raise SystemExit(f"{page} has not one place for the table {name}")
        before, _, rest = text.partition(marker)
        text = before + marker + markdown(rows()) + end + rest.partition(end)[2]
    return text


if __name__ == "__main__":
    for page in PAGES:
        page.write_text(filled(page), encoding="utf-8")
