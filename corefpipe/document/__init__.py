"""Document and Mention: annotated text as plain dataclasses, independent of spaCy and of file formats."""

from corefpipe.document.mention import Mention, Multiword, Origin, Quotation, antecedent_indices, sort_mentions
from corefpipe.document.model import OPTIONAL_COLUMNS, UNNAMED, Document, Documents
from corefpipe.document.naming import NAME, OTHER, PHRASE, main_mention, naming_kind, naming_length

__all__ = [
    "NAME",
    "OPTIONAL_COLUMNS",
    "OTHER",
    "PHRASE",
    "UNNAMED",
    "Document",
    "Documents",
    "Mention",
    "Multiword",
    "Origin",
    "Quotation",
    "antecedent_indices",
    "main_mention",
    "naming_kind",
    "naming_length",
    "sort_mentions",
]
