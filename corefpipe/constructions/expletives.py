"""Constructions with a pleonastic "it": extraposed clauses, clefts, and statements of time and distance.

Sources: Lappin & Leass 1994, section 2.2; Huddleston & Pullum 2002, chapters 14 (clefts) and 17 (dummy pronouns). Each
predicate below is about the word that "it" depends on, and has an example.
"""

from __future__ import annotations

from collections.abc import Iterator

from corefpipe.constructions.determiners import is_definite
from corefpipe.lexicon.reading import Words
from corefpipe.parsing.clauses import case_of, is_infinitive
from corefpipe.parsing.parse import Parse
from corefpipe.parsing.relations import CLAUSES, COMPLEMENT_CLAUSES

_FINITE = CLAUSES - {"xcomp"}
_OBJECTS = frozenset({"obj", "ccomp", "xcomp"})
_CLAUSE_SUBJECTS = ("nsubj", "csubj")
_FINITE_TAGS = frozenset({"VBZ", "VBD", "VB"})
_BESIDE_HOURS = frozenset({"nsubj", "cop", "aux", "advmod", "punct"})
"""Relations to a number that is an hour: "it was already nine"."""


def is_expletive(parse: Parse, it: int) -> bool:
    """Whether a pronoun is pleonastic, or refers to nothing that the text names, by one of these constructions.

    Args:
        parse: the parse.
        it: the token.
    """
    head, dep = parse.heads[it], parse.deps[it]
    if dep in ("obj", "expl") and it > head:
        return _is_extraposed_object(parse, it, head) or _is_judged_object(parse, it, head)
    if not dep.startswith(("nsubj", "expl")):
        return False
    return _asks_time(parse, head) if it > head else any(holds(parse, head) for holds in _OF_SUBJECTS)


def is_predicate(parse: Parse, word: int) -> bool:
    """Whether a word has a copula; parsers give it to "o'clock" of "five o'clock", and to "there" of "night there"."""
    after = [child for child in _after(parse, word) if child in parse.copular]
    if word in parse.copular or parse.tags[word] != "CD":
        return word in parse.copular or any(parse.deps[child] == "advmod" for child in after)
    return any(parse.lower[child] in parse.lexicon.hour_words for child in after)


def _after(parse: Parse, head: int, token: int | None = None) -> list[int]:
    """The children of a head after a token, by default after itself."""
    return [child for child in parse.children[head] if child > (head if token is None else token)]


def _has_child(parse: Parse, head: int, words: Words) -> bool:
    """Whether one of the words depends on a head."""
    return any(parse.lower[child] in words for child in parse.children[head])


def _opens(parse: Parse, clause: int, words: Words, after: int) -> bool:
    """Whether a finite clause after a token begins with one of these words, and has a subject after it."""
    start = parse.left[clause]
    if parse.deps[clause] not in _FINITE or start <= after or parse.lower[start] not in words:
        return False
    children = parse.children[clause]
    return any(parse.deps[child].startswith(_CLAUSE_SUBJECTS) and parse.left[child] > start for child in children)


def _impresses(parse: Parse, verb: int) -> bool:
    """It surprised Ann that the key fitted; it hurts to see him."""
    if parse.lemmas[verb] not in parse.lexicon.impressing_verbs or parse.tags[verb] not in _FINITE_TAGS:
        return False
    after = _after(parse, verb)
    if any(parse.deps[child] in COMPLEMENT_CLAUSES and is_infinitive(parse, child) for child in after):
        return True
    # Parsers attach the clause to whom it surprised, too.
    heads = [verb, *(child for child in after if parse.deps[child] in ("obj", "iobj", "obl"))]
    openings = parse.lexicon.content_openings
    return any(_opens(parse, clause, openings, verb) for head in heads for clause in _after(parse, head))


def _is_cleft(parse: Parse, focus: int) -> bool:
    """It was Ann who rang; it was on Monday that she rang. Not: it is a dog that bites."""
    if focus not in parse.copular:
        return False
    lexicon, openings = parse.lexicon, frozenset(_relative_openings(parse, focus))
    is_adjunct = any(parse.deps[child] == "case" and child < focus for child in parse.children[focus])
    if is_adjunct or parse.lemmas[focus] in lexicon.cleft_adjunct_nouns:
        return not openings.isdisjoint(lexicon.cleft_adjunct_openings)
    pronoun = parse.pronoun(focus)
    if parse.pos[focus] == "PROPN" or (pronoun is not None and pronoun.animacy == "animate"):
        return not openings.isdisjoint(lexicon.cleft_openings)
    return not openings.isdisjoint(lexicon.cleft_noun_openings) and is_definite(parse, focus)


