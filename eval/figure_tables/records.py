"""Tables of records and names."""

from __future__ import annotations

from figure_tables.registry import Rows, figure, readme, result

RECORDS = ("vaUniv", "censusText", "restaurant", "coraATDV")
SETS = ("lmr2005", "daume_marcu2005", "soft_tfidf")
STEPS = ("blocking", "comparison", "learning", "clustering", "all")


@figure("blocking", readme("records"))
def blocking() -> Rows:
    """File, records, candidate pairs, their share, the share of true pairs kept, time."""
    yield "file", "records", "candidate pairs", "of all pairs", "true pairs kept", "time"
    for file, found in result("records", "blocking.json").items():
        n, pairs = found["records"], found["pairs"]
        share = f"{2 * pairs / (n * (n - 1)):.1%}"
        yield file, f"{n:,}", f"{pairs:,}", share, f"{found['recall']:.2%}", f"{found['seconds']:.1f} s"


@figure("defaults", readme("records"))
def defaults() -> Rows:
    """Learner and decoder, and for each file F1, precision, recall and time."""
    yield "learner; decoder", *RECORDS
    for case, found in result("records", "defaults.json")["scores"].items():
        yield case, *(scored(found[file], 0, 2) for file in RECORDS)


def scored(found: dict[str, float], digits: int, of_seconds: int) -> str:
    """F1 with precision, recall and time in brackets."""
    both = f"{found['precision']:.{digits}f}, {found['recall']:.{digits}f}"
    return f"**{found['f']:.1f}** ({both}; {found['seconds']:.{of_seconds}f} s)"


@figure("objectives", readme("records"))
def objectives() -> Rows:
    """Way of learning, the objective, the largest weight."""
    yield "one half of vaUniv", "objective per record (equation 7)", "largest weight"
    for name, found in result("records", "defaults.json")["objectives"].items():
        yield name, f"{found['objective']:.3f}", f"{found['largest']:.1f}"


@figure("speed", readme("records"))
def speed_of_records() -> Rows:
    """Records, decoder, time of each step, memory, pairs, the share of true pairs kept, F1."""
    yield "records", "decoder", *STEPS, "peak", "pairs", "true pairs kept", "F1"
    for row in result("records", "speed.json"):
        times = (f"{row[step]:.1f} s" for step in STEPS)
        peak, kept = f"{row['peak_mb'] / 1000:.1f} GB", f"{row['recall']:.2%}"
        yield f"{row['records']:,}", row["decoder"], *times, peak, f"{row['pairs']:,}", kept, f"{row['pairwise_f']:.1f}"


@figure("names", readme("names"))
def names() -> Rows:
    """File, its sizes, similarity of its true pairs, and F1 of each feature set."""
    yield "file", "strings, clusters", "true pairs", "SoftTFIDF", *SETS
    for file, found in result("names", "result.json").items():
        size = f"{found['strings']}, {found['clusters']}"
        sets = (scored(found[name], 1, 1) for name in SETS)
        yield file, size, str(found["true pairs"]), f"{found['SoftTFIDF']:.2f}", *sets
