"""What a page tells of texts that a model has resolved."""

from __future__ import annotations

import pytest

from corefpipe.document import Document, Mention
from corefpipe.report.pages.resolved import REASONS, shown_doc, shown_resolved
from corefpipe.resolver.resolving import resolve_in_detail

TEXT = "Mary Bell lost her keys. \n\n She found them under the sofa, and she kept them."


@pytest.fixture(scope="module")
def shown(packaged, base):
    resolver = packaged.get_pipe("corefpipe").resolver
    (found,) = resolve_in_detail([Document("d", text=TEXT)], resolver, base, reasons=REASONS)
    return shown_resolved(found)


def test_facts_of_a_mention(shown):
    document, facts = shown.document, shown.facts
    at = {document.surface(mention): number for number, mention in enumerate(document.mentions)}
    she = facts[at["She"]]
    assert she.kind == "pronoun"
    assert 0.5 < she.probability <= 1
    assert document.mentions[she.antecedent].entity == document.mentions[at["She"]].entity
    assert she.candidates[0][1] == max(p for _, p in she.candidates)
    assert 1 <= len(she.reasons) <= REASONS
    weights = [abs(weight) for _, weight in she.reasons]
    assert weights == sorted(weights, reverse=True)
    assert facts[at["Mary Bell"]].antecedent == -1
    assert facts[at["Mary Bell"]].kind == "name"


def test_a_doc_gives_the_same_but_reasons(shown, packaged):
    doc = packaged(TEXT)
    found = shown_doc(doc, "d")
    assert found.document.mentions == shown.document.mentions
    for one, other in zip(found.facts, shown.facts, strict=True):
        assert (one.kind, one.antecedent) == (other.kind, other.antecedent)
        assert one.probability == pytest.approx(other.probability, abs=1e-3)
        assert not one.reasons


def test_a_doc_that_was_not_resolved(base):
    assert shown_doc(base("Ann left.")).facts == []


def test_mentions_of_a_document(gold_resolver, base):
    words = "Ann saw her cat . She fed it .".split()
    mentions = [Mention(*span, "") for span in ((0, 1), (2, 3), (2, 4), (5, 6), (7, 8))]
    document = Document("d", words=words, sentence_starts=[0, 5], mentions=mentions)
    (found,) = resolve_in_detail([document], gold_resolver, base, mentions="gold")
    shown = shown_resolved(found)
    assert len(shown.facts) == len(shown.document.mentions)
    assert all(fact.reasons == [] for fact in shown.facts)
