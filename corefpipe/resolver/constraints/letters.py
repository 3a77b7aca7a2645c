"""Who writes a letter or an e-mail, and to whom: headers, greeting, signature, quoted lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.features import MentionTable
from corefpipe.features.engine.registry import joinable
from corefpipe.parsing.parse import Parse
from corefpipe.resolver.constraints.mentions import dialogues, pronouns
from corefpipe.resolver.constraints.registry import constraint, per_document

_GREETING = re.compile(r"(?:dear|hi|hello|hey|hallo|good (?:morning|afternoon|evening))\b", re.IGNORECASE)
_CLOSING = re.compile(
    r"(?:(?:best|kind|warm|many)\s)?(?:regards|wishes|thanks|thank you|cheers|love|best|sincerely|yours\b.*|see you|"
    r"take care|respectfully|cordially|greetings|xx*)(?:\s(?:and|from|sincerely|truly|again|in advance)\b.*)?[,.!]?$",
    re.IGNORECASE,
)
_HEADER = re.compile(r"(from|to|sent|date|subject|cc|bcc|reply-to)\s*:", re.IGNORECASE)
_WROTE = re.compile(r".*\bwrote\s*:$", re.IGNORECASE)
_LONGEST = 5  # words of a name, with titles
WRITER, READER = 0, 1


@constraint
@joinable
def letters(table: MentionTable) -> Constraints | None:
    """In a letter "I" is who signs it or stands under From, and "you" is who is greeted or stands under To."""
    parse, spoken = table.parse, dialogues(table)
    of_lines = set(parse.documents_of(np.flatnonzero(["\n" in word for word in parse.words])).tolist())
    maybe = [
        number
        for number, (start, end) in enumerate(pairwise(parse.bounds))
        if start < end
        and start not in spoken
        and (number in of_lines or _GREETING.match(parse.words[start]))  # a letter in one line
    ]
    return per_document(table, _of_letter, maybe)


def _of_letter(table: MentionTable) -> Constraints | None:
    letter = _Letter.of(table.parse)
    if letter is None:
        return None
    entity = np.full(len(table), -1)
    apart = np.full(len(table), -1)
    for row, (pronoun, (start, end, head)) in enumerate(zip(pronouns(table), table.triples(), strict=True)):
        quoted = letter.quoted[head]
        if pronoun is None:
            entity[row] = next((who for who, (a, b) in letter.names if a <= start and end == b), -1)
        elif table.quote_numbers[row] >= 0 or not letter.body[head]:
            continue
        elif (pronoun.person, pronoun.number) == ("1", "singular"):
            entity[row] = READER if quoted else WRITER
        elif pronoun.person == "2":
            entity[row] = WRITER if quoted else READER
        elif pronoun.person == "3":
            apart[row] = READER if quoted else WRITER
    return Constraints.of_entities(entity, apart) if (entity >= 0).any() else None


@dataclass(slots=True, frozen=True)
class _Letter:
    """A letter.

    Attributes:
        names: WRITER or READER, and the tokens (start, end) of a name.
        quoted: for each token whether it stands in a quoted line.
        body: for each token whether it is in neither header, greeting nor signature.
    """

    names: list[tuple[int, tuple[int, int]]]
    quoted: list[bool]
    body: list[bool]

    @classmethod
    def of(cls, parse: Parse) -> _Letter | None:
        """The letter that a document is; None if it is none."""
        names: list[tuple[int, tuple[int, int]]] = []
        quoted, body = [False] * len(parse), [True] * len(parse)
        lines = list(_lines(parse))
        lines[-1:] = _closing_apart(parse, *lines[-1]) if lines else []
        opened = closed = headed = False
        for number, (start, end) in enumerate(lines):
            text = " ".join(parse.words[start:end])
            header = _HEADER.match(text)
            if parse.words[start].startswith(">"):
                quoted[start:end] = [True] * (end - start)
            elif header and not opened:
                headed |= header[1].lower() in ("from", "to")
                body[start:end] = [False] * (end - start)
                who = {"from": WRITER, "to": READER}.get(header[1].lower(), -1)
                if who >= 0 and (name := _name(parse, start + 2, end)):
                    names.append((who, name))
            elif _GREETING.match(text) and not opened and (name := _name(parse, start + 1, end)):
                opened = True
                body[start : name[1]] = [False] * (name[1] - start)
                names.append((READER, name))
            elif _WROTE.match(text):
                body[start:end] = [False] * (end - start)
                names += [(READER, name) for name in _names_in(parse, start, end)]
                opened = True
            elif _signs(parse, lines, number) and (opened or headed or _closes(parse, lines, number)):
                closed = True
                body[start:end] = [False] * (end - start)
                names.append((WRITER, (start, end)))
        # Quoted lines first, and then an answer.
        answered = any(quoted) and quoted[lines[0][0]] and not quoted[lines[-1][0]]
        letter = headed or answered or (closed and any(quoted)) or (opened and len(lines) > 1)
        return cls(names, quoted, body) if letter else None


def _lines(parse: Parse) -> Iterator[tuple[int, int]]:
    """(start, end) of the lines that have words."""
    start = 0
    for token, word in enumerate([*parse.words, "\n"]):
        if "\n" in word:
            if token > start:
                yield start, token
            start = token + 1


def _closing_apart(parse: Parse, start: int, end: int) -> list[tuple[int, int]]:
    """A line, and if it ends in a closing and a name these as lines of their own: "I am well. Yours, Anna"."""
    for name in range(end - 1, max(start, end - _LONGEST - 1), -1):
        if parse.words[name - 1] not in (",", "!", "."):
            continue
        closing = next((i for i in range(name - 2, start, -1) if parse.words[i - 1] in (".", "!", "?")), -1)
        if closing > start and _CLOSING.match(_joined(parse, closing, name)):
            return [(start, closing), (closing, name), (name, end)]
    return [(start, end)]


def _joined(parse: Parse, start: int, end: int) -> str:
    return " ".join(parse.words[start:end]).replace(" ,", ",")


def _name(parse: Parse, start: int, end: int) -> tuple[int, int] | None:
    """The tokens of the name at a place: words with capitals, of a person or not known."""
    stop = start
    while stop < min(end, start + _LONGEST) and (parse.words[stop][:1].isupper() or parse.words[stop] == "."):
        stop += 1
    return (start, stop) if stop > start else None


def _names_in(parse: Parse, start: int, end: int) -> list[tuple[int, int]]:
    """The last run of proper nouns of a line: "On Tuesday Lucy Hart wrote:"."""
    token = end - 1
    while token >= start and not (parse.pos[token] == "PROPN" and parse.entity_types[token] != "time"):
        token -= 1
    stop = token + 1
    while token > start and parse.pos[token - 1] == "PROPN" and parse.entity_types[token - 1] != "time":
        token -= 1
    return [(token, stop)] if stop > start else []


def _signs(parse: Parse, lines: list[tuple[int, int]], number: int) -> bool:
    """Whether a line is a name alone, near the end or after a closing."""
    start, end = lines[number]
    if end - start > _LONGEST or not (number == len(lines) - 1 or _closes(parse, lines, number)):
        return False
    words = parse.words[start:end]
    return all(word[:1].isupper() and word.replace(".", "").isalpha() for word in words)


def _closes(parse: Parse, lines: list[tuple[int, int]], number: int) -> bool:
    """Whether the line before is a closing, such as "Best wishes,"."""
    if not number:
        return False
    start, end = lines[number - 1]
    return end - start <= _LONGEST and bool(_CLOSING.match(_joined(parse, start, end)))
