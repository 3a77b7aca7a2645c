"""Word lists in the TOML files of a folder, read on first use."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any

from corefpipe.lexicon.reading import Words, read_toml, split_words, with_curly, words_below


def word_list(file: str, *keys: str) -> cached_property[Words]:
    """All words below a key of a TOML file."""
    return cached_property(lambda lexicon: frozenset(words_below(lexicon._toml(file, *keys))))


def phrase_list(file: str, *keys: str) -> cached_property[Words]:
    """The phrases in an array of a TOML file, each of one word or more."""
    return cached_property(lambda lexicon: frozenset(with_curly(lexicon._toml(file, *keys))))


def pattern_list(file: str, *keys: str) -> cached_property[tuple[tuple[str, ...], ...]]:
    """The phrases in an array of a TOML file, each as a tuple of its words."""
    return cached_property(
        lambda lexicon: tuple(tuple(phrase.split()) for phrase in with_curly(lexicon._toml(file, *keys)))
    )


def word_classes(file: str, key: str) -> cached_property[tuple[Words, ...]]:
    """The classes of words in an array of a TOML file, each in a text of its own."""
    return cached_property(lambda lexicon: tuple(frozenset(split_words(words)) for words in lexicon._toml(file, key)))


class WordLists:
    """The lists of a folder.

    Args:
        folder: folder of the files.
    """

    def __init__(self, folder: Path):
        self.folder = folder
        self._files: dict[str, dict[str, Any]] = {}

    def _toml(self, file: str, *keys: str) -> Any:
        """The value of a key, an empty table if it is missing."""
        if file not in self._files:
            self._files[file] = read_toml(self.folder / file)
        found: Any = self._files[file]
        for key in keys:
            found = found.get(key, {})
        return found
