"""Short forms of full names: "Nkechi" of "Nkechi Eze", "Zeta" of "Zeta Holdings Inc.", "Etna" of "Mount Etna"."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.features import MentionTable
from corefpipe.features.attributes.grammar import name_start
from corefpipe.features.attributes.phrases import base_end
from corefpipe.features.engine.registry import joinable
from corefpipe.lexicon import Lexicon
from corefpipe.parsing.nicknames import nicknames
from corefpipe.resolver.constraints.mentions import document_numbers
from corefpipe.resolver.constraints.names import (
    MOST_WORDS,
    Person,
    Words,
    by_document,
    core_end,
    is_within,
    persons_of,
    words_of_name,
)
from corefpipe.resolver.constraints.registry import constraint

FullNames = dict[Words, set[Words]]
"""Short form -> the full names that have it."""

_TWO_WORDS = 2
"""Words of "Mount Etna" and of "the Bells"."""


@constraint
@joinable
def short_names(table: MentionTable) -> Constraints | None:
    """A first name or surname alone corefers with the only full name that has it: "Nkechi Eze" … "Nkechi".

    So does a short form of the first name, unless a sentence has both: "Robert Kline", "Bob"; the name of an
    organization without "Inc.", and its first word: "Zeta Holdings Inc.", "Zeta"; that of a place without its generic
    word: "Mount Etna", "Etna". A family corefers with several members, and with no single one: "Ann and Tom Bell", "the
    Bells".
    """
    persons, parse = persons_of(table), table.parse
    tokens = frozenset(nicknames(parse.words, parse.pos, parse.bounds, parse.sentences))
    together, apart = _families(table)
    for names in by_document(table, dict.fromkeys(np.flatnonzero(table["kind"].is_("name")).tolist())):
        people = {row: persons[row] for row in names if row in persons}
        parts = _parts_of_people(table, people, tokens)
        together += _short_people(table, people, parts)
        together += _short_organizations(table, names, parts)
        together += _short_places(table, names)
    triples = table.triples()
    together = [pair for pair in together if not is_within(triples[pair[1]], triples[pair[0]])]  # "Ann" of "Ann Bell"
    return Constraints(np.array(together), np.array(apart)) if together or apart else None


def _families(table: MentionTable) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Pairs of rows of several members and their family, and of one member and the family: "Ann Bell", "the Bells"."""
    parse, lexicon, documents = table.parse, table.lexicon, document_numbers(table)
    several: dict[tuple[int, str], int] = {}  # document and surname -> the last coordination with it
    single: dict[tuple[int, str], int] = {}  # the same -> the last name with it
    together, apart = [], []
    for row, (kind, (start, end, head)) in enumerate(zip(table.values("kind"), table.triples(), strict=True)):
        last = parse.lower[end - 1]
        if kind == "coordination" and parse.pos[end - 1] == "PROPN":
            several[documents[row], last] = row
        elif kind != "name":
            continue
        elif end == start + _TWO_WORDS and parse.lower[start] in lexicon.definite_articles and last.endswith("s"):
            surnames = [(documents[row], name) for name in {last[:-1], last.removesuffix("s").removesuffix("e")}]
            together += [(several[name], row) for name in surnames if name in several]
            apart += [(single[name], row) for name in surnames if name in single]
        elif parse.entity_types[head] in ("", "person"):
            single[documents[row], last] = row
    return together, apart


def _parts_of_people(table: MentionTable, people: dict[int, Person], tokens: Container[int]) -> FullNames:
    """The short forms of the full names of people: parts, and nicknames among these tokens: 'Robert "Bob" Ellis'."""
    called = {words: _nickname(table, row, tokens) for row, (words, _) in people.items()}
    found: FullNames = {}
    for words, _ in people.values():
        own = words[:-1] if words[-1] in table.lexicon.name_suffixes else words  # "Martin Luther King Jr."
        if len(own) > 1:
            for part in {words[:1], words[1:], words[:-1], words[-1:], own[1:], own[-1:], called[words]} - {()}:
                found.setdefault(part, set()).add(words)
    return found


