"""Merging and splitting Docs together with their chains."""

from __future__ import annotations

import pytest
from helpers.chain_docs import VOCAB, docs, spans_of, with_chains
from hypothesis import given
from hypothesis import strategies as st
from spacy.tokens import Doc
from spacy.vocab import Vocab

import corefpipe
from corefpipe.chains import cut, merge
from corefpipe.exceptions import AnnotationError, SettingError


def test_merge(packaged):
    one, two = packaged("Ann lost her keys. She found them."), packaged("Bo waved. He left.")
    whole = corefpipe.merge([one, two], ["a.txt", "b.txt"])
    assert whole.text == "Ann lost her keys. She found them. Bo waved. He left."
    assert {chain.id: str(chain) for chain in whole._.coref} == {
        "a.txt:1": "Ann, her, She",
        "a.txt:2": "her keys, them",
        "b.txt:1": "Bo, He",
    }
    he = next(mention for mention in whole._.coref.mentions if mention.text == "He")
    assert [link.span.text for link in he._.coref.antecedents()] == ["Bo"]
    assert he._.coref.probability == two[3:4]._.coref.probability


def test_spacys_own_merging_mixes_ids_but_loses_nothing(packaged):
    docs = [packaged("Ann lost her keys."), packaged("Bo lost his keys.")]
    whole = Doc.from_docs(docs)
    assert str(whole._.coref) == "Ann, her, Bo, his"
    assert whole[0:1]._.coref.antecedents() == []


def test_what_cannot_be_merged():
    with pytest.raises(AnnotationError, match="a str is not a Doc"):
        merge(["text"])
    with pytest.raises(SettingError, match="no Docs to merge"):
        merge([])


def test_unresolved_docs_and_numbers_for_names():
    one = with_chains(Doc(VOCAB, ["a", "b"]), [(0, 1), (1, 2)])
    whole = merge([Doc(VOCAB, ["x"]), one, one])
    assert spans_of(whole) == [(1, 2, "2:1"), (2, 3, "2:1"), (3, 4, "3:1"), (4, 5, "3:1")]
    assert whole[1:2]._.coref.probability is None


def test_spacy_experimentals_layout():
    doc = Doc(VOCAB, "Ann saw Bo . She waved .".split())
    doc.spans["coref_clusters_1"] = [doc[0:1], doc[4:5]]
    whole = merge([doc, doc])
    assert sorted(whole.spans) == ["coref_clusters_1", "coref_clusters_2"]
    assert [str(chain) for chain in whole._.coref] == ["Ann, She", "Ann, She"]
    part = cut(whole[7:])
    assert list(part.spans) == ["coref_clusters_2"]
    assert str(part._.coref) == "Ann, She"


def test_names_that_do_not_fit():
    doc = Doc(VOCAB, ["x"])
    for docs_, names in (([doc, doc], ["a"]), ([doc, doc], ["a", "a"])):
        with pytest.raises(SettingError, match="Give each Doc a name"):
            merge(docs_, names)


def test_cut(packaged):
    doc = packaged("Ann lost her keys. She found them.")
    (_, second) = doc.sents
    part = second._.coref.as_doc()
    assert part.text == "She found them."
    assert spans_of(part) == [(0, 1, "1"), (2, 3, "2")]
    assert part[0:1]._.coref.probability == doc[5:6]._.coref.probability
    assert part[0:1]._.coref.antecedents() == []
    assert not doc[0:5].as_doc()._.coref  # spaCy's own as_doc drops span groups


@given(st.lists(docs(), min_size=1, max_size=3))
def test_law_cutting_undoes_merging(parts):
    whole = merge(parts)
    start = 0
    for number, doc in enumerate(parts, 1):
        if len(doc):
            part = cut(whole[start : start + len(doc)])
            assert spans_of(part) == [(a, b, f"{number}:{id}") for a, b, id in spans_of(doc)]
            assert [token.text for token in part] == [token.text for token in doc]
        start += len(doc)


def test_docs_of_several_vocabularies():
    with pytest.raises(AnnotationError, match=r"several vocabularies\. Make them with one pipeline"):
        merge([Doc(VOCAB, ["a"]), Doc(Vocab(), ["b"])])
