"""Constructions whose "it" refers to nothing: extraposed clauses, clefts, and statements of time and distance.

Sources: Lappin & Leass 1994, section 2.2; Huddleston & Pullum 2002, chapters 14 (clefts) and 17 (dummy pronouns).
"""

from __future__ import annotations

from corefpipe.parsing.clauses import case_of, is_infinitive
from corefpipe.parsing.parse import Parse

_CLAUSES = frozenset({"acl", "acl:relcl", "advcl", "ccomp", "csubj", "xcomp"})
_FINITE = _CLAUSES - {"xcomp"}
_FINITE_TAGS = frozenset({"VBZ", "VBD", "VB"})
_SUBJECT = ("nsubj", "csubj")
_THAT = frozenset({"that", "how", "why", "whether"})
_WHEN = frozenset({"when", "if"})
_SINCE = frozenset({"since", "until", "till", "before", "when"})
_RELATIVE = frozenset({"that", "who", "whom"})
_THANKS = frozenset({"thanks"})
_BESIDE_HOURS = frozenset({"nsubj", "cop", "aux", "advmod", "punct"})
"""Relations to a number that is an hour: "it was already nine"."""
_OF_HOURS = frozenset({"o'clock", "o’clock", "past", "to", "am", "pm", "a.m.", "p.m."})
_HIGH = frozenset({"about", "high"})
_LONG = frozenset({"long", "short"})
_WOULD = frozenset({"would", "'d", "’d", "might"})
_AS_IF = frozenset({"as", "like"})
_ITS = frozenset({"it", "its", "itself"})
_OBJECTS = frozenset({"obj", "ccomp", "xcomp"})
_USE = frozenset({"use", "good"})


def is_expletive(parse: Parse, it: int) -> bool:
    """Whether an "it" refers to nothing, or to nothing that the text names, by one of these constructions.

    Args:
        parse: the parse.
        it: the token.
    """
    head, dep = parse.heads[it], parse.deps[it]
    if dep in ("obj", "expl") and it > head:
        return _is_extraposed_object(parse, it, head) or _is_judged_object(parse, it, head)
    if not dep.startswith(("nsubj", "expl")):
        return False
    if it > head:
        return _asks_time(parse, head)
    return any(holds(parse, head) for holds in _OF_SUBJECTS)


def _after(parse: Parse, head: int, token: int) -> list[int]:
    """The children of a head after a token."""
    return [child for child in parse.children[head] if child > token]


def _opens(parse: Parse, clause: int, words: frozenset[str], after: int) -> bool:
    """Whether a finite clause after a token begins with one of these words, and has a subject after it."""
    start = parse.left[clause]
    return (
        parse.deps[clause] in _FINITE
        and start > after
        and parse.lower[start] in words
        and any(
            parse.deps[child].startswith(_SUBJECT) and parse.left[child] > start for child in parse.children[clause]
        )
    )


def _impresses(parse: Parse, verb: int) -> bool:
    """It surprised Ann that the key fitted; it hurts to see him."""
    if parse.lemmas[verb] not in parse.lexicon.impressing_verbs or parse.tags[verb] not in _FINITE_TAGS:
        return False
    after = _after(parse, verb, verb)
    if any(parse.deps[child] in ("csubj", "xcomp", "ccomp") and is_infinitive(parse, child) for child in after):
        return True
    # Parsers attach the clause to whom it surprised, too.
    heads = [verb, *(child for child in after if parse.deps[child] in ("obj", "iobj", "obl"))]
    return any(_opens(parse, clause, _THAT, verb) for head in heads for clause in _after(parse, head, head))


def _is_cleft(parse: Parse, focus: int) -> bool:
    """It was Ann who rang; it was on Monday that she rang. Not: it is a dog that bites."""
    if focus not in parse.copular:
        return False
    by_preposition = any(parse.deps[child] == "case" and child < focus for child in parse.children[focus])
    heads = [focus, *(child for child in _after(parse, focus, focus) if parse.pos[child] == "PROPN")]
    openings = {
        parse.lower[parse.left[clause]]
        for head in heads
        for clause in _after(parse, head, head)
        if parse.deps[clause] in _FINITE
    }
    if by_preposition or parse.lemmas[focus] in _THANKS:
        return "that" in openings
    pronoun = parse.lexicon.pronouns.get(parse.lower[focus])
    if parse.pos[focus] == "PROPN" or (pronoun is not None and pronoun.animacy == "animate"):
        return not openings.isdisjoint(_RELATIVE)
    return "who" in openings and _is_definite(parse, focus)


