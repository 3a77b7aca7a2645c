"""`corefpipe serve`: commands that cannot work."""

from __future__ import annotations

import socket
import sys

import pytest


def test_without_the_extra(run, monkeypatch):
    monkeypatch.delitem(sys.modules, "corefpipe.serving.server", raising=False)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    code, _, error = run("serve")
    assert (code, error) == (
        2,
        "Error: the server needs uvicorn, which is not installed. pip install 'corefpipe[serve]'\n",
    )


def test_wrong_settings(run):
    pytest.importorskip("uvicorn")
    assert "--max-texts is 0" in run("serve", "--max-texts", "0")[2]
    with socket.create_server(("127.0.0.1", 0)) as taken:
        code, _, error = run("serve", "--port", taken.getsockname()[1])
    assert code == 2
    assert "Give another host or port" in error
    code, _, error = run("serve", "--host", "no such host")
    assert code == 2
    assert "cannot listen on no such host" in error


def test_wrong_models(run):
    pytest.importorskip("uvicorn")
    code, out, error = run("serve", "--port", "0", "--model", "no-such-model")
    assert (code, out) == (2, "")
    assert "no-such-model" in error
    assert "Traceback" not in error


def test_no_spacy(python):
    pytest.importorskip("uvicorn")
    done = python("-c", "import corefpipe.serving.server, sys; print('spacy' in sys.modules, 'numpy' in sys.modules)")
    assert done.stdout == "False False\n", done.stderr
