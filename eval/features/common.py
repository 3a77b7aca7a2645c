"""Shared code of the experiments on feature sets: documents as matrices, learners, scores on dev."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from corefpipe import read
from corefpipe.clustering.decoders import L3MDecoder
from corefpipe.clustering.learners import BinaryLearner
from corefpipe.clustering.links import Links
from corefpipe.document import Document, Mention
from corefpipe.features import FeatureSet, MentionTable, gold_tables
from corefpipe.parsing.annotate import annotate
from corefpipe.parsing.pipelines import load_base
from corefpipe.resolver.settings import default_learner
from corefpipe.scoring import Score, score

HERE = Path(__file__).resolve().parent
WORK = HERE / "work"
MIN_COUNT = 5
HELD_OUT = 6  # every sixth training document is held out to choose the threshold
STARTS = np.linspace(0.05, 0.6, 12)  # shares of items that start a cluster, one per threshold tried
CORPORA = ("ontogum", "litbank")


@dataclass(slots=True)
class Part:
    """Some documents with gold mentions: their tables, chains and words."""

    tables: list[MentionTable]
    labels: list[np.ndarray]
    documents: list[Document]
    singletons: bool

    def every(self, step: int, invert: bool = False) -> Part:
        """Each document whose number is a multiple of `step`, or all the others."""
        chosen = [i for i in range(len(self.tables)) if (i % step == 0) != invert]
        return Part(
            [self.tables[i] for i in chosen],
            [self.labels[i] for i in chosen],
            [self.documents[i] for i in chosen],
            self.singletons,
        )

    def score(self, links: Links, coef: np.ndarray, decoder: L3MDecoder) -> Score:
        """Scores of the chains predicted by weights and a decoder, with singletons if the corpus annotates them."""
        scores = links.features @ coef
        responses, at = [], 0
        for one, table, document in zip(links, self.tables, self.documents, strict=True):
            labels = decoder.decode(one, scores[at : at + one.n_links]).labels
            at += one.n_links
            sizes = np.bincount(labels, minlength=1)
            mentions = [
                Mention(start, end, str(label))
                for (start, end, _), label in zip(table.triples(), labels.tolist(), strict=True)
                if self.singletons or sizes[label] > 1
            ]
            responses.append(replace(document, mentions=mentions))
        return score(self.documents, responses, repeats="official")


def load(corpora: Path, name: str) -> tuple[Part, Part]:
    """Load train and dev of a corpus with gold mentions, parsed by the packaged pipeline."""
    nlp = load_base("en")
    parts = []
    for part in ("train", "dev"):
        folder = corpora / name / part
        if not folder.is_dir():
            raise SystemExit(f"{folder} is not there: see --help")
        pairs = list(annotate(read(folder, repeats="first"), nlp))
        tables, labels = gold_tables(pairs)
        # A span in two chains counts only in the first one, both in scoring and in clustering.
        parts.append(Part(tables, labels, [document for _, document in pairs], name == "litbank"))
    return parts[0], parts[1]


@dataclass(slots=True, frozen=True)
class Contender:
    """A learner, its γ for decoding, and whether the decoder needs a threshold.

    L3M learns the score of starting a cluster; a classifier of links does not.
    """

    learner: Any
    gamma: float
    seek: bool


def contenders() -> dict[str, Contender]:
    """The learners that are compared."""
    return {
        "L3M, γ = 1": Contender(default_learner("gold"), 1.0, seek=False),
        "Max-Left-Link, binary": Contender(BinaryLearner(), 0.0, seek=True),
    }


def fitted(contender: Contender, train: Part, links: Links) -> tuple[np.ndarray, L3MDecoder]:
    """Weights trained on all of train, and the decoder, with the best threshold on held-out documents of train."""
    learner, gamma = contender.learner, contender.gamma
    if not contender.seek:
        return learner.fit(links, train.labels).coef_, L3MDecoder(gamma)
    sets = list(links)
    others = [one for i, one in enumerate(sets) if i % HELD_OUT]
    held_out, rest = train.every(HELD_OUT), train.every(HELD_OUT, invert=True)
    n_features = links.features.shape[1]
    coef = learner.fit(Links.stack(others, n_features), rest.labels).coef_
    of_held_out = Links.stack([one for i, one in enumerate(sets) if not i % HELD_OUT], n_features)
    decoders = [L3MDecoder(gamma, threshold) for threshold in _thresholds(of_held_out, of_held_out.features @ coef)]
    best = max(decoders, key=lambda decoder: held_out.score(of_held_out, coef, decoder).conll)
    return learner.fit(links, train.labels).coef_, best


def _thresholds(links: Links, scores: np.ndarray) -> list[float]:
    """Thresholds for scores of any scale: 0, and quantiles of the margin of each item's best link."""
    dummies = links.indptr[:-1]
    start = scores[dummies]
    link = np.where(links.antecedent < 0, -np.inf, scores)
    margin = np.maximum.reduceat(link, dummies) - start
    return [0.0, *np.quantile(margin[np.isfinite(margin)], STARTS).tolist()]


def timed(features: FeatureSet, train: Part) -> tuple[Links, float]:
    """The links of train, and the CPU seconds that fitting the vocabulary and the matrix took."""
    start = time.process_time()
    links = features.fit_tables(train.tables, train.labels).links(train.tables)
    return links, time.process_time() - start


def results(name: str) -> dict[str, Any]:
    """The saved results of an experiment, by corpus."""
    files = {corpus: WORK / f"{name}_{corpus}.json" for corpus in CORPORA}
    return {corpus: json.loads(file.read_text("utf8")) for corpus, file in files.items() if file.is_file()}


def keep(name: str, corpus: str, found: dict[str, Any]) -> None:
    """Save the results of an experiment on a corpus; one file per corpus, so that both can run in parallel."""
    text = json.dumps(found, indent=1, ensure_ascii=False) + "\n"
    WORK.mkdir(exist_ok=True)
    (WORK / f"{name}_{corpus}.json").write_text(text, encoding="utf8")


def keep_table(name: str, table: str) -> None:
    """Save the table of an experiment."""
    (HERE / f"{name}.md").write_text(table, encoding="utf8")