def _nickname(table: MentionTable, row: int, tokens: Container[int]) -> Words:
    """The first word of a name that is one of these tokens, () for none."""
    start, end, _ = table.triples()[row]
    return next(((table.parse.lower[i],) for i in range(start, min(end, start + MOST_WORDS)) if i in tokens), ())


def _short_people(table: MentionTable, people: dict[int, Person], parts: FullNames) -> Iterator[tuple[int, int]]:
    """Pairs of rows of a full name and a part of it, or a short form of its first name: "Nkechi Eze", "Nkechi"; "Bob".

    Args:
        table: the mentions.
        people: those of one document.
        parts: parts of their names.
    """
    genders, lexicon = table.values("gender"), table.lexicon
    short_forms, titled = _short_first_names(table, people, parts), _full_names_by_title(lexicon, people)
    last: dict[Words, int] = {}
    for row, (words, titles) in people.items():
        candidates = parts.get(words) or short_forms.get(words, set())
        if titles:
            # "Mrs. Bell" may be another one than Jane Bell, Captain Bell hardly than Captain Tom Bell.
            candidates = candidates & titled.get(_class_of_title(lexicon, titles), set())
            candidates = {full for full in candidates if full[-1:] == words}
        full = _only(candidates)
        before = last.get(full)
        # The gender of a surname is that of its most famous bearers.
        is_surname = not titles and full[-1:] == words
        if before is not None and (
            is_surname or "" in (genders[row], genders[before]) or genders[row] == genders[before]
        ):
            yield before, row
        last[words] = row


def _full_names_by_title(lexicon: Lexicon, people: dict[int, Person]) -> dict[str, set[Words]]:
    """Class of a title -> the full names after such a title: "Capt." is "Captain"."""
    found: dict[str, set[Words]] = {}
    for words, titles in people.values():
        if len(words) > 1 and titles:
            found.setdefault(_class_of_title(lexicon, titles), set()).add(words)
    return found


def _class_of_title(lexicon: Lexicon, titles: Words) -> str:
    return lexicon.title_class.get(titles[-1], titles[-1])


def _short_first_names(table: MentionTable, people: dict[int, Person], parts: FullNames) -> FullNames:
    """Short form of a first name -> full names that no sentence has beside it: not in "Robert Kline met Bob"."""
    found: FullNames = {}
    for part, names in parts.items():
        begun = {name for name in names if name[:1] == part}
        for form in table.lexicon.nicknames.get(part[0], ()) if begun else ():
            found.setdefault((form,), set()).update(begun)
    sentences: dict[Words, set[int]] = {}
    for row, (words, _) in people.items():
        sentences.setdefault(words, set()).add(table.parse.sentences[table.triples()[row][2]])
    for words in found.keys() & sentences.keys():
        found[words] = {full for full in found[words] if sentences[full].isdisjoint(sentences[words])}
    return found


def _only(names: set[Words]) -> Words:
    """The only one of these names, () if there are none or several."""
    return next(iter(names)) if len(names) == 1 else ()


def _short_organizations(
    table: MentionTable, rows: Iterable[int], people: Container[Words]
) -> Iterator[tuple[int, int]]:
    """Pairs of rows of an organization's name and a short form of it: "Zeta Holdings Inc.", "Zeta".

    Args:
        table: the mentions.
        rows: the names of one document.
        people: parts of names of people, in lower case, which a short form must not be.
    """
    heads, types, first_names = table.spans.head, table.parse.entity_types, table.lexicon.first_names
    names: dict[int, Words] = {}
    full_names: FullNames = {}
    distinctive: set[Words] = set()  # full names whose short forms do not name a person or place, too
    for row, words in _outermost_names(table, rows).items():
        names[row] = whole = tuple(word.lower() for word in words if word[0].isalnum())
        forms, is_distinctive = _forms_of_organization(table, words, whole, int(heads[row]))
        for form in forms:
            full_names.setdefault(form, set()).add(whole)
        distinctive |= {whole} if is_distinctive else set()
    last: dict[Words, int] = {}
    for row, name in names.items():
        full = _only(full_names.get(name, set()))
        # "Lincoln" may be another than Lincoln School.
        is_other = full not in distinctive and types[heads[row]] in ("person", "place")
        if full and full in last and not is_other and name not in people and name[0] not in first_names:
            yield last[full], row
        last[name] = row


