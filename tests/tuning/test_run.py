"""Tuning in one process and in several, with kills."""

from __future__ import annotations

import json
import os
import signal

import pytest
from helpers.processes import is_running, start_python, wait_for, workers_of
from helpers.tuning import scores_of

from corefpipe.exceptions import CorefpipeError, SettingError
from corefpipe.tuning import CACHE, RESULTS, Prepared, tune
from corefpipe.tuning.run import cores

GRID = {"gamma": [0, 0.5, 1], "threshold": [0, 0.5]}


@pytest.mark.slow
def test_the_same_in_any_number_of_processes(prepared, tmp_path):
    alone = tune(tmp_path / "1", prepared, grid=GRID, passes=[1, 3], processes=1)
    assert not (tmp_path / "1" / CACHE).exists()
    together = tune(tmp_path / "2", prepared, grid=GRID, passes=[1, 3], processes=2)
    assert scores_of(alone) == scores_of(together)
    assert len(alone) == 12
    assert all(trial.seconds >= 0 and not trial.error for trial in alone)
    lines = [sorted((tmp_path / name / RESULTS).read_text().splitlines()) for name in ("1", "2")]
    assert [json.loads(line).get("scores") for line in lines[0]] == [
        json.loads(line).get("scores") for line in lines[1]
    ]


def test_another_metric_later(prepared, tmp_path):
    first = tune(tmp_path, prepared, passes=[1], processes=1)
    second = tune(tmp_path, prepared, passes=[1], processes=1, metric="vi")
    assert second[0].scores == {**first[0].scores, "vi": second[0].scores["vi"]}


def test_a_folder_of_other_results(prepared, tmp_path):
    tune(tmp_path, prepared, passes=[1], processes=1)
    other = Prepared(prepared.dev, prepared.train, prepared.singletons)
    with pytest.raises(SettingError, match="made with other settings or data: arrays"):
        tune(tmp_path, other, passes=[1], processes=1)
    with pytest.raises(SettingError, match="made with other settings or data: learner"):
        tune(tmp_path, prepared, "sum-link", "l3m", passes=[1], processes=1)


def test_a_worker_that_dies(prepared, tmp_path):
    saved = prepared.save(tmp_path / CACHE)
    (tmp_path / CACHE / "dev.data.npy").unlink()
    with pytest.raises(CorefpipeError, match="a worker process was killed"):
        tune(tmp_path, saved, grid={"gamma": [0, 1]}, processes=2)


def test_progress(prepared, tmp_path, capfd):
    tune(tmp_path, prepared, grid={"gamma": [0, 1]}, passes=[1], processes=1, verbose=True)
    assert "2/2" in (said := capfd.readouterr().err)
    assert "best CoNLL=" in said
    assert cores() >= 1


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="kills as POSIX does")
@pytest.mark.parametrize("blow", [signal.SIGKILL, signal.SIGINT])
def test_killed_and_run_again(prepared, tmp_path, blow):
    grid = {"l2": [number / 1000 for number in range(5)]}
    prepared.save(tmp_path / CACHE)
    code = (
        "from corefpipe.tuning import *\n"
        f"tune({str(tmp_path)!r}, Prepared.load({str(tmp_path / CACHE)!r}), grid={grid}, passes=[40], processes=2)"
    )
    process = start_python("-c", code)
    path = tmp_path / RESULTS
    try:
        wait_for(lambda: path.exists() and path.read_bytes().count(b"\n") >= 2)
        workers = workers_of(process.pid)
    finally:
        process.send_signal(blow)
        process.wait()
    wait_for(lambda: not any(map(is_running, workers)))
    done = path.read_bytes().count(b"\n") - 1
    assert 1 <= done < 5
    path.write_bytes(path.read_bytes() + b'{"learner": {"gam')  # as after a kill during a write
    trials = tune(tmp_path, prepared, grid=grid, passes=[40], processes=1)
    assert len(trials) == 5
    assert path.read_bytes().count(b"\n") == 6
    few = tune(tmp_path / "afresh", prepared, grid={"l2": grid["l2"][:1]}, passes=[40], processes=1)
    assert scores_of(few) == scores_of(trials[:1])


def test_tuning_imports_no_spacy(python):
    done = python("-c", "import corefpipe.tuning, sys; print('spacy' in sys.modules)")
    assert done.stdout == "False\n", done.stderr
