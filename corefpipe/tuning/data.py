"""Annotated documents as arrays: candidate links with their features, gold chains and constraints."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import sparse

from corefpipe.clustering.constraints import Constraints
from corefpipe.clustering.decoders import Decoder
from corefpipe.clustering.decoders.left_to_right import LeftToRight
from corefpipe.clustering.forbidden_links import allowed
from corefpipe.clustering.links import Links
from corefpipe.clustering.scored_block import ScoredBlock
from corefpipe.document import Document, Mention

if TYPE_CHECKING:  # spaCy is slow to import, and workers that only train do not need it
    from corefpipe.features import FeatureSet, MentionTable
    from corefpipe.parsing.annotate import Watch


@dataclass(slots=True, frozen=True)
class Part:
    """Annotated documents to learn from, or to score on.

    Attributes:
        links: candidate links with their features, one item set per document.
        labels: per document (n_mentions,) int32, the gold chain of each mention.
        spans: per document (n_mentions, 2) int32, start and end of each mention, in words.
        keys: per document a Document with its name and its gold mentions, without words.
        constraints: per document what must, or must not, corefer.
        certain: per document (n_mentions,) bool, whether a mention counts as found where it corefers with no other.
    """

    links: Links
    labels: list[np.ndarray]
    spans: list[np.ndarray]
    keys: list[Document]
    constraints: list[Constraints]
    certain: list[np.ndarray]

    @classmethod
    def of(
        cls,
        features: FeatureSet,
        tables: Sequence[MentionTable],
        labels: Sequence[np.ndarray],
        documents: Sequence[Document],
        constraints: Sequence[str] = (),
        learned: bool = False,
        watch: Watch | None = None,
    ) -> Part:
        """The mentions of documents, by a fitted feature set, with the constraints of these names.

        What is learned from has no links that they forbid.
        """
        from corefpipe.parsing.annotate import unwatched
        from corefpipe.resolver.constraints.registry import constraints_of
        from corefpipe.resolver.learning import allowed_links

        spans = [np.stack([table.mentions.start, table.mentions.end], axis=1) for table in tables]
        keys = [
            Document(
                document.name,
                document.part,
                mentions=[Mention(m.start, m.end, m.entity, fragments=m.fragments) for m in document.mentions],
            )
            for document in documents
        ]
        held = [constraints_of(table, constraints) or Constraints() for table in tables]
        links = allowed_links(features, tables, constraints if learned else (), watch or unwatched)
        return cls(links, list(labels), spans, keys, held, [table.certain for table in tables])

    def take(self, numbers: Iterable[int]) -> Part:
        """Only the documents with these indices: `part.take(range(0, len(part.keys), 2))`."""
        chosen = list(numbers)
        sets = list(self.links)
        return Part(
            Links.stack([sets[i] for i in chosen], self.links.features.shape[1]),
            [self.labels[i] for i in chosen],
            [self.spans[i] for i in chosen],
            [self.keys[i] for i in chosen],
            [self.constraints[i] for i in chosen],
            [self.certain[i] for i in chosen],
        )

    def only_columns(self, columns: np.ndarray) -> Part:
        """Without some features; `columns` is (n_columns,) bool."""
        return replace(self, links=self.links.with_features(self.links.features[:, np.flatnonzero(columns)]))

    def decode(self, decoder: Decoder, scores: np.ndarray) -> list[np.ndarray]:
        """Cluster the mentions of each document as a model with this decoder does; labels per document.

        Args:
            decoder: the decoder.
            scores: (n_links,) the score w_ij of each link.
        """
        constraints = self.constraints if decoder.honours_constraints else None
        if constraints is not None and isinstance(decoder, LeftToRight):
            bounds = self.links.indptr[self.links.sets].tolist()
            parts = zip(self.links.bare(), pairwise(bounds), constraints, strict=True)
            blocks = [
                block.scores
                for one, (lo, hi), own in parts
                # The decoder itself leaves out the links that leave a unit.
                for block in allowed(ScoredBlock.of(one, scores[lo:hi]), replace(own, within=None))
            ]
            scores = np.concatenate([np.zeros(0, dtype=scores.dtype), *blocks])
        return decoder.decode_all(self.links, scores, constraints)


def arrays_of(part: Part) -> dict[str, np.ndarray]:
    """The arrays of a part by name; those of all documents are concatenated."""
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
        "certain": np.concatenate([np.zeros(0, dtype=bool), *part.certain]),
        **_pairs_to_arrays("together", [one.together for one in part.constraints]),
        **_pairs_to_arrays("apart", [one.apart for one in part.constraints]),
        "weak": np.concatenate([np.zeros(0, dtype=bool), *(one.are_weak for one in part.constraints)]),
        "starts": _of_mentions(part, "starts", False),
        "values": _values(part),
        "within": _of_mentions(part, "within", -1),
    }
    return arrays if links.teaching is None else {**arrays, "teaching": links.teaching}


def _of_mentions(part: Part, name: str, missing: int) -> np.ndarray:
    """One value of the constraints per mention, below each other; documents without them have another one there."""
    sizes = np.diff(part.links.sets).tolist()
    found = [getattr(one, name) for one in part.constraints]
    empty = np.zeros(0, dtype=np.asarray(missing).dtype)
    filled = [np.full(n, missing) if one is None else one for one, n in zip(found, sizes, strict=True)]
    return np.concatenate([empty, *filled])


def _values(part: Part) -> np.ndarray:
    """The values of all items below each other; documents without some columns have -1 there."""
    found = [one.values for one in part.constraints]
    width = max((one.shape[1] for one in found if one is not None), default=0)
    sizes = np.diff(part.links.sets).tolist()
    values = [np.zeros((n, 0), dtype=np.int64) if one is None else one for one, n in zip(found, sizes, strict=True)]
    wide = [np.pad(one, ((0, 0), (0, width - one.shape[1])), constant_values=-1) for one in values]
    return np.concatenate([np.zeros((0, width), dtype=np.int64), *wide])


def _pairs_to_arrays(name: str, pairs: Sequence[np.ndarray]) -> dict[str, np.ndarray]:
    """All pairs below each other, and where those of each document begin."""
    bounds = np.cumsum([0, *map(len, pairs)])
    return {name: np.concatenate([np.zeros((0, 2), dtype=np.int64), *pairs]), f"{name}_sets": bounds}


def read_part(folder: Path, name: str, about: Mapping[str, Any]) -> Part:
    """Map the arrays of a part from files, read-only.

    Args:
        folder: a folder with a file `NAME.ARRAY.npy` for each of `arrays_of`.
        name: `train`, `dev` or `unseen`.
        about: `columns`, the number of features; `teaching`, whether there is that array; `keys` from `keys_to_json`.
    """

    def array(key: str) -> np.ndarray:
        found: np.ndarray = np.load(folder / f"{name}.{key}.npy", mmap_mode="r", allow_pickle=False)
        return found

    sets, antecedent = array("sets"), array("antecedent")
    matrix = sparse.csr_matrix(
        (array("data"), array("indices"), array("indptr")), shape=(len(antecedent), about["columns"]), copy=False
    )
    links = Links(sets, array("items"), antecedent, matrix, array("teaching") if about["teaching"] else None)
    labels, spans, certain = array("labels"), array("spans"), array("certain")
    of_mentions = {key: array(key) for key in ("starts", "values", "within")}
    together, apart, weak = (
        [array(key)[first:last] for first, last in pairwise(array(f"{pairs}_sets").tolist())]
        for key, pairs in (("together", "together"), ("apart", "apart"), ("weak", "apart"))
    )
    return Part(
        links,
        [labels[first:last] for first, last in pairwise(sets.tolist())],
        [spans[first:last] for first, last in pairwise(sets.tolist())],
        [_key(*entry) for entry in about["keys"]],
        [
            Constraints(joined, forbidden, weak=yielding, **{key: own[first:last] for key, own in of_mentions.items()})
            for joined, forbidden, yielding, (first, last) in zip(
                together, apart, weak, pairwise(sets.tolist()), strict=True
            )
        ],
        [certain[first:last] for first, last in pairwise(sets.tolist())],
    )


def keys_to_json(keys: Sequence[Document]) -> list[list[Any]]:
    """Names, part numbers and mentions of key documents as lists."""
    return [[key.name, key.part, [[m.start, m.end, m.entity, m.fragments] for m in key.mentions]] for key in keys]


def _key(name: str, part: int, mentions: list[list[Any]]) -> Document:
    read = [Mention(start, end, entity, fragments=tuple(map(tuple, pieces))) for start, end, entity, pieces in mentions]
    return Document(name, part, mentions=read)
