"""Tables of entities as CSV, one row per chain; only written.

The columns are those of `corefpipe.document.entities.EntityRow`; names are separated by "; ", with their counts.
"""

from __future__ import annotations

from typing import TextIO

from corefpipe.document import Document
from corefpipe.document.entities import EntityRow
from corefpipe.formats.registry import LineFormat, register_format
from corefpipe.formats.tables import csv_cell, csv_lines


@register_format
class Entities(LineFormat):
    """CSV with one row per entity, the most mentioned of each document first."""

    name = "entities"
    extensions = (".csv",)
    holds = frozenset(("entity ids", "entity numbers", "entity types", "discontinuous mentions"))
    chains = False
    heading = csv_lines([EntityRow._fields])

    def write_document(self, document: Document, stream: TextIO) -> None:
        """Write the rows of one document."""
        stream.write(csv_lines(map(csv_cell, row) for row in document.entity_table()))
