"""What a page shows of texts that a model has resolved."""

from __future__ import annotations

from collections.abc import Sequence

from spacy.tokens import Doc

from corefpipe.chains.coref import Coref
from corefpipe.chains.documents import from_doc, word_of_token
from corefpipe.chains.layout import has_chains
from corefpipe.document import Document
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
    chosen = resolution.decoding.antecedent[kept].tolist()
    place = {mention: index for index, mention in enumerate(kept)}
    told = resolution.reasons
    facts = []
    for mention, one, link in zip(kept, found, chosen, strict=True):
        reasons = [(told.texts[text], weight) for text, weight in told.by_mention.get(mention, ())] if told else []
        linked = place.get(link, -1)
        if linked >= 0 and found[linked].chain != one.chain:
            linked = -1
        facts.append(MentionFacts(one.kind, one.probability, linked, one.antecedents, reasons))
    spans = [(words[start], words[end], id) for start, end, id in resolution.chain_spans(resolved.singletons)]
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
        linked = next((i for i, _ in candidates if coref.mentions[i].id_ == mention.id_), -1)
        facts.append(MentionFacts(mention.label_, coref.probability(mention), linked, candidates))
    spans = [(words[mention.start], words[mention.end], mention.id_) for mention in coref.mentions]
    return Shown(document, _in_order(facts, spans, document))


def _in_order(
    facts: list[MentionFacts], spans: Sequence[tuple[int, int, str]], document: Document
) -> list[MentionFacts]:
    """The facts in the order of the document's mentions, their indices likewise."""
    order = sorted(range(len(spans)), key=lambda number: (spans[number][0], -spans[number][1], spans[number][2]))
    assert [spans[number][:2] for number in order] == [mention.span for mention in document.mentions]
    place = {number: index for index, number in enumerate(order)}
    for fact in facts:
        fact.antecedent = place.get(fact.antecedent, -1)
        fact.candidates = [(place[number], p) for number, p in fact.candidates]
    return [facts[number] for number in order]
