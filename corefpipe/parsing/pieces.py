"""Parse a long text in pieces, so that memory does not grow with its length."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from spacy.language import Language
from spacy.tokens import Doc

PIECE = 100_000  # characters
_STOPS = frozenset(".!?")


def parse_in_pieces(doc: Doc, nlp: Language, disable: Sequence[str] = (), size: int = PIECE) -> Doc:
    """Run a pipeline over the pieces of a Doc and merge the results.

    Args:
        doc: an unparsed Doc; its `user_data` is not copied.
        nlp: the pipeline.
        disable: names of components that do not run.
        size: characters per piece.

    Returns:
        A new Doc with the same tokens.
    """
    pieces = list(nlp.pipe(pieces_of(doc, size), disable=disable, batch_size=1))
    merged = Doc.from_docs(pieces, ensure_whitespace=False)
    assert merged is not None
    return merged


def pieces_of(doc: Doc, size: int = PIECE) -> Iterator[Doc]:
    """Split a Doc into pieces of about `size` characters.

    A piece ends at a blank line; if there is none within twice the size, at another line break or after a sentence's
    final punctuation.
    """
    start = end = 0  # first token of this piece; the last place after it where it may end
    for token in doc[:-1]:
        length = token.idx - doc[start].idx
        blank_line = token.is_space and token.text.count("\n") > 1
        if blank_line or (length > 2 * size and (token.is_space or token.text in _STOPS)):
            end = token.i + 1
        if end > start and length > size:
            yield doc[start:end].as_doc()
            start = end
    yield doc[start:].as_doc()
