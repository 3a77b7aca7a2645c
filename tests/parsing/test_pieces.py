"""Parsing long texts in pieces."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from corefpipe.document import Document
from corefpipe.parsing import pieces
from corefpipe.parsing.annotate import annotate
from corefpipe.parsing.pieces import parse_in_pieces, pieces_of

WORDS = ["Ann", "sees", "it", "n't", "’s", ".", '"', "é", "\U0001f600", "\u200b", " ", "\n", "\n\n", "\t", "\u00a0"]
TEXT = st.lists(st.sampled_from(WORDS), max_size=30).map("".join)
LONG = "\n\n".join(f"Captain number {n} saw the old ferry. She liked it." for n in range(12))


@given(TEXT, st.integers(1, 12))
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_law_the_pieces_are_the_text(base, text, size):
    whole = base.tokenizer(text)
    found = list(pieces_of(whole, size))
    assert "".join(piece.text for piece in found) == text
    assert [token.text for piece in found for token in piece] == [token.text for token in whole]
    parsed = parse_in_pieces(whole, base, size=size)
    assert [(token.text, token.idx) for token in parsed] == [(token.text, token.idx) for token in whole]


def test_where_pieces_end(base):
    def split(text, size):
        return [piece.text for piece in pieces_of(base.tokenizer(text), size)]

    assert split("One two.\n\nThree four.\nFive.\n\nSix.", 9) == ["One two.\n\n", "Three four.\nFive.\n\n", "Six."]
    assert split("One two three. Four five six. Seven", 3) == ["One two three. ", "Four five six. ", "Seven"]
    assert split("One two three four five six seven", 3) == ["One two three four five six seven"]
    assert split("One.\n\nTwo.", 100) == ["One.\n\nTwo."]


def test_the_merged_doc_has_what_the_pipeline_says(base):
    whole, merged = base(LONG), parse_in_pieces(base.tokenizer(LONG), base, size=200)
    found = list(base.pipe(pieces_of(base.tokenizer(LONG), 200)))
    assert len(found) > 2
    assert [s.start for s in merged.sents] == [s.start for s in whole.sents]
    # Words near a cut have less context, so entity types are compared with those of the pieces.
    assert [t._.entity_type for t in merged] == [t._.entity_type for piece in found for t in piece]
    assert "person" in {t._.entity_type for t in merged}


def test_disabled_components_do_not_run(base):
    assert not parse_in_pieces(base.tokenizer(LONG), base, ["tagger"], size=200).has_annotation("TAG")


def test_long_raw_text_is_annotated_in_pieces(base):
    dialogue = "Ann: Did you see my keys, Bo?\nBo: You left them on my desk.\n\n" * (pieces.PIECE // 60 + 2)
    assert len(dialogue) > pieces.PIECE
    with base.select_pipes(enable=[]):
        ((doc, _),) = annotate([Document("d", text=dialogue)], base)
    assert doc.text == dialogue
    assert [token._.speaker for token in doc[:4]] == ["", "", "Ann", "Ann"]
    assert {token._.speaker for token in doc[-8:-2]} == {"Bo"}
