"""Reasons in plain words."""

from __future__ import annotations

import pytest

from corefpipe.features import PAIR_FEATURES
from corefpipe.report import phrases
from corefpipe.report.phrases import phrase_of


@pytest.mark.parametrize(
    ("reason", "phrase"),
    [
        ("sentence distance: ≤0", "in the same sentence"),
        ("sentence distance: >49", "more than 49 sentences before"),
        ("gender match: other", "different in gender"),
        ("anaphor's form: her; sentence distance: ≤3", "this is “her”, at most 3 sentences before"),
        ("antecedent's role: object", "the antecedent is an object"),
        ("antecedent's governor: say", "the antecedent depends on “say”"),
        ("anaphor's governor: ^", "this depends on no other word"),
        ("antecedent's first: his", "the antecedent begins with “his”"),
        ("antecedent's mention odds: -2", "the antecedent is probably no mention (log odds -2)"),
        ("antecedent's seen: >1", "the noun or name of the antecedent has occurred more than once before"),
        ("anaphor's seen: ≤0", "the noun or name of this mention has not occurred before"),
        ("mention distance: ≤1", "at most one mention in between"),
        ("antecedent's after: ;", "“;” after the antecedent"),
        ("exact match; anaphor's form: name; antecedent's form: name", "the same words, each is a name"),
        ("anaphor's embedding depth: ≤0; antecedent's embedding depth: ≤0", "each mention’s embedding depth: ≤0"),
        ("something new", "something new"),
    ],
)
def test_phrases(reason, phrase):
    assert phrase_of(reason) == phrase


def test_they_are_of_features_that_exist():
    names = {text.partition(": ")[0].replace(" ", "_") for text in (*phrases._SAID, *phrases._COUNTED)}
    assert names <= PAIR_FEATURES.keys()
    for text in phrases._SAID:
        what, _, value = text.partition(": ")
        feature = PAIR_FEATURES[what.replace(" ", "_")]
        assert feature.kind == "numeric" or not value or value in feature.values, text
