"""Where a document, or a word of it, was read."""

from __future__ import annotations

from typing import Any

from corefpipe.document import Document


def place_of(document: Document, word: int | None = None) -> dict[str, Any]:
    """Return file, line (of a word, or of the document) and document, as arguments of an error."""
    origin = document.origin
    if origin is None:
        return {"document": str(document)}
    line = origin.line_of(word) if word is not None else None
    return {"document": str(document), "file": origin.file, "line": line or origin.line}
