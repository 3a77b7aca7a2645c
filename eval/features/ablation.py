"""Drop-one ablation of a feature set: the effect of each feature on OntoGUM and LitBank dev, L3M with γ = 1.

    python eval/features/ablation.py --corpora ../shared/corpora [--set default] [--seeds 3]

Scores are means over seeds (for the order of documents), because the noise of one run is as large as most effects.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from common import CORPORA, MIN_COUNT, keep, keep_table, load, results, timed
from groups import only

from corefpipe.clustering.decoders import L3MDecoder
from corefpipe.features import FeatureSet
from corefpipe.resolver.settings import default_learner


def main() -> None:
    """Measure, and write ablation.md."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    parser.add_argument("--set", default="default")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--corpus", choices=CORPORA, action="append")
    args = parser.parse_args()
    for corpus in args.corpus or CORPORA:
        train, dev = load(args.corpora, corpus)
        features = FeatureSet(args.set, min_count=MIN_COUNT)
        links, _ = timed(features, train)
        of_dev = features.links(dev.tables)
        everything = [feature.name for feature in (*features.spec.features, *features.spec.starts)]
        scores = {}
        for name in ("", *everything):
            columns = features.fitted.made_of([other for other in everything if other != name]).nonzero()[0]
            some, some_of_dev = only(links, columns), only(of_dev, columns)
            runs = []
            for seed in range(args.seeds):
                coef = default_learner("gold", seed=seed).fit(some, train.labels).coef_
                runs.append(100 * dev.score(some_of_dev, coef, L3MDecoder(1.0)).conll)
            scores[name] = float(np.mean(runs))
            print(corpus, name or "all", f"{scores[name]:.2f}", f"{scores[''] - scores[name]:+.2f}", flush=True)
            keep("ablation", corpus, {name or "all of them": round(value, 3) for name, value in scores.items()})
        keep_table("ablation", table_of(results("ablation")))


def table_of(result: dict[str, dict[str, float]]) -> str:
    """The result as Markdown: the loss without each feature, the most valuable first."""
    whole = {corpus: rows["all of them"] for corpus, rows in result.items()}
    names = [name for name in next(iter(result.values())) if all(name in rows for rows in result.values())]
    names.remove("all of them")
    lost = {name: {corpus: whole[corpus] - rows[name] for corpus, rows in result.items()} for name in names}
    lines = [f"All features: {', '.join(f'{corpus} {value:.2f}' for corpus, value in whole.items())}.", ""]
    lines += [f"| without | {' | '.join(result)} | mean |", "|---" * (2 + len(result)) + "|"]
    for name in sorted(names, key=lambda name: -np.mean(list(lost[name].values()))):
        cells = [f"{-value:+.2f}" for value in lost[name].values()]
        lines.append(f"| `{name}` | {' | '.join(cells)} | {-np.mean(list(lost[name].values())):+.2f} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
