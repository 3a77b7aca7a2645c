"""Measure the scores of coreference resolution in the main README.

    python eval/coreference/measure.py --corpora ../shared/corpora
    python eval/coreference/measure.py --corpora ../shared/corpora --models en build/en_large

Development parts only. Writes result.json beside this file; with `--models` those of packaged models alone, by name,
are measured anew and written, and those of folders printed. cost.py measures time and memory.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Callable
from pathlib import Path

from raw_text import responses
from spacy.language import Language
from spacy.tokens import Doc

from corefpipe import read, score, train, write
from corefpipe.chains.docs import PARSE_COLUMNS
from corefpipe.document import Document
from corefpipe.mentions import detect
from corefpipe.parsing.annotate import annotate
from corefpipe.parsing.parse import Parse
from corefpipe.parsing.pipelines import load_base
from corefpipe.resolver.evaluate import Evaluation, evaluate
from corefpipe.resolver.loading import load_parser, load_resolver
from corefpipe.resolver.model import Resolver
from corefpipe.resolver.overrides import Overrides
from corefpipe.resolver.resolving import resolve_documents
from corefpipe.resolver.settings import MentionSource
from corefpipe.scoring.gap import gap_score

HERE = Path(__file__).resolve().parent
GIVEN = (*PARSE_COLUMNS, "entity_types")
MODELS = ("en", "en_research", "en_accurate")
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


def by_genre(found: Evaluation) -> dict[str, float]:
    """CoNLL average of each genre of GUM's documents, in percent."""
    genres: dict[str, list[tuple[Document, Document]]] = {}
    for key, response in zip(found.keys, found.responses, strict=True):
        genres.setdefault(key.name.split("_")[1], []).append((key, response))
    return {
        genre: round(100 * score(*map(list, zip(*pairs, strict=True)), repeats="official").conll, 2)
        for genre, pairs in sorted(genres.items())
    }


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


def gap(resolver: Resolver, nlp: Language, file: Path) -> dict[str, float]:
    """F1 on a part of GAP, overall and by the gender of the pronoun, in percent."""
    with tempfile.TemporaryDirectory() as folder:
        predictions = Path(folder) / "predictions.tsv"
        write(resolve_documents(read(file), resolver, nlp), predictions, "gap")
        found = gap_score(file, predictions)
    return {rows: round(100 * found[rows].f1, 1) for rows in ("overall", "masculine", "feminine")}


def raw(resolver: Resolver, nlp: Language, corpora: Path, keys: list[Document]) -> dict[str, float]:
    """Scores from raw text."""
    return scores(score(keys, list(responses(resolver, nlp, corpora / "gum" / "dev", keys))))


Report = Callable[[str, object], None]


def measure_training(corpora: Path, report: Report) -> None:
    """Scores of models that are trained with the default settings, and of mention candidates."""
    nlp = load_base("en")
    ontogum = {part: list(annotate(documents(corpora / "ontogum" / part), nlp)) for part in ("train", "dev")}
    report("candidates, our parse", candidates(ontogum["dev"]))
    report("OntoGUM dev, gold mentions, our parse", trained(ontogum["train"], ontogum["dev"], "gold"))
    report("OntoGUM dev, predicted mentions, our parse", trained(ontogum["train"], ontogum["dev"], "predicted"))
    given = {part: list(annotate(documents(corpora / "ontogum-ud" / part), nlp, GIVEN)) for part in ("train", "dev")}
    report("OntoGUM dev, predicted mentions, gold parse", trained(given["train"], given["dev"], "predicted"))
    litbank = {part: list(annotate(documents(corpora / "litbank" / part), nlp)) for part in ("train", "dev")}
    report("LitBank dev, gold mentions, singletons kept", trained(litbank["train"], litbank["dev"], "gold"))


def measure_packaged(name: str, corpora: Path, report: Report) -> None:
    """Scores of a model, by its name or folder."""
    resolver = load_resolver(name)
    nlp = load_parser(resolver, name)
    dev = list(annotate(documents(corpora / "ontogum" / "dev"), nlp))
    found = evaluate(resolver, dev)
    report(f"{name}, OntoGUM dev, predicted mentions", scores(found.score))
    reliability = found.reliability()
    if reliability is not None:
        report(f"{name}, OntoGUM dev, calibration error", round(reliability.error, 4))
    free = evaluate(resolver.configured(Overrides(constraints=())), dev)
    report(f"{name}, OntoGUM dev, predicted mentions, without constraints", scores(free.score))
    report(f"{name}, OntoGUM dev, predicted mentions, by genre", by_genre(found))
    report(f"{name}, OntoGUM dev, raw text", raw(resolver, nlp, corpora, [document for _, document in dev]))
    novels = list(annotate(documents(corpora / "litbank" / "dev"), nlp))
    read_novels = evaluate(resolver, novels)
    report(f"{name}, LitBank dev, predicted mentions", scores(read_novels.score))
    dropped = score(read_novels.keys, read_novels.responses, singletons="drop", repeats="official")
    report(f"{name}, LitBank dev, predicted mentions, singletons dropped", scores(dropped))
    report(f"{name}, GAP validation", gap(resolver, nlp, corpora / "gap" / "gap-validation.tsv"))


def main() -> None:
    """Measure, print, write result.json."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    parser.add_argument("--models", nargs="+", help="names of packaged models, or folders; measure these only")
    args = parser.parse_args()
    result: dict[str, object] = {}

    def report(name: str, value: object) -> None:
        if name.partition(",")[0] in MODELS or not args.models:
            result[name] = value
        print(f"{name}: {value}", flush=True)

    if not args.models:
        measure_training(args.corpora, report)
    for name in args.models or MODELS:
        measure_packaged(name, args.corpora, report)
    file = HERE / "result.json"
    before = json.loads(file.read_text(encoding="utf-8")) if args.models else {}
    file.write_text(json.dumps(before | result, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
