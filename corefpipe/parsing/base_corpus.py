"""Make spaCy's training data for a base pipeline from documents with trees."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from spacy.language import Language
from spacy.tokens import Doc

from corefpipe.document import Document
from corefpipe.exceptions import AnnotationError
from corefpipe.parsing.entity_typer import put_entity_heads

_PIECE = (2, 12)  # sentences per piece of a document, so that a batch has pieces of several documents
_BREAKS = ("\n", "\n\n")  # line breaks that are inserted between the sentences of a piece of raw text
_BROKEN = 0.3  # share of the pieces of raw text in which they are inserted


class Row(NamedTuple):
    """One token of a list of rows.

    Attributes:
        space: whether whitespace follows.
        head: index of the head in the list; a root is its own head.
        entity: entity type of the mention that it is the head of, or "".
        begins: whether it begins a sentence.
    """

    word: str
    space: bool
    tag: str
    pos: str
    feats: str
    lemma: str
    head: int
    dep: str
    entity: str
    begins: bool


def check_trees(documents: Iterable[Document], part: str) -> None:
    """Raise AnnotationError unless all documents have words, parts of speech and trees.

    Args:
        documents: to check.
        part: name of the documents in the message: "train" or "dev".
    """
    for document in documents:
        missing = [name for name in ("pos", "heads", "deps") if document.words and getattr(document, name) is None]
        if missing or not document.words:
            raise AnnotationError(
                f"no {', '.join(missing) or 'words'}",
                cure=f"A base pipeline is trained on trees: the {part} documents need them, as in CoNLL-U",
                document=document.name,
            )


def training_docs(documents: Sequence[Document], nlp: Language, seed: int) -> Iterator[Doc]:
    """Yield each document twice, split into different pieces: with its own words, and as raw text.

    The Docs with given words have unknown spaces, which makes spaCy's corpus reader keep their tokens.
    """
    rng = random.Random(seed)
    for document in documents:
        for piece in _pieces(_rows(document), rng):
            yield _doc(nlp, piece, spaces=False)
    for document in documents:
        for piece in _pieces(_merge_multiwords(_rows(document), document, nlp), rng):
            between = rng.choice(_BREAKS) if rng.random() < _BROKEN else ""
            yield _doc(nlp, _spread(piece, between) if between else piece)


def held_out_docs(documents: Sequence[Document], nlp: Language) -> Iterator[Doc]:
    """Yield one Doc per document, for evaluation on its raw text."""
    for document in documents:
        yield _doc(nlp, _merge_multiwords(_rows(document), document, nlp))


def _merge_multiwords(rows: list[Row], document: Document, nlp: Language) -> list[Row]:
    """Merge the words of each multiword token into one row, unless the tokenizer splits the token into these words.

    The merged row has the annotation of the word nearest to the root: the verb of verb and clitics, the preposition of
    preposition and article.
    """
    target, kept = list(range(len(rows))), dict(enumerate(rows))
    for start, end, form, *_ in document.multiwords:
        if [token.text for token in nlp.tokenizer(form)] == [row.word for row in rows[start:end]]:
            continue
        top = min(range(start, end), key=lambda i: _depth(rows, i))
        for i in range(start, end):
            target[i] = top
            del kept[i]
        kept[top] = rows[top]._replace(word=form, space=rows[end - 1].space, begins=rows[start].begins)
    number = {i: n for n, i in enumerate(sorted(kept))}
    return [kept[i]._replace(head=number[target[kept[i].head]]) for i in sorted(kept)]


def _rows(document: Document) -> list[Row]:
    size = len(document)
    starts = set(document.sentence_starts or [0])
    types = dict(enumerate(document.entity_types or ()))
    if document.entity_types is None:
        # Among mentions with the same head the shortest one decides.
        types = {m.head: m.type for m in sorted(document.mentions, key=lambda m: m.start - m.end) if m.head is not None}
    blank = [""] * size
    columns = zip(
        document.words,
        document.spaces or [True] * size,
        document.tags or blank,
        document.pos or blank,
        document.feats or blank,
        document.lemmas or blank,
        document.heads or (),
        ["ROOT" if dep == "root" else dep for dep in document.deps or ()],
        strict=True,
    )
    return [Row._make((*values, types.get(i, ""), i in starts)) for i, values in enumerate(columns)]


def _depth(rows: list[Row], i: int) -> int:
    depth = 0
    while rows[i].head != i and depth < len(rows):
        i, depth = rows[i].head, depth + 1
    return depth


def _pieces(rows: list[Row], rng: random.Random) -> Iterator[list[Row]]:
    starts = [i for i, row in enumerate(rows) if row.begins]
    first = 0
    while first < len(starts):
        last = first + rng.randint(*_PIECE)
        start, end = starts[first], starts[last] if last < len(starts) else len(rows)
        yield [row._replace(head=row.head - start) for row in rows[start:end]]
        first = last


def _spread(rows: list[Row], between: str) -> list[Row]:
    """Insert a whitespace token before each sentence but the first, attached as spaCy's whitespace augmenter does."""
    begins = [row.begins and i > 0 for i, row in enumerate(rows)]
    shifts = list(accumulate(begins))
    spread: list[Row] = []
    for row, begin in zip(rows, begins, strict=True):
        if begin:
            spread[-1] = spread[-1]._replace(space=False)
            spread.append(Row(between, False, "_SP", "SPACE", "", between, len(spread) - 1, "dep", "", False))
        spread.append(row._replace(head=row.head + shifts[row.head]))
    return spread


def _doc(nlp: Language, rows: list[Row], spaces: bool = True) -> Doc:
    words, after, tags, pos, feats, lemmas, heads, deps, types, begins = map(list, zip(*rows, strict=True))
    doc = Doc(
        nlp.vocab,
        words=words,
        spaces=after if spaces else None,
        tags=tags if any(tags) else None,
        pos=pos,
        morphs=feats if any(feats) else None,
        lemmas=lemmas if any(lemmas) else None,
        heads=heads,
        deps=deps,
        sent_starts=begins,
    )
    put_entity_heads(doc, types)
    return doc
