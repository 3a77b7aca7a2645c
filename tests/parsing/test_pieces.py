"""Parsing long texts in pieces."""

from __future__ import annotations

import pytest
import spacy
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from spacy.language import Language

from corefpipe.chains.docs import to_doc
from corefpipe.document import Document
from corefpipe.exceptions import AnnotationError
from corefpipe.parsing import pieces
from corefpipe.parsing.annotate import annotate
from corefpipe.parsing.pieces import parse_in_pieces, piece_bounds

WORDS = ["Ann", "sees", "it", "n't", "’s", ".", '"', "é", "\U0001f600", "\u200b", " ", "\n", "\n\n", "\t", "\u00a0"]
TEXT = st.lists(st.sampled_from(WORDS), max_size=30).map("".join)
LONG = "\n\n".join(f"Captain number {n} saw the old ferry. She liked it." for n in range(12))


@given(TEXT, st.integers(1, 12), st.integers(1, 5))
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_law_the_pieces_are_the_text(base, text, size, tokens):
    doc = base.tokenizer(text)
    words = [(token.text, token.idx) for token in doc]
    bounds = piece_bounds(doc, size, tokens)
    assert [i for start, end in bounds for i in range(start, end)] == list(range(len(doc)))
    assert all(end - start == 1 or len(doc[start:end].text_with_ws) <= size for start, end in bounds)
    assert all(1 <= end - start <= tokens for start, end in bounds)
    parsed = parse_in_pieces(doc, base, bounds) if bounds else doc
    assert [(token.text, token.idx) for token in parsed] == words


def test_where_pieces_end(base):
    def split(text, size, tokens=100):
        doc = base.tokenizer(text)
        return [doc[start:end].text_with_ws for start, end in piece_bounds(doc, size, tokens)]

    assert split("One two.\n\nThree four.\nFive.\n\nSix.", 22) == ["One two.\n\n", "Three four.\nFive.\n\n", "Six."]
    assert split("One two three. Four five. Six seven", 18) == ["One two three. ", "Four five. ", "Six seven"]
    assert split("One two. three four\nfive six", 22) == ["One two. three four\n", "five six"]
    assert split("One.\n\nTwo.", 100) == ["One.\n\nTwo."]
    # Without any such place a piece ends at the limit, which counts tokens as well.
    assert split("One two three four five six seven", 10) == ["One two ", "three ", "four five ", "six seven"]
    assert split('"' * 5, 100, tokens=2) == ['""', '""', '"']
    assert split("incomprehensible", 3) == ["incomprehensible"]


def test_given_sentences_are_kept_whole_unless_one_is_longer_than_a_piece(base):
    starts = [0, 3, 4, 9]
    words = ["It", "is", "."] * 6
    doc = to_doc(Document("d", words=words, sentence_starts=starts), base)
    assert piece_bounds(doc, 100, 4, whole_sentences=True) == [(0, 4), (4, 6), (6, 9), (9, 12), (12, 15), (15, 18)]
    parsed = parse_in_pieces(doc, base, piece_bounds(doc, 100, 6, whole_sentences=True))
    assert {0, 3, 4, 9} <= {sentence.start for sentence in parsed.sents}


def test_the_doc_has_what_the_pipeline_says_of_its_pieces(base):
    whole, doc = base(LONG), base.tokenizer(LONG)
    bounds = piece_bounds(doc, 200)
    found = list(base.pipe([doc[start:end].as_doc() for start, end in bounds]))
    assert len(found) > 2
    parsed = parse_in_pieces(doc, base, bounds)
    assert parsed is doc
    assert [s.start for s in doc.sents] == [s.start for s in whole.sents]
    for name in ("tag_", "pos_", "lemma_", "dep_", "morph"):
        assert [getattr(t, name) for t in doc] == [getattr(t, name) for piece in found for t in piece]
    assert [t.head.i - t.i for t in doc] == [t.head.i - t.i for piece in found for t in piece]
    # Words near a cut have less context, so entity types are compared with those of the pieces.
    assert [t._.entity_type for t in doc] == [t._.entity_type for piece in found for t in piece]
    assert "person" in {t._.entity_type for t in doc}


def test_entities_and_span_extensions_are_kept():
    nlp = spacy.blank("en")
    nlp.add_pipe("entity_ruler").add_patterns([{"label": "SHIP", "pattern": "Bell Rose", "id": "b"}])
    doc = nlp.tokenizer("The Bell Rose sank.\n\nNo Bell Rose came.")
    doc = parse_in_pieces(doc, nlp, piece_bounds(doc, 22))
    assert [(entity.text, entity.label_, entity.ent_id_) for entity in doc.ents] == [("Bell Rose", "SHIP", "b")] * 2


def test_disabled_components_do_not_run(base):
    doc = base.tokenizer(LONG)
    assert not parse_in_pieces(doc, base, piece_bounds(doc, 200), ["lemmatizer"]).has_annotation("LEMMA")


def test_components_that_change_the_tokens_are_refused():
    nlp = spacy.blank("en")
    nlp.add_pipe("entity_ruler").add_patterns([{"label": "SHIP", "pattern": "Bell Rose"}])
    nlp.add_pipe("merge_entities")
    doc = nlp.tokenizer("The Bell Rose sank. No Bell Rose came.")
    with pytest.raises(AnnotationError, match="merges or splits tokens"):
        parse_in_pieces(doc, nlp, piece_bounds(doc, 22))


def test_long_documents_are_annotated_in_pieces():
    """Raw text and documents with words alike; `watch` sees the pieces."""
    seen, longest = [], []

    def watch(items, what, total):
        seen.append((what, total))
        return items

    @Language.component("longest_piece")
    def measure(doc):
        longest.append(len(doc))
        return doc

    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    nlp.add_pipe("longest_piece")
    dialogue = "Ann: Did you see my keys, Bo?\nBo: You left them on my desk.\n\n" * (pieces.PIECE // 60 + 2)
    words = Document("w", words=dialogue.split(), sentence_starts=[0])
    (doc, _), (worded, _) = annotate([Document("d", text=dialogue), words], nlp, (), watch)
    assert doc.text == dialogue
    assert [token._.speaker for token in doc[:4]] == ["", "", "Ann", "Ann"]
    assert {token._.speaker for token in doc[-8:-2]} == {"Bo"}
    assert [token.text for token in worded] == words.words
    assert seen == [("parse d", 2), ("parse w", 2)]
    assert len(longest) == 4
    assert max(longest) <= pieces.TOKENS
