"""Names in the lines of letters: their boundaries, and whether they are names of people."""

from __future__ import annotations

import re

from corefpipe.letters.phrases import letter_phrases
from corefpipe.lexicon import Lexicon
from corefpipe.parsing.parse import Parse
from corefpipe.parsing.relations import POSSESSORS

Span = tuple[int, int]
"""First token, and the token after the last."""

MAX_NAME_TOKENS = 5
"""Maximum number of tokens of a name, including titles."""

DASHES = "-–—"
"""Characters that may stand before a signature's name: "-Tom"."""

_NOT_KISSES = re.compile(r"[^\W_]*[^\W\d_x]", re.IGNORECASE)  # a word other than "xx"
_AFTER_SIGNING_NAME = frozenset("|,(<")
_INTRODUCTION_TOKENS = 4  # maximum number of tokens of an introduction: "my name is"


def joined(parse: Parse, start: int, end: int) -> str:
    """The tokens as one string, in the form that the patterns of `LetterPhrases` expect."""
    return " ".join(parse.words[start:end]).replace(" ,", ",")


def is_title(lexicon: Lexicon, word: str) -> bool:
    """Whether a lower-case word is a title, with or without the full stop of an abbreviation: "mr", "mr."."""
    return word in lexicon.titles or f"{word}." in lexicon.titles


def is_person(parse: Parse, start: int, end: int) -> bool:
    """Whether a name begins with a first name or a title, or is annotated as a person's."""
    lexicon, word = parse.lexicon, parse.lower[start].lstrip(DASHES)
    types = {parse.entity_types[token] for token in range(start, end)} - {""}
    return types == {"person"} or word in lexicon.first_names or word in lexicon.full_names or word in lexicon.titles


def name_at(parse: Parse, start: int, end: int) -> Span | None:
    """The name that begins at `start`: capitalised words, initials and abbreviated titles."""
    stop = start
    while stop < min(end, start + MAX_NAME_TOKENS) and (
        parse.words[stop][:1].isupper() or (stop > start and _ends_abbreviation(parse, stop))
    ):
        stop += 1
    return (start, stop) if stop > start else None


def _ends_abbreviation(parse: Parse, token: int) -> bool:
    """Whether a token is the full stop of an initial or a title."""
    word = parse.lower[token - 1]
    return parse.words[token] == "." and (len(word) == 1 or is_title(parse.lexicon, word))


def last_name(parse: Parse, start: int, end: int) -> Span | None:
    """The last proper nouns before an address in "<>": "Lucy Hart" in "On Tuesday Lucy Hart <lucy@hart.org> wrote:"."""
    stop = next((token for token in range(start, end) if parse.words[token].startswith("<")), end)
    while stop > start and not _is_name_part(parse, stop - 1):
        stop -= 1
    first = stop
    while first > start and _is_name_part(parse, first - 1):
        first -= 1
    return (first, stop) if stop > start else None


def _is_name_part(parse: Parse, token: int) -> bool:
    """Whether a token is a proper noun, but not a date or an e-mail address."""
    return parse.pos[token] == "PROPN" and parse.entity_types[token] != "time" and "@" not in parse.words[token]


def signing_name(parse: Parse, start: int, end: int) -> Span | None:
    """The name with which a line signs: "Tom Hill", "xx Jen", "- Jen :)", "Dave Hill | Head of Sales"."""
    words = parse.words
    while start < end and not _NOT_KISSES.match(words[start].lstrip(DASHES)):
        start += 1
    stop = next((token for token in range(start, end) if words[token] in _AFTER_SIGNING_NAME), end)
    while stop > start and not _NOT_KISSES.match(words[stop - 1]) and words[stop - 1] != ".":
        stop -= 1
    parts = [word.lstrip(DASHES) for word in words[start:stop] if word != "."]
    capitalised = all(part[:1].isupper() and part.replace(".", "").replace("-", "").isalpha() for part in parts)
    return (start, stop) if parts and len(parts) <= MAX_NAME_TOKENS and capitalised else None


def introduced_name(parse: Parse, start: int, end: int) -> Span | None:
    """The name that the sender gives as their own: "this is Tom from Leeds", but not "this is Tom, my brother"."""
    text = joined(parse, start, min(start + _INTRODUCTION_TOKENS, end))
    phrase = letter_phrases(parse.lexicon).introduction.match(text)
    name = name_at(parse, start + len(phrase[0].split()), end) if phrase else None
    return name if name and is_person(parse, *name) and not _is_third_person(parse, name[1], end) else None


def _is_third_person(parse: Parse, after: int, end: int) -> bool:
    """Whether the words after an introduced name show that it is not the sender's.

    Such words are a noun phrase with "my" ("this is Tom, my brother"), a possessive mark ("it's Tom's fault"), a
    relative clause, or a preposition other than "from".
    """
    if after >= end:
        return False
    word = parse.lower[after]
    if word == "," and after + 1 < end:
        pronoun = parse.pronoun(after + 1)
        return pronoun is not None and pronoun.person == "1" and parse.deps[after + 1] in POSSESSORS
    if word in parse.lexicon.possessive_marks or parse.tags[after].startswith("W"):
        return True
    return parse.pos[after] == "ADP" and word not in parse.lexicon.home_prepositions


def is_one_recipient(parse: Parse, start: int, end: int) -> bool:
    """Whether the value of a header field is one name or address, not "staff" or "Ann Lee, Tom Hill"."""
    addresses = sum("@" in word for word in parse.words[start:end])
    name = name_at(parse, start, end)
    if name is None or addresses > 1:
        return addresses == 1
    is_surname_first = name[1] == start + 1  # "Lee, Ann"
    return name[1] == end or parse.words[name[1]] != "," or is_surname_first
