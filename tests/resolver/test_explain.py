"""Explanations of why mentions are linked or not."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.registries import restored
from spacy.tokens import Span

from corefpipe.clustering.constraints import Constraints
from corefpipe.exceptions import AnnotationError
from corefpipe.resolver.constraints.registry import CONSTRAINTS, constraint
from corefpipe.resolver.explain import explain as explain_doc
from corefpipe.resolver.explanation import _signed
from corefpipe.resolver.loading import load_resolver
from corefpipe.spacy_component.component import CorefComponent


def nobody(table):
    """Nobody is anybody."""
    return Constraints(starts=np.ones(len(table), dtype=bool))


TEXT = "Mary Bell swept the steps before she opened the shop. Her brother was at the oven."


@pytest.fixture
def doc(packaged):
    return packaged(TEXT)


@pytest.fixture
def explain(packaged):
    return packaged.get_pipe("corefpipe").explain


def test_a_link(doc, explain):
    found = explain(doc, doc[6:7], doc[0:2])
    assert (found.mention.text, found.antecedent.text, found.together) == ("she", "Mary Bell", True)
    assert found.probability > 0.9 > 0.1 > found.start
    assert found.probability == pytest.approx(doc[6:7]._.coref.probability, abs=1e-4)
    assert {reason.text for reason in found.for_it} >= {"sentence distance: ≤0", "animacy match: same"}
    assert found.score > found.start_score
    assert found.notes == []


def test_the_reasons_are_the_models_scores(doc, explain, packaged):
    resolver = packaged.get_pipe("corefpipe").resolver
    table = resolver.table(doc)
    links, scores = resolver.features.score(table, resolver.weights)
    items, antecedents = links.ends()
    rows = [doc[start:end] for start, end, _ in table.triples()]
    assert len(scores) > 20
    for item, antecedent, score in zip(items.tolist(), antecedents.tolist(), scores.tolist(), strict=True):
        found = explain(doc, rows[item], None if antecedent < 0 else rows[antecedent])
        if antecedent < 0:
            assert found.start_score == pytest.approx(score + resolver.decoder.threshold, abs=1e-4)
        else:
            assert found.score == pytest.approx(score, abs=1e-4)
        weights = [abs(reason.weight) for reason in found.reasons]
        assert weights == sorted(weights, reverse=True)


def test_columns_are_the_feature_sets_own(doc, explain, packaged):
    resolver = packaged.get_pipe("corefpipe").resolver
    names = dict(zip(resolver.features.get_feature_names_out(), resolver.weights.tolist(), strict=True))
    found = explain(doc, doc[6:7], doc[0:2])
    reasons = [*found.reasons, *found.start_reasons]
    kinds = [reason for reason in reasons if "context" not in reason.text]
    assert len(reasons) - len(kinds) > 1
    for reason in kinds:  # numbers, as those of context, are multiplied by their weights
        assert reason.weight == pytest.approx(sum(names[column] for column in reason.columns), abs=1e-5)


def test_in_either_order_and_without_a_second(doc, explain):
    assert str(explain(doc, doc[0:2], doc[6:7])) == str(explain(doc, doc[6:7], doc[0:2])) == str(explain(doc, doc[6:7]))


def test_two_that_are_apart(doc, explain):
    found = explain(doc, doc[11:13], doc[0:2])
    assert not found.together
    assert found.probability < 0.3
    assert {"context", "gender match: other"} <= {reason.text for reason in found.against_it}
    assert "+" not in "".join(f"{reason.weight:+}" for reason in found.against_it)


def test_the_first_mention(doc, explain):
    found = explain(doc, doc[0:2])
    assert (found.antecedent, found.probability, found.reasons) == (None, None, [])
    assert str(found).startswith('"Mary Bell" has no candidate antecedent\n')


def test_spans_that_are_no_mentions(doc, explain):
    found = explain(doc, doc[7:10], doc[0:2])
    assert found.notes == ['"opened the shop" is not a detected mention; it is treated as one here']
    assert np.isfinite(found.score)


def test_beyond_the_window(packaged, explain):
    doc = packaged("Ann sang. " + "Bo met Cy and Di. " * 30 + "She left.")
    found = explain(doc, doc[-3:-2], doc[0:1])
    assert found.probability is None
    assert "not a candidate link" in found.notes[0]
    assert "not a candidate link of the model" in str(found)


def test_tokens_merged_after_resolving(doc, explain):
    with doc.retokenize() as retokenizer:
        retokenizer.merge(doc[0:2])
        retokenizer.merge(doc[3:5])
    found = explain(doc, doc[4:5])
    assert (found.mention.text, found.antecedent.text, found.together) == ("she", "Mary Bell", True)


def test_in_words(doc, explain):
    lines = str(explain(doc, doc[6:7], doc[0:2])).splitlines()
    assert lines[0] == '"she" and "Mary Bell" are in one chain'
    assert any(line.split()[:3] == ["+0.68", "animacy", "match:"] or "animacy match: same" in line for line in lines)
    assert max(map(len, lines)) < 180


def test_sums_in_words(doc, explain):
    found = explain(doc, doc[6:7], doc[0:2])
    lines = [line.strip() for line in str(found).splitlines()]
    both = f"score of the link {found.score:+.2f}, of starting a chain instead {found.start_score:+.2f}"
    assert both in lines
    for_it, against = (sum(reason.weight for reason in part) for part in (found.for_it, found.against_it))
    assert f"features for the link: {for_it:+.2f} in total" in lines
    assert f"features against it: {against:+.2f} in total, score {found.score:+.2f}" in lines
    start = sum(reason.weight for reason in found.start_reasons)
    with_threshold = f"{start:+.2f} in total, {found.start_score:+.2f} with the threshold of +0.45"
    assert f"features for (+) and against (-) starting a chain: {with_threshold}" in lines
    assert "in all" not in str(found) + found._repr_html_()


def test_a_sum_of_nothing_has_no_minus():
    assert _signed(-0.001) == _signed(0.0) == "+0.00"


def test_only_what_has_priority_decides(explain, packaged):
    """Rules may contradict each other: what joins two mentions wins."""
    doc = packaged("Lea: Did you feed the hens?\nJan: I fed them at six.\n")
    with restored(CONSTRAINTS):
        constraint(nobody)
        resolver = load_resolver("en", constraints=["nobody", "speakers"])
        jan, i = doc[9:10], doc[11:12]
        assert (jan.text, i.text) == ("Jan", "I")
        notes = explain_doc(resolver, doc, i, jan).notes
    assert [note.partition(":")[0] for note in notes] == [
        "the constraint speakers joins them, regardless of the features",
        "the constraint nobody would forbid it, but speakers has priority",
    ]


def test_wrong_spans(doc, explain, packaged):
    other = packaged("She left.")
    with pytest.raises(AnnotationError, match="another Doc"):
        explain(doc, other[0:1])
    with pytest.raises(AnnotationError, match="another Doc, or one without words"):
        explain(doc, doc[3:3])
    with pytest.raises(AnnotationError, match="'she' is given twice"):
        explain(doc, doc[6:7], doc[6:7])


def test_whitespace_around_mentions(packaged, explain):
    doc = packaged("Mary\nBell \n swept the steps before\n she opened the\n shop.")
    bell, she = doc[0:4], next(doc[token.i - 1 : token.i + 1] for token in doc if token.text == "she")
    assert (bell.text, she.text) == ("Mary\nBell \n ", "\n she")
    found = explain(doc, she, bell)
    assert (found.mention.text, found.antecedent.text, found.together) == ("she", "Mary\nBell", True)
    assert found.notes == []
    with pytest.raises(AnnotationError, match="without words"):
        explain(doc, doc[1:2])
    with pytest.raises(AnnotationError, match="is given twice"):
        explain(doc, she, doc[she.end - 1 : she.end])


def test_the_chains_of_the_doc_are_explained(packaged, resolver):
    """Whatever the settings are that the component has now."""
    doc = packaged(TEXT)
    component = CorefComponent(min_probability=1)
    component.resolver = packaged.get_pipe("corefpipe").resolver
    found = component.explain(doc, doc[6:7])
    assert (found.antecedent.text, found.together) == ("Mary Bell", True)
    assert found.notes == [
        "with the current settings they would not be in one chain",
        "links need a probability of at least 1",
    ]
    apart = component(doc.copy())
    found = packaged.get_pipe("corefpipe").explain(apart, apart[6:7], apart[0:2])
    assert not found.together
    assert found.notes == ["with the current settings they would be in one chain"]


def test_chains_from_elsewhere_are_explained(explain, packaged):
    doc = packaged(TEXT)
    doc.spans["coref"] = [Span(doc, s, e, span_id="1") for s, e in ((3, 5), (7, 10))]
    found = explain(doc, doc[7:10])
    assert (found.antecedent.text, found.together) == ("the steps", True)
    assert "not a detected mention" not in str(found)
    assert explain(doc, doc[6:7], doc[0:2]).together is False


def test_a_doc_that_was_not_resolved(packaged, explain):
    with packaged.select_pipes(disable="corefpipe"):
        doc = packaged(TEXT)
    found = explain(doc, doc[6:7])
    assert found.together
    assert found.notes == ["the Doc was not resolved: these are the chains that the model would predict"]


def test_the_antecedent_that_speakers_determine(packaged, explain):
    doc = packaged("Ann: Did you see my keys, Bo?\nBo: You left them on my desk.\nAnn: I am so forgetful.\n")
    assert doc._.coref.chains
    for chain in doc._.coref:
        for mention in chain[1:]:
            found = explain(doc, mention)
            assert found.together
            # Of all candidates another one may be more probable, which speakers forbid.
            place = found.antecedent.start, found.antecedent.end
            assert place in [(other.start, other.end) for other in chain]


def test_the_constraint_that_keeps_two_chains_apart_is_named(packaged):
    """The two mentions may be linked by themselves, but not one of them with a third one."""

    def names(table):
        """The first mention is not the last."""
        return Constraints(apart=[(0, len(table) - 1)])

    doc = packaged("Mary Bell swept the steps before she opened the shop. Then she left.")
    with restored(CONSTRAINTS):
        constraint(names)
        resolver = load_resolver("en", constraints=["names"])
        doc.spans["coref"] = [Span(doc, start, end, span_id="1") for start, end in ((0, 2), (6, 7))]
        first, last = doc[6:7], doc[12:13]
        assert (first.text, last.text) == ("she", "she")
        found = explain_doc(resolver, doc, last, first)
    assert not found.together
    assert found.notes[:-1] == [
        'the constraint names keeps their chains apart, by "Mary Bell" and "she" in them: '
        "The first mention is not the last."
    ]
