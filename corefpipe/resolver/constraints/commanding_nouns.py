"""Two noun phrases of one sentence of which one commands the other (Chomsky 1981, principle C; Reinhart 1983)."""

from __future__ import annotations

from bisect import bisect_left

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.features import MentionTable
from corefpipe.features.engine.registry import joinable
from corefpipe.parsing.relations import SUBJECTS
from corefpipe.resolver.constraints.binding import commands
from corefpipe.resolver.constraints.registry import constraint

_FAR = 40  # tokens from a subject to the nouns that it commands


@constraint
@joinable
def commanding_nouns(table: MentionTable) -> Constraints | None:
    """A noun phrase does not corefer with nouns that it c-commands: "The captain said the mate had lost the map".

    Not so of names: "Siemens said the company would grow".
    """
    parse, triples = table.parse, table.triples()
    definite = sorted(
        (triples[row][2], row)
        for row, (kind, form) in enumerate(zip(table.values("kind"), table.values("form"), strict=True))
        if kind == "nominal" and form == "definite"
    )
    found = []
    for head, row in definite:
        predicate = parse.heads[head]
        if parse.deps[head] not in SUBJECTS or predicate in parse.copular:
            continue
        for below, other in map(definite.__getitem__, range(bisect_left(definite, (head + 1,)), len(definite))):
            if below > head + _FAR or parse.sentences[below] != parse.sentences[head]:
                break
            if parse.lemmas[below] != parse.lemmas[head] and commands(parse, predicate, below):
                found.append((min(row, other), max(row, other)))
    return Constraints(apart=np.array(found)) if found else None