def _is_definite(parse: Parse, noun: int) -> bool:
    return any(
        parse.deps[child] == "nmod:poss" or (parse.deps[child] == "det" and parse.lower[child] == "the")
        for child in parse.children[noun]
    )


def _is_somebody(parse: Parse, who: int) -> bool:
    """It was her boss; it is me; it was Ann. Not: it is a friend of the family."""
    if who not in parse.copular or any(parse.deps[child] == "case" for child in parse.children[who]):
        return False
    pronoun = parse.lexicon.pronouns.get(parse.lower[who])
    if parse.pos[who] == "PRON" and pronoun is not None:
        return pronoun.animacy == "animate" and "personal" in pronoun.kinds
    if parse.pos[who] == "PROPN":
        return parse.entity_types[who] == "person"
    is_person = parse.pos[who] == "NOUN" and parse.lower[who] in parse.lexicon.person_nouns
    return is_person and _is_definite(parse, who)


def is_predicate(parse: Parse, word: int) -> bool:
    """Whether a word has a copula; parsers give it to "o'clock" of "five o'clock", and to "there" of "night there"."""
    if word in parse.copular:
        return True
    after = [child for child in _after(parse, word, word) if child in parse.copular]
    if parse.tags[word] == "CD":
        return any(parse.lower[child] in _OF_HOURS for child in after)
    return any(parse.deps[child] == "advmod" for child in after)


def _asks_time(parse: Parse, word: int) -> bool:
    """What time is it? What day was it?"""
    is_time = parse.lemmas[word] == "time" or parse.lemmas[word] in parse.lexicon.measure_nouns
    return is_time and word in parse.copular and any(parse.tags[child] == "WDT" for child in parse.children[word])


def _is_time(parse: Parse, word: int) -> bool:
    """It is Monday; it was his birthday; it was nine; it is ten years since; it is (high) time for us to leave."""
    lexicon, children = parse.lexicon, parse.children[word]
    cases = {parse.lower[child] for child in children if parse.deps[child] == "case" and child < word}
    # "half past nine"
    if not is_predicate(parse, word) or cases - (_OF_HOURS if parse.tags[word] == "CD" else set()):
        return False
    if any(parse.lower[word] in words for words in (lexicon.weekdays, lexicon.months, lexicon.moments)):
        return True
    clauses = [child for child in _after(parse, word, word) if parse.deps[child] in _CLAUSES]
    if parse.lemmas[word] == "time":
        is_high = any(parse.lower[child] in _HIGH for child in children)
        return any(is_infinitive(parse, clause) for clause in clauses) or (is_high and bool(clauses))
    if parse.tags[word] == "CD" and all(
        parse.deps[child] in _BESIDE_HOURS or parse.lower[child] in _OF_HOURS for child in children
    ):
        return True
    is_hour = parse.tags[word] == "CD" or parse.lemmas[word] in lexicon.measure_nouns
    return is_hour and any(parse.lower[parse.left[clause]] in _SINCE for clause in clauses)


def _is_distance(parse: Parse, word: int) -> bool:
    """It is ten miles to the lake; it is a long way from Rome to Paris; how far is it to Paris?"""
    far = [child for child in parse.children[word] if parse.lower[child] == "far"]
    if far and case_of(parse, word) in ("to", "from"):
        return not parse.copular.isdisjoint((word, *far))
    measure = parse.lemmas[word] in parse.lexicon.measure_nouns or (
        parse.lemmas[word] == "way" and any(parse.lower[child] in _LONG for child in parse.children[word])
    )
    after = _after(parse, word, word)
    return measure and word in parse.copular and any(case_of(parse, child) in ("to", "from") for child in after)


def _is_no_use(parse: Parse, word: int) -> bool:
    """It is no use crying."""
    return (
        word in parse.copular
        and parse.lower[word] in _USE
        and any(parse.lower[child] in ("no", "any") for child in parse.children[word])
        and any(parse.tags[child] == "VBG" for child in _after(parse, word, word))
    )


def _is_judged(parse: Parse, word: int) -> bool:
    """It is a pity that the cup broke; it was a mistake to sell it."""
    noun = parse.lemmas[word]
    if word not in parse.copular or noun not in parse.lexicon.pleonastic_nouns:
        return False
    return any(
        (noun in parse.lexicon.clause_nouns and _opens(parse, clause, _THAT, word))
        or (parse.deps[clause] in _CLAUSES and is_infinitive(parse, clause))
        for clause in _after(parse, word, word)
    )


