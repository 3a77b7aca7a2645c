"""ECB+ as Documents, and the same documents parsed and resolved by a packaged model."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import accumulate
from pathlib import Path

from corefpipe import read, write
from corefpipe.chains.documents import without_mentions
from corefpipe.document import Document, Mention, sort_mentions
from corefpipe.entities.resolving import linkable
from corefpipe.parsing.annotate import annotate
from corefpipe.parsing.pipelines import load_base
from corefpipe.resolver.loading import load_resolver
from corefpipe.resolver.resolving import resolve_docs

PARSE = ("tags", "pos", "feats", "lemmas", "heads", "deps", "entity_types")


def read_ecb(path: Path) -> Iterator[Document]:
    """The documents of a part; `metadata` has the topic and the annotated sentences."""
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        sentences = [sentence for sentence in row["sentences"] if sentence]
        numbers = [number for number, sentence in enumerate(row["sentences"]) if sentence]
        starts = [0, *accumulate(map(len, sentences))][:-1]
        annotated = [place for place, number in enumerate(numbers) if number in set(row["annotated_sentences"])]
        mentions = [Mention(start, end, entity, type=type) for start, end, entity, type in row["mentions"]]
        yield Document(
            row["doc_key"],
            words=[word.strip() or "_" for sentence in sentences for word in sentence],
            sentence_starts=starts,
            mentions=sort_mentions(mentions),
            metadata={"topic": str(row["topic"]), "annotated": annotated},
        )


def parsed_part(corpora: Path, part: str, kept: Path) -> tuple[list[Document], list[Document]]:
    """A part, parsed: with its own mentions in the annotated sentences, and with those that `en` predicts.

    Args:
        corpora: folder of the corpora.
        part: train or dev.
        kept: folder in which the parsed documents are kept for later runs.
    """
    source = list(read_ecb(corpora / "ecbplus" / f"{part}.jsonl"))
    files = [kept / f"{part}.{side}.conllu" for side in ("key", "response")]
    if not all(file.is_file() for file in files):
        kept.mkdir(parents=True, exist_ok=True)
        for file, documents in zip(files, zip(*resolved(source), strict=True), strict=True):
            write(documents, file)
    sides = [
        [
            within(replace(document, metadata=one.metadata), one.metadata["annotated"] if side == 0 else None)
            for one, document in zip(source, read(file), strict=True)
        ]
        for side, file in enumerate(files)
    ]
    return sides[0], sides[1]


def resolved(documents: Iterable[Document], model: str = "en") -> Iterator[tuple[Document, Document]]:
    """Documents with a parse and their own mentions, and with the same parse and predicted mentions."""
    resolver = load_resolver(model)
    for one in resolve_docs(annotate(documents, load_base(resolver.base)), resolver):
        parsed = without_mentions(one.doc, like=one.source)
        columns = {name: getattr(parsed, name) for name in PARSE}
        (found,) = linkable([one])
        yield with_heads(replace(one.source, **columns)), replace(found, **columns)


def with_heads(document: Document) -> Document:
    """The document with the heads of its mentions, by its trees, and with the entity types that these have."""
    assert document.heads is not None
    assert document.entity_types is not None
    heads, types = document.heads, document.entity_types

    def head(mention: Mention) -> int:
        inside = range(mention.start, mention.end)
        return next((word for word in inside if heads[word] == word or heads[word] not in inside), mention.end - 1)

    placed = [(mention, head(mention)) for mention in document.mentions]
    return replace(document, mentions=[replace(one, head=word, type=types[word]) for one, word in placed])


def within(document: Document, sentences: Iterable[int] | None) -> Document:
    """The document with the mentions of some sentences only, by their numbers; None is all."""
    if sentences is None:
        return document
    kept = set(sentences)
    starts = document.sentence_starts
    inside = [one for one in document.mentions if bisect_right(starts, one.start) - 1 in kept]
    return replace(document, mentions=inside)
