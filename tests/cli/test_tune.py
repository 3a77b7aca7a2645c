"""`corefpipe tune`: grids on the command line, interrupted runs, output."""

from __future__ import annotations

import json
import shlex
import shutil
import sys
from pathlib import Path

import pytest
from helpers.networks import tiny_files

from corefpipe.cli import training
from corefpipe.network.files import write_network
from corefpipe.resolver.model import Resolver

GAMMA = ("--grid", "gamma=0,0.5,1")


@pytest.fixture
def tuned(run, samples, tmp_path):
    """Function that runs `corefpipe tune` on a sample and returns (exit code, stdout, stderr)."""

    def run_tune(*options, data=samples / "ferry.conllu", dev=samples / "bakery.conllu", out=tmp_path / "out"):
        settings = ("--mentions", "gold", "--parse", "given", "--min-count", "1", "--processes", "1")
        return run("tune", data, "--dev", dev, "-o", out, *settings, *options)

    return run_tune


def lines(folder):
    return [json.loads(line) for line in (folder / "results.jsonl").read_text(encoding="utf-8").splitlines()]


def test_from_a_grid_to_a_model(run, tuned, tmp_path):
    code, out, err = tuned(*GAMMA, "--grid", "l2=0,0.01", "--passes", "1..3", "--set", "rate=0.2")
    assert (code, err) == (0, "")
    header, *trials = lines(tmp_path / "out")
    assert header["learner"] == header["decoder"] == "l3m"
    assert len(trials) == 18
    assert {(t["learner"]["gamma"], t["learner"]["l2"], t["passes"]) for t in trials} == {
        (gamma, l2, passes) for gamma in (0, 0.5, 1) for l2 in (0, 0.01) for passes in (1, 2, 3)
    }
    assert all(t["learner"]["rate"] == 0.2 and t["decoder"]["gamma"] == t["learner"]["gamma"] for t in trials)
    assert all({"muc", "b_cubed", "ceaf_e", "conll"} == t["scores"].keys() and t["seconds"] >= 0 for t in trials)
    table = out.splitlines()[:11]
    assert table[0].split() == ["CoNLL", "MUC", "B-cubed", "CEAF-e", "gamma", "l2", "passes", "seconds"]
    shown = [float(line.split()[1]) for line in table[1:]]
    assert shown == sorted((round(100 * t["scores"]["conll"], 2) for t in trials), reverse=True)[:10]
    # The printed command trains the model that was scored.
    best = json.loads((tmp_path / "out" / "best.json").read_text(encoding="utf-8"))
    command = shlex.split(out.partition("The best:\n")[2].splitlines()[0])
    assert command == best["command"]
    assert command[-2:] == ["-o", "my-model"]
    assert run(*command[1:-1], tmp_path / "model")[0] == 0
    meta = Resolver.from_disk(tmp_path / "model").meta
    assert meta["dev_conll"] == pytest.approx(best["scores"]["conll"], abs=1e-6)
    assert best["settings"].items() <= {**meta, "threshold": 0.0}.items()


def test_continues(run, tuned, tmp_path, monkeypatch):
    first = tuned(*GAMMA, "--passes", "1")
    path = tmp_path / "out" / "results.jsonl"
    before = path.read_text(encoding="utf-8")
    path.write_text(before[:-9], encoding="utf-8")  # killed while writing the last line
    read_all = training.read_all
    monkeypatch.setattr(training, "read_all", None)  # the features are in the cache
    assert tuned(*GAMMA, "--passes", "1")[:2] == first[:2]
    assert [line.get("scores") for line in lines(tmp_path / "out")] == [
        json.loads(line).get("scores") for line in before.splitlines()
    ]
    assert tuned(*GAMMA, "--grid", "threshold=0,1", "--passes", "1")[0] == 0
    assert len(lines(tmp_path / "out")) == 7
    # When all results exist, neither documents nor features are needed.
    for file in (tmp_path / "out" / "cache").iterdir():
        file.unlink()
    assert tuned(*GAMMA, "--passes", "1")[:2] == first[:2]
    monkeypatch.setattr(training, "read_all", read_all)
    assert tuned(*GAMMA, "--passes", "2")[0] == 0
    assert len(lines(tmp_path / "out")) == 10


