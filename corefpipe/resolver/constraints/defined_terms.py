"""What contracts and reports call a name from then on: Acme Corp. (the "Seller")."""

from __future__ import annotations

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.features import MentionTable
from corefpipe.features.attributes.phrases import before_brackets
from corefpipe.features.engine.registry import joinable
from corefpipe.resolver.constraints.mentions import document_numbers
from corefpipe.resolver.constraints.registry import constraint

_QUOTES = frozenset("\" “ ” ‘ ’ ' `` ''".split())
_LONGEST = 6  # words of a term

Term = tuple[str, ...]


@constraint
@joinable
def defined_terms(table: MentionTable) -> Constraints | None:
    """A term in quotation marks and brackets after a name stands for it: Acme Corp. (the "Seller"), "the Seller"."""
    parse = table.parse
    by_document: dict[int, dict[Term, tuple[int, int]]] = {}  # document -> term -> bracket, row
    found = []
    columns = document_numbers(table), table.values("kind"), table.triples()
    for row, (document, kind, (start, end, _)) in enumerate(zip(*columns, strict=True)):
        defined = by_document.get(document, {})
        own = _term(table, start, end) if defined else ()
        if own in defined and parse.words[end - 1] not in _QUOTES:
            found.append((defined[own][1], row))
        bracket = before_brackets(parse, start, end)
        if bracket == end or _QUOTES.isdisjoint(parse.words[bracket + 1 : end - 1]):
            continue
        inside = _term(table, bracket + 1, end - 1)
        # Of the mentions that end with the brackets the last and shortest: Ann and Bob Ltd (the "Buyer").
        joins = kind == "coordination" and "and" in parse.lower[start:bracket]
        if inside and not joins and defined.get(inside, (bracket, row))[0] == bracket:
            by_document.setdefault(document, {})[inside] = bracket, row
    return Constraints(np.array(found)) if found else None


def _term(table: MentionTable, start: int, end: int) -> Term:
    """The words without articles and quotation marks, the first with a capital; () for others."""
    dropped, parse = table.lexicon.definite_articles, table.parse
    if not 0 < end - start <= _LONGEST + 3:
        return ()
    words = [word for word in parse.words[start:end] if word not in _QUOTES and word.lower() not in dropped]
    return tuple(words) if words and words[0][0].isupper() else ()
