"""Semantic class and gender (Soon, Ng & Lim 2001, section 2): SEMCLASS and GENDER."""

from __future__ import annotations

import re

import numpy as np

from corefpipe.features.engine.pairs import MentionPairs
from corefpipe.features.engine.registry import attribute, categorical
from corefpipe.features.engine.table import MentionTable
from corefpipe.features.published.soon.names import SoonName, soon_names
from corefpipe.lexicon import Lexicon, Pronoun
from corefpipe.lexicon.semantic_classes import related_classes

_SOURCE = "Soon, Ng & Lim 2001, section 2"
_CURRENCIES = frozenset("$ £ € ¥ ₤ ₹".split())
_CLOCK = re.compile(r"\d{1,2}[:.]\d\d")
_YEAR = re.compile(r"1\d{3}|20\d{2}|['’]\d\d")


@attribute(source=_SOURCE)
def semantic_class(table: MentionTable) -> list[str]:
    """Female, male, person, organization, location, date, time, money, percent or object.

    For a noun by the first sense of its head in WordNet; for a name by title, ending of organizations, lists of places
    and first names; for a pronoun by a table.
    """
    parse, known = table.parse, table.lexicon.pronouns
    nouns = table.wordnet.semantic_class(table.wordnet.ids(table["lemma"].names))[table["lemma"].codes].tolist()
    found = []
    names = table.once(soon_names)
    for kind, noun, name, (start, end, head) in zip(table.values("kind"), nouns, names, table.spans, strict=True):
        if kind == "pronoun":
            found.append(_class_of_pronoun(known.get(parse.lower[head])))
        elif amount := _amount(parse.lower[start:end], parse.lower[head], table.lexicon):
            found.append(amount)
        elif kind == "name":
            found.append(_class_of_name(table, name))
        elif kind == "coordination":  # such as "a man and a woman"
            found.append("person" if noun in ("male", "female") else noun)
        else:
            found.append(noun if kind == "nominal" else "")
    return found


@attribute(source=_SOURCE)
def soon_gender(table: MentionTable) -> list[str]:
    """Male, female or neutral.

    For a name by its title, the title of the same last word elsewhere in the document, its first name; otherwise by the
    semantic class: whatever is not a person is neutral.
    """
    classes, names = table.values("semantic_class"), table.once(soon_names)
    of_surname: dict[str, set[str]] = {}
    for name in names:
        if name.gender and name.words:
            of_surname.setdefault(name.words[-1], set()).add(name.gender)
    found = []
    for kind, group, name in zip(table.values("kind"), classes, names, strict=True):
        if kind == "coordination":
            found.append("")
        elif group in ("male", "female"):
            found.append(group)
        elif group not in ("person", ""):
            found.append("neutral")
        elif kind == "name" and name.words:
            said = of_surname.get(name.words[-1], set())
            listed = table.lexicon.name_gender.get(name.words[0], "")
            found.append(next(iter(said)) if len(said) == 1 else listed if listed != "either" else "")
        else:
            found.append("")
    return found


@categorical("unknown", "T", "F", silent="unknown", source=_SOURCE)
def soon_semantic_class(pairs: MentionPairs) -> np.ndarray:
    """SEMCLASS: the same class, or one is the parent of the other; if a class is unknown, the same head."""

    def make() -> np.ndarray:
        column = pairs.table["semantic_class"]
        count, names = len(column.names), np.array(column.names)
        related = related_classes(np.repeat(names, count).tolist(), np.tile(names, count).tolist())
        known = np.outer(names != "", names != "")
        of_classes = np.where(known, np.where(related.reshape(count, count), 1, 2), 0)
        found = of_classes[pairs.codes("semantic_class")]
        heads = pairs.codes("lemma")
        return np.where((found == 0) & (heads[0] == heads[1]), 1, found)

    return pairs.once("soon semantic class", make)


@categorical("unknown", "T", "F", silent="unknown", source=_SOURCE)
def soon_gender_match(pairs: MentionPairs) -> np.ndarray:
    """GENDER: the same gender, if both are known."""
    return pairs.agreement("soon_gender")


def _class_of_pronoun(pronoun: Pronoun | None) -> str:
    if pronoun is None:
        return ""
    if pronoun.gender in ("male", "female"):
        return pronoun.gender
    if "adverbial" in pronoun.kinds:
        return "location"
    return {"animate": "person", "inanimate": "object"}.get(pronoun.animacy, "")


def _class_of_name(table: MentionTable, name: SoonName) -> str:
    lexicon, whole = table.lexicon, " ".join(name.words)
    if name.titled or not name.words:
        return name.gender or ("person" if name.titled else "")
    if len(name.words) > 1 and name.words[-1] in lexicon.legal_forms | lexicon.organization_endings:
        return "organization"
    listed = {
        "date": whole in lexicon.months or whole in lexicon.weekdays,
        "location": whole in lexicon.places,
        "person": name.words[0] in lexicon.first_names,
    }
    # "May" is a woman or a month, "Charlotte" a woman or a city.
    fitting = [group for group, fits in listed.items() if fits]
    return fitting[0] if len(fitting) == 1 else ""


def _amount(words: list[str], head: str, lexicon: Lexicon) -> str:
    if "%" in words[-2:]:
        return "percent"
    if not _CURRENCIES.isdisjoint(words[:3]) and (head in _CURRENCIES or head[0].isdigit()):
        return "money"
    if _CLOCK.fullmatch(head) or head in lexicon.clock:
        return "time"
    return "date" if _YEAR.fullmatch(head) else ""
