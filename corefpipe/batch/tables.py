"""Resolve tables and bags of texts where they are: pandas, Dask, and Spark by way of pandas.

The model is loaded once per process, and texts are resolved one after the other in each.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from corefpipe.document import Document
from corefpipe.exceptions import AnnotationError, SettingError
from corefpipe.formats.parquet.columns import KINDS, values_of
from corefpipe.utils.text import with_article

if TYPE_CHECKING:
    from pandas import DataFrame

COLUMNS = ("coref_words", "coref_starts", "coref_ends", "coref_start_chars", "coref_end_chars", "coref_entities")
"""The columns that are added to a table, described in `corefpipe.formats.parquet.columns`."""

_SPARK = {"strings": "array<string>", "ints": "array<int>"}

SPARK_COLUMNS = ", ".join(f"{name} {_SPARK[KINDS[name]]}" for name in COLUMNS)
"""`COLUMNS` with their types, as a part of a schema of Spark."""

_lock = threading.Lock()
"""Threads of one process share the model, which resolves one text at a time."""


def resolve_frame(frame: DataFrame, model: str = "en", *, text: str = "text", **settings: Any) -> DataFrame:
    """Add the chains of each row's text to a pandas DataFrame.

    >>> import pandas as pd
    >>> from corefpipe.batch import resolve_frame
    >>> frame = resolve_frame(pd.DataFrame({"text": ["Ann lost her keys. She found them."]}))
    >>> list(frame["coref_entities"][0])
    ['1', '2', '1', '1', '2']

    Args:
        frame: the table; it is not changed.
        model: "en", or a folder that `corefpipe train` wrote.
        text: name of the column with the texts. A missing value counts as an empty text.
        settings: of `corefpipe.resolve`, such as `min_probability`.

    Returns:
        The table with `COLUMNS`, whose values are lists. Those of a table that was resolved before are replaced.

    Raises:
        SettingError: it is no DataFrame; there is no such column, or one that has a name of `COLUMNS`; a setting is
            wrong.
        AnnotationError: a value of the column is neither a text nor missing.
        ModelError: no such model.
    """
    _check_columns(frame, text)
    documents = [Document(str(label), text=_text(value, label)) for label, value in frame[text].items()]
    rows = [values_of(document) for document in _resolved(documents, model, settings)]
    return frame.assign(**{name: [row[name] or [] for row in rows] for name in COLUMNS})


def resolve_frames(
    frames: Iterable[DataFrame], model: str = "en", *, text: str = "text", **settings: Any
) -> Iterator[DataFrame]:
    """`resolve_frame` for each of several tables: the function for Spark's `mapInPandas`.

    The schema of its result is that of the table, and `SPARK_COLUMNS`.

    >>> import pandas as pd
    >>> from corefpipe.batch import resolve_frames
    >>> frames = resolve_frames([pd.DataFrame({"text": ["Ann lost her keys."]})])
    >>> [list(frame["coref_entities"][0]) for frame in frames]
    [['1', '1']]
    """
    return (resolve_frame(frame, model, text=text, **settings) for frame in frames)


def map_partitions(data: Any, model: str = "en", *, text: str = "text", **settings: Any) -> Any:
    """Resolve the partitions of a Dask bag or DataFrame; nothing is computed yet.

    >>> import dask.bag
    >>> from corefpipe.batch import map_partitions
    >>> bag = map_partitions(dask.bag.from_sequence(["Ann lost her keys. She found them."]))
    >>> bag.map(lambda document: len(document.chains())).compute(scheduler="synchronous")
    [2]

    Args:
        data: a bag of texts or Documents; or a DataFrame.
        model, text, settings: as in `resolve_frame`; `text` is for DataFrames.

    Returns:
        A bag of Documents with chains; or the DataFrame with `COLUMNS`, whose types are lists of Arrow.

    Raises:
        SettingError: it is neither a bag nor a DataFrame of Dask; or it has no such column.
    """
    if not hasattr(data, "map_partitions"):
        raise SettingError(
            f"{with_article(type(data).__name__)} has no partitions",
            cure="Give a bag or a DataFrame of Dask; for pandas use corefpipe.batch.resolve_frame",
        )
    if not hasattr(data, "columns"):
        return data.map_partitions(partial(_resolved, model=model, settings=settings))
    empty = data._meta.head(0)  # what the result looks like
    _check_columns(empty, text)
    return data.map_partitions(
        partial(_resolve_typed, model=model, text=text, settings=settings),
        meta=_typed(empty.assign(**{name: [] for name in COLUMNS})),
    )


def _check_columns(frame: DataFrame, text: str) -> None:
    """Raise SettingError for a table without the column of texts, or with columns that would be replaced."""
    if not hasattr(frame, "columns"):
        raise SettingError(
            f"{with_article(type(frame).__name__)} is not a table",
            cure="Give a DataFrame; of a Series, series.to_frame()",
        )
    names = list(map(str, frame.columns))
    if text not in frame.columns:
        raise SettingError(f"the table has no column {text!r}", cure=f'Give text="…"; columns are {", ".join(names)}')
    taken = [name for name in COLUMNS if name in names]
    if taken and len(taken) < len(COLUMNS):  # else it was resolved before
        raise SettingError(
            f"the table has a column {taken[0]!r}, which would be replaced", cure="Rename or drop the column"
        )


def _text(value: object, label: object) -> str:
    """A value of the column of texts; "" for a missing one."""
    if isinstance(value, str):
        return value
    import pandas

    if pandas.api.types.is_scalar(value) and pandas.isna(value):
        return ""
    raise AnnotationError(
        f"row {label!r} has {with_article(type(value).__name__)} where its text should be",
        cure='Name the column of texts, text="…", or convert it: frame[column].astype(str)',
    )


def _resolved(documents: Iterable[str | Document], model: str, settings: dict[str, Any]) -> list[Document]:
    from corefpipe.resolver.resolving import resolve

    with _lock:
        return list(resolve(documents, model, **settings))


def _resolve_typed(frame: DataFrame, model: str, text: str, settings: dict[str, Any]) -> DataFrame:
    return _typed(resolve_frame(frame, model, text=text, **settings))


def _typed(frame: DataFrame) -> DataFrame:
    """The table with types for our lists: without them Dask takes lists for strings."""
    import pandas
    import pyarrow

    kinds = {"strings": pyarrow.list_(pyarrow.string()), "ints": pyarrow.list_(pyarrow.int32())}
    return frame.assign(
        **{name: pandas.array(list(frame[name]), dtype=pandas.ArrowDtype(kinds[KINDS[name]])) for name in COLUMNS}
    )
