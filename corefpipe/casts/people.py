"""The people of a document by the forms of their names, from the longest forms to the shortest.

A form joins the only person that it may be short for. Where none comes into question it is a person of its own, and so
is a title with a surname that several have: "Miss Bennet" may be each of the sisters. A first name, or a surname, that
several have is left open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import permutations

from corefpipe.casts.beside import Beside
from corefpipe.casts.evidence import OFTEN, RARE, NameEvidence
from corefpipe.casts.forms import Form, are_alike
from corefpipe.casts.person import Person
from corefpipe.lexicon import Lexicon

_MOST = 20
"""Women with one first name that are compared, at most."""


def people_of(
    lexicon: Lexicon, counts: Mapping[Form, int], genders: Mapping[Form, str], beside: Beside | None = None
) -> list[Person]:
    """The people whose names have these forms; a form that may be several people's is with none of them.

    Args:
        lexicon: titles and first names.
        counts: number of names of each form in the document.
        genders: gender of those who bear a form, as far as other evidence than the form shows it.
        beside: number of sentences in which two forms stand beside each other (see `forms_beside`).
    """
    return [*_Cast(lexicon, counts, genders, beside or {}).people]


class _Cast:
    """The people found so far."""

    def __init__(self, lexicon: Lexicon, counts: Mapping[Form, int], genders: Mapping[Form, str], beside: Beside):
        self.lexicon, self.counts = lexicon, counts
        self.names = NameEvidence(lexicon, counts, genders, beside)
        self.roles = self.names.roles
        self.people: dict[Person, None] = {}
        self.open: dict[Form, list[Person]] = {}
        self.by_first: dict[str, dict[Person, None]] = {}
        self.by_last: dict[str, dict[Person, None]] = {}
        self._add_all()

    def _add_all(self) -> None:
        """Add all forms, the most frequent ones of each kind first."""
        by_count = sorted(self.counts, key=lambda form: (-self.counts[form], form))
        bare = [form for form in by_count if self.names.is_bare(form)]
        firsts = [form for form in bare if self.roles.is_first(form.words[0])]
        lasts = [form for form in bare if not self.roles.is_first(form.words[0])]
        self._each(self._full, (form for form in by_count if len(form.words) > 1 and not self.names.is_glued(form)))
        self._marry()
        self._each(self._titled_first, filter(self.names.is_titled_first, by_count))
        self._each(self._first, firsts)
        titled = sorted(filter(self.names.is_titled_last, by_count), key=self.names.is_kin)
        self._each(self._titled_last, titled)
        self._each(self._last, lasts)
        self._each(self._decide, [*self.open])

    def _each(self, add: Callable[[Form], None], forms: Iterable[Form]) -> None:
        for form in forms:
            add(form)

    def _join(self, person: Person, form: Form, first: str = "", last: str = "") -> None:
        """Add a form to a person."""
        self._index(person, first, last)
        person.forms[form] += self.counts[form]
        title = self.roles.title(form)
        if title:
            person.titles[title] += self.counts[form]
        person.gender = person.gender or self.names.gender(form)

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
        if self.names.has_name_of_husband(form):
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

    def _only(self, form: Form, known: Iterable[Person]) -> Person | None:
        """The only person whose name a form may be, or one who is much more frequent than the others; else None."""
        agreeing = sorted((one for one in known if self.names.agrees(form, one)), key=lambda one: -one.count)
        title = self.roles.title(form)
        titled = [one for one in agreeing if title and title in one.titles]
        if len(titled) == 1:
            return titled[0]
        if len(agreeing) > 1 and agreeing[0].count < RARE * agreeing[1].count:
            return None
        return agreeing[0] if agreeing else None

    def _titled_first(self, form: Form) -> None:
        first = form.words[0]
        known = self._called(first)
        self._place(form, known, first=first)

    def _marry(self) -> None:
        """Join women with one first name and two surnames, of which one is also that of a man: "Miss Mina Murray"."""
        men = {last for one in self.people if one.gender == "male" for last in one.lasts}
        men |= {form.words[-1] for form in self.counts if self.names.gender(form) == "male"}
        for known in [[*known] for known in self.by_first.values() if len(known) > 1]:
            women = [one for one in known if one.gender != "male" and one.lasts]
            for one, other in permutations(women[:_MOST], 2):
                if one in self.people and other in self.people and self._is_wedded(one, other, men):
                    self._unite(one, other)

    def _is_wedded(self, one: Person, other: Person, men: set[str]) -> bool:
        """Whether a name is that of a woman with another surname after her marriage to one of the men's surnames."""
        maiden = self.lexicon.maiden_titles
        if men.isdisjoint(other.lasts) or not maiden.isdisjoint(other.titles) or self._has_both(one, other):
            return False
        return other.count <= one.count or not maiden.isdisjoint(one.titles)

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
        known = [one for one in self._called(first) if self._has_first(one, form)]
        plain = [one for one in known if not self.names.is_honoured(one)]
        same = [one for one in plain if first in one.firsts]
        self._place(form, same or plain or [one for one in known if first in one.firsts], first=first)

    def _has_first(self, person: Person, form: Form) -> bool:
        """Whether a bare first name is one of a person's, or a form of one that is no initial and not much rarer."""
        first = form.words[0]
        if first in person.firsts:
            return True
        alike = [one for one in person.firsts if len(one.rstrip(".")) > 1 and are_alike(self.lexicon, first, one)]
        count = sum(own for one, own in person.forms.items() if one.words[0] in alike)
        return RARE * count >= self.counts[form]

    def _titled_last(self, form: Form) -> None:
        """A title and a surname: of the only person with the surname whom the title fits."""
        last, title = form.words[0], self.roles.title(form)
        is_kin, known = self.names.is_kin(form), self._with_last(last)
        known = self._relatives(last) if is_kin else [one for one in known if self.names.may_have(one, title)]
        if self.counts[form] >= OFTEN:
            known = [one for one in known if not self.names.is_usually_otherwise(one, form)]
        if title in self.lexicon.wife_titles or self.names.is_husband(form):
            known = [one for one in known if self.names.is_head_of_family(one, form)]
            known = known if self._only(form, known) else []
        self._place(form, known, last=last)

    def _relatives(self, last: str) -> list[Person]:
        """The people with a surname who may be called "Aunt" or "Uncle": not by a bare first name, as children are."""
        return [one for one in self._with_last(last) if not self.names.is_called_by_first_name(one)]

    def _last(self, form: Form) -> None:
        """A bare surname: of the only man with that surname, else of the only person.

        Of several it is a frequent son's, whose father has a title: "Dick Gale", "Mr. Gale".
        """
        last = form.words[0]
        kin = self.lexicon.kin_titles
        known = [one for one in self._with_last(last) if not one.titles or not kin.issuperset(one.titles)]
        men = [one for one in known if one.gender != "female"]
        known = men or known
        plain = [one for one in known if one.gender == "male" and 2 * one.titles.total() < one.count]
        is_open = len(plain) == 1 and self._only(form, known) is None
        is_sons = is_open and all(one.count <= plain[0].count for one in known)
        self._place(form, plain if is_sons else known, last=last)

    def _decide(self, form: Form) -> None:
        """A form that was open, of the only person who is frequent by now, when all of their names are known."""
        person = self._only(form, [one for one in self.open[form] if one in self.people])
        if person is not None:
            self._join(person, form)

    def _place(self, form: Form, known: list[Person], first: str = "", last: str = "") -> None:
        """Add a form to the only person of those known; to a new one if none of them agrees."""
        person, agreeing = self._only(form, known), [one for one in known if self.names.agrees(form, one)]
        if not agreeing:
            self._new(form, first, last)
            return
        if person is None:
            most = max(agreeing, key=lambda one: one.count)
            if self.counts[form] < RARE * most.count:
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
