"""Parallel subjects and objects of two sentences: "Anna and Ben have two cats. They feed them"."""

from __future__ import annotations

from collections.abc import Iterator

from corefpipe.constructions.senses import supersense
from corefpipe.features import MentionTable
from corefpipe.parsing.relations import OBJECTS, PLURAL_TAGS, SUBJECTS
from corefpipe.resolver.constraints.mentions import pronouns, rows_by_head

_PEOPLE = frozenset({"", "group", "person"})
"""Supersenses of nouns that may denote people."""


def of_people_and_things(table: MentionTable) -> Iterator[tuple[int, int]]:
    """Pairs of rows that do not corefer, where "they" is the subject and "them" the object of one verb.

    If the sentence before has people as its subject and things as its object, "they" does not refer to the things, nor
    "them" to the people.
    """
    parse, plural = table.parse, table.lexicon.third_plural_pronouns
    they = {row for row, pronoun in enumerate(pronouns(table)) if pronoun is not None and pronoun.canonical in plural}
    roots = {parse.sentences[i]: i for i, dep in enumerate(parse.deps) if dep == "root"} if they else {}
    for row in sorted(they):
        token = int(table.spans.head[row])
        root = roots.get(parse.sentences[token] - 1, -1)
        if parse.deps[token] != "nsubj" or root < parse.document_at(token)[0]:
            continue
        objects = [other for other in _arguments(table, parse.heads[token], OBJECTS) if other in they]
        people = [i for i in _arguments(table, root, SUBJECTS) if _are_people(table, i)] if objects else []
        things = [i for i in _arguments(table, root, OBJECTS) if _are_things(table, i)] if people else []
        yield from ((thing, row) for thing in things)
        yield from ((one, other) for one in people if things for other in objects)


def _arguments(table: MentionTable, verb: int, relations: frozenset[str]) -> list[int]:
    """The rows of the arguments of a verb that have one of these relations."""
    parse, rows = table.parse, rows_by_head(table)
    return [row for child in parse.children[verb] if parse.deps[child] in relations for row in rows.get(child, ())]


def _are_people(table: MentionTable, row: int) -> bool:
    """Whether a mention denotes several people: "Anna and Ben", "the farmers"."""
    parse, head = table.parse, int(table.spans.head[row])
    several = table.values("kind")[row] == "coordination" or parse.tags[head] in PLURAL_TAGS
    return several and (parse.entity_types[head] == "person" or parse.lemmas[head] in table.lexicon.person_nouns)


def _are_things(table: MentionTable, row: int) -> bool:
    """Whether a mention denotes several animals or things: "two cats"."""
    parse, head = table.parse, int(table.spans.head[row])
    if parse.tags[head] not in PLURAL_TAGS or parse.entity_types[head] in ("person", "organization"):
        return False
    return supersense(parse, parse.lemmas[head]) not in _PEOPLE
