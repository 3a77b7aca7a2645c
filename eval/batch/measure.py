"""Measure time and memory of resolving many files: processes, resuming after a kill, resuming when all is done.

    OMP_NUM_THREADS=1 python eval/batch/measure.py --corpora ../shared/corpora

Cuts novels into small files, some of them broken, and runs `corefpipe resolve` on them; then thousands of files of a
few words, which cost little but their own handling. Writes result.json and result.svg; eval/figures.py writes the table
in README.md.
"""

from __future__ import annotations

import argparse
import json
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from corefpipe.batch import LOG

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from dots import dot_plot
from machine import machine

HERE = Path(__file__).resolve().parent
WORDS = 300  # per file
FEW_WORDS = 12  # per file of the thousands of small ones
BROKEN = (b"no UTF-8: \xff\xfe\n", b"#begin document (x); part 000\nx 0 0 word (0\n#end document\n")


def main() -> None:
    """Measure, write and plot."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    parser.add_argument("--files", type=int, default=2000, help=f"files of {WORDS} words")
    parser.add_argument("--small", type=int, default=5000, help=f"files of {FEW_WORDS} words")
    args = parser.parse_args()
    result: dict[str, Any] = {"machine": machine()}
    with tempfile.TemporaryDirectory() as name:
        result["files"] = of_files(Path(name), args.corpora / "novels", args.files)
    with tempfile.TemporaryDirectory() as name:
        result["small files"] = of_small_files(Path(name), args.corpora / "novels", args.small)
    (HERE / "result.json").write_text(json.dumps(result, indent=1) + "\n", encoding="utf8")
    panels = {
        f"{part['files']:,} files of {part['words']} words": {
            run: {"": (1000 * row["cpu"] / row["resolved"], 0.0)}
            for run, row in part["runs"].items()
            if row["resolved"]
        }
        for part in (result["files"], result["small files"])
    }
    dot_plot(HERE / "result.svg", panels, "CPU ms per file, loading included")


def of_files(folder: Path, novels: Path, number: int) -> dict[str, Any]:
    """One process, two, two that are killed and continue, and nothing left to do."""
    files = folder / "files"
    broken = cut(novels, files, number)
    whole, both, killed = (folder / name for name in ("whole", "both", "killed"))
    runs = {"1 process": described(*run(files, whole, 1)), "2 processes": described(*run(files, both, 2))}
    run(files, killed, 2, kill_after=number // 3)
    before = entries(killed)
    runs["2 processes, after a kill"] = described(*run(files, killed, 2), before=before) | {"killed at": before}
    same = contents(whole) == contents(both) == contents(killed)
    results = len(contents(whole))
    for path in files.rglob("broken*"):
        path.unlink()
    runs["all files already done"] = described(*run(files, whole, 1), before=results + broken)
    return {"files": number, "words": WORDS, "broken": broken, "results": results, "bytes equal": same, "runs": runs}


def of_small_files(folder: Path, novels: Path, number: int) -> dict[str, Any]:
    """One process and two on files of a few words."""
    files = folder / "files"
    for index, (_, words) in enumerate(islice(pieces(novels, FEW_WORDS), number)):
        place = files / f"{index // 1000:03d}"
        place.mkdir(parents=True, exist_ok=True)
        (place / f"{index:05d}.txt").write_text(words, encoding="utf-8")
    runs = {f"{n} process{'es' if n > 1 else ''}": described(*run(files, folder / str(n), n)) for n in (1, 2)}
    same = contents(folder / "1") == contents(folder / "2")
    results = len(contents(folder / "1"))
    return {"files": number, "words": FEW_WORDS, "results": results, "bytes equal": same, "runs": runs}


def cut(novels: Path, folder: Path, wanted: int) -> int:
    """Write the files, one subfolder per novel, beginnings of novels first; return the number of broken ones."""
    broken = 0
    for number, (novel, words) in enumerate(islice(pieces(novels), wanted)):
        place = folder / novel
        place.mkdir(parents=True, exist_ok=True)
        if number % 200 == 199:
            kind = broken % len(BROKEN)
            (place / f"broken{number}.{('txt', 'conll')[kind]}").write_bytes(BROKEN[kind])
            broken += 1
        else:
            (place / f"{number:05d}.txt").write_text(words, encoding="utf-8")
    return broken


def pieces(novels: Path, size: int = WORDS) -> Iterator[tuple[str, str]]:
    """Yield (novel, words) of all pieces of some words: the first piece of each novel, the second of each …"""
    texts = {path.stem: path.read_text(encoding="utf-8").split(" ") for path in sorted(novels.glob("*.txt"))}
    for start in range(0, max(map(len, texts.values())), size):
        for novel, words in texts.items():
            if start < len(words):
                yield novel, " ".join(words[start : start + size])


def run(files: Path, out: Path, processes: int, kill_after: int = 0) -> tuple[float, float, list[tuple[int, int]]]:
    """Run the command, and kill it after `kill_after` files if that is above 0.

    Returns:
        seconds, CPU seconds, and over time the number of files in the log with the MB of all processes.
    """
    command = [sys.executable, "-m", "corefpipe", "resolve", str(files), "-o", str(out), "--format", "conll"]
    command += ["--processes", str(processes), "--resume"]
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    memory = []
    while process.poll() is None:
        time.sleep(0.5)
        memory.append((entries(out), megabytes(process.pid)))
        if kill_after and memory[-1][0] >= kill_after:
            process.send_signal(signal.SIGKILL)
            process.wait()
    seconds, after = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, cpu, memory


def described(seconds: float, cpu: float, memory: list[tuple[int, int]], before: int = 0) -> dict[str, float]:
    """The figures of a run.

    Args:
        seconds, cpu, memory: what `run` returned.
        before: number of files in the log before.
    """
    whole = memory[-1][0]
    half = (whole + before) // 2
    first, second = (max((mb for done, mb in memory if (done > half) is late), default=0) for late in (False, True))
    found = {"cpu": round(cpu, 1), "elapsed": round(seconds, 1), "resolved": whole - before}
    print(found, flush=True)
    return found | {"MB, first half": first, "MB, second half": second}


def entries(out: Path) -> int:
    """Number of files in the log."""
    path = out / LOG
    return max(path.read_bytes().count(b"\n") - 1, 0) if path.exists() else 0


def contents(out: Path) -> dict[str, bytes]:
    """The results by path."""
    paths = [path for path in out.rglob("*") if path.is_file() and ".corefpipe" not in path.parts]
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in paths}


def megabytes(pid: int) -> int:
    """Private memory of a process and its children, in MB."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()
        own = Path(f"/proc/{pid}/smaps_rollup").read_text("ascii").splitlines()
    except OSError:  # the process has ended
        return 0
    size = sum(int(line.split()[1]) for line in own if line.startswith("Private"))
    return size // 1024 + sum(megabytes(int(child)) for child in children)


if __name__ == "__main__":
    main()
