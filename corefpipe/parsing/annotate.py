"""Run a spaCy pipeline over documents, and keep their own annotation."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any, Literal

import numpy as np
from spacy import attrs
from spacy.language import Language
from spacy.tokens import Doc

from corefpipe.chains.docs import PARSE_COLUMNS, to_doc
from corefpipe.chains.tokens import ENTITY_TYPE, mend_sentences
from corefpipe.dialogue.docs import set_speakers, turns_of
from corefpipe.document import Document
from corefpipe.parsing import pipelines
from corefpipe.parsing.pieces import parse_in_pieces, piece_bounds
from corefpipe.plain_text.docs import ReadAs
from corefpipe.utils.batches import in_batches

# Column of a Document -> the values in `assigns` of a spaCy component that sets it.
_ASSIGNS = {
    "sentence_starts": {"token.is_sent_start", "doc.sents"},
    "tags": {"token.tag"},
    "pos": {"token.pos"},
    "feats": {"token.morph"},
    "lemmas": {"token.lemma"},
    "heads": {"token.head", "token.dep", "token.is_sent_start", "doc.sents"},
    "entity_types": {f"token._.{ENTITY_TYPE}"},
}
# Column of a Document -> attributes of tokens.
_KEPT = {
    "tags": (attrs.TAG,),
    "pos": (attrs.POS,),
    "feats": (attrs.MORPH,),
    "lemmas": (attrs.LEMMA,),
    "heads": (attrs.HEAD, attrs.DEP),
}
ParseSource = Literal["predicted", "given"]
KEPT: dict[ParseSource, tuple[str, ...]] = {
    "predicted": ("sentence_starts",),
    "given": (*PARSE_COLUMNS, "entity_types"),
}
"""Columns that `annotate` keeps, by the source of the parse."""


SHORT = 2000
"""Maximum number of tokens of a document that is parsed, and resolved, in a batch with others."""
TOKENS = 4000
"""Number of tokens of a batch."""
_LONG_WORD = 10  # characters

Watch = Callable[[Iterable[Any], str, int], Iterable[Any]]
"""Shows progress: (items, description, number of items) -> the same items."""


def unwatched(items: Iterable[Any], what: str, total: int) -> Iterable[Any]:
    """Return the items and show no progress."""
    return items


def annotate(
    documents: Iterable[Document],
    nlp: Language,
    keep: Collection[str] = ("sentence_starts",),
    watch: Watch = unwatched,
    read_as: ReadAs = "auto",
) -> Iterator[tuple[Doc, Document]]:
    """Run a pipeline over documents, with their own tokens.

    Documents without words are raw text, which the pipeline's tokenizer splits. Speakers are always kept. The component
    "corefpipe" does not run. Short documents are parsed in batches, a long one in pieces (`corefpipe.parsing.pieces`).

    Args:
        documents: the documents to annotate.
        nlp: the pipeline.
        keep: columns to take from the documents: `sentence_starts`, `entity_types`, and of the parse any of `tags`,
            `pos`, `feats`, `lemmas`, `heads` (with relations). Components that would set only these do not run.
        watch: shows progress within a long document, in pieces.
        read_as: how raw texts are read (see `corefpipe.plain_text.docs`).

    Yields:
        The Doc and its document.

    Raises:
        AnnotationError: a document lacks a column of the parse in `keep`, or spaCy rejects its values (see `to_doc`).
    """
    idle = _idle(nlp, set(keep)) | {name for name in nlp.pipe_names if nlp.get_pipe_meta(name).factory == "corefpipe"}
    disable = sorted(idle)
    unparsed = ((to_doc(document, nlp, keep, read_as), document) for document in documents)
    for batch in in_batches(unparsed, lambda one: _length(one[0]), SHORT, TOKENS):
        for doc, document, given in _parsed(batch, nlp, keep, disable, watch, read_as):
            if document.words:
                _give_back(doc, document, keep, given)
            else:
                set_speakers(doc, turns_of(doc))
            mend_sentences(doc)
            yield doc, document


def _give_back(doc: Doc, document: Document, keep: Collection[str], given: np.ndarray | None) -> None:
    """Restore the annotation of a document in its Doc, in case a component has overwritten it."""
    if given is not None:
        doc.from_array(_kept(document, keep), given.reshape(len(doc), -1))  # type: ignore[arg-type]
    if "entity_types" in keep:
        for token, kind in zip(doc, document.entity_types or [""] * len(doc), strict=True):
            token._.set(ENTITY_TYPE, kind)


def _length(doc: Doc) -> int:
    """Number of tokens, or of characters divided by `_LONG_WORD` if that is larger, as limits apply to both."""
    return max(len(doc), (doc[-1].idx + len(doc[-1])) // _LONG_WORD) if len(doc) else 0


def _parsed(
    batch: Sequence[tuple[Doc, Document]],
    nlp: Language,
    keep: Collection[str],
    disable: Sequence[str],
    watch: Watch,
    read_as: ReadAs,
) -> Iterator[tuple[Doc, Document, np.ndarray | None]]:
    """Run a pipeline over unparsed Docs.

    Args:
        batch: short ones with their documents, or one of any length.
        nlp, keep, watch, read_as: see `annotate`.
        disable: names of components that do not run.

    Yields:
        The Doc, its document and the values of its own columns.
    """
    kept = [_kept(document, keep) for _, document in batch]
    given = [doc.to_array(names) if names else None for (doc, _), names in zip(batch, kept, strict=True)]
    if len(batch) > 1:
        docs: list[Doc] = []
        with suppress(Exception):  # raised again below, after the documents before it
            docs = list(nlp.pipe([doc for doc, _ in batch], disable=disable))
        if len(docs) == len(batch):  # an error handler may drop some
            yield from ((doc, document, values) for doc, (_, document), values in zip(docs, batch, given, strict=True))
            return
        for _, document in batch:
            again = to_doc(document, nlp, keep, read_as)
            yield from _parsed([(again, document)], nlp, keep, disable, watch, read_as)
        return
    ((doc, document),) = batch
    bounds = piece_bounds(doc, whole_sentences=bool(document.words)) if _length(doc) > SHORT else []
    if len(bounds) <= 1 or len(disable) == len(nlp.pipe_names):
        (doc,) = nlp.pipe([doc], disable=disable)
    else:
        doc = parse_in_pieces(doc, nlp, watch(bounds, f"parse {document}", len(bounds)), disable)
    yield doc, document, given[0]


def _kept(document: Document, keep: Collection[str]) -> list[int | str]:
    """The attributes of tokens that are taken from a document."""
    return [attribute for name, of in _KEPT.items() if name in keep and document.words for attribute in of]


Entry = Document | tuple[Doc, Document]
"""A document to parse, or a parsed Doc with its document."""


class DocumentParser:
    """Parses documents with a base pipeline, which is loaded when the first document needs it.

    Args:
        base: name or folder of the base pipeline (see `load_base`).
        parse: "predicted", or "given" to take tags and trees from the documents.
        watch: shows progress.
    """

    def __init__(self, base: str, parse: ParseSource = "predicted", watch: Watch = unwatched):
        self._base = base
        self._keep = KEPT[parse]
        self._watch = watch
        self._nlp: Language | None = None

    def __call__(self, entries: Sequence[Entry], what: str) -> Iterator[tuple[Doc, Document]]:
        """Parse documents one by one; entries that are parsed already pass through.

        Args:
            entries: what to parse.
            what: their name in the progress display.
        """
        for entry in self._watch(entries, f"parse {what}", len(entries)):
            if isinstance(entry, Document):
                self._nlp = self._nlp or pipelines.load_base(self._base)
                yield from annotate([entry], self._nlp, self._keep)
            else:
                yield entry


def _idle(nlp: Language, keep: set[str]) -> set[str]:
    """Names of the components that would write nothing but kept columns."""
    kept = set().union(*(_ASSIGNS.get(name, set()) for name in keep))
    assigns = {name: set(nlp.get_pipe_meta(name).assigns) for name in nlp.pipe_names}
    idle = {name for name, written in assigns.items() if written and written <= kept}
    # Also disable tok2vec when no running component reads it.
    if all(name in idle or written == {"doc.tensor"} for name, written in assigns.items()):
        return set(assigns)
    return idle
