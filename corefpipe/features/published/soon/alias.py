"""ALIAS of Soon, Ng & Lim 2001: equal dates, last names of persons, acronyms of organizations."""

from __future__ import annotations

import re

import numpy as np

from corefpipe.features.engine.pairs import MentionPairs
from corefpipe.features.engine.registry import attribute, boolean
from corefpipe.features.engine.table import MentionTable
from corefpipe.features.published.soon.names import soon_names
from corefpipe.lexicon import Lexicon

_SOURCE = "Soon, Ng & Lim 2001, section 2, alias feature"
_DAY = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?")
_YEAR = re.compile(r"(?:1\d|20)\d\d")
_SHORT_YEAR = re.compile(r"['’](\d\d)")
_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_FIGURES = re.compile(r"(\d{1,2})([-/])(\d{1,2})(?:\2(\d{4}|\d\d))?")  # the month first, as in the paper's 01-08
_LONGEST = 12  # words in the name of an organization, or in a date


@attribute(source=_SOURCE)
def date(table: MentionTable) -> list[str]:
    """Month and day as "1-8", a month as "1-", a day of the week as "w1"; "year" for a year alone."""
    return [day for day, _ in table.once(_dates)]


@attribute(source=_SOURCE)
def year(table: MentionTable) -> list[str]:
    """The year of a date."""
    return [year for _, year in table.once(_dates)]


@attribute(source=_SOURCE)
def surname(table: MentionTable) -> list[str]:
    """The last word of a name that may be the name of a person."""
    found = []
    classes, names = table.values("semantic_class"), table.once(soon_names)
    for group, name in zip(classes, names, strict=True):
        words = [word for word in name.words if word not in table.lexicon.name_suffixes]
        person = group in ("person", "male", "female", "") and words and words[-1][0].isalpha()
        found.append(words[-1] if person else "")
    return found


@boolean(source=_SOURCE)
def soon_alias(pairs: MentionPairs) -> np.ndarray:
    """ALIAS: the same date, the same last name of persons, or one is the acronym of the other."""

    def make() -> np.ndarray:
        found = pairs.agreement("surname") == 1
        # A year that only one of the two has is no contradiction, unless the year is all there is.
        year = pairs.agreement("year")
        found |= (pairs.agreement("date") == 1) & (year != 2)
        short, long = pairs.table.once(acronyms)
        return found | (short[pairs.ante] == long[pairs.ana]) | (short[pairs.ana] == long[pairs.ante])

    return pairs.once("soon alias", make)


def _dates(table: MentionTable) -> list[tuple[str, str]]:
    """(day, year) of each mention that is a date and nothing else, ("", "") for others."""
    words = table.parse.words
    return [
        _date(words[start:end], table.lexicon) if kind != "pronoun" and end - start < _LONGEST else ("", "")
        for kind, (start, end, _) in zip(table.values("kind"), table.spans, strict=True)
    ]


def _date(words: list[str], lexicon: Lexicon) -> tuple[str, str]:
    figures = "".join(words)
    if match := _ISO.fullmatch(figures):
        return f"{int(match[2])}-{int(match[3])}", match[1]
    if match := _FIGURES.fullmatch(figures):
        return f"{int(match[1])}-{int(match[3])}", _full_year(match[4] or "")
    month = day = weekday = year = ""
    for word in words:
        lower = word.lower()
        if lower in lexicon.date_fillers:
            continue
        # "may" and "sun" are dates only if they are capitalised.
        if word[0].isupper() and lower in lexicon.months and not month:
            month = str(lexicon.months[lower])
        elif word[0].isupper() and lower in lexicon.weekdays and not weekday:
            weekday = str(lexicon.weekdays[lower])
        elif (match := _DAY.fullmatch(lower)) and not day:
            day = str(int(match[1]))
        elif (match := _SHORT_YEAR.fullmatch(lower) or _YEAR.fullmatch(lower)) and not year:
            year = _full_year(match[match.lastindex or 0])
        else:
            return "", ""
    if month:
        return f"{month}-{day}", year
    if day:
        return "", ""
    return f"w{weekday}" if weekday else "year" if year else "", year


def _full_year(digits: str) -> str:
    if len(digits) != 2:
        return digits
    return ("20" if digits < "30" else "19") + digits


def acronyms(table: MentionTable) -> tuple[np.ndarray, np.ndarray]:
    """(n_mentions,) codes of the acronym that a mention is, and of the acronym of its words; negative for none."""
    parse, legal, definite = table.parse, table.lexicon.legal_forms, table.lexicon.definite_articles
    dropped = definite | table.lexicon.possessive_marks
    numbers: dict[str, int] = {}
    short, long = [], []
    classes = table.values("semantic_class")
    for group, (start, end, _) in zip(classes, table.spans, strict=True):
        words = [word for word in parse.words[start:end] if word.lower() not in dropped]
        letters = words[0].replace(".", "") if len(words) == 1 else ""
        is_acronym = len(letters) > 1 and letters.isalpha() and letters.isupper()
        short.append(numbers.setdefault(letters, len(numbers)) if is_acronym and group != "person" else -1)
    for kind, group, (start, end, _) in zip(table.values("kind"), classes, table.spans, strict=True):
        initials = ""
        if kind in ("name", "nominal") and group in ("organization", "location", "object", "") and end - start > 1:
            words = [word for word in parse.words[start : min(end, start + _LONGEST)] if word.lower() not in legal]
            initials = "".join(word[0] for word in words if word[0].isupper() and word.lower() not in definite)
        long.append(numbers.get(initials, -2) if len(initials) > 1 else -2)
    return np.array(short, dtype=np.int32), np.array(long, dtype=np.int32)
