"""Measure the time and memory in the main README: training, commands, a novel, words per second.

    OMP_NUM_THREADS=1 python eval/coreference/cost.py --corpora ../shared/corpora

CPU seconds (user and system) and peak memory of fresh processes from start to end, so that other work on the machine
disturbs little. Writes cost.json beside this file.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from machine import machine

HERE = Path(__file__).resolve().parent
ROUNDS = 5
MODELS = ("en", "en_research", "en_accurate")
BASES = ("en", "en_accurate")


def process(*arguments: str | Path, rounds: int = ROUNDS) -> dict[str, float]:
    """Cost of a fresh process of this Python."""
    return measured([sys.executable, *map(str, arguments)], rounds)


def measured(arguments: list[str], rounds: int = ROUNDS) -> dict[str, float]:
    """Median CPU seconds and peak memory in MB of a fresh process."""
    times, memory = [], 0.0
    for _ in range(rounds):
        # With byte code, as an installed package has it.
        env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        child = subprocess.Popen(arguments, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode:
            raise SystemExit(f"failed: {arguments}")
        times.append(usage.ru_utime + usage.ru_stime)
        memory = max(memory, usage.ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10))
    return {"cpu_s": round(statistics.median(times), 2), "mb": round(memory)}


def command(*arguments: str | Path, rounds: int = ROUNDS) -> dict[str, float]:
    """Cost of a corefpipe command."""
    return process("-m", "corefpipe", *arguments, rounds=rounds)


def speeds(model: str, corpora: Path) -> dict[str, int]:
    """Words per CPU second: of a base pipeline on raw text of gum/dev, of the stage after it on OntoGUM dev."""
    # Imported here: the memory of this process would count as that of the processes it starts.
    from corefpipe import read
    from corefpipe.parsing.annotate import annotate
    from corefpipe.resolver.loading import load_parser, load_resolver

    resolver = load_resolver(model)
    nlp = load_parser(resolver, model)
    texts = [document.text for document in read(corpora / "gum" / "dev")]
    docs = [doc for doc, _ in annotate(read(corpora / "ontogum" / "dev", repeats="first"), nlp)]
    words = sum(len(doc) for doc in docs)

    def stage() -> None:
        for doc, resolution in zip(docs, resolver.resolve_all([(doc, None) for doc in docs]), strict=True):
            resolver.write(doc, resolution)

    base = rate(sum(len(nlp.make_doc(text)) for text in texts), lambda: list(nlp.pipe(texts)))
    return {"base pipeline": base, "coreference stage": rate(words, stage)}


def rate(words: int, run: Callable[[], object]) -> int:
    """Words per CPU second: median of some rounds after a first one."""
    times = []
    for _ in range(ROUNDS + 1):
        start = time.process_time()
        run()
        times.append(time.process_time() - start)
    return round(words / statistics.median(times[1:]))


def main() -> None:
    """Measure, print, write cost.json."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    args = parser.parse_args()
    corpora, result = args.corpora, {}

    def report(name: str, value: object) -> None:
        result[name] = value
        print(f"{name}: {value}", flush=True)

    report("machine", machine())
    samples = Path("corpora/samples")
    report("import corefpipe", process("-c", "import corefpipe"))
    report("score, two small files", command("score", samples / "bakery.conll", samples / "bakery.conll"))
    ontogum = corpora / "ontogum"
    report("score, OntoGUM train", command("score", ontogum / "train", ontogum / "train", "--repeats", "first"))
    for name in MODELS:
        one = command("resolve", samples / "bakery.txt", "--model", name)
        report(f"resolve, a text of 60 words, {name}", one)
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder)
        novel = corpora / "novels" / "1023_bleak_house.txt"
        report("resolve, a novel", command("resolve", novel, "-o", out / "novel.jsonl", rounds=1))
        options = ["--dev", ontogum / "dev", "--mentions", "gold", "--passes", "5", "-o", out / "model"]
        report("train, OntoGUM train", command("train", ontogum / "train", *options, rounds=1))
    report("words per CPU second", {name: speeds(name, corpora) for name in BASES})
    (HERE / "cost.json").write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
