"""The layout of a letter or an e-mail: whose names stand where, and who writes which lines to whom."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import takewhile

from corefpipe.parsing.parse import Parse
from corefpipe.resolver.constraints.letter_lines import (
    Span,
    has_digits,
    introduced_name,
    is_closing,
    is_person,
    is_to_one,
    joined,
    last_name,
    lines_of,
    marks_at,
    name_at,
    on_card,
    signing_name,
)
from corefpipe.resolver.constraints.letter_people import NOBODY, People
from corefpipe.resolver.constraints.letter_phrases import LONGEST_NAME, letter_phrases

_CALLS = frozenset({",", "!"})
_CARD = 6  # lines of a signature
_WROTE = 4  # most words of "wrote:" on a line of its own


@dataclass(slots=True, frozen=True)
class Letter:
    """A letter, with those that it quotes, answers or forwards and those that follow it. People are numbered.

    Attributes:
        names: the number of somebody, and the tokens (start, end) of a name.
        writer: for each token who "I" is there.
        reader: for each token who "you" is there, `NOBODY` if nothing is known of that person.
        body: for each token whether it is in neither header, greeting nor signature.
        greeted: the last tokens of those who are greeted without a name, as a diary -> who greets them.
    """

    names: list[tuple[int, Span]]
    writer: list[int]
    reader: list[int]
    body: list[bool]
    greeted: dict[int, int]


@dataclass(slots=True, eq=False)
class _Message:
    """A message of a thread.

    Attributes:
        people: its writer and its reader, as places of `People`.
        lines: its lines without header.
        quoted: the last message of which it has lines with marks of quotation.
        greets: whether it greets somebody.
    """

    people: tuple[int, int]
    lines: list[Span] = field(default_factory=list)
    quoted: _Message | None = None
    greets: bool = False


def read_letter(parse: Parse) -> Letter | None:
    """The letter that a document is; None if it is none."""
    return _Reader(parse).read()


class _Reader:
    """Reads the lines of a document from the first to the last, then the signatures of its messages.

    A message begins with a header, with more marks of quotation than the line before has, or after a line that says who
    wrote it.
    """

    def __init__(self, parse: Parse):
        self.parse = parse
        self.phrases = letter_phrases(parse.lexicon)
        self.lines = lines_of(parse)
        self.people = People(parse)
        self.messages = [_Message(self.people.of_message())]
        self.open = self.messages[:]  # by the number of their marks of quotation
        self.message_of = [self.messages[0]] * len(parse)
        self.body = [True] * len(parse)
        self.greeted: dict[int, int] = {}
        self.forwards = False  # whether the next header is of a message that is forwarded
        self.wrote: Span | None = None  # the name of who wrote the quoted lines that come next
        self.opened = False  # whether somebody is greeted by name, or warmly, or quoted by name
        self.called = False  # whether a comma follows the name of who is greeted: "Dear Ann, …"
        self.headed = False  # whether a header has a sender or a receiver

    def read(self) -> Letter | None:
        """The letter; None if the document is none."""
        for number, (first, end) in enumerate(self.lines):
            message = self._read_line(number, first, end)
            self.message_of[first:end] = [message] * (end - first)
        known = self.opened or self.headed or any(message.greets for message in self.messages)
        signed = [self._sign(message, known) for message in self.messages]
        return self._letter() if self._is_letter(any(signed)) else None

    def _letter(self) -> Letter:
        number, known = self.people.numbers()
        writers, readers = zip(*(message.people for message in self.message_of), strict=True)
        return Letter(
            [(number[who], name) for who, name in self.people.names],
            [number[who] for who in writers],
            [number[who] if known[who] else NOBODY for who in readers],
            self.body,
            {token: number[who] for token, who in self.greeted.items()},
        )

    def _read_line(self, number: int, first: int, end: int) -> _Message:
        """Read a line and return its message."""
        marks, start = marks_at(self.parse, first, end)
        message = self._at(marks)
        text = joined(self.parse, start, end)
        header, greeting = self.phrases.header.match(text), self.phrases.greeting.match(text)
        if self.phrases.forwarding.match(text):
            self.forwards = True
            self._set_apart(first, end)
        elif header and (not message.lines or self._is_beside_header(number)):
            return self._read_header(message, marks, header[1].lower(), start, end)
        elif greeting and not message.greets:
            self._read_greeting(message, greeting[0], start, end)
        elif self.phrases.attribution.match(text):
            return self._read_attribution(message, number, marks, start, end)
        elif any(map(str.isalnum, text)):
            message.lines.append((start, end))
        else:
            self._set_apart(first, end)
        return message

    def _at(self, marks: int) -> _Message:
        """The message of a line with so many marks of quotation."""
        del self.open[marks + 1 :]
        while len(self.open) <= marks:
            above = self.open[-1]
            if above.quoted is None or self.wrote is not None:
                above.quoted = self._begin(above)
            self.open.append(above.quoted)
        return self.open[marks]

    def _begin(self, above: _Message) -> _Message:
        """A message that another one quotes, answers or forwards, or that follows it."""
        message = _Message(self.people.of_message(above.people, self.forwards))
        self.messages.append(message)
        self._add_name(message.people[0], self.wrote)
        self.wrote, self.forwards = None, False
        return message

    def _is_beside_header(self, number: int) -> bool:
        """Whether a line stands beside a line of a header."""
        for first, end in self.lines[max(number - 1, 0) : number] + self.lines[number + 1 : number + 2]:
            _, start = marks_at(self.parse, first, end)
            if self.phrases.header.match(joined(self.parse, start, end)):
                return True
        return False

    def _read_header(self, message: _Message, marks: int, kind: str, start: int, end: int) -> _Message:
        """Read a field of the header of a message, or of the one that follows it: "From: Ann Lee"."""
        self._set_apart(start, end)
        if message.lines:
            message = self.open[marks] = self._begin(message)
        writer, reader = message.people
        name = name_at(self.parse, start + 2, end)
        if kind in self.parse.lexicon.sender_fields:
            self.headed = True
            self._add_name(writer, name)
        elif kind in self.parse.lexicon.receiver_fields:
            self.headed = True
            if is_to_one(self.parse, start + 2, end):
                self._add_name(reader, name)
            else:
                self.people.several.add(reader)
        return message

    def _read_attribution(self, message: _Message, number: int, marks: int, start: int, end: int) -> _Message:
        """Read who wrote the lines that come next: "On 3 May Ann Lee wrote:", perhaps in two lines."""
        if end - start <= _WROTE and message.lines and message.lines[-1][1] == self.lines[number][0]:
            start, _ = message.lines.pop()
        self._set_apart(start, end)
        self.wrote = last_name(self.parse, start, end)
        self.opened = True
        following = self.lines[number + 1 : number + 2]
        if following and marks_at(self.parse, *following[0])[0] > marks:
            return message
        if has_digits(self.parse, start, end):  # without marks the rest is theirs
            self.open[marks] = self._begin(message)
        else:
            self._add_name(message.people[1], self.wrote)
            self.wrote = None
        return message

    def _read_greeting(self, message: _Message, greeting: str, start: int, end: int) -> None:
        """Read a line that begins with a greeting, by name or not: "Hi Ann, this is Tom", "Hi team,"."""
        words = self.parse.words
        writer, reader = message.people
        message.lines.append((start, end))
        name = name_at(self.parse, start + len(greeting.split()), end)
        if name is not None:
            self._set_apart(*name)
            self.called |= name[1] < end and words[name[1]] in _CALLS
            self.people.add(reader, (start, name[1]), name)
            self._add_name(writer, introduced_name(self.parse, name[1] + 1, end))
        elif len(message.lines) == 1 and end - start <= LONGEST_NAME + 1 and words[end - 1] not in (".", "?"):
            # A greeting without a name is one only if it comes first, as a line of its own.
            self._set_apart(start, end)
            while end > start and not words[end - 1].isalnum():
                end -= 1
            last = next((i - 1 for i in range(start, end) if words[i] == ","), end - 1)
            self.greeted[last] = writer
            self.people.several.add(reader)
        else:
            return
        message.greets = True
        self.opened |= name is not None or self.phrases.warm_greeting.match(greeting) is not None

    def _is_letter(self, signed: bool) -> bool:
        """Whether what was read makes a letter."""
        main, lines = self.messages[0], self.lines
        any_below = len(self.messages) > 1
        # Quoted lines first, and then an answer.
        begins, ends = (self.message_of[lines[at][0]] is main for at in (0, -1))
        answers = any_below and ends and not begins
        several = self.called or len(lines) > 1 or any(who == main.people[0] for who, _ in self.people.names)
        closes = signed and (any_below or any(message.greets for message in self.messages))
        return self.headed or answers or closes or (self.opened and several)

    def _sign(self, message: _Message, known: bool) -> bool:
        """Find the names of the signature of a message; whether there are any.

        Args:
            message: the message.
            known: whether this is a letter, so that its last lines sign it also without "Best wishes".
        """
        parse, writer = self.parse, message.people[0]
        card = self._card(message.lines, known)
        signing = [(line, name) for line in card if (name := signing_name(parse, *line))]
        of_people = [pair for pair in signing if is_person(parse, *pair[1])]
        if not signing or not (of_people or signing[0][0] == card[0]):
            return False
        (first, _), (start, end) = (of_people or signing)[0]
        words = set(parse.lower[start:end])
        for line in card:
            self._set_apart(*line)
        self.people.add(writer, (first, end), (start, end))
        for line, (begin, stop) in signing:
            also = not words.isdisjoint(parse.lower[begin:stop]) or self._is_short(start, begin)
            if also and line[0] != first:
                self._add_name(writer, (begin, stop))
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
            self.people.add(who, name)

    def _set_apart(self, start: int, end: int) -> None:
        """Take tokens out of the body."""
        self.body[start:end] = [False] * (end - start)
