"""Quotations in random sequences of marks: what holds for every text."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from spacy.tokens import Doc
from spacy.vocab import Vocab

from corefpipe.parsing.parse import Parse
from corefpipe.parsing.quotes import find_quotes

MARKS = ["“", "”", '"', "``", "''", "„", "‘", "’", "'", "`", "‚", "«", "»", "--", "—"]
WORDS = [*MARKS, ".", ",", "!", ":", "he", "said", "Go", "\n\n"]
VOCAB = Vocab()


@given(st.lists(st.tuples(st.sampled_from(WORDS), st.booleans()), min_size=1, max_size=60))
def test_quotations_do_not_overlap_and_contain_the_nested_ones(tokens):
    words, spaces = map(list, zip(*tokens, strict=True))
    pos = ["VERB" if word == "said" else "NOUN" if word.isalpha() else "PUNCT" for word in words]
    lemmas = ["say" if word == "said" else word for word in words]
    heads = [max(0, token - 1) for token in range(len(words))]
    doc = Doc(VOCAB, words, spaces, pos=pos, lemmas=lemmas, tags=pos, heads=heads, deps=["dep"] * len(words))
    quotes = find_quotes(Parse.from_doc(doc))
    ends = quotes.ends()
    assert list(ends) == list(range(len(quotes.turn)))
    assert all(before[1] < after[0] for before, after in pairwise(ends.values()))
    assert all(quotes.outside[n][0] <= first and last < quotes.outside[n][1] for n, (first, last) in ends.items())
    assert all(set(quotes.number[one.start : one.end]) == {one.number} for one in quotes.nested)
    assert quotes.turn == sorted(quotes.turn)
    assert len(quotes.step) == max(quotes.turn, default=0)
