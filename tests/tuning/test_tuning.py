"""Tuning: plans, shared arrays, results that survive a kill, trials."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from helpers import ROOT
from helpers.interrupts import heed_interrupts

from corefpipe.chains.documents import from_doc
from corefpipe.clustering.named import make_decoder, make_learner
from corefpipe.errors import CorefpipeError, FormatError, SettingError
from corefpipe.features import FeatureSet
from corefpipe.resolver.learning import learn_tables
from corefpipe.resolver.model import Resolver
from corefpipe.scoring import score
from corefpipe.tuning import (
    CACHE,
    RESULTS,
    Plan,
    Prepared,
    Results,
    Trial,
    bench,
    measure_named,
    prepare,
    ranked,
    scored_by,
    tune,
    varied,
)
from corefpipe.tuning.run import cores

CONLL = measure_named("conll")
GRID = {"gamma": [0, 0.5, 1], "threshold": [0, 0.5]}


@pytest.fixture(scope="module")
def prepared(annotated):
    """One sample to train on, gold mentions, and one to score on."""
    return prepare(annotated[:1], annotated[1:], FeatureSet("default"), "gold")


def scores(trials):
    return [(trial.settings, trial.scores) for trial in trials]


class TestPlan:
    def test_what_only_decodes_needs_no_training(self):
        plan = Plan.of("l3m", grid=GRID, passes=[1, 5, 3])
        assert [training.settings["gamma"] for training in plan.trainings] == [0, 0.5, 1]
        decoders = [(passes, decoder["threshold"]) for passes, decoder in plan.trainings[1].scored]
        assert decoders == [(1, 0), (1, 0.5), (3, 0), (3, 0.5), (5, 0), (5, 0.5)]
        assert all(decoder["gamma"] == 0.5 for _, decoder in plan.trainings[1].scored)
        assert len(set(plan.trial_keys())) == 18

    def test_passes_that_are_no_online_learners_are_trained_each(self):
        plan = Plan.of("binary", "l3m", {"l2": [1e-6, 1e-5]}, passes=[1, 2])
        assert [training.settings["passes"] for training in plan.trainings] == [1, 2, 1, 2]
        assert [passes for training in plan.trainings for passes, _ in training.scored] == [None] * 4

    def test_equal_values_are_tried_once(self):
        assert len(Plan.of(grid={"gamma": [1, 1.0, 0.5]}).trial_keys()) == 2
        # The learner's own value, said or not, is the same trial.
        assert Plan.of(grid={"gamma": [1]}).trial_keys() == Plan.of().trial_keys()

    def test_without(self):
        plan = Plan.of(grid={"l2": [0, 0.1]}, passes=[1, 2])
        keys = plan.trial_keys()
        assert plan.without([]) == plan
        assert plan.without([keys[0]]).trial_keys() == keys[1:]
        assert len(plan.without(keys[:2]).trainings) == 1
        assert plan.without(keys).trainings == ()

    @pytest.mark.parametrize(
        ("options", "message"),
        [
            ({"grid": {"gama": [1]}}, "unknown setting 'gama'. Learner l3m and decoder l3m have gamma, passes"),
            ({"grid": {"gamma": []}}, "no values of gamma to try"),
            ({"grid": {"gamma": ["low"]}}, "gamma cannot be 'low'"),
            ({"grid": {"l2": [1]}, "settings": {"l2": 0}}, "l2 is given twice"),
            ({"passes": [0, 1]}, "passes is 0. At least one"),
            ({"passes": [1.5]}, "passes cannot be 1.5"),
            ({"learner": "l3"}, "unknown learner 'l3'"),
            ({"decoder": "l3"}, "unknown decoder 'l3'"),
            ({"settings": {"sampling": "all"}}, "unknown setting 'sampling'"),
            ({"learner": "l3m-batch", "passes": [1]}, "unknown setting 'passes'"),
        ],
    )
    def test_errors(self, options, message):
        with pytest.raises(SettingError) as error:
            Plan.of(**options)
        assert str(error.value).startswith(message)


class TestPrepared:
    def test_as_the_resolver_has_it(self, annotated, prepared):
        features = FeatureSet("default")
        learned = learn_tables(features, annotated[:1], "gold")
        links, labels = learned.links(features), learned.labels
        assert (links.features != prepared.train.links.features).nnz == 0
        assert [label.tolist() for label in labels] == [label.tolist() for label in prepared.train.labels]
        assert prepared.dev.links.features.shape[1] == links.features.shape[1]
        assert prepared.singletons == learned.singletons is True

    @pytest.mark.parametrize("mentions", ["gold", "predicted"])
    def test_scored_as_a_model_is(self, annotated, mentions):
        prepared = prepare(annotated[:1], annotated, FeatureSet("default"), mentions)
        learner, decoder = make_learner("l3m", {"passes": 3}), make_decoder("l3m")
        resolver = Resolver(FeatureSet("default"), decoder).fit(annotated[:1], learner, mentions)
        responses = [
            from_doc(resolver(doc.copy(), document if mentions == "gold" else None), like=document)
            for doc, document in annotated
        ]
        wanted = score([document for _, document in annotated], responses, repeats="official")
        (trial,) = tune_in_memory(prepared, passes=[3])
        assert trial.scores["conll"] == pytest.approx(wanted.conll, abs=1e-9)
        assert trial.scores["muc"] == pytest.approx(wanted["muc"].f1, abs=1e-9)
        assert 0 < trial.scores["conll"] < 1

    def test_on_disk(self, prepared, tmp_path):
        saved = prepared.save(tmp_path / "a")
        for part in (saved.train, saved.dev):
            assert not part.links.features.data.flags.writeable
            assert is_mapped(part.links.features.data)
            assert is_mapped(part.links.features.indices)
            assert is_mapped(part.links.features.indptr)
        assert saved.signature() == prepared.signature()
        assert saved.dev.keys == prepared.dev.keys
        assert saved.save(tmp_path / "b").signature() == prepared.signature()
        for path in (tmp_path / "a").iterdir():
            assert path.read_bytes() == (tmp_path / "b" / path.name).read_bytes()

    def test_what_is_not_complete(self, prepared, tmp_path):
        with pytest.raises(FormatError, match="no prepared data"):
            Prepared.load(tmp_path)
        prepared.save(tmp_path)
        (tmp_path / "dev.data.npy").write_bytes(b"")
        with pytest.raises(FormatError, match="no prepared data"):
            Prepared.load(tmp_path)

    def test_documents_without_mentions(self, annotated, tmp_path, base):
        empty = [(base(""), type(annotated[0][1])("empty"))]
        prepared = prepare(annotated[:1], empty, FeatureSet("default"), "gold").save(tmp_path)
        assert prepared.dev.links.n_sets == 1
        assert [len(labels) for labels in prepared.dev.labels] == [0]
        (trial,) = tune_in_memory(prepared, passes=[1])
        assert trial.scores["conll"] == 0

    def test_take(self, annotated):
        both = prepare(annotated, annotated, FeatureSet("default"), "gold").train
        first, second = both.take([0]), both.take([1])
        assert [key.name for part in (first, second) for key in part.keys] == [key.name for key in both.keys]
        assert first.links.n_links + second.links.n_links == both.links.n_links
        assert first.links.features.shape[1] == second.links.features.shape[1] == both.links.features.shape[1]
        halves = Prepared(first, second, singletons=True)
        assert 0 < tune_in_memory(halves, passes=[2])[0].scores["conll"] < 1

    @pytest.mark.parametrize("kept", [True, False])
    def test_perfect_answers(self, prepared, kept):
        measures = [measure_named(name) for name in ("conll", "vi", "lea", "edit_distance")]
        found = prepared.dev.scores(prepared.dev.labels, measures, singletons=kept)
        assert found["vi"] == found["edit_distance"] == 0
        assert (found["conll"] == 1) == kept
        assert prepared.dev.score(prepared.dev.labels, kept).conll == found["conll"]


class TestResults:
    def trial(self, number=0.5, **changes):
        return Trial({"l2": 0.0}, 3, {"gamma": number}, **{"scores": {"conll": number}, **changes})

    def test_round_trip(self, tmp_path):
        path = tmp_path / "new" / RESULTS
        results = Results(path, {"learner": "l3m"})
        assert not path.exists()
        results.append([self.trial(), self.trial(0.1, scores={}, error="no", again=True)])
        results.append([self.trial(0.2)])
        again = Results(path, {"learner": "l3m"})
        assert again.trials == results.trials
        assert len(path.read_text().splitlines()) == 4

    def test_a_line_that_was_cut_short(self, tmp_path):
        path = tmp_path / RESULTS
        results = Results(path, {})
        results.append([self.trial(0.1), self.trial(0.2)])
        whole = path.read_bytes()
        lines = whole.splitlines(keepends=True)
        for cut in range(len(whole)):
            path.write_bytes(whole[:cut])
            found = Results(path, {})
            assert len(found.trials) == max(whole[:cut].count(b"\n") - 1, 0)
            found.append([self.trial(0.3)])
            wanted = lines[: max(whole[:cut].count(b"\n"), 1)]
            assert path.read_bytes().startswith(b"".join(wanted))
            assert len(Results(path, {}).trials) == len(wanted)

    def test_of_something_else(self, tmp_path):
        Results(tmp_path / RESULTS, {"learner": "l3m", "train": "a"}).append([self.trial()])
        with pytest.raises(SettingError, match=r"results.jsonl: results of something else: other train, dev. Take"):
            Results(tmp_path / RESULTS, {"learner": "l3m", "train": "b", "dev": "c"})

    @pytest.mark.parametrize("line", ["{", "[]", "3", '{"scores": 1}', '"a"'])
    def test_other_lines(self, tmp_path, line):
        path = tmp_path / RESULTS
        Results(path, {}).append([self.trial()])
        path.write_text(path.read_text() + line + "\n")
        with pytest.raises(FormatError, match=r"results.jsonl:3: no line of results"):
            Results(path, {})
        path.write_text(line + "\n")
        with pytest.raises((FormatError, SettingError)):
            Results(path, {})

    def test_ranked(self):
        trials = [self.trial(0.1), self.trial(0.3), self.trial(0.2), self.trial(0.4, scores={}, error="no")]
        assert [trial.decoder["gamma"] for trial in ranked(trials, CONLL)] == [0.3, 0.2, 0.1]
        trials = [self.trial(number, scores={"vi": number}) for number in (0.2, 0.1, 0.3)]
        assert [trial.decoder["gamma"] for trial in ranked(trials, measure_named("vi"))] == [0.1, 0.2, 0.3]

    def test_varied(self):
        trials = [
            Trial({"l2": l2, "step": step}, 1, {"x": x}) for l2, step, x in ((1, "b", 0), (0.5, "a", 0), (1, "b", 0))
        ]
        assert varied(trials) == {"l2": [0.5, 1], "step": ["b", "a"]}

    def test_measures(self):
        assert [measure.name for measure in scored_by(measure_named("vi"))] == [
            "muc",
            "b_cubed",
            "ceaf_e",
            "conll",
            "vi",
        ]
        assert [measure.name for measure in scored_by(CONLL)] == ["muc", "b_cubed", "ceaf_e", "conll"]
        assert (CONLL.display(0.5), measure_named("vi").display(0.5)) == ("50.00", "0.5000")
        with pytest.raises(SettingError, match=r"unknown metric 'connl'. Valid are conll, mentions"):
            measure_named("connl")


class TestTune:
    def test_the_same_in_any_number_of_processes(self, prepared, tmp_path):
        alone = tune(tmp_path / "1", prepared, grid=GRID, passes=[1, 3], processes=1)
        assert not (tmp_path / "1" / CACHE).exists()
        together = tune(tmp_path / "2", prepared, grid=GRID, passes=[1, 3], processes=2)
        assert scores(alone) == scores(together)
        assert len(alone) == 12
        assert all(trial.seconds >= 0 and not trial.error for trial in alone)
        lines = [sorted((tmp_path / name / RESULTS).read_text().splitlines()) for name in ("1", "2")]
        assert [json.loads(line).get("scores") for line in lines[0]] == [
            json.loads(line).get("scores") for line in lines[1]
        ]

    def test_passes_are_those_of_trainings_of_their_own(self, prepared):
        together = tune_in_memory(prepared, passes=[1, 2, 4])
        apart = [tune_in_memory(prepared, passes=[passes])[0] for passes in (1, 2, 4)]
        assert scores(together) == scores(apart)

    def test_trains_once_for_all_decoders(self, prepared, tmp_path, monkeypatch):
        made = []
        monkeypatch.setattr(bench, "make_learner", lambda *given: made.append(given) or make_learner(*given))
        trials = tune(tmp_path, prepared, grid={"threshold": [-1, 0, 1]}, passes=[1, 2], processes=1)
        assert (len(trials), len(made)) == (6, 1)
        # More values of the decoder's: one training more, and nothing twice.
        trials = tune(tmp_path, prepared, grid={"threshold": [-1, 0, 1, 2]}, passes=[1, 2], processes=1)
        assert (len(trials), len(made)) == (8, 2)
        assert tune(tmp_path, prepared, grid={"threshold": [-1, 0, 1, 2]}, passes=[1, 2], processes=1) == trials
        assert len(made) == 2

    def test_another_metric_later(self, prepared, tmp_path):
        first = tune(tmp_path, prepared, passes=[1], processes=1)
        second = tune(tmp_path, prepared, passes=[1], processes=1, metric="vi")
        assert second[0].scores == {**first[0].scores, "vi": second[0].scores["vi"]}

    def test_a_learner_that_is_not_online(self, prepared, tmp_path):
        grid = {"gamma": [0.5, 1]}
        trials = tune(tmp_path, prepared, "l3m-batch", grid=grid, processes=1)
        assert [trial.passes for trial in trials] == [None, None]
        assert all("passes" not in trial.settings and trial.scores["conll"] > 0 for trial in trials)

    def test_failures_do_not_stop_the_others(self, prepared, tmp_path, monkeypatch):
        grid = {"gamma": [0.5, 2], "threshold": [0, 1]}

        def make(name, settings):
            if settings["threshold"] == 1:
                raise MemoryError
            return make_decoder(name, settings)

        monkeypatch.setattr(bench, "make_decoder", make)
        trials = tune(tmp_path, prepared, grid=grid, passes=[1], processes=1)
        assert [trial.error.partition(".")[0] for trial in trials] == ["", "MemoryError", "gamma is 2", "gamma is 2"]
        assert [trial.again for trial in trials] == [False, True, False, False]
        # What was no fault of the setting is tried again, the others are not.
        monkeypatch.setattr(bench, "make_decoder", make_decoder)
        lines = (tmp_path / RESULTS).read_text().count("\n")
        trials = tune(tmp_path, prepared, grid=grid, passes=[1], processes=1)
        assert [bool(trial.error) for trial in trials] == [False, False, True, True]
        assert (tmp_path / RESULTS).read_text().count("\n") == lines + 1

    def test_a_folder_of_other_results(self, prepared, tmp_path):
        tune(tmp_path, prepared, passes=[1], processes=1)
        other = Prepared(prepared.dev, prepared.train, prepared.singletons)
        with pytest.raises(SettingError, match="results of something else: other arrays"):
            tune(tmp_path, other, passes=[1], processes=1)
        with pytest.raises(SettingError, match="results of something else: other learner"):
            tune(tmp_path, prepared, "sum-link", "l3m", passes=[1], processes=1)

    def test_a_worker_that_dies(self, prepared, tmp_path):
        saved = prepared.save(tmp_path / CACHE)
        (tmp_path / CACHE / "dev.data.npy").unlink()
        with pytest.raises(CorefpipeError, match="a process was ended from outside"):
            tune(tmp_path, saved, grid={"gamma": [0, 1]}, processes=2)

    def test_progress(self, prepared, tmp_path, capfd):
        tune(tmp_path, prepared, grid={"gamma": [0, 1]}, passes=[1], processes=1, verbose=True)
        assert "2/2" in (said := capfd.readouterr().err)
        assert "best CoNLL=" in said
        assert cores() >= 1


@pytest.mark.skipif(os.name != "posix", reason="kills as POSIX does")
@pytest.mark.parametrize("blow", [signal.SIGKILL, signal.SIGINT])
def test_killed_and_started_again(prepared, tmp_path, blow):
    grid = {"l2": [number / 1000 for number in range(8)]}
    prepared.save(tmp_path / CACHE)
    code = (
        "from corefpipe.tuning import *\n"
        f"tune({str(tmp_path)!r}, Prepared.load({str(tmp_path / CACHE)!r}), grid={grid}, passes=[40], processes=2)"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=heed_interrupts,
    )
    path = tmp_path / RESULTS
    try:
        wait_for(lambda: path.exists() and path.read_bytes().count(b"\n") >= 2)
        children = children_of(process.pid)
    finally:
        process.send_signal(blow)
        process.wait()
    wait_for(lambda: not any(map(is_running, children)))
    done = path.read_bytes().count(b"\n") - 1
    assert 1 <= done < 8
    path.write_bytes(path.read_bytes() + b'{"learner": {"gam')  # as if killed while writing
    trials = tune(tmp_path, prepared, grid=grid, passes=[40], processes=1)
    assert len(trials) == 8
    assert path.read_bytes().count(b"\n") == 9
    few = tune(tmp_path / "afresh", prepared, grid={"l2": grid["l2"][:3]}, passes=[40], processes=1)
    assert scores(few) == scores(trials[:3])


def test_tuning_waits_for_no_spacy(python):
    done = python("-c", "import corefpipe.tuning, sys; print('spacy' in sys.modules)")
    assert done.stdout == "False\n", done.stderr


def tune_in_memory(prepared, **options):
    """The trials, kept nowhere."""
    plan = Plan.of(**options)
    tried = bench.Bench(prepared, plan.learner, plan.decoder, tuple(scored_by(CONLL)))
    return [trial for training in plan.trainings for trial in tried.trials(training)]


def is_mapped(array):
    while array is not None and not isinstance(array, np.memmap):
        array = array.base
    return isinstance(array, np.memmap)


def wait_for(condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def children_of(pid):
    folder = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in folder.read_text().split()] if folder.exists() else []


def is_running(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False
