"""Names as words that can be compared, and how two names relate."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rapidfuzz.distance import JaroWinkler

from corefpipe.casts.forms import Form, are_alike
from corefpipe.lexicon import load_lexicon

RELATIONS = (
    "same", "acronym", "nickname", "initial", "last word", "first word", "within", "spelt alike", "shared word", "none",
)  # fmt: skip
"""How two names may relate, from the closest to none.

A nickname or initial stands for the first word before the same last one; "last word" and "first word": the shorter name
is the end, or the beginning, of the longer one; "within": its words occur there.
"""

_ALIKE = 0.93  # Jaro-Winkler similarity from which two names are spelt alike
_LONG = 4  # letters of names that may be spelt alike, at least
_SHORT = 6  # letters of an acronym, at most
_MARKS = "'’\".,-–—()[]&:;!?"


class NameForm(NamedTuple):
    """A name as it is compared.

    Attributes:
        words: in lower case, without articles, titles, legal forms and marks.
        text: the words in one string.
        title: the class of its last title; "" without one.
        short: itself, if it may be an acronym: one word in capitals.
        initials: of its capitalised words, if it has several.
    """

    words: tuple[str, ...]
    text: str
    title: str
    short: str
    initials: str


@lru_cache(maxsize=2**17)
def form_of(name: str) -> NameForm:
    """The form of a name; without words if it consists of marks."""
    lexicon = load_lexicon()
    dropped = lexicon.possessive_marks | lexicon.articles
    written = [word for word in name.split() if word.lower() not in dropped and word.strip(_MARKS)]
    lower = tuple(word.lower() for word in written)
    form = Form.of(lexicon, lower)
    kept = [word for word in form.words if word not in lexicon.legal_forms]
    words = tuple(bare for word in kept or form.words if (bare := _bare(word)))
    title = lexicon.title_class.get(form.titles[-1], form.titles[-1]) if form.titles else ""
    capitals = [word.strip(_MARKS)[0] for word in written if word.strip(_MARKS)[:1].isupper()]
    letters = written[0].replace(".", "") if len(written) == 1 else ""
    short = letters.lower() if letters.isupper() and 1 < len(letters) <= _SHORT else ""
    initials = "".join(capitals).lower() if len(words) > 1 and len(capitals) > 1 else ""
    return NameForm(words, " ".join(words), title, short, initials)


@lru_cache(maxsize=2**17)
def is_title(name: str) -> bool:
    """Whether a name is a title alone, as many people have it: "the Prime Minister"; "King" may also be a surname."""
    lexicon = load_lexicon()
    words = name.lower().split()
    if not words or words[-1] not in lexicon.titles:
        return False
    if words[0] in lexicon.articles:
        return True
    may_be_name = words[-1] in lexicon.surnames or words[-1] in lexicon.first_names
    return not may_be_name and all(word in lexicon.titles for word in words)


def is_of_person(form: NameForm) -> bool:
    """Whether a name shows that it is one of a person: it has a title, or a known first name before others."""
    return bool(form.title) or (len(form.words) > 1 and form.words[0] in load_lexicon().first_names)


def _bare(word: str) -> str:
    """A word without marks around it, or the mark of a genitive: "james'", "obama’s"."""
    return word.strip(_MARKS).removesuffix("'s").removesuffix("’s")


@lru_cache(maxsize=2**17)
def relation(one: NameForm, other: NameForm) -> int:
    """How two names relate: the number of one of `RELATIONS`."""
    return RELATIONS.index(_relation(one, other))


def _relation(one: NameForm, other: NameForm) -> str:
    if one.words == other.words:
        return "same"
    if (one.short and one.short == other.initials) or (other.short and other.short == one.initials):
        return "acronym"
    if set(one.words).isdisjoint(other.words):
        return "spelt alike" if _are_spelt_alike(one.text, other.text) else "none"
    short, long = sorted((one.words, other.words), key=len)
    if len(short) > 1 and short[-1] == long[-1] and are_alike(load_lexicon(), short[0], long[0]):
        initial = min(len(short[0].rstrip(".")), len(long[0].rstrip("."))) == 1
        return "initial" if initial else "nickname"
    if len(short) < len(long):
        if short == long[-len(short) :]:
            return "last word"
        if short == long[: len(short)]:
            return "first word"
        if set(short) <= set(long):
            return "within"
    return "spelt alike" if _are_spelt_alike(one.text, other.text) else "shared word"


def _are_spelt_alike(one: str, other: str) -> bool:
    return min(len(one), len(other)) >= _LONG and JaroWinkler.similarity(one, other, score_cutoff=_ALIKE) > 0


@lru_cache(maxsize=2**17)
def clash(one: NameForm, other: NameForm) -> bool:
    """Whether two names have the same last word and first words that are no forms of one name."""
    words, others = one.words, other.words
    if min(len(words), len(others)) < 2 or words[-1] != others[-1]:
        return False
    first, second = words[0], others[0]
    return first not in others and second not in words and not are_alike(load_lexicon(), first, second)
