"""Chains scored by `nlp.evaluate`."""

from __future__ import annotations

import pytest
import spacy
from spacy.tokens import Doc, Span
from spacy.training import Example

from corefpipe.exceptions import AnnotationError
from corefpipe.scoring import score
from corefpipe.spacy_component.scorer import score_coref

TEXT = "Ann lost her keys. She found them under the sofa."


def _reference(nlp, chains: dict[str, list[tuple[int, int]]] | None) -> Doc:
    doc = nlp.make_doc(TEXT)
    if chains is not None:
        doc.spans["coref"] = [Span(doc, s, e, span_id=name) for name, spans in chains.items() for s, e in spans]
    return doc


def test_evaluate_gives_the_scores_of_chains(nlp):
    gold = {"a": [(0, 1), (2, 3), (5, 6)], "b": [(2, 4), (7, 8)]}
    scores = nlp.evaluate([Example(nlp.make_doc(TEXT), _reference(nlp, gold))])
    doc = nlp(TEXT)
    chains: dict[str, list[tuple[int, int]]] = {}
    for span in doc.spans["coref"]:
        chains.setdefault(span.id_, []).append((span.start, span.end))
    expected = score(list(gold.values()), list(chains.values()))
    assert scores["coref_f"] == pytest.approx(expected.conll)
    assert scores["coref_muc_r"] == pytest.approx(expected["muc"].recall)
    assert scores["coref_lea_p"] == pytest.approx(expected["lea"].precision)
    assert scores["coref_per_doc"] == pytest.approx([expected.conll])
    assert 0 < scores["coref_p"] <= 1


def test_other_tokens_do_not_matter(nlp):
    reference = _reference(nlp, {"a": [(0, 1), (5, 6)]})
    predicted = Doc(nlp.vocab, words=["Ann", "lost", "her", "keys.", "She", "found"], spaces=[True] * 5 + [False])
    predicted.spans["coref"] = [Span(predicted, 0, 1, span_id="x"), Span(predicted, 4, 5, span_id="x")]
    assert score_coref([Example(predicted, reference)])["coref_f"] == pytest.approx(1)


def test_nothing_annotated_is_none_and_not_zero(nlp):
    scores = nlp.evaluate([Example(nlp.make_doc(TEXT), _reference(nlp, None))])
    assert scores["coref_f"] is None
    assert scores["coref_blanc_f"] is None
    assert scores["coref_per_doc"] is None


def test_references_without_chains_are_left_out(nlp):
    gold = {"a": [(0, 1), (5, 6)]}
    examples = [Example(nlp.make_doc(TEXT), _reference(nlp, chains)) for chains in (gold, None, {})]
    assert len(nlp.evaluate(examples)["coref_per_doc"]) == 2


def test_spans_without_ids_are_refused(nlp):
    reference = nlp.make_doc(TEXT)
    reference.spans["coref"] = [Span(reference, 0, 1)]
    with pytest.raises(AnnotationError, match=r"the span 'Ann' .* has no id"):
        score_coref([Example(nlp.make_doc(TEXT), reference)])


def test_it_is_registered_and_can_be_changed(nlp):
    scorer = spacy.registry.scorers.get("corefpipe.coref_scorer.v1")(spans_key="gold", profile="official")
    doc = _reference(nlp, None)
    doc.spans["gold"] = [Span(doc, 0, 1, span_id="a"), Span(doc, 5, 6, span_id="a")]
    assert scorer([Example(doc, doc)])["coref_f"] == pytest.approx(1)
    assert nlp.get_pipe_meta("corefpipe").default_score_weights["coref_f"] == 1.0
    assert nlp.config["components"]["corefpipe"]["scorer"]["@scorers"] == "corefpipe.coref_scorer.v1"


def test_spacy_experimentals_layout_is_scored():
    words = "Ann saw Bo . She waved to him .".split()
    vocab = spacy.blank("en").vocab
    key, response = Doc(vocab, words), Doc(vocab, words)
    key.spans["coref"] = [Span(key, a, a + 1, span_id=id) for a, id in ((0, "1"), (4, "1"), (2, "2"), (7, "2"))]
    for number, places in enumerate(((0, 4), (2, 7)), 1):
        response.spans[f"coref_clusters_{number}"] = [response[a : a + 1] for a in places]
    assert score_coref([Example(response, key)])["coref_f"] == 1.0
    assert score_coref([Example(key, response)])["coref_f"] == 1.0
