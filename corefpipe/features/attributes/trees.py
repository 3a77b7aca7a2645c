"""A mention in the dependency tree: the way from its head to the root, the nouns that depend on it."""

from __future__ import annotations

import numpy as np

from corefpipe.features.attributes.words import name_heads
from corefpipe.features.engine.column import Column
from corefpipe.features.engine.registry import attribute, joinable
from corefpipe.features.engine.table import MentionTable
from corefpipe.parsing.parse import Parse

_CLARK_MANNING = "Clark & Manning 2015, mention features"
_NOUNS = ("NOUN", "PROPN", "PRON")
_PATH = 3  # longest path towards the root, in relations
_ANCESTORS = 2  # of the head, in `ancestry`


@attribute(source=_CLARK_MANNING, of_span=True)
@joinable
def ends_with_head(table: MentionTable) -> Column:
    """Whether the mention ends with its head, or with the name that is its head: yes, no."""
    return Column.flags(table.spans.end == table.once(name_heads) + 1)


@attribute(source=_CLARK_MANNING, of_span=True)
@joinable
def embedded_nouns(table: MentionTable) -> Column:
    """Number of nouns, names and pronouns in the mention besides its head, in bins.

    Parts of names and compounds are not counted.
    """
    relations = table.tokens("deps").map(lambda dep: dep.split(":")[0])
    nouns = table.tokens("pos").is_(*_NOUNS) & ~relations.is_("flat", "compound")
    before = np.append(0, np.cumsum(nouns))
    spans = table.spans
    return Column.binned(before[spans.end] - before[spans.start] - nouns[spans.head], (0, 1, 2, 3))


@attribute(source=_CLARK_MANNING, of_span=True)
@joinable
def relation_path(table: MentionTable) -> Column:
    """The dependency relations from the head upwards, at most three, such as "nmod obj root"."""
    return table.per_head(_relation_path)


@attribute(source="cort, default features (Martschat & Strube 2015)")
@joinable
def ancestry(table: MentionTable) -> list[str]:
    """The relation of the head, and direction and part of speech of its governor; the same for that governor."""
    parse, found = table.parse, []
    for token in table.spans.head.tolist():
        steps = []
        for _ in range(_ANCESTORS):
            above = parse.heads[token]
            if above == token:
                steps.append("root")
                break
            steps.append(f"{parse.deps[token]} {'<' if above < token else '>'} {parse.pos[above]}")
            token = above
        found.append(" ".join(steps))
    return found


def _relation_path(parse: Parse, token: int) -> str:
    steps = []
    for _ in range(_PATH):
        steps.append(parse.deps[token])
        if parse.heads[token] == token:
            break
        token = parse.heads[token]
    return " ".join(steps)
