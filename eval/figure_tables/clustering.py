"""Tables of learning and decoding."""

from __future__ import annotations

from figure_tables.registry import Rows, figure, readme, result


@figure("learners", readme("clustering"))
def learners() -> Rows:
    """Learner, time of learning and of decoding, memory."""
    yield "learner", "five passes", "decoding of dev", "peak, without the matrix"
    for name, found in result("clustering", "speed.json").items():
        yield name, f"{found['learning']:.1f} s", f"{found['decoding']:.2f} s", f"{found['peak_mb']} MB"


@figure("decoders", readme("clustering"))
def decoders() -> Rows:
    """Decoder, its time without and with constraints, clusters, how close correlation clustering comes to the best."""
    yield "decoder", "all of dev, s", "within constraints, s", "clusters", "of the largest sum of scores"
    for decoder, row in result("clustering", "decoders.json")["classifier of all links"]["decoders"].items():
        within = "" if row["within constraints"] is None else f"{row['within constraints']:.2f}"
        best = f"{row['of the largest sum']:.2%}" if "at most" in row else ""
        if best and row["at most"] > 1:
            best += f"; proven at most {row['at most']:.2%}"
        yield decoder, f"{row['seconds']:.2f}", within, f"{row['clusters']:,}", best


@figure("exact", readme("clustering"))
def exact() -> Rows:
    """Scores, and numbers, times and largest gap of the documents solved exactly."""
    yield "scores", "documents", "mentions", "time, s, least and most", "largest gap"
    for scores, found in result("clustering", "decoders.json").items():
        rows = found["exact"]
        mentions, seconds = ([row[key] for row in rows] for key in ("mentions", "seconds"))
        times = f"{min(seconds):.2f} to {max(seconds):.2f}"
        gap = f"{max(row['gap'] for row in rows):.2%}"
        yield scores, str(len(rows)), f"{min(mentions)} to {max(mentions)}", times, gap
