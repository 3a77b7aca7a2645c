"""Headings that name who narrates, and to whom: "Mina Murray's Journal", "Letter, Lucy to Mina", "Addie"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import NamedTuple

from corefpipe.casts.cast import Cast
from corefpipe.casts.forms import Form
from corefpipe.features import MentionTable
from corefpipe.parsing.parse import Parse

_LONGEST, _LONGEST_NAME = 40, 6
"""Tokens of a heading, and of a name in it, at most."""
_CAPITALS = 0.5
"""Share of the content words of a heading that begin with a capital, at least."""
_CONTENT = frozenset(("NOUN", "PROPN", "VERB", "ADJ", "ADV"))
_FINITE = frozenset(("VBD", "VBZ", "VBP", "MD"))
_CRIES = frozenset("!?")
_GREETINGS, _STOPS = frozenset(",:;"), frozenset(".")
"""Ends of salutations and addresses, and of signatures, which are no titles."""
_AUTHOR, _FIRST, _ALONE = "author", "first", "alone"
"""How titles name a narrator: as the author of what follows, as their first words, as all their words."""
_MOST_PEOPLE = 2
"""People in a heading beside its addressee, at most; more are a list: "Present: Ann, Eva and Tom"."""
_TEXTS = ("communication.n.02",)
"""What a narrator's sections are called: "journal", "narrative", "statement"."""
_NEAR = 4
"""Tokens between a name and such a noun: "Ann's Second Phonograph Diary"."""
_LEAST_ALONE = 2
"""Headings that are nothing but one narrator's name, at least: a chapter about Ann may be called "Ann"."""


class NamingHeading(NamedTuple):
    """A heading that names people of the cast.

    Attributes:
        start, end: its tokens.
        narrator: number of the person who may narrate what follows.
        addressee: number of the person to whom it may be written, -1 for none.
    """

    start: int
    end: int
    narrator: int
    addressee: int


class _Name(NamedTuple):
    """A name in a title: number of the person, and its tokens."""

    person: int
    start: int
    end: int


def naming_headings(table: MentionTable, cast: Cast) -> Iterator[NamingHeading]:
    """The paragraphs outside quotations that are titles and say who narrates.

    They name an addressee too, or call what follows a text of somebody: "Ann's Journal", "Contributed by Ann"; or they
    begin with the name of somebody whom such a title names, or are a name, and not the only ones that are this name.
    """
    known = forms_of_people(table, cast)
    read = [_read(table, known, start, end) for start, end in _titles(table)]
    found = [one for one in read if one is not None]
    authors = {heading.narrator for heading, kind in found if kind == _AUTHOR}
    alone = Counter(heading.narrator for heading, kind in found if kind == _ALONE)
    for heading, kind in found:
        repeated = kind == _ALONE and alone[heading.narrator] >= _LEAST_ALONE
        if kind == _AUTHOR or repeated or (kind == _FIRST and heading.narrator in authors):
            yield heading


def paragraphs_of(parse: Parse) -> Iterator[tuple[int, int]]:
    """(start, end) of the paragraphs, in tokens."""
    numbers = parse.paragraphs
    starts = [token for token in range(len(parse)) if not token or numbers[token] > numbers[token - 1]]
    yield from pairwise([*starts, len(parse)])


def _titles(table: MentionTable) -> Iterator[tuple[int, int]]:
    """(start, end) of the short paragraphs outside quotations that are titles."""
    for start, end in paragraphs_of(table.parse):
        if end - start <= _LONGEST and max(table.quotes.number[start:end]) < 0 and _is_title(table.parse, start, end):
            yield start, end


def _is_title(parse: Parse, start: int, end: int) -> bool:
    """Whether most content words of a paragraph begin with a capital, and it is no clause, cry or note ("* See …")."""
    if (
        not parse.words[start][0].isalnum()
        or parse.words[end - 1] in _CRIES
        or not _FINITE.isdisjoint(parse.tags[start:end])
    ):
        return False
    tokens = [token for token in range(start, end) if parse.words[token][0].isalpha()]
    content = [token for token in tokens if parse.pos[token] in _CONTENT] or tokens
    return sum(parse.words[token][0].isupper() for token in content) >= _CAPITALS * len(content)


