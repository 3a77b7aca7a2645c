"""The people of a document by the forms of their names, from the longest forms to the shortest.

A form joins the only person that it may be short for. Where none comes into question it is a person of its own, and so
is a title with a surname that several have: "Miss Bennet" may be each of the sisters. A first name, or a surname, that
several have is left open.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import permutations

from corefpipe.casts.forms import Form, Roles, are_alike
from corefpipe.lexicon import Lexicon

_RARE = 10
"""A person so many times rarer than another one does not make a name ambiguous."""

_OFTEN = 10
"""Names of a form from which it is a usual one: nobody is usually called both "Mr. Lennox" and "Captain Lennox"."""
_USUAL = 0.6
"""Share of the names with first name and surname that have the title, from which it is usual."""
_FEW = 3
"""Names with title, first name and surname from which another title is another person's."""
_FORMAL = 0.2
"""Share of a person's names that are a title, first name and surname, from which the title is usual without these."""
_MOST = 20
"""Women with one first name that are compared, at most."""
_GLUED = 3
"""Number of names of a word alone from which a parser may have glued it to another name."""


@dataclass(eq=False)
class Person:
    """A person of the cast.

    Attributes:
        forms: the forms of the name with their counts.
        firsts, lasts: first names and surnames.
        titles: classes of titles with their counts.
        gender: "male", "female" or "".
        married: her surnames after marriage, beside a maiden name, so that "Miss" and "Mrs." fit.
    """

    forms: Counter[Form] = field(default_factory=Counter)
    firsts: set[str] = field(default_factory=set)
    lasts: set[str] = field(default_factory=set)
    titles: Counter[str] = field(default_factory=Counter)
    gender: str = ""
    married: set[str] = field(default_factory=set)

    @classmethod
    def of_form(cls, lexicon: Lexicon, form: Form) -> Person:
        """Somebody who is known by one name only, without the words of the name."""
        roles = Roles(lexicon)
        title = roles.title(form)
        return cls(titles=Counter([title] if title else []), gender=roles.gender(form))

    @property
    def count(self) -> int:
        """Number of the person's names."""
        return self.forms.total()


def people_of(lexicon: Lexicon, counts: Mapping[Form, int], genders: Mapping[Form, str]) -> list[Person]:
    """The people whose names have these forms; a form that may be several people's is with none of them.

    Args:
        lexicon: titles and first names.
        counts: number of names of each form in the document.
        genders: gender of those who bear a form, as far as other evidence than the form shows it.
    """
    return [*_Cast(lexicon, counts, genders).people]


