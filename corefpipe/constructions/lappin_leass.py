"""Pleonastic pronouns by the constructions of Lappin & Leass (1994, section 2.2): "it seems that", "it is hard to"."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from corefpipe.parsing.parse import Parse

_PREDICATES = 4  # more than a clause has


@dataclass(slots=True, frozen=True)
class _Below:
    """The children of a token.

    Attributes:
        last: the last child of each relation.
        predicates: the first adjectives and nouns that are predicates of a copula, in ClearNLP.
    """

    last: dict[str, int]
    predicates: tuple[int, ...]

    @classmethod
    def of(cls, parse: Parse, token: int) -> _Below:
        """Those of one token."""
        children = parse.children[token]
        predicates = (child for child in children if parse.deps[child] in ("acomp", "attr"))
        return cls({parse.deps[child]: child for child in children}, tuple(islice(predicates, _PREDICATES)))


class PleonasticPronouns:
    """Tells which pronouns of a document are pleonastic.

    Args:
        parse: the document.
    """

    def __init__(self, parse: Parse):
        self._parse = parse
        self._known: dict[int, _Below] = {}

    def has(self, it: int) -> bool:
        """Whether a pronoun has no referent, by its construction."""
        parse, lexicon = self._parse, self._parse.lexicon
        above = parse.heads[it]
        if parse.deps[it].startswith("expl"):
            # Parsers say so of "it forces you to act", too.
            controls = parse.pos[above] == "VERB" and parse.lemmas[above] not in lexicon.pleonastic_verbs
            below = {dep for dep, last in self._below(above).last.items() if last > above}
            return not (controls and "xcomp" in below and below.isdisjoint(("csubj", "ccomp")))
        if not parse.deps[it].startswith("nsubj"):
            return False
        if parse.pos[above] == "VERB" and parse.lemmas[above] in lexicon.weather_verbs:
            return True
        # In ClearNLP the "hard" of "it is hard to" depends on the verb.
        for word in (above, *self._below(above).predicates):
            below = {dep for token in (word, above) for dep, last in self._below(token).last.items() if last > word}
            if below & {"csubj", "ccomp"} and (
                parse.lemmas[word] in lexicon.pleonastic_verbs
                or (parse.deps[it] == "nsubj:pass" and parse.lower[word] in lexicon.pleonastic_participles)
            ):
                return True
            if below & {"csubj", "ccomp", "xcomp"} and parse.lower[word] in lexicon.pleonastic_adjectives:
                return True
            possessed = "nmod:poss" in self._below(word).last
            if below & {"csubj", "ccomp", "acl"} and parse.lower[word] in lexicon.pleonastic_nouns and not possessed:
                return True
        return False

    def _below(self, token: int) -> _Below:
        """The children of a token, on which many pronouns may depend."""
        if token not in self._known:
            self._known[token] = _Below.of(self._parse, token)
        return self._known[token]
