"""Do the counts of errors add up to the metrics' own, what do antecedents change, how quick is the page of errors?

    OMP_NUM_THREADS=1 python eval/errors/measure.py --key ../shared/corpora/ontogum/dev

Resolves the documents with two packaged models, or reads what they resolved (`--responses`, JSON lines), analyses the
errors with the antecedents that the models chose and by rule, and opens the page in headless Chromium
(`corefpipe[browser]`). Times of making are CPU seconds of one thread. Writes result.json beside this file.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import corefpipe
from corefpipe.document import Document
from corefpipe.report.errors import ErrorAnalysis

HERE = Path(__file__).resolve().parent
FLAGS = "--headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking".split()
MODELS = ("en", "en_research")


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    """A result, and the CPU seconds of its second run, without imports."""
    work()
    start = time.process_time()
    return work(), time.process_time() - start


def checked(errors: ErrorAnalysis, score: Any) -> dict[str, Any]:
    """Counts, and the largest difference between the metrics and what the counts add up to, in points."""
    counts = errors.counts()
    (key_links, links), (key_mentions, mentions) = errors.n_links, errors.n_mentions
    boundary = counts["boundary"]
    from_counts = {
        ("muc", "recall"): 1 - counts["recall"] / key_links,
        ("muc", "precision"): 1 - counts["precision"] / links,
        ("mentions", "recall"): 1 - (boundary + counts["missing"]) / key_mentions,
        ("mentions", "precision"): 1 - (boundary + counts["spurious"]) / mentions,
    }
    differences = [abs(value - getattr(score[metric], side)) for (metric, side), value in from_counts.items()]
    whole = errors.conll + sum(cost.in_turn for cost in errors.costs.values())
    return {
        "conll": round(errors.conll, 2),
        "counts": counts,
        "costs in turn": {error: round(cost.in_turn, 2) for error, cost in errors.costs.items()},
        "largest difference to the metrics, points": round(100 * max(differences), 6),
        "conll after all corrections": round(whole, 6),
    }


def antecedents(key: Sequence[Document], response: Sequence[Document], errors: ErrorAnalysis) -> dict[str, Any]:
    """Where antecedents come from, and the wrong links by group: (errors, all) with the chosen ones, and by rule."""
    bare = [
        replace(document, mentions=[replace(mention, antecedent=None) for mention in document.mentions])
        for document in response
    ]
    by_rule = corefpipe.error_analysis(key, bare, repeats="first")
    wrong = [one.errors_of("precision") for one in (errors, by_rule)]
    groups: dict[str, dict[str, list[tuple[int, int | None]]]] = {}
    for by in ("kinds", "distance", "head"):
        both = [one.grouped(by) for one in (errors, by_rule)]
        groups[by] = {group: [one[group]["precision"] for one in both] for group in both[1] if group in both[0]}
    return {
        **errors.antecedents._asdict(),
        "counts differ by rule": errors.counts() != by_rule.counts(),
        "wrong links of the same antecedent by rule": sum(
            one.antecedent.span == other.antecedent.span for one, other in zip(*wrong, strict=True)
        ),
        "wrong links": groups,
    }


def opened(path: Path, times: int) -> dict[str, float]:
    """How a browser opens a page and shows a class of errors: medians of some times, in ms."""
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    found: list[tuple[float, float]] = []
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=FLAGS)
        for _ in range(times):
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            page.goto(path.as_uri(), wait_until="load")
            ready = page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd")
            script = """() => { const start = performance.now(); document.querySelector("[data-e='0']").click();
                document.body.getBoundingClientRect(); return performance.now() - start; }"""
            found.append((ready, page.evaluate(script)))
            page.close()
        browser.close()
    loaded, click = (statistics.median(column) for column in zip(*found, strict=True))
    return {"loaded, ms": round(loaded), "from a click to its errors, ms": round(click)}


def main() -> None:
    """Run the measurements."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--key", type=Path, required=True)
    parser.add_argument("--responses", type=Path, nargs="*", default=[], help="what the models resolved, in order")
    parser.add_argument("--times", type=int, default=5)
    args = parser.parse_args()
    key = list(corefpipe.read(args.key, repeats="keep"))
    responses = [list(corefpipe.read(path)) for path in args.responses]
    responses = responses or [list(corefpipe.resolve(key, model)) for model in MODELS]
    result: dict[str, Any] = {"words": sum(map(len, key))}
    for model, response in zip(MODELS, responses, strict=False):
        score, scoring = timed(lambda response=response: corefpipe.score(key, response, repeats="first"))
        errors, analysing = timed(lambda response=response: corefpipe.error_analysis(key, response, repeats="first"))
        page, making = timed(errors.to_html)
        result[model] = checked(errors, score) | {
            "antecedents": antecedents(key, response, errors),
            "score, s": round(scoring, 2),
            "analysis, s": round(analysing, 2),
            "page, s": round(making, 2),
            "page, bytes": len(page.encode()),
        }
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "errors.html"
            path.write_text(page, encoding="utf-8")
            result[model] |= opened(path, args.times)
    if len(responses) == len(MODELS):
        both, comparing = timed(lambda: corefpipe.error_comparison(key, *responses, repeats="first"))
        result["both"] = {
            "got": {what: split._asdict() for what, split in both.got().items()},
            "splits": {error: split[:3] for error, split in both.splits().items()},
            "analysis with intervals, s": round(comparing, 2),
            "page, bytes": len(both.to_html().encode()),
        }
    path = HERE / "result.json"
    known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    known["/".join(args.key.parts[-2:])] = result
    path.write_text(json.dumps(known, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
