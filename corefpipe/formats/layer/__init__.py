"""Layers: chains by the numbers of their words, for a text that may not be handed on; read with `read(layer=…)`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from corefpipe.document import Document
from corefpipe.exceptions import SettingError
from corefpipe.formats.layer.writer import HEADING, check, write_document
from corefpipe.formats.losses import CONTENTS
from corefpipe.formats.reading import Reading
from corefpipe.formats.registry import LineFormat, register_format


@register_format
class LayerFormat(LineFormat):
    """Layers of chains; written as a format, and read together with the documents that they annotate."""

    name = "layer"
    extensions = (".layer",)
    # What is no mention stays in the corpus beside the layer.
    holds = frozenset(CONTENTS) - {
        "entity ids",
        "entity numbers",
        "entity types",
        "mention heads",
        "antecedents",
        "fields of ACE",
        "mention fields",
        "zero mentions",
        "quotations",
    }
    signature = re.compile(r"# corefpipe layer\b")
    heading = f"{HEADING}\n"

    def write_document(self, document: Document, stream: TextIO) -> None:
        """Write the entry of one document."""
        write_document(document, stream)

    def check(self, document: Document) -> None:
        """Raise an error for a document without words or without a name."""
        check(document)

    def read_file(self, path: Path, reading: Reading) -> Iterator[Document]:
        """Raise an error that names the file."""
        error = self._cannot_read()
        error.file = str(path)
        raise error

    def _cannot_read(self) -> SettingError:
        cure = "Read the documents that it annotates"
        return SettingError("a layer has chains, and no text", cure=cure, settings={"layer": "PATH"})
