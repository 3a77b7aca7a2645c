"""`corefpipe score` as a process: what it imports, and how it ends when interrupted."""

from __future__ import annotations

import os
import subprocess

import pytest
from helpers.processes import start_python


@pytest.mark.parametrize(
    ("raised", "expected", "message"),
    [
        (KeyboardInterrupt(), 1, "Interrupted."),
        (PermissionError(13, "Permission denied", "response.conll"), 2, "Permission denied: 'response.conll'"),
    ],
)
def test_interruptions_leave_no_traceback(run, files, monkeypatch, raised, expected, message):
    def fail(*_: object, **__: object) -> None:
        raise raised

    monkeypatch.setattr("corefpipe.cli.score.score_documents", fail)
    code, _, err = run("score", *files)
    assert code == expected
    assert message in err
    assert len(err.splitlines()) == 1


def test_scoring_imports_no_spacy(files, python):
    done = python("-X", "importtime", "-m", "corefpipe", "score", *map(str, files))
    imported = {line.rsplit("|", 1)[-1].strip() for line in done.stderr.splitlines()}
    assert done.returncode == 0
    assert "CoNLL" in done.stdout
    assert "corefpipe.scoring" in imported
    assert not {"spacy", "sklearn", "scipy", "thinc", "rich"} & imported


def test_a_closed_pipe_is_no_crash(files):
    reader, writer = os.pipe()
    os.close(reader)
    process = start_python("-m", "corefpipe", "score", *files, stdout=writer, stderr=subprocess.PIPE)
    os.close(writer)
    _, errors = process.communicate()
    assert (process.returncode, errors) == (1, "")
