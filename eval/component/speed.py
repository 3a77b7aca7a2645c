"""Measure words per second and memory of the base pipeline, alone and followed by the component.

    OMP_NUM_THREADS=1 python eval/component/speed.py --corpora ../shared/corpora

One core, CPU time. Memory is that of fresh processes. Writes speed.json beside this file and prints README's tables.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from spacy.language import Language
from spacy.tokens import Doc

from corefpipe import read
from corefpipe.document import Document
from corefpipe.parsing.annotate import annotate
from corefpipe.parsing.pipelines import load_base
from corefpipe.spacy_component.loading import load

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from machine import machine

HERE = Path(__file__).resolve().parent
NOVELS = ("1023_bleak_house", "145_middlemarch", "599_vanity_fair")
ONTOGUM = "OntoGUM dev"
MEASURED = (ONTOGUM, NOVELS[0])  # documents for which memory is measured
SIZES = (1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000)
WORDS = 20_000  # short documents are timed together, up to this number of words
ROUNDS = 3  # of the component, and for short documents of the base pipeline


def megabytes() -> float:
    """Peak resident memory of this process so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3


def texts(corpora: Path, name: str, size: int, nlp: Language) -> list[str]:
    """The documents of a row: OntoGUM dev, or pieces of `size` words from the beginning of a novel."""
    if name == ONTOGUM:
        return [document.text for document in read(corpora / "gum" / "dev", repeats="first")]
    text = (corpora / "novels" / f"{name}.txt").read_text(encoding="utf8")
    wanted = max(size, WORDS)
    ends = [token.idx + len(token) for token in words(nlp.tokenizer(text[: 20 * wanted]))]
    return [text[0 if i == 0 else ends[i - 1] : ends[i + size - 1]] for i in range(0, wanted, size)]


def words(doc: Doc) -> list:
    """The tokens of a Doc that are not whitespace."""
    return [token for token in doc if not token.is_space]


def timed(nlp: Language, documents: list[str]) -> tuple[int, float, float]:
    """Number of words, CPU seconds of the base pipeline, and CPU seconds of the component, over some documents."""
    component, count, base, seconds = nlp.get_pipe("corefpipe"), 0, 0.0, 0.0
    for text in documents:
        start = time.process_time()
        ((doc, _),) = annotate([Document("text", text=text)], nlp)
        base += time.process_time() - start
        several = []
        for _ in range(ROUNDS):
            start = time.process_time()
            component(doc)
            several.append(time.process_time() - start)
        seconds += statistics.median(several)
        count += len(words(doc))
    return count, base, seconds


def memory(corpora: Path, name: str, size: int) -> dict[str, float]:
    """Peak memory of this process after the base pipeline, and after the component, on one document."""
    nlp = load_base("en")
    documents = texts(corpora, name, size, nlp)[: None if name == ONTOGUM else 1]
    docs = [doc for text in documents for doc, _ in annotate([Document("text", text=text)], nlp)]
    base = megabytes()
    component = load("en").get_pipe("corefpipe")
    for doc in docs:
        component(doc)
    return {"base_mb": round(base), "with_mb": round(megabytes())}


def peaks(corpora: Path, name: str, size: int) -> dict[str, float]:
    """`memory` in a fresh process, because the peak of a process includes that of its parent at the start."""
    command = [sys.executable, __file__, "--corpora", str(corpora), "--memory", name, str(size)]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def measured(corpora: Path, nlp: Language, name: str, size: int) -> dict[str, float]:
    """One row of the table: medians over rounds."""
    documents = texts(corpora, name, size, nlp)
    rounds = [timed(nlp, documents) for _ in range(ROUNDS if size <= WORDS else 1)]
    total, base, component = map(statistics.median, zip(*rounds, strict=True))
    return {
        "documents": len(documents),
        "words": total,
        "base_words_per_s": round(total / base),
        "with_words_per_s": round(total / (base + component)),
        "component_us_per_word": round(1e6 * component / total, 2),
        "ratio": round(component / base, 3),
    }


def tables(found: dict[str, dict[str, dict[str, float]]]) -> Iterator[str]:
    """Yield the Markdown tables: medians of the novels by size, and the growth for each."""
    yield "| words a document | base, words/s | with coreference, words/s | component : base | base, MB | with, MB |"
    yield "|---" * 6 + "|"
    columns = ("base_words_per_s", "with_words_per_s", "ratio", "base_mb", "with_mb")
    rows = {f"OntoGUM dev, {found[ONTOGUM]['0']['words'] // found[ONTOGUM]['0']['documents']:,}": [found[ONTOGUM]["0"]]}
    rows |= {f"{size:,}": [found[name][str(size)] for name in NOVELS] for size in SIZES}
    for label, several in rows.items():
        middle = [statistics.median(one[column] for one in several if column in one) for column in columns]
        cells = [f"{value:.2f}" if value < 10 else f"{value:,.0f}" for value in middle]
        yield f"| {label} | {' | '.join(cells)} |"
    yield ""
    yield "| component, µs a word | 2,000 words | 200,000 words | times |"
    yield "|---" * 4 + "|"
    for name in NOVELS:
        short, long = (found[name][str(size)]["component_us_per_word"] for size in (2_000, 200_000))
        yield f"| {name} | {short:.1f} | {long:.1f} | {long / short:.2f} |"


def main() -> None:
    """Measure, write the result, print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    parser.add_argument("--memory", nargs=2, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.memory:
        print(json.dumps(memory(args.corpora, args.memory[0], int(args.memory[1]))))
        return
    measured_on = machine()
    rows = [(ONTOGUM, 0), *((novel, size) for novel in NOVELS for size in SIZES)]
    # First, while this process itself uses little memory.
    found: dict[str, dict[str, dict[str, float]]] = {}
    for name, size in rows:
        found.setdefault(name, {})[str(size)] = peaks(args.corpora, name, size) if name in MEASURED else {}
    nlp = load("en")
    timed(nlp, ["Nora saw her brother. He waved."])  # loads what is read once per process
    for name, size in rows:
        found[name][str(size)] |= measured(args.corpora, nlp, name, size)
        print(name, size, found[name][str(size)], file=sys.stderr, flush=True)
    (HERE / "speed.json").write_text(json.dumps({"machine": measured_on, **found}, indent=1) + "\n", encoding="utf8")
    print("\n".join(tables(found)))


if __name__ == "__main__":
    main()
