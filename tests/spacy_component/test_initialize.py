"""`nlp.initialize` and `nlp.evaluate`: training within spaCy."""

from __future__ import annotations

import warnings

import pytest
import spacy
from helpers.networks import tiny_files
from spacy.tokens import Doc, DocBin, Span, SpanGroup
from spacy.training import Example

from corefpipe.exceptions import AnnotationError, CorefpipeWarning, ModelError, SettingError
from corefpipe.network.files import write_network

SENTENCES = {
    "Nora met Bo. He gave her the book.": [[(0, 1), (6, 7)], [(2, 3), (4, 5)]],
    "The cat saw a mouse. It caught it.": [[(0, 2), (6, 7)], [(3, 5), (8, 9)]],
}


def chained(doc: Doc, chains: list[list[tuple[int, int]]]) -> Doc:
    spans = [Span(doc, a, b, span_id=str(n)) for n, chain in enumerate(chains) for a, b in chain]
    doc.spans["coref"] = SpanGroup(doc, spans=spans)
    return doc


def examples(nlp, parsed: bool) -> list[Example]:
    found = []
    for text, chains in SENTENCES.items():
        doc = nlp.make_doc(text)
        for name, pipe in nlp.pipeline if parsed else ():
            doc = doc if name == "corefpipe" else pipe(doc)
        found.append(Example(nlp.make_doc(text), chained(doc, chains)))
    return found


def chains_of(doc: Doc) -> list[list[tuple[int, int]]]:
    return sorted([(span.start, span.end) for span in chain] for chain in doc._.coref)


@pytest.fixture
def untrained(base):
    """The components of the base pipeline and an untrained resolver."""
    nlp = spacy.blank("en", vocab=base.vocab)
    for name in base.pipe_names:
        nlp.add_pipe(name, source=base)
    return nlp


@pytest.mark.parametrize("parsed", [True, False])
def test_two_sentences_are_learned_by_heart(untrained, parsed):
    nlp = untrained
    component = nlp.add_pipe("corefpipe")
    given = examples(nlp, parsed)
    settings = {"passes": 20, "false_start": 1.0, "false_link": 1.0}
    component.initialize(lambda: given, nlp=nlp, settings=settings)
    for text, chains in SENTENCES.items():
        assert chains_of(nlp(text)) == sorted(chains)
    scores = nlp.evaluate(given)
    assert scores["coref_f"] == scores["coref_p"] == scores["coref_r"] == 1.0
    assert scores["coref_per_doc"] == [1.0, 1.0]


def test_given_mentions_are_learned_from_alone(untrained):
    nlp = untrained
    component = nlp.add_pipe("corefpipe", config={"mentions": "spans:mine"})
    component.initialize(lambda: examples(nlp, True), nlp=nlp, settings={"passes": 20})
    assert component.resolver.selector is None
    text, chains = next(iter(SENTENCES.items()))
    with nlp.select_pipes(disable="corefpipe"):
        doc = nlp(text)
    doc.spans["mine"] = [doc[start:end] for chain in chains for start, end in chain]
    assert chains_of(component(doc)) == sorted(chains)


def test_nlp_initialize_reads_the_config(base):
    nlp = spacy.blank("en")
    nlp.add_pipe("corefpipe")
    given = []
    for example in examples(base, True):
        docs = [Doc(nlp.vocab).from_bytes(doc.to_bytes()) for doc in (example.predicted, example.reference)]
        given.append(Example(*docs))
    nlp.config["initialize"]["components"]["corefpipe"] = {"learner": "no such"}
    with pytest.raises(SettingError, match="unknown learner 'no such'"):
        nlp.initialize(lambda: given)
    nlp.config["initialize"]["components"]["corefpipe"] = {"settings": {"passes": 5}, "min_count": 2}
    nlp.initialize(lambda: given)
    resolver = nlp.get_pipe("corefpipe").resolver
    assert resolver.meta["learner"] == "l3m"
    assert len(resolver.weights)


def test_without_chains_the_configured_model_stays(model):
    nlp = spacy.blank("en")
    component = nlp.add_pipe("corefpipe", config={"model": str(model)})
    with warnings.catch_warnings():
        warnings.simplefilter("error", CorefpipeWarning)
        nlp.initialize()
    assert component.resolver.meta == {"mentions": "predicted"}
    empty = Doc(nlp.vocab, ["She", "left"])
    with pytest.warns(CorefpipeWarning, match=r'nothing is learned and the model ".*tiny" stays\. Put them into'):
        nlp.initialize(lambda: [Example(empty, chained(empty.copy(), []))])
    assert component.resolver.meta == {"mentions": "predicted"}