def _relative_openings(parse: Parse, focus: int) -> Iterator[str]:
    """The first words of the finite clauses after a focus or the names after it."""
    for head in (focus, *(child for child in _after(parse, focus) if parse.pos[child] == "PROPN")):
        for clause in _after(parse, head):
            if parse.deps[clause] in _FINITE:
                yield parse.lower[parse.left[clause]]


def _identifies(parse: Parse, person: int) -> bool:
    """It was her boss; it is me; it was Ann. Not: it is a friend of the family."""
    if person not in parse.copular or any(parse.deps[child] == "case" for child in parse.children[person]):
        return False
    pronoun = parse.pronoun(person)
    if parse.pos[person] == "PRON" and pronoun is not None:
        return pronoun.animacy == "animate" and "personal" in pronoun.kinds
    if parse.pos[person] == "PROPN":
        return parse.entity_types[person] == "person"
    is_noun = parse.pos[person] == "NOUN" and parse.lower[person] in parse.lexicon.person_nouns
    return is_noun and is_definite(parse, person)


def _asks_time(parse: Parse, word: int) -> bool:
    """What time is it? What day was it?"""
    lexicon, lemma = parse.lexicon, parse.lemmas[word]
    is_time = lemma in lexicon.time_nouns or lemma in lexicon.measure_nouns
    return is_time and word in parse.copular and any(parse.tags[child] == "WDT" for child in parse.children[word])


def _is_time(parse: Parse, word: int) -> bool:
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
        for clause in _after(parse, word)
    )


def _is_due(parse: Parse, time: int) -> bool:
    """It is time for us to leave; it is high time we left."""
    clauses = [child for child in _after(parse, time) if parse.deps[child] in CLAUSES]
    is_high = _has_child(parse, time, parse.lexicon.due_modifiers)
    return any(is_high or is_infinitive(parse, clause) for clause in clauses)


def _is_distance(parse: Parse, word: int) -> bool:
    """It is ten miles to the lake; it is a long way from Rome to Paris; how far is it to Paris?"""
    lexicon = parse.lexicon
    far = [child for child in parse.children[word] if parse.lower[child] in lexicon.distance_adverbs]
    if far and case_of(parse, word) in lexicon.path_prepositions:
        return not parse.copular.isdisjoint((word, *far))
    is_way = parse.lemmas[word] in lexicon.way_nouns and _has_child(parse, word, lexicon.way_modifiers)
    if word not in parse.copular or not (is_way or parse.lemmas[word] in lexicon.measure_nouns):
        return False
    return any(case_of(parse, child) in lexicon.path_prepositions for child in _after(parse, word))


def _is_no_use(parse: Parse, word: int) -> bool:
    """It is no use crying."""
    lexicon = parse.lexicon
    is_use = word in parse.copular and parse.lower[word] in lexicon.useless_nouns
    has_gerund = any(parse.tags[child] == "VBG" for child in _after(parse, word))
    return is_use and has_gerund and _has_child(parse, word, lexicon.none_determiners)


def _is_judged(parse: Parse, word: int) -> bool:
    """It is a pity that the cup broke; it was a mistake to sell it."""
    lexicon, noun = parse.lexicon, parse.lemmas[word]
    if word not in parse.copular or noun not in lexicon.pleonastic_nouns:
        return False
    openings = lexicon.content_openings if noun in lexicon.clause_nouns else frozenset()
    return any(
        _opens(parse, clause, openings, word) or (parse.deps[clause] in CLAUSES and is_infinitive(parse, clause))
        for clause in _after(parse, word)
    )


def _is_weather(parse: Parse, word: int) -> bool:
    """It was cold outside; it was cold last night."""
    lexicon = parse.lexicon
    if word not in parse.copular or parse.lower[word] not in lexicon.weather_adjectives:
        return False
    words = {"advmod": lexicon.surroundings, "obl:unmarked": lexicon.moments}
    return any(parse.lower[child] in words.get(parse.deps[child], frozenset()) for child in _after(parse, word))


def _gets_late(parse: Parse, verb: int) -> bool:
    """It got dark; it was getting late."""
    return parse.lemmas[verb] in parse.lexicon.becoming_verbs and any(
        parse.deps[child] == "xcomp" and parse.lower[child] in parse.lexicon.lateness for child in _after(parse, verb)
    )


def _is_too_late(parse: Parse, word: int) -> bool:
    """It was too late to answer."""
    lexicon = parse.lexicon
    is_late = word in parse.copular and parse.lower[word] in lexicon.timely_adjectives
    has_infinitive = any(is_infinitive(parse, child) for child in _after(parse, word))
    return is_late and has_infinitive and _has_child(parse, word, lexicon.excess_adverbs)


