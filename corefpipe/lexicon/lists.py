"""The word lists of a language, read from its folder of text files on first use."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from corefpipe.lexicon.books import BookLists
from corefpipe.lexicon.folder import pattern_list, phrase_list, word_classes, word_list
from corefpipe.lexicon.letters import LetterLists
from corefpipe.lexicon.people import PeopleLists
from corefpipe.lexicon.pleonastic import PleonasticLists
from corefpipe.lexicon.prepositions import PrepositionLists
from corefpipe.lexicon.reading import (
    Words,
    choices,
    gather,
    read_rows,
    split_words,
    words_below,
)
from corefpipe.lexicon.verbs import VerbLists

_HERE = Path(__file__).parent


def lexicon_folder(language: str) -> Path:
    """The folder of a language's lists, which need not exist."""
    return _HERE / language


def load_lexicon(language: str = "en") -> Lexicon:
    """The word lists of a language; all are empty for a language without a folder.

    >>> from corefpipe.lexicon import load_lexicon
    >>> "she" in load_lexicon("en").pronouns, len(load_lexicon("xx").pronouns)
    (True, 0)
    """
    return _load(lexicon_folder(language))


@cache
def _load(folder: Path) -> Lexicon:
    return Lexicon(folder)


@dataclass(slots=True, frozen=True)
class Pronoun:
    """A form of a pronoun; "" or an empty set for properties that the form does not determine.

    >>> from corefpipe.lexicon import load_lexicon
    >>> she = load_lexicon("en").pronouns["she"]
    >>> she.person, she.number, she.gender
    ('3', 'singular', 'female')

    Attributes:
        canonical: the canonical form of the pronoun, such as "he" for "himself".
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


class Lexicon(PeopleLists, VerbLists, PrepositionLists, PleonasticLists, LetterLists, BookLists):
    """Closed word lists, in lower case, with straight and curly apostrophes. A list without a file is empty.

    >>> from corefpipe.lexicon import load_lexicon
    >>> english = load_lexicon("en")
    >>> english.pronouns["herself"].gender
    'female'

    Args:
        folder: folder of the files; each file starts with a description.
    """

    # Endings of names of organizations; legal forms are omitted in short names (Soon, Ng & Lim 2001).
    legal_forms = word_list("organizations.toml", "legal")
    organization_endings = word_list("organizations.toml", "ending")
    party_words = word_list("organizations.toml", "parties")
    team_words = word_list("organizations.toml", "teams")
    # Acronyms that are spelled as pronouns: "IT"; those of places: "US".
    acronyms = word_list("organizations.toml", "acronyms")
    acronyms_of_places = word_list("organizations.toml", "acronyms_of_places")
    # Words that join two parts of a name: "of", "of the".
    name_joints = phrase_list("organizations.toml", "joints")
    # Nouns for groups, in singular; lemmas of the others.
    group_nouns = word_list("nouns.toml", "group")
    plural_nouns = word_list("nouns.toml", "plural")
    place_nouns = word_list("nouns.toml", "place")
    organization_nouns = word_list("nouns.toml", "organization")
    # Endings of nouns for firms: "the carmaker".
    maker_endings = word_list("nouns.toml", "maker_endings")
    known_for = word_list("nouns.toml", "known_for")
    # Lemmas of nouns with an infinitive whose subject is their possessor: "Emil's attempt to kill him".
    control_nouns = word_list("nouns.toml", "control")
    # Lemmas of nouns for a kind, before the noun for the thing: "a species of frog".
    classifiers = word_list("nouns.toml", "classifiers")
    place_titles = word_list("nouns.toml", "place_title")
    # Lemmas of nouns for bodies and states that may denote a person: "the poor thing".
    also_people = word_list("nouns.toml", "also_people")
    # Nouns whose only person in WordNet is the bearer of a name: "price" (Leontyne Price).
    never_people = word_list("nouns.toml", "never_people")
    articles = word_list("function_words.toml", "articles")
    conjunctions = word_list("function_words.toml", "conjunctions")
    # Words that begin a clause or phrase before a main clause.
    subordinators = word_list("function_words.toml", "subordinating")
    # Marks of an infinitive, "to see", and of a content clause, "said that he slept".
    infinitive_marks = word_list("function_words.toml", "infinitive_marks")
    content_marks = word_list("function_words.toml", "content_marks")
    # Question words of manner: "How do you get there?"
    manner_adverbs = word_list("function_words.toml", "manner_adverbs")
    # Prepositions as in "the roof of the house", and as in "served as president".
    genitives = word_list("function_words.toml", "genitives")
    predicatives = word_list("function_words.toml", "predicatives")
    # Prepositions as in "women in their hats" and "help with it".
    attributives = word_list("function_words.toml", "attributive")
    comitatives = word_list("function_words.toml", "comitative")
    # Pro-forms of a noun: "the big ones".
    noun_substitutes = word_list("function_words.toml", "noun_substitutes")
    # Possessive markers: 's.
    possessive_marks = word_list("function_words.toml", "possessive_marks")
    # Reciprocal pronouns, of one word or more: "each other".
    reciprocals = phrase_list("function_words.toml", "reciprocals")
    reciprocal_patterns = pattern_list("function_words.toml", "reciprocals")
    # Endings of emphatic pronouns, which corefer with the noun before them: "the captain himself".
    reflexive_endings = word_list("function_words.toml", "reflexive_endings")
    # Pronouns that may refer to a clause: "That surprised me."
    propositional = word_list("function_words.toml", "propositional")
    # Pronouns that may refer to an action as the object of one of `pro_verbs`: "Why did he do it?"
    action_pronouns = word_list("function_words.toml", "action_pronouns")
    # Canonical forms of singular pronouns for people, of the gendered ones among them, and of plural pronouns.
    one_person_pronouns = word_list("function_words.toml", "pronoun_classes", "one_person")
    gendered_pronouns = word_list("function_words.toml", "pronoun_classes", "gendered")
    plural_pronouns = word_list("function_words.toml", "pronoun_classes", "plural")
    # Canonical forms of the pronouns of things, of the first person plural and of the third.
    neuter_pronouns = word_list("function_words.toml", "pronoun_classes", "neuter")
    first_plural_pronouns = word_list("function_words.toml", "pronoun_classes", "first_plural")
    third_plural_pronouns = word_list("function_words.toml", "pronoun_classes", "third_plural")
    # Canonical forms of the speaker's and the addressee's pronouns.
    speaker_and_addressee = word_list("function_words.toml", "pronoun_classes", "speaker_and_addressee")
    # Canonical forms of pronouns with a generic use: "you never know".
    generic = word_list("function_words.toml", "generic")
    # Pronouns with a capital everywhere: "I".
    capital_pronouns = word_list("function_words.toml", "capital_pronouns")
    # Forms that are a possessive or an object: "her".
    object_possessives = word_list("function_words.toml", "object_possessives")
    negations = word_list("function_words.toml", "negations")
    singular_determiners = word_list("function_words.toml", "number", "singular")
    plural_quantifiers = word_list("function_words.toml", "number", "plural")
    # Plural pronouns as in "most of them".
    plural_objects = word_list("function_words.toml", "number", "plural_objects")
    # First words that determine the number of a phrase (Bengtson & Roth 2008).
    opening_singular = word_list("function_words.toml", "number", "opening_singular")
    opening_plural = word_list("function_words.toml", "number", "opening_plural")
    # Words between the parts of a date, and words at the end of a time.
    date_fillers = word_list("numbers.toml", "date_fillers")
    clock = word_list("numbers.toml", "clock")
    # Words that stand for two: "both"; nouns for a year; patterns of ages: "the 34-year-old".
    both_words = word_list("numbers.toml", "both")
    year_nouns = word_list("numbers.toml", "year")
    age_patterns = pattern_list("numbers.toml", "age")
    # Modifiers of one kind each, such as ordinals, of which different ones contrast; biographic ones: "the late king".
    biographic = word_list("modifiers.toml", "biographic")
    # Modifiers of a referent other than those before: "the other city"; "own" after a possessive.
    other_modifiers = word_list("modifiers.toml", "others")
    own_modifiers = word_list("modifiers.toml", "own")
    # Classes of contrasting modifiers, such as ordinals.
    modifier_kinds = word_classes("modifiers.toml", "kinds")
    # Modifiers as in "another letter", "the other letter", "the next letter" and "the young man".
    additional_modifiers = word_list("modifiers.toml", "additional")
    remaining_modifiers = word_list("modifiers.toml", "remaining")
    following_modifiers = word_list("modifiers.toml", "following")
    # Modifiers as in "the same year".
    identity_modifiers = word_list("modifiers.toml", "identity")
    youthful_modifiers = word_list("modifiers.toml", "youthful")
    # Modifiers of affection before a name, and those that follow them: "poor old Joe".
    endearing = word_list("modifiers.toml", "endearing")
    endearing_after = word_list("modifiers.toml", "endearing_after")
    # Labels of the questions and the answers of an interview.
    question_labels = word_list("dialogue.toml", "question")
    answer_labels = word_list("dialogue.toml", "answer")
    # The last words of labels of desks, houses and machines that answer people.
    desks = word_list("dialogue.toml", "desks")
    # Nouns for a name, and words after one's own name: "My name is Ann", "Ann here".
    name_nouns = word_list("dialogue.toml", "name_nouns")
    presence_words = word_list("dialogue.toml", "presence")
    # Lemmas of nouns for a part or an amount: "half of them".
    partitive_nouns = word_list("nouns.toml", "partitive")

    @cached_property
    def pronouns(self) -> dict[str, Pronoun]:
        """Form of a pronoun -> its record."""
        table = {}
        rows = read_rows(self.folder / "pronouns.tsv", 8)
        for form, canonical, person, number, gender, cases, kinds, animacy in rows:
            record = Pronoun(canonical, person, number, gender, choices(cases), choices(kinds), animacy)
            table.update(dict.fromkeys(split_words(form), record))
        return table

    @cached_property
    def disjoint_pronouns(self) -> frozenset[Words]:
        """Pairs of canonical forms that never corefer within one turn or quotation."""
        pairs = self._toml("function_words.toml", "pronoun_classes", "disjoint")
        return frozenset(frozenset(split_words(pair)) for pair in pairs)

    @cached_property
    def new_pronouns(self) -> dict[str, Pronoun]:
        """Form -> pronoun, of those for one person without a gender: "ze", not "one"."""
        return {
            form: record
            for form, record in self.pronouns.items()
            if (record.person, record.number, record.gender, record.animacy) == ("3", "singular", "", "animate")
            and record.canonical in self.third_person
        }

    @cached_property
    def canonical(self) -> dict[str, str]:
        """Form of a pronoun -> its canonical form."""
        return {form: pronoun.canonical for form, pronoun in self.pronouns.items()}

    @cached_property
    def speaking(self) -> Words:
        """Canonical forms of the first and the second person."""
        return frozenset(form for form, person in self.person.items() if person in ("1", "2"))

    @cached_property
    def third_person(self) -> tuple[str, ...]:
        """Canonical forms of the personal pronouns that may be third person, without generic ones."""
        records = [record for record in self.pronouns.values() if record.person not in ("1", "2")]
        indefinite = {record.canonical for record in records if "indefinite" in record.kinds}
        personal = (record.canonical for record in records if "personal" in record.kinds)
        return tuple(form for form in dict.fromkeys(personal) if form not in indefinite)

    @cached_property
    def place_adverbs(self) -> Words:
        """Adverbs that refer to a place: "here"."""
        return frozenset(form for form, pronoun in self.pronouns.items() if "adverbial" in pronoun.kinds)

    @cached_property
    def person(self) -> dict[str, str]:
        """Canonical form -> person."""
        return self._agreed("person")

    @cached_property
    def pronoun_number(self) -> dict[str, str]:
        """Canonical form -> number, if all its forms agree."""
        return self._agreed("number")

    @cached_property
    def pronoun_gender(self) -> dict[str, str]:
        """Canonical form -> gender, if all its forms agree."""
        return self._agreed("gender")

    @cached_property
    def pronoun_animacy(self) -> dict[str, str]:
        """Canonical form -> animacy, if all its forms agree."""
        return self._agreed("animacy")

    @cached_property
    def places(self) -> dict[str, Words]:
        """Name of a place, of one word or more -> its kinds: "country", "state", "city" …"""
        return gather((name, kind) for name, kind in read_rows(self.folder / "places.tsv", 2))

    def places_of(self, kind: str) -> Words:
        """Names of the places of a kind."""
        return frozenset(name for name, kinds in self.places.items() if kind in kinds)

    @cached_property
    def towns(self) -> Words:
        """Names of cities that are no names of countries and no first names."""
        return self.places_of("city") - self.places_of("country") - self.first_names

    @cached_property
    def states(self) -> Words:
        """Names of states and provinces that are no names of countries and no first names."""
        return self.places_of("state") - self.places_of("country") - self.first_names

    @cached_property
    def place_kinds(self) -> dict[str, Words]:
        """Noun for a place -> the kinds of `places` that it denotes."""
        return self._kinds("place_kinds")

    @cached_property
    def organization_kinds(self) -> dict[str, Words]:
        """Last word of an organization's name -> nouns for such an organization: "post" -> "newspaper", "paper"."""
        return self._kinds("organization_kinds")

    @cached_property
    def called_kinds(self) -> dict[str, Words]:
        """First word of a name -> nouns for its referent: "hurricane" -> "storm"."""
        return self._kinds("called_kinds")

    def _kinds(self, name: str) -> dict[str, Words]:
        """Word -> the words in the keys of a table that have it."""
        rows = self._toml("nouns.toml", name).items()
        return gather(
            (word, kind) for kinds, words in rows for kind in split_words(kinds) for word in split_words(words)
        )

    @cached_property
    def demonyms(self) -> dict[str, Words]:
        """Word for the people or things of a place -> the places."""
        return gather((word, place) for word, place in read_rows(self.folder / "demonyms.tsv", 2))

    @cached_property
    def relational_nouns(self) -> Words:
        """Relational nouns: parts, roles, kin."""
        return frozenset(words_below(self._toml("nouns.toml", "relational"))) | self.kinship_nouns

    @cached_property
    def determiners(self) -> dict[str, str]:
        """Determiner -> its class: "definite", "indefinite", "demonstrative", "possessive", "quantifier" …"""
        classes = self._toml("function_words.toml", "determiners")
        return {word: name for name, words in classes.items() for word in split_words(words)}

    def definiteness(self, word: str) -> str:
        """Definite, demonstrative, indefinite or quantified for a determiner; "" for another word."""
        name = self.determiners.get(word, "")
        return name if name in ("definite", "demonstrative", "indefinite") else name and "quantified"

    @cached_property
    def definite_articles(self) -> Words:
        """Determiners of the definite class."""
        return frozenset(word for word, name in self.determiners.items() if name == "definite")

    def reads_features(self) -> bool:
        """Whether morphology determines gender, number and person of words outside the lists; not in English."""
        return bool(self._toml("grammar.toml", "agreement") != "lists")

    @cached_property
    def reciprocal_heads(self) -> Words:
        """Last words of reciprocal pronouns: "other" of "each other"."""
        return frozenset(words[-1] for words in self.reciprocal_patterns)

    @cached_property
    def age_adjectives(self) -> Words:
        """Last words of the patterns of ages: "old"."""
        return frozenset(pattern[-1] for pattern in self.age_patterns)

    @cached_property
    def cardinals(self) -> dict[str, int]:
        """Number word -> number."""
        return dict(self._toml("numbers.toml", "cardinals"))

    @cached_property
    def group_sizes(self) -> dict[str, int]:
        """Noun for a number of people or things, such as "trio" -> number."""
        return dict(self._toml("numbers.toml", "groups"))

    @cached_property
    def ordinals(self) -> dict[str, int]:
        """Ordinal -> number."""
        return dict(self._toml("numbers.toml", "ordinals"))

    @cached_property
    def months(self) -> dict[str, int]:
        """Name of a month, full or short -> 1 to 12."""
        return self._numbered("months")

    @cached_property
    def weekdays(self) -> dict[str, int]:
        """Name of a day, full or short -> 1 to 7, from Monday."""
        return self._numbered("weekdays")

    @cached_property
    def word_frequency(self) -> dict[str, float]:
        """Frequent word, in lower case -> its share of the words of a text."""
        return {word: float(count) / 1e6 for word, count in read_rows(self.folder / "word_counts.tsv", 2)}

    @cached_property
    def symbols(self) -> dict[str, Words]:
        """Symbol, short form or word -> its equivalents: "&" -> "and" …"""
        classes = [tuple(split_words(line)) for line in self._toml("symbols.toml", "classes")]
        return gather((a, b) for forms in classes for a in forms for b in forms if a != b)

    @cached_property
    def opposites(self) -> frozenset[tuple[str, str]]:
        """Pairs of modifiers that one thing does not have: "old", "new"; in both orders."""
        sides = [[list(split_words(words)) for words in pair] for pair in self._toml("modifiers.toml", "opposites")]
        pairs = {(a, b) for one, other in sides for a in one for b in other}
        return frozenset(pairs | {(b, a) for a, b in pairs})

    def _numbered(self, key: str) -> dict[str, int]:
        lines = enumerate(self._toml("numbers.toml", key), 1)
        return {form: number for number, forms in lines for form in split_words(forms)}

    def _agreed(self, field: str) -> dict[str, str]:
        values = gather((pronoun.canonical, getattr(pronoun, field)) for pronoun in self.pronouns.values())
        return {form: next(iter(found)) for form, found in values.items() if len(found) == 1 and "" not in found}