@pytest.fixture
def network(tmp_path):
    write_network(tiny_files(), tmp_path / "network")
    return tmp_path / "network"


def has_weights_of_context(component):
    features = component.resolver.features
    return any(template in features.spec.of_context for template in features.fitted.template.tolist())


def test_how_far_to_trust_a_network_is_learned_on_unseen_examples(untrained, network):
    nlp = untrained
    component = nlp.add_pipe("corefpipe")
    given = examples(nlp, False)
    found = []
    for unseen in (None, lambda nlp: given[:1], lambda nlp: examples(nlp, True)[:1]):
        component.initialize(lambda: given, nlp=nlp, context=str(network), unseen=unseen)
        assert component.resolver.meta["context"] == component.resolver.features.context.name == "tiny"
        assert has_weights_of_context(component)
        found.append(component.resolver.weights.tolist())
    assert found[0] != found[1] == found[2]  # unparsed ones are parsed by the components before
    component.initialize(lambda: given, nlp=nlp)
    assert component.resolver.features.context is None


def test_given_mentions_with_a_network(untrained, network):
    nlp = untrained
    component = nlp.add_pipe("corefpipe", config={"mentions": "ents"})
    given = examples(nlp, True)
    component.initialize(lambda: given, nlp=nlp, context=str(network), unseen=lambda nlp: given)
    assert component.resolver.selector is None
    assert has_weights_of_context(component)


@pytest.fixture
def read(base, network, tmp_path):
    """A pipeline initialized with a network by its config, and what it was trained on."""
    nlp = spacy.blank("en")
    nlp.add_pipe("corefpipe")
    given = []
    for example in examples(base, True):
        docs = [Doc(nlp.vocab).from_bytes(doc.to_bytes()) for doc in (example.reference, example.reference)]
        given.append(Example(*docs))
    DocBin(docs=[example.reference for example in given]).to_disk(tmp_path / "unseen.spacy")
    reader = {"@readers": "spacy.Corpus.v1", "path": str(tmp_path / "unseen.spacy"), "gold_preproc": False}
    plan = {"context": str(network), "unseen": reader, "settings": {"passes": 20}}
    nlp.config["initialize"]["components"]["corefpipe"] = plan
    nlp.initialize(lambda: given)
    return nlp, [example.reference for example in given]


def test_nlp_initialize_reads_a_network(read):
    nlp, docs = read
    component = nlp.get_pipe("corefpipe")
    assert component.resolver.features.context.name == "tiny"
    assert has_weights_of_context(component)
    assert "coref_f" in nlp.evaluate([Example(doc.copy(), doc) for doc in docs])


def test_a_pipeline_keeps_its_network(read, network, tmp_path):
    nlp, docs = read
    nlp.to_disk(tmp_path / "pipeline")
    for path in (tmp_path / "unseen.spacy", *network.iterdir()):
        path.unlink()
    again = [spacy.load(tmp_path / "pipeline"), spacy.blank("en").from_config(nlp.config).from_bytes(nlp.to_bytes())]
    for other in again:
        component = other.get_pipe("corefpipe")
        assert component.resolver.features.context.name == "tiny"
        assert component.resolver.to_bytes() == nlp.get_pipe("corefpipe").resolver.to_bytes()
        for doc in docs:
            assert chains_of(component(doc.copy())) == chains_of(nlp.get_pipe("corefpipe")(doc.copy()))


def test_a_network_that_cannot_be_used(untrained, network, tmp_path):
    nlp = untrained
    component = nlp.add_pipe("corefpipe")
    given = examples(nlp, True)
    with pytest.raises(SettingError, match=r'and no network\. Give its folder, or use context="FOLDER"'):
        component.initialize(lambda: given, nlp=nlp, unseen=lambda nlp: given)
    with pytest.raises(ModelError, match="no network"):
        component.initialize(lambda: given, nlp=nlp, context=str(tmp_path))
    plain = [Example(example.predicted, example.predicted) for example in given]
    with pytest.raises(AnnotationError, match=r"no coreference in the unseen documents. Put chains into example\."):
        component.initialize(lambda: given, nlp=nlp, context=str(network), unseen=lambda nlp: plain)
