"""Compare the techniques of table.py on more documents: folds of train that were not used to choose settings.

    python eval/l3m_table1/folds.py --corpora ../shared/corpora

Few differences are significant on the 30 and 10 documents of dev. Here the documents of four fifths of train, on which
table.py did not choose settings, are each clustered by a model trained on all documents outside their own fifth, with
the settings that table.py chose. Vocabulary and learned features are those of all of train, for every technique.
Writes folds_CORPUS.md beside this file.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from table import CORPORA, HELD_OUT, HERE, METRICS, ROWS, TECHNIQUES, compared, known, splits

from corefpipe.clustering import Clusterer
from corefpipe.scoring import Score
from corefpipe.tuning import Prepared

TITLES = ("Sum-Link", "Bin-Left-Link", "L³M (γ = 0)", "L³M (tuned γ)")  # training the others takes minutes per fold


def main() -> None:
    """Measure and write the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    parser.add_argument("--corpus", choices=CORPORA, action="append")
    args = parser.parse_args()
    for corpus in args.corpus or CORPORA:
        _, final = splits(args.corpora, corpus, starts=False)
        scores = {row.title: over_folds(row.title, row.technique, corpus, final) for row in ROWS if row.title in TITLES}
        text = table_of(corpus, scores)
        print(text, flush=True)
        (HERE / f"folds_{corpus}.md").write_text(text, encoding="utf8")


def over_folds(title: str, name: str, corpus: str, final: Prepared) -> Score:
    """Score the documents outside the first fifth, each clustered by a model not trained on it."""
    technique, settings = TECHNIQUES[name], known(corpus)[title]["settings"]
    number = range(len(final.train.keys))
    labels, order = [], []
    for fold in range(1, HELD_OUT):
        inside = [i for i in number if i % HELD_OUT == fold]
        rest = final.train.take(i for i in number if i % HELD_OUT != fold)
        clusterer = Clusterer.named(technique.learner, technique.decoder, **technique.settings, **settings)
        clusterer.fit(rest.links, rest.labels)
        labels += clusterer.predict(final.train.take(inside).links)
        order += inside
    return final.train.take(order).score(labels, final.singletons, METRICS)


def table_of(corpus: str, scores: dict[str, Score]) -> str:
    """The table of one corpus, as Markdown."""
    documents = len(next(iter(scores.values())).documents)
    lines = [f"### {corpus}, {documents} documents of train", "", "| technique | MUC | B³ | CEAF-e | average |"]
    lines.append("|---|---|---|---|---|")
    for title, score in scores.items():
        numbers = [*(score[metric].f1 for metric in METRICS), score.conll]
        lines.append(f"| {title} | {' | '.join(f'{100 * number:.2f}' for number in numbers)} |")
    return "\n".join([*lines, "", *compared(scores), ""])


if __name__ == "__main__":
    main()
