"""What a page shows of texts that a model has resolved."""

from __future__ import annotations

from collections.abc import Sequence

from spacy.tokens import Doc

from corefpipe.chains.coref import Coref
from corefpipe.chains.documents import from_doc
from corefpipe.chains.layout import has_chains
from corefpipe.chains.tokens import word_of_token
from corefpipe.document import Document, antecedent_indices
from corefpipe.report.pages.shown import MentionFacts, Shown
from corefpipe.resolver.resolving import Resolved

REASONS = 4
"""Number of reasons that a page shows of each link."""


def shown_resolved(resolved: Resolved) -> Shown:
    """A document that was resolved."""
    document, resolution = resolved.document(), resolved.resolution
    words = range(len(resolved.doc) + 1) if resolved.source.words else word_of_token(resolved.doc)
    found = resolution.found(resolved.singletons)
    kept = resolution.kept(resolved.singletons).tolist()
    told = resolution.reasons
    facts = []
    for mention, one in zip(kept, found, strict=True):
        reasons = [(told.texts[text], weight) for text, weight in told.by_mention.get(mention, ())] if told else []
        facts.append(MentionFacts(one.kind, one.probability, candidates=one.antecedents, reasons=reasons))
    chained = resolution.chain_spans(resolved.singletons)
    spans = [(words[one.start], words[one.end], one.entity) for one in chained]
    return Shown(document, _in_order(facts, spans, document))


def shown_doc(doc: Doc, name: str = "") -> Shown:
    """A Doc with its chains; without reasons, since it does not store them."""
    document = from_doc(doc, name)
    if not has_chains(doc):
        return Shown(document)
    coref, words = Coref(doc), word_of_token(doc)
    index = {(mention.start, mention.end): number for number, mention in enumerate(coref.mentions)}
    facts = []
    for mention in coref.mentions:
        candidates = [(index[span.start, span.end], p) for span, p in coref.antecedents(mention)]
        facts.append(MentionFacts(mention.label_, coref.probability(mention), candidates=candidates))
    spans = [(words[mention.start], words[mention.end], mention.id_) for mention in coref.mentions]
    return Shown(document, _in_order(facts, spans, document))


def _in_order(
    facts: list[MentionFacts], spans: Sequence[tuple[int, int, str]], document: Document
) -> list[MentionFacts]:
    """The facts in the order of the document's mentions, their indices likewise, with the antecedents."""
    order = sorted(range(len(spans)), key=lambda number: (spans[number][0], -spans[number][1], spans[number][2]))
    assert [spans[number][:2] for number in order] == [mention.span for mention in document.mentions]
    place = {number: index for index, number in enumerate(order)}
    for fact in facts:
        fact.candidates = [(place[number], p) for number, p in fact.candidates]
    ordered = [facts[number] for number in order]
    for fact, antecedent in zip(ordered, antecedent_indices(document.mentions), strict=True):
        fact.antecedent = antecedent
    return ordered
