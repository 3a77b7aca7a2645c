"""What a network learns coreference from: words, and what is known of them, in a file per part."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from parts import Annotated
from spacy.tokens import Doc

from corefpipe.document import Document
from corefpipe.features.attributes.network import head_words
from corefpipe.features.engine.gold import gold_table
from corefpipe.features.engine.table import MentionTable
from corefpipe.network.heads import REACH
from corefpipe.parsing.encoder.component import run_of
from corefpipe.parsing.unseen import unseen_tokens

WHOLE, PARTIAL, PAIRS, SOFT = "whole", "partial", "pairs", "soft"
"""Kinds of examples: all chains are annotated; some mentions are; pairs of words are; a teacher's probabilities."""


@dataclass(slots=True)
class Example:
    """A text, or a part of one.

    Attributes:
        name: of the document.
        kind: what is known of it.
        words: its words.
        gaps: (n,) what is before each word (see `corefpipe.parsing.encoder.labels.UNKNOWN`).
        sentences: (n,) number of each word's sentence, from 0.
        speakers: (n,) number of each word's speaker, 0 where it is unknown.
        texts: (n,) number of each word's text; several short texts may be one example.
        chains: (n,) number of the chain of the mention that each word is the head of, 0 for none.
        mentions: (m, 3) head, first and last word of mentions.
        heads: (n,) bool, whether each word is the head of any mention, singletons included; None where that is unknown.
        pairs: (p, 3) pronoun, candidate, whether they corefer; two candidates of a pronoun stand together.
        soft: (s, 2) word and antecedent, with `odds`.
        odds: (s,) probability of each of them; the rest is that of no antecedent.
    """

    name: str
    kind: str
    words: Sequence[str]
    gaps: np.ndarray
    sentences: np.ndarray
    speakers: np.ndarray
    texts: np.ndarray
    chains: np.ndarray
    mentions: np.ndarray
    heads: np.ndarray | None = None
    pairs: np.ndarray | None = None
    soft: np.ndarray | None = None
    odds: np.ndarray | None = None

    def __len__(self) -> int:
        return len(self.words)


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
    """(2, 3) the pronoun with both candidates; empty where there are no three words."""
    pronouns = [one for one in mentions if one[0] == one[1] and table.parse.pos[one[2]] == "PRON"]
    if not pronouns or len({head for _, _, head, _ in mentions}) != 3:
        return np.zeros((0, 3), dtype=np.int64)
    own = pronouns[-1]
    others = [one for one in mentions if one is not own]
    return np.array([(own[2], head, entity == own[3]) for _, _, head, entity in others], dtype=np.int64)


def soft_examples(docs: Iterable, marks: Mapping[str, np.ndarray]) -> Iterator[Example]:
    """Examples of raw documents with a teacher's marks.

    Args:
        docs: parsed Docs with their documents, of the words that the teacher read.
        marks: `names`, `ij`, `p`, `soft_at`, `bounds`, `bounds_at`.
    """
    number = {name: k for k, name in enumerate(marks["names"].tolist())}
    for doc, document in docs:
        k = number[document.name]
        rows, bounds = (slice(*marks[at][k : k + 2].tolist()) for at in ("soft_at", "bounds_at"))
        found = _plain(gold_table(doc, replace(document, mentions=[])), doc, document.name, SOFT)
        mentions = marks["bounds"][bounds].astype(np.int64)
        near = (mentions[:, 0] - mentions[:, 1] <= REACH) & (mentions[:, 2] - mentions[:, 0] <= REACH)
        found.mentions = mentions[near]
        found.soft, found.odds = marks["ij"][rows].astype(np.int64), marks["p"][rows].astype(np.float32) / 255
        yield found


def chunks(example: Example, most: int) -> Iterator[Example]:
    """Parts of a long example, each of at most so many words and of whole sentences where they fit."""
    n, start = len(example), 0
    while start < n:
        end = min(start + most, n)
        while end < n and end > start + most // 2 and example.sentences[end] == example.sentences[end - 1]:
            end -= 1
        yield part_of(example, start, end)
        start = end


def part_of(example: Example, start: int, end: int) -> Example:
    """Some words of an example."""

    def inside(rows: np.ndarray) -> np.ndarray:
        return ((rows >= start) & (rows < end)).all(axis=1)

    own = slice(start, end)
    found = replace(
        example,
        words=example.words[own],
        gaps=example.gaps[own],
        sentences=example.sentences[own] - example.sentences[start],
        speakers=example.speakers[own],
        texts=example.texts[own],
        chains=example.chains[own],
        mentions=example.mentions[inside(example.mentions)] - start,
        heads=None if example.heads is None else example.heads[own],
    )
    if example.soft is not None and example.odds is not None:
        kept = inside(example.soft)
        found.soft, found.odds = example.soft[kept] - start, example.odds[kept]
    return found


def together(examples: Sequence[Example]) -> Example:
    """Several short texts of pairs as one example."""
    starts = np.cumsum([0, *(len(one) for one in examples)])
    sentences, texts, pairs, after = [], [], [], 0
    for number, (one, start) in enumerate(zip(examples, starts.tolist(), strict=False)):
        sentences.append(one.sentences + after)
        after = int(sentences[-1][-1]) + 1
        texts.append(np.full(len(one), number))
        assert one.pairs is not None
        pairs.append(one.pairs + np.array([start, start, 0]))
    return replace(
        examples[0],
        words=[word for one in examples for word in one.words],
        gaps=np.concatenate([one.gaps for one in examples]),
        sentences=np.concatenate(sentences),
        speakers=np.zeros(int(starts[-1]), dtype=np.int64),
        texts=np.concatenate(texts),
        chains=np.concatenate([one.chains for one in examples]),
        mentions=np.zeros((0, 3), dtype=np.int64),
        pairs=np.concatenate(pairs),
    )


def kept(name: str, work: Path, make: Callable[[], Iterable[Example]] | None = None) -> list[Example]:
    """Examples of a part; what was made before is read from the work folder, what was not is made.

    Raises:
        FileNotFoundError: it was not made before, and nothing makes it.
    """
    file = work / "examples" / f"{name}.pickle"
    if not file.is_file() and make is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(pickle.dumps(list(make())))
    found: list[Example] = pickle.loads(file.read_bytes())  # our own file
    return found
