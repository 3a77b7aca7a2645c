"""Paths of the samples and the corpora, and functions that make small documents."""

import pytest
from hypothesis import strategies as st

from corefpipe.document import Document, Mention, sort_mentions
from corefpipe.formats import FORMATS, ReadReport
from corefpipe.formats.reading import Reading
from helpers import ROOT, SHARED

SAMPLES = ROOT / "corpora" / "samples"
CORPORA = SHARED / "corpora"
needs_corpora = pytest.mark.skipif(not CORPORA.is_dir(), reason="the corpora are not here")


def parse(format: str, text: str, **settings: object) -> list[Document]:
    """Read the documents in a string, as if it were a file `f`."""
    return list(FORMATS[format].read_lines(text.splitlines(keepends=True), "f", Reading(**settings)))


def parse_with_report(format: str, text: str, **settings: str) -> tuple[list[Document], ReadReport]:
    report = ReadReport()
    return parse(format, text, report=report, **settings), report


def spans(document: Document) -> list[tuple[int, int, str]]:
    return [(m.start, m.end, m.entity) for m in document.mentions]


WORD = st.text(st.characters(blacklist_categories=("Cs", "Cc", "Z")), min_size=1, max_size=5)


def _cross(a: tuple[int, int], b: tuple[int, int]) -> bool:
    return a[0] < b[0] < a[1] < b[1] or b[0] < a[0] < b[1] < a[1]


@st.composite
def documents(draw: st.DrawFn, parts: bool = False) -> Document:
    """Random documents with nested and crossing mentions; spans are unique, and mentions of one entity do not cross.

    With `parts`, also discontinuous mentions, each of an entity of its own.
    """
    lengths = draw(st.lists(st.integers(1, 6), max_size=4))
    size = sum(lengths)
    words = draw(st.lists(WORD, min_size=size, max_size=size))
    mentions: list[Mention] = []
    for _ in range(draw(st.integers(0, 10)) if size else 0):
        start = draw(st.integers(0, size - 1))
        end = draw(st.integers(start + 1, size))
        entity = str(draw(st.integers(0, 3)))
        taken = any(m.span == (start, end) for m in mentions)
        if not taken and not any(m.entity == entity and _cross(m.span, (start, end)) for m in mentions):
            mentions.append(Mention(start, end, entity))
    if parts and size > 2:
        cuts = sorted(draw(st.sets(st.integers(0, size), min_size=4, max_size=4))) if size > 3 else [0, 1, 2, 3]
        mentions.append(Mention(cuts[0], cuts[3], "9", fragments=((cuts[0], cuts[1]), (cuts[2], cuts[3]))))
    speakers = draw(st.lists(st.sampled_from(["", "Ann", "Bo"]), min_size=size, max_size=size))
    name, genre = draw(st.sampled_from([("a", ""), ("GUM_news_x", "news"), ("bc/cctv/00/cctv_0001", "bc")]))
    return Document(
        name=name,
        genre=genre,
        part=draw(st.integers(0, 3)),
        words=words,
        sentence_starts=[sum(lengths[:i]) for i in range(len(lengths))],
        mentions=sort_mentions(mentions),
        speakers=speakers if any(speakers) else None,
    )
