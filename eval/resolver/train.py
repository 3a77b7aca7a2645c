"""Train the packaged English resolver on OntoGUM and LitBank.

    python eval/resolver/train.py --corpora ../shared/corpora [--jackknife build/base_pipeline/jackknife]

OntoGUM's documents are those that the base pipeline was trained on: its parses of them are better than any that it
will give again. `eval/base_pipeline/jackknife.py` parses each by a pipeline that never saw it; with `--jackknife` those
are learned from. Without entity types among the features the difference is small (see README.md).
"""

from __future__ import annotations

import argparse
from pathlib import Path

from corefpipe import read
from corefpipe.chains.documents import PARSE_COLUMNS
from corefpipe.clustering.decoders import L3MDecoder
from corefpipe.document import Document
from corefpipe.features import FeatureSet
from corefpipe.parsing.annotate import annotate
from corefpipe.parsing.pipelines import PACKAGED, load_base
from corefpipe.resolver.evaluate import evaluate
from corefpipe.resolver.model import Resolver
from corefpipe.resolver.settings import default_learner

HERE = Path(__file__).resolve().parent
MIN_COUNT = 20  # scores on dev as 5 and 10 do, and the model is smaller
THRESHOLDS = (-0.3, 0.0, 0.3, 0.6)


def documents(folder: Path) -> list[Document]:
    """All documents of a folder; of a span in two chains the first counts."""
    if not folder.is_dir():
        raise SystemExit(f"{folder} is not there: see --help")
    return list(read(folder, repeats="first"))


def main() -> None:
    """Train, choose the threshold on OntoGUM dev, and package."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    parser.add_argument("--jackknife", type=Path, help="OntoGUM train in held-out parses")
    parser.add_argument("--out", type=Path, default=PACKAGED / "en" / "resolver")
    args = parser.parse_args()

    nlp = load_base("en")
    if args.jackknife:
        ontogum = annotate(documents(args.jackknife), nlp, ("sentence_starts", *PARSE_COLUMNS, "entity_types"))
    else:
        ontogum = annotate(documents(args.corpora / "ontogum" / "train"), nlp)
    litbank = annotate(documents(args.corpora / "litbank" / "train"), nlp)
    learner = default_learner("predicted", verbose=True)
    resolver = Resolver(FeatureSet("default", min_count=MIN_COUNT), L3MDecoder(1.0))
    resolver.fit(ontogum, learner, "predicted", partial=litbank)

    dev = list(annotate(documents(args.corpora / "ontogum" / "dev"), nlp))
    scores = {}
    for threshold in THRESHOLDS:
        resolver.decoder = L3MDecoder(1.0, threshold)
        scores[threshold] = evaluate(resolver, dev).conll
        print(f"threshold {threshold:+.1f}: {100 * scores[threshold]:.2f}")
    best = max(scores, key=lambda threshold: scores[threshold])
    resolver.decoder = L3MDecoder(1.0, best)
    settings = {name: value for name, value in learner.get_params().items() if name != "verbose"}
    resolver.meta = {
        "mentions": "predicted",
        **settings,
        "features": resolver.features.name,
        "trained_on": [
            "OntoGUM train, jackknifed parse" if args.jackknife else "OntoGUM train",
            "LitBank train, gold mentions",
        ],
        "dev": "OntoGUM dev, predicted mentions",
        "dev_conll": round(scores[best], 6),
    }
    resolver.to_disk(args.out)
    print(evaluate(resolver, dev))


if __name__ == "__main__":
    main()
