"""Folders at URLs, by fsspec: `memory://` in one process, `file://` in the processes of a command."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest
from helpers.batches import TEXT, make, results

from corefpipe.batch import remote_log, resolve_files
from corefpipe.batch.inputs import Inputs
from corefpipe.exceptions import CorefpipeError, FormatError, SettingError
from corefpipe.formats import read
from corefpipe.utils.paths import as_path

pytest.importorskip("upath")


@pytest.fixture
def memory():
    """The URL of a folder in memory, empty before and after."""
    folder = as_path("memory://bucket")
    for _ in range(2):
        if folder.exists():
            folder.fs.rm(folder.path, recursive=True)
        if _ == 0:
            yield "memory://bucket"


def put(url: str, files: dict[str, str | bytes]) -> str:
    for name, content in files.items():
        path = as_path(url) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return url


def stored(url: str) -> dict[str, bytes]:
    """Contents of the result files at a URL by relative path, without the log."""
    files = (path for path in as_path(url).rglob("*") if path.is_file() and ".corefpipe" not in path.parts)
    return {str(path)[len(url) + 1 :]: path.read_bytes() for path in files}


FILES: dict[str, str | bytes] = {"a.txt": TEXT, "sub/b.txt": f"{TEXT}Then she left.", "bad.txt": b"\xff", ".h.txt": "x"}


def test_the_same_results_at_a_url(settings, memory, tmp_path):
    source, out = put(f"{memory}/in", FILES), f"{memory}/out"
    summary = resolve_files([source], out, settings)
    assert (summary.files, summary.failed) == (2, 1)
    assert summary.failures[0].startswith("memory://bucket/in/bad.txt:1 (document bad): byte 1 of the line")
    resolve_files([make(tmp_path / "in", FILES)], tmp_path / "out", settings)
    assert stored(out) == results(tmp_path / "out")
    resolve_files([source], tmp_path / "down", settings)
    resolve_files([tmp_path / "in"], f"{memory}/up", settings)
    assert results(tmp_path / "down") == stored(f"{memory}/up") == stored(out)


def test_resume_at_a_url(settings, memory, monkeypatch):
    source, out = put(f"{memory}/in", FILES), f"{memory}/out"
    resolve_files([source], out, settings)
    whole = stored(out)
    with pytest.raises(SettingError, match=r"memory://bucket/out: the folder already has results"):
        resolve_files([source], out, settings)
    again = resolve_files([source], out, settings, resume=True)
    assert (again.files, again.done, again.failed) == (0, 2, 1)
    (as_path(out) / "a.conll").write_bytes(b"cut sh")
    put(source, {"bad.txt": TEXT, "c.txt": TEXT})
    log = as_path(out) / remote_log.PIECES
    (log / "00000009.jsonl").write_bytes(b'{"file": "c.t')  # uploaded in part
    again = resolve_files([source], out, settings, resume=True)
    assert (again.files, again.done, again.failed) == (3, 1, 0)
    assert stored(out).items() >= whole.items()
    monkeypatch.setattr(remote_log, "SECONDS", 0)
    put(source, {"d.txt": TEXT, "e.txt": TEXT})
    before = len(list(log.iterdir()))
    assert resolve_files([source], out, settings, resume=True).files == 2
    assert len(list(log.iterdir())) == before + 2
    with pytest.raises(SettingError, match="made with other settings or data: mentions"):
        resolve_files([source], out, replace(settings, mentions="gold"), resume=True)


@pytest.mark.parametrize("format", ["brat", "html", "text"])
def test_several_files_per_input(settings, memory, samples, tmp_path, format):
    document = (samples / "ferry.conll").read_text(encoding="utf-8")
    two = document + document.replace("(ferry)", "(second)").replace("\nferry", "\nsecond")
    files = {"two.conll": two, "one.conll": document}
    there, here = put(f"{memory}/in", files), make(tmp_path / "in", files)
    settings = replace(settings, format=format)
    assert resolve_files([there], f"{memory}/out", settings).files == 2
    resolve_files([here], tmp_path / "out", settings)
    assert stored(f"{memory}/out") == results(tmp_path / "out")
    assert resolve_files([there], f"{memory}/out", settings, resume=True).done == 2


def test_a_run_that_ends_before_its_first_file_leaves_nothing(settings, memory, monkeypatch):
    def fails(*_):
        raise CorefpipeError("no such worker")

    monkeypatch.setattr("corefpipe.batch.resolving.FileResolver", fails)
    source = put(f"{memory}/in", FILES)
    with pytest.raises(CorefpipeError, match="no such worker"):
        resolve_files([source], f"{memory}/out", settings)
    assert not as_path(f"{memory}/out").exists()


def test_names_and_what_is_refused(settings, memory, tmp_path):
    put(memory, dict.fromkeys(("a/x.txt", "a/s/y.txt", "b/x.txt"), TEXT))
    inputs = Inputs([as_path(f"{memory}/a"), as_path(f"{memory}/b/x.txt"), as_path(f"{memory}/a/x.txt")], tmp_path)
    assert {item.name: item.target for item in inputs} == {"a/x.txt": "a/x", "a/s/y.txt": "a/s/y", "b/x.txt": "b/x"}
    for out in ("a", "a/s/..", ""):
        with pytest.raises(SettingError, match="the folder of the results cannot contain the input"):
            Inputs([as_path(f"{memory}/a/s")], as_path(f"{memory}/{out}".replace("/s/..", "")))
    with pytest.raises(FormatError, match="memory://bucket/none: no such file"):
        Inputs([as_path(f"{memory}/none")], tmp_path)
    with pytest.raises(SettingError, match="the paths have no folder in common"):
        Inputs([as_path(f"{memory}/a"), make(tmp_path, {"x.txt": TEXT})], tmp_path / "out")
    assert [item.name for item in Inputs([as_path(f"{memory}/a")], as_path(f"{memory}/a/s"))] == ["x.txt"]


@pytest.mark.slow
def test_a_command_with_two_processes(model, run, tmp_path):
    """A second process sees the same files by another protocol than plain paths."""
    source = make(tmp_path / "in", FILES)
    words = ("resolve", source.as_uri(), "--format", "conll", "--model", model, "--processes", 2, "-o")
    code, _, err = run(*words, (tmp_path / "out").as_uri())
    assert code == 2
    assert f"Failed: {source.as_uri()}/bad.txt:1 (document bad)" in err
    assert sorted(results(tmp_path / "out")) == ["a.conll", "sub/b.conll"]
    (document,) = read((tmp_path / "out/a.conll").as_uri())
    assert document.chains()


def test_without_what_a_url_needs(monkeypatch):
    with pytest.raises(
        CorefpipeError, match=r"nosuch://x: this file system cannot be used .*Install what fsspec needs"
    ):
        as_path("nosuch://x")
    monkeypatch.setitem(sys.modules, "upath", None)
    with pytest.raises(
        CorefpipeError, match=r"s3://b/x: URLs need universal_pathlib.*pip install 'corefpipe\[remote\]"
    ):
        read("s3://b/x")
    assert as_path("C:x") == Path("C:x")
    assert as_path("a:b") == Path("a:b")
