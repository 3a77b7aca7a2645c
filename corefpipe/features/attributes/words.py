"""The words of a mention: head, first and last word, content words."""

from __future__ import annotations

import numpy as np

from corefpipe.constructions.names import name_head
from corefpipe.constructions.phrases import content_tokens, core_words
from corefpipe.features.engine.column import Column
from corefpipe.features.engine.registry import attribute, joinable
from corefpipe.features.engine.table import MentionTable


@attribute(of_span=True)
@joinable
def head(table: MentionTable) -> Column:
    """The head word in lower case; for a name its last part."""
    return table.tokens("lower").at(table.once(name_heads))


@attribute(of_span=True)
@joinable
def lemma(table: MentionTable) -> Column:
    """The lemma of the head; for a name of its last part."""
    return table.tokens("lemmas").at(table.once(name_heads))


@attribute(of_span=True)
@joinable
def first(table: MentionTable) -> Column:
    """The first word, in lower case."""
    return table.tokens("lower").at(table.spans.start)


@attribute(source="Clark & Manning 2015, mention features", of_span=True)
@joinable
def first_tag(table: MentionTable) -> Column:
    """The part of speech of the first word."""
    return table.tokens("pos").at(table.spans.start)


@attribute(of_span=True)
@joinable
def last(table: MentionTable) -> Column:
    """The last word, in lower case."""
    return table.tokens("lower").at(table.spans.end - 1)


@attribute(of_span=True)
@joinable
def core(table: MentionTable) -> list[str]:
    """The words in lower case without leading articles and demonstratives and a final 's; "" for a pronoun."""
    return [
        "" if kind == "pronoun" else core_words(table.parse, start, end)
        for kind, (start, end, _) in zip(table.values("kind"), table.spans, strict=True)
    ]


@attribute()
@joinable
def words(table: MentionTable) -> list[str]:
    """The lemmas of the content words of the base phrase, sorted, separated by spaces; "" for a pronoun."""
    parse, found = table.parse, []
    for kind, (start, end, head) in zip(table.values("kind"), table.spans, strict=True):
        lemmas = {parse.lemmas[i] for i in content_tokens(parse, start, end, head)}
        found.append("" if kind == "pronoun" else " ".join(sorted(lemmas)))
    return found


def name_heads(table: MentionTable) -> np.ndarray:
    """(n_mentions,) the head token of each mention, for a name its last part."""
    heads, ends = table.spans.head.copy(), table.spans.end
    parts = np.flatnonzero(table.tokens("deps").is_("flat") & table.tokens("pos").is_("PROPN"))
    named = np.zeros(len(table.parse), dtype=bool)
    named[table.heads[parts]] = True
    for row in np.flatnonzero(named[heads]).tolist():
        heads[row] = name_head(table.parse, int(heads[row]), int(ends[row]))
    return heads


@attribute(of_span=True)
@joinable
def supersense(table: MentionTable) -> Column:
    """The lexicographer file of the first sense of a noun in WordNet, such as "person" or "artifact"; "" for others."""
    lemmas = table.tokens("lemmas").at(table.spans.head)
    known = dict(zip(lemmas.names, table.wordnet.supersense(table.wordnet.ids(lemmas.names)).tolist(), strict=True))
    named = table["kind"].is_("nominal", "coordination")
    return lemmas.map(lambda word: known[word]).where(named, Column.of([""] * len(table)))
