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

_GREETING = re.compile(
    r"(?:my )?(?:dear(?:est)?|darling|hi|hello|hey|hallo|good (?:morning|afternoon|evening)|to whom)\b", re.IGNORECASE
)
_DEAR = re.compile(r"(?:my )?dear", re.IGNORECASE)
_CLOSING = re.compile(
    r"(?:(?:best|kind|warm|many)\s)?(?:regards|wishes|thanks|thank you|cheers|love|best|sincerely|yours\b.*|see you|"
    r"take care|respectfully|cordially|greetings|xx*)(?:\s(?:and|from|sincerely|truly|again|in advance)\b.*)?[,.!]?$",
    re.IGNORECASE,
)
_HEADER = re.compile(r"(from|to|sent|date|subject|cc|bcc|reply-to)\s*:", re.IGNORECASE)
_WROTE = re.compile(r".*\bwrote\s*:$", re.IGNORECASE)
_FORWARDED = re.compile(r"-+ .*\bforwarded\b", re.IGNORECASE)
_INTRODUCED = re.compile(r"(?:this is|it 's|it ’s|my name is)\b", re.IGNORECASE)
_KISSES = re.compile(r"[^\W_]*[^\W\d_x]", re.IGNORECASE)  # a word other than "xx"
_ENDS_NAME = frozenset("|,(<")
_HOME = frozenset({"from", "at", "of"})
"""Prepositions of where a writer is at home: "This is Tom from Leeds"."""
_LONGEST = 5  # words of a name, with titles
_CARD = 6  # lines of a signature
WRITER, READER, OTHER = 0, 1, 2
Span = tuple[int, int]


@constraint
@joinable
def letters(table: MentionTable) -> Constraints | None:
    """In a letter "I" is the sender and "you" the receiver: "Dear Ann, I miss you. Yours, Tom".

    The sender signs it or stands under From, the receiver is greeted or stands under To.
    """
    parse, spoken = table.parse, dialogues(table)
    maybe = [
        number
        for number, (start, end) in enumerate(pairwise(parse.bounds))
        if start < end
        and start not in spoken
        and (parse.lines[start] < parse.lines[end - 1] or _GREETING.match(parse.words[start]))  # a letter in one line
    ]
    return per_document(table, _of_letter, maybe)


def _of_letter(table: MentionTable) -> Constraints | None:
    letter = _Letter.of(table.parse)
    if letter is None:
        return None
    entity = np.full(len(table), -1)
    apart = np.full(len(table), -1)
    kinds = table.values("kind")
    addressed = any(letter.inside) or any(who == READER for who, _ in letter.names)
    named = {token: (who, name) for who, name in letter.names for token in range(*name)}
    for row, (pronoun, (start, end, head)) in enumerate(zip(pronouns(table), table.triples(), strict=True)):
        inside = letter.inside[head]
        if pronoun is None:
            who, (first, last) = named.get(end - 1) or named.get(head) or (-1, (0, 0))
            # "Tom Hill", "Tom Hill <tom@hill.org", "Tom from next door"
            if (first <= start and end == last) or (start == first and end > last and kinds[row] != "coordination"):
                entity[row] = who
            elif end - 1 in letter.greeted:
                apart[row] = WRITER
        elif table.quote_numbers[row] >= 0 or not letter.body[head]:
            continue
        elif (pronoun.person, pronoun.number) == ("1", "singular"):
            entity[row] = inside
        elif pronoun.person == "2" and (inside != WRITER or addressed):
            entity[row] = WRITER if inside != WRITER else READER
        elif pronoun.person in ("2", "3"):
            apart[row] = inside
    return Constraints.of_entities(entity, apart) if (entity >= 0).any() else None


