"""Tables as pandas DataFrames."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from corefpipe.exceptions import CorefpipeError
from corefpipe.utils.text import encodable

if TYPE_CHECKING:
    from pandas import DataFrame


def frame_of(rows: Iterable[Sequence[Any]], columns: Sequence[str], instead: str) -> DataFrame:
    """Rows as a pandas DataFrame.

    Args:
        rows: the rows.
        columns: names of the columns.
        instead: the command or method that writes the same table without pandas.

    Raises:
        CorefpipeError: pandas is not installed.
    """
    try:
        from pandas import DataFrame
    except ModuleNotFoundError:
        cure = f"pip install 'corefpipe[pandas]'; `{instead}` writes the same table without it"
        raise CorefpipeError("a data frame needs pandas, which is not installed", cure=cure) from None
    # Arrow, in which pandas keeps text, has no halves of surrogate pairs.
    known = [[encodable(value) if isinstance(value, str) else value for value in row] for row in rows]
    return DataFrame(known, columns=list(columns))
