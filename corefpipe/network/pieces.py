"""Lower-case word pieces, as BERT's uncased models have them (Devlin et al. 2019; Schuster & Nakajima 2012)."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache

UNKNOWN, BEGIN, END = "[UNK]", "[CLS]", "[SEP]"
"""The pieces of BERT for what has none, and for both ends of a window; other models name them otherwise."""
LONGEST_WORD = 100
"""Most letters of a word that is cut into pieces; a longer one is unknown."""
MOST_OF_WORD = 16
"""Most pieces of a word; the others are left out."""
_REMEMBERED, _LONGEST_REMEMBERED = 100_000, 40  # words whose pieces are remembered, and letters of the longest
_IDEOGRAPHS = ((0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x2CEAF), (0x2F800, 0x2FA1F))


class WordPieces:
    """The numbers of the pieces of words.

    Args:
        vocabulary: the pieces by number; those that continue a word begin with "##".
        unknown, begin, end: what stands for pieces that are unknown, and for the ends of a window.
        most: pieces of a word; the others are left out.

    Raises:
        KeyError: the vocabulary lacks one of these.
    """

    def __init__(
        self,
        vocabulary: Sequence[str],
        unknown: str = UNKNOWN,
        begin: str = BEGIN,
        end: str = END,
        most: int = MOST_OF_WORD,
    ):
        self._number = _numbers(tuple(vocabulary))
        self.unknown, self.begin, self.end = (self._number[piece] for piece in (unknown, begin, end))
        self._most = most
        self._longest = max(map(len, vocabulary), default=0)
        self._known: dict[str, tuple[int, ...]] = {}

    def __call__(self, word: str) -> tuple[int, ...]:
        """The numbers of the pieces of a word, at least one."""
        found = self._known.get(word)
        if found is None:
            parts = _parts(word[: 4 * LONGEST_WORD])
            found = tuple(number for part in parts for number in self._of_part(part))[: self._most] or (self.unknown,)
            if len(word) <= _LONGEST_REMEMBERED:
                if len(self._known) >= _REMEMBERED:
                    self._known.clear()
                self._known[word] = found
        return found

    def _of_part(self, part: str) -> list[int]:
        """The longest piece first (greedily); unknown if a rest has none."""
        if len(part) > LONGEST_WORD:
            return [self.unknown]
        found: list[int] = []
        start, prefix = 0, ""
        while start < len(part):
            for end in range(min(len(part), start + self._longest), start, -1):
                number = self._number.get(prefix + part[start:end])
                if number is not None:
                    break
            else:
                return [self.unknown]
            found.append(number)
            start, prefix = end, "##"
        return found


@lru_cache(maxsize=2)
def _numbers(pieces: tuple[str, ...]) -> dict[str, int]:
    """Piece -> its number; one dict for all readers of a vocabulary."""
    return {piece: number for number, piece in enumerate(pieces)}


def _parts(word: str) -> list[str]:
    """A word in lower case without accents, cut at punctuation and around ideographs."""
    clean = "".join(" " if c.isspace() else c for c in word if not _is_control(c))
    plain = [c for c in unicodedata.normalize("NFD", clean) if unicodedata.category(c) != "Mn"]
    spaced = "".join(f" {c} " if _stands_alone(c) else c for c in "".join(map(str.lower, plain)))
    return spaced.split()


def _is_control(letter: str) -> bool:
    return letter in "\x00\ufffd" or (unicodedata.category(letter)[0] == "C" and letter not in "\t\n\r")


def _stands_alone(letter: str) -> bool:
    """Whether a character is punctuation, an ASCII symbol or an ideograph."""
    code = ord(letter)
    if code < 128:
        return not letter.isalnum() and not letter.isspace()
    return unicodedata.category(letter)[0] == "P" or any(first <= code <= last for first, last in _IDEOGRAPHS)
