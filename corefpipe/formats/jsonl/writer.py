"""Writer of JSON lines; what it writes and loses is described in `reader.py`."""

from __future__ import annotations

import json
from typing import Any, TextIO

from corefpipe.document import Document, Mention, antecedent_indices
from corefpipe.formats.jsonl.quotations import written_quotations


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
    chains = document.chains()
    record["clusters"] = [[_words(mention) for mention in chain] for chain in chains.values()]
    linked = [(chain, antecedent_indices(chain)) for chain in chains.values()]
    if any(index >= 0 for _, indices in linked for index in indices):
        record["antecedents"] = [
            [_words(chain[index]) if index >= 0 else None for index in indices] for chain, indices in linked
        ]
    if document.quotations:
        record["quotations"] = written_quotations(document.quotations, list(chains))
    stream.write(json.dumps(record, ensure_ascii=False) + "\n")


def _words(mention: Mention) -> list[int]:
    """The first and the last word."""
    return [mention.start, mention.end - 1]
