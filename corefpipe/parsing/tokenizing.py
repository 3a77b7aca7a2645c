"""Additional rules for the tokenizers of pipelines."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from spacy.language import Language
from spacy.tokenizer import Tokenizer

from corefpipe.parsing.unseen import INFIXES, PREFIXES, SUFFIXES

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
        tokenizer.prefix_search = _or(f"{PREFIXES}|{_DASH_BEFORE}", tokenizer.prefix_search).search
        tokenizer.suffix_search = _or(f"{SUFFIXES}|{_AFTER_CAPITAL}|{_DASH_AFTER}", tokenizer.suffix_search).search
        tokenizer.infix_finditer = _or(f"{INFIXES}|{_AT_DASH}", tokenizer.infix_finditer).finditer
        tokenizer.rules = rules
    return nlp


def _or(pattern: str, method: Callable[..., Any] | None) -> re.Pattern[str]:
    """The pattern joined with the tokenizer's own one, if any; not twice, because saved pipelines have both."""
    own = "" if method is None else method.__self__.pattern  # type: ignore[attr-defined]
    return re.compile(own if own.startswith(pattern) else f"{pattern}|{own}" if own else pattern)
