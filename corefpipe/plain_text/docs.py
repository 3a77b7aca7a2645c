"""The layout of a book in a spaCy Doc: tokens that are no words of the author are hidden, headings are sentences.

Hidden tokens stay in the Doc, so that offsets are those of the text; parsers and mentions leave them out. Importing
this module registers the extension `Token._.corefpipe_hidden`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal, get_args

import numpy as np
from spacy import attrs
from spacy.tokens import Doc, Token

from corefpipe.exceptions import require_one_of
from corefpipe.plain_text.book_text import BookText, read_book

HIDDEN = "corefpipe_hidden"
"""Extension of a token: whether it is no word of the author, such as an underscore of emphasis or part of a licence."""
ReadAs = Literal["auto", "book", "plain"]
"""How a text is read: as a "book"; "plain"; "auto" reads a text as a book if `BookText.is_book`."""
_SHORTEST = 4000  # characters of a book without Gutenberg's markers
_NAMED = "Gutenberg"
_MARK = 8  # characters of a mark
_EDGE = re.compile(r"((?<![^\W_])_|_(?![^\W_]))")  # an underscore that is not between two letters

if not Token.has_extension(HIDDEN):
    Token.set_extension(HIDDEN, default=False)


def check_read_as(value: object) -> None:
    """Raise an error unless a value is a `ReadAs`.

    Raises:
        SettingError: it is another one; the error lists the valid ones.
    """
    require_one_of("read_as", value, get_args(ReadAs))


def book_in(text: str, language: str, read_as: ReadAs = "auto") -> BookText | None:
    """The text as a book; None if it is not to be read as one."""
    if read_as == "plain" or (read_as == "auto" and len(text) < _SHORTEST and _NAMED not in text):
        return None
    book = read_book(text, language)
    return book if read_as == "book" or book.is_book else None


def tokenized(book: BookText, tokenize: Callable[[str], Doc]) -> Doc:
    """Tokenize the text of a book as if its words had no underscores and marks of footnotes, which are own tokens.

    A mark between two letters stays in its word: "try_inger_" gives "try_inger" and "_".
    """
    text, first, last = book.text, *book.body
    places = [
        place for place in book.ignored if first <= place[0] and place[1] <= last and _is_mark(text[slice(*place)])
    ]
    if not places:
        return tokenize(text)
    edges = [0, *(edge for place in places for edge in place), len(text)]
    plain = tokenize("".join(text[start:end] for start, end in zip(edges[::2], edges[1::2], strict=True)))
    words, spaces = [], []
    for start, end, space in _with_marks(plain, text, [mark for place in places for mark in range(*place)]):
        parts = [text[start:end]] if end - start == 1 else _parts(text[start:end], tokenize)
        words += parts
        spaces += [False] * (len(parts) - 1) + [space]
    return Doc(plain.vocab, words=words, spaces=spaces)


def _is_mark(ignored: str) -> bool:
    """Whether what is ignored is an underscore, or a short mark, such as "[12]"."""
    return len(ignored) <= _MARK and not any(map(str.isspace, ignored))


def _with_marks(plain: Doc, text: str, marks: Sequence[int]) -> Iterator[tuple[int, int, bool]]:
    """(start, end, whether a space follows) of the tokens of a text, given those of the text without its marks."""
    place, number = 0, 0
    for token in plain:
        while number < len(marks) and marks[number] == place:  # before it
            yield place, place + 1, False
            place, number = place + 1, number + 1
        end = place + len(token)
        while number < len(marks) and marks[number] < end:  # within it
            end, number = end + 1, number + 1
        after = end
        while number < len(marks) and marks[number] == after:
            after, number = after + 1, number + 1
        space = bool(token.whitespace_) and text[after : after + 1] == " "
        yield place, end, space and after == end
        yield from ((mark, mark + 1, space and mark == after - 1) for mark in range(end, after))
        place = after + space
    yield from ((mark, mark + 1, False) for mark in range(place, len(text)))


def _parts(word: str, tokenize: Callable[[str], Doc]) -> list[str]:
    """The tokens of a word with underscores, some of which are not between letters: "later._--I"."""
    pieces = [piece for piece in _EDGE.split(word) if piece] if "_" in word else [word]
    if len(pieces) == 1:
        return pieces
    return [token for piece in pieces for token in ([piece] if piece == "_" else map(str, tokenize(piece)))]


def lay_out(doc: Doc, book: BookText, read_as: ReadAs = "book") -> None:
    """Hide tokens in an unparsed Doc, and begin sentences at headings and after them.

    Args:
        doc: made of the text.
        book: the text as a book.
        read_as: how the text was read; what is around the chapters of a text that nobody called a book, and that lacks
            the markers of Project Gutenberg, may be the author's and is not hidden.
    """
    whole = read_as == "auto" and not book.licensed
    firsts = doc.to_array(attrs.IDX).astype(np.int64)
    ends = firsts + doc.to_array(attrs.LENGTH).astype(np.int64)
    hidden = np.zeros(len(doc), dtype=bool)
    for start, end in book.ignored:
        if not whole or book.body[0] <= start < book.body[1]:
            hidden[firsts.searchsorted(start) : ends.searchsorted(end, "right")] = True
    hide(doc, hidden)
    words = np.flatnonzero(~hidden & ~doc.to_array(attrs.IS_SPACE).astype(bool))
    edges = [edge for heading in book.headings for edge in heading]
    begun = words.searchsorted(firsts.searchsorted(edges))
    starts = doc.to_array(attrs.SENT_START).astype(np.int64)
    for start, end in zip(*firsts.searchsorted(np.array(book.headings).reshape(-1, 2)).T.tolist(), strict=True):
        starts[start:end] = -1  # "MR. LORRY'S DREAM"
    starts[words[begun[begun < len(words)]]] = 1
    doc.from_array([attrs.SENT_START], starts.astype(np.uint64).reshape(-1, 1))  # type: ignore[arg-type]


def hide(doc: Doc, hidden: np.ndarray) -> None:
    """Hide tokens of a Doc.

    Args:
        doc: the Doc.
        hidden: (n_tokens,) bool, which of its tokens.
    """
    user_data: dict[Any, Any] = doc.user_data
    offsets = doc.to_array(attrs.IDX)[hidden].tolist()
    user_data.update({("._.", HIDDEN, offset, None): True for offset in offsets})
