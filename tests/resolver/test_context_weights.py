"""Models with a network: trained, resolved, explained, written and read."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.networks import tiny_context, tiny_files

import corefpipe
from corefpipe.clustering.learners import l3m_batch
from corefpipe.clustering.learners.l3m_batch import L3MBatchLearner
from corefpipe.clustering.links import Links
from corefpipe.document import Document
from corefpipe.exceptions import ModelError, SettingError
from corefpipe.features import FeatureSet
from corefpipe.network.files import write_network
from corefpipe.parsing import pipelines
from corefpipe.resolver.context_weights import MARGINS, trusted
from corefpipe.resolver.explain import explain
from corefpipe.resolver.files import NETWORK
from corefpipe.resolver.model import Resolver
from corefpipe.resolver.resolving import resolve_docs
from corefpipe.resolver.training import TrainingSettings
from corefpipe.resolver.trust import Trust
from corefpipe.spacy_component.component import CorefComponent

TEXT = "Mary Bell swept the steps before she opened the shop. Her brother and Tom were at the oven, and they sang."


@pytest.fixture(autouse=True)
def one_base(monkeypatch, base):
    monkeypatch.setattr(pipelines, "load_base", lambda name="en": base)


@pytest.fixture(scope="module")
def network(tmp_path_factory):
    folder = tmp_path_factory.mktemp("network")
    write_network(tiny_files(), folder)
    return folder


def copies(annotated):
    return [(doc.copy(), document) for doc, document in annotated]


def trained(annotated, network, **options):
    return corefpipe.train(copies(annotated), min_count=1, context=str(network), **options).resolver


@pytest.fixture(scope="module")
def read(annotated, network, base):
    """A model that has learned how far to trust the network."""
    return trained(annotated, network, unseen=copies(annotated))


def context_columns(resolver):
    of_context = list(resolver.features.spec.of_context)
    return np.isin(resolver.features.fitted.template, of_context)


def chains(resolver, doc):
    return [mention.span for mention in next(resolve_docs([(doc, Document("x"))], resolver)).document().mentions]


def test_other_weights_are_multiplied_by_one_number():
    # Of two candidates the nearer one is right, and the known score says nothing.
    random = np.random.default_rng(0)
    links = Links.windows([40] * 5, 2)
    labels = [np.zeros(40, dtype=np.int64) for _ in range(5)]
    features = random.normal(size=(links.n_links, 3)).astype(np.float32)
    right = links.coreferent(labels)
    features[:, 2] = right
    known, is_new = np.array([1.0, 2.0, 9.0]), np.array([False, False, True])
    found = trusted(links.with_features(features), labels, known, is_new, MARGINS["predicted"])
    assert found[1] == pytest.approx(2 * found[0], abs=1e-5)
    assert found[2] > 1


def test_gold_mentions_have_margins_of_their_own(annotated, monkeypatch):
    used = []

    def learner(**settings):
        used.append({name: settings[name] for name in MARGINS["gold"]})
        return L3MBatchLearner(**settings)

    monkeypatch.setattr(l3m_batch, "L3MBatchLearner", learner)
    for mentions in ("predicted", "gold"):
        plain = corefpipe.train(copies(annotated), min_count=1, mentions=mentions).resolver
        plain.add_context(tiny_context(), copies(annotated), mentions)
        other = corefpipe.train(copies(annotated), min_count=1, mentions=mentions).resolver
        Trust.learn(other, tiny_context(), copies(annotated), mentions)
    assert used == [MARGINS["predicted"]] * 2 + [MARGINS["gold"]] * 2


def test_a_network_that_knows_is_trusted(annotated, read):
    own = context_columns(read)
    assert own.sum() > 5
    assert np.abs(read.weights[own]).max() > 0.01


def test_without_documents_apart_all_weights_are_learned_together(annotated, network, read):
    joint = trained(annotated, network)
    assert context_columns(joint).any()
    assert joint.meta["context"] == "tiny"
    assert not np.array_equal(joint.weights, read.weights)


def test_a_trained_model_is_given_a_network(annotated, read):
    plain = corefpipe.train(copies(annotated), min_count=1).resolver
    plain.add_context(tiny_context(), copies(annotated))
    assert np.array_equal(plain.weights, read.weights)
    assert np.array_equal(plain.selector.classifier.weights, read.selector.classifier.weights)


def test_gold_mentions(annotated, network):
    found = trained(annotated, network, mentions="gold", unseen=copies(annotated))
    assert found.selector is None
    assert context_columns(found).any()


def test_a_set_of_its_own(annotated, network):
    found = trained(annotated, network, features="context")
    assert context_columns(found).all()
    assert any(resolution.labels.size for resolution in (found.resolve(doc).decoding for doc, _ in annotated))


def test_several_docs_give_the_same_as_each(annotated, read):
    docs = [doc for doc, _ in annotated]
    together = read.resolve_all([(doc, None) for doc in docs])
    for doc, found in zip(docs, together, strict=True):
        alone = read.resolve(doc)
        assert np.array_equal(found.decoding.labels, alone.decoding.labels)
        assert np.array_equal(found.link, alone.link)


def test_written_and_read(read, tmp_path, base):
    read.to_disk(tmp_path)
    again = Resolver.from_disk(tmp_path)
    doc = base(TEXT)
    assert chains(again, doc) == chains(read, doc)
    assert again.to_bytes() == read.to_bytes()
    assert Resolver.from_bytes(read.to_bytes()).to_bytes() == read.to_bytes()


def test_a_plain_model_takes_the_network_away(read, resolver, tmp_path):
    read.to_disk(tmp_path)
    resolver.to_disk(tmp_path, overwrite=True)
    assert not (tmp_path / NETWORK).exists()
    read.to_disk(tmp_path, overwrite=True)
    assert (tmp_path / NETWORK).is_dir()


def test_a_network_that_is_damaged_or_missing(read, tmp_path):
    read.to_disk(tmp_path)
    (tmp_path / NETWORK / "heads.npz").write_bytes(b"")
    with pytest.raises(ModelError, match=r"network: heads\.npz has changed"):
        Resolver.from_disk(tmp_path)
    (tmp_path / NETWORK / "heads.npz").unlink()
    with pytest.raises(ModelError, match=r"no network: heads\.npz missing"):
        Resolver.from_disk(tmp_path)


def test_context_is_one_reason(read, base):
    doc = base(TEXT)
    found = explain(read, doc, doc[6:7], doc[0:2])
    (reason,) = (reason for reason in found.reasons if reason.text == "context")
    assert reason.about.startswith("The context network's score of the link")
    assert reason.weight
    assert found.score == pytest.approx(sum(reason.weight for reason in found.reasons))


def test_in_a_pipeline(read, tmp_path, base):
    read.to_disk(tmp_path / "model")
    component = CorefComponent(str(tmp_path / "model"))
    doc = component(base(TEXT))
    assert doc._.coref.resolved
    again = CorefComponent().from_bytes(component.to_bytes())
    assert again.resolver.features.context.name == "tiny"


def test_commands(read, tmp_path, run, samples):
    read.to_disk(tmp_path / "model")
    text = tmp_path / "text.txt"
    text.write_text(TEXT)
    code, _, error = run("resolve", text, "--model", tmp_path / "model")
    assert (code, error) == (0, "")
    code, out, _ = run("explain", "--text", TEXT, "--mention", "she", "--model", tmp_path / "model")
    assert code == 0
    assert "context" in out


def test_training_by_command(network, tmp_path, run, samples):
    corpus = samples / "bakery.conllu"
    out = tmp_path / "model"
    more = ("--context", network, "--unseen", corpus, "--min-count", 1, "-o", out)
    code, _, error = run("train", corpus, "--dev", corpus, *more)
    assert code == 0, error
    assert Resolver.from_disk(out).features.context.name == "tiny"


def test_documents_without_a_network(annotated):
    with pytest.raises(SettingError, match=r'and no network\. Give its folder, or use context="FOLDER"'):
        corefpipe.train(copies(annotated), unseen=copies(annotated))


def test_a_set_without_a_network(annotated):
    with pytest.raises(SettingError, match="'context' has features of context"):
        corefpipe.train(copies(annotated), features="context")
    with pytest.raises(SettingError, match="features of context need a network"):
        FeatureSet("context").fit_transform(copies(annotated))


def test_a_folder_without_a_network(annotated, tmp_path):
    with pytest.raises(ModelError, match=r"no network: network\.toml"):
        corefpipe.train(copies(annotated), context=str(tmp_path))


def test_a_base_without_a_network_is_told():
    with pytest.raises(SettingError, match="the base pipeline 'blank:en' has no network that reads for coreference"):
        TrainingSettings(base="blank:en", parse="given", context="encoder").check()
