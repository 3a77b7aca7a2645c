"""Tables of speed, memory and hostile inputs."""

from __future__ import annotations

import math

from figure_tables.registry import Rows, figure, readme, result


@figure("speed", readme("speed"))
def speeds() -> Rows:
    """What, before, now, how many times better, and now with the kernels for Haswell."""
    found = result("speed", "result.json")
    yield "", "before", "now", "times better", "now, Haswell kernels"
    for name, before in found["before"].items():
        now, haswell = (found[side][name] for side in ("now", "now, Haswell kernels"))
        better = now / before if name.endswith("words/s") else before / now
        same = name.startswith("words per")
        first, second, third = (f"{n:,.0f}" if n >= 100 else f"{n:.3g}" for n in (before, now, haswell))
        yield name, first, second, "" if same else f"{better:.2f}", third


@figure("attacks", readme("reliability"))
def attacks() -> Rows:
    """Attack; cost and result before; cost and result now."""
    found = result("reliability", "result.json")

    def cells(label: str, name: str) -> tuple[str, str]:
        one = found[label].get(name)
        if one is None:
            return "", ""
        said = one["said"].replace("|", "\\|")
        end = "stopped" if one["code"] is None else f"exit code {one['code']}"
        return f"{one['cpu']:.0f} s, {one['memory']:,} MB", f"{end}: {said}" if said else end

    yield "attack", "before: CPU, memory", "result", "now: CPU, memory", "result"
    for name in found["after"]:
        yield name, *cells("before", name), *cells("after", name)


@figure("growth", readme("reliability"))
def growth() -> Rows:
    """Input; CPU and memory at a quarter, half and all of its size; how the CPU time grows."""
    yield "input", "size", "CPU, s: a quarter", "half", "all", "MB: a quarter", "half", "all", "exponent"
    for name, rows in result("reliability", "growth.json")["inputs"].items():
        cpu, memory = ([row[what] for row in rows] for what in ("cpu", "memory"))
        exponent = math.log2((cpu[2] - cpu[1]) / (cpu[1] - cpu[0]))
        yield (
            name,
            f"{rows[-1]['size']:,}",
            *(f"{seconds:.1f}" for seconds in cpu),
            *(f"{megabytes:,}" for megabytes in memory),
            f"{exponent:.2f}",
        )


@figure("surfaces", readme("reliability"))
def surfaces() -> Rows:
    """What takes input; its largest size; CPU time at a quarter, half and all of it; how the time grows."""
    yield "what", "largest size", "CPU, s: a quarter", "half", "all", "exponent"
    for name, row in result("reliability", "surfaces.json")["surfaces"].items():
        yield name, f"{row['sizes'][-1]:,}", *(f"{one:.2f}" for one in row["cpu"]), f"{row['exponent']:.2f}"


@figure("coval", readme("scorer"))
def coval() -> Rows:
    """Pair of files, CPU seconds of both scorers, their ratio."""
    yield "key and response", "`corefpipe score`, CPU s", "coval, CPU s", "ratio"
    for name, row in result("scorer", "coval.json").items():
        if name != "machine":
            yield name, f"{row['corefpipe, s']:.2f}", f"{row['coval, s']:.2f}", f"{row['ratio']:.2f}"


@figure("kinds", readme("serving"))
def kinds() -> Rows:
    """Kind of text, memory of a worker when it is ready, the most between two texts, and the peak."""
    yield "texts", "ready, MB", "most, MB", "peak, MB"
    for name, row in result("serving", "kinds.json")["texts"].items():
        yield name, *(str(row[what]) for what in ("ready", "most", "peak"))


@figure("batch", readme("batch"))
def batch() -> Rows:
    """Run, its time, its memory in both halves."""
    yield "run", "CPU, s", "elapsed, s", "MB, first half", "MB, second half"
    for part in (result("batch", "result.json")[name] for name in ("files", "small files")):
        for run, row in part["runs"].items():
            what = f"{part['files']:,} files of {part['words']} words: {run}"
            if "killed at" in row:
                what += f" at {row['killed at']} files"
            memory = (str(row[f"MB, {half} half"] or "") for half in ("first", "second"))
            yield what, f"{row['cpu']:.1f}", f"{row['elapsed']:.0f}", *memory


@figure("ways", readme("batch"))
def ways() -> Rows:
    """Way to resolve, CPU time per text, as a ratio, and of the start."""
    yield "way", "CPU ms per text", "to files, one process", "start, CPU s"
    found = result("batch", "tables.json")["ways"]
    base = next(iter(found.values()))["ms per text"]
    for way, row in found.items():
        yield way, f"{row['ms per text']:.1f}", f"{row['ms per text'] / base:.2f}", f"{row['start, s']:.1f}"
