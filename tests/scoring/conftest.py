"""Fixtures that make small documents from chains."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pytest

from corefpipe.document import Document, Mention, sort_mentions


def make_document(chains: Mapping[str, Sequence[int | tuple[int, int]]], name: str = "d", part: int = 0) -> Document:
    """A document of 30 words `w`; `chains` has spans (start, end) or single word indices by entity."""
    mentions = [
        Mention(*(span if isinstance(span, tuple) else (span, span + 1)), entity)
        for entity, spans in chains.items()
        for span in spans
    ]
    return Document(name, part, ["w"] * 30, [0], sort_mentions(mentions))


@pytest.fixture(scope="session")
def doc() -> Callable[..., Document]:
    """The function `make_document`."""
    return make_document
