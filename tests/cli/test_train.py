"""`corefpipe train`, and training, resolving and scoring one after another."""

from __future__ import annotations

import json
import os
import shutil
import sys

import pytest

from corefpipe.clustering.decoders import L3MDecoder
from corefpipe.clustering.named import decoder_name
from corefpipe.clustering.registry import DECODERS, LEARNERS
from corefpipe.resolver.model import Resolver
from corefpipe.resolver.settings import default_settings


@pytest.fixture
def train(run, samples):
    """Function that runs `corefpipe train` on a sample with the given options."""

    def run_train(folder, *options, data=samples / "bakery.conllu", dev=samples / "bakery.conllu"):
        return run("train", data, "--dev", dev, "-o", folder, "--min-count", "1", *options)

    return run_train


@pytest.mark.parametrize("gamma", ["0", "1"])
def test_train_resolve_score(run, train, samples, tmp_path, gamma):
    key, response = samples / "ferry.conllu", tmp_path / "response.conllu"
    code, out, err = train(
        tmp_path / "model", "--mentions", "gold", "--passes", "15", "--gamma", gamma, data=key, dev=key
    )
    assert (code, err.partition(f"{key.name}: ")[2]) == (
        0,
        "the model is scored on its training data, so the scores are too good\n",
    )
    assert out.splitlines()[-1] == f"Model written to {tmp_path / 'model'}"
    settings = ("--model", tmp_path / "model", "--mentions", "gold", "-o", response)
    assert run("resolve", key, *settings) == (0, "", "")
    code, out, _ = run("score", key, response, "--json")
    scores = json.loads(out)
    assert code == 0
    assert scores["mentions"]["f1"] == 1
    assert scores["conll"] > 0.95
    meta = Resolver.from_disk(tmp_path / "model").meta
    assert meta["dev_conll"] == pytest.approx(scores["conll"], abs=1e-6)


def test_metadata_of_the_model(train, tmp_path):
    train(tmp_path, "--gamma", "0.5", "--passes", "2", "--seed", "3", "--set", "rate=0.2", "--set", "threshold=0.1")
    resolver = Resolver.from_disk(tmp_path)
    assert resolver.decoder == L3MDecoder(0.5, 0.1)
    assert resolver.base == "en"
    wanted = {"mentions": "predicted", "parse": "predicted", "features": "default", "min_count": 1}
    wanted |= {"learner": "l3m", "decoder": "l3m", "gamma": 0.5, "passes": 2, "seed": 3, "rate": 0.2}
    wanted |= {"trained_on": ["bakery.conllu"], "dev": ["bakery.conllu"]}
    assert wanted.items() <= resolver.meta.items()
    # Settings that are not given have the defaults of training.
    assert default_settings("l3m", "predicted").items() <= {**resolver.meta, "passes": 3}.items()
    assert 0 < resolver.meta["dev_conll"] <= 1


@pytest.mark.parametrize("learner", LEARNERS)
def test_every_learner(train, tmp_path, learner):
    code, _, _ = train(tmp_path, "--learner", learner, "--parse", "given", "--mentions", "gold")
    assert code == 0
    resolver = Resolver.from_disk(tmp_path)
    assert resolver.meta["learner"] == learner
    assert resolver.meta["decoder"] == decoder_name(resolver.decoder) == LEARNERS[learner].decoder
    assert resolver.weights.any()
    assert resolver.meta["dev_conll"] > 0


@pytest.mark.parametrize("decoder", DECODERS)
def test_every_decoder(train, run, samples, tmp_path, decoder):
    code, _, _ = train(tmp_path, "--decoder", decoder, "--parse", "given", "--mentions", "gold", "--passes", "5")
    assert code == 0
    assert Resolver.from_disk(tmp_path).meta["decoder"] == decoder
    resolved = run("resolve", samples / "bakery.conllu", "--model", tmp_path, "--mentions", "gold", "--format", "jsonl")
    assert (resolved[0], resolved[2]) == (0, "")


def test_the_same_model_again(train, tmp_path):
    for name in ("a", "b"):
        assert train(tmp_path / name, "--passes", "2", "--parse", "given")[0] == 0
    for path in (tmp_path / "a").iterdir():
        assert path.read_bytes() == (tmp_path / "b" / path.name).read_bytes()


