"""Mention tables and labels of documents with gold mentions and chains."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping

import numpy as np
from spacy.tokens import Doc

from corefpipe.chains.layout import SPANS_KEY, spans_in
from corefpipe.document import Document
from corefpipe.exceptions import AnnotationError
from corefpipe.features.engine.table import MentionTable
from corefpipe.mentions import Spans
from corefpipe.parsing.parse import Parse


def gold_tables(docs: Iterable[Doc | tuple[Doc, Document]]) -> tuple[list[MentionTable], list[np.ndarray]]:
    """The mention tables of documents, and their chains as one int32 array per document.

    >>> from corefpipe.features import gold_tables
    >>> tables, gold = gold_tables(annotated)
    >>> len(tables), len(gold[0]) == len(tables[0])
    (1, True)

    Args:
        docs: Docs with gold mentions in `doc.spans["coref"]`, or pairs of a Doc and its Document with gold mentions.

    Raises:
        AnnotationError: a Doc without that span group, or a Document whose words are not those of its Doc.
    """
    tables, labels = [], []
    for entry in docs:
        if isinstance(entry, Doc):
            table, label = _from_spans(entry)
        else:
            table = gold_table(*entry)
            label = table_labels(table, entry[1])
        tables.append(table)
        labels.append(label)
    return tables, labels


def check_spans(spans: Iterable[tuple[int, int]], doc: Doc, name: str | None = None) -> None:
    """Raise AnnotationError unless all (start, end) are spans of a Doc; `name` is that of its document."""
    for start, end in spans:
        if not 0 <= start < end <= len(doc):
            raise AnnotationError(
                f"mention ({start}, {end}) lies outside its Doc of {len(doc)} tokens",
                cure="Words are counted from 0, and a mention has at least one word",
                document=name,
            )


def gold_table(doc: Doc, document: Document) -> MentionTable:
    """The mention table of a document's gold mentions, on the parse of its Doc.

    >>> from corefpipe.features import gold_table
    >>> len(gold_table(*annotated[0]))
    23

    Raises:
        AnnotationError: another number of words than in the Doc, or a mention outside them.
    """
    check_spans((mention.span for mention in document.mentions), doc, document.name)
    if len(document) != len(doc):
        raise AnnotationError(
            f"{len(document)} words, its Doc has {len(doc)}",
            cure="Gold mentions need a Doc with the same words, as `annotate` makes it",
            document=document.name,
        )
    parse = Parse.from_doc(doc)
    return MentionTable(parse, Spans.given((mention.span for mention in document.mentions), parse))


def gold_labels(spans: Spans, document: Document) -> np.ndarray:
    """(n_spans,) int32 gold chain of each span of its words; a span outside all chains gets a label of its own.

    >>> from corefpipe.features import gold_labels
    >>> gold_labels(table.spans, annotated[0][1])[:5]
    array([0, 1, 0, 2, 1], dtype=int32)
    """
    return _labels(spans, {mention.span: mention.entity for mention in reversed(document.mentions)})


def table_labels(table: MentionTable, document: Document) -> np.ndarray:
    """(n_mentions,) int32 gold chain of each mention of a document's Doc (see `gold_labels`).

    >>> from corefpipe.features import table_labels
    >>> table_labels(table, annotated[0][1])[:5]
    array([0, 1, 0, 2, 1], dtype=int32)
    """
    chain = {table.parse.in_words(*mention.span): mention.entity for mention in reversed(document.mentions)}
    return _labels(table.mentions, chain)


def _from_spans(doc: Doc) -> tuple[MentionTable, np.ndarray]:
    if SPANS_KEY not in doc.spans:
        raise AnnotationError(
            f'the Doc has no mentions in doc.spans["{SPANS_KEY}"]',
            cure="Add them with their entities as kb_id, or give a pair of the Doc and its Document",
        )
    parse, found = Parse.from_doc(doc), spans_in(doc.spans[SPANS_KEY])
    chain = {parse.in_words(span.start, span.end): span.kb_id_ or span.id_ for span in reversed(found)}
    spans = Spans.given(((span.start, span.end) for span in found), parse)
    return MentionTable(parse, spans), _labels(spans, {span: name for span, name in chain.items() if name})


def _labels(spans: Spans, chain: Mapping[tuple[int, int], Hashable]) -> np.ndarray:
    numbers: dict[Hashable, int] = {}
    names = [(chain.get(span), span) for span in zip(spans.start.tolist(), spans.end.tolist(), strict=True)]
    keys = [(entity, None) if entity is not None else (None, span) for entity, span in names]
    return np.array([numbers.setdefault(key, len(numbers)) for key in keys], dtype=np.int32)
