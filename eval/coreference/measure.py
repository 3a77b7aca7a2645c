"""Measure the coreference figures of the tables in the main README.

    python eval/coreference/measure.py --corpora ../shared/corpora --jackknife build/base_pipeline/jackknife

Run it with OMP_NUM_THREADS=1, for figures on one core. Development parts only. Writes result.json beside this file.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from raw_text import responses
from spacy.language import Language
from spacy.tokens import Doc

from corefpipe import read, score, train
from corefpipe.chains.documents import PARSE_COLUMNS
from corefpipe.document import Document
from corefpipe.mentions import detect
from corefpipe.parsing.annotate import annotate
from corefpipe.parsing.parse import Parse
from corefpipe.parsing.pipelines import load_base
from corefpipe.resolver.evaluate import evaluate
from corefpipe.resolver.loading import load_resolver
from corefpipe.resolver.model import Resolver
from corefpipe.resolver.settings import MentionSource

HERE = Path(__file__).resolve().parent
GIVEN = (*PARSE_COLUMNS, "entity_types")
METRICS = ("muc", "b_cubed", "ceaf_e", "mentions")
Annotated = list[tuple[Doc, Document]]


def documents(folder: Path) -> list[Document]:
    """All documents of a folder; a span in two chains counts in the first."""
    if not folder.is_dir():
        raise SystemExit(f"{folder} does not exist: see --help")
    return list(read(folder, repeats="first"))


def trained(annotated: Annotated, dev: Annotated, mentions: MentionSource) -> dict[str, float]:
    """Train a model with the default settings and return its scores on dev."""
    found = train(annotated, dev, mentions=mentions)
    assert found.evaluation is not None
    return scores(found.evaluation.score)


def scores(report) -> dict[str, float]:
    """F1 of each metric and their mean, in percent."""
    table = report.to_dict()
    found = {name: round(100 * table[name]["f1"], 2) for name in METRICS}
    return {**found, "conll": round(100 * report.conll, 2)}


def candidates(dev: Annotated) -> dict[str, float]:
    """Recall of gold mentions among the detected spans, and the number of spans per gold mention."""
    gold = found = spans = 0
    for doc, document in dev:
        detected = detect(Parse.from_doc(doc))
        spans += len(detected)
        wanted = {mention.span for mention in document.mentions}
        gold += len(wanted)
        found += len(wanted & set(zip(detected.start.tolist(), detected.end.tolist(), strict=True)))
    return {"recall": round(100 * found / gold, 2), "candidates_a_gold_mention": round(spans / gold, 2)}


def stage_speed(resolver: Resolver, dev: Annotated) -> float:
    """Words per second of the stage after the parser: mentions, features, decoding, spans; median of five rounds."""
    words = sum(len(doc) for doc, _ in dev)
    times = []
    for _ in range(6):
        start = time.process_time()
        for doc, _ in dev:
            resolver(doc)
        times.append(time.process_time() - start)
    return round(words / statistics.median(times[1:]))


def training_cost(corpora: Path) -> dict[str, float]:
    """CPU seconds and peak memory of `corefpipe train` on gold mentions, five passes, everything included."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "corefpipe", "train", str(corpora / "ontogum" / "train")]
        command += ["--dev", str(corpora / "ontogum" / "dev"), "--mentions", "gold", "--passes", "5", "-o", folder]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        start = time.time()
        subprocess.run(command, check=True, capture_output=True)
        wall = time.time() - start
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {"cpu_s": round(cpu, 1), "wall_s": round(wall, 1), "peak_gb": round(after.ru_maxrss / 1e6, 2)}


def wall(command: list[str]) -> float:
    """Median wall time of five fresh processes, in seconds."""
    times = []
    for _ in range(5):
        start = time.time()
        subprocess.run(command, check=True, capture_output=True)
        times.append(time.time() - start)
    return round(statistics.median(times), 3)


def raw(resolver: Resolver, nlp: Language, corpora: Path, keys: list[Document]) -> dict[str, float]:
    """Scores from raw text."""
    return scores(score(keys, list(responses(resolver, nlp, corpora / "gum" / "dev", keys))))


def main() -> None:
    """Measure, print, write result.json."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    parser.add_argument("--jackknife", type=Path, help="OntoGUM train in held-out parses (eval/base_pipeline)")
    args = parser.parse_args()
    corpora, result = args.corpora, {}

    def report(name: str, value: object) -> None:
        result[name] = value
        print(f"{name}: {value}", flush=True)

    samples = Path("corpora/samples")
    report("training, gold mentions, 5 passes", training_cost(corpora))
    report("import corefpipe, s", wall([sys.executable, "-c", "import corefpipe"]))
    key = str(samples / "bakery.conll")
    report("corefpipe score on two small files, s", wall([sys.executable, "-m", "corefpipe", "score", key, key]))

    nlp = load_base("en")
    ontogum = {part: list(annotate(documents(corpora / "ontogum" / part), nlp)) for part in ("train", "dev")}
    report("candidates, our parse", candidates(ontogum["dev"]))
    report("OntoGUM dev, gold mentions, our parse", trained(ontogum["train"], ontogum["dev"], "gold"))
    report("OntoGUM dev, predicted mentions, our parse", trained(ontogum["train"], ontogum["dev"], "predicted"))
    if args.jackknife:
        held_out = list(annotate(documents(args.jackknife), nlp, GIVEN))
        name = "OntoGUM dev, predicted mentions, our parse; training parses held out"
        report(name, trained(held_out, ontogum["dev"], "predicted"))
    given = {part: list(annotate(documents(corpora / "ontogum-ud" / part), nlp, GIVEN)) for part in ("train", "dev")}
    report("OntoGUM dev, predicted mentions, gold parse", trained(given["train"], given["dev"], "predicted"))
    litbank = {part: list(annotate(documents(corpora / "litbank" / part), nlp)) for part in ("train", "dev")}
    report("LitBank dev, gold mentions, singletons kept", trained(litbank["train"], litbank["dev"], "gold"))

    resolver = load_resolver("en")
    report("packaged model, OntoGUM dev, predicted mentions", scores(evaluate(resolver, ontogum["dev"]).score))
    report("packaged model, OntoGUM dev, raw text", raw(resolver, nlp, corpora, [d for _, d in ontogum["dev"]]))
    report("coreference stage, words/s", stage_speed(resolver, ontogum["dev"]))
    (HERE / "result.json").write_text(json.dumps(result, indent=2) + "\n", encoding="utf8")


if __name__ == "__main__":
    main()
