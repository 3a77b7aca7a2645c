"""Parity with the official scorer v8.01: its own test cases, and counts of two corpora that it scored."""

from __future__ import annotations

import json

import pytest
from helpers import SHARED

from corefpipe.scoring import score

NAMES = {"muc": "muc", "bcub": "b_cubed", "ceafm": "ceaf_m", "ceafe": "ceaf_e", "blanc": "blanc", "lea": "lea"}
OFFICIAL = SHARED / "scorer"
"""The official scorer's test files and counts; no part of the repository."""

_CASES = OFFICIAL / "official_cases.json"
CASES = json.loads(_CASES.read_text(encoding="utf-8")) if _CASES.exists() else []
pytestmark = pytest.mark.skipif(not CASES, reason=f"no {_CASES}")


VALUES = [(case, name) for case in CASES for name in case["expected"]]


def test_all_values_are_there():
    assert (len(CASES), len(VALUES)) == (36, 125)


@pytest.mark.parametrize(("case", "name"), VALUES, ids=[f"{case['name']}-{name}" for case, name in VALUES])
def test_case(case, name):
    found = score(OFFICIAL / case["key_file"], OFFICIAL / case["response_file"], profile="official")
    expected = case["expected"][name]
    for number in ("recall", "precision", "f1"):
        # Expected values are fractions, written out in full, or decimals of five digits.
        exact = "/" in expected.get("expr", {}).get(number, "/")
        value = getattr(found[NAMES[name]], number)
        assert value == pytest.approx(expected[number], rel=0, abs=1e-12 if exact else 6e-6), number


@pytest.mark.parametrize(
    ("metric", "response", "expected"),
    [
        ("ceaf_e", "3", (31 / 35, 93 / 140)),
        ("ceaf_e", "4", (11 / 15, 11 / 20)),
        ("ceaf_e", "5", (31 / 45, 31 / 60)),
        ("ceaf_e", "9", (11 / 15, 11 / 20)),
        ("ceaf_m", "4", (2 / 3, 4 / 7)),
        # Means over both classes of links, of 4 and 11 links in the key.
        ("blanc", "2", ((1 / 4 + 2 / 11) / 2, (1 / 1 + 2 / 2) / 2)),
    ],
)
def test_decimal_cases_as_fractions(metric, response, expected):
    key, response = OFFICIAL / "DataFiles/TC-A.key", OFFICIAL / f"DataFiles/TC-A-{response}.response"
    found = score(key, response, profile="official")[metric]
    assert (found.recall, found.precision) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("corpus", ["litbank-dev", "ontogum-dev"])
def test_corpus(corpus):
    expected = json.loads((OFFICIAL / "official_counts.json").read_text(encoding="utf-8"))[corpus]
    found = score(OFFICIAL / f"{corpus}.key", OFFICIAL / f"{corpus}.response", profile="official")
    for theirs, values in expected.items():
        ours = NAMES[theirs]
        assert found.counts[ours].sum(axis=0) == pytest.approx(values["counts"], rel=1e-12)
        for number in ("recall", "precision", "f1"):
            assert getattr(found[ours], number) == pytest.approx(values[number], rel=1e-12)
