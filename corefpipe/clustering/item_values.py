"""Values of items, with their checks: an array of vectors, a column per field of records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from math import isfinite
from numbers import Real
from typing import Any

import numpy as np
from scipy import sparse

from corefpipe.clustering.tables import Table
from corefpipe.exceptions import LinksError
from corefpipe.utils.text import with_article

_CURE = "A value is a string, a number, a date, a set of strings, or None if it is missing"


def vector_array(array: Any, number: int) -> np.ndarray:
    """(n_items, n_dimensions) float64, the vectors of set `number` (see `ItemSets.vectors`).

    Raises:
        LinksError: see `ItemSets.vectors`.
    """
    if sparse.issparse(array):
        raise LinksError(f"set {number} is a sparse matrix", cure="Give a dense array, as its toarray() returns")
    try:
        found = np.asarray(array)
    except ValueError as error:
        raise LinksError(f"set {number} is no array: {error}", cure="Give vectors of one length") from error
    if found.size == 0 and found.ndim == 1:
        return np.zeros((0, 0))
    if found.ndim != 2 or found.dtype.kind not in "biuf":
        raise LinksError(
            f"set {number} is an array of shape {found.shape} and type {found.dtype}",
            cure="Give a list of (n_items, n_dimensions) arrays, one array per set; ItemSets.records takes records",
        )
    if found.shape[0] and not found.shape[1]:
        raise LinksError(f"the vectors of set {number} have no dimensions", cure="Give at least one number per item")
    found = found.astype(np.float64)
    wrong = np.argwhere(~np.isfinite(found))
    if len(wrong):
        item, column = wrong[0].tolist()
        raise LinksError(
            f"item {item} of set {number} has {found[item, column]} in dimension {column}",
            cure="Vectors are finite numbers: fill in or drop what is missing",
        )
    return found


def record_columns(tables: Sequence[Any]) -> dict[str, np.ndarray]:
    """Field -> (n_items,) object array of its values in all tables (see `ItemSets.records`).

    Raises:
        LinksError: see `ItemSets.records`.
    """
    found: list[dict[str, list[Any]]] = []
    fields: tuple[str, ...] = ()
    for number, table in enumerate(tables):
        part = _part(table, number, fields)
        if not part:
            continue
        if fields and set(part) != set(fields):
            raise _other_fields(f"set {number}", part, fields)
        fields = fields or tuple(part)
        found.append({field: [_value(v, field, i, number) for i, v in enumerate(part[field])] for field in part})
    if not fields:
        raise LinksError("none of the sets has records", cure="Give at least one record with at least one field")
    return {field: _objects([value for part in found for value in part[field]]) for field in fields}


def _part(table: Any, number: int, fields: Sequence[str]) -> dict[str, list[Any]]:
    """Field -> values of one set; empty for a set without records."""
    if isinstance(table, Table):
        return table.data
    if hasattr(table, "iloc") and hasattr(table, "columns"):  # a DataFrame of pandas, which need not be installed
        return _of_frame(table, number)
    return _of_dicts(table, number, fields)


def _of_frame(frame: Any, number: int) -> dict[str, list[Any]]:
    """Field -> values of a DataFrame, None where one is missing; empty for one without rows."""
    _check_names(list(frame.columns), number)
    if not frame.columns.is_unique:
        name = frame.columns[frame.columns.duplicated()][0]
        raise LinksError(f"set {number} has two columns {name!r}", cure="Give each column its own name")
    values = frame.astype(object).where(frame.notna(), None)
    return {name: values[name].tolist() for name in frame.columns} if len(frame) else {}


def _of_dicts(table: Any, number: int, fields: Sequence[str]) -> dict[str, list[Any]]:
    """Field -> values of one set of dicts; empty for a set without records."""
    if not isinstance(table, Sequence) or isinstance(table, str):
        cure = "Give a list of dicts from field to value, a DataFrame of pandas, or a Table"
        if isinstance(table, Mapping):
            cure = "Give a list of sets, each of them a list of dicts from field to value"
        raise LinksError(f"set {number} is {with_article(type(table).__name__)}", cure=cure)
    for i, record in enumerate(table):
        if not isinstance(record, Mapping):
            raise LinksError(
                f"item {i} of set {number} is {with_article(type(record).__name__)}",
                cure="Give dicts from field to value",
            )
        fields = fields or tuple(record)
        if not fields:
            raise LinksError(f"item {i} of set {number} has no fields", cure="Give at least one field per record")
        if record.keys() != set(fields):
            raise _other_fields(f"item {i} of set {number}", record, fields)
    _check_names(fields, number)
    return {field: [record[field] for record in table] for field in fields} if table else {}


def _check_names(fields: Sequence[Any], number: int) -> None:
    if not all(isinstance(field, str) for field in fields):
        raise LinksError(f"the fields of set {number} are {list(fields)!r}", cure="Names of fields are strings")


def _other_fields(where: str, found: Mapping[str, Any], fields: Sequence[str]) -> LinksError:
    lacking = [field for field in fields if field not in found]
    if lacking:
        return LinksError(f"{where} lacks the field {lacking[0]!r}", cure="Give None for a missing value")
    extra = next(field for field in found if field not in fields)
    return LinksError(
        f"{where} has a field {extra!r}, which those before lack", cure="All records have the same fields"
    )


def _value(value: Any, field: str, item: int, number: int) -> str | float | frozenset[str] | None:
    """A value in one of the forms that comparators know; a blank string is missing."""
    if value is None:
        return None
    if isinstance(value, str):
        return value.strip() or None
    if isinstance(value, Real | Decimal) and not isinstance(value, bool | np.bool_):
        if isfinite(value):
            return float(value)
        cure = "Give None for a missing value; in a DataFrame, what it takes for missing is"
        raise LinksError(f"item {item} of set {number} has {value} in the field {field!r}", cure=cure)
    if isinstance(value, bool | np.bool_):
        return str(bool(value)).lower()
    if isinstance(value, date) and value == value:  # pandas' NaT is a date and no equal of itself
        return value.isoformat()[:10]
    if isinstance(value, set | frozenset | list | tuple) and all(isinstance(member, str) for member in value):
        return frozenset(member.strip() for member in value if member.strip()) or None
    what = f"{with_article(type(value).__name__)} in the field {field!r}: {str(value)[:40]!r}"
    raise LinksError(f"item {item} of set {number} has {what}", cure=_CURE)


def _objects(values: list[Any]) -> np.ndarray:
    found = np.empty(len(values), dtype=object)
    found[:] = values
    return found
