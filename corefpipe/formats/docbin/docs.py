"""The Document of a spaCy Doc by its own annotation, without corefpipe's note."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from corefpipe.document import Document, Mention, sort_mentions
from corefpipe.formats.reading import Place, Reading

if TYPE_CHECKING:
    from spacy.tokens import Doc
    from spacy.tokens import Span as DocSpan

    from corefpipe.chains.coref import Coref

NOTE = "corefpipe"
"""Key of the note in `doc.user_data`."""

_KINDS = frozenset(("pronoun", "name", "nominal", "coordination", "verb"))

_TEXT_COLUMNS = ("tags", "pos", "feats", "lemmas", "speakers", "entity_types")


def document_of(doc: Doc, name: str, place: Place | None = None, reading: Reading | None = None) -> Document:
    """Return words, columns and mentions of a Doc.

    Args:
        doc: the Doc.
        name: name of the document.
        place: file and document, for the errors and notes on spans that are not valid mentions; None to ignore those,
            and the antecedents that the Doc stores.
        reading: settings of the reader, whose report receives the notes.

    Raises:
        FormatError: a span has no id, and there is a place.
    """
    from corefpipe.chains.coref import Coref
    from corefpipe.chains.documents import quotations_at, without_mentions
    from corefpipe.chains.quotations import quotation_spans
    from corefpipe.chains.tokens import ENTITY_TYPE, word_of_token

    document = without_mentions(doc, name)
    for column in _TEXT_COLUMNS:
        if not any(getattr(document, column)):
            setattr(document, column, None)
    if doc.has_unknown_spaces:
        document.text, document.offsets, document.spaces = "", None, None
    position = word_of_token(doc)
    parsed = doc.has_annotation("DEP")
    coref = Coref(doc)
    mentions = []
    for span, entity in _spans(doc):
        start, end = position[span.start], position[span.end]
        if place is not None and not entity:
            raise place.error(
                f"the span {span.text!r} has no id", "Give the spans of a chain the same id: Span(…, span_id='e1')"
            )
        if start == end:
            if place is not None and reading is not None:
                what = f"the span {span.start} to {span.end} has no words and is left out"
                reading.report.misfits.append(place.error(what, "Extend it to a word"))
            continue
        root = span.root if parsed else None
        head = None if root is None or root.is_space else position[root.i]
        kind = span.root._.get(ENTITY_TYPE) or ("" if span.label_ in _KINDS else span.label_)
        linked = None if place is None else _antecedent(span, coref, place)
        antecedent = None if linked is None else (position[linked.start], position[linked.end])
        mentions.append(Mention(start, end, entity, head, kind, antecedent=antecedent))
    document.mentions = sort_mentions(mentions)
    document.quotations = quotations_at(quotation_spans(doc), position)
    return document


def _antecedent(span: DocSpan, coref: Coref, place: Place) -> DocSpan | None:
    """The span that a span was linked to, by the scores that the Doc stores, which may be anything."""
    try:
        return coref.antecedent(span)
    except (LookupError, TypeError, ValueError):
        raise place.error(
            "the antecedents of doc.spans['coref'] are not indices of its spans with probabilities",
            "Delete them: doc.spans['coref'].attrs.clear()",
        ) from None


def _spans(doc: Doc) -> Iterator[tuple[DocSpan, str]]:
    """Yield the spans that are mentions, with the ids of their entities."""
    from corefpipe.chains.layout import chain_groups, spans_in

    for cluster, group in chain_groups(doc):
        yield from ((span, cluster or span.id_ or span.kb_id_) for span in spans_in(group))
