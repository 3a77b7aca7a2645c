"""Word lists for people: titles, first names, surnames, nouns."""

from __future__ import annotations

from functools import cached_property

from corefpipe.lexicon.folder import WordLists, word_classes, word_list
from corefpipe.lexicon.reading import GENDERS, Words, gather, read_lines, read_rows, split_words, words_below

_ONE_GENDER = 0.03
"""Share of people of the other gender below which a first name has one gender."""


class PeopleLists(WordLists):
    """Word lists for people, in lower case."""

    male_titles = word_list("titles.toml", "male")
    female_titles = word_list("titles.toml", "female")
    # Titles that parsers may separate from the following name.
    abbreviated_titles = word_list("titles.toml", "abbreviated")
    # Classes of titles (see `title_class`) before surnames: "Mr. Trump".
    surname_titles = word_list("titles.toml", "surname")
    # Classes of titles of a couple, of unmarried women and of wives; of those that show only gender and marriage; of
    # the learned; of relatives.
    married_titles = word_list("titles.toml", "married")
    maiden_titles = word_list("titles.toml", "maiden")
    wife_titles = word_list("titles.toml", "wife")
    courtesy_titles = word_list("titles.toml", "courtesy")
    learned_titles = word_list("titles.toml", "learned")
    kin_titles = word_list("titles.toml", "kin")
    # Classes of titles that are God's without a name.
    divine_titles = word_list("titles.toml", "divine")
    # Classes of titles of either gender that mostly men bear.
    mostly_male_titles = word_list("titles.toml", "mostly_male")
    # Names of God.
    deities = word_list("names.toml", "deities")
    # Suffixes of names: "jr."
    name_suffixes = word_list("names.toml", "suffixes")
    # Particles joined to a surname by a hyphen: "al-Zahrani".
    name_particles = word_list("names.toml", "particles")
    nobiliary_particles = word_list("names.toml", "nobiliary")
    # Names with the other gender in other countries: "Andrea Rossi".
    elsewhere = word_list("names.toml", "elsewhere")
    # Nouns for animals of one sex, in singular.
    male_animals = word_list("nouns.toml", "animals", "male")
    female_animals = word_list("nouns.toml", "animals", "female")
    # Nouns for males by age: those of different ages do not corefer. A girl may be a woman, and a boy "the young man".
    ages = word_classes("nouns.toml", "ages")
    # General nouns for people: "the man" may refer to a woodcutter, "the girl" to a daughter, one of `child_nouns`.
    adult_nouns = word_list("nouns.toml", "adults")
    young_nouns = word_list("nouns.toml", "young")
    child_nouns = word_list("nouns.toml", "children")
    # Nouns for the role of a person in a report: "A man robbed a bank … the suspect".
    story_roles = word_list("nouns.toml", "story_roles")
    # Nouns for people, in singular and plural.
    male_nouns = word_list("nouns.toml", "male")
    female_nouns = word_list("nouns.toml", "female")

    @cached_property
    def title_class(self) -> dict[str, str]:
        """Title -> class of titles with the same meaning: "mr." and "mister" -> "mr"."""
        classes = [self._toml("titles.toml", gender) for gender in GENDERS]
        return {form: name for table in classes for name, forms in table.items() for form in split_words(forms)}

    @cached_property
    def titles(self) -> Words:
        """All titles."""
        return frozenset(self.title_class)

    def titles_exclude(self, one: str, other: str) -> bool:
        """Whether two titles exclude each other, such as Mr. and Mrs."""
        if one in self.male_titles:
            return other in self.female_titles
        if one in self.female_titles and other in self.male_titles:
            return True
        return frozenset((self.title_class.get(one), self.title_class.get(other))) in self._exclusive_titles

    @cached_property
    def name_gender(self) -> dict[str, str]:
        """First name -> "male", "female" or "either"; names.toml overrides first_names.tsv."""
        table = {name: gender for name, gender, _ in read_rows(self.folder / "first_names.tsv", 3)}
        return table | {name: gender for gender in GENDERS for name in words_below(self._toml("names.toml", gender))}

    @cached_property
    def given_names(self) -> Words:
        """Names that are mostly first names, even if they are also surnames: "Paul", not "Clinton"."""
        return frozenset(name for gender in GENDERS[:2] for name in words_below(self._toml("names.toml", gender)))

    @cached_property
    def share_of_men(self) -> dict[str, float]:
        """First name -> share of men among the people with that name, if it was counted."""
        return {name: float(share) for name, _, share in read_rows(self.folder / "first_names.tsv", 3) if share}

    def sure_gender(self, name: str) -> str:
        """Male or female for a first name of which nearly all bearers have one gender; else ""."""
        gender, share = self.name_gender.get(name, "either"), self.share_of_men.get(name)
        if gender == "either" or name in self.elsewhere:
            return ""
        share = {"male": 1.0, "female": 0.0}[gender] if share is None else share
        agrees = share > 1 - _ONE_GENDER if gender == "male" else share < _ONE_GENDER
        return gender if agrees else ""

    @cached_property
    def first_names(self) -> Words:
        """All first names."""
        return frozenset(self.name_gender)

    @cached_property
    def male_names(self) -> Words:
        """First names mostly of men."""
        return frozenset(name for name, gender in self.name_gender.items() if gender == "male")

    @cached_property
    def female_names(self) -> Words:
        """First names mostly of women."""
        return frozenset(name for name, gender in self.name_gender.items() if gender == "female")

    @cached_property
    def surnames(self) -> Words:
        """Frequent surnames, except the rarer ones that are also ordinary words."""
        return frozenset(split_words(" ".join(line for _, line in read_lines(self.folder / "surnames.txt"))))

    @cached_property
    def nicknames(self) -> dict[str, Words]:
        """First name -> its short and pet forms: "thomas" -> "tom", "tommy" …"""
        return {name: frozenset(split_words(forms)) for name, forms in read_rows(self.folder / "nicknames.tsv", 2)}

    @cached_property
    def full_names(self) -> dict[str, Words]:
        """Short or pet form -> its full first names."""
        return gather((form, name) for name, forms in self.nicknames.items() for form in forms)

    def are_nicknames(self, one: str, other: str) -> bool:
        """Whether one first name is a short or pet form of the other."""
        return one in self.nicknames.get(other, ()) or other in self.nicknames.get(one, ())

    @cached_property
    def person_nouns(self) -> Words:
        """Nouns for persons of any gender, in singular and plural."""
        return frozenset(word for gender in GENDERS for word in words_below(self._toml("nouns.toml", gender)))

    def gender_of_noun(self, noun: str) -> str:
        """Natural gender of a noun such as "sister", in lower case; "" if unknown."""
        return "male" if noun in self.male_nouns else "female" if noun in self.female_nouns else ""

    @cached_property
    def kinship_nouns(self) -> Words:
        """Nouns for relatives and partners, in singular and plural."""
        tables = (self._toml("nouns.toml", gender, "kinship") for gender in GENDERS)
        return frozenset(word for table in tables for word in words_below(table))

    @cached_property
    def _exclusive_titles(self) -> frozenset[Words]:
        return frozenset(frozenset(pair.split()) for pair in self._toml("titles.toml", "exclude"))
