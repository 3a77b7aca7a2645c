"""Run a pipeline over documents, keeping the columns that they came with."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any, Literal

from spacy.language import Language
from spacy.tokens import Doc

from corefpipe.chains.documents import ENTITY_TYPE, PARSE_COLUMNS, to_doc
from corefpipe.dialogue.docs import remember_turns, set_speakers, turns_of
from corefpipe.document import Document
from corefpipe.parsing import pipelines

# Column of a Document -> what a spaCy component says it assigns.
_ASSIGNS = {
    "sentence_starts": {"token.is_sent_start", "doc.sents"},
    "tags": {"token.tag"},
    "pos": {"token.pos"},
    "feats": {"token.morph"},
    "lemmas": {"token.lemma"},
    "heads": {"token.head", "token.dep", "token.is_sent_start", "doc.sents"},
    "entity_types": {f"token._.{ENTITY_TYPE}"},
}
ParseSource = Literal["predicted", "given"]
KEPT: dict[ParseSource, tuple[str, ...]] = {
    "predicted": ("sentence_starts",),
    "given": (*PARSE_COLUMNS, "entity_types"),
}
"""Columns of a document that annotation keeps. With "given" no component runs; entity types are those of the file."""

_STOPS = frozenset(".!?")
_LONG = 100_000  # characters: longer raw texts are parsed in pieces, so that memory does not grow with them


def annotate(
    documents: Iterable[Document],
    nlp: Language,
    keep: Collection[str] = ("sentence_starts",),
) -> Iterator[tuple[Doc, Document]]:
    """Run a pipeline over documents, on the words that they have.

    Documents without words are raw text, which the pipeline's tokenizer splits. Speakers are always kept.

    Args:
        documents: what to annotate.
        nlp: the pipeline.
        keep: columns to take from the document, where it has them: `sentence_starts`, and of the parse any of
            `tags`, `pos`, `feats`, `lemmas`, `heads` (with relations), `entity_types`. Components that would only
            write those do not run.

    Raises:
        AnnotationError: the pipeline leaves no parse, or a column to keep is missing.
    """
    # The component that resolves is not run here: the caller does, with the mentions it wants.
    idle = _idle(nlp, set(keep)) | {name for name in nlp.pipe_names if nlp.get_pipe_meta(name).factory == "corefpipe"}
    for document in documents:
        unparsed = to_doc(document, nlp, keep)
        doc = _parsed(unparsed, nlp, sorted(idle), whole=bool(document.words))
        if document.words:
            _restore(doc, document, keep)
        else:
            # Pieces of a long text leave behind what is known of its turns.
            set_speakers(doc, remember_turns(doc, turns_of(unparsed)))
        yield doc, document


Entry = Document | tuple[Doc, Document]
"""A document to parse, or a parsed Doc with its document."""

Watch = Callable[[Iterable[Any], str, int], Iterable[Any]]
"""Shows progress: (items, what happens to them, how many) -> the same items."""


def unwatched(items: Iterable[Any], what: str, total: int) -> Iterable[Any]:
    """The items, without showing progress."""
    return items


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
        """Parse documents one by one; those that are parsed pass through.

        Args:
            entries: what to parse.
            what: what they are called where progress is shown.
        """
        for entry in self._watch(entries, f"parse {what}", len(entries)):
            if isinstance(entry, Document):
                self._nlp = self._nlp or pipelines.load_base(self._base)
                yield from annotate([entry], self._nlp, self._keep)
            else:
                yield entry


def _restore(doc: Doc, document: Document, keep: Collection[str]) -> None:
    """Put back kept columns that a component wrote beside its own."""
    for name, attribute in (("tags", "tag_"), ("pos", "pos_"), ("lemmas", "lemma_")):
        if name in keep:
            for token, value in zip(doc, getattr(document, name), strict=True):
                setattr(token, attribute, value)
    if "feats" in keep:
        for token, value in zip(doc, document.feats or (), strict=True):
            token.set_morph(value)  # type: ignore[attr-defined]


def _idle(nlp: Language, keep: set[str]) -> set[str]:
    """Components that would write nothing but columns to keep."""
    kept = set().union(*(_ASSIGNS.get(name, set()) for name in keep))
    assigns = {name: set(nlp.get_pipe_meta(name).assigns) for name in nlp.pipe_names}
    idle = {name for name, written in assigns.items() if written and written <= kept}
    # Vectors for nobody.
    if all(name in idle or written == {"doc.tensor"} for name, written in assigns.items()):
        return set(assigns)
    return idle


def _parsed(doc: Doc, nlp: Language, idle: list[str], whole: bool) -> Doc:
    """A Doc after the pipeline; a long one in pieces, unless it must stay whole for its sentences."""
    if whole or len(doc.text) <= _LONG:
        (parsed,) = nlp.pipe([doc], disable=idle)
        return parsed
    pieces = list(nlp.pipe(_pieces(doc), disable=idle, batch_size=1))
    merged = Doc.from_docs(pieces, ensure_whitespace=False)
    assert merged is not None
    return merged


def _pieces(doc: Doc) -> Iterator[Doc]:
    """A long Doc in pieces of about _LONG characters: cut at blank lines, or where there are none at other line breaks
    and at the ends of sentences.
    """
    start = last = 0
    for token in doc[:-1]:
        size = token.idx - doc[start].idx
        blank = token.is_space and token.text.count("\n") > 1
        if blank or (size > 2 * _LONG and (token.is_space or token.text in _STOPS)):
            last = token.i + 1
        if last > start and size > _LONG:
            yield doc[start:last].as_doc()
            start = last
    yield doc[start:].as_doc()
