"""Parse a long document in pieces, so that the memory of the pipeline does not grow with its length.

A running pipeline needs about 20 kB per token, far more than the resulting annotation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from spacy import attrs
from spacy.language import Language
from spacy.tokens import Doc

from corefpipe.chains.tokens import words_of
from corefpipe.exceptions import AnnotationError
from corefpipe.parsing.unseen import hidden_tokens
from corefpipe.parsing.word_vectors import JoinedVectors
from corefpipe.plain_text.docs import hide
from corefpipe.utils.memory import release_memory

PIECE = 50_000  # characters
TOKENS = 14_000  # more than an English text of `PIECE` characters has

_STOPS = frozenset(".!?")
_BLANK_LINE, _LINE_OR_STOP, _SENTENCE = 2, 1, 3  # higher values are better places to cut
_GIVEN = (attrs.TAG, attrs.POS, attrs.MORPH, attrs.LEMMA)  # annotation that a Document may have besides a tree
_ENTITIES = (attrs.ENT_IOB, attrs.ENT_TYPE, attrs.ENT_KB_ID, attrs.ENT_ID)
_COLUMNS = (*_GIVEN, attrs.NORM, *_ENTITIES, attrs.SENT_START)
_TREE = (attrs.HEAD, attrs.DEP)  # written last and together: from them spaCy computes the sentences


def piece_bounds(
    doc: Doc, size: int = PIECE, tokens: int = TOKENS, whole_sentences: bool = False
) -> list[tuple[int, int]]:
    """(first token, token after the last) of each piece of a Doc.

    A piece ends at the last blank line within the limits; if there is none, at the last line break or after the last
    full stop, question or exclamation mark; in a run without any of these, at the limit itself.

    Args:
        doc: the Doc.
        size: maximum number of characters per piece.
        tokens: maximum number of tokens per piece; each piece has at least one.
        whole_sentences: prefer the ends of the Doc's sentences.
    """
    quality = _quality(doc, whole_sentences)
    ends = np.append(doc.to_array(attrs.IDX).astype(np.int64)[1:], len(doc.text))  # in characters
    cuts = [0]
    while cuts[-1] < len(doc):
        start = cuts[-1]
        longest = int(ends.searchsorted((ends[start - 1] if start else 0) + size, "right"))
        stop = max(min(longest, start + tokens), start + 1)
        if stop < len(doc):
            stop -= int(quality[start:stop][::-1].argmax())
        cuts.append(stop)
    return list(pairwise(cuts))


def parse_in_pieces(doc: Doc, nlp: Language, bounds: Iterable[tuple[int, int]], disable: Sequence[str] = ()) -> Doc:
    """Run a pipeline over the pieces of a Doc and write its predictions to the Doc.

    This copies all annotation of tokens, entities, word vectors, and extension values of tokens and spans. Span groups
    and extension values of Docs are dropped.

    Args:
        doc: an unparsed Doc.
        nlp: the pipeline.
        bounds: the pieces, from `piece_bounds`.
        disable: names of components that do not run.

    Returns:
        The Doc.

    Raises:
        AnnotationError: a component merges or splits tokens.
    """
    columns, trees, vectors = [], [], JoinedVectors(doc)
    parsed = nlp.pipe(_pieces(doc, bounds), as_tuples=True, disable=disable, batch_size=1)
    for piece, (start, end) in parsed:
        if len(piece) != end - start:
            raise AnnotationError(
                "a component of the base pipeline merges or splits tokens",
                cure="Remove it: only the tokenizer may change the tokens",
            )
        columns.append(piece.to_array(list(_COLUMNS)))
        trees.append(piece.to_array(list(_TREE)))
        vectors.add(piece, start)
        doc.user_data.update(_extension_values(piece, doc[start].idx))
        del piece
        release_memory()
    # Column by column, because spaCy copies the array.
    for number, name in enumerate(_COLUMNS):
        doc.from_array([name], np.concatenate([column[:, number] for column in columns]))  # type: ignore[arg-type]
    doc.from_array(list(_TREE), np.concatenate(trees))  # type: ignore[arg-type]
    vectors.put()
    del columns, trees
    release_memory()
    return doc


def _quality(doc: Doc, whole_sentences: bool) -> np.ndarray:
    """(n_tokens,) how well a piece may end at each token; higher is better."""
    quality = np.zeros(len(doc), dtype=np.int8)
    words = words_of(doc)
    for i, (word, is_space) in enumerate(zip(words, doc.to_array(attrs.IS_SPACE).tolist(), strict=True)):
        if is_space:
            quality[i] = _BLANK_LINE if word.count("\n") > 1 else _LINE_OR_STOP
        elif word in _STOPS:
            quality[i] = _LINE_OR_STOP
    if whole_sentences:
        starts = np.flatnonzero(doc.to_array(attrs.SENT_START).astype(np.int64) == 1)
        quality[starts[starts > 0] - 1] = _SENTENCE
    return quality


def _pieces(doc: Doc, bounds: Iterable[tuple[int, int]]) -> Iterator[tuple[Doc, tuple[int, int]]]:
    """The pieces with their bounds; only existing annotation, and which tokens are hidden, is copied."""
    names = [attrs.SENT_START, *(name for name in (*_GIVEN, *_TREE) if doc.to_array(name).any())]
    given = doc.to_array(names)
    words, spaces, hidden = words_of(doc), doc.to_array(attrs.SPACY).astype(bool).tolist(), hidden_tokens(doc)
    for start, end in bounds:
        if len(names) > 1:
            piece = doc[start:end].as_doc(array_head=names, array=given)  # type: ignore[call-arg]
        else:  # far faster
            piece = Doc(doc.vocab, words=words[start:end], spaces=spaces[start:end])
            piece.from_array(names, given[start:end])  # type: ignore[arg-type]
        hide(piece, hidden[start:end])
        yield piece, (start, end)


def _extension_values(piece: Doc, offset: int) -> Iterator[tuple[Any, Any]]:
    """The extension values of the tokens and spans of a piece, by their offsets in the whole text."""
    for key, value in piece.user_data.items():
        if isinstance(key, tuple) and len(key) == 4 and key[0] == "._." and key[2] is not None:
            kind, name, start, end = key
            yield (kind, name, start + offset, None if end is None else end + offset), value
