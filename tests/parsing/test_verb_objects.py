"""Verbs and their objects in parsed texts."""

from __future__ import annotations

import pytest
from spacy.tokens import Doc
from spacy.vocab import Vocab

from corefpipe.exceptions import LinksError
from corefpipe.parsing.verb_objects import object_counts, verb_objects


def test_objects_in_parsed_text(base):
    doc = base("She read the old books and wrote a letter. Anna saw him. The books were read.")
    assert [*verb_objects(doc)] == [("read", "book"), ("write", "letter")]


@pytest.mark.parametrize("label", ["obj", "dobj"])
def test_both_label_schemes(label):
    words, pos = ["Ann", "drinks", "tea"], ["PROPN", "VERB", "NOUN"]
    lemmas = ["Ann", "drink", "Tea"]
    doc = Doc(Vocab(), words=words, pos=pos, lemmas=lemmas, heads=[1, 1, 1], deps=["nsubj", "ROOT", label])
    assert [*verb_objects(doc)] == [("drink", "tea")]


def test_counts(base):
    docs = [base("She read books. He read letters. They wrote letters. We read books. I burnt a house.")]
    nouns, verbs, counts = object_counts(docs)
    assert (nouns, verbs) == (["book", "letter", "house"], ["read", "burn", "write"])
    assert counts.toarray().tolist() == [[2, 0, 0], [1, 0, 1], [0, 1, 0]]
    nouns, verbs, counts = object_counts(docs, min_count=2)  # "letter" occurs once with a verb that is kept
    assert (nouns, verbs, counts.toarray().tolist()) == (["book"], ["read"], [[2]])
    assert object_counts(docs, max_words=1, max_verbs=1)[:2] == (["book"], ["read"])
    with pytest.raises(LinksError, match=r"of 5 objects of verbs no noun occurs 9 times.*count rarer words too"):
        object_counts(docs, min_count=9)
    with pytest.raises(LinksError, match=r"of 0 objects of verbs no noun occurs 1 times\. Give more text$"):
        object_counts([base("She slept.")])
