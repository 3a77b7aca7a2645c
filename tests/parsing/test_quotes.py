"""Quotations: their boundaries, and sequences of turns."""

from __future__ import annotations

import pytest
from helpers.parses import make_doc
from spacy.tokens import Doc

from corefpipe.chains.tokens import PARAGRAPHS
from corefpipe.parsing.parse import Parse
from corefpipe.parsing.quotes import Quotes, find_quotes

# The rest of a word's line in the notation of make_doc; words that are not listed are nouns.
_LINES = {
    "said": "say VERB VBD 0 root",
    "smiled": "smile VERB VBD 0 root",
    "he": "he PRON PRP {verb} nsubj",
    "Ann": "Ann PROPN NNP {verb} nsubj",
    "'s": "'s PART POS 1 case",
}


def doc_of(text: str) -> Doc:
    """A Doc with one sentence per line; subjects are attached to their verbs."""
    blocks = []
    for line in text.strip().splitlines():
        words = line.split()
        verb = next((i for i, word in enumerate(words, 1) if word in ("said", "smiled")), 1)
        rows = [f"{w} {_LINES.get(w, f'{w} NOUN NN {verb if i != verb else 0} dep')}" for i, w in enumerate(words, 1)]
        blocks.append("\n".join(row.format(verb=verb) for row in rows))
    return make_doc("\n\n".join(blocks))


def quotes_of(text: str, paragraphs: list[int] | None = None) -> Quotes:
    doc = doc_of(text)
    doc._.set(PARAGRAPHS, paragraphs)
    return find_quotes(Parse.from_doc(doc))


@pytest.mark.parametrize(
    ("text", "turn", "step"),
    [
        ("“ go ” “ stay ”", [0, 1], ["next"]),
        ("“ go , ” said he , “ or stay ”", [0, 0], []),
        ("“ go ! ” said he ; “ stay ”", [0, 0], []),
        ("“ go . ” Ann said , “ stay ”", [0, 1], ["said"]),
        ("“ go , ” said he .\n“ stay ”", [0, 1], ["said"]),
        ("“ go . ”\nAnn smiled .\n“ stay ”", [0, 1], ["told"]),
        ("“ go . ”\n" + "snow " * 61 + ".\n“ stay ”", [0, 1], ["far"]),
        ("“ go ” “ stay ” “ go ”", [0, 1, 2], ["next", "next"]),
        ("snow", [], []),
    ],
)
def test_turns(text, turn, step):
    found = quotes_of(text)
    assert (found.turn, found.step) == (turn, step)


def test_a_new_paragraph_is_a_new_turn():
    text = "“ go , ” said he , “ stay ”"
    assert quotes_of(text, [0]).turn == [0, 0]
    assert quotes_of(text, [0, 7]).turn == [0, 1]


def test_tokens_have_the_number_of_their_quotation():
    assert quotes_of("“ go ” “ or stay ” snow").number == [-1, 0, -1, -1, 1, 1, -1, -1]


def test_plain_marks_count_where_there_are_no_others():
    assert quotes_of("' go ' said he").number == [-1, 0, -1, -1, -1]
    assert quotes_of("“ go ' stay ' ”").number == [-1, 0, 0, 0, 0, -1]


def test_a_possessive_is_no_mark():
    doc = make_doc("' ' PUNCT '' 2 punct\nboys boy NOUN NNS 0 root\n' ' PART POS 2 case\nhat hat NOUN NN 2 dep\n"
                   "' ' PUNCT '' 2 punct")  # fmt: skip
    assert find_quotes(Parse.from_doc(doc)).number == [-1, 0, 0, 0, -1]
