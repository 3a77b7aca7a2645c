"""Short names and acronyms of full names: "Nkechi" of "Nkechi Eze", "Zeta" of "Zeta Holdings Inc.", "the WHO"."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Container, Iterable, Iterator
from itertools import chain

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.features import MentionTable
from corefpipe.features.attributes.grammar import name_start
from corefpipe.features.attributes.phrases import base_end, before_brackets
from corefpipe.features.engine.registry import joinable
from corefpipe.lexicon import Lexicon
from corefpipe.parsing.nicknames import nicknames
from corefpipe.resolver.constraints.mentions import document_numbers
from corefpipe.resolver.constraints.names import Person, Words, by_document, core_end, persons_of
from corefpipe.resolver.constraints.registry import constraint

_MANY = 12  # words of a name of no person
_OF_PLACE = 2  # words of a place's name with what it is, and of a family's with its article


@constraint
@joinable
def short_names(table: MentionTable) -> Constraints | None:
    """A first name or surname alone is the one person in the document who has it: "Nkechi Eze" … "Nkechi".

    So is a short form of the first name, if no sentence has both: "Robert Kline", "Bob".

    A firm's name without "Inc.", and its first word, is the one firm that has it: "Zeta Holdings Inc.", "Zeta"; so is
    that of a place without what it is: "Mount Etna", "Etna". A family is its members, and none of them: "Ann and Tom
    Bell", "the Bells".
    """
    persons, parse = persons_of(table), table.parse
    known_as = frozenset(nicknames(parse.words, parse.pos, parse.bounds, parse.sentences))
    found, apart = _families(table)
    for names in by_document(table, dict.fromkeys(np.flatnonzero(table["kind"].is_("name")).tolist())):
        people = {row: persons[row] for row in names if row in persons}
        owners: dict[Words, set[Words]] = {}
        called = {words: _nickname(table, row, known_as) for row, (words, _) in people.items()}
        for words, _ in people.values():
            own = words[:-1] if words[-1] in table.lexicon.name_suffixes else words  # "Martin Luther King Jr."
            if len(own) > 1:
                for part in {words[:1], words[1:], words[:-1], words[-1:], own[1:], own[-1:], called[words]} - {()}:
                    owners.setdefault(part, set()).add(words)
        found += _short_people(table, people, owners)
        found += _short_firms(table, names, owners)
        found += _short_places(table, names)
    triples = table.triples()
    found = [(one, other) for one, other in found if not _within(triples[other], triples[one])]  # "Ann" of "Ann Bell"
    return Constraints(*(np.array(pairs).reshape(-1, 2) for pairs in (found, apart))) if found or apart else None


def _nickname(table: MentionTable, row: int, known_as: Container[int]) -> Words:
    """The nickname within a name, one of these tokens, as its only word; () for none."""
    start, end, _ = table.triples()[row]
    return next(((table.parse.lower[i],) for i in range(start, min(end, start + _MANY)) if i in known_as), ())


def _families(table: MentionTable) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Pairs of people and their family, and of one of them and the family: "Ann and Tom Bell", "the Bells"."""
    parse, lexicon, documents = table.parse, table.lexicon, document_numbers(table)
    members: dict[tuple[int, str], int] = {}  # document, surname -> the last mention of several with it
    single: dict[tuple[int, str], int] = {}  # the same of one
    together, apart = [], []
    for row, (kind, (start, end, head)) in enumerate(zip(table.values("kind"), table.triples(), strict=True)):
        last = parse.lower[end - 1]
        if kind == "coordination" and parse.pos[end - 1] == "PROPN":
            members[documents[row], last] = row
        elif kind != "name":
            continue
        elif end == start + _OF_PLACE and parse.lower[start] in lexicon.definite_articles and last[-1:] == "s":
            for surname in {last[:-1], last.removesuffix("s").removesuffix("e")}:
                key = documents[row], surname
                if key in members:
                    together.append((members[key], row))
                if key in single:
                    apart.append((single[key], row))
        elif parse.entity_types[head] in ("", "person"):
            single[documents[row], last] = row
    return together, apart


