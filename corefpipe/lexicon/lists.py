"""The word lists of a language, read from a folder of text files when first asked for."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from corefpipe.errors import FormatError, choose

Words = frozenset[str]

_GENDERS = ("male", "female", "either")
# The TOML files and their keys; a key that is none of these is refused, for it is a misspelt one.
_KEYS = {
    "titles.toml": (*_GENDERS, "exclude"),
    "names.toml": _GENDERS,
    "nouns.toml": (*_GENDERS, "group", "place", "relational"),
    "organizations.toml": ("legal", "ending", "parties", "teams"),
    "function_words.toml": ("articles", "negations", "determiners", "number"),
    "numbers.toml": ("cardinals", "ordinals", "months", "weekdays"),
    "verbs.toml": ("speech",),
    "pleonastic.toml": ("verbs", "weather", "participles", "adjectives", "nouns"),
    "symbols.toml": ("classes",),
}


def lexicon_folder(language: str) -> Path:
    """Where the lists of a language lie; there need be no such folder."""
    return Path(__file__).parent / language


def load_lexicon(language: str = "en") -> Lexicon:
    """The word lists of a language, all of them empty where it has no folder."""
    return _load(lexicon_folder(language))


@cache
def _load(folder: Path) -> Lexicon:
    return Lexicon(folder)


@dataclass(slots=True, frozen=True)
class Pronoun:
    """A form of a pronoun; "" or an empty set where the form alone does not tell.

    Attributes:
        canonical: the form that stands for all of this pronoun, as "he" for "himself".
        person: "1", "2" or "3".
        number: "singular" or "plural".
        gender: "male", "female" or "neuter".
        cases: of "subject", "object", "possessive".
        kinds: of "personal", "possessive", "reflexive", "demonstrative", "indefinite", "relative", "interrogative",
            "adverbial".
        animacy: "animate" or "inanimate".
    """

    canonical: str
    person: str
    number: str
    gender: str
    cases: Words
    kinds: Words
    animacy: str


def _list(file: str, *keys: str) -> cached_property[Words]:
    """All words below a key of a TOML file."""
    return cached_property(lambda lexicon: frozenset(_words_below(lexicon._toml(file, *keys))))


class Lexicon:
    """Closed word lists, in lower case, apostrophes straight and curly. A list whose file is missing is empty.

    Args:
        folder: of the files; each begins with what it holds.
    """

    male_titles = _list("titles.toml", "male")
    female_titles = _list("titles.toml", "female")
    # Endings of names of organizations; legal forms are what shorter names leave out (Soon, Ng & Lim 2001).
    legal_forms = _list("organizations.toml", "legal")
    organization_endings = _list("organizations.toml", "ending")
    party_words = _list("organizations.toml", "parties")
    team_words = _list("organizations.toml", "teams")
    # Nouns for persons, in singular and plural; lemmas of the others.
    male_nouns = _list("nouns.toml", "male")
    female_nouns = _list("nouns.toml", "female")
    group_nouns = _list("nouns.toml", "group")
    place_nouns = _list("nouns.toml", "place")
    articles = _list("function_words.toml", "articles")
    negations = _list("function_words.toml", "negations")
    singular_determiners = _list("function_words.toml", "number", "singular")
    plural_quantifiers = _list("function_words.toml", "number", "plural")
    # Lemmas.
    speech_verbs = _list("verbs.toml", "speech")
    # Lemmas of verbs as in "it seems that" and "it rains"; words as in "it is said that", "it is likely that", "it is
    # a pity that".
    pleonastic_verbs = _list("pleonastic.toml", "verbs")
    weather_verbs = _list("pleonastic.toml", "weather")
    pleonastic_participles = _list("pleonastic.toml", "participles")
    pleonastic_adjectives = _list("pleonastic.toml", "adjectives")
    pleonastic_nouns = _list("pleonastic.toml", "nouns")

    def __init__(self, folder: Path):
        self.folder = folder
        self._files: dict[str, dict[str, Any]] = {}

    @cached_property
    def pronouns(self) -> dict[str, Pronoun]:
        """Form of a pronoun -> what is known of it."""
        table = {}
        for form, canonical, person, number, gender, cases, kinds, animacy in self._rows("pronouns.tsv", 8):
            record = Pronoun(canonical, person, number, gender, _choices(cases), _choices(kinds), animacy)
            table.update(dict.fromkeys(_words(form), record))
        return table

    @cached_property
    def canonical(self) -> dict[str, str]:
        """Form of a pronoun -> its canonical form."""
        return {form: pronoun.canonical for form, pronoun in self.pronouns.items()}

    @cached_property
    def person(self) -> dict[str, str]:
        """Canonical form -> person."""
        return self._agreed("person")

    @cached_property
    def pronoun_number(self) -> dict[str, str]:
        """Canonical form -> number, where all its forms agree."""
        return self._agreed("number")

    @cached_property
    def pronoun_gender(self) -> dict[str, str]:
        """Canonical form -> gender, where all its forms agree."""
        return self._agreed("gender")

    @cached_property
    def pronoun_animacy(self) -> dict[str, str]:
        """Canonical form -> animacy, where all its forms agree."""
        return self._agreed("animacy")

    @cached_property
    def title_class(self) -> dict[str, str]:
        """Title -> class of the titles that mean the same: "mr." and "mister" -> "mr"."""
        classes = [self._toml("titles.toml", gender) for gender in _GENDERS]
        return {form: name for table in classes for name, forms in table.items() for form in _words(forms)}

    @cached_property
    def titles(self) -> Words:
        """All titles."""
        return frozenset(self.title_class)

    def titles_exclude(self, one: str, other: str) -> bool:
        """Whether nobody bears both titles, as Mr. and Mrs."""
        if one in self.male_titles:
            return other in self.female_titles
        if one in self.female_titles and other in self.male_titles:
            return True
        return frozenset((self.title_class.get(one), self.title_class.get(other))) in self._exclusive_titles

    @cached_property
    def name_gender(self) -> dict[str, str]:
        """First name -> "male", "female" or "either"; names.toml goes before first_names.tsv."""
        table = {name: gender for name, gender, _ in self._rows("first_names.tsv", 3)}
        return table | {name: gender for gender in _GENDERS for name in _words_below(self._toml("names.toml", gender))}

    @cached_property
    def share_of_men(self) -> dict[str, float]:
        """First name -> share of men among those so named, where it was counted."""
        return {name: float(share) for name, _, share in self._rows("first_names.tsv", 3) if share}

    @cached_property
    def first_names(self) -> Words:
        """All first names."""
        return frozenset(self.name_gender)

    @cached_property
    def male_names(self) -> Words:
        """First names of men, seldom of women."""
        return frozenset(name for name, gender in self.name_gender.items() if gender == "male")

    @cached_property
    def female_names(self) -> Words:
        """First names of women, seldom of men."""
        return frozenset(name for name, gender in self.name_gender.items() if gender == "female")

    @cached_property
    def surnames(self) -> Words:
        """Frequent surnames, without the rarer ones that are ordinary words."""
        return frozenset(_words(" ".join(line for _, line in self._lines("surnames.txt"))))

    @cached_property
    def nicknames(self) -> dict[str, Words]:
        """First name -> its short and pet forms: "thomas" -> "tom", "tommy" …"""
        return {name: frozenset(_words(forms)) for name, forms in self._rows("nicknames.tsv", 2)}

    @cached_property
    def full_names(self) -> dict[str, Words]:
        """Short or pet form -> the first names that it stands for."""
        return _gather((form, name) for name, forms in self.nicknames.items() for form in forms)

    def are_nicknames(self, one: str, other: str) -> bool:
        """Whether one first name is a short or pet form of the other."""
        return one in self.nicknames.get(other, ()) or other in self.nicknames.get(one, ())

    @cached_property
    def places(self) -> dict[str, Words]:
        """Name of a place, of one word or more -> its kinds: "country", "state", "city" …"""
        return _gather((name, kind) for name, kind in self._rows("places.tsv", 2))

    def places_of(self, kind: str) -> Words:
        """Names of the places of a kind."""
        return frozenset(name for name, kinds in self.places.items() if kind in kinds)

    @cached_property
    def demonyms(self) -> dict[str, Words]:
        """Word for the people or things of a place -> the place, or several."""
        return _gather((word, place) for word, place in self._rows("demonyms.tsv", 2))

    @cached_property
    def person_nouns(self) -> Words:
        """Nouns for persons of any gender, in singular and plural."""
        return frozenset(word for gender in _GENDERS for word in _words_below(self._toml("nouns.toml", gender)))

    @cached_property
    def kinship_nouns(self) -> Words:
        """Nouns for relatives and partners, in singular and plural."""
        tables = (self._toml("nouns.toml", gender, "kinship") for gender in _GENDERS)
        return frozenset(word for table in tables for word in _words_below(table))

    @cached_property
    def relational_nouns(self) -> Words:
        """Nouns for what is of somebody or something: parts, roles, kin."""
        return frozenset(_words_below(self._toml("nouns.toml", "relational"))) | self.kinship_nouns

    @cached_property
    def determiners(self) -> dict[str, str]:
        """Determiner -> its class: "definite", "indefinite", "demonstrative", "possessive", "quantifier" …"""
        classes = self._toml("function_words.toml", "determiners")
        return {word: name for name, words in classes.items() for word in _words(words)}

    @cached_property
    def cardinals(self) -> dict[str, int]:
        """Number word -> number."""
        return dict(self._toml("numbers.toml", "cardinals"))

    @cached_property
    def ordinals(self) -> dict[str, int]:
        """Ordinal -> number."""
        return dict(self._toml("numbers.toml", "ordinals"))

    @cached_property
    def months(self) -> dict[str, int]:
        """Name of a month, full or short -> 1 to 12."""
        return {form: i for i, forms in enumerate(self._toml("numbers.toml", "months"), 1) for form in _words(forms)}

    @cached_property
    def weekdays(self) -> dict[str, int]:
        """Name of a day, full or short -> 1 to 7, from Monday."""
        return {form: i for i, forms in enumerate(self._toml("numbers.toml", "weekdays"), 1) for form in _words(forms)}

    @cached_property
    def symbols(self) -> dict[str, Words]:
        """Symbol, short form or word -> the others that may stand for it: "&" -> "and" …"""
        classes = [tuple(_words(line)) for line in self._toml("symbols.toml", "classes")]
        return _gather((a, b) for forms in classes for a in forms for b in forms if a != b)

    @cached_property
    def _exclusive_titles(self) -> frozenset[Words]:
        return frozenset(frozenset(pair.split()) for pair in self._toml("titles.toml", "exclude"))

    def _agreed(self, field: str) -> dict[str, str]:
        values = _gather((pronoun.canonical, getattr(pronoun, field)) for pronoun in self.pronouns.values())
        return {form: next(iter(found)) for form, found in values.items() if len(found) == 1 and "" not in found}

    def _lines(self, file: str) -> Iterator[tuple[int, str]]:
        """Lines that are no comments, with their numbers."""
        path = self.folder / file
        if path.is_file():
            for number, line in enumerate(path.read_text(encoding="utf8").split("\n"), 1):
                if line and not line.startswith("#"):
                    yield number, line

    def _rows(self, file: str, columns: int) -> Iterator[list[str]]:
        """The cells of a table, "" for "-"."""
        for number, line in self._lines(file):
            cells = line.split("\t")
            if len(cells) != columns:
                cure = f"There are {columns}, with a tab between two"
                raise FormatError(f"{len(cells)} columns", cure=cure, file=str(self.folder / file), line=number)
            yield ["" if cell == "-" else cell for cell in cells]

    def _toml(self, file: str, *keys: str) -> Any:
        """What stands below a key, an empty table where there is none."""
        if file not in self._files:
            self._files[file] = _read_toml(self.folder / file)
        found: Any = self._files[file]
        for key in keys:
            found = found.get(key, {})
        return found


def _read_toml(path: Path) -> dict[str, Any]:
    try:
        table = tomllib.loads(path.read_text(encoding="utf8")) if path.is_file() else {}
    except tomllib.TOMLDecodeError as error:
        raise FormatError(f"not TOML: {error}", file=str(path)) from error
    for key in table:
        choose(f"key in {path}", key, _KEYS[path.name])
    return table


def _choices(cell: str) -> Words:
    return frozenset(cell.split("|")) if cell else frozenset()


def _words(text: str) -> Iterator[str]:
    """The words of a text; one with an apostrophe also with a curly one."""
    words = text.split()
    yield from words
    if "'" in text:
        yield from (word.replace("'", "’") for word in words if "'" in word)


def _words_below(value: Any) -> Iterator[str]:
    """The words of a text, or of all texts below a table."""
    if isinstance(value, str):
        yield from _words(value)
    else:
        for below in value.values():
            yield from _words_below(below)


def _gather(pairs: Iterable[tuple[str, str]]) -> dict[str, Words]:
    table: dict[str, set[str]] = {}
    for key, value in pairs:
        table.setdefault(key, set()).add(value)
    return {key: frozenset(values) for key, values in table.items()}
