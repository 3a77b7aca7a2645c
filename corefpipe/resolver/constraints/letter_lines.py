"""The lines of a letter: where they end, which of them sign it, and what they name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from corefpipe.parsing.parse import Parse
from corefpipe.resolver.constraints.letter_phrases import LONGEST_NAME, letter_phrases

Span = tuple[int, int]
_BUT_KISSES = re.compile(r"[^\W_]*[^\W\d_x]", re.IGNORECASE)  # a word other than "xx"
_ENDS_NAME = frozenset("|,(<")


def lines_of(parse: Parse) -> list[Span]:
    """(start, end) of the lines that have words; a closing and a name at the end of the text are lines, too."""
    lines = list(_lines(parse))
    return [*lines[:-1], *_signature_apart(parse, *lines[-1])] if lines else []


def _lines(parse: Parse) -> Iterator[Span]:
    starts = [token for token in range(len(parse)) if not token or parse.lines[token] > parse.lines[token - 1]]
    yield from pairwise([*starts, len(parse)])


def _signature_apart(parse: Parse, start: int, end: int) -> list[Span]:
    """A line, and if it ends in a closing and a name these as lines of their own: "I am well. Yours, Anna".

    After a greeting a name alone is enough: "Hi Tom, I am ill. Jen".
    """
    phrases = letter_phrases(parse.lexicon)
    for name in range(end - 1, max(start, end - LONGEST_NAME - 1), -1):
        if parse.words[name - 1] not in (",", "!", "."):
            continue
        closing = next((i for i in range(name - 2, start, -1) if parse.words[i - 1] in (".", "!", "?")), -1)
        if closing > start and phrases.closing.match(joined(parse, closing, name)):
            return [(start, closing), (closing, name), (name, end)]
        greets = parse.words[name - 1] != "," and phrases.greeting.match(joined(parse, start, start + 3))
        if greets and signing_name(parse, name, end) == (name, end) and is_person(parse, name, end):
            return [(start, name), (name, end)]
    return [(start, end)]


def marks_at(parse: Parse, start: int, end: int) -> tuple[int, int]:
    """How many marks of quotation begin a line, and the first token after them: "> > I am ill"."""
    marks = 0
    while start < end and parse.words[start].startswith(">"):
        marks += parse.words[start].count(">")
        start += 1
    return marks, start


def has_digits(parse: Parse, start: int, end: int) -> bool:
    """Whether a line has a number, as those with a date have."""
    return any(word[:1].isdigit() for word in parse.words[start:end])


def joined(parse: Parse, start: int, end: int) -> str:
    """The text of a line, as the patterns of phrases expect it."""
    return " ".join(parse.words[start:end]).replace(" ,", ",")


def is_closing(parse: Parse, start: int, end: int) -> bool:
    """Whether a line is a closing, such as "Best wishes,"."""
    return end - start <= LONGEST_NAME and bool(letter_phrases(parse.lexicon).closing.match(joined(parse, start, end)))


def on_card(parse: Parse, start: int, end: int) -> bool:
    """Whether a line may belong to a signature: it is short, has capitals or numbers, and is no sentence."""
    words = [word for word in parse.words[start:end] if any(map(str.isalnum, word))]
    if not words or len(words) > 2 * LONGEST_NAME or parse.words[end - 1] in ("?", "!", ":"):
        return False
    if signing_name(parse, start, end):
        return True
    return sum(not word.islower() for word in words) * 2 > len(words) and parse.words[end - 1] != "."


def signing_name(parse: Parse, start: int, end: int) -> Span | None:
    """The name with which a line signs: "Tom Hill", "xx Jen", "- Jen :)", "Dave Hill | Head of Sales"."""
    while start < end and not _BUT_KISSES.match(parse.words[start].lstrip("-–—")):
        start += 1
    stop = next((i for i in range(start, end) if parse.words[i] in _ENDS_NAME), end)
    while stop > start and not _BUT_KISSES.match(parse.words[stop - 1]) and parse.words[stop - 1] != ".":
        stop -= 1
    words = [word.lstrip("-–—") for word in parse.words[start:stop] if word != "."]
    fits = all(word[:1].isupper() and word.replace(".", "").replace("-", "").isalpha() for word in words)
    return (start, stop) if words and len(words) <= LONGEST_NAME and fits else None


def name_at(parse: Parse, start: int, end: int) -> Span | None:
    """The name that begins at a token: words with capitals."""
    stop = start
    while stop < min(end, start + LONGEST_NAME) and (
        parse.words[stop][:1].isupper() or (stop > start and _ends_abbreviation(parse, stop))
    ):
        stop += 1
    return (start, stop) if stop > start else None


def _ends_abbreviation(parse: Parse, token: int) -> bool:
    """Whether a token is the full stop of an initial or a title."""
    word = parse.lower[token - 1]
    return parse.words[token] == "." and (len(word) == 1 or not {word, f"{word}."}.isdisjoint(parse.lexicon.titles))


def is_to_one(parse: Parse, start: int, end: int) -> bool:
    """Whether a field names one receiver, by name or address: not "staff", "Ann Lee, Tom Hill"."""
    addresses = sum("@" in word for word in parse.words[start:end])
    name = name_at(parse, start, end)
    if name is None or addresses > 1:
        return addresses == 1
    # "Lee, Ann" may be one.
    return name[1] == end or parse.words[name[1]] != "," or name[1] == start + 1


def last_name(parse: Parse, start: int, end: int) -> Span | None:
    """The last run of proper nouns of a line, before an address: "On Tuesday Lucy Hart <lucy@hart.org> wrote:"."""
    address = next((i for i in range(start, end) if parse.words[i].startswith("<")), end)
    token = address - 1
    while token >= start and not _may_name(parse, token):
        token -= 1
    stop = token + 1
    while token > start and _may_name(parse, token - 1):
        token -= 1
    return (token, stop) if stop > start else None


def _may_name(parse: Parse, token: int) -> bool:
    return parse.pos[token] == "PROPN" and parse.entity_types[token] != "time" and "@" not in parse.words[token]


def introduced_name(parse: Parse, start: int, end: int) -> Span | None:
    """The name that a writer gives as the own one: "this is Tom from Leeds", not "this is Tom, my brother"."""
    phrase = letter_phrases(parse.lexicon).introduction.match(joined(parse, start, min(start + 4, end)))
    name = name_at(parse, start + len(phrase[0].split()), end) if phrase else None
    return name if name and is_person(parse, *name) and not _is_another(parse, name[1], end) else None


def _is_another(parse: Parse, after: int, end: int) -> bool:
    """Whether a name goes on so that it is not the writer's: "this is Tom, my brother", "it's Tom's fault"."""
    if after >= end:
        return False
    if parse.words[after] == "," and after + 1 < end:
        pronoun = parse.lexicon.pronouns.get(parse.lower[after + 1])
        return pronoun is not None and pronoun.person == "1" and parse.deps[after + 1] in ("nmod:poss", "det:poss")
    if parse.lower[after] in parse.lexicon.possessive_marks or parse.tags[after].startswith("W"):
        return True
    return parse.pos[after] == "ADP" and parse.lower[after] not in parse.lexicon.home_prepositions


def is_person(parse: Parse, start: int, end: int) -> bool:
    """Whether a name begins with a first name or a title, or is known as a person's."""
    lexicon, word = parse.lexicon, parse.lower[start].lstrip("-–—")
    types = {parse.entity_types[i] for i in range(start, end)} - {""}
    return types == {"person"} or word in lexicon.first_names or word in lexicon.full_names or word in lexicon.titles
