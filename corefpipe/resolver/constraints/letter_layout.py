"""The layout of a letter or an e-mail: whose names stand where, and who writes which lines."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile

from corefpipe.parsing.parse import Parse
from corefpipe.resolver.constraints.letter_lines import (
    Span,
    introduced_name,
    is_closing,
    is_person,
    joined,
    last_name,
    lines_of,
    name_at,
    on_card,
    signing_name,
)
from corefpipe.resolver.constraints.letter_phrases import LONGEST_NAME, letter_phrases

WRITER, READER, OTHER = 0, 1, 2
_NOBODY = -1
_CALLS = frozenset({",", "!"})
_CARD = 6  # lines of a signature


@dataclass(slots=True, frozen=True)
class Letter:
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


def read_letter(parse: Parse) -> Letter | None:
    """The letter that a document is; None if it is none."""
    return _Reader(parse).read()


class _Reader:
    """Reads the lines of a document from the first to the last, then the signatures of its messages.

    A document has the message of the writer, quoted lines of the reader, and perhaps another message below, with a
    header of its own: the one that is answered or forwarded.
    """

    def __init__(self, parse: Parse):
        self.parse = parse
        self.phrases = letter_phrases(parse.lexicon)
        self.lines = lines_of(parse)
        self.letter = Letter([], [WRITER] * len(parse), [True] * len(parse), set())
        self.texts: dict[int, list[Span]] = {WRITER: [], READER: [], OTHER: []}  # of each, lines without header
        self.below = _NOBODY  # who wrote the message below, once its header was met
        self.answered = READER  # who wrote a message below; somebody else, once it is called forwarded
        self.greeters: set[int] = set()  # who greeted somebody
        self.opened = False  # whether somebody is greeted by name, or warmly, or quoted by name
        self.called = False  # whether a comma follows the name of who is greeted: "Dear Ann, …"
        self.headed = False  # whether a header has a sender or a receiver

    def read(self) -> Letter | None:
        """The letter; None if the document is none."""
        for number, (first, end) in enumerate(self.lines):
            if not self._read_line(number, first, end):
                self._set_apart(first, len(self.parse))
                break
        known = self.opened or self.headed or bool(self.greeters)
        signed = [self._sign(who, lines, known) for who, lines in self.texts.items()]
        return self.letter if self._is_letter(any(signed)) else None

    def _read_line(self, number: int, first: int, end: int) -> bool:
        """Read a line; False where a third message begins, which is not read."""
        start = next((i for i in range(first, end) if not self.parse.words[i].startswith(">")), end)
        quoted = start > first
        who = self.below if self.below != _NOBODY else READER if quoted else WRITER
        self.letter.inside[first:end] = [who] * (end - first)
        text = joined(self.parse, start, end)
        header = None if quoted else self.phrases.header.match(text)
        greeting = self.phrases.greeting.match(text)
        if self.phrases.forwarding.match(text):
            self.answered = OTHER
            self._set_apart(first, end)
        elif header and (not self.texts[WRITER] or self._beside_header(number)):
            if self.texts[who] and who == self.below:
                return False
            self._read_header(header[1].lower(), start, end)
        elif greeting and who not in self.greeters:
            self._read_greeting(who, greeting[0], start, end)
        elif not quoted and self.phrases.attribution.match(text):
            self._set_apart(first, end)
            self._add_name(READER, last_name(self.parse, start, end))
            self.opened = True
        elif any(map(str.isalnum, text)):
            self.texts[who].append((start, end))
        else:
            self._set_apart(first, end)
        return True

    def _beside_header(self, number: int) -> bool:
        """Whether a line stands beside a line of a header."""
        beside = self.lines[max(number - 1, 0) : number] + self.lines[number + 1 : number + 2]
        return any(self.phrases.header.match(joined(self.parse, *line)) for line in beside)

    def _read_header(self, field: str, start: int, end: int) -> None:
        """Read a field of a header, of the letter or of the message below: "From: Ann Lee"."""
        self._set_apart(start, end)
        self.below = self.answered if self.texts[WRITER] else _NOBODY
        sender, receiver = (WRITER, READER) if self.below == _NOBODY else (self.below, WRITER)
        name = name_at(self.parse, start + 2, end)
        if field in self.parse.lexicon.sender_fields:
            self.headed = True
            self._add_name(sender, name)
        elif field in self.parse.lexicon.receiver_fields:
            self.headed = True
            self._add_name(receiver, name)

    def _read_greeting(self, who: int, greeting: str, start: int, end: int) -> None:
        """Read a line that begins with a greeting, by name or not: "Hi Ann, this is Tom", "Hi team,"."""
        words = self.parse.words
        self.texts[who].append((start, end))
        name = name_at(self.parse, start + len(greeting.split()), end)
        if name is not None:
            self._set_apart(*name)
            self.called |= name[1] < end and words[name[1]] in _CALLS
            self._add_name(WRITER if who != WRITER else READER, (start, name[1]))
            self._add_name(who, introduced_name(self.parse, name[1] + 1, end))
        elif len(self.texts[who]) == 1 and end - start <= LONGEST_NAME + 1 and words[end - 1] not in (".", "?"):
            # A greeting without a name is one only if it comes first, as a line of its own.
            self._set_apart(start, end)
            while end > start and not words[end - 1].isalnum():
                end -= 1
            self.letter.greeted.add(next((i - 1 for i in range(start, end) if words[i] == ","), end - 1))
        else:
            return
        self.greeters.add(who)
        self.opened |= name is not None or self.phrases.warm_greeting.match(greeting) is not None

    def _is_letter(self, signed: bool) -> bool:
        """Whether what was read makes a letter."""
        inside, lines = self.letter.inside, self.lines
        any_quoted = any(inside)
        # Quoted lines first, and then an answer.
        answers = any_quoted and inside[lines[0][0]] != WRITER and inside[lines[-1][0]] == WRITER
        several = self.called or len(lines) > 1 or any(who == WRITER for who, _ in self.letter.names)
        closes = signed and (any_quoted or bool(self.greeters))
        return self.headed or answers or closes or (self.opened and several)

    def _sign(self, who: int, lines: list[Span], known: bool) -> bool:
        """Find the names of the signature among the lines of a message; whether there are any.

        Args:
            who: who wrote the message.
            lines: its lines without header.
            known: whether this is a letter, so that its last lines sign it also without "Best wishes".
        """
        parse = self.parse
        card = self._card(lines, known)
        signing = [(line, name) for line in card if (name := signing_name(parse, *line))]
        of_people = [pair for pair in signing if is_person(parse, *pair[1])]
        if not signing or not (of_people or signing[0][0] == card[0]):
            return False
        (first, _), (start, end) = (of_people or signing)[0]
        words = set(parse.lower[start:end])
        for line in card:
            self._set_apart(*line)
        self._add_name(who, (first, end))
        for line, (begin, stop) in signing:
            also = not words.isdisjoint(parse.lower[begin:stop]) or self._is_short(start, begin)
            if also and line[0] != first:
                self._add_name(who, (begin, stop))
        return True

    def _card(self, lines: list[Span], known: bool) -> list[Span]:
        """The lines of a signature: those after the closing, or in a letter the last ones."""
        parse = self.parse
        after = next((n + 1 for n in range(len(lines) - 1) if n and is_closing(parse, *lines[n])), len(lines))
        if after == len(lines) and known:
            while after > 1 and len(lines) - after < _CARD and on_card(parse, *lines[after - 1]):
                after -= 1
        return list(takewhile(lambda line: on_card(parse, *line), lines[after : after + _CARD]))

    def _is_short(self, one: int, other: int) -> bool:
        """Whether a first name is a short or pet form of another."""
        return self.parse.lexicon.are_nicknames(self.parse.lower[one], self.parse.lower[other])

    def _add_name(self, who: int, name: Span | None) -> None:
        if name is not None:
            self.letter.names.append((who, name))

    def _set_apart(self, start: int, end: int) -> None:
        """Take tokens out of the body."""
        self.letter.body[start:end] = [False] * (end - start)
