"""Invisible parts of a text, which parses leave out: HTML tags, targets of Markdown links, zero-width characters."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from spacy.tokens import Doc

from corefpipe.chains.documents import words_of
from corefpipe.utils.values import each

_WIDTHLESS = "\u00ad\u200b\u200c\u200d\u2060\ufeff"  # soft hyphen, zero-width spaces and joiners, byte order mark
# "<ann>" is the name of a speaker, "<ann@example.org>" an address.
_INLINE = (
    "a|abbr|b|big|br|cite|code|del|em|font|i|iframe|img|input|ins|label|mark|q|s|small|span|strike|strong|sub|sup|time|"
    "tt|u"
)
_BLOCKS = (
    "article|aside|blockquote|body|button|center|dd|details|div|dl|dt|figcaption|figure|footer|h[1-6]|head|header|hr|"
    "html|li|link|main|meta|nav|ol|option|p|pre|script|section|select|style|summary|table|tbody|td|tfoot|th|thead|"
    "title|tr|ul"
)
_LINKED = r"\]\((?:\w+:|[/#.])[^\s()<>]*\)"  # the target of a Markdown link
_TAG = rf"</?(?i:{_INLINE}|{_BLOCKS})(?:\s[^<>]*)?/?>|{_LINKED}"
_TAG_END = r"""[^\s<>]*["']/?>|^[\w:-]+=[^\s<>]+>"""  # of a tag with attributes, which are tokens of their own
_STOPS = r"[.,;:!?…]+"
PREFIXES = rf"^[{_WIDTHLESS}]+|^(?:{_TAG})|^{_TAG_END}"
SUFFIXES = rf"[{_WIDTHLESS}]+$|(?<=[{_WIDTHLESS}]){_STOPS}$|(?:{_TAG})$"
INFIXES = rf"{_STOPS}(?={_TAG})|{_TAG}"
"""Patterns of a tokenizer that splits tags and zero-width characters from adjacent words."""
_FIND_TAG = re.compile(_TAG)
_IS_BLOCK = re.compile(rf"</?(?i:{_BLOCKS})\b")


def visible(word: str) -> str:
    """A word without zero-width characters at its edges."""
    return word.strip(_WIDTHLESS)


class Tag(NamedTuple):
    """A tag in a Doc: its tokens [start, end), and whether it begins or ends a block, which no phrase crosses."""

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


def unseen_tokens(doc: Doc) -> np.ndarray:
    """(n_tokens,) bool, which tokens are in inline HTML tags or have no width, and are hidden from parsers.

    Tags of blocks and links are not hidden, because they end the phrase before them.
    """
    found = np.array(each(lambda word: not visible(word), words_of(doc)), dtype=bool)
    for tag in tags_of(doc):
        if not tag.block and doc[tag.start].text.startswith("<"):
            found[tag.start : tag.end] = True
    return found
