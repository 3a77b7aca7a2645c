"""Parts of a text that parses leave out: HTML tags, targets of Markdown links, zero-width characters, hidden tokens."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from spacy import attrs
from spacy.tokens import Doc

from corefpipe.chains.tokens import token_values, words_of
from corefpipe.plain_text.docs import HIDDEN
from corefpipe.plain_text.tokenizing import BLOCKS, TAG, WIDTHLESS
from corefpipe.utils.values import each

_OPENING = "\"“'‘«([{—–-"  # what may be before emphasised words, without a space
_FIND_TAG = re.compile(TAG)
_IS_BLOCK = re.compile(rf"</?(?i:{BLOCKS})\b")


def visible(word: str) -> str:
    """A word without zero-width characters at its edges."""
    return word.strip(WIDTHLESS)


class Tag(NamedTuple):
    """A tag or a hidden run in a Doc: its tokens [start, end), and whether it ends a block, which no phrase crosses."""

    start: int
    end: int
    block: bool


def tags_of(doc: Doc) -> Iterator[Tag]:
    """The tags in a Doc; tokens that are only partly in a tag are left out."""
    text = doc.text
    for tag in _FIND_TAG.finditer(text) if "<" in text or "](" in text else ():
        span = doc.char_span(*tag.span(), alignment_mode="contract")
        if span is not None:
            yield Tag(span.start, span.end, _IS_BLOCK.match(tag[0]) is not None)


def hidden_tokens(doc: Doc) -> np.ndarray:
    """(n_tokens,) bool, which tokens are hidden as no words of the author (see `corefpipe.plain_text.docs`)."""
    found = np.zeros(len(doc), dtype=bool)
    (values,) = token_values(doc, HIDDEN)
    found[[token for token, value in values.items() if value]] = True
    return found


def hidden_runs(doc: Doc) -> Iterator[Tag]:
    """The runs of hidden tokens; all but those of underscores alone end the phrase before them."""
    hidden = np.concatenate([[False], hidden_tokens(doc), [False]])
    edges = np.flatnonzero(hidden[1:] != hidden[:-1]).tolist()
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        yield Tag(start, end, block=any(token.text != "_" for token in doc[start:end]))


def unseen_tokens(doc: Doc) -> np.ndarray:
    """(n_tokens,) bool, which tokens are in inline HTML tags, have no width, or are hidden, and parsers do not see.

    Tags of blocks and links are not hidden, because they end the phrase before them.
    """
    found = np.array(each(lambda word: not visible(word), words_of(doc)), dtype=bool)
    for tag in tags_of(doc):
        if not tag.block and doc[tag.start].text.startswith("<"):
            found[tag.start : tag.end] = True
    return found | hidden_tokens(doc)


def roots_of_hidden(doc: Doc) -> np.ndarray:
    """The first tokens of hidden lines, such as a licence, or an illustration between paragraphs: own sentences."""
    runs = [(run.start, run.end) for run in hidden_runs(doc) if run.block and _are_lines(doc, run.start, run.end)]
    firsts = (next((i for i in range(*run) if not doc[i].is_space), -1) for run in runs)
    return np.array([first for first in firsts if first >= 0], dtype=np.int64)


def _are_lines(doc: Doc, start: int, end: int) -> bool:
    """Whether line breaks, or the ends of the Doc, are around some tokens."""
    before = start == 0 or "\n" in doc[start - 1].text + doc[start].text
    return before and (end == len(doc) or "\n" in doc[end - 1].text + doc[end].text)


def opening_marks(doc: Doc, unseen: np.ndarray) -> np.ndarray:
    """The tokens that are underscores before a word that they emphasise.

    Args:
        doc: the Doc.
        unseen: (n_tokens,) bool, see `unseen_tokens`.
    """
    hidden = hidden_tokens(doc)
    columns = doc.to_array([attrs.SPACY, attrs.IS_SPACE]).astype(bool)
    joined = ~(columns[:, 0] | columns[:, 1])
    found = np.flatnonzero(hidden[:-1] & joined[:-1] & ~unseen[1:])
    return np.array([i for i in found.tolist() if _opens(doc, i, joined)], dtype=np.int64)


def _opens(doc: Doc, mark: int, joined: np.ndarray) -> bool:
    """Whether an underscore before a word is after a space, or after no letter or stop of an emphasised word."""
    starts_word = doc[mark + 1].text[0].isalnum() and doc[mark].text == "_"
    return starts_word and (not mark or not joined[mark - 1] or doc[mark - 1].text[-1] in _OPENING)
