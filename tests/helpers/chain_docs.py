"""Docs with given or random chains, made without a model."""

from __future__ import annotations

import spacy
from hypothesis import strategies as st
from spacy.tokens import Doc, Span, SpanGroup

VOCAB = spacy.blank("en").vocab
WORDS = ("Ann", "she", "the", "dog", "'s", "Her", "\n\n", "…", "naïve", "🙂", '"', "42", "\t", "don't", ".")


def with_chains(doc: Doc, *chains: list[tuple[int, int]], label: str = "nominal", **attrs) -> Doc:
    """Write chains, given as token ranges, to a Doc; their ids are numbers from 1."""
    spans = [
        Span(doc, start, end, label=label, kb_id=str(number), span_id=str(number))
        for number, chain in enumerate(chains, 1)
        for start, end in chain
    ]
    doc.spans["coref"] = SpanGroup(doc, name="coref", attrs=attrs, spans=spans)
    return doc


@st.composite
def docs(draw, chains: bool = True) -> Doc:
    """Random Docs with unusual tokens and chains of random spans, which may cross."""
    words = draw(st.lists(st.sampled_from(WORDS), max_size=25))
    doc = Doc(VOCAB, words, draw(st.lists(st.booleans(), min_size=len(words), max_size=len(words))))
    if not words or not chains:
        return with_chains(doc)
    place = st.integers(0, len(words) - 1).flatmap(
        lambda start: st.tuples(st.just(start), st.integers(start + 1, len(words)))
    )
    found = draw(st.lists(place, unique=True, max_size=12))
    cuts = sorted(draw(st.lists(st.integers(0, len(found)), max_size=4)))
    parts = [found[a:b] for a, b in zip([0, *cuts], [*cuts, len(found)], strict=True)]
    return with_chains(doc, *[sorted(part) for part in parts if part])


def spans_of(doc: Doc) -> list[tuple[int, int, str]]:
    """(start, end, id) of each mention."""
    return [(span.start, span.end, span.id_) for span in doc._.coref.mentions]
