"""How much memory a worker takes, by what texts it gets; the protocol is in README.md.

    OMP_NUM_THREADS=1 python eval/serving/kinds.py --corpora ../shared/corpora

The worker's code runs in a process of its own for each kind of text. Writes kinds.json.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from measure import HERE, megabytes, pieces

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from machine import machine

LONGEST = 100_000  # characters of a text


def short(corpora: Path) -> list[str]:
    """Pieces of novels, of 60 words."""
    return pieces(corpora / "novels", 800)


def long(corpora: Path) -> list[str]:
    """The first characters of novels."""
    files = sorted((corpora / "novels").glob("*.txt"))[:5]
    return [file.read_text(encoding="utf-8")[:LONGEST] for file in files]


def long_words(corpora: Path) -> list[str]:
    """Sentences with one new word that takes nearly all of a text."""
    return [f"Ann saw {n:04d}{'a' * (LONGEST - 1000)} ." for n in range(200)]


KINDS: dict[str, Callable[[Path], list[str]]] = {
    "800 texts of 60 words": short,
    "5 texts of 100,000 characters": long,
    "200 texts of 99,000 characters, each one new word": long_words,
}


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    args = parser.parse_args()
    result: dict[str, Any] = {"machine": machine(), "texts": {}}
    for name, make in KINDS.items():
        with ProcessPoolExecutor(1, get_context("spawn")) as process:
            result["texts"][name] = process.submit(of_worker, make(args.corpora)).result()
        print(name, result["texts"][name], flush=True)
    (HERE / "kinds.json").write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


def of_worker(texts: list[str]) -> dict[str, float]:
    """Memory in MB: private before the first text, the most between two texts, after the last; and the peak of all."""
    from corefpipe.serving.resolving import TextResolver
    from corefpipe.serving.settings import Settings

    resolve: Callable[[list[str]], Any] = TextResolver(Settings())
    resolve(["Ann lost her keys ."])
    found = [megabytes(os.getpid())]
    for text in texts:
        resolve([text])
        found.append(megabytes(os.getpid()))
    status = Path("/proc/self/status").read_text("ascii")  # ru_maxrss would be that of the process that made this one
    peak = int(re.findall(r"VmHWM:\s*(\d+)", status)[0]) // 1024
    return {"ready": round(found[0]), "most": round(max(found)), "at the end": round(found[-1]), "peak": peak}


if __name__ == "__main__":
    main()
