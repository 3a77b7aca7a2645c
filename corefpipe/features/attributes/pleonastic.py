"""Pronouns without referent: "it" in "it seems that", "it rains", "it is hard to"."""

from __future__ import annotations

from corefpipe.constructions.lappin_leass import PleonasticPronouns
from corefpipe.features.engine.column import Column
from corefpipe.features.engine.registry import attribute, joinable
from corefpipe.features.engine.table import MentionTable


@attribute(source="Clark & Manning 2015, mention features; Lappin & Leass 1994, section 2.2")
@joinable
def pleonastic(table: MentionTable) -> Column:
    """Whether it is an "it" without referent, as in "it seems that", "it rains", "it is hard to": yes, no."""
    found = PleonasticPronouns(table.parse)
    return Column.flags(
        type in table.lexicon.pleonastic_pronouns and found.has(head)
        for type, head in zip(table.values("type"), table.spans.head.tolist(), strict=True)
    )
