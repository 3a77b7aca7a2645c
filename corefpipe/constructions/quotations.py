"""Quotations in their paragraph: which continue the one before, and whose subject stands before them."""

from __future__ import annotations

import numpy as np

from corefpipe.parsing.parse import Parse
from corefpipe.parsing.quotes import Quotes
from corefpipe.parsing.relations import OBJECTS

_SHORT_TOKENS = 60  # of a document that may be one paragraph


def continues(parse: Parse, quotes: Quotes, ends: dict[int, tuple[int, int]], number: int) -> bool:
    """Whether a quotation continues the one before: “Go,” said Ann, “or stay.” “Go,” said Ann. “I stay.”

    After a question the addressee may answer, and in a long document without paragraphs any speaker may.
    """
    if number not in ends or number - 1 not in ends:
        return False
    if quotes.turn[number] == quotes.turn[number - 1]:
        return True
    (_, closing), (opening, _) = ends[number - 1], ends[number]
    first, last = parse.document_at(opening)
    if last - first > _SHORT_TOKENS and parse.paragraphs[first] == parse.paragraphs[last - 1]:
        return False
    if quotes.step[quotes.turn[number] - 1] != "said" or parse.paragraphs[closing] != parse.paragraphs[opening]:
        return False
    between = parse.words[closing + 2 : opening - 1]
    return parse.words[closing] != "?" and between[-1:] == ["."] and between.count(".") == 1


def subject_before(parse: Parse, quotes: Quotes, opening: int) -> int:
    """The only subject of the main clause of a sentence that ends in the paragraph of a quotation, before it; or -1."""
    before = opening - 1
    if before < parse.document_at(opening)[0] or parse.words[before] != ".":
        return -1
    root = before
    while parse.heads[root] != root:
        root = parse.heads[root]
    if parse.paragraphs[before] != parse.paragraphs[opening] or quotes.number[root] >= 0:
        return -1
    relations = [parse.deps[child] for child in parse.children[root]]
    tells = parse.lemmas[root] in parse.lexicon.speech_verbs and not OBJECTS.isdisjoint(relations)
    is_clear = not tells and relations.count("nsubj") == 1
    return parse.children[root][relations.index("nsubj")] if is_clear else -1


def first_named(parse: Parse) -> dict[int, int]:
    """Number of a document -> the first token of a person's name."""
    are_names = zip(parse.pos, parse.entity_types, strict=True)
    tokens = np.array([i for i, pair in enumerate(are_names) if pair == ("PROPN", "person")], dtype=np.int64)
    documents, first = np.unique(parse.documents_of(tokens), return_index=True)
    return dict(zip(documents.tolist(), tokens[first].tolist(), strict=True))
