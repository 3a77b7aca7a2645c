"""Hand-made columns, as repairs of the parse change them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from corefpipe.lexicon import load_lexicon
from corefpipe.parsing.columns import Columns


def make_columns(
    words: str = "",
    pos: str = "",
    deps: str = "",
    heads: Iterable[int] = (),
    types: dict[int, str] | None = None,
    tags: str = "",
    sentences: Sequence[int] = (),
    bounds: Sequence[int] = (),
) -> Columns:
    """The columns of short strings of values, one per token, between spaces.

    Those not given are "x", for words, lemmas and tags; "dep", below the last token, in one sentence of one document.

    Args:
        words: texts; the lemmas are the same in lower case.
        pos, deps, heads, tags, sentences, bounds: see `Columns`.
        types: entity types of tokens by their index.
    """
    size = max(map(len, (words.split(), pos.split(), deps.split())))

    def column(values: str, default: str) -> list[str]:
        return values.split() or [default] * size

    return Columns(
        words=column(words, "x"),
        lower=column(words.lower(), "x"),
        lemmas=column(words.lower(), "x"),
        pos=column(pos, "X"),
        tags=column(tags, "X"),
        morphs=[""] * size,
        deps=column(deps, "dep"),
        heads=list(heads) or [size - 1] * size,
        sentences=list(sentences) or [0] * size,
        paragraphs=[0] * size,
        lines=[0] * size,
        cells=[0] * size,
        speakers=[""] * size,
        entity_types=[(types or {}).get(token, "") for token in range(size)],
        entities=[0] * size,
        bounds=list(bounds) or [0, size],
        spaces=[True] * size,
        tokens=list(range(size)),
        lexicon=load_lexicon("en"),
    )
