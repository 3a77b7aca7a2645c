"""Number, person, gender, animacy and entity type of a mention: what mentions agree in."""

from __future__ import annotations

import numpy as np

from corefpipe.constructions.morphology import trait_of_pronoun
from corefpipe.constructions.names import has_neutral_title
from corefpipe.features.attributes import grammar
from corefpipe.features.engine.column import Column
from corefpipe.features.engine.registry import attribute, joinable
from corefpipe.features.engine.table import MentionTable

OPPOSITE = {"male": "female", "female": "male"}
"""Gender of people -> the other one."""


@attribute(of_span=True)
@joinable
def number(table: MentionTable) -> list[str]:
    """Singular or plural: by pronoun, coordination, morphology, determiner."""
    parse = table.parse
    return [
        grammar.number_of(parse, kind, start, head)
        for kind, (start, _, head) in zip(table.values("kind"), table.spans, strict=True)
    ]


@attribute(of_span=True)
@joinable
def person(table: MentionTable) -> list[str]:
    """Grammatical person: 1, 2 or 3; 3 for mentions that are not pronouns."""
    return [
        (trait_of_pronoun(table.parse, head, "person") or "3") if kind == "pronoun" else "3"
        for kind, (_, _, head) in zip(table.values("kind"), table.spans, strict=True)
    ]


@attribute()
@joinable
def gender(table: MentionTable) -> list[str]:
    """Male, female or neuter: by pronoun, title, noun list, counts of pronouns (for names first), first name, type.

    Where counts and lists disagreed on LitBank, counts were right for 22 of 24 names, lists for most nouns
    (eval/lexicon).
    """
    counted = [gender if gender != "plural" else "" for gender in table.values("counted_gender")]
    found: list[str] = []
    open_: list[int] = []  # "the author"
    for kind, count, (start, end, head) in zip(table.values("kind"), counted, table.spans, strict=True):
        listed = grammar.gender_of(table.parse, kind, start, end, head)
        if kind == "nominal" and not listed and table.parse.lower[head] in table.lexicon.known_for:
            open_.append(len(found))
        if kind != "name":
            found.append(listed or count)
        elif table.parse.lower[start] not in table.lexicon.titles:
            found.append(count or listed)
        else:
            found.append(listed or ("" if has_neutral_title(table.parse, start, end) else count))
    for row in _contradicted(table, found, open_) if open_ else ():
        found[row] = ""
    return found


def _contradicted(table: MentionTable, genders: list[str], open_: list[int]) -> list[int]:
    """Those nouns, by row, for which the document names people of the other gender only: counts are biased."""
    documents = table.document_of(np.arange(len(table))).tolist()
    people = zip(documents, genders, table.values("kind"), strict=True)
    named = {(document, gender) for document, gender, kind in people if kind == "name"}
    return [
        row
        for row in open_
        if (documents[row], OPPOSITE.get(genders[row], "neither")) in named
        and (documents[row], genders[row]) not in named
    ]


@attribute()
@joinable
def animacy(table: MentionTable) -> list[str]:
    """Animate, inanimate or group: by pronoun, natural gender, entity type, noun list."""
    found = []
    natural = _natural_genders(table) if table.lexicon.reads_features() else table.values("gender")
    for kind, type, sex, entity, head in zip(
        table.values("kind"),
        table.values("type"),
        natural,
        table.values("entity_type"),
        table.values("lemma"),
        strict=True,
    ):
        if kind == "pronoun":
            found.append(table.lexicon.pronoun_animacy.get(type, ""))
        elif sex in ("male", "female") or entity in ("person", "animal") or head in table.lexicon.person_nouns:
            found.append("animate")
        else:
            found.append(
                "group"
                if entity == "organization" or head in table.lexicon.group_nouns
                else "inanimate"
                if entity
                else ""
            )
    return found


@attribute(of_span=True)
@joinable
def entity_type(table: MentionTable) -> Column:
    """The entity type of the head, from the pipeline."""
    return table.tokens("entity_types").at(table.spans.head)


def _natural_genders(table: MentionTable) -> list[str]:
    """The natural gender of each mention, without the grammatical gender of nouns."""
    return [
        grammar.listed_gender(table.parse, kind, start, end, head)
        for kind, (start, end, head) in zip(table.values("kind"), table.spans, strict=True)
    ]
