"""Abbreviations: of names by their initials, of words by some of their letters."""

from __future__ import annotations

from corefpipe.utils.caches import remember_short

VOWELS = frozenset("aeiouàáâãäåæèéêëìíîïòóôõöøùúûü")


def abbreviation(name: str) -> str:
    """The initials of the capitalised words, or else of all words; a name that is one word in capitals is kept.

    "George W. Bush" gives "GWB" (Daumé & Marcu 2005, section 7.3.3), "IBM" and "I.B.M." give "IBM".
    """
    bare = name.replace(".", "")
    if bare.isupper() and bare.isalnum() and len(bare) > 1:
        return bare
    words = [word for word in name.split() if word[0].isalnum()]
    return "".join(word[0] for word in words if word[0].isupper()) or "".join(word[0] for word in words)


@remember_short(maxsize=65536, longest=100)
def is_abbreviation(one: str, other: str) -> bool:
    """Whether one word abbreviates the other: "corp." and "corporation", "blvd" and "boulevard"; both in lower case.

    It is a prefix with a period; or a subsequence with the same first and last letter, with a period or without vowels.
    """
    short, long = sorted((one, other), key=lambda word: len(word.rstrip(".")))
    letters, whole = short.replace(".", ""), long.rstrip(".")
    if not looks_short(short) or len(letters) >= len(whole):
        return False
    if whole.startswith(letters):
        return short.endswith(".")
    rest = iter(whole)
    in_order = all(letter in rest for letter in letters)  # each letter is searched for after the previous one
    return in_order and (letters[0], letters[-1]) == (whole[0], whole[-1])


def looks_short(word: str) -> bool:
    """Whether a word may be an abbreviation: it ends with a period or has no vowels; in lower case."""
    bare = word.replace(".", "")
    return len(bare) > 1 and bare.isalpha() and (word.endswith(".") or not VOWELS.intersection(bare))
