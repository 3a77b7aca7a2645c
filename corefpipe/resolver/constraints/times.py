"""Clashes of days, durations and amounts with what is somebody, somewhere, or another time."""

from __future__ import annotations

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.features import MentionTable
from corefpipe.features.attributes.grammar import determiner_class
from corefpipe.features.engine.registry import joinable
from corefpipe.parsing.clauses import case_of
from corefpipe.parsing.parse import Parse
from corefpipe.resolver.constraints.mentions import SINGULAR, SOMEWHERE, SPEAKING, clashes, document_numbers, pronouns
from corefpipe.resolver.constraints.registry import constraint

_WHEN = frozenset({"obl:unmarked", "obl:tmod", "nmod:unmarked", "nmod:tmod"})
"""Relations of what says when without a preposition: "They called *this morning*"."""


@constraint
@joinable
def times(table: MentionTable) -> Constraints | None:
    """A day or a year is nobody, no place, and nothing that has something: "On Monday its boss …".

    Neither tomorrow, a duration nor what says when is "it": "It broke this morning. She mended it". Amounts of money
    are no "they". This year is neither the last nor the next, nor one before.
    """
    parse, lexicon, senses = table.parse, table.lexicon, table.values("supersense")
    dates = lexicon.months.keys() | lexicon.weekdays.keys()
    documents = document_numbers(table)
    spoken = [token for token, label in enumerate(parse.speakers) if label]
    in_documents = parse.documents_of(np.array(spoken, dtype=np.int64)).tolist() if spoken else []
    speakers = {(at, parse.speakers[token].lower()) for at, token in zip(in_documents, spoken, strict=True)}
    found = np.full((len(table), 4), -1)
    for row, (pronoun, kind, (start, end, head)) in enumerate(
        zip(pronouns(table), table.values("kind"), table.triples(), strict=True)
    ):
        if kind == "nominal" and senses[row] == "time":
            beside = frozenset(parse.lower[start : end + (not table.at_bounds[end])])  # "a year | before"
            found[row, 3] = next((when for when, words in enumerate(lexicon.relative_times) if words & beside), -1)
        word, type = parse.lower[head], parse.entity_types[head]
        if end - start == 1 and word in lexicon.place_adverbs:
            found[row, 0] = 1
        elif pronoun is not None:
            is_it = pronoun.canonical == "it"
            owns = is_it and "possessive" in pronoun.kinds
            found[row, 0] = 1 if owns or pronoun.canonical in SPEAKING | SINGULAR else -1
            found[row, 1] = 1 if is_it else -1
            found[row, 2] = 1 if pronoun.canonical == "they" else -1
        elif _is_amount(parse, head):
            found[row, 2] = 0
        elif (documents[row], word) in speakers:
            continue  # "Jan", "May"
        elif word in lexicon.deictic_days or (kind == "nominal" and _is_duration(table, start, end, head)):
            found[row, :3] = 0  # "a day", "Years later"
        elif senses[row] == "time" and start == head == end - 1 and parse.tags[head] == "NN" and case_of(parse, head):
            found[row, :3] = 0  # "at night"
        elif word in dates and start == head == end - 1 and parse.deps[head] == "obl" and case_of(parse, head):
            found[row, :3] = 0  # "in May"
        elif kind == "nominal" and senses[row] == "time" and parse.deps[head] in _WHEN:
            found[row, :2] = 0  # "this morning", "last week"
        elif type == "time" and (senses[row] == "time" or word in dates or word.isdecimal()):
            found[row, 0] = 0
        elif kind == "name" and type in SOMEWHERE and word not in dates:
            found[row, 0] = 1
    return clashes(found)


def _is_amount(parse: Parse, head: int) -> bool:
    """Whether a noun phrase is an amount of money: "20,000 euros", "$ 5"."""
    if parse.tags[head] == "$":
        return True
    return parse.lemmas[head] in parse.lexicon.currencies and any(
        parse.pos[child] == "NUM" for child in parse.children[head]
    )


def _is_duration(table: MentionTable, start: int, end: int, head: int) -> bool:
    """Whether a noun phrase says no more than how long: "a day", "two weeks", "years later"."""
    parse, lexicon = table.parse, table.lexicon
    if head != end - 1 or parse.lemmas[head] not in lexicon.measure_nouns:
        return False
    if head == start:
        return parse.tags[head] == "NNS" and parse.deps[head].startswith("obl") and not case_of(parse, head)
    return all(
        parse.pos[i] == "NUM" or (i == start and determiner_class(parse, i) == "indefinite") for i in range(start, head)
    )