@dataclass(slots=True, frozen=True)
class _Letter:
    """A letter.

    Attributes:
        names: WRITER, READER or OTHER, and the tokens (start, end) of a name.
        inside: for each token who "I" is there: the reader in quoted lines and in the message that is answered, and
            somebody else in one that is forwarded.
        body: for each token whether it is in neither header, greeting nor signature.
        greeted: the last tokens of those who are greeted without a name, as a diary.
    """

    names: list[tuple[int, Span]]
    inside: list[int]
    body: list[bool]
    greeted: set[int]

    @classmethod
    def of(cls, parse: Parse) -> _Letter | None:
        """The letter that a document is; None if it is none."""
        lines = list(_lines(parse))
        lines[-1:] = _signature_apart(parse, *lines[-1]) if lines else []
        letter = cls([], [WRITER] * len(parse), [True] * len(parse), set())
        opened = greeted = headed = False
        below = -1  # who wrote the message below, of which the header was read
        met: set[int] = set()  # who greeted somebody
        others = READER  # who wrote what is answered, or forwarded
        texts: dict[int, list[Span]] = {WRITER: [], READER: [], OTHER: []}
        for number, (first, end) in enumerate(lines):
            start = first
            while start < end and parse.words[start].startswith(">"):
                start += 1
            quoted = start > first
            who = below if below >= 0 else READER if quoted else WRITER
            letter.inside[first:end] = [who] * (end - first)
            if start == end:
                continue
            text = _joined(parse, start, end)
            header, greeting = _HEADER.match(text), _GREETING.match(text)
            if _FORWARDED.match(text):
                others = OTHER
                letter._set_apart(first, end)
            elif header and not quoted and (not texts[WRITER] or _is_header(parse, lines, number)):
                if texts[who] and who == below:
                    letter._set_apart(first, len(parse))  # a third message
                    break
                below = others if texts[WRITER] else -1
                headed |= header[1].lower() in ("from", "to")
                letter._set_apart(first, end)
                letter._add_header(header[1].lower(), below, _name(parse, start + 2, end))
            elif greeting and who not in met:
                texts[who].append((start, end))
                name = _name(parse, start + len(greeting[0].split()), end)
                # A greeting without a name is one only if it comes first, as a line of its own.
                line = len(texts[who]) == 1 and end - start <= _LONGEST + 1 and parse.words[end - 1] not in (".", "?")
                if name is not None or line:
                    met.add(who)
                    opened |= name is not None or _DEAR.match(text) is not None
                    greeted = True
                    letter._add_greeting(parse, who, name, (start, end))
            elif not quoted and _WROTE.match(text):
                letter._set_apart(first, end)
                letter.names.extend((READER, name) for name in _names_in(parse, start, end))
                opened = True
            elif any(map(str.isalnum, text)):
                texts[who].append((start, end))
            else:
                letter._set_apart(first, end)
        known = opened or greeted or headed
        signed = [letter._sign(parse, who, own, known) for who, own in texts.items()]
        closed = any(signed)
        # Quoted lines first, and then an answer.
        any_quoted, last = any(letter.inside), lines[-1][0] if lines else 0
        answered = any_quoted and letter.inside[lines[0][0]] != WRITER and letter.inside[last] == WRITER
        several = len(lines) > 1 or any(who == WRITER for who, _ in letter.names)
        is_letter = headed or answered or (closed and any_quoted) or (opened and several) or (closed and greeted)
        return letter if is_letter else None

    def _set_apart(self, start: int, end: int) -> None:
        self.body[start:end] = [False] * (end - start)

    def _add_header(self, field: str, below: int, name: Span | None) -> None:
        """The name after "From:" or "To:", in the header of the letter or of the message below."""
        sender, receiver = (WRITER, READER) if below < 0 else (below, WRITER)
        who = {"from": sender, "to": receiver}.get(field, -1)
        if who >= 0 and name:
            self.names.append((who, name))

    def _add_greeting(self, parse: Parse, who: int, name: Span | None, line: Span) -> None:
        """Who is greeted, and the writer who says who it is: "Hi Ann, this is Tom"."""
        start, end = line
        if name is None:
            self._set_apart(start, end)
            while end > start and not parse.words[end - 1].isalnum():
                end -= 1
            self.greeted.add(next((i - 1 for i in range(start, end) if parse.words[i] == ","), end - 1))
            return
        self._set_apart(*name)
        self.names.append((WRITER if who != WRITER else READER, (start, name[1])))
        begin = name[1] + 1
        introduced = begin < end and _INTRODUCED.match(_joined(parse, begin, min(begin + 4, end)))
        writer = introduced and _name(parse, begin + len(introduced[0].split()), end)
        if writer and _is_person(parse, *writer) and not _is_another(parse, writer[1], end):
            self.names.append((who, writer))

    def _sign(self, parse: Parse, who: int, lines: list[Span], known: bool) -> bool:
        """Find the names of the signature among the lines of a message; whether there are any.

        Args:
            parse: the document.
            who: who wrote the message.
            lines: its lines without header.
            known: whether this is a letter, so that its last lines sign it also without "Best wishes".
        """
        after = next((n + 1 for n in range(len(lines) - 1) if n and _is_closing(parse, *lines[n])), len(lines))
        if after == len(lines) and known:
            while after > 1 and len(lines) - after < _CARD and _on_card(parse, *lines[after - 1]):
                after -= 1
        card = []
        for start, end in lines[after : after + _CARD]:
            if not _on_card(parse, start, end):
                break
            card.append((start, end))
        signing = [(line, name) for line in card if (name := _signing_name(parse, *line))]
        of_people = [pair for pair in signing if _is_person(parse, *pair[1])]
        if not signing or not (of_people or signing[0][0] == card[0]):
            return False
        (first, _), (start, end) = (of_people or signing)[0]
        words = set(parse.lower[start:end])
        for line in card:
            self._set_apart(*line)
        self.names.append((who, (first, end)))
        for line, (begin, stop) in signing:
            also = not words.isdisjoint(parse.lower[begin:stop]) or _is_short(parse, start, begin)
            if also and line[0] != first:
                self.names.append((who, (begin, stop)))
        return True


