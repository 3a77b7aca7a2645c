"""Chains as text, written to a file."""

from __future__ import annotations

import pytest

from corefpipe.document import Document, Mention
from corefpipe.report import chains_text
from corefpipe.report.files import write_chains_text

DOCUMENTS = [Document(name, words=["She", "sees", "her"], mentions=[Mention(0, 1, "1")]) for name in ("a", "b")]


def test_all_documents(tmp_path):
    write_chains_text(iter(DOCUMENTS), tmp_path / "x.txt")
    wanted = "".join(f"{chains_text(document)}\n\n" for document in DOCUMENTS)
    assert (tmp_path / "x.txt").read_text(encoding="utf-8") == wanted


def test_nothing_after_an_error(tmp_path):
    def documents():
        yield DOCUMENTS[0]
        raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        write_chains_text(documents(), tmp_path / "x.txt")
    assert list(tmp_path.iterdir()) == []
