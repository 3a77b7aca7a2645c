"""The features of Soon, Ng & Lim 2001 that have a function of their own: strings, semantic class, gender, apposition.

ALIAS stands in `soon_alias`; the others are written in the feature set itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from corefpipe.features.engine.pairs import MentionPairs
from corefpipe.features.engine.registry import attribute, boolean, categorical
from corefpipe.features.engine.table import MentionTable
from corefpipe.features.published.bengtson_roth.strings import short_extents
from corefpipe.lexicon import Lexicon, Pronoun
from corefpipe.lexicon.wordnet import related_classes

_SOURCE = "Soon, Ng & Lim 2001, section 2"
_CURRENCIES = frozenset("$ £ € ¥ ₤ ₹".split())
_CLOCK = re.compile(r"\d{1,2}[:.]\d\d")
_YEAR = re.compile(r"1\d{3}|20\d{2}|['’]\d\d")
_KINDS = ("reflexive", "possessive", "indefinite", "personal", "demonstrative", "adverbial")
_NO_APPOSITION = ("conj", "nsubj", "vocative")


@attribute(source=_SOURCE)
def pronoun_kind(table: MentionTable) -> list[str]:
    """Of a pronoun: personal, possessive, reflexive, demonstrative, indefinite or adverbial ("here")."""
    parse, known = table.parse, table.lexicon.pronouns
    found = []
    for kind, role, (_, _, head) in zip(table.values("kind"), table.values("role"), table.spans, strict=True):
        record = known.get(parse.lower[head]) if kind == "pronoun" else None
        kinds = record.kinds if record else frozenset()
        if {"personal", "possessive"} <= kinds:  # her
            kinds = frozenset(("possessive" if role == "possessor" else "personal",))
        found.append(next((name for name in _KINDS if name in kinds), ""))
    return found


@attribute(source=_SOURCE)
def soon_string(table: MentionTable) -> list[str]:
    """The words in lower case without articles, demonstratives and a closing 's; all of them where none is left."""
    parse, determiners = table.parse, table.lexicon.determiners
    dropped = {word for word, kind in determiners.items() if kind in ("definite", "indefinite", "demonstrative")}
    found = []
    for start, end, _ in table.spans:
        words = parse.lower[start : end - (end - start > 1 and parse.lower[end - 1] in table.lexicon.possessive_marks)]
        found.append(" ".join([word for word in words if word not in dropped] or words))
    return found


@attribute(source=_SOURCE)
def semantic_class(table: MentionTable) -> list[str]:
    """Female, male, person, organization, location, date, time, money, percent or object.

    Of a noun: WordNet's first sense of its head; of a name: title, ending of organizations, list of places or first
    names; of a pronoun: a table.
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
        elif kind == "coordination":  # of a man and a woman
            found.append("person" if noun in ("male", "female") else noun)
        else:
            found.append(noun if kind == "nominal" else "")
    return found


@attribute(source=_SOURCE)
def soon_gender(table: MentionTable) -> list[str]:
    """Male, female or neutral.

    Of a name: its title, the title with which its last word occurs elsewhere in the document, its first name; of all
    others: the semantic class, for what is no person is neutral.
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


@boolean(source=_SOURCE)
def soon_string_match(pairs: MentionPairs) -> np.ndarray:
    """STR_MATCH: the same words but for articles and demonstratives, pronouns too."""
    ante, ana = pairs.codes("soon_string")
    return ante == ana


@categorical("unknown", "T", "F", silent="unknown", source=_SOURCE)
def soon_semantic_class(pairs: MentionPairs) -> np.ndarray:
    """SEMCLASS: the same class, or one the parent of the other; where a class is unknown, the same head."""

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
    """GENDER: the same, where both are known."""
    return pairs.agreement("soon_gender")


@boolean(source=_SOURCE)
def soon_appositive(pairs: MentionPairs) -> np.ndarray:
    """APPOSITIVE: only a comma, and no verb, from the one to the other; at least one is a name.

    Pronouns are none, nor what the parser calls a conjunct, a subject or a vocative.
    """

    def make() -> np.ndarray:
        commas, verbs, may, labelled = pairs.table.once(_punctuation)
        spans = pairs.table.spans
        first, last = spans.head[pairs.ante] + 1, spans.start[pairs.ana] - 1
        name = pairs.are("kind", "name")
        # Of "Nora Bell, the captain" the first mention may be all of it; so may it be of "Paris, France".
        whole = labelled[pairs.ana] & (spans.end[pairs.ante] >= spans.end[pairs.ana])
        joined = (spans.end[pairs.ante] == last) | whole
        found = may[pairs.ana] & (name[0] | name[1]) & pairs.nominal & joined & (first <= last)
        rows = np.flatnonzero(found)
        first, last = first[rows], last[rows]
        found[rows] = (commas[last + 1] - commas[first] == 1) & (verbs[last] == verbs[first])
        return found

    return pairs.once("soon appositive", make)


class SoonName(NamedTuple):
    """What the words of a name say; nothing for other mentions.

    Attributes:
        words: in lower case, without titles.
        titled: whether it has a title.
        gender: of the title.
    """

    words: tuple[str, ...]
    titled: bool
    gender: str


def soon_names(table: MentionTable) -> list[SoonName]:
    """The words of each mention's name."""
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
    # May is a woman or a month, Charlotte a woman or a city.
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


def _punctuation(table: MentionTable) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """What lies before mentions.

    Returns:
        (n_tokens + 1,) commas before each token, and verbs; (n_mentions,) whether it may be an apposition, and whether
        the parser says so.
    """
    parse = table.parse
    commas = np.cumsum([0, *(word == "," for word in parse.words)])
    verbs = np.cumsum([0, *(tag in ("VERB", "AUX") for tag in parse.pos)])
    may = [
        start > 0 and parse.words[start - 1] == "," and parse.deps[head].split(":")[0] not in _NO_APPOSITION
        for start, _, head in table.spans
    ]
    labelled = [parse.deps[head] == "appos" for _, _, head in table.spans]
    return commas, verbs, np.array(may, dtype=bool), np.array(labelled, dtype=bool)
