"""Measure the cost of reading and writing: each format on a corpus, and a file of a gigabyte.

Usage: python eval/formats/measure.py [CORPUS]        (default: ../shared/corpora/ontogum/train)
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from corefpipe import read, write
from corefpipe.formats import FORMATS, write_folder

RUNS = 3
GIGABYTE = 2**30


def least(run: Callable[[], object]) -> float:
    """CPU seconds of the fastest of RUNS runs."""
    times = []
    for _ in range(RUNS):
        start = time.process_time()
        run()
        times.append(time.process_time() - start)
    return min(times)


def formats(corpus: Path) -> None:
    """Measure writing a corpus in each format and reading it again."""
    documents = list(read(corpus, repeats="first"))
    print(f"{len(documents)} documents, {sum(map(len, documents))} words\n")
    print("| format | MB | write, s | read, s |\n| --- | --- | --- | --- |")
    for form in FORMATS.values():
        if not (form.reads and form.writes) or form.name == "gap":
            continue
        with tempfile.TemporaryDirectory() as folder:
            if form.several:
                path = Path(folder) / f"corpus{form.extensions[0]}"
                writing = least(lambda path=path, form=form: write(documents, path, form.name))
            else:
                path = Path(folder) / form.name
                writing = least(lambda path=path, form=form: write_folder(documents, path, form.name))
            files = [path] if path.is_file() else list(path.iterdir())
            size = sum(file.stat().st_size for file in files) / 2**20
            reading = least(lambda path=path, form=form: [None for _ in read(path, form.name, repeats="keep")])
        print(f"| {form.name} | {size:.1f} | {writing:.2f} | {reading:.2f} |", flush=True)
    reading = least(lambda: [None for _ in read(corpus, repeats="keep")])
    words = least(lambda: [None for _ in read(corpus, repeats="keep", columns=())])
    print(f"\nThe corpus as it is: {reading:.2f} s; words and mentions only: {words:.2f} s.")


def gigabyte(corpus: Path) -> None:
    """Measure the time and memory of reading a CoNLL-2012 file of a gigabyte, the corpus repeated."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "big.conll"
        text = b"".join(path.read_bytes() for path in sorted(corpus.iterdir()))
        with file.open("wb") as stream:
            while stream.tell() < GIGABYTE:
                stream.write(text)
        code = f"from corefpipe import read; print(sum(len(d) for d in read({str(file)!r}, repeats='keep')))"
        child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
        assert child.stdout is not None
        words = int(child.stdout.read())
        _, _, usage = os.wait4(child.pid, 0)
        memory = usage.ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)
        size, seconds = file.stat().st_size / 2**30, usage.ru_utime + usage.ru_stime
        print(f"{size:.2f} GB of CoNLL-2012, {words} words: {seconds:.0f} s of CPU, {memory:.0f} MB of memory.\n")


def conllu_package(corpus: Path) -> None:
    """Compare our reader of CoNLL-U with the package `conllu` on a corpus."""
    import conllu

    files = sorted(corpus.glob("*.conllu"))
    ours = least(lambda: [None for _ in read(corpus, repeats="keep")])
    theirs = least(lambda: [conllu.parse(file.read_text(encoding="utf-8")) for file in files])
    print(f"\n{corpus.parent.name}/{corpus.name}, CoNLL-U: our reader {ours:.1f} s; `conllu.parse` {theirs:.1f} s.")


if __name__ == "__main__":
    folder = Path(sys.argv[1] if sys.argv[1:] else "../shared/corpora/ontogum/train")
    if not folder.exists():
        raise SystemExit(f"{folder} is not there: name a folder of CoNLL-2012 files")
    # Must run first: the peak memory of a child is at least that of its parent when the child was started.
    gigabyte(folder)
    formats(folder)
    conllu_package(folder.parents[1] / "ontogum-ud" / "train")