def _short_people(
    table: MentionTable, people: dict[int, Person], owners: dict[Words, set[Words]]
) -> Iterator[tuple[int, int]]:
    """Pairs of a full name and a part of it, or a short form of its first name: "Nkechi Eze", "Nkechi"; "Bob".

    Short forms that a sentence has beside the full name are somebody else's: "Robert Kline met Bob".

    Args:
        table: the mentions.
        people: those of one document.
        owners: part of a name -> the full names with this part.
    """
    genders, last = table.values("gender"), dict[Words, int]()
    classes, of_title = table.lexicon.title_class, dict[str, set[Words]]()  # "Capt." is "Captain"
    for words, titled in people.values():
        if len(words) > 1 and titled:
            of_title.setdefault(classes.get(titled[-1], titled[-1]), set()).add(words)
    of_short = _by_short_form(table.lexicon, owners)
    sentences: dict[Words, set[int]] = {}
    for row, (words, _) in people.items():
        sentences.setdefault(words, set()).add(table.parse.sentences[table.triples()[row][2]])
    for words in of_short.keys() & sentences.keys():
        of_short[words] = {full for full in of_short[words] if sentences[full].isdisjoint(sentences[words])}
    for row, (words, titled) in people.items():
        whole = owners.get(words) or of_short.get(words, set())
        if titled:
            # "Mrs. Bell" may be another one than Jane Bell, Captain Bell hardly than Captain Tom Bell.
            of_class = of_title.get(classes.get(titled[-1], titled[-1]), set())
            whole = {one for one in whole & of_class if one[-1:] == words}
        full = next(iter(whole)) if len(whole) == 1 else ()
        before = last.get(full)
        # Counts of a surname are those of its most famous bearers.
        surname = not titled and full[-1:] == words
        if before is not None and (surname or "" in (pair := {genders[row], genders[before]}) or len(pair) == 1):
            yield before, row
        last[words] = row


def _by_short_form(lexicon: Lexicon, owners: dict[Words, set[Words]]) -> dict[Words, set[Words]]:
    """Short form of a first name -> the full names that begin with such a one: "bob" -> "robert kline"."""
    found: dict[Words, set[Words]] = {}
    for part, names in owners.items():
        for form in lexicon.nicknames.get(part[0], ()) if len(part) == 1 else ():
            begun = {name for name in names if name[:1] == part}
            if begun:
                found.setdefault((form,), set()).update(begun)
    return found


def _short_firms(table: MentionTable, rows: Iterable[int], people: Container[Words]) -> Iterator[tuple[int, int]]:
    """Pairs of a firm's name, and the same without "Inc." or only its first word: "Zeta Holdings Inc.", "Zeta".

    Args:
        table: the mentions.
        rows: the names of one document.
        people: names of people, in lower case, which such a short name must not be.
    """
    lexicon, triples = table.lexicon, table.triples()
    names: dict[int, Words] = {}
    firms: dict[Words, set[Words]] = {}
    joined: set[Words] = set()  # firms whose name no noun ends
    reached = 0  # end of the names so far
    for row in rows:
        start, end, head = triples[row]
        if end <= reached:
            continue  # "Zeta" in "Zeta Holdings Inc."
        reached = base_end(table.parse, head, end)
        if end - start > 1 and table.parse.lower[end - 2] in lexicon.definite_articles:
            continue  # "Zeta, the company"
        words = _without_articles(table, name_start(table.parse, start, head), core_end(table, head, end))
        names[row] = whole = tuple(word.lower() for word in words if word[0].isalnum())
        own = tuple(word for word in whole if word not in lexicon.legal_forms)
        if own and whole[-1] in lexicon.legal_forms and words[0][0].isupper():
            for part in {own, own[:1]}:
                firms.setdefault(part, set()).add(whole)
        elif _has_own_name(lexicon, whole):
            firms.setdefault(whole[:-1], set()).add(whole)
        elif _is_only_a_name(table, whole, head):
            firms.setdefault(whole[:1], set()).add(whole)
            joined.add(whole)
    last: dict[Words, int] = {}
    for row, name in names.items():
        of = firms.get(name, set())
        full = next(iter(of)) if len(of) == 1 and name not in people and name[0] not in lexicon.first_names else ()
        # "Lincoln" may be another than Lincoln School.
        if (
            full
            and table.parse.entity_types[triples[row][2]] in ("person", "place")
            and full[-1] not in lexicon.legal_forms
            and full not in joined
        ):
            full = ()
        if full and full in last:
            yield last[full], row
        last[name] = row


def _has_own_name(lexicon: Lexicon, name: Words) -> bool:
    """Whether a name says what an organization is after a name of its own: "Lakeside School", not "Boston College"."""
    if len(name) < 2 or name[-1] not in lexicon.organization_endings:
        return False
    ordinary = (lexicon.demonyms, lexicon.first_names, lexicon.surnames, lexicon.cardinals, lexicon.ordinals)
    return name[:-1] == name[:1] and not any(name[0] in words for words in ordinary) and name[0] not in lexicon.places


