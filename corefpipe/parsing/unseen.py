"""What readers do not see of a text: HTML tags and zero-width characters. They are tokens, but no words of a parse."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from spacy.language import Language
from spacy.tokenizer import Tokenizer
from spacy.tokens import Doc

_WIDTHLESS = "\u00ad\u200b\u200c\u200d\u2060\ufeff"  # soft hyphen, zero-width spaces and joiners, byte order mark
# "<ann>" is the name of a speaker, "<ann@example.org>" an address.
_ELEMENTS = (
    "a|abbr|article|aside|b|big|blockquote|body|br|button|center|cite|code|dd|del|details|div|dl|dt|em|figcaption|"
    "figure|font|footer|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|label|li|link|main|mark|meta|nav|ol|option|"
    "p|pre|q|s|script|section|select|small|span|strike|strong|style|sub|summary|sup|table|tbody|td|tfoot|th|thead|"
    "time|title|tr|tt|u|ul"
)
_TAG = rf"</?(?i:{_ELEMENTS})(?:\s[^<>]*)?/?>"
_TAG_END = r"""[^\s<>]*["']/?>|^[\w:-]+=[^\s<>]+>"""  # of a tag with attributes, which are tokens of their own
_STOPS = r"[.,;:!?…]+"
_PREFIXES = rf"^[{_WIDTHLESS}]+|^{_TAG}|^{_TAG_END}"
_SUFFIXES = rf"[{_WIDTHLESS}]+$|(?<=[{_WIDTHLESS}]){_STOPS}$|{_TAG}$"
_INFIXES = rf"{_STOPS}(?={_TAG})|{_TAG}"
_FIND_TAG = re.compile(_TAG)


def split_unseen(nlp: Language) -> Language:
    """Make the tokenizer of a pipeline split tags and zero-width characters from the words that they touch."""
    tokenizer = nlp.tokenizer
    if isinstance(tokenizer, Tokenizer):
        tokenizer.prefix_search = _or(_PREFIXES, tokenizer.prefix_search).search
        tokenizer.suffix_search = _or(_SUFFIXES, tokenizer.suffix_search).search
        tokenizer.infix_finditer = _or(_INFIXES, tokenizer.infix_finditer).finditer
    return nlp


def _or(pattern: str, method: Callable[..., Any] | None) -> re.Pattern[str]:
    """A pattern or that whose method a tokenizer has, if any; once only, because saved pipelines have both."""
    own = "" if method is None else method.__self__.pattern  # type: ignore[attr-defined]
    return re.compile(own if own.startswith(pattern) else f"{pattern}|{own}" if own else pattern)


def visible(word: str) -> str:
    """A word without zero-width characters at its edges."""
    return word.strip(_WIDTHLESS)


def in_tags(doc: Doc) -> Iterator[int]:
    """The tokens of a Doc that are in tags."""
    for tag in _FIND_TAG.finditer(doc.text):
        span = doc.char_span(*tag.span(), alignment_mode="contract")
        yield from () if span is None else range(span.start, span.end)
