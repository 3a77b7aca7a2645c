"""Measure the reading page of a novel: its size, the time to make it, and how a browser opens and scrolls it.

    OMP_NUM_THREADS=1 python eval/pages/measure.py --novel ../shared/corpora/novels/1342_pride_and_prejudice.txt

Needs Chromium and `corefpipe[browser]`. Times of making are CPU seconds of one thread. The browser is headless, without
a GPU; it opens the file five times, each in a fresh context. Writes result.json beside this file.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from unittest.mock import patch

from corefpipe.document import Document
from corefpipe.report.pages.reading import reading_page
from corefpipe.report.pages.resolved import REASONS, shown_resolved
from corefpipe.resolver import model
from corefpipe.resolver.loading import load_parser, load_resolver
from corefpipe.resolver.reasons import LinkReasons, link_reasons
from corefpipe.resolver.resolving import resolve_in_detail

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from machine import machine

HERE = Path(__file__).resolve().parent
FLAGS = (
    "--headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking --disable-component-update "
    "--disable-sync"
).split()
PAINT = """() => new Promise((done) => {
    new PerformanceObserver((list) => {
        for (const entry of list.getEntriesByName("first-contentful-paint")) done(entry.startTime);
    }).observe({ type: "paint", buffered: true });
})"""
"""Milliseconds to the first paint; the page's policy forbids Playwright's way of waiting."""
SCROLL = """(seconds) => new Promise((done) => {
    const times = [];
    let before = performance.now();
    const end = before + 1000 * seconds;
    const step = (now) => {
        times.push(now - before);
        before = now;
        scrollBy(0, 40);
        if (now < end) requestAnimationFrame(step);
        else done(times.slice(1));
    };
    requestAnimationFrame(step);
})"""
"""Scrolls 40 pixels per frame (three screens a second at 60 frames/s); gives the times between frames in ms."""


ROUNDS = 3
"""Of these the times of making are medians."""


def made(novel: Path) -> tuple[str, dict[str, float]]:
    """Resolve a novel with reasons, and make its page; CPU seconds of resolving, of its reasons and of the page."""
    resolver = load_resolver("en")
    nlp = load_parser(resolver, "en")
    text = novel.read_text(encoding="utf-8")
    spent = 0.0

    def timed(*args: Any) -> LinkReasons:
        nonlocal spent
        start = time.process_time()
        found = link_reasons(*args)
        spent += time.process_time() - start
        return found

    start = time.process_time()
    # What reasons cost is less than the difference between two runs without them.
    with patch.object(model, "link_reasons", timed):
        (found,) = resolve_in_detail([Document(novel.stem, text=text)], resolver, nlp, reasons=REASONS)
        document = found.document()
    resolved = time.process_time()
    html = reading_page([shown_resolved(found)])
    # The page makes the document once more: that is not counted twice.
    end = time.process_time()
    again = time.process_time()
    assert found.document() == document
    again = time.process_time() - again
    return html, {"resolve": resolved - start - spent, "reasons": spent, "page": max(end - resolved - again, 0)}


def busy(tools: Any) -> float:
    """CPU seconds of the page's main thread so far."""
    metrics = tools.send("Performance.getMetrics")["metrics"]
    return next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration")


def opened(path: Path, times: int) -> dict[str, Any]:
    """How a browser opens and scrolls a page: medians of some times."""
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    found: list[dict[str, float]] = []
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=FLAGS)
        for _ in range(times):
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            page.goto(path.as_uri(), wait_until="load")
            paint = page.evaluate(PAINT)
            ready = page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd")
            start = time.perf_counter()
            page.locator("#chains button").first.click()
            page.keyboard.press("p")  # to the last mention of the largest chain
            jump = time.perf_counter() - start
            page.evaluate("scrollTo(0, 0)")
            tools = page.context.new_cdp_session(page)
            tools.send("Performance.enable", {"timeDomain": "threadTicks"})
            before = busy(tools)
            frames = page.evaluate(SCROLL, 5)
            found.append(
                {
                    "first paint, ms": paint,
                    "ready, ms": ready,
                    "from the first to the last mention, ms": 1000 * jump,
                    "frames/s while scrolling": 1000 / statistics.mean(frames),
                    "main thread, CPU ms per frame": 1000 * (busy(tools) - before) / len(frames),
                    "95 % of the frames within, ms": sorted(frames)[int(0.95 * len(frames))],
                }
            )
            page.close()
        version = browser.version
        browser.close()
    medians = {name: round(statistics.median(row[name] for row in found), 1) for name in found[0]}
    return {"browser": f"Chromium {version.partition('.')[0]}", **medians}


def main() -> None:
    """Run the measurements."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--novel", type=Path)
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--page", type=Path, help="only open this page, and print what is measured")
    args = parser.parse_args()
    if args.page:
        print(json.dumps(opened(args.page, args.times), indent=1, ensure_ascii=False))
        return
    measured_on = machine()
    made(args.novel)  # fills caches
    rounds = [made(args.novel) for _ in range(ROUNDS)]
    html = rounds[0][0]
    resolving, reasons, page = (
        statistics.median(spent[name] for _, spent in rounds) for name in ("resolve", "reasons", "page")
    )
    text = len(args.novel.read_bytes())
    size = len(html.encode())
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "page.html"
        path.write_text(html, encoding="utf-8")
        seen = opened(path, args.times)
    result = {
        "machine": measured_on,
        "novel": args.novel.stem,
        "words": len(args.novel.read_text(encoding="utf-8").split()),
        "text, bytes": text,
        "page, bytes": size,
        "page / text": round(size / text, 2),
        "resolve, s": round(resolving, 1),
        "reasons, s": round(reasons, 1),
        "page, s": round(page, 1),
        "reasons and page / resolve": round((reasons + page) / resolving, 3),
        **seen,
    }
    results = HERE / "result.json"
    known = json.loads(results.read_text(encoding="utf-8")) if results.exists() else {}
    known[args.novel.stem] = result
    results.write_text(json.dumps(known, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
