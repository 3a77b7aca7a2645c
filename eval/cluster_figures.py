"""Tables of eval/records, eval/names, eval/clustering and eval/batch from their committed results, for figures.py."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

EVAL = Path(__file__).resolve().parent
Table = tuple[str, Callable[[], Iterator[Sequence[str]]]]
"""The head, and what yields the rows."""
RECORDS = ("vaUniv", "censusText", "restaurant", "coraATDV")
SETS = ("lmr2005", "daume_marcu2005", "soft_tfidf")
STEPS = ("blocking", "comparison", "learning", "clustering", "all")


def cluster_pages() -> dict[Path, dict[str, Table]]:
    """For each README its tables by the names of their markers."""
    steps = " | ".join(STEPS)
    return {
        EVAL / "records" / "README.md": {
            "blocking": ("file | records | candidate pairs | of all pairs | true pairs kept | time", blocking),
            "defaults": (f"learner; decoder | {' | '.join(RECORDS)}", defaults),
            "objectives": ("one half of vaUniv | objective per record (equation 7) | largest weight", objectives),
            "speed": (f"records | decoder | {steps} | peak | pairs | true pairs kept | F1", speed_of_records),
        },
        EVAL / "names" / "README.md": {
            "names": (f"file | strings, clusters | true pairs | SoftTFIDF | {' | '.join(SETS)}", names),
        },
        EVAL / "batch" / "README.md": {
            "batch": ("run | CPU, s | elapsed, s | MB, first half | MB, second half", batch),
            "ways": ("way | CPU ms per text | to files, one process | start, CPU s", ways),
        },
    }


def result(*parts: str) -> Any:
    """One of the committed results."""
    return json.loads(EVAL.joinpath(*parts).read_text(encoding="utf-8"))


def blocking() -> Iterator[Sequence[str]]:
    """Rows: file, records, candidate pairs, their share, the share of true pairs kept, time."""
    for file, found in result("records", "blocking.json").items():
        n, pairs = found["records"], found["pairs"]
        share = f"{2 * pairs / (n * (n - 1)):.1%}"
        yield file, f"{n:,}", f"{pairs:,}", share, f"{found['recall']:.2%}", f"{found['seconds']:.1f} s"


def defaults() -> Iterator[Sequence[str]]:
    """Rows: learner and decoder, and for each file F1, precision, recall and time."""
    for case, found in result("records", "defaults.json")["scores"].items():
        yield case, *(scored(found[file], 0, 2) for file in RECORDS)


def scored(found: dict[str, float], digits: int, of_seconds: int) -> str:
    """F1 with precision, recall and time in brackets."""
    both = f"{found['precision']:.{digits}f}, {found['recall']:.{digits}f}"
    return f"**{found['f']:.1f}** ({both}; {found['seconds']:.{of_seconds}f} s)"


def objectives() -> Iterator[Sequence[str]]:
    """Rows: way of learning, the objective, the largest weight."""
    for name, found in result("records", "defaults.json")["objectives"].items():
        yield name, f"{found['objective']:.3f}", f"{found['largest']:.1f}"


def speed_of_records() -> Iterator[Sequence[str]]:
    """Rows: records, decoder, time of each step, memory, pairs, the share of true pairs kept, F1."""
    for row in result("records", "speed.json"):
        times = (f"{row[step]:.1f} s" for step in STEPS)
        peak, kept = f"{row['peak_mb'] / 1000:.1f} GB", f"{row['recall']:.2%}"
        yield f"{row['records']:,}", row["decoder"], *times, peak, f"{row['pairs']:,}", kept, f"{row['pairwise_f']:.1f}"


def names() -> Iterator[Sequence[str]]:
    """Rows: file, its sizes, similarity of its true pairs, and F1 of each feature set."""
    for file, found in result("names", "result.json").items():
        size = f"{found['strings']}, {found['clusters']}"
        sets = (scored(found[name], 1, 1) for name in SETS)
        yield file, size, str(found["true pairs"]), f"{found['SoftTFIDF']:.2f}", *sets


def learners() -> Iterator[Sequence[str]]:
    """Rows: learner, time of learning and of decoding, memory."""
    for name, found in result("clustering", "speed.json").items():
        yield name, f"{found['learning']:.1f} s", f"{found['decoding']:.2f} s", f"{found['peak_mb']} MB"


def decoders() -> Iterator[Sequence[str]]:
    """Rows: decoder, its time without and with constraints, clusters, how close correlation clustering comes."""
    for decoder, row in result("clustering", "decoders.json")["classifier of all links"]["decoders"].items():
        within = "" if row["within constraints"] is None else f"{row['within constraints']:.2f}"
        best = f"{row['of the largest sum']:.2%}" if "at most" in row else ""
        if best and row["at most"] > 1:
            best += f"; proven at most {row['at most']:.2%}"
        yield decoder, f"{row['seconds']:.2f}", within, f"{row['clusters']:,}", best


def exact() -> Iterator[Sequence[str]]:
    """Rows: scores, and size, time and gap of the documents solved exactly."""
    for scores, found in result("clustering", "decoders.json").items():
        for row in found["exact"]:
            sizes = (str(row["mentions"]), f"{row['pairs']:,}", str(row["largest component"]))
            yield scores, *sizes, f"{row['seconds']:.2f}", f"{row['gap']:.2%}"


def batch() -> Iterator[Sequence[str]]:
    """Rows: run, its time, its memory in both halves."""
    for part in (result("batch", "result.json")[name] for name in ("files", "small files")):
        for run, row in part["runs"].items():
            what = f"{part['files']:,} files of {part['words']} words: {run}"
            if "killed at" in row:
                what += f" at {row['killed at']} files"
            memory = (str(row[f"MB, {half} half"] or "") for half in ("first", "second"))
            yield what, f"{row['cpu']:.1f}", f"{row['elapsed']:.0f}", *memory


def ways() -> Iterator[Sequence[str]]:
    """Rows: way to resolve, CPU time per text, as a ratio, and of the start."""
    found = result("batch", "tables.json")["ways"]
    base = next(iter(found.values()))["ms per text"]
    for way, row in found.items():
        yield way, f"{row['ms per text']:.1f}", f"{row['ms per text'] / base:.2f}", f"{row['start, s']:.1f}"
