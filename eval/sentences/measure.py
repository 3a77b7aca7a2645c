"""Decisions about short texts that the packaged model gets right, by phenomenon; the texts are in tests/sentences.

    OMP_NUM_THREADS=1 python eval/sentences/measure.py --model en

Writes result.json beside this file. `--show open` also prints the wrong decisions of the open half. Of the held-out
half only numbers are printed, so that nobody works on its texts.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from cases import HALVES, Case, Decision, read_half
from matching import is_right
from spacy.language import Language
from spacy.tokens import Doc

import corefpipe

RESULT = Path(__file__).resolve().parent / "result.json"
Counts = dict[str, list[int]]
"""[right, all] of the decisions that must corefer ("same") and that must not ("apart", with "single")."""


def judged(nlp: Language, cases: Iterable[Case]) -> Iterator[tuple[Doc, Decision, bool]]:
    """Resolve the texts and yield each decision with the Doc and whether it is right."""
    cases = list(cases)
    for case, doc in zip(cases, nlp.pipe(case.text for case in cases), strict=True):
        for decision in case.decisions:
            yield doc, decision, is_right(decision, doc, doc._.coref.chains)


def count(found: Iterable[tuple[Doc, Decision, bool]]) -> Counts:
    """Count decisions, right and all."""
    counts = {"same": [0, 0], "apart": [0, 0]}
    for _, decision, right in found:
        cell = counts["same" if decision.kind == "same" else "apart"]
        cell[0] += right
        cell[1] += 1
    return counts


def total(counts: Iterable[Counts]) -> Counts:
    """Add the counts of phenomena."""
    rows = list(counts)
    return {kind: [sum(row[kind][i] for row in rows) for i in (0, 1)] for kind in ("same", "apart")}


def cells(counts: Counts) -> list[str]:
    """All decisions, those that must and those that must not corefer, as "right/all"."""
    both = [sum(pair) for pair in zip(*counts.values(), strict=True)]
    return [f"{right}/{every}" for right, every in (both, counts["same"], counts["apart"])]


def percentages(counts: Counts) -> list[str]:
    """The same in per cent."""
    pairs = (cell.split("/") for cell in cells(counts))
    return [f"{100 * int(right) / int(every):.1f} %" if int(every) else "" for right, every in pairs]


def report(result: dict[str, dict[str, Counts]]) -> str:
    """A Markdown table of both halves by phenomenon."""
    head = [
        "phenomenon",
        *(f"{half.replace('_', ' ')}{what}" for half in HALVES for what in ("", ": must", ": must not")),
    ]
    sums = [total(result[half].values()) for half in HALVES]
    rows = [
        head,
        ["---"] * len(head),
        *(
            [name.replace("_", " "), *(cell for half in HALVES for cell in cells(result[half][name]))]
            for name in result[HALVES[0]]
        ),
        ["**all**", *(cell for one in sums for cell in cells(one))],
        ["", *(cell for one in sums for cell in percentages(one))],
    ]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def show(phenomenon: str, found: Iterable[tuple[Doc, Decision, bool]]) -> None:
    """Print the wrong decisions with their texts and the chains."""
    last = None
    for doc, decision, right in found:
        if right:
            continue
        if doc is not last:
            print(f"\n{phenomenon}: {doc.text}")
            for chain in doc._.coref.chains:
                print("   chain:", " | ".join(" ".join(mention.text.split()) for mention in chain))
            last = doc
        print("   wrong:", decision)


def arguments(given: Sequence[str] | None = None) -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", default="en", help="a packaged model, or a folder")
    parser.add_argument("--show", choices=["open"], help="print the wrong decisions of the open half")
    return parser.parse_args(given)


def main() -> None:
    """Resolve the texts of both halves, print the table, write result.json."""
    args = arguments()
    nlp = corefpipe.load(args.model)
    result: dict[str, dict[str, Counts]] = {}
    for half in HALVES:
        result[half] = {}
        for phenomenon, cases in read_half(half).items():
            found = list(judged(nlp, cases))
            result[half][phenomenon] = count(found)
            if half == args.show:
                show(phenomenon, found)
    print(report(result))
    models = json.loads(RESULT.read_text(encoding="utf-8")) if RESULT.exists() else {}
    models[Path(args.model).name] = result
    RESULT.write_text(json.dumps(models, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
