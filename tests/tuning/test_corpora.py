"""Tuning on annotated files: they are read and parsed only when necessary."""

from __future__ import annotations

from dataclasses import replace

import pytest

from corefpipe.exceptions import SettingError
from corefpipe.formats import read
from corefpipe.parsing.annotate import unwatched
from corefpipe.resolver.training import TrainingSettings
from corefpipe.tuning import CACHE, Corpora, Plan, measure_named, tune_files

HOW = TrainingSettings(mentions="gold", parse="given", min_count=1)


@pytest.fixture
def corpora(samples):
    return Corpora([samples / "ferry.conllu"], [samples / "bakery.conllu"], [], HOW)


@pytest.fixture
def tune(tmp_path):
    """Function that tunes on files and returns (trials, the parts that were read)."""

    def tune(corpora, metric="conll", **grid):
        parts = []

        def read_all(paths, part):
            parts.append(part)
            return [document for path in paths for document in read(path)]

        plan, measure = Plan.of(grid=grid, passes=[1]), measure_named(metric)
        return tune_files(tmp_path, corpora, plan, measure, read=read_all, watch=unwatched, processes=1), parts

    return tune


def test_files_are_read_once(tune, corpora, tmp_path):
    first, parts = tune(corpora, gamma=[0, 1])
    assert [trial.learner["gamma"] for trial in first] == [0, 1]
    assert parts == ["train", "dev", "partial", "unseen"]
    more, parts = tune(corpora, gamma=[0, 1, 0.5])
    assert (more[:2], parts) == (first, [])
    for file in (tmp_path / CACHE).iterdir():
        file.unlink()
    assert tune(corpora, gamma=[0, 1]) == (first, [])  # all trials are in the results, so nothing is read
    assert tune(corpora, gamma=[0.2])[1] == ["train", "dev", "partial", "unseen"]


def test_a_cache_of_other_files_is_not_used(tune, corpora, samples, tmp_path):
    tune(corpora)
    (tmp_path / "results.jsonl").unlink()
    assert tune(replace(corpora, partial=[samples / "bakery.conllu"]))[1] == ["train", "dev", "partial", "unseen"]


def test_signature(corpora, samples, tmp_path):
    copy = tmp_path / "copy.conllu"
    copy.write_bytes((samples / "ferry.conllu").read_bytes())
    assert replace(corpora, train=[copy]).signature() == corpora.signature()
    for other in (
        replace(corpora, train=corpora.dev),
        replace(corpora, partial=corpora.dev),
        replace(corpora, settings=replace(HOW, min_count=2)),
        replace(corpora, settings=replace(HOW, features="soon2001")),
    ):
        assert other.signature() != corpora.signature()


def test_refused_before_anything_is_read(tune, corpora, tmp_path):
    predicted = replace(corpora, settings=replace(HOW, mentions="predicted"))
    with pytest.raises(SettingError, match="VI compares clusterings of the same mentions"):
        tune(predicted, "vi")
    with pytest.raises(SettingError, match="unknown feature set 'none'"):
        tune(replace(corpora, settings=replace(HOW, features="none")))
    assert list(tmp_path.iterdir()) == []
