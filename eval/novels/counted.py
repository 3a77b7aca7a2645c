"""The figures of a resolved novel (see the README)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import Any

from cast import Name
from chains import FIRST, SECOND, Content, Novel

TOLERATED = 0.05
"""Share of a chain's names below which those of a second character count as single errors."""
MANY = 30
"""First persons in quotations above which a chain must have names."""
Figures = dict[str, Any]


def counted(novel: Novel) -> Figures:
    """All figures of a novel, as values that JSON has."""
    members = characters(novel)
    return {
        "words": len(novel.document),
        "quotations": len(novel.document.quotations),
        "names": {
            "in the largest chain": _mean(one["in the largest chain"] for one in members),
            "of that chain": _mean(one["of that chain"] for one in members),
            "gender": _mean(one["chain gender"] == one["gender"] for one in members),
        },
        "first persons": first_persons(novel),
        "cues": cues(novel),
        "characters": members,
    }


def characters(novel: Novel) -> list[Figures]:
    """For each member of the cast: its names, and its largest chain."""
    table = {row.entity: row for row in novel.document.entity_table()}
    found = []
    for number, one in enumerate(novel.cast.characters):
        entities = _entities(novel, novel.names, number)
        largest = largest_chain(entities)
        content, row = novel.contents.get(largest, Content()), table.get(largest)
        figures = {
            "character": one.name,
            "gender": one.gender,
            "names": entities.total(),
            "in the largest chain": _percent(entities[largest] if largest else 0, entities.total()),
            "of that chain": _percent(content.names[number], content.names.total()),
            "chain": row.name if row else "",
            "chain gender": row.gender if row else "",
            "mentions": content.mentions,
        }
        if one.roles:
            roles = _entities(novel, novel.roles, number)
            figures["roles in the largest chain"] = _percent(roles[largest], roles.total())
        found.append(figures)
    return found


def largest_chain(entities: Counter[str]) -> str:
    """The chain with most of the names; "" if none is in a chain."""
    return max((one for one in entities if one), key=entities.__getitem__, default="")


def _entities(novel: Novel, names: Iterable[Name], character: int) -> Counter[str]:
    """The chains of a character's names with their numbers; "" for those in none."""
    return Counter(novel.entity(name) for name in names if name.character == character)


def of_several(content: Content) -> bool:
    """Whether a chain contains first persons of several speakers.

    It does if a second character has a share of the chain's names, and of its first persons with a cue, that is more
    than an error (`TOLERATED`); or, if there are none of these, if the speakers by the model are several.
    """
    known = content.names + content.cued
    if known:
        return len(known) > 1 and known.most_common(2)[1][1] >= TOLERATED * known.total()
    return len(content.speakers) > 1


def is_nameless(content: Content) -> bool:
    """Whether a chain with many first persons has hardly any names; those of a narrator do not count."""
    return content.first > MANY and content.names.total() < TOLERATED * (content.mentions - content.narrated)


def first_persons(novel: Novel) -> Figures:
    """First persons in quotations: number, and percent that are in chains of several speakers, nameless ones, none."""
    chains = [content for entity, content in novel.contents.items() if entity]
    total = sum(content.first for content in novel.contents.values())
    return {
        "number": total,
        "of several speakers": _percent(sum(one.first for one in chains if of_several(one)), total),
        "in nameless chains": _percent(sum(one.first for one in chains if is_nameless(one)), total),
        "in no chain": _percent(total - sum(one.first for one in chains), total),
    }


def cues(novel: Novel) -> Figures:
    """Speeches whose speaker a cue names, quotations that call the addressee: number, and percent that are right."""
    speeches = [one for one in novel.speeches if one.speaker >= 0]
    speakers = [_character(novel, novel.speaker(*one.parts[0])) == one.speaker for one in speeches]
    first = [
        _character(novel, entity) == one.speaker
        for one in speeches
        for part in one.parts
        for entity in novel.pronouns(*part, FIRST)
    ]
    addressed = [(*part, one.addressee) for one in novel.speeches if one.addressee >= 0 for part in one.parts]
    second = [
        _character(novel, entity) == character
        for start, end, character in {*novel.addressed, *addressed}
        for entity in novel.pronouns(start, end, SECOND)
    ]
    named = {"speeches": len(speeches), "speakers right": _right(speakers)}
    return named | {"I": len(first), "I right": _right(first), "you": len(second), "you right": _right(second)}


def _character(novel: Novel, entity: str) -> int:
    """The member of the cast whose chain this is by most of its names; -1 if it is none's, or nameless."""
    content = novel.contents.get(entity, Content())
    return -1 if not entity or is_nameless(content) else content.character


def _right(found: Sequence[bool]) -> float:
    return _percent(sum(found), len(found))


def _percent(part: int, whole: int) -> float:
    return round(100 * part / whole, 1) if whole else 0.0


def _mean(values: Iterable[float]) -> float:
    found = [100 * value if isinstance(value, bool) else value for value in values]
    return round(fmean(found), 1)
