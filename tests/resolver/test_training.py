"""`corefpipe.train`: from documents to a scored and calibrated model."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import corefpipe
from corefpipe.clustering.learners import L3MLearner
from corefpipe.document import Document, Mention
from corefpipe.exceptions import AnnotationError, ModelError, SettingError
from corefpipe.features import FeatureSet
from corefpipe.parsing import pipelines
from corefpipe.parsing.annotate import annotate
from corefpipe.resolver.evaluate import evaluate
from corefpipe.resolver.learning import learn_tables
from corefpipe.resolver.model import Resolver
from corefpipe.resolver.training import TrainingSettings


@pytest.fixture(autouse=True)
def one_base(monkeypatch, base):
    load_base = pipelines.load_base
    monkeypatch.setattr(pipelines, "load_base", lambda name="en": base if name == "en" else load_base(name))


@pytest.fixture(scope="module")
def documents(samples):
    return list(corefpipe.read(samples, "conllu"))


def copies(annotated):
    return [(doc.copy(), document) for doc, document in annotated]


@pytest.mark.parametrize("mentions", ["gold", "predicted"])
def test_as_by_hand(documents, annotated, mentions):
    trained = corefpipe.train(documents, documents, mentions=mentions, min_count=1, parameters={"passes": 4})
    settings = trained.resolver.meta
    learner = L3MLearner(**{name: settings[name] for name in L3MLearner().get_params() if name in settings})
    wanted = Resolver(FeatureSet("default")).fit(annotated, learner, mentions)
    assert np.array_equal(trained.resolver.weights, wanted.weights)
    found = evaluate(wanted, copies(annotated), mentions)
    assert trained.evaluation.score.to_dict() == found.score.to_dict()
    assert settings["dev_conll"] == pytest.approx(found.score.conll, abs=1e-6)
    assert list(trained.resolver.calibrations) == ["predicted" if mentions == "predicted" else "given"]


def test_parsed_docs_are_not_parsed_again(documents, annotated, monkeypatch):
    wanted = corefpipe.train(documents, min_count=1).resolver
    monkeypatch.setattr(pipelines, "load_base", None)
    found = corefpipe.train(annotated, min_count=1)
    assert np.array_equal(found.resolver.weights, wanted.weights)
    assert found.evaluation is found.reliability is None
    assert found.resolver.calibrations == {}


def test_given_mentions_are_calibrated_apart(annotated):
    trained = corefpipe.train(copies(annotated), copies(annotated), dev_given=copies(annotated), min_count=1)
    assert set(trained.resolver.calibrations) == {"predicted", "given"}


def test_dev_documents_are_decoded_once(annotated, monkeypatch):
    decoded = []
    real = Resolver.decode
    monkeypatch.setattr(Resolver, "decode", lambda self, *args, **kept: decoded.append(1) or real(self, *args, **kept))
    corefpipe.train(copies(annotated), copies(annotated), min_count=1)
    assert len(decoded) == 1  # both are short, so they are decoded together


def test_written_and_read(annotated, tmp_path):
    trained = corefpipe.train(annotated, min_count=1, meta={"trained_on": ["samples"]})
    trained.to_disk(tmp_path / "model")
    read = Resolver.from_disk(tmp_path / "model")
    assert read.meta == trained.resolver.meta
    assert read.meta["trained_on"] == ["samples"]
    assert read.to_bytes() == trained.resolver.to_bytes()


def test_progress_is_shown_by_whoever_watches(documents):
    seen = []

    def watch(items, what, total):
        seen.append((what, total))
        return items

    corefpipe.train(documents, documents[:1], min_count=1, watch=watch)
    assert seen == [
        *(("parse train", 2), ("learn mentions", 1), ("select mentions", 2), ("parse partial", 0)),
        *(("learn features", 0), ("count features", 2), ("parse sparse", 0)),
        *(("compute features", 2), ("learn weights", 1), ("parse dev", 1)),
    ]


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"min_cuont": 3}, SettingError, "unknown setting 'min_cuont'. Did you mean min_count? Valid are"),
        ({"learner": "l4m"}, SettingError, "unknown learner 'l4m'"),
        ({"parameters": {"passes": 0}}, SettingError, "passes is 0"),
        ({"base": "none"}, ModelError, "no base pipeline 'none'"),
        ({"base": "blank:en"}, SettingError, "'blank:en' does not parse"),
        ({"base_steps": 3}, SettingError, "the number of steps is only for a base pipeline that is trained first"),
        ({"settings": TrainingSettings(), "min_count": 3}, SettingError, "settings and min_count are given"),
    ],
)
def test_wrong_settings(documents, options, error, message):
    with pytest.raises(error) as caught:
        corefpipe.train(documents, **options)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize("given", ["x.conllu", ["x.conllu"], Path("x"), 3, [None]])
@pytest.mark.parametrize("part", ["documents", "dev", "partial"])
def test_what_is_no_document(documents, part, given):
    with pytest.raises(AnnotationError, match=r"^an? \w+ is given where .*; of files, corefpipe\.read\(path\)"):
        corefpipe.train(**{"documents": documents, part: given})


def test_docs_are_no_documents(annotated):
    for given in (annotated[0][0], [annotated[0][0]]):
        with pytest.raises(AnnotationError, match=r"a Doc is given .*from_doc\(doc\)"):
            corefpipe.train(given)


@pytest.mark.parametrize("part", ["documents", "dev", "partial", "sparse", "dev_given"])
def test_documents_without_chains(documents, part):
    nothing = [Document("d", words=["It", "rains", "."])]
    parts = {"documents": documents, **{part: nothing}}
    with pytest.raises(AnnotationError, match=r"no coreference in the .* documents\. They need chains to learn from"):
        corefpipe.train(parts.pop("documents"), parts.pop("dev", ()), **parts)


def test_a_new_base_needs_documents(annotated):
    with pytest.raises(SettingError, match="a new base pipeline needs train documents"):
        corefpipe.train(annotated, annotated, base="new:en")


def test_one_mention_is_enough(base):
    document = Document("d", words=["She", "sings", "."], sentence_starts=[0], mentions=[Mention(0, 1, "1")])
    assert corefpipe.train([document], mentions="gold", min_count=1).resolver.singletons


def test_sparse_documents_teach_only_the_links_of_their_mentions(base):
    """Ann, whom she called. The chain of `she` is known, those of the other mentions are not."""
    words = "Ann met Bob and his old dog . She called them .".split()
    document = Document("d", words=words, mentions=[Mention(0, 1, "1"), Mention(2, 3, "2"), Mention(8, 9, "1")])
    (pair,) = annotate([document], base)
    features = FeatureSet("default")
    found = learn_tables(features, [pair], sparse=[pair])
    table, known = found.tables[1], found.known[1]
    spans = [(start, end) for start, end, _ in table.triples()]
    assert found.known[0] is None
    assert [span for span, is_known in zip(spans, known, strict=True) if is_known] == [(0, 1), (2, 3), (8, 9)]
    assert len(spans) > 3
    assert table.odds is not None
    links = found.links(features)[1]
    taught = links.antecedent[links.indptr[spans.index((8, 9))] : links.indptr[spans.index((8, 9)) + 1]]
    assert taught.tolist() == [-1, spans.index((0, 1)), spans.index((2, 3))]
    assert links.n_links == links.n_items + 2
