"""Learn the model that links chains across documents, and measure it against baselines.

    OMP_NUM_THREADS=1 python eval/cross_document/measure.py --corpora ../shared/corpora --parsed FOLDER \
        --out corefpipe/entities

Learns from the training parts of ECB+ and GUM (its genres of free licences), chooses learner and threshold on the
development parts, and writes en.json to --out and result.json beside this file. ECB+ is parsed and resolved first,
which takes five minutes; the folder --parsed keeps that for the next time.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from baselines import equal_names, no_linking, single_linkage
from collections_of_chains import Links, collection_of, linked_by, percents, scored
from ecb import parsed_part, within
from gum import FREE_GENRES, read_gum

from corefpipe.clustering.named import make_learner
from corefpipe.document import Document
from corefpipe.entities.labels import with_ids
from corefpipe.entities.learning import Collection, learned
from corefpipe.entities.model import LinkModel
from corefpipe.scoring import score

HERE = Path(__file__).resolve().parent
LEARNERS = {
    "Max-Left-Link": ("l3m", {"gamma": 0.0, "passes": 10, "l2": 1e-3}),
    "L3M, γ = 1": ("l3m", {"gamma": 1.0, "passes": 10, "l2": 1e-3}),
    "logistic regression": ("binary", {"sampling": "all", "classifier": "logistic", "l2": 1e-5}),
}
THRESHOLDS = tuple(n / 4 for n in range(-4, 1))
LEASTS = (0.8, 0.84, 0.88, 0.92, 0.96)
GUM = "GUM_"  # how the ids of chains without a Wikipedia page begin
Linking = Callable[[Collection], Links]


@dataclass(slots=True)
class Data:
    """The corpora.

    Attributes:
        train: the collections that the model learns from.
        topics: ECB+ dev by topic, with its own chains.
        predicted: the same with predicted chains.
        gum: GUM dev.
    """

    train: list[Collection]
    topics: dict[str, list[Document]]
    predicted: dict[str, list[Document]]
    gum: Collection

    @classmethod
    def read(cls, corpora: Path, parsed: Path) -> Data:
        """Read the corpora; ECB+ is parsed if it has not been."""
        learned_from, _ = parsed_part(corpora, "train", parsed)
        key, response = parsed_part(corpora, "dev", parsed)
        collections = [collection_of(documents) for documents in by_topic(learned_from).values()]
        whole = [chain for collection in collections for chain in collection]
        free = (one for one in read_gum(corpora / "gum" / "train") if one.genre in FREE_GENRES)
        train = [*collections, whole, collection_of(free)]
        return cls(train, by_topic(key), by_topic(response), collection_of(read_gum(corpora / "gum" / "dev")))

    def scores(self, link: Linking) -> dict[str, dict[str, float]]:
        """Figures of a way of linking, by protocol (see the README)."""
        topics = [collection_of(documents) for documents in self.topics.values()]
        whole = [chain for collection in topics for chain in collection]
        gum = link(self.gum)
        found = {
            "topics": scored(topics, [link(collection) for collection in topics]),
            "whole": scored([whole], [link(whole)]),
            "pages": scored([self.gum], [gum], only=GUM),
            "gum": scored([self.gum], [gum]),
        }
        key = [document for documents in self.topics.values() for document in documents]
        for name, collections in (
            ("predicted", [*self.predicted.values()]),
            ("predicted whole", [self.all_predicted()]),
        ):
            response = [document for documents in collections for document in labelled(documents, link)]
            found[name] = percents(
                score(key, response, cross_document=True, topic="topic", match="head", singletons="drop")
            )
        return found

    def all_predicted(self) -> list[Document]:
        """ECB+ dev with predicted chains, as one collection."""
        return [document for documents in self.predicted.values() for document in documents]


def by_topic(documents: Iterable[Document]) -> dict[str, list[Document]]:
    """Topic -> its documents."""
    found: dict[str, list[Document]] = {}
    for document in documents:
        found.setdefault(document.metadata["topic"], []).append(document)
    return found


def labelled(documents: Sequence[Document], link: Linking) -> Iterator[Document]:
    """Documents with the ids of the entities that their chains are linked to, in the annotated sentences."""
    entities = link(collection_of(documents))
    for document in documents:
        ids = {chain: f"e{entities[str(document), chain]}" for chain in document.chains()}
        yield within(with_ids(document, ids), document.metadata["annotated"])


def mean(scores: dict[str, dict[str, float]]) -> float:
    """What is tuned: the mean of CoNLL by topic, of the whole, of pages, and of predicted chains."""
    parts = ("topics", "whole", "pages", "predicted")
    return round(sum(scores[part]["conll"] for part in parts) / len(parts), 2)


def best_threshold(data: Data, model: LinkModel) -> tuple[LinkModel, dict[str, dict[str, float]], dict[float, float]]:
    """The model with the best threshold, its figures, and the mean of each threshold."""
    models = [replace(model, threshold=threshold) for threshold in THRESHOLDS]
    found = [(one, data.scores(partial(linked_by, one))) for one in models]
    best, scores = max(found, key=lambda pair: mean(pair[1]))
    return best, scores, {one.threshold: mean(own) for one, own in found}


def main() -> None:
    """Read the options, learn, measure, write."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--corpora", type=Path, required=True)
    parser.add_argument("--parsed", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    data = Data.read(args.corpora, args.parsed)
    result: dict[str, dict[str, object]] = {"linking": {}, "learners": {}, "thresholds": {}, "data": {}}
    result["data"] = {
        "train": {"collections": len(data.train), "chains": sum(map(len, data.train))},
        "topics": {"documents": sum(map(len, data.topics.values()))},
        "gum": {"chains": len(data.gum)},
    }
    result["linking"]["no linking"] = data.scores(no_linking)
    result["linking"]["equal names"] = data.scores(equal_names)
    single = [data.scores(partial(single_linkage, least=least)) for least in LEASTS]
    result["linking"]["single linkage"] = max(single, key=mean)
    found = {}
    for name, (learner, settings) in LEARNERS.items():
        model, scores, thresholds = best_threshold(data, learned(data.train, make_learner(learner, settings), "en"))
        found[name] = model, scores
        result["learners"][name] = {"mean": mean(scores), "threshold": model.threshold, **scores}
        result["thresholds"][name] = thresholds
        print(name, result["learners"][name], flush=True)
    model, result["linking"]["corefpipe link"] = max(found.values(), key=lambda pair: mean(pair[1]))
    model.to_disk(args.out / "en.json")
    text = json.dumps(result, indent=1, ensure_ascii=False)
    (HERE / "result.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
