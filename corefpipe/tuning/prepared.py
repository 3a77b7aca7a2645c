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
from corefpipe.utils.digests import digest_of_bytes

if TYPE_CHECKING:  # spaCy is slow to import, and workers that only train do not need it
    from corefpipe.features import FeatureSet
    from corefpipe.parsing.annotate import Watch
    from corefpipe.resolver.learning import Annotated
    from corefpipe.resolver.settings import MentionSource

_ABOUT = "prepared.json"
_GROUPS = "groups.npy"


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
    """

    train: Part
    dev: Part
    singletons: bool
    source: Mapping[str, Any] = field(default_factory=dict)
    folder: Path | None = None
    documents: int | None = None
    groups: Mapping[str, np.ndarray] = field(default_factory=dict)

    def signature(self) -> dict[str, Any]:
        """What distinguishes these data from others: `source`, or a digest of the arrays."""
        if self.source:
            return dict(self.source)
        pieces: list[bytes | memoryview] = []
        for part in (self.train, self.dev):
            for key, array in arrays_of(part).items():
                pieces += [f"{key} {array.dtype} {array.shape}".encode(), np.ascontiguousarray(array).data]
            pieces.append(json.dumps(keys_to_json(part.keys)).encode())
        return {"arrays": digest_of_bytes(*pieces), "singletons": self.singletons}

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
        return replace(found, train=found.train.only_columns(kept), dev=found.dev.only_columns(kept))

    def save(self, folder: str | Path) -> Prepared:
        """Write the arrays to a folder, and return them mapped from there; any number of processes can map them."""
        folder = Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / _ABOUT).unlink(missing_ok=True)  # written last: without it the folder is incomplete
        about: dict[str, Any] = {"source": dict(self.source), "singletons": self.singletons}
        about |= {"documents": self.documents, "groups": list(self.groups)}
        np.save(folder / _GROUPS, np.array(list(self.groups.values()), dtype=bool), allow_pickle=False)
        for name, part in (("train", self.train), ("dev", self.dev)):
            for key, array in arrays_of(part).items():
                file = folder / f"{name}.{key}.npy"
                file.unlink(missing_ok=True)  # processes that have mapped an old file keep it
                np.save(file, array, allow_pickle=False)
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
            return cls(train, dev, about["singletons"], about["source"], folder, about["documents"], groups)
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
) -> Prepared:
    """Turn parsed documents into arrays; the feature set's vocabulary is learned from the training documents.

    Args:
        train, mentions, partial: what to learn from, as for `learn_tables`.
        dev: parsed documents to score on.
        features: the feature set, which is fitted.
        source: what the arrays are made from (see `Prepared`).
        constraints: names of those under which dev documents are decoded; None are those of a model. Some decoders
            support none.
        watch: shows progress.
    """
    from corefpipe.features import table_labels
    from corefpipe.parsing.annotate import unwatched
    from corefpipe.resolver.learning import learn_tables
    from corefpipe.resolver.model import Resolver

    numbers = count()
    learned = learn_tables(features, map(_first, train, numbers), mentions, partial, watch=watch or unwatched)
    resolver = Resolver(features, selector=learned.selector)
    names = resolver.constraints if constraints is None else constraints
    train_part = Part.of(features, learned.tables, learned.labels, learned.documents, names, True, watch)
    tables, documents = [], []
    for doc, document in dev:
        tables.append(resolver.table(doc, document if mentions == "gold" else None))
        documents.append(document)
    labels = list(map(table_labels, tables, documents))
    dev_part = Part.of(features, tables, labels, documents, names, False, watch)
    groups = columns_of_groups(features)
    return Prepared(train_part, dev_part, learned.singletons, source or {}, documents=next(numbers), groups=groups)
