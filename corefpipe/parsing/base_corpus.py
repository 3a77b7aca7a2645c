"""Documents with trees as what spaCy trains a pipeline on."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from spacy.language import Language
from spacy.tokens import Doc

from corefpipe.document import Document
from corefpipe.errors import AnnotationError

_PIECE = (2, 12)  # sentences in a piece of a document: small pieces make mixed batches
_BREAKS = ("\n", "\n\n")  # between sentences of raw text, where a piece has any
_BROKEN = 0.3  # share of the pieces of raw text with line breaks between sentences


class Row(NamedTuple):
    """One token; `head` is an index among the rows, a root is its own head."""

    word: str
    space: bool
    tag: str
    pos: str
    feats: str
    lemma: str
    head: int
    dep: str
    entity: str
    begins: bool  # a sentence


def check_trees(documents: Iterable[Document], part: str) -> None:
    """Raise AnnotationError unless all documents have what a pipeline is trained on."""
    for document in documents:
        missing = [name for name in ("pos", "heads", "deps") if document.words and getattr(document, name) is None]
        if missing or not document.words:
            raise AnnotationError(
                f"no {', '.join(missing) or 'words'}",
                cure=f"A base pipeline is trained on trees: the {part} documents need them, as CoNLL-U has them",
                document=document.name,
            )


def training_docs(documents: Sequence[Document], nlp: Language, seed: int) -> Iterator[Doc]:
    """Each document twice, in other pieces each time: its own words, and its text as the tokenizer splits it.

    A Doc of given words has unknown spaces, which tells spaCy's corpus reader to keep them.
    """
    rng = random.Random(seed)
    for document in documents:
        for piece in _pieces(_rows(document), rng):
            yield _doc(nlp, piece, spaces=False)
    for document in documents:
        for piece in _pieces(written(_rows(document), document, nlp), rng):
            between = rng.choice(_BREAKS) if rng.random() < _BROKEN else ""
            yield _doc(nlp, _spread(piece, between) if between else piece)


def held_out_docs(documents: Sequence[Document], nlp: Language) -> Iterator[Doc]:
    """The documents whole, for what reads raw text."""
    for document in documents:
        yield _doc(nlp, written(_rows(document), document, nlp))


def written(rows: list[Row], document: Document, nlp: Language) -> list[Row]:
    """The rows with the words of each multiword token as one, unless the tokenizer splits it into just these.

    The word that is nearest to the root speaks for all: a verb for its clitics, a preposition for its article.
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
        # Of several mentions with one head the shortest wins.
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
    """The rows with a whitespace token before each sentence but the first, attached as spaCy's augmenter does it."""
    shift = 0
    shifts: list[int] = []
    for row in rows:
        shift += row.begins and bool(shifts)
        shifts.append(shift)
    spread: list[Row] = []
    for row in rows:
        if row.begins and spread:
            spread[-1] = spread[-1]._replace(space=False)
            spread.append(Row(between, False, "_SP", "SPACE", "", between, len(spread) - 1, "dep", "", False))
        spread.append(row._replace(head=row.head + shifts[row.head]))
    return spread


def _doc(nlp: Language, rows: list[Row], spaces: bool = True) -> Doc:
    words, after, tags, pos, feats, lemmas, heads, deps, types, begins = map(list, zip(*rows, strict=True))
    return Doc(
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
        ents=["B-" + type if type else "O" for type in types],
    )
