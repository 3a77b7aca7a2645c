"""Resolving files one by one: unexpected errors, full disks, out of memory."""

from __future__ import annotations

import pytest
from helpers.batches import TEXT, log_of, make

from corefpipe.batch import resolve_files, resolving
from corefpipe.exceptions import CorefpipeError
from corefpipe.parsing import pipelines, renewed


def test_unexpected_errors(settings, tmp_path, monkeypatch):
    folder = make(tmp_path / "in", {"a.txt": TEXT, "b.txt": TEXT})
    real = resolving.read

    def broken(path, **options):
        if path.name == "a.txt":
            raise RuntimeError("out of\nluck")
        return real(path, **options)

    monkeypatch.setattr(resolving, "read", broken)
    summary = resolve_files([folder], tmp_path / "out", settings)
    assert (summary.files, summary.failures) == (1, [f"{folder / 'a.txt'}: RuntimeError: out of luck"])
    assert log_of(tmp_path / "out")[0]["traceback"].endswith("RuntimeError: out of\nluck\n")


def test_full_disk(settings, tmp_path, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(resolving.os, "replace", full)
    folder = make(tmp_path / "in", {"a.txt": TEXT, "b.txt": TEXT})
    with pytest.raises(CorefpipeError, match="nothing more can be written") as error:
        resolve_files([folder], tmp_path / "out", settings)
    assert "--resume" in error.value.cure
    monkeypatch.undo()
    assert log_of(tmp_path / "out") == []


def test_the_pipeline_is_reloaded_after_many_word_forms(settings, tmp_path, monkeypatch):
    loaded = []
    load = pipelines.load_base
    monkeypatch.setattr(pipelines, "load_base", lambda name: loaded.append(name) or load(name))
    monkeypatch.setattr(renewed, "MAX_BYTES", 3 * renewed.PER_WORD)
    texts = {
        f"{number}.txt": f"Quill{number}a met Quill{number}b, Quill{number}c and Quill{number}d." for number in range(3)
    }
    resolve_files([make(tmp_path / "in", texts)], tmp_path / "out", settings)
    assert len(loaded) == 3
