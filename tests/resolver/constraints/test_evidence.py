"""Constraints as features."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from helpers.documents import SAMPLES

from corefpipe.exceptions import SettingError
from corefpipe.features import MentionPairs, Spec
from corefpipe.resolver.constraints.evidence import rule
from corefpipe.resolver.constraints.registry import CONSTRAINTS, deciding
from corefpipe.resolver.tables import given_table

VERDICTS = {(): 0, (True,): 1, (False,): 2}


@pytest.fixture(scope="module")
def pairs(packaged):
    doc = packaged((SAMPLES / "bakery.txt").read_text(encoding="utf-8"))
    spans = sorted({(span.start, span.end) for chain in doc._.coref for span in chain})
    table = given_table(doc, spans)
    one, other = np.array(list(combinations(range(len(table)), 2))).T
    return MentionPairs(table, one, other)


@pytest.mark.parametrize("name", CONSTRAINTS)
def test_a_rule_says_what_its_constraint_decides(pairs, name):
    decided = [
        deciding(pairs.table, [name], *pair) for pair in zip(pairs.ante.tolist(), pairs.ana.tolist(), strict=True)
    ]
    expected = [VERDICTS[tuple(together for _, together in verdict)] for verdict in decided]
    assert rule(pairs, name).tolist() == expected


def test_some_rules_speak(pairs):
    assert {code for name in CONSTRAINTS for code in rule(pairs, name).tolist()} == {0, 1, 2}


def test_in_a_feature_set():
    spec = Spec.parse('[[link]]\nfeatures = [{ use = "rule", name = "modifiers" }]')
    assert [str(part) for template in spec.link for part in template.parts] == ["rule[name=modifiers]"]


def test_an_unknown_constraint(pairs):
    with pytest.raises(SettingError, match=r"unknown constraint 'modifier'.*modifiers"):
        rule(pairs, "modifier")
