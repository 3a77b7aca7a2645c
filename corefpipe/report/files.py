"""Write reports to files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from corefpipe.document import Document
from corefpipe.formats.files import atomic_writer
from corefpipe.report.pages.index import Listed, index_page
from corefpipe.report.pages.reading import reading_page
from corefpipe.report.pages.shown import Shown
from corefpipe.report.pages.weights import weights_page
from corefpipe.report.text import chains_text
from corefpipe.report.weights import WeightGroup

HTML = "html"
"""The format of pages to look at, named after its extension; it can only be written."""

INDEX = "index"
"""Name, without extension, of the page that lists the pages of a folder."""


def write_chains_text(documents: Iterable[Document], path: Path) -> None:
    """Write the chains of documents to a text file, each mention in its sentence; all documents or nothing."""
    with atomic_writer(path) as stream:
        stream.writelines(f"{chains_text(document)}\n\n" for document in documents)


def write_reading_page(shown: Iterable[Shown], path: Path, index: str = "") -> None:
    """Write the reading page of documents to an HTML file; all documents or nothing.

    Args:
        shown: the documents.
        path: the file.
        index: address of the page that lists all pages, if there is one.
    """
    with atomic_writer(path) as stream:
        stream.write(reading_page(shown, index=index))


def write_weights_page(groups: Sequence[WeightGroup], path: Path, title: str, summary: str) -> None:
    """Write the page of a model's weights to an HTML file (see `weights_page`)."""
    with atomic_writer(path) as stream:
        stream.write(weights_page(title, summary, groups))


def write_index_page(listed: Iterable[Listed], folder: Path, title: str) -> None:
    """Write the page that lists the pages in a folder."""
    with atomic_writer(folder / f"{INDEX}.{HTML}") as stream:
        stream.write(index_page(listed, title))
