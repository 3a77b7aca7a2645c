"""The log of a batch run: finished files, settings, locks, damaged lines."""

from __future__ import annotations

import json
import os

import pytest
from helpers.batches import TEXT, make

from corefpipe.batch import LOG, Inputs, Log, Outcome
from corefpipe.batch.files import Fingerprint, fingerprint
from corefpipe.exceptions import FormatError, SettingError

SIGNATURE = {"corefpipe": "0", "format": "conll", "model": "a" * 64}


def logged(tmp_path):
    """One input whose result is recorded in a log."""
    make(tmp_path, {"in/x.txt": TEXT, "out/x.conll": "abc"})
    (item,) = Inputs([tmp_path / "in"], tmp_path / "out")
    (tmp_path / "out/x.conll").unlink()
    with Log(tmp_path / "out", SIGNATURE, resume=False) as log:
        result = tmp_path / "out/x.conll"
        result.write_text("abc")
        log.add(Outcome(item.name, item.target, fingerprint([item.path]), {"x.conll": fingerprint([result])}))
    return item


def is_done(tmp_path, item):
    with Log(tmp_path / "out", SIGNATURE, resume=True) as log:
        return log.is_done(item)


def test_unchanged_files_are_done(tmp_path):
    item = logged(tmp_path)
    assert is_done(tmp_path, item)
    os.utime(item.path, (1, 1))  # as in a copy
    assert is_done(tmp_path, item)


@pytest.mark.parametrize("change", ["truncated result", "changed result", "deleted result", "changed input"])
def test_changed_files_and_results_are_not_done(tmp_path, change):
    item = logged(tmp_path)
    result = tmp_path / "out/x.conll"
    times = {path: (path.stat().st_atime_ns, path.stat().st_mtime_ns) for path in (result, item.path)}
    if change == "truncated result":
        result.write_text("ab")
    elif change == "changed result":
        result.write_text("abd")
    elif change == "deleted result":
        result.unlink()
    else:
        item.path.write_text(TEXT.replace("Mary", "Jane"))
    for path in times:
        if path.exists():
            os.utime(path, ns=times[path])  # as far as a coarse clock or `touch -r` can tell, nothing has changed
    assert not is_done(tmp_path, item)
    assert not result.exists()


def test_a_truncated_line(tmp_path):
    item = logged(tmp_path)
    path = tmp_path / "out" / LOG
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"file": "y.txt", "tar')
    assert is_done(tmp_path, item)
    assert path.read_bytes() == whole
    path.write_bytes(whole[:20])
    assert not is_done(tmp_path, item)
    assert path.read_bytes() == whole[: whole.index(b"\n") + 1]


def test_other_settings(tmp_path):
    logged(tmp_path)
    with pytest.raises(SettingError) as error:
        Log(tmp_path / "out", {**SIGNATURE, "format": "jsonl", "model": "b" * 64}, resume=True)
    assert error.value.message == "made with other settings or data: format, model"


def test_results_without_an_outcome_keep_the_log(tmp_path):
    for error in (None, KeyboardInterrupt, ValueError):
        log = Log(tmp_path / "out", SIGNATURE, resume=True)
        make(tmp_path, {"out/x.conll": "a worker was quicker than its outcome"})
        log.__exit__(error)
        assert log.path.exists()
    (tmp_path / "out/x.conll").unlink()
    Log(tmp_path / "new", SIGNATURE, resume=True).__exit__(KeyboardInterrupt)
    assert (tmp_path / "new" / LOG).exists()
    Log(tmp_path / "failed", SIGNATURE, resume=True).__exit__(ValueError)
    assert not (tmp_path / "failed").exists()


@pytest.mark.parametrize("name", ["../x.conll", "/etc/x.conll", "", ".corefpipe/log.jsonl"])
@pytest.mark.parametrize("where", ["target", "outputs"])
def test_paths_outside_the_folder_are_refused(tmp_path, name, where):
    logged(tmp_path)
    entry = {"file": "x.txt", "target": "x", "input": [0, ""], "outputs": {"x.conll": [3, ""]}}
    entry |= {"target": name} if where == "target" else {"outputs": {name: [3, ""]}}
    with (tmp_path / "out" / LOG).open("a") as stream:
        stream.write(json.dumps(entry) + "\n")
    with pytest.raises(FormatError, match=r"log\.jsonl:3: this line is not a result"):
        Log(tmp_path / "out", SIGNATURE, resume=True)


def test_refused_folders(tmp_path):
    make(tmp_path, {"file": "", "mine/notes.txt": "", "new/.corefpipe/other": ""})
    for name, message in (("file", "a file, not a folder"), ("mine", "the folder is not empty, and has no results")):
        for resume in (True, False):
            with pytest.raises(SettingError, match=message):
                Log(tmp_path / name, SIGNATURE, resume)
    Log(tmp_path / "new", SIGNATURE, resume=True).__exit__()
    with pytest.raises(SettingError, match="the folder already has results"):
        Log(tmp_path / "new", SIGNATURE, resume=False)


@pytest.mark.skipif(os.name != "posix", reason="locks as POSIX does")
def test_two_runs_at_once(tmp_path):
    with (
        Log(tmp_path, SIGNATURE, resume=True),
        pytest.raises(SettingError, match="another run is writing to the folder"),
    ):
        Log(tmp_path, SIGNATURE, resume=True)
    Log(tmp_path, SIGNATURE, resume=True).__exit__()


def test_names_that_are_not_utf8(tmp_path):
    name = os.fsdecode(b"caf\xe9.txt")
    make(tmp_path, {f"in/{name}": TEXT})
    (item,) = Inputs([tmp_path / "in"], tmp_path / "out")
    with Log(tmp_path / "out", SIGNATURE, resume=False) as log:
        log.add(Outcome(item.name, item.target, Fingerprint(0, ""), {f"{item.target}.conll": Fingerprint(0, "")}))
    with Log(tmp_path / "out", SIGNATURE, resume=True) as log:
        assert log.named == {name: name.removesuffix(".txt")}
        assert log.unseen == [name]


@pytest.mark.parametrize(
    "change",
    [
        {"input": [float("inf"), ""]},
        {"input": [2**63, ""]},
        {"input": [-1, ""]},
        {"input": None},
        {"input": "ab"},
        {"outputs": []},
        {"outputs": {"x.conll": [float("nan"), ""]}},
        {"outputs": {"x.conll": {"a": 1, "b": 2}}},
        {"outputs": {"x.conll": [3, 4]}},
        {"file": {}},
        {"file": "a\0b"},
        {"target": None},
        {"words": "5"},
        {"words": 10**30},
        {"chains": 1.5},
        {"seconds": float("nan")},
        {"seconds": "1"},
        {"notes": "a"},
        {"unknown": 1},
    ],
)
def test_values_of_other_kinds_are_refused(tmp_path, change):
    logged(tmp_path)
    entry = {"file": "x.txt", "target": "x", "input": [0, ""], "outputs": {"x.conll": [3, ""]}} | change
    with (tmp_path / "out" / LOG).open("a") as stream:
        stream.write(json.dumps(entry) + "\n")
    with pytest.raises(FormatError, match=r"log\.jsonl:3: this line is not a result"):
        Log(tmp_path / "out", SIGNATURE, resume=True)