def _outermost_names(table: MentionTable, rows: Iterable[int]) -> dict[int, list[str]]:
    """Row -> words without articles, of names not inside others and without a description: not "Zeta, the company"."""
    parse, found = table.parse, {}
    reached = 0  # end of the names so far
    for row in rows:
        start, end, head = table.triples()[row]
        if end <= reached:
            continue  # "Zeta" in "Zeta Holdings Inc."
        reached = base_end(parse, head, end)
        if end - start == 1 or parse.lower[end - 2] not in table.lexicon.definite_articles:
            found[row] = words_of_name(table, name_start(parse, start, head), core_end(table, head, end))
    return found


def _forms_of_organization(table: MentionTable, words: list[str], whole: Words, head: int) -> tuple[set[Words], bool]:
    """The short forms of an organization's name, and whether they are distinctive even if tagged otherwise.

    Args:
        table: the mentions.
        words: of the name.
        whole: the same in lower case, without punctuation.
        head: its head token.
    """
    legal_forms = table.lexicon.legal_forms
    own = tuple(word for word in whole if word not in legal_forms)
    is_legal = bool(whole) and whole[-1] in legal_forms
    if own and is_legal and words[0][0].isupper():
        return {own, own[:1]}, True
    if _has_own_name(table.lexicon, whole):
        return {whole[:-1]}, is_legal
    return ({whole[:1]}, True) if _is_only_a_name(table, whole, head) else (set(), False)


def _has_own_name(lexicon: Lexicon, name: Words) -> bool:
    """Whether a generic word follows one that is no other name or number: "Lakeside School", not "Boston College"."""
    if len(name) < 2 or name[-1] not in lexicon.organization_endings:
        return False
    ordinary = (lexicon.demonyms, lexicon.first_names, lexicon.surnames, lexicon.cardinals, lexicon.ordinals)
    return name[:-1] == name[:1] and not any(name[0] in words for words in ordinary) and name[0] not in lexicon.places


def _is_only_a_name(table: MentionTable, name: Words, head: int) -> bool:
    """Whether an organization's name is two words without a generic one: "Goldman Sachs", not "Boston College"."""
    if len(name) != 2 or table.parse.entity_types[head] != "organization":
        return False
    lexicon = table.lexicon
    known = (lexicon.demonyms, lexicon.first_names, lexicon.cardinals, lexicon.ordinals, lexicon.places)
    ends_in_noun = name[-1] in lexicon.demonyms or table.wordnet.ids(name[-1:])[0] >= 0
    return not ends_in_noun and not any(name[0] in words for words in known)


def _short_places(table: MentionTable, rows: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Pairs of rows of a place's name and the same without its generic first word: "Lake Garda", "Garda"."""
    parse, lexicon, triples = table.parse, table.lexicon, table.triples()
    last: dict[str, int] = {}  # "garda" -> "Lake Garda"
    for row in rows:
        start, end, head = triples[row]
        start += end - start > 1 and parse.lower[start] in lexicon.definite_articles
        # Taggers call volcanoes people.
        may_be_place = parse.entity_types[head] in ("", "place") or parse.lower[start] not in lexicon.first_names
        if end - start == _TWO_WORDS and parse.lower[start] in lexicon.place_titles:
            last[parse.lower[end - 1]] = row
        elif end - start == 1 and parse.lower[start] in last and may_be_place:
            yield last[parse.lower[start]], row
            last[parse.lower[start]] = row
