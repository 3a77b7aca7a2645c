"""Recognise a text in another language than the expected one, by its function words or its script."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from corefpipe.lexicon.reading import Words, split_words

_LEAST = 12  # words with letters below which nothing is said
_RATIO = 4  # function words of the other language per function word of the expected one
# Least share of function words among the words, and least number of different ones: so that no English document or
# paragraph of our corpora is taken for another language, lists of names and dialect included.
_ENOUGH = ((0.18, 4), (0.10, 8))
_LONG = 200  # words with letters from which a lack of function words says something
_FEW = 0.03  # share of function words of texts in another language; English documents of our corpora have 0.2 to 0.5
_LATIN = "ɏ"  # the last Latin letter in use


class _Language(NamedTuple):
    name: str
    words: Words


def other_language(words: Iterable[str], expected: str) -> str:
    """Name of the language that a text is obviously in instead of the expected one, else "".

    It is made to miss rather than to be wrong: short texts, mixed ones and unknown languages in Latin script give "".

    Args:
        words: the words of the text, in lower case.
        expected: code of a language; for one without a list of function words the result is "".
    """
    languages = _languages()
    if expected not in languages:
        return ""
    count = Counter({word: number for word, number in Counter(words).items() if _has_letters(word)})
    total = count.total()
    if total < _LEAST:
        return ""
    if 2 * sum(number for word, number in count.items() if _is_foreign_script(word)) > total:
        return "a language of another script"
    ours = sum(count[word] for word in languages[expected].words.intersection(count))
    if _RATIO * ours >= total:
        return ""
    for hits, different, name in _ranked(count, expected):
        enough = any(hits >= share * total and different >= least for share, least in _ENOUGH)
        if enough and hits > _RATIO * ours:
            return name
    return ""


def has_few_function_words(words: Sequence[str], expected: str) -> bool:
    """Whether long texts have hardly any function word of a language with a list of them: they are in another one.

    Args:
        words: the words of the texts, in lower case; of fewer than 200 with letters nothing is said.
        expected: code of the language.
    """
    ours = function_words(expected)
    with_letters = [word for word in words if _has_letters(word)]
    if not ours or len(with_letters) < _LONG:
        return False
    return sum(word in ours for word in with_letters) < _FEW * len(with_letters)


def language_code(name: str) -> str:
    """Code of the language of this English name; "" for one without a list of function words."""
    return next((code for code, language in _languages().items() if language.name == name), "")


def language_name(code: str) -> str:
    """English name of a language with a list of function words, else its code."""
    languages = _languages()
    return languages[code].name if code in languages else code


def function_words(code: str) -> Words:
    """The most frequent function words of a language, in lower case; none for a language without a list."""
    languages = _languages()
    return languages[code].words if code in languages else frozenset()


def _ranked(count: Counter[str], expected: str) -> list[tuple[int, int, str]]:
    """(function words, different ones, name) of the other languages, most first."""
    found = []
    for code, (name, words) in _languages().items():
        if code != expected:
            present = [count[word] for word in words.intersection(count)]
            found.append((sum(present), len(present), name))
    return sorted(found, reverse=True)


def _has_letters(word: str) -> bool:
    return word.isalpha() or any(map(str.isalpha, word))


def _is_foreign_script(word: str) -> bool:
    return not word.isascii() and any(letter > _LATIN and letter.isalpha() for letter in word)


@cache
def _languages() -> dict[str, _Language]:
    """Code -> name and function words."""
    tables = tomllib.loads((Path(__file__).parent / "xx" / "languages.toml").read_text(encoding="utf8"))
    return {code: _Language(table["name"], frozenset(split_words(table["words"]))) for code, table in tables.items()}
