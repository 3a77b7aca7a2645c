"""Determiners: definiteness, and the number that an article shows."""

from __future__ import annotations

from corefpipe.parsing.parse import Parse
from corefpipe.parsing.relations import DETERMINERS, POSSESSORS

_DEFINITE = ("definite", "demonstrative")


def definiteness(parse: Parse, start: int, head: int) -> str:
    """The class of the determiner of a noun: definite, demonstrative, indefinite, quantified, possessed, or bare."""
    for child in parse.children_between(head, start, head):
        dep = parse.deps[child]
        if dep in POSSESSORS or (dep == "det" and parse.feats[child].get("Poss") == "Yes"):
            return "possessed"
        if dep in ("det", "det:predet"):
            return determiner_class(parse, child) or "quantified"
        if dep == "nummod":
            return "quantified"
    return "bare"


def determiner_class(parse: Parse, token: int) -> str:
    """Definite, demonstrative, indefinite or quantified: by the word list, or without a list by morphology."""
    if parse.lexicon.determiners:
        return parse.lexicon.definiteness(parse.lower[token])
    feats = parse.feats[token]
    if feats.get("PronType") == "Dem":
        return "demonstrative"
    return {"Def": "definite", "Ind": "indefinite"}.get(feats.get("Definite", ""), "")


def is_definite_determiner(parse: Parse, token: int) -> bool:
    """Whether a word is a definite article or a demonstrative: "the", "this"."""
    return determiner_class(parse, token) in _DEFINITE


def has_determiner(parse: Parse, noun: int) -> bool:
    """Whether a noun has an article, a demonstrative or a quantifier; a possessor does not count."""
    return any(parse.deps[child] == "det" for child in parse.children[noun])


def is_determined(parse: Parse, start: int, noun: int) -> bool:
    """Whether a noun has a determiner or a possessor from a token on: "a plumber", "her brother"."""
    return any(parse.deps[child] in DETERMINERS for child in parse.children_between(noun, start, noun))


def is_definite(parse: Parse, noun: int) -> bool:
    """Whether a noun has a possessor or a definite article: "his boss", "the cook"."""
    articles = parse.lexicon.definite_articles
    return any(
        parse.deps[child] == "nmod:poss" or (parse.deps[child] == "det" and parse.lower[child] in articles)
        for child in parse.children[noun]
    )


def is_asked_for(parse: Parse, noun: int) -> bool:
    """Whether a noun has an interrogative determiner: "which *colour*", "what *time*".

    In OntoGUM and LitBank train 3 % of such nouns are gold mentions.
    """
    return any(
        child < noun
        and parse.deps[child] == "det"
        and parse.lexicon.determiners.get(parse.lower[child]) == "interrogative"
        for child in parse.children[noun]
    )


def has_singular_article(parse: Parse, start: int, head: int) -> bool:
    """Whether a noun in the form of a plural has a singular article: "a new species", but not "a few years"."""
    if parse.lower[start] not in parse.lexicon.opening_singular or parse.heads[start] != head:
        return False
    return not any(
        parse.pos[i] == "NUM" or parse.lower[i] in parse.lexicon.plural_quantifiers for i in range(start + 1, head)
    )
