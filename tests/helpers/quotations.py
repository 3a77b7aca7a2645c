"""Random quotations of a document, and a parse of an interrupted one."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

from corefpipe.document import Quotation
from corefpipe.features import MentionTable
from helpers.parses import make_doc, make_table


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


INTERRUPTED = """
    “ “ PUNCT `` 5 punct
    Go go VERB VB 5 ccomp
    , , PUNCT , 5 punct
    ” ” PUNCT '' 5 punct
    said say VERB VBD 0 root
    Ann Ann PROPN NNP 5 nsubj Number=Sing
    , , PUNCT , 5 punct
    “ “ PUNCT `` 9 punct
    Bo Bo PROPN NNP 5 vocative Number=Sing
    ! ! PUNCT . 9 punct
    ” ” PUNCT '' 9 punct
    Cy Cy PROPN NNP 13 nsubj Number=Sing
    sat sit VERB VBD 5 ccomp
"""
"""A speech that the narrator interrupts: “Go,” said Ann, “Bo!” Cy sat."""

CRY = "“ “ PUNCT `` 2 punct\nGo go VERB VB 0 root\n! ! PUNCT . 2 punct\n” ” PUNCT '' 2 punct"
"""A speech that nobody is said to utter: “Go!”"""


def long_speech(paragraphs: int) -> str:
    """A speech of several paragraphs, each with an opening mark, of which only the last has a closing mark."""
    words = " ".join(["I was in the garden when he came, and nobody saw me there."] * 6)
    return "\n\n".join(f"“{words}" for _ in range(paragraphs)) + "”"


def table_without_lemmas() -> MentionTable:
    """The mention of the speaker of `INTERRUPTED`, in a parse that lacks lemmas."""
    doc = make_doc(INTERRUPTED)
    for token in doc:
        token.lemma = 0
    table = make_table(doc, [(5, 6)])
    assert "lemmas" in table.parse.missing
    return table
