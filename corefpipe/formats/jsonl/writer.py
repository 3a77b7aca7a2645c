"""Writer of JSON lines; what it writes and loses is described in `reader.py`."""

from __future__ import annotations

import json
from typing import Any, TextIO

from corefpipe.document import Document


def write_document(document: Document, stream: TextIO) -> None:
    """Write a document as one line."""
    sentences = document.sentences()
    record: dict[str, Any] = {
        "doc_key": f"{document.name}_{document.part}",
        "part": document.part,
        "sentences": [document.words[start:end] for start, end in sentences],
    }
    if document.speakers is not None:
        record["speakers"] = [document.speakers[start:end] for start, end in sentences]
    record["clusters"] = [[[m.start, m.end - 1] for m in chain] for chain in document.chains().values()]
    stream.write(json.dumps(record, ensure_ascii=False) + "\n")
