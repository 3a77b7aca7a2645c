"""Measure models with and without a network: development parts only.

    python eval/context/measure.py en_research build/en_large --corpora ../shared/corpora --work build/context

Prints and writes, per model: CoNLL averages of OntoGUM dev (words given, without constraints, and from raw text) and of
EWT dev (words given), F1 on GAP's validation part, and decisions right on the short texts of `tests/sentences`.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

from train import METRICS, Parts

from corefpipe import load, score
from corefpipe.resolver.evaluate import evaluate
from corefpipe.resolver.loading import load_resolver
from corefpipe.resolver.model import Resolver
from corefpipe.resolver.overrides import Overrides

for folder in ("coreference", "sentences"):
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / folder))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("models", nargs="+", help="packaged models or folders")
    parser.add_argument("--corpora", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True, help="folder that is kept")
    parser.add_argument("--only", nargs="*", choices=MEASURES, help="what to measure; all without")
    parser.add_argument("--out", type=Path, help="file for the results, which are added to those that it has")
    args = parser.parse_args()
    for name in args.models:
        resolver = load_resolver(name)
        parts = Parts(args.corpora, resolver.base, args.work)
        result: dict[str, Any] = {}
        for what in args.only or MEASURES:
            result[what] = MEASURES[what](name, resolver, parts)
            print(f"{name}, {what}: {result[what]}", flush=True)
        if args.out:
            known = json.loads(args.out.read_text(encoding="utf-8")) if args.out.is_file() else {}
            known.setdefault(Path(name).name, {}).update(result)
            args.out.write_text(json.dumps(known, indent=2) + "\n", encoding="utf-8")


def _scores(report: Any) -> dict[str, float]:
    table = report.to_dict()
    found = {metric: round(100 * table[metric]["f1"], 1) for metric in METRICS}
    return {"conll": round(100 * report.conll, 2), **found}


def ontogum(name: str, resolver: Resolver, parts: Parts) -> dict[str, float]:
    """OntoGUM dev, words and sentences given; and seconds of the coreference stage."""
    dev = parts["ontogum.dev"]
    start = time.process_time()
    found = evaluate(resolver, dev)
    return {**_scores(found.score), "seconds": round(time.process_time() - start, 1)}


def unconstrained(name: str, resolver: Resolver, parts: Parts) -> dict[str, float]:
    """The same without constraints."""
    return _scores(evaluate(resolver.configured(Overrides(constraints=())), parts["ontogum.dev"]).score)


def web(name: str, resolver: Resolver, parts: Parts) -> dict[str, float]:
    """EWT dev, words and sentences given."""
    dev = parts["web.dev"]
    return {**_scores(evaluate(resolver, dev).score), "documents": len(dev)}


def raw(name: str, resolver: Resolver, parts: Parts) -> dict[str, float]:
    """OntoGUM dev from raw text."""
    from raw_text import responses

    keys = [document for _, document in parts["ontogum.dev"]]
    nlp = load(name)
    nlp.remove_pipe("corefpipe")
    return _scores(score(keys, list(responses(resolver, nlp, parts.corpora / "gum" / "dev", keys))))


def gap(name: str, resolver: Resolver, parts: Parts) -> dict[str, float]:
    """F1 on GAP's validation part."""
    from measure_gap import gap_scores

    return gap_scores(resolver, parts["gap.dev"], parts.corpora / "gap" / "gap-validation.tsv")


def sentences(name: str, resolver: Resolver, parts: Parts) -> dict[str, str]:
    """Decisions right on the short texts, of both halves."""
    from cases import HALVES, read_half
    from matching import is_right

    nlp, found = load(name), {}
    for half in HALVES:
        right = [
            is_right(decision, doc, doc._.coref.chains)
            for cases in read_half(half).values()
            for case in cases
            for doc in [nlp(case.text)]
            for decision in case.decisions
        ]
        found[half] = f"{sum(right)}/{len(right)}"
    return found


MEASURES = {
    "OntoGUM dev": ontogum,
    "web dev": web,
    "GAP validation": gap,
    "short texts": sentences,
    "OntoGUM dev, raw text": raw,
    "OntoGUM dev, without constraints": unconstrained,
}


if __name__ == "__main__":
    main()
