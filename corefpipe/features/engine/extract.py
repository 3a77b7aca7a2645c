"""The feature matrix of documents in one file, which NumPy and SciPy can read without corefpipe.

The file is an `.npz` without pickled objects. `scipy.sparse.load_npz` reads the matrix. Its other arrays:

    names, documents    names of columns and documents, JSON lists: `json.loads(file["names"].tobytes())`
    link_set            (n_links,) index of the document; item and antecedent are numbered within it
    link_item           (n_links,) the anaphor
    link_antecedent     (n_links,) the antecedent, -1 for the start of a chain
    link_coreferent     (n_links,) 1 for a correct link
    sets                (n_documents + 1,) index of the first item of each document
    items               (n_items + 1,) index of the first link of each item
    spans               (n_items, 2) start and end of each mention, in tokens of its document
    labels              (n_items,) its chain, numbered within its document

Further arrays let `load_features` compute the same columns for other documents.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
from scipy import sparse

from corefpipe.clustering.links import Links
from corefpipe.exceptions import FormatError
from corefpipe.features.engine.sets import FeatureSet
from corefpipe.features.engine.table import MentionTable
from corefpipe.formats.files import atomic_writer
from corefpipe.parsing.annotate import Watch, unwatched
from corefpipe.utils.arrays import read_arrays


@dataclass(slots=True, frozen=True)
class Extract:
    """The features of some documents.

    >>> from corefpipe.features import gold_tables
    >>> from corefpipe.features.engine.extract import extract
    >>> tables, gold = gold_tables(annotated)
    >>> found = extract(features, tables, gold, ["bakery"])
    >>> found.links.features.shape, len(found.names)
    ((275, 17), 17)

    Attributes:
        links: the candidate links with their features, one item set per document.
        names: (n_columns,) names of the columns.
        documents: names of the documents.
        spans: (n_items, 2) int32, start and end of each mention, in tokens of its document.
        labels: (n_items,) int32, chain of each mention, numbered within its document.
    """

    links: Links
    names: list[str]
    documents: list[str]
    spans: np.ndarray
    labels: np.ndarray

    @property
    def coreferent(self) -> np.ndarray:
        """(n_links,) bool: whether a link is correct; the dummy is if no candidate corefers with the item."""
        return self.links.coreferent([self.labels[first:last] for first, last in pairwise(self.links.sets)])


def extract(
    features: FeatureSet,
    tables: Sequence[MentionTable],
    labels: Sequence[np.ndarray],
    documents: Sequence[str],
    watch: Watch = unwatched,
) -> Extract:
    """Compute the features of documents.

    Args:
        features: a fitted feature set.
        tables: the mentions of each document.
        labels: for each document, (n_mentions,) chain of each mention.
        documents: names of the documents.
        watch: shows progress.
    """
    spans = [
        np.stack([one.start, one.end], axis=1) for one in (table.mentions.in_docs(table.parse) for table in tables)
    ]
    return Extract(
        features.links(tables, watch),
        features.fitted.names(),
        list(documents),
        np.concatenate([np.zeros((0, 2), dtype=np.int32), *spans]),
        np.concatenate([np.zeros(0, dtype=np.int32), *labels]),
    )


def write_extract(found: Extract, features: FeatureSet, path: str | Path) -> None:
    """Write features of documents to a file, atomically.

    Raises:
        FormatError: the file cannot be written.
    """
    links = found.links
    document = np.repeat(np.arange(links.n_sets, dtype=np.int32), np.diff(links.indptr[links.sets]))
    arrays = {
        "format": np.array(b"csr"),
        "shape": np.array(links.features.shape, dtype=np.int64),
        "data": links.features.data,
        "indices": links.features.indices,
        "indptr": links.features.indptr,
        "names": _text(json.dumps(found.names, ensure_ascii=False)),
        "documents": _text(json.dumps(found.documents, ensure_ascii=False)),
        "link_set": document,
        "link_item": links.item(),
        "link_antecedent": links.antecedent,
        "link_coreferent": found.coreferent.astype(np.int8),
        "sets": links.sets,
        "items": links.indptr,
        "spans": found.spans,
        "labels": found.labels,
        "set": _text(features.spec.text),
        "window": np.array(features.spec.candidates.window),
        **features.to_arrays(),
    }
    with atomic_writer(Path(path)) as stream:
        np.savez_compressed(stream.buffer, **arrays)


def load_extract(path: str | Path) -> Extract:
    """Read what `write_extract` wrote.

    >>> from corefpipe.features import gold_tables, load_extract
    >>> from corefpipe.features.engine.extract import extract, write_extract
    >>> tables, gold = gold_tables(annotated)
    >>> write_extract(extract(features, tables, gold, ["bakery"]), features, "train.npz")
    >>> load_extract("train.npz").documents
    ['bakery']

    Raises:
        FormatError: another file, or a damaged one.
    """
    arrays = _arrays(path)
    try:
        csr = (arrays["data"], arrays["indices"], arrays["indptr"])
        matrix = sparse.csr_matrix(csr, shape=tuple(arrays["shape"].tolist()))
        matrix.check_format(full_check=True)
        links = Links(arrays["sets"], arrays["items"], arrays["link_antecedent"], matrix)
        names, documents = (json.loads(arrays[name].tobytes()) for name in ("names", "documents"))
        sizes = (len(names), len(documents), len(arrays["spans"]), len(arrays["labels"]), links.n_links)
        if sizes != (matrix.shape[1], links.n_sets, links.n_items, links.n_items, matrix.shape[0]):
            raise ValueError("arrays that do not fit each other")
        return Extract(links, names, documents, arrays["spans"], arrays["labels"])
    except (ValueError, LookupError, TypeError, RecursionError) as error:
        raise _unreadable(path, error) from error


def load_features(path: str | Path) -> FeatureSet:
    """The fitted feature set of a file that `write_extract` wrote.

    >>> from corefpipe.features import gold_tables, load_features
    >>> from corefpipe.features.engine.extract import extract, write_extract
    >>> tables, gold = gold_tables(annotated)
    >>> write_extract(extract(features, tables, gold, ["bakery"]), features, "train.npz")
    >>> load_features("train.npz").name
    'soon2001'

    Raises:
        FormatError: another file, or a damaged one.
    """
    arrays = _arrays(path)
    try:
        features = FeatureSet.parse(arrays["set"].tobytes().decode("utf8"), window=int(arrays["window"]))
        features.use_arrays(arrays)
    except (ValueError, LookupError, TypeError, RecursionError) as error:
        raise _unreadable(path, error) from error
    return features


def _text(text: str) -> np.ndarray:
    return np.frombuffer(text.encode("utf8"), dtype=np.uint8)


def _arrays(path: str | Path) -> dict[str, np.ndarray]:
    try:
        return read_arrays(Path(path))
    except FileNotFoundError:
        cure = "Give a file that `corefpipe features extract` wrote"
        raise FormatError("no such file", cure=cure, file=str(path)) from None
    except (ValueError, OSError) as error:
        raise _unreadable(path, error) from error


def _unreadable(path: str | Path, error: Exception) -> FormatError:
    what = " ".join(str(error).split()).rstrip(".") or type(error).__name__
    return FormatError(f"the features cannot be read: {what}", cure="Extract them again", file=str(path))
