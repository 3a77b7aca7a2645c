"""The messages of a thread: headers, greetings, attributions and the lines of each message."""

from __future__ import annotations

from dataclasses import dataclass, field

from corefpipe.letters.lines import Line, split_lines
from corefpipe.letters.names import MAX_NAME_TOKENS, Span, introduced_name, is_one_recipient, last_name, name_at
from corefpipe.letters.people import Roles
from corefpipe.letters.phrases import letter_phrases
from corefpipe.letters.signatures import find_signature
from corefpipe.parsing.parse import Parse

_AFTER_GREETED_NAME = frozenset(",!")
_MAX_WROTE_TOKENS = 4  # of "wrote:" on a separate line, below the name
_MAX_GREETING_TOKENS = MAX_NAME_TOKENS + 1  # of a greeting without a name: "Good morning everyone,"
_FIELD_TOKENS = 2  # "From" and ":"
_MAX_BEFORE = 2000  # tokens before the first greeting, header or attribution: a novel may contain letters, but is none


@dataclass(slots=True, eq=False)
class Message:
    """A message of a thread.

    Attributes:
        sender, recipient: their roles (see `Roles`).
        lines: its lines without header and attribution.
        quoted: the last message that it quotes.
        has_greeting: whether it greets its recipient.
    """

    sender: int
    recipient: int
    lines: list[Line] = field(default_factory=list)
    quoted: Message | None = None
    has_greeting: bool = False


