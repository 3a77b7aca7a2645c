"""Random quotations of a document."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

from corefpipe.document import Quotation


def places(size: int) -> st.SearchStrategy[tuple[int, int]]:
    """Spans of a document with so many words, at least one."""
    return st.integers(0, size - 1).flatmap(lambda start: st.tuples(st.just(start), st.integers(start + 1, size)))


def quotations(size: int, entities: Sequence[str] = (), most: int = 4) -> st.SearchStrategy[list[Quotation]]:
    """Quotations in text order of a document with so many words, at least one, and these entities.

    Where a mention is given, an entity may be missing, and the other way round; there is no probability without either.
    """
    return st.lists(quotation(size, entities), max_size=most).map(lambda found: sorted(found, key=lambda one: one.span))


@st.composite
def quotation(draw: st.DrawFn, size: int, entities: Sequence[str]) -> Quotation:
    """One of them."""
    start, end = draw(places(size))
    speaker, addressee = draw(participants(size, entities)), draw(participants(size, entities))
    return Quotation(start, end, *speaker, draw(st.integers(0, 5)), draw(st.none() | places(size)), *addressee)


@st.composite
def participants(
    draw: st.DrawFn, size: int, entities: Sequence[str]
) -> tuple[str, tuple[int, int] | None, float | None]:
    """(entity, mention, probability) of a speaker or an addressee."""
    entity = draw(st.sampled_from(["", *entities]))
    mention = draw(st.none() | places(size))
    return entity, mention, draw(st.none() | st.floats(0, 1)) if entity or mention else None
