"""Places in a Doc as users give them."""

from __future__ import annotations

import pytest

from corefpipe.exceptions import AnnotationError

TEXT = "Ann lost her keys. She found them, and she was glad. Ann's dog had them."


@pytest.fixture(scope="module")
def doc(packaged):
    return packaged(TEXT)


@pytest.fixture
def coref(doc):
    return doc._.coref


def test_words_of_one_mention(doc, coref):
    assert coref.antecedents("her  keys") == coref.antecedents(doc[2:4])
    assert coref.antecedents("She") == coref.antecedents(doc[5:6]) != []
    assert coref.antecedents("she") == coref.antecedents(doc[10:11])
    assert coref.probability("HER") == coref.probability(doc[2:3])
    assert coref.antecedents("glad") == []


def test_a_token(doc, coref):
    assert coref.antecedents(doc[5]) == coref.antecedents(doc[5:6])
    assert coref.probability(doc[1]) is None


def test_words_of_several_mentions(doc, coref):
    with pytest.raises(
        AnnotationError, match=r"'them' occurs 2 times in the Doc. Give one of the spans: doc\[7:8\], doc"
    ):
        coref.antecedents("them")
    assert [span.start for span in coref.mentions_of("them")] == [7, 18]
    assert [chain[0].text for chain in coref.chains_of("she")] == ["Ann"]
    assert coref.chains_of("glad") == []


@pytest.mark.parametrize("place", ["Bo", "", " "])
def test_words_that_do_not_occur(coref, place):
    for method in (coref.antecedents, coref.probability, coref.chains_of, coref.resolve):
        with pytest.raises(AnnotationError, match=f"no '{place}' in the Doc"):
            method(place)


@pytest.mark.parametrize("place", [3, None, (0, 2), 0.5, True])
def test_what_is_no_place(coref, place):
    for method in (coref.antecedents, coref.probability, coref.chains_of, coref.mentions_of):
        with pytest.raises(AnnotationError, match=r"no place in a Doc. Give a span such as doc\[0:2\].*char_span"):
            method(place)
    with pytest.raises(AnnotationError, match="no place in a Doc"):
        coref.resolve(keep=[place])


def test_places_of_another_doc(doc, coref):
    other = doc.copy()
    for place in (other[0:1], other[0]):
        for method in (coref.antecedents, coref.chains_of, coref.mentions_of, coref.resolve):
            with pytest.raises(AnnotationError, match=r"'Ann' is a (span|token) of another Doc"):
                method(place)
    with pytest.raises(AnnotationError, match="another Doc"):
        coref.resolve(within=other[0:3])


def test_kept_mentions(doc, coref):
    plain = "Ann lost Ann's keys. Ann found Ann's keys, and Ann was glad. Ann's dog had Ann's keys."
    assert coref.resolve() == plain
    kept = "Ann lost Ann's keys. She found Ann's keys, and she was glad. Ann's dog had Ann's keys."
    for keep in (["she"], "SHE", [doc[5], doc[10:11]], (span for span in (doc[5:6], doc[10:11]))):
        assert coref.resolve(keep=keep) == kept
    ann, _ = coref.chains
    others = "Ann lost her keys. She found her keys, and she was glad. Ann's dog had her keys."
    assert coref.resolve(keep=ann) == coref.resolve(keep=[ann]) == others
    assert doc[5:9]._.coref.resolve(keep="them") == "Ann found them,"


def test_explanations_of_words(packaged, doc):
    explain = packaged.get_pipe("corefpipe").explain
    assert str(explain(doc, "her keys", doc[0])) == str(explain(doc, doc[2:4], doc[0:1]))
    with pytest.raises(AnnotationError, match="'them' occurs 2 times"):
        explain(doc, "them")
