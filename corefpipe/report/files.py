"""Write reports to files."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from corefpipe.document import Document
from corefpipe.formats.files import atomic_writer
from corefpipe.report.text import chains_text


def write_chains_text(documents: Iterable[Document], path: Path) -> None:
    """Write the chains of documents to a text file, each mention in its sentence; all documents or nothing."""
    with atomic_writer(path) as stream:
        stream.writelines(f"{chains_text(document)}\n\n" for document in documents)