def _lines(parse: Parse) -> Iterator[tuple[int, int]]:
    """(start, end) of the lines that have words."""
    starts = np.flatnonzero(np.diff(parse.lines, prepend=-1)).tolist()
    yield from pairwise([*starts, len(parse)])


def _signature_apart(parse: Parse, start: int, end: int) -> list[Span]:
    """A line, and if it ends in a closing and a name these as lines of their own: "I am well. Yours, Anna".

    After a greeting a name alone is enough: "Hi Tom, I am ill. Jen".
    """
    for name in range(end - 1, max(start, end - _LONGEST - 1), -1):
        if parse.words[name - 1] not in (",", "!", "."):
            continue
        closing = next((i for i in range(name - 2, start, -1) if parse.words[i - 1] in (".", "!", "?")), -1)
        if closing > start and _CLOSING.match(_joined(parse, closing, name)):
            return [(start, closing), (closing, name), (name, end)]
        greets = parse.words[name - 1] != "," and _GREETING.match(_joined(parse, start, start + 3))
        if greets and _signing_name(parse, name, end) == (name, end) and _is_person(parse, name, end):
            return [(start, name), (name, end)]
    return [(start, end)]


def _joined(parse: Parse, start: int, end: int) -> str:
    return " ".join(parse.words[start:end]).replace(" ,", ",")


def _is_header(parse: Parse, lines: list[Span], number: int) -> bool:
    """Whether a line of a header stands beside another one."""
    beside = lines[max(number - 1, 0) : number] + lines[number + 1 : number + 2]
    return any(_HEADER.match(_joined(parse, *line)) for line in beside)


def _name(parse: Parse, start: int, end: int) -> Span | None:
    """The tokens of the name at a place: words with capitals."""
    stop = start
    while stop < min(end, start + _LONGEST) and (
        parse.words[stop][:1].isupper() or (stop > start and _ends_abbreviation(parse, stop))
    ):
        stop += 1
    return (start, stop) if stop > start else None


