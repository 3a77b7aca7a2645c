"""Resolve whole novels and measure what becomes of their characters, against casts that were listed by hand.

    OMP_NUM_THREADS=1 python eval/novels/measure.py --corpora ../shared/corpora --model en --keep resolved

Resolves one novel after the other, each in a fresh process of about 90 seconds. Writes the figures of the model to
result.json beside this file, if all novels are measured. --keep keeps the resolved documents, of which `show.py` prints
the chains; --kept measures such a folder again without resolving anything.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path
from statistics import fmean

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from cast import Cast, novels
from chains import Novel
from coreference.cost import command
from counted import Figures, counted
from machine import machine

from corefpipe import read

RESULT = Path(__file__).with_name("result.json")
COST = ".cost.json"
GROUPS = {"developed on": False, "held out": True}
"""Groups of novels, each with a mean of its own, and whether they are held out."""


def resolve(novel: str, model: str, novels_folder: Path, out: Path) -> None:
    """Resolve a novel into a folder, with a file of what that cost: CPU seconds, and peak memory in MB."""
    text = novels_folder / Cast.of(novel).text
    cost = command("resolve", text, "--model", model, "-o", out / f"{novel}.spacy", rounds=1)
    (out / f"{novel}{COST}").write_text(json.dumps(cost), encoding="utf-8")


def measured(novel: str, folder: Path) -> Figures:
    """The figures of a novel that was resolved into a folder."""
    (document,) = read(folder / f"{novel}.spacy")
    cost = folder / f"{novel}{COST}"
    costs = json.loads(cost.read_text(encoding="utf-8")) if cost.is_file() else {}
    return counted(Novel(document, Cast.of(novel))) | {"cost": costs}


def mean(all_figures: list[Figures]) -> Figures:
    """The mean over novels of what is in percent, and the sum of what is counted."""
    found: Figures = {}
    for part in ("names", "first persons", "cues"):
        columns = {name: [one[part][name] for one in all_figures] for name in all_figures[0][part]}
        found[part] = {
            name: sum(values) if isinstance(values[0], int) else round(fmean(values), 1)
            for name, values in columns.items()
        }
    return found


def with_means(found: dict[str, Figures]) -> dict[str, Figures]:
    """The figures of novels, group by group (see `GROUPS`), each followed by the mean of the group."""
    rows: dict[str, Figures] = {}
    for group, held_out in GROUPS.items():
        members = {novel: one for novel, one in found.items() if Cast.of(novel).held_out == held_out}
        if members:
            rows |= {**members, f"mean, {group}": mean(list(members.values()))}
    return rows


def summary(figures: Figures) -> str:
    """The figures of a novel on a few lines, without those of each character."""
    return "\n".join(f"  {part}: {json.dumps(values)}" for part, values in figures.items() if part != "characters")


def main() -> None:
    """Resolve, measure, print, write result.json."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    parser.add_argument("--model", default="en")
    parser.add_argument("--novel", nargs="+", choices=novels(), default=novels())
    parser.add_argument("--keep", type=Path, help="folder for the resolved documents")
    parser.add_argument("--kept", type=Path, help="folder with documents that were resolved before")
    args = parser.parse_args()
    found: dict[str, Figures] = {}
    with tempfile.TemporaryDirectory() as temporary:
        folder = args.kept or args.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        for novel in args.novel:
            if not args.kept:
                resolve(novel, args.model, args.corpora / "novels", folder)
            found[novel] = measured(novel, folder)
            print(f"{novel}\n{summary(found[novel])}", flush=True)
    rows = with_means(found)
    for name, figures in rows.items():
        if name not in found:
            print(f"{name}\n{summary(figures)}")
    if set(args.novel) == set(novels()):
        results = json.loads(RESULT.read_text(encoding="utf-8")) if RESULT.is_file() else {"machine": {}}
        results = {**results, "machine": machine(), args.model: rows}
        RESULT.write_text(json.dumps(results, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
