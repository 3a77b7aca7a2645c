"""Measure time and memory of resolving many files: processes, resuming after a kill, resuming when all is done.

    OMP_NUM_THREADS=1 python eval/batch/measure.py --corpora ../shared/corpora

Cuts novels into small files, some of them broken, and runs `corefpipe resolve` on them. Prints the figures of
README.md.
"""

from __future__ import annotations

import argparse
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from corefpipe.batch import LOG

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from machine import machine

WORDS = 300  # per file
BROKEN = (b"no UTF-8: \xff\xfe\n", b"#begin document (x); part 000\nx 0 0 word (0\n#end document\n")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    parser.add_argument("--files", type=int, default=2000)
    args = parser.parse_args()
    print(machine())
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = folder / "files"
        broken = cut(args.corpora / "novels", files, args.files)
        print(f"{args.files} files, {broken} of them broken")
        whole, both, killed = (folder / name for name in ("whole", "both", "killed"))
        report("1 process", *run(files, whole, 1))
        report("2 processes", *run(files, both, 2))
        run(files, killed, 2, kill_after=args.files // 3)
        report(f"2 processes, after a kill at {entries(killed)} files", *run(files, killed, 2))
        same = contents(whole) == contents(both) == contents(killed)
        print(f"the same {len(contents(whole))} results, byte by byte: {same}")
        for path in files.rglob("broken*"):
            path.unlink()
        report("all files already done", *run(files, whole, 1))


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


def pieces(novels: Path) -> Iterator[tuple[str, str]]:
    """Yield (novel, words) of all pieces: the first piece of each novel, the second of each …"""
    texts = {path.stem: path.read_text(encoding="utf-8").split(" ") for path in sorted(novels.glob("*.txt"))}
    for start in range(0, max(map(len, texts.values())), WORDS):
        for novel, words in texts.items():
            if start < len(words):
                yield novel, " ".join(words[start : start + WORDS])


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


def report(what: str, seconds: float, cpu: float, memory: list[tuple[int, int]]) -> None:
    """Print the figures of a run."""
    half = memory[-1][0] // 2
    first, second = (max((mb for done, mb in memory if (done > half) is late), default=0) for late in (False, True))
    print(
        f"{what}: {seconds:.1f} s, {cpu:.1f} s of CPU; at most {first} MB, in the second half {second} MB", flush=True
    )


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
