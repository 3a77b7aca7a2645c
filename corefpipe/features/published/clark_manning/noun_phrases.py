"""Types of noun phrases (Clark & Manning 2015): negated phrases, partitives, demonyms, generic pronouns."""

from __future__ import annotations

from corefpipe.features.engine.column import Column
from corefpipe.features.engine.registry import attribute
from corefpipe.features.engine.table import MentionTable

_SOURCE = "Clark & Manning 2015, mention features"


@attribute(source=_SOURCE)
def negative_start(table: MentionTable) -> Column:
    """Whether it starts with a negation: yes, no."""
    return Column.flags(table.parse.lower[start] in table.lexicon.negations for start in table.spans.start.tolist())


@attribute(source=_SOURCE)
def partitive(table: MentionTable) -> Column:
    """Whether it is a part or an amount, as in "two of them", "a group of men": yes, no."""
    parse, lexicon = table.parse, table.lexicon
    return Column.flags(
        head + 2 < end
        and parse.lower[head + 1] in lexicon.genitives
        and (
            parse.pos[head] == "NUM"
            or parse.lower[head] in lexicon.determiners
            or parse.lemmas[head] in lexicon.partitive_nouns
            or (parse.lemmas[head] in lexicon.group_nouns and form == "indefinite")
        )
        for form, (_, end, head) in zip(table.values("form"), table.spans, strict=True)
    )


@attribute(source=_SOURCE)
def demonym_adjective(table: MentionTable) -> Column:
    """Whether it is a single word such as "Japanese" that modifies a noun: yes, no."""
    parse, demonyms = table.parse, table.lexicon.demonyms
    return Column.flags(
        end - start == 1
        and parse.lower[head] in demonyms
        and (parse.pos[head] == "ADJ" or parse.deps[head] in ("amod", "compound"))
        for start, end, head in table.spans
    )


@attribute(source=_SOURCE)
def generic_you(table: MentionTable) -> Column:
    """Whether it is a generic "you": yes, no.

    One in "you know", or, in a document without speakers, one outside quotations before a verb of general statements.
    """
    parse, lexicon, phrases = table.parse, table.lexicon, table.lexicon.phrase_verbs
    nobody = not any(parse.speakers)
    found = []
    for type, quote, (_, end, head) in zip(table.values("type"), table.values("quote"), table.spans, strict=True):
        following = parse.lower[end] if end < len(parse) else ""
        found.append(
            type in lexicon.generic
            and parse.deps[head].startswith("nsubj")
            and (following in phrases or (nobody and quote == "out" and following in lexicon.general_verbs))
        )
    return Column.flags(found)
