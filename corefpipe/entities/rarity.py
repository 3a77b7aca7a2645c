"""How rare words are in English."""

from __future__ import annotations

from functools import lru_cache
from math import log

from corefpipe.lexicon import load_lexicon

_UNKNOWN = 3e-6  # frequency of a word that is not in the list


@lru_cache(maxsize=2**17)
def rarity(text: str) -> float:
    """How rare a word is, or the rarest of several: the logarithm of its inverse frequency in English, 3 to 13."""
    frequency = load_lexicon().word_frequency
    return max(-log(frequency.get(word, _UNKNOWN)) for word in text.lower().rpartition("\t")[2].split() or [""])
