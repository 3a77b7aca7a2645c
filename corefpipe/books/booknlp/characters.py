"""BookNLP's `.book`: JSON of the characters, with what they do, suffer, have and are."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from typing import Any

from corefpipe.books.actions import AGENT, MODIFIER, PATIENT, POSSESSION
from corefpipe.books.booknlp.entities import PRONOUN, BookEntity, Numbered
from corefpipe.books.characters import Character

_ROLES = {AGENT: "agent", PATIENT: "patient", MODIFIER: "mod", POSSESSION: "poss"}
_GENDERS = {"male": "he/him/his", "female": "she/her"}
_OTHERS = ("they/them/their", "xe/xem/xyr/xir", "ze/zem/zir/hir")
_PROPS = {"PROP": "proper", "NOM": "common", PRONOUN: "pronoun"}


def characters_json(entities: Numbered) -> str:
    """The JSON of `.book`: characters that are mentioned more than once, the most mentioned first."""
    return json.dumps({"characters": characters_data(entities)}, ensure_ascii=False)


def characters_data(entities: Numbered) -> list[dict[str, Any]]:
    """The characters as `.book` has them."""
    rows: dict[int, list[BookEntity]] = {}
    for row in entities.rows:
        rows.setdefault(row.coref, []).append(row)
    actions: dict[str, dict[str, list[dict[str, Any]]]] = {
        one.entity: {name: [] for name in _ROLES.values()} for one in entities.book.characters
    }
    for action in entities.book.actions:
        actions[action.entity][_ROLES[action.role]].append({"w": action.word, "i": action.place.start})
    found = []
    for one in entities.book.characters:
        number = entities.numbers[one.entity]
        counted = {"id": number, "g": _gender(one), "count": one.mentions}
        found.append({**actions[one.entity], **counted, "mentions": _mentions(rows[number])})
    return found


def _gender(one: Character) -> dict[str, Any] | None:
    """Shares of the pronouns by which a character is called, as BookNLP infers them; None if there are none."""
    counts = {name: one.genders.get(gender, 0) for gender, name in _GENDERS.items()}
    total = sum(counts.values())
    if total == 0:
        return None
    shares = {name: round(count / total, 3) for name, count in counts.items()} | dict.fromkeys(_OTHERS, 0.0)
    best = max(shares, key=shares.__getitem__)
    return {"inference": shares, "argmax": best, "max": shares[best], "total": total}


def _mentions(rows: Iterable[BookEntity]) -> dict[str, list[dict[str, Any]]]:
    counts: dict[str, Counter[str]] = {name: Counter() for name in _PROPS.values()}
    for row in rows:
        counts[_PROPS[row.prop]][row.text] += 1
    return {name: [{"c": count, "n": text} for text, count in one.most_common()] for name, one in counts.items()}