def _is_weather(parse: Parse, word: int) -> bool:
    """It was cold outside; it was cold last night."""
    if word not in parse.copular or parse.lower[word] not in parse.lexicon.weather_adjectives:
        return False
    return any(
        (parse.deps[child] == "advmod" and parse.lower[child] in parse.lexicon.surroundings)
        or (parse.deps[child] == "obl:unmarked" and parse.lower[child] in parse.lexicon.moments)
        for child in _after(parse, word, word)
    )


def _gets_late(parse: Parse, verb: int) -> bool:
    """It got dark; it was getting late."""
    return parse.lemmas[verb] in parse.lexicon.becoming_verbs and any(
        parse.deps[child] == "xcomp" and parse.lower[child] in parse.lexicon.lateness
        for child in _after(parse, verb, verb)
    )


def _is_too_late(parse: Parse, word: int) -> bool:
    """It was too late to answer."""
    return (
        word in parse.copular
        and parse.lower[word] in parse.lexicon.timely_adjectives
        and any(parse.lower[child] == "too" for child in parse.children[word])
        and any(is_infinitive(parse, child) for child in _after(parse, word, word))
    )


def _would_be_nice(parse: Parse, word: int) -> bool:
    """It would be nice if you came. Not: it is nice if you warm it."""
    return (
        word in parse.copular
        and parse.lower[word] in parse.lexicon.pleonastic_adjectives
        and any(parse.deps[child] == "aux" and parse.lower[child] in _WOULD for child in parse.children[word])
        and any(_opens(parse, clause, _WHEN, word) for clause in _after(parse, word, word))
    )


def _is_said(parse: Parse, verb: int) -> bool:
    """It is said that he fled; he fled, it is said; he has fled, it seems."""
    lexicon = parse.lexicon
    is_said = parse.lower[verb] in lexicon.pleonastic_participles and any(
        parse.deps[child] == "aux:pass" for child in parse.children[verb]
    )
    after = _after(parse, verb, verb)
    if is_said and any(
        parse.deps[child] == "csubj:pass" and parse.lower[parse.left[child]] in _THAT for child in after
    ):
        return True
    reports = is_said and (parse.lemmas[verb] in lexicon.speech_verbs or parse.lemmas[verb] in lexicon.attitude_verbs)
    begins = parse.left[verb]
    return (
        parse.deps[verb] == "parataxis"
        and begins > 0
        and "," in (parse.lower[begins], parse.lower[begins - 1])
        and (reports or parse.lemmas[verb] in lexicon.pleonastic_verbs)
        and all(parse.deps[child] == "punct" for child in after)
    )


def _looks_as_if(parse: Parse, verb: int) -> bool:
    """It looks as if we must leave. Not: it looks as if it will break."""
    if parse.lemmas[verb] not in parse.lexicon.seeming_verbs:
        return False
    for clause in _after(parse, verb, verb):
        subjects = [child for child in parse.children[clause] if parse.deps[child].startswith(_SUBJECT)]
        marks = {parse.lower[child] for child in parse.children[clause] if parse.deps[child] == "mark"}
        if parse.deps[clause] in _FINITE and marks & _AS_IF and subjects:
            return not any(parse.lower[i] in _ITS for i in range(parse.left[clause], parse.right[clause] + 1))
    return False


def _is_judged_object(parse: Parse, it: int, verb: int) -> bool:
    """The rain made it hard to see the road. Not: that made it easy to read."""
    if parse.lemmas[verb] not in parse.lexicon.judging_verbs:
        return False
    judged = [child for child in _after(parse, verb, it) if parse.lower[child] in parse.lexicon.pleonastic_adjectives]
    clauses = [child for word in (verb, *judged) for child in _after(parse, word, it) if parse.deps[child] in _CLAUSES]
    return bool(judged) and any(
        _opens(parse, clause, _THAT, it)
        or (is_infinitive(parse, clause) and any(parse.deps[child] in _OBJECTS for child in parse.children[clause]))
        for clause in clauses
    )


def _is_extraposed_object(parse: Parse, it: int, verb: int) -> bool:
    """He hated it that she sang; I like it when she sings."""
    return parse.lemmas[verb] in parse.lexicon.liking_verbs and any(
        parse.left[clause] == it + 1 and _opens(parse, clause, _THAT | _WHEN, it) for clause in _after(parse, verb, it)
    )


_OF_SUBJECTS = (
    *(_impresses, _is_cleft, _is_judged, _is_somebody),
    *(_is_time, _is_distance, _is_no_use, _is_weather, _gets_late),
    *(_is_too_late, _would_be_nice, _is_said, _looks_as_if),
)