@pytest.mark.slow
def test_in_processes_of_its_own(run, samples, tmp_path):
    code, _, err = run(
        *("tune", samples / "ferry.conllu", "--dev", samples / "bakery.conllu"),
        *("--mentions", "gold", "--parse", "given", "-o", tmp_path, *GAMMA, "--passes", 1, "--processes", 2),
    )
    assert (code, err) == (0, "")
    assert len(lines(tmp_path)) == 4


def test_other_documents(tuned, samples, tmp_path):
    assert tuned("--passes", "1")[0] == 0
    code, out, err = tuned("--passes", "1", data=samples / "bakery.conllu")
    assert (code, out) == (2, "")
    assert err.splitlines()[0].startswith(f"Warning: {(samples / 'bakery.conllu').resolve()}: the model is scored on")
    assert err.splitlines()[1] == (
        f"Error: {tmp_path / 'out' / 'results.jsonl'}: made with other settings or data: train. "
        "Use another folder, or delete the file to start again"
    )
    _, _, err = tuned("--features", "soon2001", "--min-count", "2")
    assert "made with other settings or data: features, min_count" in err
    assert "made with other settings or data: learner" in tuned("--learner", "l3m-batch")[2]
    # Documents are identified by their contents, not by their paths.
    copy = tmp_path / "copy.conllu"
    copy.write_bytes((samples / "ferry.conllu").read_bytes())
    assert tuned("--passes", "1", data=copy)[0] == 0


def test_metrics(tuned, tmp_path):
    code, out, _ = tuned("--grid", "threshold=-9,0,9", "--passes", "1", "--metric", "vi")
    assert code == 0
    assert out.split()[0] == "VI"
    found = [line["scores"]["vi"] for line in lines(tmp_path / "out")[1:]]
    best = json.loads((tmp_path / "out" / "best.json").read_text(encoding="utf-8"))
    assert best["scores"]["vi"] == min(found) < max(found)
    code, _, err = tuned("--metric", "vi", "--mentions", "predicted")
    assert (code, err.partition(".")[0]) == (2, "Error: VI compares clusterings of the same mentions")


def test_failures(tuned, tmp_path):
    code, out, err = tuned("--grid", "gamma=1,1.5", "--passes", "1..2")
    assert code == 0
    assert err == "Failed, 2 of 4: gamma is 1.5. It must be a number from 0 (Max-Left-Link) to 1\n"
    assert len(out.splitlines()) == 1 + 2 + 3
    assert [line.get("error", "")[:12] for line in lines(tmp_path / "out")[1:]] == ["", "", *["gamma is 1.5"] * 2]
    code, out, err = tuned("--grid", "gamma=1.5,2", out=tmp_path / "other")
    assert (code, out) == (2, "")
    assert err.splitlines()[-1].startswith(
        f"Error: {tmp_path / 'other' / 'results.jsonl'}: every combination of settings failed"
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--grid", "gama=1"], "unknown setting 'gama'. Did you mean gamma? Learner l3m and decoder l3m have gamma"),
        (["--grid", "gamma"], "--grid gamma has no value. Write --grid NAME=VALUE"),
        (["--grid", "gamma="], "--grid gamma= has no value"),
        (["--grid", "gamma=1,"], "--grid gamma=1, has an empty value. Write --grid gamma=0,0.5,1"),
        (["--grid", "gamma=1,high"], "gamma cannot be 'high'. Valid: a number"),
        ([*GAMMA, *GAMMA], "gamma is given twice. Give all values at once: --grid gamma=VALUE,VALUE"),
        ([*GAMMA, "--set", "gamma=1"], "gamma is given twice. Give one value, or several to try"),
        (["--passes", "3..1"], "--passes 3..1: 3..1 is no range. Write N..M, from the lower to the higher"),
        (["--passes", "0"], "--passes 0: '0' is not a number of passes"),
        (["--passes", "5", "--learner", "l3m-batch"], "unknown setting 'passes'. Learner l3m-batch and decoder l3m"),
        (["--learner", "l4m"], "unknown learner 'l4m'. Did you mean l3m"),
        (["--decoder", "l4m"], "unknown decoder 'l4m'. Did you mean l3m"),
        (["--metric", "connl"], "unknown metric 'connl'. Did you mean conll? Valid are conll"),
        (["--features", "none"], "unknown feature set 'none'"),
    ],
)
def test_refused_before_anything_is_read(tuned, tmp_path, options, message):
    code, out, err = tuned(*options, data=tmp_path / "missing.conllu")
    assert (code, out) == (2, "")
    assert err.startswith(f"Error: {message}")
    assert len(err.splitlines()) == 1
    assert not (tmp_path / "out").exists()


