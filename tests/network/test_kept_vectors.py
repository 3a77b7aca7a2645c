"""Vectors that are kept for texts that are read several times."""

from __future__ import annotations

import numpy as np
from helpers.networks import tiny_context

from corefpipe.network.kept_vectors import KeptVectors
from corefpipe.network.text import Text


def test_each_text_is_read_once():
    reader, texts = tiny_context().reader, []
    kept = KeptVectors(lambda text: texts.append(text) or reader(text))
    one, other = (Text(words.split(), [0, 0, 1]) for words in ("a cab ran", "the cab ran"))
    first = kept(one)
    assert np.array_equal(first, reader(one))
    assert kept(Text(list(one.words), [0, 0, 1])) is first
    assert not np.array_equal(kept(other), first)
    kept(Text(one.words, [0, 1, 1]))  # other sentences, so other windows
    assert len(texts) == 3
