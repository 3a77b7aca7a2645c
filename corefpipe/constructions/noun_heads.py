"""Heads of noun phrases: which words may be the head of a mention."""

from __future__ import annotations

from corefpipe.constructions.determiners import has_determiner, is_asked_for
from corefpipe.constructions.pronouns import is_referential
from corefpipe.parsing.parse import Parse

_NOT_HEADS = frozenset("discourse expl reparandum fixed flat goeswith punct cc mark case aux cop".split())
ARGUMENT_RELATIONS = frozenset("nsubj obj obl nmod root conj".split())
"""Relations, without subtypes, of words that stand alone as a noun phrase."""


def may_head(parse: Parse, token: int, dep: str) -> bool:
    """Whether a token is the head of a noun phrase.

    Args:
        parse: the parse.
        token: the token.
        dep: its relation, without subtype.
    """
    if dep in _NOT_HEADS:
        return False
    pos = parse.pos[token]
    if parse.deps[token] == "nmod:desc" or is_counted(parse, token) or is_asked_for(parse, token):
        return False
    if pos == "PRON":
        return is_referential(parse, token)
    if pos == "PROPN":
        return True
    if pos == "NOUN":
        return dep not in ("compound", "advmod")
    if pos == "NUM":  # years and numbers are not mentions, "the two" and "one" are
        return dep in ("nsubj", "obj", "xcomp")
    if pos == "DET":
        return dep not in ("det", "advmod", "amod") or parse.feats[token].get("Poss") == "Yes"
    if pos == "ADV":
        return parse.lower[token] in parse.lexicon.place_adverbs
    if pos == "ADJ" and dep in ARGUMENT_RELATIONS and parse.lower[token] in parse.lexicon.demonyms:
        return has_determiner(parse, token)  # "The American laughed."
    return bool(parse.entity_types[token]) and not parse.tags[token].startswith("VB")


def is_counted(parse: Parse, token: int) -> bool:
    """Whether a bare plural noun is counted by the noun before it: "hundreds of *farmers*", not "half of the farmers".

    In OntoGUM train 2 of 140 such nouns are gold mentions.
    """
    quantity, lexicon = parse.heads[token], parse.lexicon
    if quantity >= token or parse.pos[token] != "NOUN" or parse.deps[token] != "nmod" or parse.pos[quantity] == "PROPN":
        return False
    if (
        parse.lower[quantity] not in lexicon.plural_quantifiers
        and parse.lemmas[quantity] not in lexicon.partitive_nouns
    ):
        return False
    before = [child for child in parse.children[token] if child < token]
    bare = len(before) == 1 and parse.lower[before[0]] in lexicon.genitives
    return bare and parse.feats[token].get("Number") == "Plur"