def forms_of_people(table: MentionTable, cast: Cast) -> dict[Form, int]:
    """The forms of names of those who are mostly recognised as people where no title is: not "May" or "Telegram"."""
    types, heads = table.parse.entity_types, table.spans.head
    in_title = {token for one in _titles(table) for token in range(*one)}
    named, recognised = Counter[int](), Counter[int]()
    for row, number in cast.person.items():
        if heads[row] not in in_title:
            named[number] += 1
            recognised[number] += types[heads[row]] == "person"
    pronouns = table.lexicon.pronouns
    return {
        form: number
        for number, one in enumerate(cast.people)
        if 2 * recognised[number] > named[number]
        for form in one.forms
        if form.words[-1] not in pronouns and not set(form.words) <= table.lexicon.titles
    }


def _read(table: MentionTable, known: Mapping[Form, int], start: int, end: int) -> tuple[NamingHeading, str] | None:
    """What a title says, and how; None if it does not say who narrates."""
    parse = table.parse
    people, addressees = _names(parse, known, start, end)
    if not people:
        return None
    name, several = people[0], len({one.person for one in people}) > _MOST_PEOPLE
    if several and not _is_agent(parse, start, name):
        return None
    heading = NamingHeading(start, end, name.person, addressees[0].person if addressees else -1)
    if addressees or (parse.words[end - 1] not in _GREETINGS and _is_author(table, start, end, name)):
        return heading, _AUTHOR
    if name.start > start or parse.words[end - 1] in _GREETINGS:
        return None
    if any(word[0].isalpha() for word in parse.words[name.end : end]):
        return heading, _FIRST
    return None if parse.words[end - 1] in _STOPS else (heading, _ALONE)


def _names(parse: Parse, known: Mapping[Form, int], start: int, end: int) -> tuple[list[_Name], list[_Name]]:
    """The people whom a title names, and those to whom it is addressed: "Letter, Lucy to Mina"."""
    people, addressees = list[_Name](), list[_Name]()
    token, named = start, people
    while token < end:
        if parse.lower[token] in parse.lexicon.recipient_fields:
            named = addressees
        person, length = person_at(parse, known, token, end)
        named += [_Name(person, token, token + length)] * (person >= 0)
        token += length
    return people, addressees


def _is_author(table: MentionTable, start: int, end: int, name: _Name) -> bool:
    """Whether a title calls what follows a text of the one with this name: "Ann's Journal", "Told by Ann"."""
    parse = table.parse
    if _is_agent(parse, start, name):
        return True
    before = _before(parse, start, name)
    near = parse.lower[name.end : min(name.end + _NEAR, end)]
    if before > start and parse.lower[before] in parse.lexicon.genitives | parse.lexicon.sender_fields:
        near.append(parse.lower[before - 1])
    return bool(table.wordnet.under(table.wordnet.ids(near), _TEXTS).any())


def _is_agent(parse: Parse, start: int, name: _Name) -> bool:
    """Whether a name in a title is that of the agent: "told by Ann"."""
    before = _before(parse, start, name)
    return before >= start and parse.lower[before] in parse.lexicon.agent_prepositions


def _before(parse: Parse, start: int, name: _Name) -> int:
    """The token before a name and its titles; before the start if there is none."""
    token = name.start - 1
    while token >= start and parse.lower[token] in parse.lexicon.titles:
        token -= 1
    return token


def person_at(parse: Parse, known: Mapping[Form, int], start: int, end: int) -> tuple[int, int]:
    """The person whose name begins at a token, -1 for nobody, and its number of tokens, else 1."""
    if parse.words[start][0].isupper():
        for stop in range(min(end, start + _LONGEST_NAME), start, -1):
            words = tuple(parse.lower[start:stop])
            form = Form.of(parse.lexicon, words)
            person = known.get(form)
            if person is not None and _is_all_of(parse, form, words):
                return person, stop - start
    return -1, 1


def _is_all_of(parse: Parse, form: Form, words: tuple[str, ...]) -> bool:
    """Whether a form leaves out none of these words but particles; it has what follows the last title."""
    particles = parse.lexicon.nobiliary_particles
    return len(form.titles) + len(form.words) >= sum(word not in particles for word in words)
