"""What is compared of a chain and of an entity: names, noun phrases, kind, gender, and the words around them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from math import expm1, log1p, sqrt
from operator import itemgetter
from sys import intern
from typing import NamedTuple, TypeVar

from corefpipe.entities.names import NameForm, form_of, is_title
from corefpipe.entities.rarity import rarity
from corefpipe.entities.records import Counts, Profile
from corefpipe.lexicon import load_lexicon
from corefpipe.lexicon.languages import function_words
from corefpipe.parsing.label_schemes import gum_entity_type

NAMED, NOMINAL, PRONOMINAL = LEVELS = ("name", "noun", "pronoun")
"""The best that a chain is called."""

_MOST_FORMS = 8  # names, and noun phrases, of an entity that are compared: the most frequent ones
_MOST_WORDS = 200  # words of a bag that are kept when it has twice as many: those with the largest weights


class PhraseForm(NamedTuple):
    """A noun phrase as it is compared.

    Attributes:
        words: in lower case, without determiners and other function words.
        head: the last of them before a preposition.
        definiteness: definite, demonstrative, indefinite, quantified, or "" without a determiner.
    """

    words: tuple[str, ...]
    head: str
    definiteness: str


Form = TypeVar("Form", NameForm, PhraseForm)
Key = TypeVar("Key")


@lru_cache(maxsize=2**17)
def phrase_of(text: str) -> PhraseForm:
    """The form of a noun phrase."""
    lower = text.lower().split()
    common, marks = function_words("en"), load_lexicon().possessive_marks
    content = [place for place, word in enumerate(lower) if word not in common and word not in marks]
    ends = [place for place in content if place + 1 not in content and lower[place + 1 : place + 2] != ["'s"]]
    head = lower[ends[0]] if ends else lower[-1] if lower else ""
    definiteness = load_lexicon().definiteness(lower[0]) if lower else ""
    return PhraseForm(tuple(lower[place] for place in content) or tuple(lower), head, definiteness)


@dataclass(slots=True)
class Bag:
    """Words with weights: log(1 + count) times how rare the word is.

    It has at most 400 words: an entity of a thousand documents takes no more memory and time than one of twenty.

    Attributes:
        weights: word -> weight.
        square: sum of the squared weights.
    """

    weights: dict[str, float] = field(default_factory=dict)
    square: float = 0.0

    @classmethod
    def of(cls, counts: Counts) -> Bag:
        """The bag of counted words."""
        # One object per word: equal ones are then found by their address, in bags that are in no cache.
        weights = {intern(word): log1p(count) * rarity(word) for word, count in counts.items()}
        bag = cls(weights, sum([weight * weight for weight in weights.values()]))
        bag._cut()
        return bag

    def join(self, other: Bag) -> None:
        """Add the words of another bag."""
        weights = self.weights
        for word, weight in other.weights.items():
            before = weights.get(word, 0.0)
            if before:
                rare = rarity(word)
                weight = log1p(round(expm1(before / rare)) + round(expm1(weight / rare))) * rare
            weights[word] = weight
            self.square += weight * weight - before * before
        self._cut()

    def _cut(self) -> None:
        """Keep the words with the largest weights, of equal ones those that came first."""
        if len(self.weights) > 2 * _MOST_WORDS:
            best = sorted(self.weights.items(), key=itemgetter(1), reverse=True)[:_MOST_WORDS]
            self.weights = dict(best)
            self.square = sum([weight * weight for _, weight in best])

    def cosine(self, other: Bag) -> float:
        """The cosine of two bags; 0 if one is empty."""
        few, many = self.weights, other.weights
        if len(few) > len(many):
            few, many = many, few
        product = sum([weight * many[word] for word, weight in few.items() if word in many])
        return product / sqrt(self.square * other.square) if product else 0.0


@dataclass(slots=True)
class Traits:
    """What is compared of a chain, or of an entity with the chains that have joined it so far.

    Attributes:
        level: one of `LEVELS`.
        names: form of a name -> mentions, at most eight; one that only a list has counts as one.
        phrases: form of a noun phrase, or of a name that is a title alone -> mentions, at most eight.
        kinds: GUM's entity type -> mentions.
        genders: gender -> mentions.
        words, near, topics, actions: what is beside it (see `Profile`).
        documents: names of its documents.
        kind, gender: the most frequent ones; "" if unknown.
        fullest: the name with the most words, of these the most frequent; None without names.
    """

    level: str
    names: dict[NameForm, int]
    phrases: dict[PhraseForm, int]
    kinds: dict[str, int]
    genders: dict[str, int]
    words: Bag = field(default_factory=Bag)
    near: Bag = field(default_factory=Bag)
    topics: Bag = field(default_factory=Bag)
    actions: Bag = field(default_factory=Bag)
    documents: set[str] = field(default_factory=set)
    kind: str = ""
    gender: str = ""
    fullest: NameForm | None = None

    @classmethod
    def of(cls, profile: Profile, documents: Iterable[str]) -> Traits:
        """The traits of a chain or entity."""
        titles = {text: count for text, count in profile.names.items() if is_title(text)}
        named = ((text, count) for text, count in profile.names.items() if text not in titles)
        names = _counted((form_of(text), max(count, 1)) for text, count in named)
        phrases = _counted((phrase_of(text), count) for text, count in {**profile.phrases, **titles}.items())
        kinds = _counted((gum_entity_type(label), count) for label, count in profile.kinds.items())
        kinds.pop("", None)
        names = {form: count for form, count in names.items() if form.words}
        level = NAMED if names else NOMINAL if phrases else PRONOMINAL
        told = {f"{role}\t{lemma}": count for role, own in profile.actions.items() for lemma, count in own.items()}
        words, near, topics, actions = map(Bag.of, (profile.words, profile.near, profile.topics, told))
        found = cls(level, {}, {}, {}, {}, words, near, topics, actions, set(documents))
        found._add(names, phrases, kinds, profile.genders)
        return found

    def join(self, other: Traits) -> None:
        """Add a chain."""
        self._add(other.names, other.phrases, other.kinds, other.genders)
        self.words.join(other.words)
        self.near.join(other.near)
        self.topics.join(other.topics)
        self.actions.join(other.actions)
        self.level = min(self.level, other.level, key=LEVELS.index)
        self.documents |= other.documents

    def _add(
        self, names: Mapping[NameForm, int], phrases: Mapping[PhraseForm, int], kinds: Counts, genders: Counts
    ) -> None:
        self.names = _added(self.names, names)
        self.phrases = _added(self.phrases, phrases)
        for own, others in ((self.kinds, kinds), (self.genders, genders)):
            for value, count in others.items():
                own[value] = own.get(value, 0) + count
        self.kind, self.gender = _most(self.kinds), _most(self.genders)
        of = self.names
        self.fullest = max(of, key=lambda form: (len(form.words), of[form], form.words), default=None)


def _most(counts: Counts) -> str:
    """The most frequent value, of several the first in the alphabet; "" if there is none."""
    return min(counts, key=lambda value: (-counts[value], value), default="")


def _counted(pairs: Iterable[tuple[Key, int]]) -> dict[Key, int]:
    """The sum of the counts of each key."""
    total: dict[Key, int] = {}
    for key, count in pairs:
        total[key] = total.get(key, 0) + count
    return total


def _added(one: Mapping[Form, int], other: Mapping[Form, int]) -> dict[Form, int]:
    """The sums of two counts, of which the largest are kept."""
    total = dict(one)
    for form, count in other.items():
        total[form] = total.get(form, 0) + count
    if len(total) < 2:
        return total
    return dict(sorted(total.items(), key=lambda pair: (-pair[1], pair[0]))[:_MOST_FORMS])
