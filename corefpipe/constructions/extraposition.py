"""Extraposition: a clause is the subject or the object, and a pleonastic "it" stands in its place.

Sources: Lappin & Leass 1994, section 2.2; Huddleston & Pullum 2002, chapter 16. Each predicate is about the word that
"it" depends on; its docstring is an example.
"""

from __future__ import annotations

from corefpipe.constructions.clauses_after import CLAUSE_SUBJECTS, FINITE, children_after, has_child, opens
from corefpipe.parsing.clauses import is_infinitive
from corefpipe.parsing.parse import Parse
from corefpipe.parsing.relations import CLAUSES, COMPLEMENT_CLAUSES

_FINITE_TAGS = frozenset({"VBZ", "VBD", "VB"})
_OBJECTS = frozenset({"obj", "ccomp", "xcomp"})


def impresses(parse: Parse, verb: int) -> bool:
    """It surprised Ann that the key fitted; it hurts to see him."""
    if parse.lemmas[verb] not in parse.lexicon.impressing_verbs or parse.tags[verb] not in _FINITE_TAGS:
        return False
    after = children_after(parse, verb)
    if any(parse.deps[child] in COMPLEMENT_CLAUSES and is_infinitive(parse, child) for child in after):
        return True
    # Parsers attach the clause to whom it surprised, too.
    heads = [verb, *(child for child in after if parse.deps[child] in ("obj", "iobj", "obl"))]
    openings = parse.lexicon.content_openings
    return any(opens(parse, clause, openings, verb) for head in heads for clause in children_after(parse, head))


def is_judged(parse: Parse, word: int) -> bool:
    """It is a pity that the cup broke; it was a mistake to sell it."""
    lexicon, noun = parse.lexicon, parse.lemmas[word]
    if word not in parse.copular or noun not in lexicon.pleonastic_nouns:
        return False
    openings = lexicon.content_openings if noun in lexicon.clause_nouns else frozenset()
    return any(
        opens(parse, clause, openings, word) or (parse.deps[clause] in CLAUSES and is_infinitive(parse, clause))
        for clause in children_after(parse, word)
    )


def is_no_use(parse: Parse, word: int) -> bool:
    """It is no use crying."""
    lexicon = parse.lexicon
    is_use = word in parse.copular and parse.lower[word] in lexicon.useless_nouns
    has_gerund = any(parse.tags[child] == "VBG" for child in children_after(parse, word))
    return is_use and has_gerund and has_child(parse, word, lexicon.none_determiners)


def is_too_late(parse: Parse, word: int) -> bool:
    """It was too late to answer."""
    lexicon = parse.lexicon
    is_late = word in parse.copular and parse.lower[word] in lexicon.timely_adjectives
    has_infinitive = any(is_infinitive(parse, child) for child in children_after(parse, word))
    return is_late and has_infinitive and has_child(parse, word, lexicon.excess_adverbs)


def would_be_nice(parse: Parse, word: int) -> bool:
    """It would be nice if you came. Not: it is nice if you warm it."""
    lexicon = parse.lexicon
    if word not in parse.copular or parse.lower[word] not in lexicon.pleonastic_adjectives:
        return False
    auxiliaries = (parse.lower[child] for child in parse.children[word] if parse.deps[child] == "aux")
    if lexicon.conditional_auxiliaries.isdisjoint(auxiliaries):
        return False
    return any(opens(parse, clause, lexicon.conditional_openings, word) for clause in children_after(parse, word))


def is_said(parse: Parse, verb: int) -> bool:
    """It is said that he fled."""
    return _is_reported(parse, verb) and any(
        parse.deps[child] == "csubj:pass" and parse.lower[parse.left[child]] in parse.lexicon.content_openings
        for child in children_after(parse, verb)
    )


def is_parenthetical(parse: Parse, verb: int) -> bool:
    """He fled, it is said; he has fled, it seems."""
    lexicon, lemma, begins = parse.lexicon, parse.lemmas[verb], parse.left[verb]
    if parse.deps[verb] != "parataxis" or not begins or "," not in parse.lower[begins - 1 : begins + 1]:
        return False
    reports = (lemma in lexicon.speech_verbs or lemma in lexicon.attitude_verbs) and _is_reported(parse, verb)
    is_last = all(parse.deps[child] == "punct" for child in children_after(parse, verb))
    return is_last and (reports or lemma in lexicon.pleonastic_verbs)


def _is_reported(parse: Parse, verb: int) -> bool:
    """Whether a verb is a passive of saying, thinking or knowing."""
    is_passive = any(parse.deps[child] == "aux:pass" for child in parse.children[verb])
    return is_passive and parse.lower[verb] in parse.lexicon.pleonastic_participles


def looks_as_if(parse: Parse, verb: int) -> bool:
    """It looks as if we must leave. Not: it looks as if it will break."""
    if parse.lemmas[verb] not in parse.lexicon.seeming_verbs:
        return False
    for clause in children_after(parse, verb):
        if parse.deps[clause] in FINITE and _is_comparison(parse, clause):
            return not any(_is_pleonastic_form(parse, i) for i in range(parse.left[clause], parse.right[clause] + 1))
    return False


def _is_comparison(parse: Parse, clause: int) -> bool:
    """Whether a clause has a subject and a mark as in "as if", "like"."""
    children, openings = parse.children[clause], parse.lexicon.comparative_openings
    has_mark = any(parse.deps[child] == "mark" and parse.lower[child] in openings for child in children)
    return has_mark and any(parse.deps[child].startswith(CLAUSE_SUBJECTS) for child in children)


def _is_pleonastic_form(parse: Parse, token: int) -> bool:
    """Whether a token is a form of a pronoun that may be pleonastic: "it", "its"."""
    return parse.lexicon.canonical.get(parse.lower[token]) in parse.lexicon.pleonastic_pronouns


def is_judged_object(parse: Parse, it: int, verb: int) -> bool:
    """The rain made it hard to see the road. Not: that made it easy to read."""
    lexicon = parse.lexicon
    if parse.lemmas[verb] not in lexicon.judging_verbs:
        return False
    judged = [child for child in children_after(parse, verb, it) if parse.lower[child] in lexicon.pleonastic_adjectives]
    heads = (verb, *judged) if judged else ()
    clauses = [child for word in heads for child in children_after(parse, word, it) if parse.deps[child] in CLAUSES]
    return any(
        opens(parse, clause, lexicon.content_openings, it)
        or (is_infinitive(parse, clause) and any(parse.deps[child] in _OBJECTS for child in parse.children[clause]))
        for clause in clauses
    )


def is_extraposed_object(parse: Parse, it: int, verb: int) -> bool:
    """He hated it that she sang; I like it when she sings."""
    lexicon = parse.lexicon
    openings = lexicon.content_openings | lexicon.conditional_openings
    return parse.lemmas[verb] in lexicon.liking_verbs and any(
        parse.left[clause] == it + 1 and opens(parse, clause, openings, it)
        for clause in children_after(parse, verb, it)
    )