class _Cast:
    """The people found so far."""

    def __init__(self, lexicon: Lexicon, counts: Mapping[Form, int], genders: Mapping[Form, str]):
        self.lexicon, self.counts, self.genders = lexicon, counts, genders
        self.roles = Roles.of(lexicon, counts)
        self.people: dict[Person, None] = {}
        self.open: dict[Form, list[Person]] = {}
        self.by_first: dict[str, dict[Person, None]] = {}
        self.by_last: dict[str, dict[Person, None]] = {}
        self.wives = Counter[str]()
        for form, count in counts.items():
            if len(form.words) == 1 and self.roles.title(form) in lexicon.wife_titles & lexicon.married_titles:
                self.wives[form.words[0]] += count
        by_count = sorted(counts, key=lambda form: (-counts[form], form))
        bare = [form for form in by_count if self._is_bare(form)]
        firsts = [form for form in bare if self.roles.is_first(form.words[0])]
        lasts = [form for form in bare if not self.roles.is_first(form.words[0])]
        self._each(self._full, (form for form in by_count if len(form.words) > 1 and not self._is_glued(form)))
        self._marry()
        self._each(self._titled_first, filter(self._is_titled_first, by_count))
        self._each(self._first, firsts)
        titled = sorted(filter(self._is_titled_last, by_count), key=self._is_kin)
        self._each(self._titled_last, titled)
        self._each(self._last, lasts)
        self._each(self._decide, [*self.open])

    def _each(self, add: Callable[[Form], None], forms: Iterable[Form]) -> None:
        for form in forms:
            add(form)

    def _is_glued(self, form: Form) -> bool:
        """Whether a form occurs once, and its words are names of two people: "Beth Frank"."""
        alone = [self.counts.get(Form((), (word,)), 0) for word in (form.words[0], form.words[-1])]
        return self.counts[form] == 1 and min(alone) >= _GLUED and self._is_first(form.words[-1])

    def _is_first(self, word: str) -> bool:
        """Whether a word that is also the last of a form that occurs once is a first name."""
        return self.roles.first[word] >= self.roles.last[word] - 1 and word in self.lexicon.first_names

    def _is_bare(self, form: Form) -> bool:
        return len(form.words) == 1 and not form.titles

    def _is_titled_first(self, form: Form) -> bool:
        """Whether a form is titles and a first name: "Miss Elizabeth", "Sir William", "Mr. Charles"."""
        return len(form.words) == 1 and bool(form.titles) and self.roles.is_first(form.words[0])

    def _is_titled_last(self, form: Form) -> bool:
        return len(form.words) == 1 and bool(form.titles) and not self.roles.is_first(form.words[0])

    def _is_kin(self, form: Form) -> bool:
        """Whether a form has the title of a relative: "Aunt March"."""
        return self.roles.title(form) in self.lexicon.kin_titles

    def _gender(self, form: Form) -> str:
        return self.roles.gender(form) or self.genders.get(form, "")

    def _agrees(self, form: Form, person: Person) -> bool:
        """Whether a form may be a person's name by gender and title."""
        gender = self._gender(form)
        if gender and person.gender and gender != person.gender:
            return False
        if gender == "female" and not person.gender and _RARE * self.counts[form] < person.count:
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

    def _has_rare_form(self, person: Person, form: Form) -> bool:
        """Whether a title of relatives may be what only some call a person: "Aunt Shaw" for "Mrs. Shaw".

        Of eight such pairs in the novels, whose forms are rare, all are one person; "Aunt March" is frequent.
        """
        is_titled = not self.lexicon.kin_titles.issuperset(person.titles)
        return is_titled and (self.counts[form] < _OFTEN or 2 * self.counts[form] < person.count)

    def _exclude(self, one: str, other: str) -> bool:
        """Whether nobody bears titles of both classes."""
        if one == other:
            return False
        lexicon = self.lexicon
        kin = lexicon.kin_titles
        if one in kin or other in kin or lexicon.titles_exclude(one, other):
            return True
        wives, open_titles = (
            lexicon.wife_titles,
            lexicon.courtesy_titles - lexicon.married_titles - lexicon.maiden_titles,
        )
        return (one in wives) != (other in wives) and open_titles.isdisjoint((one, other))

    def _join(self, person: Person, form: Form, first: str = "", last: str = "") -> None:
        """Add a form to a person."""
        self._index(person, first, last)
        person.forms[form] += self.counts[form]
        title = self.roles.title(form)
        if title:
            person.titles[title] += self.counts[form]
        person.gender = person.gender or self._gender(form)

    def _new(self, form: Form, first: str = "", last: str = "") -> None:
        person = Person()
        self.people[person] = None
        self._join(person, form, first, last)

    def _index(self, person: Person, first: str, last: str) -> None:
        """Add a first name and a surname to a person."""
        for word, words, known in ((first, person.firsts, self.by_first), (last, person.lasts, self.by_last)):
            if word:
                words.add(word)
                known.setdefault(word, {})[person] = None

    def _called(self, first: str) -> list[Person]:
        """The people with a first name, a form of it, or an initial of it."""
        lexicon, letter = self.lexicon, first[:1]
        alike = (first, *sorted(lexicon.nicknames.get(first, ())), *sorted(lexicon.full_names.get(first, ())))
        is_initial = len(first.rstrip(".")) == 1
        names = [name for name in self.by_first if name[:1] == letter] if is_initial else [letter, f"{letter}."]
        found = dict.fromkeys(one for name in (*alike, *names) for one in self.by_first.get(name, ()))
        return [one for one in found if one in self.people]

    def _with_last(self, last: str) -> list[Person]:
        """The people with a surname."""
        return [one for one in self.by_last.get(last, ()) if one in self.people]

    def _full(self, form: Form) -> None:
        """A form with a first name and a surname: of the person with these, else of a new one."""
        first, last = form.words[0], form.words[-1]
        if self._has_name_of_husband(form):
            self._new(form, last=last)
            return
        is_frequent = len(self.by_last.get(last, ())) > len(self.by_first.get(first, ()))
        near = self._called(first) if is_frequent and len(first.rstrip(".")) > 1 else self._with_last(last)
        known = [
            one
            for one in near
            if last in one.lasts and any(are_alike(self.lexicon, first, other) for other in one.firsts)
        ]
        person = self._only(form, known)
        if person is not None:
            self._join(person, form, first)
        elif not known:
            self._new(form, first, last)

    def _has_name_of_husband(self, form: Form) -> bool:
        """Whether a form is a title of wives with a man's first name: "Mrs. John Brooke"."""
        first = form.words[0]
        is_wife = self.roles.title(form) in self.lexicon.wife_titles
        return is_wife and first in (self.lexicon.first_names | {*self.roles.first}) - self.lexicon.female_names

    def _only(self, form: Form, known: Iterable[Person]) -> Person | None:
        """The only person whose name a form may be, or one who is much more frequent than the others; else None."""
        agreeing = sorted((one for one in known if self._agrees(form, one)), key=lambda one: -one.count)
        title = self.roles.title(form)
        titled = [one for one in agreeing if title and title in one.titles]
        if len(titled) == 1:
            return titled[0]
        if len(agreeing) > 1 and agreeing[0].count < _RARE * agreeing[1].count:
            return None
        return agreeing[0] if agreeing else None

    def _titled_first(self, form: Form) -> None:
        first = form.words[0]
        known = self._called(first)
        self._place(form, known, first=first)

    def _marry(self) -> None:
        """Join women with one first name and two surnames, of which one is also that of a man: "Miss Mina Murray"."""
        men = {last for one in self.people if one.gender == "male" for last in one.lasts}
        men |= {form.words[-1] for form in self.counts if self._gender(form) == "male"}
        for known in [[*known] for known in self.by_first.values() if len(known) > 1]:
            women = [one for one in known if one.gender != "male" and one.lasts]
            for one, other in permutations(women[:_MOST], 2):
                may_be = not men.isdisjoint(other.lasts) and self.lexicon.maiden_titles.isdisjoint(other.titles)
                is_maiden = other.count <= one.count or not self.lexicon.maiden_titles.isdisjoint(one.titles)
                if may_be and is_maiden and not self._has_both(one, other) and other in self.people and one in self.people:
                    self._unite(one, other)

    def _has_both(self, one: Person, other: Person) -> bool:
        """Whether a name of two people has the surnames of both: "Amy Curtis" and "Amy Curtis March"."""
        words = [{*form.words} for person in (one, other) for form in person.forms]
        return any(own & one.lasts and own & other.lasts for own in words)

    def _unite(self, one: Person, other: Person) -> None:
        """Join the names of a woman after marriage with those before."""
        one.gender = "female"
        one.married |= other.lasts
        for form in other.forms:
            self._join(one, form)
        for last in other.lasts:
            self._index(one, "", last)
        del self.people[other]

    def _first(self, form: Form) -> None:
        """A bare first name: of those so called the one who is not always called by a title, too."""
        first = form.words[0]
        known = self._called(first)
        plain = [one for one in known if not self._is_honoured(one)]
        same = [one for one in plain if first in one.firsts]
        self._place(form, same or plain or [one for one in known if first in one.firsts], first=first)

    def _is_honoured(self, person: Person) -> bool:
        """Whether a person is nearly always called by a title that shows more than gender and marriage."""
        honours = sum(count for title, count in person.titles.items() if title not in self.lexicon.courtesy_titles)
        return _RARE * (person.count - honours) < person.count

    def _titled_last(self, form: Form) -> None:
        """A title and a surname: of the only person with the surname whom the title fits."""
        last, title = form.words[0], self.roles.title(form)
        is_kin, known = self._is_kin(form), self._with_last(last)
        known = self._relatives(last) if is_kin else [one for one in known if self._may_have(one, title)]
        if self.counts[form] >= _OFTEN:
            known = [one for one in known if not (self._is_usually(one, title) or self._is_another(one, title))]
        if title in self.lexicon.wife_titles or self._is_husband(form):
            known = [one for one in known if self._is_head_of_family(one, form)]
            known = known if self._only(form, known) else []
        self._place(form, known, last=last)

    def _is_head_of_family(self, person: Person, form: Form) -> bool:
        """Whether a person may be called by "Mr." or "Mrs." alone where children have the same surname.

        It is who is married, who is not called by a bare first name, or who often has the title before both names.
        """
        whole = self._with_first_name(person, self.roles.title(form))
        is_formal = whole >= max(_FEW, _FORMAL * person.count)
        return is_formal or self._is_married(person, form.words[0]) or not self._is_called_by_first_name(person)

    def _relatives(self, last: str) -> list[Person]:
        """The people with a surname who may be called "Aunt" or "Uncle": not by a bare first name, as children are."""
        return [one for one in self._with_last(last) if not self._is_called_by_first_name(one)]

    def _is_wife(self, person: Person) -> bool:
        """Whether a person bears a title of wives."""
        return not self.lexicon.wife_titles.isdisjoint(person.titles)

    def _is_married(self, person: Person, last: str) -> bool:
        """Whether a person bears a title of wives, or a surname since she married."""
        return last in person.married or self._is_wife(person)

    def _is_usually(self, person: Person, title: str) -> bool:
        """Whether a person is usually called by a title of another kind: "Mr." instead of "Captain"."""
        plain = self.lexicon.courtesy_titles | self.lexicon.wife_titles
        others = {one: count for one, count in person.titles.items() if (one in plain) != (title in plain)}
        has_first = sum(self._with_first_name(person, one) for one in others) >= _FEW
        return title not in person.titles and has_first and sum(others.values()) >= _OFTEN

    def _is_another(self, person: Person, title: str) -> bool:
        """Whether a person is usually called by the title and both names: "Mr. Knightley" and "Mr. John Knightley"."""
        whole = sum(count for form, count in person.forms.items() if len(form.words) > 1)
        return self._with_first_name(person, title) >= max(_OFTEN, _USUAL * whole)

    def _with_first_name(self, person: Person, title: str) -> int:
        """Number of a person's names that are a title, first name and surname."""
        forms = person.forms.items()
        return sum(count for form, count in forms if len(form.words) > 1 and self.roles.title(form) == title)

    def _is_husband(self, form: Form) -> bool:
        """Whether both the man and the wife of a surname are usual: "Mr. Hale" and "Mrs. Hale" are the parents."""
        if self.roles.title(form) not in self.lexicon.married_titles - self.lexicon.wife_titles:
            return False
        bare = self.counts.get(Form((), form.words), 0)
        return min(self.wives[form.words[0]], self.counts[form]) >= _OFTEN and bare < self.counts[form]

    def _is_called_by_first_name(self, person: Person) -> bool:
        """Whether a person is called by a bare first name, as daughters are and wives are not: "Amy", "Mrs. March"."""
        return any(Form((), (first,)) in person.forms for first in person.firsts)

    def _may_have(self, person: Person, title: str) -> bool:
        """Whether a person with the same surname may be called by a title, beside the titles known."""
        lexicon = self.lexicon
        if title in person.titles:
            return True
        if title in lexicon.kin_titles or (title in lexicon.wife_titles and self._is_wife(person)):
            return False
        if title in lexicon.learned_titles and not lexicon.learned_titles.isdisjoint(person.titles):
            return True
        return title in lexicon.courtesy_titles or lexicon.courtesy_titles.issuperset(person.titles)

    def _last(self, form: Form) -> None:
        """A bare surname: of the only man with that surname, else of the only person."""
        last = form.words[0]
        kin = self.lexicon.kin_titles
        known = [one for one in self._with_last(last) if not one.titles or not kin.issuperset(one.titles)]
        men = [one for one in known if one.gender != "female"]
        self._place(form, men or known, last=last)

    def _decide(self, form: Form) -> None:
        """A form that was open, of the only person who is frequent by now, when all of their names are known."""
        person = self._only(form, [one for one in self.open[form] if one in self.people])
        if person is not None:
            self._join(person, form)

    def _place(self, form: Form, known: list[Person], first: str = "", last: str = "") -> None:
        """Add a form to the only person of those known; to a new one if none of them agrees."""
        person, agreeing = self._only(form, known), [one for one in known if self._agrees(form, one)]
        if not agreeing:
            self._new(form, first, last)
            return
        if person is None:
            most = max(agreeing, key=lambda one: one.count)
            if self.counts[form] < _RARE * most.count:
                if form.titles and last:
                    self._new(form, last=last)  # "Miss Bennet" of five sisters
                else:
                    self.open[form] = agreeing
                return
            # The person so called is seldom called otherwise, and who else has the longer names is unknown.
            for one in agreeing:
                if one is not most:
                    del self.people[one]
            person = most
        self._join(person, form, first)