def test_a_custom_feature_set(train, tmp_path):
    text = 'name = "mine"\n[[link]]\nfeatures = ["head_match"]\n[[start]]\nfeatures = ["ana.type"]\n'
    (tmp_path / "mine.toml").write_text(text)
    code, _, _ = train(tmp_path / "model", "--features", tmp_path / "mine.toml", "--passes", "2")
    assert code == 0
    assert Resolver.from_disk(tmp_path / "model").features.name == "mine"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--gamma", "1.5"], "Error: gamma is 1.5. It must be a number from 0 (Max-Left-Link) to 1"),
        (["--l2", "-1"], "Error: l2 is -1.0. It must be a number, 0 or more"),
        (["--passes", "0"], "Error: passes is 0. At least one pass is needed"),
        (["--seed", "-1"], "Error: seed is -1. It must be a whole number from 0 to"),
        (["--set", "threshold=nan"], "Error: threshold is nan. It must be a finite number"),
        (["--set", "threshold=-inf"], "Error: threshold is -inf. It must be a finite number"),
        (["--gamma", "nan"], "Error: gamma is nan. It must be a finite number"),
        (["--l2", "inf"], "Error: l2 is inf. It must be a finite number"),
        (["--set", "rate=0"], "Error: rate is 0.0. It must be a number above 0"),
        (["--set", "rate=fast"], "Error: rate cannot be 'fast'. Valid: a number"),
        (["--set", "step=slow"], "Error: step cannot be 'slow'. Valid: adagrad, sgd"),
        (["--set", "average=1"], "Error: average cannot be 1. Valid: true or false"),
        (["--set", "rat=1"], "Error: unknown setting 'rat'. Did you mean rate? Learner l3m and decoder l3m have gamma"),
        (["--set", "rate"], "Error: --set rate has no value. Write --set NAME=VALUE"),
        (["--set", "gamma=1", "--gamma", "1"], "Error: gamma is given twice"),
        (["--learner", "l3m-batch", "--passes", "2"], "Error: unknown setting 'passes'. Learner l3m-batch and decoder"),
        (["--learner", "l4m"], "Error: unknown learner 'l4m'. Did you mean l3m"),
        (["--decoder", "l4m"], "Error: unknown decoder 'l4m'. Did you mean l3m"),
        (["--features", "defualt"], "Error: unknown feature set 'defualt'. Did you mean default? Valid are"),
        (["--base", "no_such_package"], "Error: no base pipeline 'no_such_package'"),
    ],
)
def test_errors(train, tmp_path, options, message):
    code, out, err = train(tmp_path / "model", *options, data=tmp_path / "found too late.conllu")
    assert (code, out) == (2, "")
    assert err.startswith(message)
    assert len(err.splitlines()) == 1
    assert not (tmp_path / "model").exists()


@pytest.mark.parametrize("side", ["data", "dev"])
def test_documents_without_chains(train, samples, tmp_path, side):
    code, _, err = train(tmp_path / "model", **{side: samples / "bakery.txt"})
    assert code == 2
    assert err.startswith(
        f"Error: no coreference in {samples / 'bakery.txt'}. The {'dev' if side == 'dev' else 'train'} documents"
    )
    assert not (tmp_path / "model").exists()


def test_an_error_leaves_the_old_model(train, samples, tmp_path):
    assert train(tmp_path / "model", "--passes", "1")[0] == 0
    before = {path.name: path.read_bytes() for path in (tmp_path / "model").iterdir()}
    broken = tmp_path / "broken.conllu"
    broken.write_text(
        (samples / "bakery.conllu").read_text(encoding="utf-8").replace("Entity=e1)", "_"), encoding="utf-8"
    )
    code, _, err = train(tmp_path / "model", "--overwrite", data=broken)
    assert code == 2
    assert err.startswith(f"Error: {broken}:")
    assert before == {path.name: path.read_bytes() for path in (tmp_path / "model").iterdir()}


def test_the_output_is_checked_first(train, tmp_path):
    (tmp_path / "model").write_text("mine")
    code, out, err = train(tmp_path / "model", data=tmp_path / "none")
    assert (code, out) == (2, "")
    assert err.startswith(f"Error: {tmp_path / 'model'}: a file, not a folder")
    assert (tmp_path / "model").read_text() == "mine"


