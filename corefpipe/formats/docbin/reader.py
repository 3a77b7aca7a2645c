r"""spaCy's DocBin (`.spacy`): Docs with their mentions in `doc.spans["coref"]`.

A mention is a span there: `label` is its entity type, `id` and `kb_id` are the id of its entity. Words, spaces,
sentence starts, tags, parts of speech, features, lemmas, heads and relations are the Doc's own; speakers and entity
types of words stand under `token._.speaker` and `token._.entity_type`.

What a Doc has no place for, or does not give back as it was, is noted as JSON under `doc.user_data["corefpipe"]`
(`docbin_note.py`), so that reading gives all that was written; raw text aside, which is split into words. A mention's
notes count as long as `doc.spans["coref"]` has a span with its words and its entity, those on words as long as the Doc
has as many words.

Docs that somebody else wrote are read as well. What is "" for every word is None in the document then. A label is
the entity type unless it is one of the kinds of mentions that corefpipe's component writes (`pronoun` …).
Without `doc.spans["coref"]`, spans are those of spacy-experimental: `coref_clusters_1`, `coref_clusters_2` …, each a
chain. Whitespace is no word. A Doc without a note is named after the file, with its number there if there are several.

The file is zlib-packed msgpack (spacy.io/api/docbin). Nothing in it is executed.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from corefpipe.document import Document, Mention, Origin, sort_mentions
from corefpipe.errors import AnnotationError, FormatError
from corefpipe.formats.brackets import Span
from corefpipe.formats.docbin.note import note_of, noted
from corefpipe.formats.files import atomic_writer, open_binary
from corefpipe.formats.reading import Place, Reading, genre_of, settle_repeats
from corefpipe.formats.registry import FORMATS

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc, DocBin
    from spacy.tokens import Span as DocSpan

NOTE = "corefpipe"
"""Key of the note in `doc.user_data`."""

_KINDS = frozenset(("pronoun", "name", "nominal", "coordination", "verb"))
_TEXT_COLUMNS = ("tags", "pos", "feats", "lemmas", "speakers", "entity_types")
_PIECE = 2**20
_CURE = "Write it anew with spaCy's DocBin.to_disk, or fetch it again"
# What spaCy, msgpack and NumPy raise at data that are not what they should be.
_REFUSALS = (ValueError, TypeError, KeyError, IndexError, AttributeError, ArithmeticError, RuntimeError)


def read_file(path: Path, reading: Reading) -> Iterator[Document]:
    """The documents of the Docs of a file."""
    place = Place(str(path))
    with open_binary(path) as stream:
        data = stream.read(reading.max_unpacked)
    box = _unpacked(data, place, reading)
    docs = box.get_docs(_blank().vocab)
    stem = FORMATS["docbin"].named(path)
    for number in range(1, len(box) + 1):
        try:
            doc = next(docs)
            name = stem if len(box) == 1 else f"{stem}_{number}"
            document = _document(doc, name, place, reading)
        except FormatError as error:
            reading.refuse(error)
            continue
        except _REFUSALS as error:
            # The generator of spaCy ends here: what follows is lost.
            reading.refuse(place.error(f"Doc {number} of {len(box)} is damaged ({_brief(error)})", _CURE))
            return
        document.origin = Origin(str(path), 1)
        yield document


def write_file(documents: Iterable[Document], path: Path) -> None:
    """Writes the Docs of documents to a file.

    Raises:
        AnnotationError: spaCy refuses the words.
    """
    from spacy.tokens import DocBin

    nlp = _blank()
    box = DocBin(store_user_data=True)
    for document in documents:
        box.add(_doc(document, nlp))
    with atomic_writer(path) as stream:
        stream.buffer.write(box.to_bytes())


def _doc(document: Document, nlp: Language) -> Doc:
    from spacy.tokens import Span as DocSpan
    from spacy.tokens import SpanGroup

    from corefpipe.chains.documents import to_doc
    from corefpipe.chains.layout import SPANS_KEY

    doc = to_doc(document, nlp, _columns(document))
    spans = [DocSpan(doc, m.start, m.end, label=m.type, kb_id=m.entity, span_id=m.entity) for m in document.mentions]
    doc.spans[SPANS_KEY] = SpanGroup(doc, name=SPANS_KEY, spans=spans)
    found = _found(doc, "", None, None)
    if not document.words:  # of raw text the tokenizer made words
        found.name, found.part, found.genre = document.name, document.part, document.genre
        document = found
    elif len(found.words) != len(document.words):
        raise AnnotationError("a word is whitespace", cure="Put a sign such as _ in its place", document=document.name)
    doc.user_data[NOTE] = note_of(document, found)
    return doc


def _columns(document: Document) -> list[str]:
    """The columns that spaCy takes; the others are noted."""
    from spacy.parts_of_speech import IDS

    columns = ["sentence_starts"]
    columns += [name for name in ("tags", "lemmas", "entity_types") if getattr(document, name) is not None]
    if document.pos is not None and all(pos in IDS for pos in document.pos):
        columns.append("pos")
    if document.feats is not None and all(
        not feats or all("=" in feat.strip("=") for feat in feats.split("|")) for feats in document.feats
    ):
        columns.append("feats")
    if document.heads is not None and document.deps is not None and _is_forest(document.heads):
        columns.append("heads")
    return columns


def _is_forest(heads: list[int]) -> bool:
    """Whether the way up from every word ends at a root; spaCy loses itself where it does not."""
    reached = [head == word for word, head in enumerate(heads)]
    for word in range(len(heads)):
        path = []
        while not reached[word]:
            path.append(word)
            word = heads[word]
            if not 0 <= word < len(heads) or len(path) > len(heads):
                return False
        for step in path:
            reached[step] = True
    return True


def _document(doc: Doc, name: str, place: Place, reading: Reading) -> Document:
    note = doc.user_data.get(NOTE)
    place = Place(place.source, name)
    document = _found(doc, name, None if note is not None else place, reading)
    if note is not None:
        try:
            document = noted(document, note)
        except ValueError as error:
            raise place.error(
                f'doc.user_data["{NOTE}"] does not fit the Doc: {_brief(error)}', "Delete it from the Doc"
            ) from None
    else:
        document.genre = genre_of(name)
    place = Place(place.source, str(document))
    spans = [Span(m.start, m.end, m.entity, 0, str(number), m.fragments) for number, m in enumerate(document.mentions)]
    kept = settle_repeats(spans, document.words, place, reading)
    document.mentions = [document.mentions[int(span.fields)] for span in kept]
    return document


def _found(doc: Doc, name: str, place: Place | None, reading: Reading | None) -> Document:
    """What a Doc says without its note. With a place, spans that are no mentions are refused or noted there."""
    from corefpipe.chains.documents import ENTITY_TYPE, without_mentions, word_of_token

    document = without_mentions(doc, name)
    for column in _TEXT_COLUMNS:
        if not any(getattr(document, column)):
            setattr(document, column, None)
    if doc.has_unknown_spaces:
        document.text, document.offsets, document.spaces = "", None, None
    position = word_of_token(doc)
    parsed = doc.has_annotation("DEP")
    mentions = []
    for span, entity in _spans(doc):
        start, end = position[span.start], position[span.end]
        if place is not None and not entity:
            raise place.error(
                f"the span {span.text!r} has no id", "Give the spans of a chain the same id: Span(…, span_id='e1')"
            )
        if start == end:
            if place is not None and reading is not None:
                what = f"the span {span.start} to {span.end} has no word; it is left out"
                reading.report.misfits.append(place.error(what, "Give mentions words"))
            continue
        root = span.root if parsed else None
        head = None if root is None or root.is_space else position[root.i]
        kind = span.root._.get(ENTITY_TYPE) or ("" if span.label_ in _KINDS else span.label_)
        mentions.append(Mention(start, end, entity, head, kind))
    document.mentions = sort_mentions(mentions)
    return document


def _spans(doc: Doc) -> Iterator[tuple[DocSpan, str]]:
    """The spans that are mentions, with the ids of their entities."""
    from corefpipe.chains.layout import chain_groups

    for cluster, group in chain_groups(doc):
        yield from ((span, cluster or span.id_ or span.kb_id_) for span in group)


def _unpacked(data: bytes, place: Place, reading: Reading) -> DocBin:
    from spacy.tokens import DocBin

    if not data:
        raise place.error("the file is empty", "Check that whatever wrote it came to its end")
    _check_size(data, place, reading.max_unpacked)
    try:
        return DocBin().from_bytes(data)
    except _REFUSALS as error:
        raise place.error(f"it is no DocBin ({_brief(error)})", _CURE) from None


def _check_size(data: bytes, place: Place, limit: int) -> None:
    """Refuses what unpacks to too much, before all of it is in memory."""
    unpacker = zlib.decompressobj()
    size, rest = 0, data
    try:
        while rest and not unpacker.eof:
            size += len(unpacker.decompress(rest, _PIECE))
            rest = unpacker.unconsumed_tail
            if size > limit:
                raise place.error(
                    f"the file unpacks to more than {limit} bytes", "If it is no trap, raise max_unpacked"
                )
    except zlib.error as error:
        raise place.error(f"it is no DocBin, which is packed by zlib ({error})", _CURE) from None
    if not unpacker.eof:
        raise place.error("the file breaks off", _CURE)


def _blank() -> Language:
    # With a vocabulary of its own: that of a pipeline that lives on would grow with each file.
    import spacy

    return spacy.blank("en")


def _brief(error: Exception) -> str:
    return " ".join(str(error).split())[:200]
