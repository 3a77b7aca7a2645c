"""Training and development documents as arrays, in memory or mapped from a folder that processes share."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from corefpipe.exceptions import FormatError
from corefpipe.formats.files import atomic_writer
from corefpipe.tuning.data import Part, arrays_of, keys_to_json, read_part
from corefpipe.tuning.parts import DOCUMENTS, NOTHING, WITHOUT, columns_of_groups
from corefpipe.tuning.unseen import Unseen
from corefpipe.utils.digests import digest_of_bytes

if TYPE_CHECKING:  # spaCy is slow to import, and workers that only train do not need it
    from corefpipe.features import FeatureSet
    from corefpipe.parsing.annotate import Watch
    from corefpipe.resolver.learning import Annotated
    from corefpipe.resolver.settings import MentionSource

_ABOUT = "prepared.json"
_GROUPS = "groups.npy"
_UNSEEN, _BEFORE = "unseen", "unseen.before.npy"


@dataclass(slots=True, frozen=True)
class Prepared:
    """What settings are trained and scored on.

    Attributes:
        train: the documents to learn from.
        dev: the documents to score on.
        singletons: whether clusters of one mention count as found; not if the training documents have none.
        documents: number of training documents, without partial ones; None if it is not known.
        groups: group of features -> (n_columns,) bool, which columns come from it, alone or conjoined.
        source: identifies what the arrays were made from, for the header of the results; {} means a digest of the
            arrays.
        folder: the folder that the arrays are mapped from; None in memory.
        unseen: documents on which is learned how far to trust a network, without which all other weights are learned;
            None where the weights of all features are learned together.
    """

    train: Part
    dev: Part
    singletons: bool
    source: Mapping[str, Any] = field(default_factory=dict)
    folder: Path | None = None
    documents: int | None = None
    groups: Mapping[str, np.ndarray] = field(default_factory=dict)
    unseen: Unseen | None = None

    def signature(self) -> dict[str, Any]:
        """What distinguishes these data from others: `source`, or a digest of the arrays."""
        if self.source:
            return dict(self.source)
        pieces: list[bytes | memoryview] = []
        for part in self._parts().values():
            for key, array in arrays_of(part).items():
                pieces += [f"{key} {array.dtype} {array.shape}".encode(), np.ascontiguousarray(array).data]
            pieces.append(json.dumps(keys_to_json(part.keys)).encode())
        if self.unseen is not None:
            pieces += [np.ascontiguousarray(self.unseen.before).data, json.dumps(dict(self.unseen.margins)).encode()]
        return {"arrays": digest_of_bytes(*pieces), "singletons": self.singletons}

    def _parts(self) -> dict[str, Part]:
        """The parts by the names of their files."""
        unseen = {} if self.unseen is None else {_UNSEEN: self.unseen.part}
        return {"train": self.train, "dev": self.dev, **unseen}

    def part(self, data: Mapping[str, Any]) -> Prepared:
        """A part of the data (see `corefpipe.tuning.parts`).

        Raises:
            FormatError: the arrays of so many documents were not saved in the folder.
        """
        found, documents = self, data.get(DOCUMENTS, self.documents)
        if documents != self.documents:
            assert self.folder is not None  # see `corpora.prepare_parts`
            found = Prepared.load(folder_of_part(self.folder, documents))
        if data.get(WITHOUT, NOTHING) == NOTHING:
            return found
        kept = ~found.groups[data[WITHOUT]]
        unseen = found.unseen
        if unseen is None:
            return replace(found, train=found.train.only_columns(kept), dev=found.dev.only_columns(kept))
        train = found.train.only_columns(unseen.in_training(kept))
        return replace(found, train=train, dev=found.dev.only_columns(kept), unseen=unseen.only_columns(kept))

    def save(self, folder: str | Path) -> Prepared:
        """Write the arrays to a folder, and return them mapped from there; any number of processes can map them."""
        folder = Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / _ABOUT).unlink(missing_ok=True)  # written last: without it the folder is incomplete
        about: dict[str, Any] = {"source": dict(self.source), "singletons": self.singletons}
        about |= {"documents": self.documents, "groups": list(self.groups)}
        np.save(folder / _GROUPS, np.array(list(self.groups.values()), dtype=bool), allow_pickle=False)
        for old in folder.glob("*.*.npy"):
            old.unlink()  # processes that have mapped an old file keep it
        if self.unseen is not None:
            about["margins"] = dict(self.unseen.margins)
            np.save(folder / _BEFORE, self.unseen.before, allow_pickle=False)
        for name, part in self._parts().items():
            for key, array in arrays_of(part).items():
                np.save(folder / f"{name}.{key}.npy", array, allow_pickle=False)
            about[name] = {
                "columns": part.links.features.shape[1],
                "teaching": part.links.teaching is not None,
                "keys": keys_to_json(part.keys),
            }
        with atomic_writer(folder / _ABOUT) as stream:
            json.dump(about, stream, ensure_ascii=False)
        return Prepared.load(folder)

    @classmethod
    def load(cls, folder: str | Path) -> Prepared:
        """Map into memory, read-only, what `save` wrote.

        Raises:
            FormatError: the folder has no complete data.
        """
        folder = Path(folder)
        try:
            about = json.loads((folder / _ABOUT).read_text(encoding="utf-8"))
            train, dev = (read_part(folder, name, about[name]) for name in ("train", "dev"))
            groups = dict(zip(about["groups"], np.load(folder / _GROUPS, allow_pickle=False), strict=True))
            unseen = None
            if _UNSEEN in about:
                part = read_part(folder, _UNSEEN, about[_UNSEEN])
                unseen = Unseen(part, np.load(folder / _BEFORE, allow_pickle=False), about["margins"])
            return cls(train, dev, about["singletons"], about["source"], folder, about["documents"], groups, unseen)
        except (OSError, EOFError, ValueError, LookupError, TypeError, RecursionError) as error:
            what = " ".join(str(error).split()) or type(error).__name__
            raise FormatError(f"no prepared data: {what}", cure="Prepare them again", file=str(folder)) from error


def folder_of_part(folder: Path, documents: int) -> Path:
    """Where the arrays of some of the training documents are, below those of all."""
    return folder / f"{DOCUMENTS}-{documents}"


def _first(annotated: Annotated, number: int) -> Annotated:
    return annotated


def prepare(
    train: Iterable[Annotated],
    dev: Iterable[Annotated],
    features: FeatureSet,
    mentions: MentionSource = "predicted",
    partial: Iterable[Annotated] = (),
    source: Mapping[str, Any] | None = None,
    constraints: Sequence[str] | None = None,
    watch: Watch | None = None,
    unseen: Iterable[Annotated] = (),
) -> Prepared:
    """Turn parsed documents into arrays; the feature set's vocabulary is learned from the training documents.

    With unseen documents its features of context come from these alone, as in training.

    Args:
        train, mentions, partial: what to learn from, as for `learn_tables`.
        dev: parsed documents to score on.
        features: the feature set, which is fitted.
        source: what the arrays are made from (see `Prepared`).
        constraints: names of those under which dev documents are decoded; None are those of a model. Some decoders
            support none.
        watch: shows progress.
        unseen: parsed documents that the network of the feature set has not learned from (see `Resolver.fit`).

    Raises:
        SettingError: unseen documents, but no network.
        ModelError: the training documents hold no mentions.
    """
    from corefpipe.features import table_labels
    from corefpipe.features.engine.learned import no_network
    from corefpipe.parsing.annotate import unwatched
    from corefpipe.resolver.context_weights import MARGINS
    from corefpipe.resolver.learning import learn_tables
    from corefpipe.resolver.model import Resolver

    numbers, apart, network = count(), list(unseen), features.context
    if apart:
        if network is None:
            raise no_network()
        features.use_context(None)
    learned = learn_tables(features, map(_first, train, numbers), mentions, partial, watch=watch or unwatched)
    resolver = Resolver(features, selector=learned.selector)
    names = resolver.constraints if constraints is None else constraints
    train_part = Part.of(features, learned.tables, learned.labels, learned.documents, names, True, watch)
    context = None
    if apart and network is not None:
        found, labels = resolver.read_unseen(network, apart, mentions)
        before = features.fit_context(found, watch or unwatched)
        part = Part.of(features, found, labels, [one for _, one in apart], names, True, watch)
        context = Unseen(part, before, MARGINS[mentions])
    tables, documents = [], []
    for doc, document in dev:
        tables.append(resolver.table(doc, document if mentions == "gold" else None))
        documents.append(document)
    labels = list(map(table_labels, tables, documents))
    dev_part = Part.of(features, tables, labels, documents, names, False, watch)
    groups = columns_of_groups(features)
    return Prepared(
        train_part, dev_part, learned.singletons, source or {}, documents=next(numbers), groups=groups, unseen=context
    )
