"""Which of two that were named together "the former" and "the latter" denote: "Anna and Beth came. The former sang"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from corefpipe.features import MentionTable
from corefpipe.parsing.parse import Parse
from corefpipe.resolver.constraints.mentions import document_numbers, rows_by_head

_NEAR = 1  # sentences from the two, or from the last that denoted one of them, to "the former"
_CORE = frozenset({"nsubj", "obj", "dobj"})
_PART = frozenset({"flat", "compound"})


class _Pair(NamedTuple):
    """The heads of two that are named together, and the end of what names them."""

    first: int
    second: int
    end: int


def by_order(table: MentionTable) -> Iterator[tuple[int, int, int]]:
    """Rows of each "the former" and "the latter", of the one that it denotes, and of the other one; -1 for no row.

    They denote one of two people, or of two names, that are the last ones, and so do the next ones. In novels all of 70
    do; where others stand between, "the latter" is often the last of these.
    """
    parse, triples, documents, lexicon = table.parse, table.triples(), document_numbers(table), table.lexicon
    words = lexicon.first_of_two | lexicon.last_of_two
    if words.isdisjoint(parse.lower):
        return
    pairs = list(_pairs(parse))
    said = (-1, -1)  # document and sentence of the last one
    two = _Pair(-1, -1, -1)
    for row, (start, end, head) in enumerate(triples):
        word, sentence, document = parse.lower[head], parse.sentences[head], documents[row]
        # "the latter", not "the latter half", "his former"
        if word not in words or (head, end) != (start + 1, start + 2):
            continue
        if parse.lower[start] not in lexicon.definite_articles:
            continue
        if said[0] != document or sentence - said[1] > _NEAR:
            begin = parse.document_at(head)[0]
            near = [
                pair
                for pair in pairs
                if begin <= pair.first and pair.end <= start and sentence - parse.sentences[pair.second] <= _NEAR
            ]
            if len(near) != 1 or any(_is_another(parse, i, near[0].first) for i in range(near[0].end, start)):
                continue
            two = near[0]
        said = document, sentence
        one, other = _row(table, two.first, two.second), _row(table, two.second, two.end)
        yield (row, other, one) if word in lexicon.last_of_two else (row, one, other)


def _row(table: MentionTable, head: int, end: int) -> int:
    """The longest mention with a head that ends by a token, or -1."""
    triples = table.triples()
    rows = [row for row in rows_by_head(table).get(head, ()) if triples[row][1] <= end]
    return max(rows, key=lambda row: triples[row][1] - triples[row][0], default=-1)


def _pairs(parse: Parse) -> Iterator[_Pair]:
    """Two people, or two names of one type that a clause is about."""
    for head, children in enumerate(parse.children):
        joined = [child for child in children if parse.deps[child] == "conj"]
        if len(joined) == 1 and _are_alike(parse, head, joined[0]):
            yield _Pair(head, joined[0], parse.right[joined[0]] + 1)


def _are_alike(parse: Parse, head: int, other: int) -> bool:
    if not (_is_one(parse, head) and _is_one(parse, other)) or parse.entity_types[head] != parse.entity_types[other]:
        return False
    if head in parse.copular or any(parse.deps[child] == "conj" for child in parse.children[other]):
        return False
    if parse.entity_types[head] == "person":
        return True
    named = parse.pos[head] == parse.pos[other] == "PROPN" and parse.deps[head].split(":")[0] in _CORE
    return named and "," not in parse.words[head:other]  # a list of three


def _is_one(parse: Parse, token: int) -> bool:
    """Whether a token is a noun or a name of one."""
    return parse.pos[token] in ("NOUN", "PROPN") and parse.feats[token].get("Number") != "Plur"


def _is_another(parse: Parse, token: int, first: int) -> bool:
    """Whether a token names or describes one more of the type of a pair."""
    if parse.entity_types[token] != parse.entity_types[first] or token in parse.copular:
        return False
    return _is_one(parse, token) and parse.deps[token].split(":")[0] not in _PART
