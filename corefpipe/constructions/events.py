"""Clauses to which a demonstrative may refer: "He *lied*. That surprised me." (Webber 1991)."""

from __future__ import annotations

from collections.abc import Iterator

from corefpipe.constructions.noun_heads import ARGUMENT_RELATIONS
from corefpipe.parsing.parse import Parse

_MAIN = frozenset("root conj ccomp parataxis advcl xcomp".split())
"""Relations, without subtypes, of verbs that head a clause."""


def events(parse: Parse) -> Iterator[int]:
    """Main verbs before a demonstrative pronoun in their sentence or the next one."""
    last: dict[int, int] = {}  # sentence -> its last lone demonstrative
    for token, word in enumerate(parse.lower):
        if word in parse.lexicon.propositional and parse.deps[token].split(":")[0] in ARGUMENT_RELATIONS:
            last[parse.sentences[token]] = token
    final = {parse.sentences[end - 1] for end in parse.bounds[1:] if end}
    for token, pos in enumerate(parse.pos):
        if pos == "VERB" and parse.deps[token].split(":")[0] in _MAIN:
            sentence = parse.sentences[token]
            if last.get(sentence, -1) > token or (sentence + 1 in last and sentence not in final):
                yield token
