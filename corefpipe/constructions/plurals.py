"""Constructions that show the number of their noun: "most of them", "Data are cheap"."""

from __future__ import annotations

from corefpipe.parsing.parse import Parse
from corefpipe.parsing.relations import PLURAL_TAGS


def is_of_several(parse: Parse, quantifier: int) -> bool:
    """Whether a quantifier has a plural noun or pronoun after "of": "most of them", but not "most of it"."""
    below = [child for child in parse.children[quantifier] if parse.deps[child] == "nmod"]
    objects = parse.lexicon.plural_objects
    return any(parse.tags[child] in PLURAL_TAGS or parse.lower[child] in objects for child in below)


def has_plural_verb(parse: Parse, subject: int) -> bool:
    """Whether a noun in the singular has a plural verb: "Data are cheap"."""
    verb = parse.heads[subject]
    verbs = [verb, *(child for child in parse.children[verb] if parse.deps[child].startswith(("aux", "cop")))]
    return parse.deps[subject].startswith("nsubj") and any(parse.tags[word] == "VBP" for word in verbs)
