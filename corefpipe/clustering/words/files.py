"""Files of classes of words: a table with a header, the usual file of paths, and trained clusterers without code."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from corefpipe.clustering.named import read_word_clusterer, word_clusterer_table
from corefpipe.clustering.tables import read_table
from corefpipe.clustering.trained_files import read_errors, read_trained, write_trained
from corefpipe.exceptions import FormatError
from corefpipe.utils.arrays import read_arrays
from corefpipe.utils.toml import decoded_toml, from_toml, to_toml

_SETTINGS, _ARRAYS = "words.toml", "words.npz"


@dataclass(slots=True, frozen=True)
class WordClass:
    """A word with its class.

    Attributes:
        word: the word.
        label: number of its class.
        count: how often it occurs.
        path: the place of the class in a tree, as 0 and 1 from the root; "" without a tree.
        probability: how far the word belongs to the class, 1 for methods that put each word into one class.
    """

    word: str
    label: int
    count: int
    path: str = ""
    probability: float = 1.0


def classes_of(clusterer: Any, words: Sequence[str], counts: np.ndarray) -> list[WordClass]:
    """The words of a fitted clusterer by class, the most frequent word of each first.

    Args:
        clusterer: fitted.
        words: (n_words,) the words.
        counts: (n_words,) how often they occur.
    """
    labels = clusterer.labels_
    paths = getattr(clusterer, "paths_", None)
    memberships = clusterer.memberships_
    probability = np.asarray(memberships[np.arange(len(labels)), labels]).ravel().tolist()
    order = sorted(range(len(words)), key=lambda i: (labels[i], -counts[i], words[i]))
    return [
        WordClass(words[i], int(labels[i]), int(counts[i]), paths[labels[i]] if paths else "", probability[i])
        for i in order
    ]


def write_classes(classes: Sequence[WordClass]) -> Iterator[str]:
    """The lines of a table: class, word, count, and path and probability where they say something.

    >>> from corefpipe.clustering.words import read_classes, write_classes
    >>> _ = open("classes.tsv", "w").write("class\\tword\\tcount\\n0\\tdog\\t2\\n0\\tcat\\t1\\n")
    >>> list(write_classes(read_classes("classes.tsv")))
    ['class\\tword\\tcount\\n', '0\\tdog\\t2\\n', '0\\tcat\\t1\\n']
    """
    paths, soft = any(one.path for one in classes), any(one.probability < 1 for one in classes)
    header = ["class", "word", "count", *(["path"] if paths else []), *(["probability"] if soft else [])]
    yield "\t".join(header) + "\n"
    for one in classes:
        fields = [str(one.label), one.word, str(one.count)]
        fields += [one.path] if paths else []
        fields += [f"{one.probability:.4f}"] if soft else []
        yield "\t".join(fields) + "\n"


def write_paths(classes: Sequence[WordClass]) -> Iterator[str]:
    """The lines of the file that programs for Brown classes read: path, word, count, without a header.

    >>> from corefpipe.clustering.words import write_paths
    >>> list(write_paths([]))
    []
    """
    for one in classes:
        yield f"{one.path}\t{one.word}\t{one.count}\n"


def read_classes(path: str | Path) -> list[WordClass]:
    """Read a table that `corefpipe words` wrote.

    >>> from corefpipe.clustering.words import read_classes
    >>> _ = open("classes.tsv", "w").write("class\\tword\\tcount\\n0\\tdog\\t2\\n0\\tcat\\t1\\n")
    >>> [(one.word, one.label) for one in read_classes("classes.tsv")]
    [('dog', 0), ('cat', 0)]

    Raises:
        FormatError: see `read_table`; a class, count or probability that is no number. With file and line.
        OSError: the file cannot be read.
    """
    table = read_table(path, required=("class", "word", "count"))
    columns = {name: table[name] if name in table.columns else None for name in ("path", "probability")}
    found = []
    for i, (label, word, count) in enumerate(zip(table["class"], table["word"], table["count"], strict=True)):
        try:
            of_path, share = columns["path"], columns["probability"]
            found.append(
                WordClass(
                    word, int(label), int(count), of_path[i] if of_path else "", float(share[i]) if share else 1.0
                )
            )
        except ValueError as error:
            raise FormatError(f"{error}", cure="Give whole numbers", file=str(path), line=table.lines[i]) from error
    return found


def write_clusterer(clusterer: Any, folder: Path) -> None:
    """Write name, settings and arrays of a fitted clusterer to a folder, in place of those that are there.

    Raises:
        ModelError: a clusterer that is not registered, or settings that are not plain values, such as a RandomState.
    """
    plain: dict[str, Any] = {}
    arrays: dict[str, np.ndarray] = {}
    for name, value in clusterer.fitted().items():
        if isinstance(value, np.ndarray):
            arrays[name] = value
        else:
            plain[name] = value
    packed = io.BytesIO()
    np.savez_compressed(packed, allow_pickle=False, **arrays)
    settings = {"method": word_clusterer_table(clusterer), "fitted": plain}
    write_trained({_SETTINGS: to_toml(settings).encode(), _ARRAYS: packed.getvalue()}, folder)


def read_clusterer(folder: Path) -> Any:
    """Read what `write_clusterer` wrote.

    Raises:
        ModelError: files that are missing, damaged or cannot be read, or a clusterer that is not registered.
    """
    with read_errors(folder, _SETTINGS, "clusterer of words", "`to_disk` of a clusterer of words", "Fit it again"):
        files = read_trained(folder, (_SETTINGS, _ARRAYS))
        tables = from_toml(decoded_toml(files[_SETTINGS]))
        clusterer = read_word_clusterer(tables["method"])
        clusterer.restore(tables.get("fitted", {}) | read_arrays(files[_ARRAYS]))
        return clusterer
