"""What a text says is a name or stands for one: Acme Corp. (the "Seller"), "My name is Tom", "a dog named Rex"."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.features import MentionTable
from corefpipe.features.attributes.phrases import before_brackets
from corefpipe.features.engine.registry import joinable
from corefpipe.mentions.marks import BRACKETS
from corefpipe.parsing.namings import name_span, namings
from corefpipe.parsing.nicknames import QUOTATION_MARKS
from corefpipe.parsing.parse import Parse
from corefpipe.resolver.constraints.mentions import THINGS, document_numbers, pronouns, rows_by_head
from corefpipe.resolver.constraints.registry import constraint

_LONGEST = 6  # words of a term
_CERTAIN = frozenset({"nsubj", "cop", "punct", "flat", "compound", "nmod:desc", "discourse", "vocative", "case"})
_POSSESSORS = frozenset({"nmod:poss", "nmod"})

Term = tuple[str, ...]


@constraint
@joinable
def defined_terms(table: MentionTable) -> Constraints | None:
    """A defined term stands for the name by which it is defined: "Acme Ltd (the Seller) … The Seller agrees".

    The term is in quotation marks and said to mean a name, or in brackets after one. Who says "My name is Tom"
    or "I, Tom Hill, …" is Tom, and "a dog named Rex" is Rex.
    """
    found = [*_terms(table), *_called(table), *_presented(table), *_named(table)]
    return Constraints(np.array(found)) if found else None


def _terms(table: MentionTable) -> Iterator[tuple[int, int]]:
    """Pairs of a name, and a later mention that is the term for it."""
    parse = table.parse
    by_document: dict[int, dict[Term, tuple[int, int]]] = {}  # document -> term -> bracket, row
    forms = table.values("form")
    columns = document_numbers(table), table.values("kind"), table.triples()
    for row, (document, kind, (start, end, head)) in enumerate(zip(*columns, strict=True)):
        defined = by_document.get(document, {})
        own = _term(table, start, end) if defined else ()
        if own in defined and parse.words[end - 1] not in QUOTATION_MARKS:
            yield defined[own][1], row
        if kind == "name" or (kind == "nominal" and forms[row] == "definite"):
            meant = _meant(table, start)
            if meant and meant not in defined:
                by_document.setdefault(document, {})[meant] = start, row
        bracket = before_brackets(parse, start, end)
        if bracket == end:
            is_party = kind == "name" and parse.entity_types[head] != "place"
            after = _term_after(table, start, end) if is_party else ()
            if after and after not in defined:
                by_document.setdefault(document, {})[after] = start, row
            continue
        if QUOTATION_MARKS.isdisjoint(parse.words[bracket + 1 : end - 1]):
            continue
        inside = _term(table, bracket + 1, end - 1)
        # Of the mentions that end with the brackets the last and shortest: Ann and Bob Ltd (the "Buyer").
        joins = kind == "coordination" and "and" in parse.lower[start:bracket]
        if inside and not joins and defined.get(inside, (bracket, row))[0] == bracket:
            by_document.setdefault(document, {})[inside] = bracket, row


def _term_after(table: MentionTable, start: int, end: int) -> Term:
    """The term in quotation marks and brackets after a name to which they do not belong by its parse; () if none.

    Nor if they may be about two people: "Ann and Jane Roe ("Buyer")", but 'Ann ("Seller") and Jane Roe ("Buyer")'.
    """
    parse = table.parse
    first, last = parse.document_at(start)
    if end >= last or parse.words[end] not in BRACKETS:
        return ()
    if start > first + 1 and parse.pos[start - 1] == "CCONJ" and parse.words[start - 2] not in BRACKETS.values():
        return ()
    closing = BRACKETS[parse.words[end]]
    close = next((i for i in range(end + 1, min(last, end + _LONGEST + 4)) if parse.words[i] == closing), end)
    return () if QUOTATION_MARKS.isdisjoint(parse.words[end + 1 : close]) else _term(table, end + 1, close)


def _meant(table: MentionTable, start: int) -> Term:
    """The term in quotation marks that what begins here is said to define: "Buyer" means, "Buyer" shall mean."""
    parse, lexicon = table.parse, table.lexicon
    begin = parse.document_at(start)[0]
    verb = start - 1
    if verb < begin or parse.lemmas[verb] not in lexicon.defining_verbs:
        return ()
    end = verb - 1
    while end > begin and parse.pos[end] == "AUX":
        end -= 1
    if end <= begin or parse.words[end] not in QUOTATION_MARKS:
        return ()
    opening = next(
        (i for i in range(end - 1, max(begin, end - _LONGEST) - 1, -1) if parse.words[i] in QUOTATION_MARKS), -1
    )
    return _term(table, opening + 1, end) if opening >= 0 else ()


def _called(table: MentionTable) -> Iterator[tuple[int, int]]:
    """Pairs of a name, and whose name it is said to be: "My name is Tom", "The name of the dog is Rex"."""
    parse, rows, kinds, triples = table.parse, rows_by_head(table), table.values("kind"), table.triples()
    for row, (_, _, head) in enumerate(triples):
        if kinds[row] != "name" or head not in parse.copular or not _is_said(parse, head):
            continue
        for noun in parse.children[head]:
            if parse.deps[noun] == "nsubj" and parse.lemmas[noun] in table.lexicon.called_nouns:
                bearers = [child for child in parse.children[noun] if parse.deps[child] in _POSSESSORS]
                if len(bearers) == 1:
                    yield from ((min(row, other), max(row, other)) for other in rows.get(bearers[0], ())[:1])


def _is_said(parse: Parse, predicate: int) -> bool:
    """Whether a name is the predicate of a plain statement: not "is not Tom", "may be Tom", "is Tom?"."""
    end = predicate
    while end < len(parse) and parse.sentences[end] == parse.sentences[predicate]:
        end += 1
    asked = "?" in parse.words[predicate:end]
    return not asked and all(parse.deps[child] in _CERTAIN for child in parse.children[predicate] if child < predicate)


def _presented(table: MentionTable) -> Iterator[tuple[int, int]]:
    """Pairs of "I" or "you", and a name between commas behind it: "I, Tom Hill, leave my house to Ann"."""
    parse, triples, kinds = table.parse, table.triples(), table.values("kind")
    names = {start: row for row, (start, _, _) in reversed([*enumerate(triples)]) if kinds[row] == "name"}
    for row, pronoun in enumerate(pronouns(table)):
        _, after, head = triples[row]
        if pronoun is None or pronoun.person not in ("1", "2") or pronoun.number == "plural" or after + 1 not in names:
            continue
        name = names[after + 1]
        _, end, _ = triples[name]
        first, last = parse.document_at(head)
        closed = parse.words[after] == "," and end + 1 < last and parse.words[end] == ","
        listed = head > first and parse.words[head - 1] in (",", "and")
        if closed and not listed and parse.deps[head] == "nsubj" and parse.pos[end + 1] not in ("CCONJ", "PROPN"):
            yield row, name


def _named(table: MentionTable) -> Iterator[tuple[int, int]]:
    """Pairs of what is called by a name, and a later mention by this name: "a dog named Rex", "Rex".

    A person's name may be shortened to its first or last word: "a student named Peter Hill", "Hill".
    """
    parse, rows, documents = table.parse, rows_by_head(table), document_numbers(table)
    bearers: dict[tuple[int, str, Term], list[tuple[int, int]]] = {}  # document, type, name -> end of name, row
    for bearer, head in namings(parse):
        start, end = name_span(parse, head)
        whole, kind = _term(table, start, end), parse.entity_types[head]
        if kind == "person" and _is_thing(table, bearer):
            continue  # "a drink called Santorum" is not the senator
        for row in rows.get(bearer, ())[-1:] if whole else ():
            for name in {whole, whole[:1], whole[-1:]} if kind == "person" else {whole}:
                bearers.setdefault((documents[row], kind, name), []).append((end, row))
    columns = documents, table.values("kind"), table.triples()
    for row, (document, kind, (start, end, head)) in enumerate(zip(*columns, strict=True)) if bearers else ():
        if kind == "name":
            known = bearers.get((document, parse.entity_types[head], _term(table, start, end)), ())
            yield from [(one, row) for after, one in known if after <= start][-1:]


def _is_thing(table: MentionTable, noun: int) -> bool:
    return table.wordnet.supersense(table.wordnet.ids([table.parse.lemmas[noun]]))[0] in THINGS


def _term(table: MentionTable, start: int, end: int) -> Term:
    """The words without articles and quotation marks, the first with a capital; () for others."""
    dropped, parse = table.lexicon.definite_articles, table.parse
    if not 0 < end - start <= _LONGEST + 3:
        return ()
    words = [word for word in parse.words[start:end] if word not in QUOTATION_MARKS and word.lower() not in dropped]
    return tuple(words) if words and words[0][0].isupper() else ()
