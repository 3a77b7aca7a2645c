"""Additional rules for the tokenizers of pipelines."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from spacy.language import Language
from spacy.tokenizer import Tokenizer

from corefpipe.parsing.unseen import INFIXES, PREFIXES, SUFFIXES

_AFTER_CAPITAL = r"(?<=[a-z][A-Z])\.$"  # "She works at SpaceX."


def split_more(nlp: Language) -> Language:
    """Make the tokenizer of a pipeline split HTML tags and zero-width characters from adjacent words.

    It also splits the full stop from a word that ends in a capital: "SpaceX.".
    """
    tokenizer = nlp.tokenizer
    if isinstance(tokenizer, Tokenizer):
        tokenizer.prefix_search = _or(PREFIXES, tokenizer.prefix_search).search
        tokenizer.suffix_search = _or(f"{SUFFIXES}|{_AFTER_CAPITAL}", tokenizer.suffix_search).search
        tokenizer.infix_finditer = _or(INFIXES, tokenizer.infix_finditer).finditer
    return nlp


def _or(pattern: str, method: Callable[..., Any] | None) -> re.Pattern[str]:
    """The pattern joined with the tokenizer's own one, if any; not twice, because saved pipelines have both."""
    own = "" if method is None else method.__self__.pattern  # type: ignore[attr-defined]
    return re.compile(own if own.startswith(pattern) else f"{pattern}|{own}" if own else pattern)