def test_other_files_and_models_are_kept(train, model, tmp_path):
    """The folder is checked before anything is read."""
    shutil.copytree(model, tmp_path / "model")
    before = (tmp_path / "model" / "weights.npz").read_bytes()
    code, _, err = train(tmp_path / "model", data=tmp_path / "none")
    why = "there is a model already. Name another folder, or replace it with --overwrite"
    assert (code, err) == (2, f"Error: {tmp_path / 'model'}: {why}\n")
    for options in ([], ["--overwrite"]):
        code, _, err = train(tmp_path, *options, data=tmp_path / "none")
        why = "the folder has other files (model). Name a new folder for the model"
        assert (code, err) == (2, f"Error: {tmp_path}: {why}\n")
    assert (tmp_path / "model" / "weights.npz").read_bytes() == before
    assert train(tmp_path / "model", "--overwrite", "--passes", "1")[0] == 0
    assert (tmp_path / "model" / "weights.npz").read_bytes() != before


@pytest.mark.parametrize("options", [[], ["-o", "model", "--passes", "few"], ["-o", "model", "--l2", ""]])
def test_usage_errors(run, samples, options):
    code, out, err = run("train", samples / "bakery.conllu", "--dev", samples / "bakery.conllu", *options)
    assert (code, out) == (2, "")
    assert "Traceback" not in err


def test_help_teaches(run):
    code, out, _ = run("train", "--help")
    assert code == 0
    assert "corefpipe resolve --model my-model text.txt" in out
    for name, entry in [*LEARNERS.items(), *DECODERS.items()]:
        assert any(line.split()[:1] == [name] and line.endswith(f"  {entry.summary}") for line in out.splitlines())


def test_the_calibration_error_is_cross_fitted(train, samples, tmp_path):
    code, out, _ = train(tmp_path / "a", "--passes", "1", dev=samples / "bakery.conllu")
    assert code == 0
    assert "Expected calibration error: not measured, which takes two or more dev documents" in out
    assert "dev_calibration_error" not in Resolver.from_disk(tmp_path / "a").meta
    code, out, _ = train(tmp_path / "b", "--passes", "1", "--dev", samples / "ferry.conllu")
    assert code == 0
    meta = Resolver.from_disk(tmp_path / "b").meta
    assert meta["dev_calibration_folds"] == 2
    assert f"on dev: {meta['dev_calibration_error']:.3f} (cross-fitted in 2 folds)" in out


def test_nothing_learned_is_said(train, samples, tmp_path):
    code, _, err = train(tmp_path / "model", "--set", "rate=1e-30", "--passes", "1", dev=samples / "ferry.conllu")
    assert (code, err.partition(":")[2].partition(",")[0]) == (0, " nothing was learned: all weights are 0")


def test_learning_that_diverges(train, tmp_path):
    code, _, err = train(tmp_path / "model", "--set", "rate=1e30", "--passes", "1")
    assert code == 2
    assert err.splitlines()[-1].startswith("Error: learning has diverged: the weights are not finite, or too large")
    assert not (tmp_path / "model").exists()


def test_a_feature_set_without_features_of_starts(train, tmp_path):
    (tmp_path / "mine.toml").write_text('[[link]]\nfeatures = ["head_match"]\n')
    assert train(tmp_path / "model", "--features", tmp_path / "mine.toml", "--passes", "1")[0] == 0
    assert Resolver.from_disk(tmp_path / "model").selector is not None


def test_names_of_files_that_are_not_utf_8(train, samples, tmp_path):
    data = tmp_path / os.fsdecode(b"caf\xe9.conllu")
    shutil.copy(samples / "bakery.conllu", data)
    assert train(tmp_path / "model", "--passes", "1", data=data)[0] == 0
    assert Resolver.from_disk(tmp_path / "model").meta["trained_on"] == ["caf?.conllu"]


def test_dev_documents_that_are_trained_on(train, samples, tmp_path):
    _, _, err = train(tmp_path / "model", "--passes", "1", data=samples / "ferry.conllu", dev=samples / "ferry.conllu")
    assert err.startswith(f"Warning: {(samples / 'ferry.conllu').resolve()}: the model is scored on its training data")


def test_a_missing_solver_is_told_before_anything_is_read(run, monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "clarabel", None)
    missing = tmp_path / "none.conllu"
    assert run("train", missing, "--dev", missing, "--learner", "correlation-svm", "-o", tmp_path / "model") == (
        2,
        "",
        "Error: CorrelationSVMLearner needs Clarabel, which is not installed. pip install 'corefpipe[svm]'\n",
    )
