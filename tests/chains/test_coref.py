"""`doc._.coref`: chains, mentions, antecedents, entities."""

from __future__ import annotations

import pytest
from helpers.chain_docs import VOCAB, docs, spans_of, with_chains
from hypothesis import given
from spacy.tokens import Doc, DocBin, Span, SpanGroup
from spacy.vocab import Vocab

from corefpipe.chains import Coref
from corefpipe.exceptions import AnnotationError

TEXT = "Mary Bell swept the steps before she opened the shop. Her brother was at the oven, and he waved."


@pytest.fixture
def doc(packaged):
    return packaged(TEXT)


def test_chains(doc):
    chains = doc._.coref.chains
    assert [str(chain) for chain in chains] == ["Mary Bell, she, Her", "Her brother, he"]
    assert [repr(chain) for chain in chains] == ["<Chain 1: Mary Bell, she, Her>", "<Chain 2: Her brother, he>"]
    assert [chain.main.text for chain in chains] == ["Mary Bell", "Her brother"]
    assert [len(chain) for chain in doc._.coref] == [3, 2]
    assert chains[0][1].text == "she"
    assert [span.text for span in chains[0][1:]] == ["she", "Her"]
    assert str(doc._.coref) == "Mary Bell, she, Her\nHer brother, he"


def test_the_main_mention_is_the_fullest_name():
    doc = Doc(VOCAB, "He met Bell . Nora Bell saw the old miller .".split())
    spans = [(0, 1, "pronoun"), (2, 3, "name"), (4, 6, "name"), (7, 10, "nominal")]
    group = [Span(doc, start, end, label=label, span_id="7") for start, end, label in spans]
    doc.spans["coref"] = SpanGroup(doc, name="coref", spans=group)
    (chain,) = doc._.coref
    assert str(chain) == "Nora Bell, He, Bell, the old miller"
    assert chain.id == "7"


def test_of_spans_and_tokens(doc):
    coref = doc._.coref
    assert [chain.id for chain in coref.chains_of(doc[11:13])] == ["2"]
    assert [chain.id for chain in coref.chains_of(doc[11])] == ["1", "2"]
    assert [mention.text for mention in coref.mentions_of(doc[11])] == ["Her", "Her brother"]
    assert coref.chains_of(doc[2:3]) == coref.chains_of(doc[2]) == []


def test_antecedents(doc):
    first, second = doc[0:2]._.coref, doc[6:7]._.coref
    assert first.antecedents() == []
    (best, *_) = second.antecedents()
    assert (best.span.start, best.span.end) == (0, 2)
    assert 0.8 < best.probability <= 1.0
    assert second.probability == pytest.approx(best.probability)
    for mention in doc._.coref.mentions:
        links = doc._.coref.antecedents(mention)
        assert links == sorted(links, key=lambda link: -link.probability)
        assert all(0 <= link.probability <= 1 and link.span.start <= mention.start for link in links)
        linked = doc._.coref.antecedent(mention)
        assert linked is None or linked.id_ == mention.id_
        assert linked in [None, *(link.span for link in links)]
    assert doc._.coref.antecedent(doc[6:7]).text == "Mary Bell"
    assert second.antecedent() == doc._.coref.antecedent(doc[6:7])
    assert doc._.coref.antecedent(doc[0:2]) is None
    assert doc[2:3]._.coref.antecedents() == []
    assert doc[2:3]._.coref.probability is None
    assert doc._.coref.antecedent(doc[2:3]) is None


def test_entities(packaged):
    doc = packaged("Mary Bell swept the steps in Leeds. She left.")
    doc.set_ents([Span(doc, 0, 2, "PERSON"), Span(doc, 6, 7, "GPE")])
    found = [(entity.name, entity.label, len(entity.mentions)) for entity in doc._.coref.entities()]
    assert found == [("Mary Bell", "PERSON", 2), ("Leeds", "GPE", 1)]


@pytest.mark.parametrize("words", [[], ["She"], ["\n\n"]])
def test_nothing_is_empty(words):
    coref = Doc(VOCAB, words)._.coref
    assert coref.chains == coref.mentions == coref.entities() == []
    assert not coref
    assert str(coref) == ""
    assert coref.resolve() == Doc(VOCAB, words).text
    assert coref.resolve().replaced == []


def test_spans_without_an_id():
    doc = Doc(VOCAB, ["She", "left"])
    doc.spans["coref"] = [doc[0:1]]
    with pytest.raises(AnnotationError, match=r"'She'.*no id.*span_id"):
        _ = doc._.coref.chains