def test_wrong_paths(tuned, tmp_path):
    code, _, err = tuned(data=tmp_path / "missing.conllu")
    assert (code, err) == (2, f"Error: {tmp_path / 'missing.conllu'}: no such file. Check the path\n")
    (tmp_path / "out").write_text("mine")
    code, _, err = tuned()
    assert (code, err.partition(".")[0]) == (2, f"Error: {tmp_path / 'out'}: a file, not a folder")


@pytest.mark.parametrize("name", ["best.json", "tuning.png", "cache/mine.npy", "notes.txt"])
def test_other_files_are_kept(tuned, tmp_path, name):
    """The folder is checked before anything is read."""
    (tmp_path / "out" / name).parent.mkdir(parents=True)
    (tmp_path / "out" / name).write_text("mine")
    code, _, err = tuned(data=tmp_path / "missing.conllu")
    why = f"the folder has other files ({name.partition('/')[0]}). Name a new folder for the results"
    assert (code, err) == (2, f"Error: {tmp_path / 'out'}: {why}\n")
    assert (tmp_path / "out" / name).read_text() == "mine"


def test_without_matplotlib(tuned, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    code, out, err = tuned(*GAMMA, "--passes", "1")
    assert code == 0
    assert err == ("No plot, because matplotlib is missing: pip install matplotlib, then run the same command again\n")
    assert out.splitlines()[-1] == f"Results in {tmp_path / 'out' / 'results.jsonl'}"
    assert not (tmp_path / "out" / "tuning.png").exists()


def test_plot_later(tuned, tmp_path, monkeypatch):
    pytest.importorskip("matplotlib")
    with monkeypatch.context() as without:
        without.setitem(sys.modules, "matplotlib.figure", None)
        tuned(*GAMMA, "--passes", "1")
    _, out, err = tuned(*GAMMA, "--passes", "1")
    plot = tmp_path / "out" / "tuning.png"
    assert (out.splitlines()[-1], err) == (f"Results in {tmp_path / 'out' / 'results.jsonl'}, plot in {plot}", "")
    assert plot.read_bytes().startswith(b"\x89PNG")


def test_help_teaches(run):
    code, out, _ = run("tune", "--help")
    assert code == 0
    assert "corefpipe tune litbank/train --dev litbank/dev" in out
    assert "tune" in run("--help")[1]


def test_an_ablation(tuned, tmp_path):
    code, out, err = tuned("--ablate", "--passes", "1")
    assert (code, err) == (0, "")
    table = out.splitlines()
    assert "without" in table[0]
    assert any("nothing" in line for line in table)
    assert any("Speakers of the document" in line for line in table)
    assert "The best" not in out
    assert not (tmp_path / "out" / "best.json").exists()
    assert {line["data"]["without"] for line in lines(tmp_path / "out")[1:]} >= {"nothing", "Agreement", "start: Type"}


def test_a_learning_curve(tuned, samples, tmp_path):
    code, out, err = tuned("--grid", "documents=1", "--passes", "1")
    assert (code, err) == (0, "")
    assert "documents" not in out.splitlines()[0]  # nothing varies
    assert lines(tmp_path / "out")[1]["data"] == {"documents": 1}
    code, out, err = tuned("--grid", "documents=1,2", "--passes", "1")
    assert (code, out) == (2, "")
    assert "documents is 2, but there are 1 training documents" in err
    code, _, err = tuned("--grid", "documents=0")
    assert code == 2
    assert "documents is 0. Give whole numbers from 1 on" in err


@pytest.fixture
def network(tmp_path):
    write_network(tiny_files(), tmp_path / "network")
    return tmp_path / "network"


@pytest.fixture
def unseen(samples, tmp_path):
    return Path(shutil.copy(samples / "bakery.conllu", tmp_path / "unseen.conllu"))


def test_with_a_network(run, tuned, samples, network, unseen, tmp_path, monkeypatch):
    given = ("--context", network, "--unseen", unseen, "--grid", "l2=0,0.1", "--passes", "1..2")
    code, out, err = tuned(*given)
    assert (code, err) == (0, "")
    header, *trials = lines(tmp_path / "out")
    assert (len(trials), len(header["context"]), len(header["unseen"])) == (4, 64, 64)
    best = json.loads((tmp_path / "out" / "best.json").read_text(encoding="utf-8"))
    command = best["command"]
    assert command[command.index("--context") + 1] == str(network)
    assert command[command.index("--unseen") + 1] == str(unseen)
    # The printed command trains the model that was scored.
    assert run(*command[1:-1], tmp_path / "model")[0] == 0
    model = Resolver.from_disk(tmp_path / "model")
    assert model.features.context.name == "tiny"
    assert model.meta["dev_conll"] == pytest.approx(best["scores"]["conll"], abs=1e-6)
    monkeypatch.setattr(training, "read_all", None)  # nothing is read again
    assert tuned(*given)[:2] == (code, out)
    assert (
        tuned(*given[:2], "--unseen", samples / "ferry.conllu")[2]
        .splitlines()[-1]
        .startswith(f"Error: {tmp_path / 'out' / 'results.jsonl'}: made with other settings or data: unseen")
    )
    write_network(tiny_files(1), network)
    assert "made with other settings or data: context" in tuned(*given)[2]


def test_an_ablation_with_a_network(tuned, network, unseen, tmp_path):
    options = ("--context", network, "--unseen", unseen, "--ablate", "--passes", "1")
    code, _, err = tuned(*options, "--features", "soon2001")
    assert (code, err) == (0, "")
    found = {line["data"]["without"] for line in lines(tmp_path / "out")[1:]}
    assert found >= {"nothing", "Context", "start: Context of the anaphor"}


@pytest.mark.parametrize("command", ["train", "tune"])
def test_a_network_and_unseen_documents_are_checked_first(run, tmp_path, command):
    missing = tmp_path / "missing.conllu"
    more = ("--dev", missing, "-o", tmp_path / "out")
    code, _, err = run(command, missing, *more, "--unseen", missing)
    assert (code, err) == (
        2,
        "Error: documents that a network has not seen, and no network. Give its folder, or use --context FOLDER\n",
    )
    code, _, err = run(command, missing, *more, "--context", tmp_path / "nowhere")
    assert code == 2
    assert err.startswith(f"Error: {tmp_path / 'nowhere'}: no network: network.toml")
    code, _, err = run(command, missing, *more, "--features", "context")
    assert (code, err) == (
        2,
        "Error: 'context' has features of context. Give the folder of a network, or use --context FOLDER\n",
    )
    assert not (tmp_path / "out").exists()
