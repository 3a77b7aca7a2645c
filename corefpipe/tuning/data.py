"""Documents as arrays: what settings are trained and scored on, in memory or mapped from files that processes share."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import sparse

from corefpipe.clustering.constraints import Constraints
from corefpipe.clustering.decoders import Decoder
from corefpipe.clustering.links import Links
from corefpipe.document import Document, Mention
from corefpipe.errors import FormatError
from corefpipe.formats.files import atomic_writer
from corefpipe.scoring import Score, score, score_partitions
from corefpipe.tuning.measures import Measure
from corefpipe.utils.digests import digest_of_bytes

if TYPE_CHECKING:  # spaCy takes long to import, and what trains needs none
    from corefpipe.features import FeatureSet, MentionTable
    from corefpipe.resolver.learning import Annotated
    from corefpipe.resolver.settings import MentionSource

_ABOUT = "prepared.json"


@dataclass(slots=True, frozen=True)
class Part:
    """Some documents: what is learned from, or scored on.

    Attributes:
        links: the candidates with their features, one item set a document.
        labels: of each document (n_mentions,) int32, the true chain of each mention.
        spans: of each document (n_mentions, 2) int32, start and end of each mention, in words.
        keys: of each document its name and its true mentions; no words.
        constraints: of each document the pairs of mentions that must, or must not, corefer by what speakers say.
    """

    links: Links
    labels: list[np.ndarray]
    spans: list[np.ndarray]
    keys: list[Document]
    constraints: list[Constraints]

    @classmethod
    def of(
        cls,
        features: FeatureSet,
        tables: Sequence[MentionTable],
        labels: Sequence[np.ndarray],
        documents: Sequence[Document],
        speakers: bool = True,
    ) -> Part:
        """Mentions of documents by a fitted feature set, with or without what speakers tell of them."""
        from corefpipe.resolver.constraints.speakers import speaker_constraints

        spans = [np.stack([table.spans.start, table.spans.end], axis=1) for table in tables]
        keys = [
            Document(
                document.name,
                document.part,
                mentions=[Mention(m.start, m.end, m.entity, fragments=m.fragments) for m in document.mentions],
            )
            for document in documents
        ]
        constraints = [(speaker_constraints(table) if speakers else None) or Constraints() for table in tables]
        return cls(features.links(tables), list(labels), spans, keys, constraints)

    def take(self, numbers: Iterable[int]) -> Part:
        """The documents of these numbers: `part.take(range(0, len(part.keys), 2))`."""
        chosen = list(numbers)
        sets = list(self.links)
        return Part(
            Links.stack([sets[i] for i in chosen], self.links.features.shape[1]),
            [self.labels[i] for i in chosen],
            [self.spans[i] for i in chosen],
            [self.keys[i] for i in chosen],
            [self.constraints[i] for i in chosen],
        )

    def decode(self, decoder: Decoder, scores: np.ndarray) -> list[np.ndarray]:
        """The labels of each document, as a model of this decoder gives them.

        Args:
            decoder: what clusters.
            scores: (n_links,) w_ij.
        """
        constraints = self.constraints if decoder.honours_constraints else None
        return decoder.decode_all(self.links, scores, constraints)

    def score(
        self, labels: Sequence[np.ndarray], singletons: bool, metrics: str | Iterable[str] = "coreference"
    ) -> Score:
        """The score of a clustering against the true mentions.

        Args:
            labels: of each document (n_mentions,) int, the cluster of each mention.
            singletons: whether clusters of one mention count as found.
            metrics: as for `corefpipe.score`.
        """
        responses = [
            replace(key, mentions=_mentions(spans, label, singletons))
            for key, spans, label in zip(self.keys, self.spans, labels, strict=True)
        ]
        return score(self.keys, responses, metrics=metrics, repeats="official")

    def scores(self, labels: Sequence[np.ndarray], measures: Iterable[Measure], singletons: bool) -> dict[str, float]:
        """What measures say of a clustering.

        Args:
            labels, singletons: see `score`.
            measures: which ones; those of the same items compare with `self.labels`, the others with the true mentions.
        """
        measures = list(measures)
        found: dict[str, float] = {}
        over_mentions = [measure for measure in measures if not measure.same_items]
        if over_mentions:
            names = dict.fromkeys(name for measure in over_mentions for name in measure.metrics)
            result = self.score(labels, singletons, names)
            found |= {measure.name: measure.of(result) for measure in over_mentions}
        over_items = [measure for measure in measures if measure.same_items]
        if over_items:
            names = dict.fromkeys(name for measure in over_items for name in measure.metrics)
            result = score_partitions(self.labels, labels, metrics=names)
            found |= {measure.name: measure.of(result) for measure in over_items}
        return found


@dataclass(slots=True, frozen=True)
class Prepared:
    """What settings are tried on.

    Attributes:
        train: what is learned from.
        dev: what is scored.
        singletons: whether clusters of one mention count as found: not where the training documents have none.
        source: what the arrays were made of, for the header of the results; {} takes a digest of the arrays.
        folder: where the arrays are mapped from; None in memory.
    """

    train: Part
    dev: Part
    singletons: bool
    source: Mapping[str, Any] = field(default_factory=dict)
    folder: Path | None = None

    def signature(self) -> dict[str, Any]:
        """What tells these data from others: `source`, or a digest of the arrays."""
        if self.source:
            return dict(self.source)
        pieces: list[bytes | memoryview] = []
        for part in (self.train, self.dev):
            for key, array in _arrays(part).items():
                pieces += [f"{key} {array.dtype} {array.shape}".encode(), np.ascontiguousarray(array).data]
            pieces.append(json.dumps(_keys_to_json(part.keys)).encode())
        return {"arrays": digest_of_bytes(*pieces), "singletons": self.singletons}

    def save(self, folder: str | Path) -> Prepared:
        """Write the arrays to a folder, from which any number of processes map them; the result is mapped too."""
        folder = Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / _ABOUT).unlink(missing_ok=True)  # written last: without it the folder is not complete
        about: dict[str, Any] = {"source": dict(self.source), "singletons": self.singletons}
        for name, part in (("train", self.train), ("dev", self.dev)):
            for key, array in _arrays(part).items():
                file = folder / f"{name}.{key}.npy"
                file.unlink(missing_ok=True)  # whoever has mapped an old one keeps it
                np.save(file, array, allow_pickle=False)
            about[name] = {
                "columns": part.links.features.shape[1],
                "teaching": part.links.teaching is not None,
                "keys": _keys_to_json(part.keys),
            }
        with atomic_writer(folder / _ABOUT) as stream:
            json.dump(about, stream, ensure_ascii=False)
        return Prepared.load(folder)

    @classmethod
    def load(cls, folder: str | Path) -> Prepared:
        """What `save` wrote, mapped into memory and read-only.

        Raises:
            FormatError: nothing complete is there.
        """
        folder = Path(folder)
        try:
            about = json.loads((folder / _ABOUT).read_text(encoding="utf-8"))
            train, dev = (_part(folder, name, about[name]) for name in ("train", "dev"))
            return cls(train, dev, about["singletons"], about["source"], folder)
        except (OSError, EOFError, ValueError, LookupError, TypeError) as error:
            what = " ".join(str(error).split()) or type(error).__name__
            raise FormatError(f"no prepared data: {what}", cure="Prepare them again", file=str(folder)) from error


def prepare(
    train: Iterable[Annotated],
    dev: Iterable[Annotated],
    features: FeatureSet,
    mentions: MentionSource = "predicted",
    partial: Iterable[Annotated] = (),
    source: Mapping[str, Any] | None = None,
    speakers: bool = True,
) -> Prepared:
    """Parsed documents as arrays, the feature set's vocabulary learned from those to train on.

    Args:
        train, mentions, partial: what to learn from, as for `learn_tables`.
        dev: the same, to score on.
        features: the feature set, which is fitted.
        source: what this is made of (see `Prepared`).
        speakers: decode within the constraints of speakers, as a model does; not where decoders are compared, as some
            cannot.
    """
    from corefpipe.features import gold_labels
    from corefpipe.resolver.learning import learn_tables
    from corefpipe.resolver.model import Resolver

    learned = learn_tables(features, train, mentions, partial)
    train_part = Part.of(features, learned.tables, learned.labels, learned.documents, speakers)
    resolver = Resolver(features, selector=learned.selector)
    tables, documents = [], []
    for doc, document in dev:
        tables.append(resolver.table(doc, document if mentions == "gold" else None))
        documents.append(document)
    labels = [gold_labels(table.spans, document) for table, document in zip(tables, documents, strict=True)]
    dev_part = Part.of(features, tables, labels, documents, speakers)
    return Prepared(train_part, dev_part, learned.singletons, source or {})


def _mentions(spans: np.ndarray, labels: np.ndarray, singletons: bool) -> list[Mention]:
    sizes = np.bincount(labels, minlength=1)
    return [
        Mention(start, end, str(label))
        for (start, end), label in zip(spans.tolist(), labels.tolist(), strict=True)
        if singletons or sizes[label] > 1
    ]


def _arrays(part: Part) -> dict[str, np.ndarray]:
    links = part.links
    arrays = {
        "sets": links.sets,
        "items": links.indptr,
        "antecedent": links.antecedent,
        "data": links.features.data,
        "indices": links.features.indices,
        "indptr": links.features.indptr,
        "labels": np.concatenate([np.zeros(0, dtype=np.int32), *part.labels]),
        "spans": np.concatenate([np.zeros((0, 2), dtype=np.int32), *part.spans]),
        **_pairs_to_arrays("together", [one.together for one in part.constraints]),
        **_pairs_to_arrays("apart", [one.apart for one in part.constraints]),
    }
    return arrays if links.teaching is None else {**arrays, "teaching": links.teaching}


def _pairs_to_arrays(name: str, pairs: Sequence[np.ndarray]) -> dict[str, np.ndarray]:
    """All pairs below each other, and where those of each document begin."""
    bounds = np.cumsum([0, *map(len, pairs)])
    return {name: np.concatenate([np.zeros((0, 2), dtype=np.int64), *pairs]), f"{name}_sets": bounds}


def _part(folder: Path, name: str, about: Mapping[str, Any]) -> Part:
    def array(key: str) -> np.ndarray:
        found: np.ndarray = np.load(folder / f"{name}.{key}.npy", mmap_mode="r", allow_pickle=False)
        return found

    sets, antecedent = array("sets"), array("antecedent")
    matrix = sparse.csr_matrix(
        (array("data"), array("indices"), array("indptr")), shape=(len(antecedent), about["columns"]), copy=False
    )
    links = Links(sets, array("items"), antecedent, matrix, array("teaching") if about["teaching"] else None)
    labels, spans = array("labels"), array("spans")
    together, apart = (
        [array(key)[first:last] for first, last in pairwise(array(f"{key}_sets").tolist())]
        for key in ("together", "apart")
    )
    return Part(
        links,
        [labels[first:last] for first, last in pairwise(sets.tolist())],
        [spans[first:last] for first, last in pairwise(sets.tolist())],
        [_key(*entry) for entry in about["keys"]],
        [Constraints(*pairs) for pairs in zip(together, apart, strict=True)],
    )


def _keys_to_json(keys: Sequence[Document]) -> list[list[Any]]:
    return [[key.name, key.part, [[m.start, m.end, m.entity, m.fragments] for m in key.mentions]] for key in keys]


def _key(name: str, part: int, mentions: list[list[Any]]) -> Document:
    read = [Mention(start, end, entity, fragments=tuple(map(tuple, pieces))) for start, end, entity, pieces in mentions]
    return Document(name, part, mentions=read)