def test_spacy_experimentals_layout_is_read():
    doc = Doc(VOCAB, "Ann saw Bo . She waved .".split())
    doc.spans["coref_clusters_10"] = [doc[0:1], doc[4:5]]
    doc.spans["coref_clusters_2"] = [doc[2:3]]
    doc.spans["coref_head_clusters_1"] = [doc[1:2]]
    assert {chain.id: str(chain) for chain in doc._.coref} == {"10": "Ann, She", "2": "Bo"}


def test_a_group_that_was_changed_tells_no_probabilities(doc):
    other = Span(doc, 3, 5, span_id="9")
    doc.spans["coref"].append(other)
    assert len(doc._.coref) == 3
    assert doc[6:7]._.coref.probability is None
    assert doc[6:7]._.coref.antecedents() == []


@given(docs())
def test_law_every_mention_is_in_its_chain_and_over_its_tokens(doc):
    coref = doc._.coref
    assert sorted(m.id_ for chain in coref for m in chain) == sorted(span.id_ for span in doc.spans["coref"])
    for chain in coref:
        assert len({mention.id_ for mention in chain}) == 1
        assert chain.main in chain.mentions
    for mention in coref.mentions:
        assert doc.text[mention.start_char : mention.end_char] == mention.text
        for token in mention:
            assert mention in coref.mentions_of(token)


@given(docs())
def test_law_bytes_docbin_and_copies_keep_everything(doc):
    vocab = Vocab()
    (binned,) = DocBin().from_bytes(DocBin(docs=[doc]).to_bytes()).get_docs(vocab)
    for other in (doc.copy(), Doc(vocab).from_bytes(doc.to_bytes()), binned):
        assert spans_of(other) == spans_of(doc)
        assert other.spans["coref"].attrs == doc.spans["coref"].attrs


def test_retokenizing(doc):
    before = [[mention.text for mention in chain] for chain in doc._.coref]
    probability = doc[6:7]._.coref.probability
    with doc.retokenize() as retokenizer:
        retokenizer.merge(doc[0:2])
        retokenizer.merge(doc[3:5])
    assert [[mention.text for mention in chain] for chain in doc._.coref] == before
    assert doc[4:5]._.coref.probability == probability
    doc._.coref.realign()
    group = [(span.text, span.id_) for span in doc.spans["coref"]]
    assert group == [("Mary Bell", "1"), ("she", "1"), ("Her brother", "2"), ("Her", "1"), ("he", "2")]
    assert doc[4:5]._.coref.probability == probability


@pytest.mark.parametrize("layout", ["spans", "experimental"])
def test_retokenizing_before_a_mention_at_the_end(packaged, layout):
    """Its span ends beyond the Doc, which has become shorter."""
    component = packaged.get_pipe("corefpipe")
    doc = packaged("Mary Bell knew Tom Hill. She liked him")
    component.resolver.write(doc, component.predict([doc])[0], layout=layout)
    before = [(chain.id, [(mention.text, mention.label_) for mention in chain]) for chain in doc._.coref]
    probability = doc._.coref.probability("him")
    assert [len(mentions) for _, mentions in before] == [2, 2]
    with doc.retokenize() as retokenizer:
        retokenizer.merge(doc[0:2])
        retokenizer.merge(doc[3:5])
    for other in (doc, doc[:]._.coref.as_doc(), doc._.coref.realign()):
        assert [(chain.id, [(m.text, m.label_) for m in chain]) for chain in Coref(other)] == before
        assert Coref(other).probability("him") == probability
    binned = next(DocBin().from_bytes(DocBin(docs=[doc]).to_bytes()).get_docs(doc.vocab))
    assert [(chain.id, [(m.text, m.label_) for m in chain]) for chain in binned._.coref] == before


def test_a_merged_token_stands_for_the_mentions_within_it(doc):
    with doc.retokenize() as retokenizer:
        retokenizer.merge(doc[11:14])  # Her brother was
    assert [str(chain) for chain in doc._.coref] == ["Mary Bell, she, Her brother was", "Her brother was, he"]


def test_one_object_answers_for_many_tokens(doc):
    coref = Coref(doc)
    assert [len(coref.chains_of(token)) for token in doc[:8]] == [1, 1, 0, 0, 0, 0, 1, 0]


def test_in_layout_order_mentions_follow_the_text():
    doc = with_chains(Doc(VOCAB, "a b c d".split()), [(2, 3), (3, 4)], [(0, 1), (1, 2)])
    assert [chain.id for chain in doc._.coref] == ["2", "1"]
