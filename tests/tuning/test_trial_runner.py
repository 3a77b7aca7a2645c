"""Trials: one training run for all passes and decoders, and failures."""

from __future__ import annotations

from helpers.tuning import scores_of, tune_in_memory

from corefpipe.clustering.named import make_decoder, make_learner
from corefpipe.tuning import RESULTS, trial_runner, tune


def test_passes_as_if_trained_for_each(prepared):
    together = tune_in_memory(prepared, passes=[1, 2, 4])
    apart = [tune_in_memory(prepared, passes=[passes])[0] for passes in (1, 2, 4)]
    assert scores_of(together) == scores_of(apart)


def test_trains_once_for_all_decoders(prepared, tmp_path, monkeypatch):
    made = []
    monkeypatch.setattr(trial_runner, "make_learner", lambda *given: made.append(given) or make_learner(*given))
    trials = tune(tmp_path, prepared, grid={"threshold": [-1, 0, 1]}, passes=[1, 2], processes=1)
    assert (len(trials), len(made)) == (6, 1)
    # More values for the decoder: one more training run, and no repeated trial.
    trials = tune(tmp_path, prepared, grid={"threshold": [-1, 0, 1, 2]}, passes=[1, 2], processes=1)
    assert (len(trials), len(made)) == (8, 2)
    assert tune(tmp_path, prepared, grid={"threshold": [-1, 0, 1, 2]}, passes=[1, 2], processes=1) == trials
    assert len(made) == 2


def test_a_batch_learner(prepared, tmp_path):
    grid = {"gamma": [0.5, 1]}
    trials = tune(tmp_path, prepared, "l3m-batch", grid=grid, processes=1)
    assert [trial.passes for trial in trials] == [None, None]
    assert all("passes" not in trial.settings and trial.scores["conll"] > 0 for trial in trials)


def test_failures_do_not_stop_the_others(prepared, tmp_path, monkeypatch):
    grid = {"gamma": [0.5, 2], "threshold": [0, 1]}

    def make(name, settings):
        if settings["threshold"] == 1:
            raise MemoryError
        return make_decoder(name, settings)

    monkeypatch.setattr(trial_runner, "make_decoder", make)
    trials = tune(tmp_path, prepared, grid=grid, passes=[1], processes=1)
    assert [trial.error.partition(".")[0] for trial in trials] == ["", "MemoryError", "gamma is 2", "gamma is 2"]
    assert [trial.again for trial in trials] == [False, True, False, False]
    # Only failures that the settings did not cause are tried again.
    monkeypatch.setattr(trial_runner, "make_decoder", make_decoder)
    lines = (tmp_path / RESULTS).read_text().count("\n")
    trials = tune(tmp_path, prepared, grid=grid, passes=[1], processes=1)
    assert [bool(trial.error) for trial in trials] == [False, False, True, True]
    assert (tmp_path / RESULTS).read_text().count("\n") == lines + 1