class Thread:
    """The messages of a document, which the constructor reads line by line.

    A message begins with a header, with a line that has more quotation marks than the line before, after an
    attribution, or with a further greeting in a line of its own.

    Attributes:
        roles: the senders and recipients of the messages, with their names.
        messages: in order of their beginnings.
        message_of: the message of each token.
        in_body: for each token, False in headers, attributions, signatures and greetings (in the name, if it has one).
        greeted: the last token of each greeting without a name ("Dear diary") -> the role of the sender.
    """

    def __init__(self, parse: Parse):
        self.roles = Roles(parse)
        self.messages: list[Message] = []
        self.in_body = [True] * len(parse)
        self.greeted: dict[int, int] = {}
        self._parse = parse
        self._phrases = letter_phrases(parse.lexicon)
        self._lines = split_lines(parse)
        self._next_is_forwarded = False
        self._next_sender: Span | None = None  # the name in an attribution, until the quoted part below it begins
        # Evidence that the document is a letter.
        self._has_participants = False  # a header has a field for the sender or the recipient
        self._has_opening = False  # a greeting with a name, a warm greeting, or an attribution
        self._has_comma = False  # a comma or "!" follows the name in a greeting: "Dear Ann, …"
        self._is_signed = False
        self._begin = -1  # first token of the first line with such evidence

        main = self._add_message()
        self._current = [main]  # the last message of each number of quotation marks
        self.message_of = [main] * len(parse)
        for number, line in enumerate(self._lines):
            message = self._read(number, line)
            if self._begin < 0 and self._in_letter:
                self._begin = line.first
            self.message_of[line.first : line.end] = [message] * (line.end - line.first)
        self._read_signatures()

    @property
    def is_letter(self) -> bool:
        """Whether the document is a letter or a thread.

        It begins as one, and one of these holds:

        1. a header has a field for the sender or the recipient;
        2. the document begins with a quoted part and ends with an answer;
        3. a message is signed, and there are several messages or one has a greeting;
        4. the document has an opening, and several lines, a comma after a greeted name, or a name of the first sender.
        """
        if self._begin > _MAX_BEFORE:
            return False
        main = self.messages[0]
        has_several = len(self.messages) > 1
        first, last = (self.message_of[line.first] for line in (self._lines[0], self._lines[-1]))
        if self._has_participants or (has_several and last is main and first is not main):
            return True
        if self._is_signed and (has_several or self._has_greeting):
            return True
        has_sender = any(role == main.sender for role, _ in self.roles.mentions)
        return self._has_opening and (self._has_comma or len(self._lines) > 1 or has_sender)

    @property
    def _in_letter(self) -> bool:
        """Whether something but a signature shows that the document is a letter."""
        return self._has_opening or self._has_participants or self._has_greeting

    @property
    def _has_greeting(self) -> bool:
        return any(message.has_greeting for message in self.messages)

    def _add_message(self, above: Message | None = None) -> Message:
        """Begin a message, which `above` quotes, answers or forwards, or which follows `above`."""
        above_roles = (above.sender, above.recipient) if above else None
        message = Message(*self.roles.add_message(above_roles, self._next_is_forwarded))
        self.messages.append(message)
        self.roles.add_name(message.sender, self._next_sender)
        self._next_sender, self._next_is_forwarded = None, False
        return message

    def _message_at(self, depth: int) -> Message:
        """The message to which a line with `depth` quotation marks belongs."""
        del self._current[depth + 1 :]
        while len(self._current) <= depth:
            above = self._current[-1]
            if above.quoted is None or self._next_sender is not None:
                above.quoted = self._add_message(above)
            self._current.append(above.quoted)
        return self._current[depth]

    def _read(self, number: int, line: Line) -> Message:
        """Read a line and return its message."""
        phrases, message = self._phrases, self._message_at(line.depth)
        header, greeting = phrases.header.match(line.text), phrases.greeting.match(line.text)
        if phrases.forwarding.match(line.text):
            self._next_is_forwarded = True
            self._exclude(line.first, line.end)
        elif header and (not message.lines or self._has_header_beside(number)):
            return self._read_header(message, line, header[1].lower())
        elif greeting and self._may_greet(message, line, greeting[0]):
            if message.has_greeting:
                message = self._current[line.depth] = self._add_message()
            message.lines.append(line)
            self._read_greeting(message, line, greeting[0])
        elif phrases.attribution.match(line.text):
            self._read_attribution(message, number, line)
        elif any(map(str.isalnum, line.text)):
            message.lines.append(line)
        else:
            self._exclude(line.first, line.end)
        return message

    def _may_greet(self, message: Message, line: Line, greeting: str) -> bool:
        """Whether a line may be the greeting of a message, or a further one that begins a message: "Dear Ann,"."""
        if not message.has_greeting:
            return True
        name = name_at(self._parse, line.start + len(greeting.split()), line.end)
        return name is not None and self._parse.words[name[1] : line.end] in ([], [","], ["!"], [":"], ["-"])

    def _has_header_beside(self, number: int) -> bool:
        """Whether the line before or after a line is a field of a header."""
        beside = self._lines[max(number - 1, 0) : number] + self._lines[number + 1 : number + 2]
        return any(self._phrases.header.match(line.text) for line in beside)

    def _read_header(self, message: Message, line: Line, kind: str) -> Message:
        """Read a field of a header, "From: Ann Lee", and return its message: a new one if `message` has lines."""
        self._exclude(line.start, line.end)
        if message.lines:
            message = self._current[line.depth] = self._add_message(message)
        lexicon, value = self._parse.lexicon, (line.start + _FIELD_TOKENS, line.end)
        is_recipient = kind in lexicon.recipient_fields
        if kind in lexicon.sender_fields:
            self.roles.add_name(message.sender, name_at(self._parse, *value))
        elif is_recipient and is_one_recipient(self._parse, *value):
            self.roles.add_name(message.recipient, name_at(self._parse, *value))
        elif is_recipient:
            self.roles.groups.add(message.recipient)
        self._has_participants |= is_recipient or kind in lexicon.sender_fields
        return message

    def _read_greeting(self, message: Message, line: Line, greeting: str) -> None:
        """Read a line that begins with a greeting: "Hi Ann, this is Tom", "Hi team,"."""
        words, start, end = self._parse.words, line.start, line.end
        name = name_at(self._parse, start + len(greeting.split()), end)
        if name is not None:
            self._exclude(*name)
            self._has_comma |= name[1] < end and words[name[1]] in _AFTER_GREETED_NAME
            self.roles.add_name(message.recipient, name, mention=(start, name[1]))
            self.roles.add_name(message.sender, introduced_name(self._parse, name[1] + 1, end))
        # Without a name it is a greeting only as the first line of the message.
        elif len(message.lines) == 1 and len(line) <= _MAX_GREETING_TOKENS and words[end - 1] not in (".", "?"):
            self._exclude(start, end)
            self.greeted[self._end_of_greeting(line)] = message.sender
            self.roles.groups.add(message.recipient)
        else:
            return
        message.has_greeting = True
        self._has_opening |= name is not None or self._phrases.warm_greeting.match(greeting) is not None

    def _end_of_greeting(self, line: Line) -> int:
        """The last token of a greeting without a name, before a comma or other marks: "team" in "Hi team,"."""
        words = self._parse.words
        last = max((token for token in range(line.start, line.end) if words[token].isalnum()), default=line.end - 1)
        return next((token - 1 for token in range(line.start, last) if words[token] == ","), last)

    def _read_attribution(self, message: Message, number: int, line: Line) -> None:
        """Read the line above a quoted part: "On 3 May Ann Lee wrote:".

        If "wrote:" is on a separate line, the name is in the line before. A quoted part without quotation marks is
        recognised by a date in the attribution; without a date, the attribution only names the recipient.
        """
        start, end = line.span
        if len(line) <= _MAX_WROTE_TOKENS and message.lines and message.lines[-1].end == line.first:
            start = message.lines.pop().start
        self._exclude(start, end)
        self._has_opening = True
        self._next_sender = last_name(self._parse, start, end)
        if any(following.depth > line.depth for following in self._lines[number + 1 : number + 2]):
            return
        if line.depth and not message.lines:  # it is quoted together with its part: "> On Monday Ann wrote:"
            self.roles.add_name(message.sender, self._next_sender)
            self._next_sender = None
        elif any(word[:1].isdigit() for word in self._parse.words[start:end]):
            self._current[line.depth] = self._add_message(message)
        else:
            self.roles.add_name(message.recipient, self._next_sender)
            self._next_sender = None

    def _read_signatures(self) -> None:
        """Find the signature of each message and add its names to the sender."""
        for message in self.messages:
            signature = find_signature(self._parse, message.lines, self._in_letter)
            if signature is None:
                continue
            self._is_signed = True
            for line in signature.lines:
                self._exclude(*line.span)
            self.roles.add_name(message.sender, signature.name, signature.mention)
            for name in signature.other_names:
                self.roles.add_name(message.sender, name)

    def _exclude(self, start: int, end: int) -> None:
        """Exclude tokens from the body."""
        self.in_body[start:end] = [False] * (end - start)
