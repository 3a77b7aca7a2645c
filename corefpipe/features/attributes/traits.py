"""Number, person, gender, animacy and entity type of a mention."""

from __future__ import annotations

from corefpipe.features.attributes import grammar
from corefpipe.features.engine.column import Column
from corefpipe.features.engine.registry import attribute
from corefpipe.features.engine.table import MentionTable


@attribute(of_span=True)
def number(table: MentionTable) -> list[str]:
    """Singular or plural, from the pronoun, coordination, morphology, determiner."""
    parse = table.parse
    return [
        grammar.number_of(parse, kind, start, head)
        for kind, (start, _, head) in zip(table.values("kind"), table.spans, strict=True)
    ]


@attribute(of_span=True)
def person(table: MentionTable) -> list[str]:
    """1, 2 or 3; 3 for all that is no pronoun."""
    return [
        (grammar.of_pronoun(table.parse, head, "person") or "3") if kind == "pronoun" else "3"
        for kind, (_, _, head) in zip(table.values("kind"), table.spans, strict=True)
    ]


@attribute()
def gender(table: MentionTable) -> list[str]:
    """Male, female or neuter: pronoun, title, noun list, counts of pronouns (of names these first), first name, type.

    Counts were right of 22 LitBank names of 24 of which the lists said something else, lists of most such nouns
    (eval/lexicon).
    """
    counted = [gender if gender != "plural" else "" for gender in table.values("counted_gender")]
    found = []
    for kind, type, count, (start, end, head) in zip(
        table.values("kind"), table.values("type"), counted, table.spans, strict=True
    ):
        listed = grammar.gender_of(table.parse, kind, type, start, end, head)
        titled = kind == "name" and table.parse.lower[start] in table.lexicon.titles
        found.append(count or listed if kind == "name" and not titled else listed or count)
    return found


@attribute()
def animacy(table: MentionTable) -> list[str]:
    """Animate or inanimate: pronoun, gender (where it is natural), entity type, noun list."""
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
def entity_type(table: MentionTable) -> Column:
    """The entity type at the head, as the pipeline has it."""
    return table.tokens("entity_types").at(table.spans.head)


def _natural_genders(table: MentionTable) -> list[str]:
    """The gender of each mention that is no noun's mere grammatical one."""
    return [
        grammar.listed_gender(table.parse, kind, type, start, end, head)
        for kind, type, (start, end, head) in zip(table.values("kind"), table.values("type"), table.spans, strict=True)
    ]
