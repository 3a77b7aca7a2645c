"""Forms of values: how a comparator reads what a record holds. Each returns None for what it cannot read."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from typing import Any, Literal

FormName = Literal["written", "text", "number", "date", "set"]

_NUMBER = re.compile(r"[-+]?(\d{1,3}(,\d{3})+|\d+)?(\.\d*)?(e[-+]?\d{1,3})?", re.IGNORECASE)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DATES = (
    re.compile(r"(?P<y>\d{4})[-/.](?P<m>\d{1,2})[-/.](?P<d>\d{1,2})([t ].*)?"),  # ISO
    re.compile(r"(?P<y>(1[0-9]|20)\d\d)(?P<m>[01]\d)(?P<d>[0-3]\d)"),
    re.compile(r"(?P<d>\d{1,2})\.\s?(?P<m>\d{1,2})\.\s?(?P<y>\d{4})"),
    re.compile(r"(?P<m>\d{1,2})[/-](?P<d>\d{1,2})[/-](?P<y>\d{4})"),  # month first, unless it is above 12
    re.compile(r"(?P<d>\d{1,2})(st|nd|rd|th)?\.?[ -](?P<n>[a-z]{3,9})\.?,?[ -](?P<y>\d{4})"),
    re.compile(r"(?P<n>[a-z]{3,9})\.? (?P<d>\d{1,2})(st|nd|rd|th)?,? (?P<y>\d{4})"),
)


def as_written(value: Any) -> str:
    """A value as a string, with single spaces: numbers without a needless ".0", the members of a set in order."""
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    if isinstance(value, frozenset):
        return "; ".join(sorted(value))
    return " ".join(value.split())


def as_text(value: Any) -> str:
    """As `as_written`, in lower case."""
    return as_written(value).casefold()


def as_number(value: Any) -> float | None:
    """A number, also from a string, whose commas may separate thousands."""
    if isinstance(value, float):
        return value
    if not isinstance(value, str) or not _NUMBER.fullmatch(value) or not any(map(str.isdigit, value)):
        return None
    try:
        number = float(value.replace(",", ""))
    except ValueError:
        return None
    return number if abs(number) < 1e300 else None


def as_date(value: Any) -> int | None:
    """A date as its day number: ISO 8601, 19990305, 5.3.1999, 3/5/1999 (month first), 5 March 1999, March 5, 1999."""
    text = as_text(value)
    for pattern in _DATES:
        found = pattern.fullmatch(text)
        if not found:
            continue
        part = found.groupdict()
        month = _MONTHS.index(part["n"][:3]) + 1 if part.get("n", "")[:3] in _MONTHS else int(part.get("m") or 0)
        day = int(part["d"])
        if month > 12 >= day and "/" in text:
            month, day = day, month
        try:
            return date(int(part["y"]), month, day).toordinal()
        except ValueError:
            continue
    return None


def as_set(value: Any) -> frozenset[str] | None:
    """A set of strings in lower case; a string is split at semicolons, vertical bars or, without these, commas."""
    if isinstance(value, float):
        return frozenset([as_text(value)])
    members = value if isinstance(value, frozenset) else re.split(r"[;|]", value) if re.search(r"[;|]", value) else None
    members = value.split(",") if members is None else members
    return frozenset(" ".join(member.split()).casefold() for member in members if member.strip()) or None


FORMS: dict[FormName, Callable[[Any], Any]] = {
    "written": as_written,
    "text": as_text,
    "number": as_number,
    "date": as_date,
    "set": as_set,
}
"""The forms in which comparators read values."""