def _would_be_nice(parse: Parse, word: int) -> bool:
    """It would be nice if you came. Not: it is nice if you warm it."""
    lexicon = parse.lexicon
    if word not in parse.copular or parse.lower[word] not in lexicon.pleonastic_adjectives:
        return False
    auxiliaries = (parse.lower[child] for child in parse.children[word] if parse.deps[child] == "aux")
    if lexicon.conditional_auxiliaries.isdisjoint(auxiliaries):
        return False
    return any(_opens(parse, clause, lexicon.conditional_openings, word) for clause in _after(parse, word))


def _is_said(parse: Parse, verb: int) -> bool:
    """It is said that he fled."""
    return _is_reported(parse, verb) and any(
        parse.deps[child] == "csubj:pass" and parse.lower[parse.left[child]] in parse.lexicon.content_openings
        for child in _after(parse, verb)
    )


def _is_parenthetical(parse: Parse, verb: int) -> bool:
    """He fled, it is said; he has fled, it seems."""
    lexicon, lemma, begins = parse.lexicon, parse.lemmas[verb], parse.left[verb]
    if parse.deps[verb] != "parataxis" or not begins or "," not in parse.lower[begins - 1 : begins + 1]:
        return False
    reports = (lemma in lexicon.speech_verbs or lemma in lexicon.attitude_verbs) and _is_reported(parse, verb)
    is_last = all(parse.deps[child] == "punct" for child in _after(parse, verb))
    return is_last and (reports or lemma in lexicon.pleonastic_verbs)


def _is_reported(parse: Parse, verb: int) -> bool:
    """Whether a verb is a passive of saying, thinking or knowing."""
    is_passive = any(parse.deps[child] == "aux:pass" for child in parse.children[verb])
    return is_passive and parse.lower[verb] in parse.lexicon.pleonastic_participles


def _looks_as_if(parse: Parse, verb: int) -> bool:
    """It looks as if we must leave. Not: it looks as if it will break."""
    if parse.lemmas[verb] not in parse.lexicon.seeming_verbs:
        return False
    for clause in _after(parse, verb):
        if parse.deps[clause] in _FINITE and _is_comparison(parse, clause):
            return not any(_is_pleonastic_form(parse, i) for i in range(parse.left[clause], parse.right[clause] + 1))
    return False


def _is_comparison(parse: Parse, clause: int) -> bool:
    """Whether a clause has a subject and a mark as in "as if", "like"."""
    children, openings = parse.children[clause], parse.lexicon.comparative_openings
    has_mark = any(parse.deps[child] == "mark" and parse.lower[child] in openings for child in children)
    return has_mark and any(parse.deps[child].startswith(_CLAUSE_SUBJECTS) for child in children)


def _is_pleonastic_form(parse: Parse, token: int) -> bool:
    """Whether a token is a form of a pronoun that may be pleonastic: "it", "its"."""
    return parse.lexicon.canonical.get(parse.lower[token]) in parse.lexicon.pleonastic_pronouns


def _is_judged_object(parse: Parse, it: int, verb: int) -> bool:
    """The rain made it hard to see the road. Not: that made it easy to read."""
    lexicon = parse.lexicon
    if parse.lemmas[verb] not in lexicon.judging_verbs:
        return False
    judged = [child for child in _after(parse, verb, it) if parse.lower[child] in lexicon.pleonastic_adjectives]
    heads = (verb, *judged) if judged else ()
    clauses = [child for word in heads for child in _after(parse, word, it) if parse.deps[child] in CLAUSES]
    return any(
        _opens(parse, clause, lexicon.content_openings, it)
        or (is_infinitive(parse, clause) and any(parse.deps[child] in _OBJECTS for child in parse.children[clause]))
        for clause in clauses
    )


def _is_extraposed_object(parse: Parse, it: int, verb: int) -> bool:
    """He hated it that she sang; I like it when she sings."""
    lexicon = parse.lexicon
    openings = lexicon.content_openings | lexicon.conditional_openings
    return parse.lemmas[verb] in lexicon.liking_verbs and any(
        parse.left[clause] == it + 1 and _opens(parse, clause, openings, it) for clause in _after(parse, verb, it)
    )


_OF_SUBJECTS = (
    *(_impresses, _is_cleft, _is_judged, _identifies),
    *(_is_time, _is_distance, _is_no_use, _is_weather, _gets_late),
    *(_is_too_late, _would_be_nice, _is_said, _is_parenthetical, _looks_as_if),
)
