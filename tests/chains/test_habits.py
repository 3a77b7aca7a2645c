"""What users of other coreference libraries type from habit."""

from __future__ import annotations

import json
import pickle

import pytest
import srsly
from helpers.chain_docs import VOCAB, with_chains
from spacy.tokens import Doc, Token

from corefpipe.chains import Coref
from corefpipe.exceptions import CorefpipeError, UnknownNameError

TEXT = "Mary Bell swept the steps before she opened the shop. Her brother was at the oven, and he waved."


@pytest.fixture
def doc(packaged):
    return packaged(TEXT)


def test_chains_by_number(doc):
    coref = doc._.coref
    assert len(coref) == 2
    assert coref[0] == coref.chains[0]
    assert coref[-1] == coref.chains[1]
    assert coref[:1] == coref.chains[:1]
    with pytest.raises(IndexError):
        _ = coref[2]


def test_clusters(doc):
    clusters = doc._.coref.clusters
    assert clusters == [[(0, 2), (6, 7), (11, 12)], [(11, 13), (19, 20)]]
    assert clusters() == clusters
    assert clusters(as_strings=True) == [["Mary Bell", "she", "Her"], ["Her brother", "he"]]
    assert json.loads(json.dumps(clusters))[0][0] == [0, 2]


def test_probability_of_a_chain(doc):
    for chain in doc._.coref:
        product = 1.0
        for mention in chain:
            product *= doc._.coref.probability(mention)
        assert chain.probability == pytest.approx(product)
    assert with_chains(Doc(VOCAB, ["Ann", "she"]), [(0, 1), (1, 2)])._.coref[0].probability is None


def test_as_values_of_json(doc):
    coref = doc._.coref
    found = coref.to_dict()
    assert json.loads(coref.to_json()) == found
    first, second = found["chains"]
    assert (first["id"], first["name"]) == ("1", "Mary Bell")
    assert first["probability"] == coref[0].probability
    she = first["mentions"][1]
    assert (she["text"], she["start"], she["end"], she["label"]) == ("she", 6, 7, "pronoun")
    assert TEXT[she["start_char"] : she["end_char"]] == "she"
    assert she["probability"] == coref.probability("she")
    links = [(link["start"], link["end"], link["probability"]) for link in she["antecedents"]]
    assert links == [(one.span.start, one.span.end, one.probability) for one in coref.antecedents("she")]
    assert [mention["text"] for mention in second["mentions"]] == ["Her brother", "he"]


def test_in_the_json_of_a_doc(doc):
    data = doc.to_json(underscore=["coref"])
    written = json.loads(srsly.json_dumps(data))
    assert written["_"]["coref"] == doc._.coref.to_dict()
    assert Doc(doc.vocab).from_json(written)._.coref.clusters == doc._.coref.clusters


@pytest.mark.parametrize("words", [[], ["Ann"]])
def test_of_nothing(words):
    coref = with_chains(Doc(VOCAB, words))._.coref
    assert coref.clusters == coref.clusters(as_strings=True) == coref[:] == []
    assert coref.to_dict() == {"chains": []}


@pytest.mark.parametrize(
    ("name", "ours"),
    [
        ("get_clusters", "doc._.coref.clusters"),
        ("coref_clusters", "doc._.coref.clusters"),
        ("coref_chains", "doc._.coref.chains"),
        ("has_coref", "len(doc._.coref) > 0"),
        ("resolved_text", "doc._.coref.resolve()"),
        ("coref_resolved", "doc._.coref.resolve()"),
    ],
)
def test_names_of_other_libraries(doc, name, ours):
    owners = [doc._.coref, doc[0]._.coref, doc[0:2]._.coref]
    if name != "get_clusters":
        owners.append(doc._)
    if name in ("coref_chains", "coref_clusters"):
        owners.append(doc[0]._)
    for owner in owners:
        with pytest.raises(UnknownNameError) as caught:
            getattr(owner, name)
        assert f"corefpipe has no {name}, which is a name of other libraries. Use {ours}" in str(caught.value)
        assert not hasattr(owner, name)
    assert isinstance(caught.value, CorefpipeError)


def test_other_names_give_pythons_error(doc):
    with pytest.raises(AttributeError, match="'Coref' object has no attribute 'chain'"):
        _ = doc._.coref.chain


def test_an_error_within_a_property_is_not_hidden():
    class Broken(Coref):
        @property
        def mentions(self):
            return self.doc.nothing

    with pytest.raises(AttributeError, match="nothing"):
        _ = Broken(Doc(VOCAB, ["Ann"])).mentions


def test_values_that_another_library_sets_stay():
    """Those libraries register their names only where nobody has."""
    doc = Doc(VOCAB, ["Ann", "she"])
    assert Doc.has_extension("coref_clusters")
    doc._.coref_clusters = [[(0, 3), (4, 7)]]
    doc[1]._.coref_chains = "mine"
    assert doc._.coref_clusters == [[(0, 3), (4, 7)]]
    assert doc[1]._.coref_chains == "mine"
    assert not hasattr(doc[0]._, "coref_chains")


def test_extensions_can_be_sent_to_worker_processes():
    for kind, name in ((Doc, "has_coref"), (Token, "coref_chains")):
        getter = pickle.loads(pickle.dumps(kind.get_extension(name)[2]))
        assert getter.args == (name,)
