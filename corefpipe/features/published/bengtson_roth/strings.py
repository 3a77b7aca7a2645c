"""String relations of Bengtson & Roth 2008 (Table 1): heads, extents, modifiers, aliases."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from corefpipe.features.attributes.extents import short_extents
from corefpipe.features.attributes.strings import acronym
from corefpipe.features.engine.pairs import MentionPairs
from corefpipe.features.engine.registry import attribute, boolean
from corefpipe.features.engine.table import MentionTable

_SOURCE = "Bengtson & Roth 2008, Table 1, string relations"
_CONTENT = ("NOUN", "PROPN", "ADJ", "NUM")
_MOST = 4  # most modifiers per mention that are compared, the nearest to the head


class Modifiers(NamedTuple):
    """The content words before the short extents of all mentions.

    Attributes:
        words: the distinct pairs of (lower-case word, part of speech).
        slots: (n_mentions, at most 4) indices into `words`, the nearest to the head first, -1 for none.
        form: (n_words + 1,) code of the word regardless of its part of speech; -1 at the end.
        head: (n_mentions,) that code of the whole short extent; -2 if no modifier is that word.
    """

    words: list[tuple[str, str]]
    slots: np.ndarray
    form: np.ndarray
    head: np.ndarray


@attribute(source=_SOURCE)
def last_name(table: MentionTable) -> list[str]:
    """The last word of a name that may be the name of a person."""
    kinds, types, names = (table.values(name) for name in ("kind", "gazetteer_type", "short_extent"))
    return [
        name.rpartition(" ")[2] if kind == "name" and type in ("person", "") else ""
        for kind, type, name in zip(kinds, types, names, strict=True)
    ]


@boolean(source=_SOURCE)
def short_extent_match(pairs: MentionPairs) -> np.ndarray:
    """The same short extent, also for pronouns: "the old bank" and "bank", "Mr. Bush" and "President Mr. Bush"."""
    ante, ana = pairs.codes("short_extent")
    return ante == ana


@boolean(source=_SOURCE)
def extent_match(pairs: MentionPairs) -> np.ndarray:
    """All words are the same."""
    ante, ana = pairs.codes("extent")
    return ante == ana


@boolean(source=_SOURCE)
def short_extent_within(pairs: MentionPairs) -> np.ndarray:
    """The short extent of the antecedent is a contiguous part of the anaphor's."""
    return pairs.by_value(
        "short_extent", lambda ante, ana: np.array([f" {a} " in f" {b} " for a, b in zip(ante, ana, strict=True)], bool)
    )


@boolean(source=_SOURCE)
def modifiers_match(pairs: MentionPairs) -> np.ndarray:
    """A modifier of the antecedent is the short extent or a modifier of the anaphor."""
    modifiers = pairs.table.once(modifiers_of)
    found = np.zeros(len(pairs), dtype=bool)
    forms = modifiers.form[modifiers.slots]
    for ante in forms.T:
        mine = ante[pairs.ante]
        found |= mine == modifiers.head[pairs.ana]
        for ana in forms.T:
            found |= (mine == ana[pairs.ana]) & (mine >= 0)
    return found


@boolean(source=_SOURCE)
def last_name_or_acronym(pairs: MentionPairs) -> np.ndarray:
    """Two names have the same last name, or one is the acronym of the other."""
    return (pairs.agreement("last_name") == 1) | acronym(pairs)


def modifiers_of(table: MentionTable) -> Modifiers:
    """The modifiers of all mentions."""
    parse = table.parse
    numbers: dict[tuple[str, str], int] = {}
    slots = np.full((len(table), _MOST), -1, dtype=np.int64)
    for row, ((start, _, _), (first, _)) in enumerate(zip(table.spans, table.once(short_extents), strict=True)):
        content = [i for i in range(start, first) if parse.pos[i] in _CONTENT]
        for slot, token in enumerate(reversed(content[-_MOST:])):
            slots[row, slot] = numbers.setdefault((parse.lower[token], parse.pos[token]), len(numbers))
    forms: dict[str, int] = {}
    form = np.array([*(forms.setdefault(word, len(forms)) for word, _ in numbers), -1], dtype=np.int64)
    heads = table["short_extent"]
    head = np.array([forms.get(name, -2) for name in heads.names], dtype=np.int64)[heads.codes]
    # Drop slots that are empty in all mentions.
    return Modifiers(list(numbers), slots[:, (slots >= 0).any(axis=0)], form, head)