def _ends_abbreviation(parse: Parse, token: int) -> bool:
    """Whether a token is the full stop of an initial or a title."""
    word = parse.lower[token - 1]
    return parse.words[token] == "." and (len(word) == 1 or not {word, f"{word}."}.isdisjoint(parse.lexicon.titles))


def _names_in(parse: Parse, start: int, end: int) -> list[Span]:
    """The last run of proper nouns of a line, before an address: "On Tuesday Lucy Hart <lucy@hart.org> wrote:"."""
    address = next((i for i in range(start, end) if parse.words[i].startswith("<")), end)
    token = address - 1
    while token >= start and not _may_name(parse, token):
        token -= 1
    stop = token + 1
    while token > start and _may_name(parse, token - 1):
        token -= 1
    return [(token, stop)] if stop > start else []


def _may_name(parse: Parse, token: int) -> bool:
    return parse.pos[token] == "PROPN" and parse.entity_types[token] != "time" and "@" not in parse.words[token]


def _is_closing(parse: Parse, start: int, end: int) -> bool:
    """Whether a line is a closing, such as "Best wishes,"."""
    return end - start <= _LONGEST and bool(_CLOSING.match(_joined(parse, start, end)))


def _on_card(parse: Parse, start: int, end: int) -> bool:
    """Whether a line may belong to a signature: it is short, has capitals or numbers, and is no sentence."""
    words = [word for word in parse.words[start:end] if any(map(str.isalnum, word))]
    if not words or len(words) > 2 * _LONGEST or parse.words[end - 1] in ("?", "!", ":"):
        return False
    if _signing_name(parse, start, end):
        return True
    return sum(not word.islower() for word in words) * 2 > len(words) and parse.words[end - 1] != "."


def _signing_name(parse: Parse, start: int, end: int) -> Span | None:
    """The name with which a line signs: "Tom Hill", "xx Jen", "- Jen :)", "Dave Hill | Head of Sales"."""
    while start < end and not _KISSES.match(parse.words[start].lstrip("-–—")):
        start += 1
    stop = next((i for i in range(start, end) if parse.words[i] in _ENDS_NAME), end)
    while stop > start and not _KISSES.match(parse.words[stop - 1]) and parse.words[stop - 1] != ".":
        stop -= 1
    words = [word.lstrip("-–—") for word in parse.words[start:stop] if word != "."]
    fits = all(word[:1].isupper() and word.replace(".", "").replace("-", "").isalpha() for word in words)
    return (start, stop) if words and len(words) <= _LONGEST and fits else None


def _is_person(parse: Parse, start: int, end: int) -> bool:
    """Whether a name begins with a first name or a title, or is known as a person's."""
    lexicon, word = parse.lexicon, parse.lower[start].lstrip("-–—")
    types = {parse.entity_types[i] for i in range(start, end)} - {""}
    return types == {"person"} or word in lexicon.first_names or word in lexicon.full_names or word in lexicon.titles


def _is_another(parse: Parse, after: int, end: int) -> bool:
    """Whether a name goes on so that it is not the writer's: "this is Tom, my brother", "it's Tom's fault"."""
    if after >= end:
        return False
    if parse.words[after] == "," and after + 1 < end:
        pronoun = parse.lexicon.pronouns.get(parse.lower[after + 1])
        return pronoun is not None and pronoun.person == "1" and parse.deps[after + 1] in ("nmod:poss", "det:poss")
    if parse.lower[after] in parse.lexicon.possessive_marks or parse.tags[after].startswith("W"):
        return True
    return parse.pos[after] == "ADP" and parse.lower[after] not in _HOME


def _is_short(parse: Parse, one: int, other: int) -> bool:
    """Whether a first name is a short or pet form of another."""
    return parse.lexicon.are_nicknames(parse.lower[one], parse.lower[other])
