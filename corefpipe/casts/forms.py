"""Forms of people's names: titles, first name, surname, and what kind of person the titles show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from corefpipe.lexicon import Lexicon

Words = tuple[str, ...]

_FEW = 3
"""Names of several words that begin with a word, from which it is a first name after a title: "Mr. Franklin"."""
_RARE = 10
"""A first name so many times rarer with a title than without one is no surname."""


class Form(NamedTuple):
    """A name as it is written, in lower case: "miss elizabeth bennet".

    Attributes:
        titles: before the name.
        words: the name without titles and suffixes.
    """

    titles: Words
    words: Words

    @classmethod
    def of(cls, lexicon: Lexicon, words: Words) -> Form:
        """The form of a name; what stands before its last title is no part of it: "god Mrs. Fairfax".

        A noun for people before a name is a title, too: "Farmer Oak". Particles of surnames do not count: "Miss de
        Bourgh".
        """
        last = max((i for i, word in enumerate(words[:-1]) if word in lexicon.titles), default=-1)
        if last < 0 and len(words) > 1 and words[0] in lexicon.person_nouns - lexicon.first_names:
            last = 0
        first = last
        while first > 0 and words[first - 1] in lexicon.titles:
            first -= 1
        name = tuple(word for word in words[last + 1 :] if word not in lexicon.nobiliary_particles)
        return cls(words[max(first, 0) : last + 1], name or words[last + 1 :])


@dataclass(frozen=True)
class Roles:
    """How the words of names are used in one document: as first names, or as surnames.

    Attributes:
        lexicon: known first names and titles.
        first: word -> occurrences as the first of several words.
        last: word -> occurrences as the last of several words, or alone after a title before surnames.
    """

    lexicon: Lexicon
    first: Counter[str] = field(default_factory=Counter)
    last: Counter[str] = field(default_factory=Counter)

    @classmethod
    def of(cls, lexicon: Lexicon, counts: Mapping[Form, int]) -> Roles:
        """The roles of the words of these forms, with their counts."""
        found = cls(lexicon)
        for form, count in counts.items():
            if len(form.words) > 1:
                found.first[form.words[0]] += count
                found.last[form.words[-1]] += count
        for form, count in counts.items():
            if len(form.words) == 1 and found._is_before_surnames(form, counts):
                found.last[form.words[0]] += count
        return found

    def _is_before_surnames(self, form: Form, counts: Mapping[Form, int]) -> bool:
        """Whether the title of a single word shows that it is a surname.

        "Mrs. Joe" has the first name of her husband, and one "Mrs. Meg" is a joke where "Meg" is usual.
        """
        lexicon, word, title = self.lexicon, form.words[0], self.title(form)
        if title not in lexicon.married_titles | lexicon.surname_titles:
            return False
        is_only_first = self.first[word] and not self.last[word]
        if is_only_first and (
            self.first[word] >= _FEW or (title in lexicon.wife_titles and word in lexicon.male_names)
        ):
            return False
        is_known = title in lexicon.married_titles and word in lexicon.first_names and word not in lexicon.surnames
        return not is_known or _RARE * counts[form] >= counts.get(Form((), form.words), 0)

    def title(self, form: Form) -> str:
        """The class of the last title of a form: "mr", "captain"; "" without one."""
        classes = self.lexicon.title_class
        return classes.get(form.titles[-1], form.titles[-1]) if form.titles else ""

    def is_first(self, word: str) -> bool:
        """Whether a single word is a first name: as it is mostly used here, else if the lexicon has it."""
        if self.first[word] or self.last[word]:
            return self.first[word] > self.last[word]
        return word in self.lexicon.first_names or (
            word in self.lexicon.full_names and word not in self.lexicon.surnames
        )

    def gender(self, form: Form) -> str:
        """The gender that the titles show, or the first name: "male", "female" or ""."""
        lexicon, before = self.lexicon, set(form.titles)
        if before & lexicon.male_titles:
            return "male"
        if before & lexicon.female_titles:
            return "female"
        gender = lexicon.name_gender.get(form.words[0], "") if self.is_first(form.words[0]) else ""
        return gender if gender in ("male", "female") else ""


def are_alike(lexicon: Lexicon, one: str, other: str) -> bool:
    """Whether two first names may be forms of one: the same, a short form and its full one, or an initial."""
    if one == other:
        return True
    if lexicon.are_nicknames(one, other):
        return True
    short, long = sorted((one.rstrip("."), other.rstrip(".")), key=len)
    return len(short) == 1 and long.startswith(short)
