"""Tuning with a network: weights without it, then on unseen documents how far to trust it, as in training."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from helpers.networks import tiny_context, tiny_files
from helpers.tuning import CONLL, tune_in_memory

import corefpipe
from corefpipe.exceptions import FormatError, SettingError
from corefpipe.features import FeatureSet, Spec
from corefpipe.formats import read
from corefpipe.network.files import write_network
from corefpipe.network.piece_reader import PieceReader
from corefpipe.parsing import pipelines
from corefpipe.parsing.annotate import unwatched
from corefpipe.resolver.training import TrainingSettings
from corefpipe.tuning import CACHE, Corpora, Plan, Prepared, check_folder, group_names, parts_of, prepare, tune_files


def features(name="default"):
    found = FeatureSet(name)
    found.use_context(tiny_context())
    return found


@pytest.fixture(scope="module")
def prepared(annotated):
    return prepare(annotated[:1], annotated[:1], features(), "gold", unseen=annotated[1:])


@pytest.fixture
def network(tmp_path):
    write_network(tiny_files(), tmp_path / "network")
    return tmp_path / "network"


@pytest.mark.parametrize("mentions", ["gold", "predicted"])
def test_a_trial_is_scored_as_the_model_that_is_trained_so(annotated, network, base, monkeypatch, mentions):
    monkeypatch.setattr(pipelines, "load_base", lambda name="en": base)
    first, second = ([(doc.copy(), document)] for doc, document in annotated)
    read = prepare(first, second, features(), mentions, unseen=second)
    trials = tune_in_memory(read, passes=[1, 3], mentions=mentions)
    for trial in trials:
        how = {"mentions": mentions, "min_count": 1, "context": str(network), "parameters": {"passes": trial.passes}}
        trained = corefpipe.train(first, second, unseen=second, **how)
        assert trial.scores["conll"] == pytest.approx(trained.evaluation.score.conll)
    apart = tune_in_memory(prepare(first, second, FeatureSet("default"), mentions), passes=[3], mentions=mentions)
    assert apart[0].scores != trials[1].scores


def test_weights_are_those_of_a_trained_model(annotated, prepared, network, base, monkeypatch):
    monkeypatch.setattr(pipelines, "load_base", lambda name="en": base)
    how = TrainingSettings("gold", min_count=1)
    plain = corefpipe.train(annotated[:1], settings=how).resolver
    whole = FeatureSet("default").fit(annotated[:1])
    coef = np.zeros(len(whole.fitted), dtype=np.float32)
    coef[np.isin(whole.fitted.names(), plain.features.fitted.names())] = plain.weights
    found = prepared.unseen.with_context(coef)
    model = corefpipe.train(annotated[:1], unseen=annotated[1:], settings=replace(how, context=str(network))).resolver
    assert np.array_equal(found[np.flatnonzero(found)].astype(np.float16), model.weights.astype(np.float16))


def test_a_network_without_unseen_documents(annotated):
    read = prepare(annotated[:1], annotated[1:], features("context"), "gold")
    assert read.unseen is None
    assert tune_in_memory(read, passes=[1])[0].scores["conll"] > 0


def test_unseen_documents_without_a_network(annotated):
    with pytest.raises(SettingError, match="features of context need a network"):
        prepare(annotated[:1], annotated[1:], FeatureSet("default"), "gold", unseen=annotated[1:])


def test_saved_and_loaded(prepared, tmp_path):
    saved = prepared.save(tmp_path / CACHE)
    assert saved.signature() == prepared.signature() != replace(prepared, unseen=None).signature()
    assert tune_in_memory(saved, passes=[1])[0].scores == tune_in_memory(prepared, passes=[1])[0].scores
    check_folder(tmp_path)
    (tmp_path / CACHE / "unseen.data.npy").unlink()
    with pytest.raises(FormatError, match="no prepared data"):
        Prepared.load(tmp_path / CACHE)


def test_an_ablation(prepared):
    groups = group_names(Spec.load("default").joined(Spec.load("context")))
    assert set(groups) == set(prepared.groups)
    assert "Context" in groups
    own = int(prepared.groups["Context"].sum())
    assert own > 0
    without = prepared.part({"without": "Context"})
    assert without.train.links.features.shape == prepared.train.links.features.shape
    assert len(without.unseen.before) == len(prepared.unseen.before) - own
    gone = int(prepared.groups["Agreement"].sum())
    assert gone > 0
    without = prepared.part({"without": "Agreement"})
    columns = without.train.links.features.shape[1]
    assert columns == prepared.train.links.features.shape[1] - gone
    before = without.unseen.before
    assert before[before >= 0].tolist() == list(range(columns))
    assert without.dev.links.features.shape[1] == without.unseen.part.links.features.shape[1] == len(before)
    trials = tune_in_memory(prepared, passes=[1], data=parts_of(groups=["Agreement", "Context"]))
    assert [bool(trial.error) for trial in trials] == [False] * 3
    assert trials[0].scores == tune_in_memory(prepared, passes=[1])[0].scores


def test_learners_without_weights_fail(prepared, monkeypatch):
    class Weightless:
        def fit(self, links, labels):
            return self

    monkeypatch.setattr("corefpipe.tuning.trial_runner.make_learner", lambda *given: Weightless())
    (trial,) = tune_in_memory(prepared, learner="l3m-batch")
    assert trial.error.startswith("Weightless has learned no weights of features")


@pytest.fixture
def tune(samples, network, tmp_path):
    """Function that tunes on files with a network, and returns trials and the parts that were read."""
    how = TrainingSettings("gold", "given", min_count=1, context=str(network))
    ferry, bakery = ([samples / f"{name}.conllu"] for name in ("ferry", "bakery"))
    given = Corpora([*ferry, *bakery], ferry, [], how, bakery)

    def tune(*documents, **changed):
        parts = []

        def read_all(paths, part):
            parts.append(part)
            return [document for path in paths for document in read(path)]

        plan = Plan.of(passes=[1], data=parts_of(documents))
        corpora = replace(given, **changed)
        return tune_files(tmp_path / "out", corpora, plan, CONLL, read=read_all, watch=unwatched, processes=1), parts

    return tune


def test_files_are_read_once(tune):
    first, parts = tune()
    assert parts == ["train", "dev", "partial", "unseen"]
    assert tune() == (first, [])


def test_other_unseen_documents_or_another_network_do_not_continue(tune, samples, network):
    tune()
    with pytest.raises(SettingError, match="made with other settings or data: unseen"):
        tune(unseen=[samples / "ferry.conllu"])
    with pytest.raises(SettingError, match="made with other settings or data: unseen"):
        tune(unseen=[])
    write_network(tiny_files(1), network)
    with pytest.raises(SettingError, match="made with other settings or data: context"):
        tune()


def test_a_cache_of_other_unseen_documents_is_not_used(tune, samples, tmp_path):
    tune()
    (tmp_path / "out" / "results.jsonl").unlink()
    assert tune(unseen=[samples / "ferry.conllu"])[1] == ["train", "dev", "partial", "unseen"]


def test_unseen_files_without_a_network(tune, tmp_path):
    with pytest.raises(SettingError, match=r"documents that a network has not seen, and no network\. Give its folder"):
        tune(settings=TrainingSettings("gold", "given"))
    assert not (tmp_path / "out").exists()


def test_a_learning_curve_reads_each_text_once(tune, monkeypatch):
    texts = []
    plain = PieceReader.__call__
    monkeypatch.setattr(PieceReader, "__call__", lambda self, text: texts.append(text) or plain(self, text))
    trials, parts = tune(1, 2)
    assert [trial.error for trial in trials] == ["", ""]
    assert parts == ["train", "dev", "partial", "unseen"]
    assert len(texts) == 2  # of dev and of unseen
