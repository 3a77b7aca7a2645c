"""Round trip of CoNLL-U: random documents with everything that the format can hold are read as they were written."""

from __future__ import annotations

import io
from dataclasses import fields, replace

from helpers.conllu_documents import documents, runs
from hypothesis import event, given
from hypothesis import strategies as st

from corefpipe.document import Document, Mention
from corefpipe.formats import FORMATS, Reading
from corefpipe.formats.conllu.nodes import Nodes, nth, number_of


def written(document: Document) -> str:
    stream = io.StringIO()
    FORMATS["conllu"].write_document(document, stream)
    return stream.getvalue()


def read_back(content: str, repeats: str = "error") -> Document:
    # As one string, so that only real line ends split lines.
    (document,) = FORMATS["conllu"].read_lines([content], "f", Reading(repeats=repeats))
    return document


@given(documents())
def test_reads_back_what_it_writes(document):
    event(f"zeros: {bool(document.zeros)}")
    event(f"discontinuous: {any(mention.fragments for mention in document.mentions)}")
    content = written(document)
    back = read_back(content)
    for attribute in fields(Document):
        if attribute.name not in ("sentence_metadata", "text", "offsets", "origin"):
            assert getattr(back, attribute.name) == getattr(document, attribute.name), attribute.name
    for before, after in zip(document.sentence_metadata or [], back.sentence_metadata or [], strict=False):
        kept = {key: value for key, value in before.items() if key not in ("newdoc id", "global.Entity", "c = d")}
        assert {key: after[key] for key in kept} == kept
        assert [key for key in after if key in before] == [key for key in before if key in after]
    assert written(back) == content
    assert read_back(content) == back


@given(documents())
def test_the_text_has_the_words_at_their_offsets(document):
    back = read_back(written(replace(document, multiwords=[])))
    assert back.offsets is not None
    for word, offset in zip(back.words, back.offsets, strict=True):
        assert back.text.startswith(word, offset)


@given(st.data())
def test_nodes(data):
    size = data.draw(st.integers(1, 12))
    before = sorted(data.draw(st.lists(st.integers(-1, size - 1), max_size=8)))
    nodes = Nodes(before)
    row = sorted(
        [(word, 0, ("word", word)) for word in range(size)]
        + [(word, 1 + number, ("empty", number)) for number, word in enumerate(before)]
    )
    kinds = [kind for _, _, kind in row]
    assert [nodes.position(word) for word in range(size)] == [kinds.index(("word", word)) for word in range(size)]
    for position, (kind, number) in enumerate(kinds):
        assert nodes.empty(position) == (number if kind == "empty" else None)
        assert nodes.word(position) == sum(kind == "word" for kind, _ in kinds[:position])
    pieces = data.draw(runs(len(row)))
    mention = Mention(0, 0)
    nodes.place(mention, pieces)
    assert nodes.runs(mention) == pieces
    members = [position for start, end in pieces for position in range(start, end)]
    assert [nth(pieces, number) for number in range(len(members) + 2)] == [None, *members, None]
    assert [number_of(pieces, position) for position in members] == list(range(1, len(members) + 1))
    words = {number for position in members for kind, number in [kinds[position]] if kind == "word"}
    assert words == {w for start, end in mention.fragments or (mention.span,) for w in range(start, end)}
    assert {kinds[position] for position in members} >= {("empty", number) for number in mention.empty}
