r"""Reader of spaCy's DocBin (`.spacy`): Docs with their mentions in `doc.spans["coref"]`.

Each span there is a mention: `label` is its entity type, `id` and `kb_id` are the id of its entity. Words, spaces,
sentence starts, tags, parts of speech, features, lemmas, heads and relations are those of the Doc; speakers and entity
types of words are in `token._.speaker` and `token._.entity_type`. Quotations are in `doc.spans["coref_quotations"]`, as
described in `corefpipe.chains.quotations`.

Whatever a Doc cannot store unchanged is noted as JSON in `doc.user_data["corefpipe"]` (`note.py`), so that a document
is read as it was written, except for raw text, which is tokenized. The note on a mention is used if the Doc has a span
with its words and entity; notes on words are used if the Doc has the same number of words.

Docs from other programs can be read too. Columns that are "" for every word are then None. A label is the entity type
unless it is a kind of mention that corefpipe's component writes (`pronoun` …); the antecedents that it stores are read.
Without `doc.spans["coref"]`, the span groups of spacy-experimental are read, `coref_clusters_1`, `coref_clusters_2` …,
one per chain. Whitespace tokens are dropped. A Doc without a note is named after the file, with a number if there are
several.

The file is msgpack packed by zlib (spacy.io/api/docbin). Nothing in it is executed.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from corefpipe.document import Document, Origin
from corefpipe.exceptions import FormatError
from corefpipe.formats.docbin.docs import NOTE, document_of
from corefpipe.formats.docbin.msgpack import check_values
from corefpipe.formats.docbin.note import noted
from corefpipe.formats.opening import open_binary
from corefpipe.formats.reading import Place, Reading, genre_of
from corefpipe.formats.registry import FORMATS
from corefpipe.formats.spans import Span, settle_repeats

if TYPE_CHECKING:
    from spacy.tokens import Doc, DocBin
    from spacy.vocab import Vocab


_PIECE = 2**20
_DOCUMENTS = 2
"""Number of documents of the largest size for which a file has room: all Docs of a file are in memory."""
_CURE = "Write it again with spaCy's DocBin.to_disk, or download it again"
# Raised by spaCy, msgpack and NumPy for invalid data.
_REFUSALS = (ValueError, TypeError, KeyError, IndexError, AttributeError, ArithmeticError, RuntimeError, MemoryError)


def read_file(path: Path, reading: Reading) -> Iterator[Document]:
    """Yield the documents of a file."""
    place = Place(str(path))
    box = _unpacked(_contents(path, place, reading), place, reading)
    docs = box.get_docs(_vocabulary())
    stem = reading.named_after(str(path), FORMATS["docbin"].named(path))
    for number in range(1, len(box) + 1):
        try:
            _check_doc(box, number - 1, reading)
            doc = next(docs)
            name = stem if len(box) == 1 else f"{stem}_{number}"
            document = _document(doc, name, place, reading)
        except FormatError as error:
            reading.refuse(error)
            continue
        except _REFUSALS as error:
            # spaCy's generator has ended: the other Docs are lost.
            reading.refuse(place.error(f"Doc {number} of {len(box)} is damaged ({_brief(error)})", _CURE))
            return
        document.origin = Origin(str(path), 1)
        yield document


def _document(doc: Doc, name: str, place: Place, reading: Reading) -> Document:
    note = doc.user_data.get(NOTE)
    place = Place(place.source, name)
    document = document_of(doc, name, None if note is not None else place, reading)
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


def _contents(path: Path, place: Place, reading: Reading) -> bytes:
    """The bytes of the file; reading stops at more than the unpacked file may have."""
    pieces: list[bytes] = []
    size = 0
    with open_binary(path) as stream:
        while piece := stream.read(_PIECE):
            size += len(piece)
            _check_size(size, place, reading)
            pieces.append(piece)
    return b"".join(pieces)


def _unpacked(data: bytes, place: Place, reading: Reading) -> DocBin:
    from spacy.tokens import DocBin

    if not data:
        raise place.error("the file is empty", "Check that the program that wrote it finished")
    try:
        check_values(_decompressed(data, place, reading), reading.max_words)
        return DocBin().from_bytes(data)
    except FormatError:
        raise
    except _REFUSALS as error:
        raise place.error(f"the file is not a DocBin ({_brief(error)})", _CURE) from None


def _decompressed(data: bytes, place: Place, reading: Reading) -> bytes:
    """The unpacked file; an error for one that is too large, before all of it is in memory."""
    unpacker = zlib.decompressobj()
    pieces: list[bytes] = []
    size, rest = 0, data
    try:
        while rest and not unpacker.eof:
            pieces.append(unpacker.decompress(rest, _PIECE))
            rest = unpacker.unconsumed_tail
            size += len(pieces[-1])
            _check_size(size, place, reading)
    except zlib.error as error:
        raise place.error(f"the file is not a DocBin, which is packed by zlib ({error})", _CURE) from None
    if not unpacker.eof:
        raise place.error("the file is truncated", _CURE)
    return b"".join(pieces)


def _check_size(size: int, place: Place, reading: Reading) -> None:
    limit = _DOCUMENTS * reading.max_document
    if size > limit:
        raise place.error(f"the file unpacks to more than {limit} bytes", "Write the Docs to several files")


def _check_doc(box: DocBin, number: int, reading: Reading) -> None:
    """Raise an error for a Doc that takes too much memory: too many words, or too many values of other kinds.

    Raises:
        ValueError: there are too many.
    """
    if len(box.tokens[number]) > reading.max_words:
        raise ValueError(f"it has more than {reading.max_words} words")
    for packed in (box.span_groups, box.user_data):
        value = packed[number] if number < len(packed) else None
        if value and isinstance(value, bytes):  # older files have b"" for none
            check_values(value, _DOCUMENTS * reading.max_words)


def _vocabulary() -> Vocab:
    """A new vocabulary: a shared one would grow with each file, and a whole pipeline takes 0.3 s to make."""
    from spacy.lang.en import English
    from spacy.vocab import create_vocab

    return create_vocab("en", English.Defaults)


def _brief(error: Exception) -> str:
    return " ".join(str(error).split())[:200]
