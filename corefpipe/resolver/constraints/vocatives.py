"""Who is called by name is nobody of whom the clause tells: "Carla, this is my brother"."""

from __future__ import annotations

from itertools import product

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.features import MentionTable
from corefpipe.features.engine.registry import joinable
from corefpipe.parsing.parse import Parse
from corefpipe.parsing.relations import SUBJECTS
from corefpipe.resolver.constraints.mentions import pronouns
from corefpipe.resolver.constraints.registry import constraint

_AFTER = frozenset({",", ".", "!", "?"})
_OPENS = frozenset(", \" “ ‘ ' ``".split())
_MOST = 20  # pronouns of a sentence, and people called in it


@constraint
@joinable
def vocatives(table: MentionTable) -> Constraints | None:
    """A name by which somebody is addressed is not "I", "he" or "this" there: "Carla, this is my brother".

    Nor is a noun alone between commas or after a quotation mark, or before a comma there: "Nurse, I need water".
    """
    parse, triples = table.parse, table.triples()
    called: dict[int, list[int]] = {}
    for row, kind in enumerate(table.values("kind")):
        head = triples[row][2]
        if (kind == "name" and parse.deps[head] == "vocative" and _is_set_off(table, row)) or _is_called(table, row):
            called.setdefault(parse.sentences[head], []).append(row)
    if not called:
        return None
    others: dict[int, list[int]] = {}
    for row, pronoun in enumerate(pronouns(table)):
        head = triples[row][2]
        if pronoun is not None and pronoun.person in ("1", "3") and pronoun.number != "plural":
            others.setdefault(parse.sentences[head], []).append(row)
    number = table.quotes.number
    found = [
        (min(pair), max(pair))
        for sentence in called.keys() & others.keys()
        for pair in product(called[sentence][:_MOST], others[sentence][:_MOST])
        if number[triples[pair[0]][2]] == number[triples[pair[1]][2]]
    ]
    return Constraints(apart=np.array(found)) if found else None


def _is_called(table: MentionTable, row: int) -> bool:
    """Whether a noun for a person, alone before a comma, calls somebody: "Tell me, Doctor, …", ""Nurse, I …"."""
    parse, (start, end, head) = table.parse, table.triples()[row]
    noun = parse.lower[head] if parse.pos[head] in ("NOUN", "PROPN") and end - start == 1 else ""
    if noun not in parse.lexicon.person_nouns or parse.lemmas[head] != noun:
        return False
    if table.at_bounds[end] or parse.words[end] != ",":
        return False
    begins = start == parse.document_at(start)[0] or parse.words[start - 1] in _OPENS
    return begins and (parse.deps[head] == "vocative" or _precedes_person(parse, end + 1))


def _precedes_person(parse: Parse, token: int) -> bool:
    """Whether "I" or "you" begins a clause at a place."""
    pronoun = parse.lexicon.pronouns.get(parse.lower[token]) if token < len(parse) else None
    return pronoun is not None and pronoun.person in ("1", "2") and parse.deps[token] in SUBJECTS


def _is_set_off(table: MentionTable, row: int) -> bool:
    """Whether a name beside a clause with a subject stands after a comma or first, and before one or at the end.

    Parsers call subjects and appositions vocatives, too.
    """
    parse, (start, end, head) = table.parse, table.triples()[row]
    words, sentences = parse.words, parse.sentences
    begins = start == 0 or sentences[start - 1] != sentences[start] or words[start - 1] == ","
    ends = table.at_bounds[end] or words[end] in _AFTER
    return begins and ends and any(parse.deps[child] in SUBJECTS for child in parse.children[parse.heads[head]])
