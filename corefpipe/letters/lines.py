"""The lines of a document, with their quotation marks."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from corefpipe.letters.names import MAX_NAME_TOKENS, Span, is_person, joined, signing_name
from corefpipe.letters.phrases import letter_phrases
from corefpipe.parsing.parse import Parse

_SENTENCE_ENDS = frozenset(".!?")
_BEFORE_SIGNATURE = frozenset(",.!")
_GREETING_TOKENS = 3  # maximum number of tokens of a greeting: "happy new year"


@dataclass(slots=True, frozen=True)
class Line:
    """A line, in tokens.

    Attributes:
        first: its first token.
        start: its first token after the quotation marks.
        end: the token after its last one.
        depth: the number of its quotation marks: 2 for "> > I am ill".
        text: the tokens from `start` on, in the form that the patterns of `LetterPhrases` expect.
    """

    first: int
    start: int
    end: int
    depth: int
    text: str

    def __len__(self) -> int:
        return self.end - self.start

    @property
    def span(self) -> Span:
        """The tokens after the quotation marks."""
        return self.start, self.end


def split_lines(parse: Parse) -> list[Line]:
    """The lines that are not blank. A closing and a name at the end of the last line become separate lines."""
    starts = [token for token in range(len(parse)) if not token or parse.lines[token] > parse.lines[token - 1]]
    spans = list(pairwise([*starts, len(parse)]))
    if spans:
        spans[-1:] = _split_signature(parse, *spans[-1])
    return [_line(parse, *span) for span in spans]


def _line(parse: Parse, first: int, end: int) -> Line:
    start = next((token for token in range(first, end) if not parse.words[token].startswith(">")), end)
    depth = sum(word.count(">") for word in parse.words[first:start])
    return Line(first, start, end, depth, joined(parse, start, end))


def _split_signature(parse: Parse, start: int, end: int) -> list[Span]:
    """Split the last line before a closing and a name ("I am well. Yours, Anna").

    In a line that begins with a greeting, the name need not follow a closing: "Hi Tom, I am ill. Jen".
    """
    phrases, words = letter_phrases(parse.lexicon), parse.words
    is_greeting = phrases.greeting.match(joined(parse, start, start + _GREETING_TOKENS))
    for name in range(end - 1, max(start, end - MAX_NAME_TOKENS - 1), -1):
        if words[name - 1] not in _BEFORE_SIGNATURE:
            continue
        closing = next((token for token in range(name - 2, start, -1) if words[token - 1] in _SENTENCE_ENDS), None)
        if closing is not None and phrases.closing.match(joined(parse, closing, name)):
            return [(start, closing), (closing, name), (name, end)]
        is_signed = signing_name(parse, name, end) == (name, end) and is_person(parse, name, end)
        if is_greeting and words[name - 1] != "," and is_signed:
            return [(start, name), (name, end)]
    return [(start, end)]