def _is_only_a_name(table: MentionTable, name: Words, head: int) -> bool:
    """Whether an organization's name is no noun with something before it: "Goldman Sachs", not "Boston College"."""
    if len(name) != 2 or table.parse.entity_types[head] != "organization":
        return False
    lexicon = table.lexicon
    known = (lexicon.demonyms, lexicon.first_names, lexicon.cardinals, lexicon.ordinals, lexicon.places)
    ends_in_noun = name[-1] in lexicon.demonyms or table.wordnet.ids(name[-1:])[0] >= 0
    return not ends_in_noun and not any(name[0] in words for words in known)


def _short_places(table: MentionTable, rows: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Pairs of a place's name and the same without its first word, which says what it is: "Lake Garda", "Garda"."""
    parse, lexicon, triples = table.parse, table.lexicon, table.triples()
    last: dict[str, int] = {}  # "garda" -> "Lake Garda"
    for row in rows:
        start, end, head = triples[row]
        start += end - start > 1 and parse.lower[start] in lexicon.definite_articles
        # Taggers call volcanoes people.
        may_be_place = parse.entity_types[head] in ("", "place") or parse.lower[start] not in lexicon.first_names
        if end - start == _OF_PLACE and parse.lower[start] in lexicon.place_titles:
            last[parse.lower[end - 1]] = row
        elif end - start == 1 and parse.lower[start] in last and may_be_place:
            yield last[parse.lower[start]], row
            last[parse.lower[start]] = row


@constraint
@joinable
def acronyms(table: MentionTable) -> Constraints | None:
    """An acronym stands for the name whose initials it has: "the World Health Organization" … "the WHO"."""
    triples, kinds, documents = table.triples(), table.values("kind"), document_numbers(table)
    words = [
        [] if kind == "pronoun" and end - start == 1 else _without_articles(table, start, core_end(table, head, end))
        for kind, (start, end, head) in zip(kinds, triples, strict=True)
    ]
    of_letters: dict[tuple[int, str], list[int]] = {}
    for row, kind in enumerate(kinds):
        # Taggers call "International Business Machines" no name.
        named = kind == "name" or (kind == "nominal" and all(word[:1].isupper() for word in words[row]))
        for letters in _initials(table.lexicon, words[row]) if named else ():
            of_letters.setdefault((documents[row], letters), []).append(row)
    found = []
    for row, kind in enumerate(kinds if of_letters else ()):
        short = words[row][0].replace(".", "") if len(words[row]) == 1 else ""
        rows = of_letters.get((documents[row], short), []) if sum(map(str.isupper, short)) > 1 else []
        # Taggers take "the WHO" for a pronoun.
        if rows and (kind != "pronoun" or triples[row][1] - triples[row][0] > 1):
            later = bisect_left(rows, row)
            nearest_first = chain(reversed(range(later)), range(later, len(rows)))
            apart = (rows[i] for i in nearest_first if not _within(triples[row], triples[rows[i]]))
            nearest = next(apart, None)
            if nearest is not None:
                found.append((min(row, nearest), max(row, nearest)))
    return Constraints(np.array(found)) if found else None


def _within(one: tuple[int, int, int], other: tuple[int, int, int]) -> bool:
    """Whether a mention is a part of another: "WHO" of "World Health Organization (WHO)"."""
    return other[0] <= one[0] and one[1] <= other[1]


def _without_articles(table: MentionTable, start: int, end: int) -> list[str]:
    """The words of a mention without articles, what marks a possessor, and "(WHO)"; none of a long one."""
    end = before_brackets(table.parse, start, end)
    articles, marks = table.lexicon.definite_articles, table.lexicon.possessive_marks
    words, lower = table.parse.words, table.parse.lower
    kept = range(start, end) if end - start <= _MANY else ()
    return [words[i] for i in kept if lower[i] not in articles and lower[i] not in marks]


def _initials(lexicon: Lexicon, words: list[str]) -> set[str]:
    """The acronyms that a name may have, with or without the letters of "of" and such: "BOJ", "BoJ", "BJ"."""
    named = [word for word in words if word.lower() not in lexicon.legal_forms and word[:1].isalpha()]
    capitals = [word[0] for word in named if word[0].isupper()]
    every = [word[0] for word in named]
    if any(word.isupper() for word in named):
        return set()  # "U.S. Senate"
    of_all = "".join(every)
    return {"".join(capitals), of_all, of_all.upper()} if len(capitals) > 1 else set()
