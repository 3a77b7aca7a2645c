"""The antecedents of "the former" and "the latter": "Anna and Beth came. The former sang"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from corefpipe.features import MentionTable
from corefpipe.parsing.parse import Parse
from corefpipe.resolver.constraints.mentions import document_numbers, rows_by_head

_SENTENCES_BACK = 1
"""Sentences from the pair, or from the last "the former" or "the latter" for it, to the next one, at most."""
_CORE_ARGUMENTS = frozenset({"nsubj", "obj", "dobj"})
_NAME_PARTS = frozenset({"flat", "compound"})


class _Pair(NamedTuple):
    """The heads of a coordination of two, and its end."""

    first: int
    second: int
    end: int


def by_order(table: MentionTable) -> Iterator[tuple[int, int, int]]:
    """Rows of each "the former" and "the latter", of its antecedent, and of the other member; -1 for no row.

    The antecedent is one of two people or two names, the only such pair before it, if no other person or name of the
    type is between them; the next one is of the same pair. In novels all of 70 are; where others are between, "the
    latter" is often the last of these.
    """
    parse, documents, lexicon = table.parse, document_numbers(table), table.lexicon
    pairs = None
    last = (-1, -1)  # document and sentence of the last one
    pair: _Pair | None = None
    for row in _ordinal_rows(table):
        start, _, head = table.triples()[row]
        sentence, document = parse.sentences[head], documents[row]
        if last[0] != document or sentence - last[1] > _SENTENCES_BACK:
            pairs = list(_pairs(parse)) if pairs is None else pairs
            pair = _pair_before(parse, pairs, start)
        if pair is None:
            continue
        last = document, sentence
        first, second = _row(table, pair.first, pair.second), _row(table, pair.second, pair.end)
        yield (row, second, first) if parse.lower[head] in lexicon.last_of_two else (row, first, second)


def _ordinal_rows(table: MentionTable) -> list[int]:
    """Rows of "the former" and "the latter", not of "the latter half" or "his former"."""
    lower, lexicon = table.parse.lower, table.lexicon
    words = lexicon.first_of_two | lexicon.last_of_two
    if words.isdisjoint(lower):
        return []
    return [
        row
        for row, (start, end, head) in enumerate(table.triples())
        if lower[head] in words and (head, end) == (start + 1, start + 2) and lower[start] in lexicon.definite_articles
    ]


def _pair_before(parse: Parse, pairs: list[_Pair], token: int) -> _Pair | None:
    """The only pair of its sentence and the one before it, if nothing of its type is between it and a token."""
    begin, first_sentence = parse.document_at(token)[0], parse.sentences[token] - _SENTENCES_BACK
    near = [
        pair
        for pair in pairs
        if begin <= pair.first and pair.end <= token and parse.sentences[pair.second] >= first_sentence
    ]
    if len(near) != 1 or any(_is_rival(parse, i, near[0].first) for i in range(near[0].end, token)):
        return None
    return near[0]


def _row(table: MentionTable, head: int, end: int) -> int:
    """The row of the longest mention with a head that ends by a token, -1 for none."""
    triples = table.triples()
    rows = [row for row in rows_by_head(table).get(head, ()) if triples[row][1] <= end]
    return max(rows, key=lambda row: triples[row][1] - triples[row][0], default=-1)


def _pairs(parse: Parse) -> Iterator[_Pair]:
    """The coordinations of two people, or of two names of one type that are core arguments."""
    for head, children in enumerate(parse.children):
        joined = [child for child in children if parse.deps[child] == "conj"]
        if len(joined) == 1 and _are_alike(parse, head, joined[0]):
            yield _Pair(head, joined[0], parse.right[joined[0]] + 1)


def _are_alike(parse: Parse, head: int, other: int) -> bool:
    """Whether two members are singular people, or singular names of one type and of a core argument."""
    if not (_is_singular(parse, head) and _is_singular(parse, other)):
        return False
    if parse.entity_types[head] != parse.entity_types[other] or head in parse.copular:
        return False
    if any(parse.deps[child] == "conj" for child in parse.children[other]):
        return False
    if parse.entity_types[head] == "person":
        return True
    are_names = parse.pos[head] == parse.pos[other] == "PROPN" and _relation(parse, head) in _CORE_ARGUMENTS
    return are_names and "," not in parse.words[head:other]  # a list of three


def _is_singular(parse: Parse, token: int) -> bool:
    """Whether a token is a noun or name that is not plural."""
    return parse.pos[token] in ("NOUN", "PROPN") and parse.feats[token].get("Number") != "Plur"


def _is_rival(parse: Parse, token: int, first: int) -> bool:
    """Whether a token is a further referent of the type of a pair."""
    if parse.entity_types[token] != parse.entity_types[first] or token in parse.copular:
        return False
    return _is_singular(parse, token) and _relation(parse, token) not in _NAME_PARTS


def _relation(parse: Parse, token: int) -> str:
    """The relation of a token without its subtype."""
    return parse.deps[token].split(":")[0]
