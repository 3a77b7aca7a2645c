"""Examples of parsed documents (see `examples.py`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np
from examples import PAIRS, SOFT, Example
from parts import Annotated
from spacy.tokens import Doc

from corefpipe.document import Document
from corefpipe.features.attributes.network import head_words
from corefpipe.features.engine.gold import gold_table
from corefpipe.features.engine.table import MentionTable
from corefpipe.formats.winograd.reader import ANAPHOR
from corefpipe.network.heads import REACH
from corefpipe.parsing.encoder.component import run_of
from corefpipe.parsing.unseen import unseen_tokens


def example_of(annotated: Annotated, kind: str, singletons: Document | None = None) -> Example:
    """An example of a parsed document.

    Args:
        annotated: the document with its Doc.
        kind: `WHOLE`, `PARTIAL` or `PAIRS`.
        singletons: the same document with all its mentions, if these are annotated.
    """
    doc, document = annotated
    table = gold_table(doc, document)
    found = _plain(table, doc, document.name, kind)
    mentions = _with_heads(table, document)
    numbers: dict[str, int] = {}
    kept = []
    for first, last, head, entity in mentions:
        if not found.chains[head]:
            found.chains[head] = numbers.setdefault(entity, len(numbers) + 1)
            if head - first <= REACH and last - head <= REACH:
                kept.append((head, first, last))
    found.mentions = np.array(kept, dtype=np.int64).reshape(-1, 3)
    if singletons is not None:
        found.heads = found.chains > 0
        found.heads[head_words(gold_table(doc, singletons))] = True
    if kind == PAIRS:
        found.pairs = _pairs(table, mentions)
    return found


def _with_heads(table: MentionTable, document: Document) -> list[tuple[int, int, int, str]]:
    """First word, last word, head and chain of each mention."""
    spans = zip(table.spans.start.tolist(), table.spans.end.tolist(), head_words(table).tolist(), strict=True)
    head_of = {(start, end): head for start, end, head in spans}
    found = []
    for mention in document.mentions:
        start, end = table.parse.in_words(*mention.span)
        if (start, end) in head_of:
            found.append((start, end - 1, head_of[start, end], mention.entity))
    return found


def _plain(table: MentionTable, doc: Doc, name: str, kind: str) -> Example:
    parse, n = table.parse, len(table.parse)
    gaps = np.zeros(len(doc), dtype=np.int64)
    words, run = run_of(doc, unseen_tokens(doc))
    gaps[words] = run.gaps
    names = {one: number for number, one in enumerate(dict.fromkeys(filter(None, parse.speakers)), 1)}
    return Example(
        name,
        kind,
        parse.words,
        gaps[parse.tokens],
        np.array(parse.sentences, dtype=np.int64),
        np.array([names.get(one, 0) for one in parse.speakers], dtype=np.int64),
        np.zeros(n, dtype=np.int64),
        np.zeros(n, dtype=np.int64),
        np.zeros((0, 3), dtype=np.int64),
    )


def _pairs(table: MentionTable, mentions: list[tuple[int, int, int, str]]) -> np.ndarray:
    """(candidates, 3) the anaphor with each candidate: the last pronoun, or else the last mention of its entity.

    Empty where two of them have the same head, or there is no candidate.
    """
    pronouns = [one for one in mentions if one[0] == one[1] and table.parse.pos[one[2]] == "PRON"]
    own = (pronouns or [one for one in mentions if one[3] == ANAPHOR] or [None])[-1]
    others = [one for one in mentions if one is not own]
    if own is None or not others or len({head for _, _, head, _ in mentions}) < len(mentions):
        return np.zeros((0, 3), dtype=np.int64)
    return np.array([(own[2], head, entity == own[3]) for _, _, head, entity in others], dtype=np.int64)


def raw_examples(docs: Iterable[Annotated]) -> Iterator[Example]:
    """Examples of raw documents, of which nothing is known yet."""
    for doc, document in docs:
        yield _plain(gold_table(doc, replace(document, mentions=[])), doc, document.name, SOFT)
