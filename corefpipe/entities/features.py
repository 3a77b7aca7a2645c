"""Features of a chain and an entity that it may belong to, by name; the model weighs them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache

from corefpipe.entities.names import RELATIONS, clash, is_of_person, relation
from corefpipe.entities.rarity import rarity
from corefpipe.entities.traits import NAMED, NOMINAL, Traits
from corefpipe.lexicon import load_lexicon

_COSINES = (0.0001, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6)
_SIZES = (2, 3, 5, 9, 17)
_NONE = RELATIONS.index("none")
_PHRASES = ("same phrase", "same words", "modified", "same head", "shared word", "none")


def start_features(chain: Traits) -> list[str]:
    """Features of a chain that starts an entity."""
    form = chain.fullest
    return [
        f"start {chain.level}",
        f"start {chain.level} {_kind(chain)}",
        f"start {len(form.words) if form else 0} words",
        *(f"start {one.definiteness or 'bare'}" for one in list(chain.phrases)[:1] if chain.level == NOMINAL),
    ]


def link_features(chain: Traits, candidates: Sequence[Traits]) -> list[list[str]]:
    """Features of a chain with each of its candidates."""
    names = [name_relation(chain, entity) for entity in candidates]
    best = min(names, default=_NONE)
    rivals = min(sum(one == best for one in names) - 1, 2)
    cosines = [chain.topics.cosine(entity.topics) for entity in candidates]
    nearest = max(cosines, default=0.0)
    found = []
    for entity, name, cosine in zip(candidates, names, cosines, strict=True):
        levels = f"{chain.level} {entity.level}"
        # An entity of a list has no documents: then nothing is known of what surrounds it.
        topic = _interval(cosine) if chain.topics.weights and entity.topics.weights else ""
        features = [levels]
        if topic:
            features += _of_surroundings(chain, entity, levels, topic)
        if topic and cosine == nearest:
            features += ["nearest topics", f"nearest topics {levels}"]
        if chain.level == entity.level == NAMED:
            features += _of_names(chain, entity, name, topic)
            features.append(f"{RELATIONS[name]}, {rivals if name == best else 'better'} rivals")
        phrase = phrase_relation(chain, entity)
        features.append(f"{levels} {_PHRASES[phrase]}")
        if topic:
            features.append(f"{levels} {_PHRASES[phrase]} {topic} topics")
        if chain.level == NOMINAL:
            features += _of_nouns(chain, entity, phrase, topic)
        features += _of_kinds(chain, entity, levels)
        features.append(f"{levels} {bisect_right(_SIZES, len(entity.documents))} documents")
        if not chain.documents.isdisjoint(entity.documents):
            features += ["same document", f"same document {levels} {RELATIONS[name]}"]
        found.append(features)
    return found


def _of_surroundings(chain: Traits, entity: Traits, levels: str, topic: str) -> list[str]:
    """How alike the documents are, and the words, names and actions beside the two."""
    return [
        f"{levels} {topic} topics",
        f"{levels} {_interval(chain.words.cosine(entity.words))} words",
        f"{levels} {_interval(chain.near.cosine(entity.near))} near",
        f"{levels} {_interval(chain.actions.cosine(entity.actions))} actions",
    ]


def _interval(cosine: float) -> str:
    """A letter for the interval of a cosine, from a on."""
    return "abcdefghijk"[bisect_right(_COSINES, cosine)]


def name_relation(chain: Traits, entity: Traits) -> int:
    """The closest of the relations (`RELATIONS`) between names of the two."""
    if not chain.names.keys().isdisjoint(entity.names):
        return 0
    return min((relation(one, other) for one in chain.names for other in entity.names), default=_NONE)


def are_two_people(chain: Traits, entity: Traits) -> bool:
    """Whether both are people with names of their own that have nothing in common: "Queen Victoria", "Queen Camilla".

    Of the candidates in ECB+ (train, dev) and GUM, 107 are told apart so, and none of them wrongly; of those with names
    in common or without a name that only a person has ("the teen", "Sis"), some are one entity.
    """
    if not (chain.kind == entity.kind == "person" and any(map(is_of_person, chain.names))):
        return False
    return any(map(is_of_person, entity.names)) and name_relation(chain, entity) == _NONE


def _of_names(chain: Traits, entity: Traits, name: int, topic: str) -> list[str]:
    one, other = chain.fullest, entity.fullest
    assert one is not None
    assert other is not None
    kind = _kind(chain)
    words = min(len(one.words), len(other.words), 3)
    full = RELATIONS[relation(one, other)]
    found = [
        f"name {RELATIONS[name]}",
        f"name {RELATIONS[name]} {kind}",
        f"name {RELATIONS[name]} {words} words",
        f"full name {full}",
        f"full name {full} {kind} {words} words",
    ]
    if topic:
        found.append(f"name {RELATIONS[name]} {topic} topics")
    if clash(one, other):
        found.append("clash of first names")
    if one.title and other.title and load_lexicon().titles_exclude(one.title, other.title):
        found.append("clash of titles")
    if words == 1:
        word = min((one, other), key=lambda form: len(form.words)).words[0]
        found.append(f"name {RELATIONS[name]} {_listed(word)}")
    return found


@lru_cache(maxsize=2**14)
def _listed(word: str) -> str:
    lexicon = load_lexicon()
    first, last = word in lexicon.first_names, word in lexicon.surnames
    return "first name" if first and not last else "surname" if last and not first else "either" if first else "rare"


def phrase_relation(chain: Traits, entity: Traits) -> int:
    """The closest of the relations (`_PHRASES`) between noun phrases of the two."""
    if not chain.phrases.keys().isdisjoint(entity.phrases):
        return 0
    best = len(_PHRASES) - 1
    for one in chain.phrases:
        for other in entity.phrases:
            if one.words == other.words:
                best = min(best, 1)
            elif one.head == other.head:
                fewer, more = sorted((set(one.words), set(other.words)), key=len)
                best = min(best, 2 if fewer <= more else 3)
            elif not set(one.words).isdisjoint(other.words):
                best = min(best, 4)
    return best


def _of_nouns(chain: Traits, entity: Traits, phrase: int, topic: str) -> list[str]:
    one = next(iter(chain.phrases))
    weight = int(rarity(one.head))
    found = [
        f"noun {entity.level} {_PHRASES[phrase]} {one.definiteness or 'bare'}",
        f"noun {entity.level} {_PHRASES[phrase]} rarity {weight}",
        f"noun {entity.level} {_PHRASES[phrase]} {_kind(chain)}",
        f"noun {entity.level} {_PHRASES[phrase]} {one.definiteness or 'bare'} {topic} topics",
        f"noun {entity.level} {_PHRASES[phrase]} {min(len(one.words), 3)} words",
    ]
    if entity.level == NAMED and any(one.head in form.words for form in entity.names):
        found.append("noun is a word of the name")
    return found


def _of_kinds(chain: Traits, entity: Traits, levels: str) -> list[str]:
    found = []
    for what, own, others in (("kind", chain.kind, entity.kind), ("gender", chain.gender, entity.gender)):
        if own and others:
            found.append(f"{what} {'same' if own == others else 'differs'} {levels}")
    return found


def _kind(chain: Traits) -> str:
    return chain.kind if chain.kind in ("person", "organization", "place") else "other"
