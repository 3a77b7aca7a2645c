"""Additional rules for the tokenizers of pipelines, and of readers of formats without words."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from spacy.language import Language
from spacy.tokenizer import Tokenizer

WIDTHLESS = "\u00ad\u200b\u200c\u200d\u2060\ufeff"
"""Soft hyphen, zero-width spaces and joiners, byte order mark."""

# "<ann>" is the name of a speaker, "<ann@example.org>" an address.
_INLINE = (
    "a|abbr|b|big|br|cite|code|del|em|font|i|iframe|img|input|ins|label|mark|q|s|small|span|strike|strong|sub|sup|time|"
    "tt|u"
)
BLOCKS = (
    "article|aside|blockquote|body|button|center|dd|details|div|dl|dt|figcaption|figure|footer|h[1-6]|head|header|hr|"
    "html|li|link|main|meta|nav|ol|option|p|pre|script|section|select|style|summary|table|tbody|td|tfoot|th|thead|"
    "title|tr|ul"
)
"""Names of HTML elements that end the phrase before them, as a pattern."""
_LINKED = r"\]\((?:\w+:|[/#.])[^\s()<>]*\)"  # the target of a Markdown link
TAG = rf"</?(?i:{_INLINE}|{BLOCKS})(?:\s[^<>]*)?/?>|{_LINKED}"
"""Pattern of an HTML tag, or of the target of a Markdown link."""
_TAG_END = r"""[^\s<>]*["']/?>|^[\w:-]+=[^\s<>]+>"""  # of a tag with attributes, which are tokens of their own
_STOPS = r"[.,;:!?…]+"
_PREFIXES = rf"^[{WIDTHLESS}]+|^(?:{TAG})|^{_TAG_END}"
_SUFFIXES = rf"[{WIDTHLESS}]+$|(?<=[{WIDTHLESS}]){_STOPS}$|(?:{TAG})$"
_INFIXES = rf"{_STOPS}(?={TAG})|{TAG}"
_AFTER_CAPITAL = r"(?<=[a-z][A-Z])\.$"  # "She works at SpaceX."
_DASH = r"(?:-{2,}|[–—―]+)"
_QUOTES = "\"'“”„‘’‚«»`"
_FULL_STOP = r"(?:(?<=[a-z]{3})|(?<=[aeiouy]))\."  # not that of "Mrs."
_DASH_BEFORE = rf"^-{{2,}}(?=[^\W\d_]|[{_QUOTES}])"  # "--Go," in dialogues
_DASH_AFTER = rf"(?<=[^\W\d_]){_DASH}$"  # "Go--"
_AT_DASH = (
    rf"(?<=[{_QUOTES}.,:;!?]){_DASH}|{_DASH}(?=[{_QUOTES}])|(?:[,:;!?]+|{_FULL_STOP})(?={_DASH})"
    rf"|[.,:;!?]+(?=[{_QUOTES}]+{_DASH})|[{_QUOTES}]+(?={_DASH})|(?<=--|.[–—―])[{_QUOTES}]+"
)


def split_more(nlp: Language) -> Language:
    """Make the tokenizer of a pipeline split HTML tags and zero-width characters from adjacent words.

    It also splits the full stop from a word that ends in a capital: "SpaceX.", and long dashes from quotation marks and
    from the edges of words: "Go--" said he--"or stay.".
    """
    tokenizer = nlp.tokenizer
    if isinstance(tokenizer, Tokenizer):
        rules, tokenizer.rules = tokenizer.rules, {}  # spaCy loads them again after each change of a pattern
        tokenizer.prefix_search = _or(f"{_PREFIXES}|{_DASH_BEFORE}", tokenizer.prefix_search).search
        tokenizer.suffix_search = _or(f"{_SUFFIXES}|{_AFTER_CAPITAL}|{_DASH_AFTER}", tokenizer.suffix_search).search
        tokenizer.infix_finditer = _or(f"{_INFIXES}|{_AT_DASH}", tokenizer.infix_finditer).finditer
        tokenizer.rules = rules
    return nlp


def _or(pattern: str, method: Callable[..., Any] | None) -> re.Pattern[str]:
    """The pattern joined with the tokenizer's own one, if any; not twice, because saved pipelines have both."""
    own = "" if method is None else method.__self__.pattern  # type: ignore[attr-defined]
    return re.compile(own if own.startswith(pattern) else f"{pattern}|{own}" if own else pattern)
