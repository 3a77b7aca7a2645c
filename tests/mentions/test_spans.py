"""Spans of mentions: order, duplicates, heads of given spans."""

from __future__ import annotations

from helpers.parses import make_doc
from spacy.tokens import Doc
from spacy.vocab import Vocab

from corefpipe.mentions import Spans
from corefpipe.parsing.parse import Parse


def test_text_order_without_repeats():
    spans = Spans.of([(4, 5, 4), (0, 2, 1), (0, 3, 2), (0, 2, 0), (1, 2, 1)])
    triples = list(zip(spans.start.tolist(), spans.end.tolist(), spans.head.tolist(), strict=True))
    assert triples == [(0, 3, 2), (0, 2, 1), (1, 2, 1), (4, 5, 4)]  # of equal spans the first is kept


def test_none():
    assert len(Spans.of([])) == 0


def test_heads_of_given_spans():
    parse = Parse.from_doc(
        make_doc("""
            the the DET DT 3 det
            old old ADJ JJ 3 amod
            roof roof NOUN NN 6 nsubj
            of of ADP IN 5 case
            straw straw NOUN NN 3 nmod
            burned burn VERB VBD 0 root
            quickly quickly ADV RB 6 advmod
        """)
    )
    # A whole phrase; a part of one; two roots, of which the noun is the head; no noun at all.
    spans = Spans.given([(0, 5), (3, 5), (1, 6), (4, 7), (5, 7)], parse)
    heads = dict(zip(zip(spans.start.tolist(), spans.end.tolist(), strict=True), spans.head.tolist(), strict=True))
    assert heads == {(0, 5): 2, (3, 5): 4, (1, 6): 5, (4, 7): 4, (5, 7): 5}


def test_whitespace_counts_in_docs_only():
    words = ["\n", "Mary", "\n", "Bell", "\n", "sang"]
    doc = Doc(Vocab(), words=words, heads=[1, 5, 1, 1, 3, 5], deps=["dep", "nsubj", "dep", "flat", "dep", "ROOT"])
    parse = Parse.from_doc(doc)
    spans = Spans.given([(0, 5), (1, 4), (2, 3), (3, 6)], parse)
    assert list(spans) == [(0, 2, 0), (1, 3, 1)]
    assert list(spans.in_docs(parse)) == [(1, 4, 1), (3, 6, 3)]
