"""What the form of a name, and its frequency, tell about who bears it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from corefpipe.casts.beside import Beside, are_apart, beside
from corefpipe.casts.forms import Form, Roles
from corefpipe.casts.person import Person
from corefpipe.lexicon import Lexicon

RARE = 10
"""A person so many times rarer than another one does not make a name ambiguous."""
OFTEN = 10
"""Names of a form from which it is a usual one: nobody is usually called both "Mr. Lennox" and "Captain Lennox"."""
_USUAL = 0.6
"""Share of the names with first name and surname that have the title, from which it is usual."""
_FEW = 3
"""Names with title, first name and surname from which another title is another person's."""
_FORMAL = 0.2
"""Share of a person's names that are a title, first name and surname, from which the title is usual without these."""
_GLUED = 3
"""Number of names of a word alone from which a parser may have glued it to another name."""


class NameEvidence:
    """The names of one document.

    Args:
        lexicon: titles and first names.
        counts: number of names of each form.
        genders: gender of those who bear a form, as far as other evidence than the form shows it.
        beside: sentences that have two forms.
    """

    def __init__(self, lexicon: Lexicon, counts: Mapping[Form, int], genders: Mapping[Form, str], beside: Beside):
        self.lexicon, self.counts = lexicon, counts
        self.roles = Roles.of(lexicon, counts)
        self._beside = beside
        self._genders = genders
        self._wives = Counter[str]()
        for form, count in counts.items():
            if len(form.words) == 1 and self.roles.title(form) in lexicon.wife_titles & lexicon.married_titles:
                self._wives[form.words[0]] += count

    def is_glued(self, form: Form) -> bool:
        """Whether a form occurs once, and its words are names of two people: "Beth Frank"."""
        alone = [self.counts.get(Form((), (word,)), 0) for word in (form.words[0], form.words[-1])]
        return self.counts[form] == 1 and min(alone) >= _GLUED and self._is_first(form.words[-1])

    def _is_first(self, word: str) -> bool:
        """Whether a word that is also the last of a form that occurs once is a first name."""
        return self.roles.first[word] >= self.roles.last[word] - 1 and word in self.lexicon.first_names

    def is_bare(self, form: Form) -> bool:
        """Whether a form is one word without titles."""
        return len(form.words) == 1 and not form.titles

    def is_titled_first(self, form: Form) -> bool:
        """Whether a form is titles and a first name: "Miss Elizabeth", "Sir William", "Mr. Charles"."""
        return len(form.words) == 1 and bool(form.titles) and self.roles.is_first(form.words[0])

    def is_titled_last(self, form: Form) -> bool:
        """Whether a form is titles and a surname: "Mrs. Bennet"."""
        return len(form.words) == 1 and bool(form.titles) and not self.roles.is_first(form.words[0])

    def is_kin(self, form: Form) -> bool:
        """Whether a form has the title of a relative: "Aunt March"."""
        return self.roles.title(form) in self.lexicon.kin_titles

    def gender(self, form: Form) -> str:
        """The gender of those who bear a form: "male", "female" or ""."""
        return self.roles.gender(form) or self._genders.get(form, "")

    def agrees(self, form: Form, person: Person) -> bool:
        """Whether a form may be a person's name by gender and title, and does not stand beside their other names."""
        if any(self._are_apart(form, own) for own in person.forms):
            return False
        gender = self.gender(form)
        if gender and person.gender and gender != person.gender:
            return False
        if gender == "female" and not person.gender and RARE * self.counts[form] < person.count:
            return False  # the gender of a frequent name is not told by a rare form that shares its surname
        title = self.roles.title(form)
        if title in self.lexicon.kin_titles and self._has_rare_form(person, form):
            return True
        if not title or (person.married and title in self.lexicon.maiden_titles | self.lexicon.wife_titles):
            return True
        others = person.titles.keys() - self.lexicon.kin_titles
        if not others and not person.firsts:
            others = {*person.titles}  # "Aunt March", but not "Aunt Margaret"
        return not any(self._exclude(title, other) for other in others)

    def _are_apart(self, one: Form, other: Form) -> bool:
        """Whether so many sentences have two forms that they are names of two people."""
        return are_apart(beside(self._beside, one, other), min(self.counts[one], self.counts[other]))

    def _has_rare_form(self, person: Person, form: Form) -> bool:
        """Whether a title of relatives may be what only some call a person: "Aunt Shaw" for "Mrs. Shaw".

        Of eight such pairs in the novels, whose forms are rare, all are one person; "Aunt March" is frequent.
        """
        is_titled = not self.lexicon.kin_titles.issuperset(person.titles)
        return is_titled and (self.counts[form] < OFTEN or 2 * self.counts[form] < person.count)

    def _exclude(self, one: str, other: str) -> bool:
        """Whether nobody bears titles of both classes."""
        if one == other:
            return False
        lexicon, kin, wives = self.lexicon, self.lexicon.kin_titles, self.lexicon.wife_titles
        if one in kin or other in kin or lexicon.titles_exclude(one, other):
            return True
        open_titles = lexicon.courtesy_titles - lexicon.married_titles - lexicon.maiden_titles
        return (one in wives) != (other in wives) and open_titles.isdisjoint((one, other))

    def may_have(self, person: Person, title: str) -> bool:
        """Whether a person with the same surname may be called by a title, beside the titles known."""
        lexicon = self.lexicon
        if title in person.titles:
            return True
        if title in lexicon.kin_titles or (title in lexicon.wife_titles and self._is_wife(person)):
            return False
        if title in lexicon.learned_titles and not lexicon.learned_titles.isdisjoint(person.titles):
            return True
        return title in lexicon.courtesy_titles or lexicon.courtesy_titles.issuperset(person.titles)

    def has_name_of_husband(self, form: Form) -> bool:
        """Whether a form is a title of wives with a man's first name: "Mrs. John Brooke"."""
        first = form.words[0]
        is_mans = (first in self.lexicon.first_names or first in self.roles.first) and (
            first not in self.lexicon.female_names
        )
        return is_mans and self.roles.title(form) in self.lexicon.wife_titles

    def is_honoured(self, person: Person) -> bool:
        """Whether a person is nearly always called by a title that shows more than gender and marriage."""
        honours = sum(count for title, count in person.titles.items() if title not in self.lexicon.courtesy_titles)
        return RARE * (person.count - honours) < person.count

    def is_usually_otherwise(self, person: Person, form: Form) -> bool:
        """Whether a person is usually called by another kind of title, or by the title with both names."""
        title = self.roles.title(form)
        return self._is_usually(person, title) or self._is_another(person, form)

    def _is_usually(self, person: Person, title: str) -> bool:
        """Whether a person is usually called by a title of another kind: "Mr." instead of "Captain"."""
        plain = self.lexicon.courtesy_titles | self.lexicon.wife_titles
        others = {one: count for one, count in person.titles.items() if (one in plain) != (title in plain)}
        has_first = sum(self._with_first_name(person, one) for one in others) >= _FEW
        return title not in person.titles and has_first and sum(others.values()) >= OFTEN

    def _is_another(self, person: Person, form: Form) -> bool:
        """Whether a person is usually called by the title and both names: "Mr. Knightley" and "Mr. John Knightley".

        Who never stands beside the bearer of the shorter form may be the bearer, as in six of six novels, but not
        wives, whom their husbands' first names tell from mothers: "Mrs. Archer" and "Mrs. Newland Archer".
        """
        title = self.roles.title(form)
        whole = sum(count for own, count in person.forms.items() if len(own.words) > 1)
        is_usual = self._with_first_name(person, title) >= max(OFTEN, _USUAL * whole)
        return is_usual and (
            title in self.lexicon.wife_titles or any(beside(self._beside, form, own) for own in person.forms)
        )

    def _with_first_name(self, person: Person, title: str) -> int:
        """Number of a person's names that are a title, first name and surname."""
        forms = person.forms.items()
        return sum(count for form, count in forms if len(form.words) > 1 and self.roles.title(form) == title)

    def is_husband(self, form: Form) -> bool:
        """Whether both the man and the wife of a surname are usual: "Mr. Hale" and "Mrs. Hale" are the parents."""
        if self.roles.title(form) not in self.lexicon.married_titles - self.lexicon.wife_titles:
            return False
        bare = self.counts.get(Form((), form.words), 0)
        return min(self._wives[form.words[0]], self.counts[form]) >= OFTEN and bare < self.counts[form]

    def is_head_of_family(self, person: Person, form: Form) -> bool:
        """Whether a person may be called by "Mr." or "Mrs." alone where children have the same surname.

        It is who is married, who is not called by a bare first name, or who often has the title before both names.
        """
        whole = self._with_first_name(person, self.roles.title(form))
        is_formal = whole >= max(_FEW, _FORMAL * person.count)
        return is_formal or self._is_married(person, form.words[0]) or not self.is_called_by_first_name(person)

    def _is_wife(self, person: Person) -> bool:
        """Whether a person bears a title of wives."""
        return not self.lexicon.wife_titles.isdisjoint(person.titles)

    def _is_married(self, person: Person, last: str) -> bool:
        """Whether a person bears a title of wives, or a surname since she married."""
        return last in person.married or self._is_wife(person)

    def is_called_by_first_name(self, person: Person) -> bool:
        """Whether a person is called by a bare first name, as daughters are and wives are not: "Amy", "Mrs. March"."""
        return any(Form((), (first,)) in person.forms for first in person.firsts)
