"""The suffix stripper of Porter 1980, "An algorithm for suffix stripping" (Program 14(3), pages 130-137)."""

from __future__ import annotations

import re
from functools import cache

VOWELS = "aeiou"
STEP_2 = {
    "ational": "ate", "tional": "tion", "enci": "ence", "anci": "ance", "izer": "ize", "abli": "able", "alli": "al",
    "entli": "ent", "eli": "e", "ousli": "ous", "ization": "ize", "ation": "ate", "ator": "ate", "alism": "al",
    "iveness": "ive", "fulness": "ful", "ousness": "ous", "aliti": "al", "iviti": "ive", "biliti": "ble",
}  # fmt: skip
STEP_3 = {"icate": "ic", "ative": "", "alize": "al", "iciti": "ic", "ical": "ic", "ful": "", "ness": ""}
STEP_4 = (
    "al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "ion", "ou", "ism", "ate", "iti",
    "ous", "ive", "ize",
)  # fmt: skip


def form(stem: str) -> str:
    """The stem with `v` for vowels and `c` for consonants; y is a vowel after a consonant."""
    found = ""
    for letter in stem:
        vowel = letter in VOWELS or (letter == "y" and found.endswith("c"))
        found += "v" if vowel else "c"
    return found


def measure(stem: str) -> int:
    """m, the number of times that a vowel is followed by a consonant."""
    return form(stem).count("vc")


def ends_doubled(stem: str) -> bool:
    """*d: whether it ends in a doubled consonant."""
    return len(stem) > 1 and stem[-1] == stem[-2] and form(stem).endswith("c")


def ends_short(stem: str) -> bool:
    """*o: whether it ends in consonant, vowel and consonant, the last one not w, x or y."""
    return form(stem).endswith("cvc") and stem[-1] not in "wxy"


@cache
def stem(word: str) -> str:
    """The stem of a word in lower case; words of one or two letters, and those with others than a-z, stay."""
    if len(word) < 3 or not re.fullmatch("[a-z]+", word):
        return word
    word = _past(_plural(word))
    if word.endswith("y") and "v" in form(word[:-1]):  # step 1c
        word = word[:-1] + "i"
    word = _replace(_replace(word, STEP_2), STEP_3)
    return _last(_without(word))


def _plural(word: str) -> str:
    """Step 1a."""
    if word.endswith(("sses", "ies")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _past(word: str) -> str:
    """Step 1b."""
    if word.endswith("eed"):
        return word[:-1] if measure(word[:-3]) > 0 else word
    for suffix in ("ed", "ing"):
        rest = word.removesuffix(suffix)
        if rest != word and "v" in form(rest):
            if rest.endswith(("at", "bl", "iz")):
                return rest + "e"
            if ends_doubled(rest) and rest[-1] not in "lsz":
                return rest[:-1]
            return rest + "e" if measure(rest) == 1 and ends_short(rest) else rest
    return word


def _replace(word: str, suffixes: dict[str, str]) -> str:
    """Steps 2 and 3: replace the longest suffix, if the rest has m > 0."""
    found = max((suffix for suffix in suffixes if word.endswith(suffix)), key=len, default="")
    rest = word.removesuffix(found)
    return rest + suffixes[found] if found and measure(rest) > 0 else word


def _without(word: str) -> str:
    """Step 4: drop the longest suffix, if the rest has m > 1."""
    found = max((suffix for suffix in STEP_4 if word.endswith(suffix)), key=len, default="")
    rest = word.removesuffix(found)
    return rest if measure(rest) > 1 and (found != "ion" or rest.endswith(("s", "t"))) else word


def _last(word: str) -> str:
    """Step 5: drop a last e, and one of two last l."""
    rest = word.removesuffix("e")
    if rest != word and (measure(rest) > 1 or (measure(rest) == 1 and not ends_short(rest))):
        word = rest
    return word[:-1] if word.endswith("ll") and measure(word) > 1 else word
