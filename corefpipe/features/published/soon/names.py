"""The words of a name without its titles, and the gender of the titles, for the features of Soon, Ng & Lim 2001."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from corefpipe.features.attributes.extents import short_extents
from corefpipe.features.engine.table import MentionTable


class SoonName(NamedTuple):
    """The words of a name; empty for other mentions.

    Attributes:
        words: in lower case, without titles.
        titled: whether it has a title.
        gender: gender of the title, "" if it has none or several.
    """

    words: tuple[str, ...]
    titled: bool
    gender: str


def soon_names(table: MentionTable) -> list[SoonName]:
    """The name of each mention."""
    return list(_names(table))


def _names(table: MentionTable) -> Iterator[SoonName]:
    lexicon, lower = table.lexicon, table.parse.lower
    rows = zip(table.values("kind"), table.spans, table.once(short_extents), strict=True)
    for kind, (start, whole, _), (_, end) in rows:
        if kind != "name":
            yield SoonName((), False, "")
            continue
        while end < whole and table.parse.pos[end] == "NUM":  # Figure 1
            end += 1
        words = [i for i in range(start, end) if table.parse.pos[i] in ("PROPN", "NUM") or lower[i] in lexicon.titles]
        titles = [i for i in words if lower[i] in lexicon.titles]
        own = tuple(lower[i] for i in words if lower[i] not in lexicon.titles)
        genders = {
            gender
            for gender, listed in (("male", lexicon.male_titles), ("female", lexicon.female_titles))
            if any(lower[i] in listed for i in titles)
        }
        yield SoonName(own, bool(titles), genders.pop() if len(genders) == 1 else "")
