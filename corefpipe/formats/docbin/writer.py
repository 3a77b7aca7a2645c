"""Writer of spaCy's DocBin; the format is described in `reader.py`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from corefpipe.document import Document
from corefpipe.document.trees import first_in_cycle
from corefpipe.exceptions import AnnotationError
from corefpipe.formats.docbin.docs import NOTE, document_of
from corefpipe.formats.docbin.note import note_of
from corefpipe.formats.files import atomic_writer

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc


def write_file(documents: Iterable[Document], path: Path) -> None:
    """Write the Docs of documents to a file.

    Raises:
        AnnotationError: spaCy cannot store the words.
    """
    import spacy
    from spacy.tokens import DocBin

    nlp = spacy.blank("en")  # a new one: the vocabulary of a shared one would grow with each file
    box = DocBin(store_user_data=True)
    for document in documents:
        box.add(_doc(document, nlp))
    with atomic_writer(path) as stream:
        stream.buffer.write(box.to_bytes())


def _doc(document: Document, nlp: Language) -> Doc:
    from spacy.tokens import Span as DocSpan
    from spacy.tokens import SpanGroup

    from corefpipe.chains.docs import to_doc
    from corefpipe.chains.documents import quotations_of
    from corefpipe.chains.layout import SPANS_KEY
    from corefpipe.chains.quotations import write_quotations

    doc = to_doc(document, nlp, _columns(document))
    spans = [DocSpan(doc, m.start, m.end, label=m.type, kb_id=m.entity, span_id=m.entity) for m in document.mentions]
    doc.spans[SPANS_KEY] = SpanGroup(doc, name=SPANS_KEY, spans=spans)
    if document.words:
        write_quotations(doc, quotations_of(document))
    found = document_of(doc, "")
    if not document.words:  # the tokenizer split the raw text into words
        found.name, found.part, found.genre = document.name, document.part, document.genre
        document = found
    elif len(found.words) != len(document.words):
        raise AnnotationError("a word is whitespace", cure="Replace it by a sign such as _", document=document.name)
    doc.user_data[NOTE] = note_of(document, found)
    return doc


def _columns(document: Document) -> list[str]:
    """Return the columns that spaCy can store; the others are noted."""
    from spacy.parts_of_speech import IDS

    columns = ["sentence_starts"]
    columns += [name for name in ("tags", "lemmas", "entity_types") if getattr(document, name) is not None]
    if document.pos is not None and all(pos in IDS for pos in document.pos):
        columns.append("pos")
    if document.feats is not None and all(
        not feats or all("=" in feat.strip("=") for feat in feats.split("|")) for feats in document.feats
    ):
        columns.append("feats")
    if document.heads is not None and document.deps is not None and first_in_cycle(document.heads) is None:
        columns.append("heads")
    return columns
