"""Do classes of words help coreference? Models with and without them, over several seeds, on OntoGUM dev.

    corefpipe words ../shared/corpora/novels --min-count 10 --classes 500 -o classes.tsv
    python eval/words/features.py --classes classes.tsv --corpora ../shared/corpora [--seeds 5]

Gold and predicted mentions, our parse, the default settings of `corefpipe train`. Vocabulary and links are computed
once, and the model without classes is trained on the other columns; mentions are predicted without classes. Seeds are
those of the order of documents. Results are written as they come, and are not computed again.
"""

from __future__ import annotations

import argparse
import copy
import json
import time
from pathlib import Path
from typing import Any

import numpy as np
from class_features import GROUP, GROUPS, use_classes
from spacy.tokens import Doc

from corefpipe import read
from corefpipe.clustering.links import Links
from corefpipe.clustering.named import make_decoder
from corefpipe.document import Document
from corefpipe.features import FeatureSet
from corefpipe.parsing.annotate import annotate
from corefpipe.parsing.pipelines import load_base
from corefpipe.resolver.evaluate import evaluate
from corefpipe.resolver.learning import learn_tables
from corefpipe.resolver.model import Resolver
from corefpipe.resolver.settings import MentionSource, default_learner
from corefpipe.utils.data import data_folder

RESULT = Path(__file__).resolve().parent / "features.json"
MIN_COUNT = 5
MENTIONS: tuple[MentionSource, ...] = ("gold", "predicted")
Annotated = list[tuple[Doc, Document]]
METRICS = ("muc", "b_cubed", "ceaf_e", "mentions")


def main() -> None:
    """Measure, and write features.json."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    parser.add_argument("--classes", type=Path, required=True)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--mentions", choices=MENTIONS, action="append")
    args = parser.parse_args()
    for path in (args.corpora / "ontogum", args.classes):
        if not path.exists():
            raise SystemExit(f"{path} is not there: see --help")
    use_classes(args.classes)
    with_classes = args.classes.with_name("with_classes.toml")
    with_classes.write_text((data_folder("features") / "default.toml").read_text("utf8") + GROUPS, encoding="utf8")
    nlp = load_base("en")
    train, dev = (
        list(annotate(read(args.corpora / "ontogum" / part, repeats="first"), nlp)) for part in ("train", "dev")
    )
    result = json.loads(RESULT.read_text("utf8")) if RESULT.is_file() else {}
    for mentions in args.mentions or MENTIONS:
        measure(mentions, with_classes, train, dev, args.seeds, result)


def measure(
    mentions: MentionSource, spec: Path, train: Annotated, dev: Annotated, seeds: int, result: dict[str, Any]
) -> None:
    """Train and score with and without the classes, a pair for each seed."""
    rows = result.setdefault(mentions, {})
    start = time.process_time()
    features = FeatureSet(str(spec), min_count=MIN_COUNT)
    resolver = Resolver(features, make_decoder("l3m"))
    found = learn_tables(features, train, mentions)
    resolver.selector, resolver.singletons = found.selector, found.singletons
    links = found.links(features, resolver.constraints)
    everything = [*features.spec.features, *features.spec.starts]
    ours = [feature.name for feature in everything if feature.group == GROUP]
    others = [feature.name for feature in everything if feature.group != GROUP]
    conditions = {"default": features.fitted.made_of(others), "with classes": np.ones(links.features.shape[1], bool)}
    rows["columns"] = {name: int(mask.sum()) for name, mask in conditions.items()}
    print(mentions, links.features.shape, ours, rows["columns"], f"{time.process_time() - start:.0f} s", flush=True)
    for seed in range(seeds):
        for name, mask in conditions.items():
            scores = rows.setdefault(name, {})
            if str(seed) in scores:
                continue
            start = time.process_time()
            columns = np.flatnonzero(mask)
            some = Links(links.sets, links.indptr, links.antecedent, links.features[:, columns])
            coef = np.zeros(len(mask))
            coef[columns] = default_learner(mentions, seed=seed).fit(some, found.labels).coef_
            one = copy.deepcopy(resolver)
            one.use(coef)
            score = evaluate(one, dev, mentions).score
            table = score.to_dict()
            scores[str(seed)] = {
                **{metric: round(100 * table[metric]["f1"], 2) for metric in METRICS},
                "conll": round(100 * score.conll, 2),
            }
            print(mentions, name, seed, scores[str(seed)], f"{time.process_time() - start:.0f} s", flush=True)
            RESULT.write_text(json.dumps(result, indent=1) + "\n", encoding="utf8")


if __name__ == "__main__":
    main()
