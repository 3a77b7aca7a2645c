"""Ambient "it": time, distance, weather and surroundings (Huddleston & Pullum 2002, chapter 17).

Each predicate is about the word that "it" depends on; its docstring has an example.
"""

from __future__ import annotations

from corefpipe.constructions.clauses_after import children_after, has_child
from corefpipe.constructions.senses import supersense
from corefpipe.parsing.clauses import case_of, is_infinitive
from corefpipe.parsing.parse import Parse
from corefpipe.parsing.relations import CLAUSES, COMPLEMENT_CLAUSES

_BESIDE_HOURS = frozenset({"nsubj", "cop", "aux", "advmod", "punct"})
"""Relations to a number that is an hour: "it was already nine"."""
_BESIDE_MOMENTS = frozenset("nsubj cop aux advmod advcl punct cc conj mark discourse parataxis vocative".split())
"""Relations to a noun that names a time of day."""
_INFINITIVES = COMPLEMENT_CLAUSES | {"advcl"}
_MEASURES = frozenset({"time", "quantity"})
"""WordNet's supersenses of what an action costs."""


def is_predicate(parse: Parse, word: int) -> bool:
    """Whether a word has a copula; parsers give it to "o'clock" of "five o'clock", and to "there" of "night there"."""
    after = [child for child in children_after(parse, word) if child in parse.copular]
    if word in parse.copular or parse.tags[word] != "CD":
        return word in parse.copular or any(parse.deps[child] == "advmod" for child in after)
    return any(parse.lower[child] in parse.lexicon.hour_words for child in after)


def asks_time(parse: Parse, word: int) -> bool:
    """What time is it? What day was it?"""
    lexicon, lemma = parse.lexicon, parse.lemmas[word]
    is_time = lemma in lexicon.time_nouns or lemma in lexicon.measure_nouns
    return is_time and word in parse.copular and any(parse.tags[child] == "WDT" for child in parse.children[word])


def is_time(parse: Parse, word: int) -> bool:
    """It is Monday; it was his birthday; it was nine; it is half past nine; it is ten years since."""
    lexicon, children, is_number = parse.lexicon, parse.children[word], parse.tags[word] == "CD"
    cases = {parse.lower[child] for child in children if parse.deps[child] == "case" and child < word}
    if not is_predicate(parse, word) or cases - (lexicon.hour_words if is_number else frozenset()):
        return False
    if any(parse.lower[word] in words for words in (lexicon.weekdays, lexicon.months, lexicon.moments)):
        return True
    if parse.lemmas[word] in lexicon.time_nouns:
        return _is_due(parse, word)
    if is_number and all(
        parse.deps[child] in _BESIDE_HOURS or parse.lower[child] in lexicon.hour_words for child in children
    ):
        return True
    is_measure = is_number or parse.lemmas[word] in lexicon.measure_nouns
    return is_measure and any(
        parse.deps[clause] in CLAUSES and parse.lower[parse.left[clause]] in lexicon.since_openings
        for clause in children_after(parse, word)
    )


def _is_due(parse: Parse, time: int) -> bool:
    """It is time for us to leave; it is high time we left."""
    clauses = [child for child in children_after(parse, time) if parse.deps[child] in CLAUSES]
    is_high = has_child(parse, time, parse.lexicon.due_modifiers)
    return any(is_high or is_infinitive(parse, clause) for clause in clauses)


def is_moment(parse: Parse, noun: int) -> bool:
    """Whether a word is a predicate that is a bare noun of time: "it is daytime", "is it daylight there?".

    All 33 such pronouns of 60 novels are pleonastic.
    """
    if parse.tags[noun] != "NN" or not is_predicate(parse, noun):
        return False
    is_bare = all(parse.deps[child].split(":")[0] in _BESIDE_MOMENTS for child in parse.children[noun])
    return is_bare and supersense(parse, parse.lemmas[noun]) == "time"


def is_distance(parse: Parse, word: int) -> bool:
    """It is ten miles to the lake; it is a long way from Rome to Paris; how far is it to Paris?"""
    lexicon = parse.lexicon
    far = [child for child in parse.children[word] if parse.lower[child] in lexicon.distance_adverbs]
    if far and case_of(parse, word) in lexicon.path_prepositions:
        return not parse.copular.isdisjoint((word, *far))
    is_way = parse.lemmas[word] in lexicon.way_nouns and has_child(parse, word, lexicon.way_modifiers)
    if word not in parse.copular or not (is_way or parse.lemmas[word] in lexicon.measure_nouns):
        return False
    return any(case_of(parse, child) in lexicon.path_prepositions for child in children_after(parse, word))


def costs_time(parse: Parse, verb: int) -> bool:
    """It took us an hour to find."""
    below = {parse.deps[child]: child for child in parse.children[verb]}
    if parse.lemmas[verb] not in parse.lexicon.costing_verbs or "obj" not in below:
        return False
    what = below["obj"]
    if any(dep in _INFINITIVES and child > what and is_infinitive(parse, child) for dep, child in below.items()):
        return True
    # Parsers attach the clause to the hour, too. "It took measures to find the car" is another construction.
    attached = any(parse.deps[child] == "acl" and is_infinitive(parse, child) for child in parse.children[what])
    return attached and supersense(parse, parse.lemmas[what]) in _MEASURES


def is_weather(parse: Parse, word: int) -> bool:
    """It was cold outside; it was cold last night."""
    lexicon = parse.lexicon
    if word not in parse.copular or parse.lower[word] not in lexicon.weather_adjectives:
        return False
    words = {"advmod": lexicon.surroundings, "obl:unmarked": lexicon.moments}
    return any(parse.lower[child] in words.get(parse.deps[child], frozenset()) for child in children_after(parse, word))


def gets_late(parse: Parse, verb: int) -> bool:
    """It got dark; it was getting late."""
    return parse.lemmas[verb] in parse.lexicon.becoming_verbs and any(
        parse.deps[child] == "xcomp" and parse.lower[child] in parse.lexicon.lateness
        for child in children_after(parse, verb)
    )
