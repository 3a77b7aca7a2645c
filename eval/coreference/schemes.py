"""Measure models that are trained on a corpus with singletons: LitBank's scheme, GUM's scheme.

    python eval/coreference/schemes.py --corpora ../shared/corpora

Predicted mentions, our parse, development parts only. Writes schemes.json beside this file.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from measure import HERE, documents

from corefpipe import score, train
from corefpipe.parsing.annotate import annotate
from corefpipe.parsing.pipelines import load_base
from corefpipe.resolver.evaluate import Evaluation, evaluate
from corefpipe.resolver.overrides import Overrides

WAYS = {
    "exact spans, singletons counted": {"match": "exact", "singletons": "keep"},
    "exact spans, no singletons": {"match": "exact", "singletons": "drop"},
    "head match, singletons counted": {"match": "head", "singletons": "keep"},
    "head match, no singletons (`--profile corefud`)": {"match": "head", "singletons": "drop"},
}
EXACT = 2
"""LitBank has no heads: only the first so many ways apply."""


def conll(found: Evaluation, ways: int) -> dict[str, float]:
    """CoNLL average of each way to count, in percent."""
    return {
        name: round(100 * score(found.keys, found.responses, repeats="first", **WAYS[name]).conll, 2)
        for name in list(WAYS)[:ways]
    }


def main() -> None:
    """Measure, print, write schemes.json."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    args = parser.parse_args()
    nlp, result = load_base("en"), {}
    for name, folder, ways in (("LitBank", "litbank", EXACT), ("GUM", "gum", len(WAYS))):
        parts = {part: list(annotate(documents(args.corpora / folder / part), nlp)) for part in ("train", "dev")}
        resolver = train(parts["train"], parts["dev"]).resolver
        for constraints, overrides in (("", {}), (", without constraints", {"constraints": ()})):
            found = conll(evaluate(resolver.configured(Overrides(**overrides)), parts["dev"]), ways)
            result[name + constraints] = found
            print(name + constraints, found, flush=True)
    (HERE / "schemes.json").write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
