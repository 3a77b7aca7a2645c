"""Parity with the official scorer v8.01: its own test cases, and counts of two corpora that it scored."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from corefpipe.formats import read
from corefpipe.scoring import Report, score

NAMES = {"muc": "muc", "bcub": "b_cubed", "ceafe": "ceaf_e"}
OFFICIAL = Path(__file__).parents[3] / "shared" / "scorer"
"""The official scorer's test files and counts; no part of the repository."""

_CASES = OFFICIAL / "official_cases.json"
CASES = json.loads(_CASES.read_text(encoding="utf-8")) if _CASES.exists() else []
pytestmark = pytest.mark.skipif(not CASES, reason=f"no {_CASES}")


def _score(key: Path, response: Path) -> Report:
    # Some responses of the official cases have other words than their key, which the official scorer does not look at.
    return score(read(key, "conll", repeats="keep"), read(response, "conll", repeats="keep"), words="ignore")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_case(case):
    report = _score(OFFICIAL / case["key_file"], OFFICIAL / case["response_file"])
    for theirs, ours in NAMES.items():
        expected = case["expected"].get(theirs, {})
        for number, value in report[ours].to_dict().items():
            if number in expected:
                # Expected values are fractions, written out in full, or decimals cut off after five digits.
                exact = len(repr(expected[number]).partition(".")[2]) != 5
                assert value == pytest.approx(expected[number], rel=0, abs=1e-12 if exact else 6e-6), (ours, number)


@pytest.mark.parametrize(
    ("response", "expected"),
    [("3", (31 / 35, 93 / 140)), ("4", (11 / 15, 11 / 20)), ("5", (31 / 45, 31 / 60)), ("9", (11 / 15, 11 / 20))],
)
def test_ceaf_of_the_decimal_cases_as_fractions(response, expected):
    scores = _score(OFFICIAL / "DataFiles/TC-A.key", OFFICIAL / f"DataFiles/TC-A-{response}.response")["ceaf_e"]
    assert (scores.recall, scores.precision) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("corpus", ["litbank-dev", "ontogum-dev"])
def test_corpus(corpus):
    expected = json.loads((OFFICIAL / "official_counts.json").read_text(encoding="utf-8"))[corpus]
    report = _score(OFFICIAL / f"{corpus}.key", OFFICIAL / f"{corpus}.response")
    for theirs, ours in NAMES.items():
        assert report.counts[ours].sum(axis=0) == pytest.approx(expected[theirs]["counts"], rel=1e-12)
        for number, value in report[ours].to_dict().items():
            assert value == pytest.approx(expected[theirs][number], rel=1e-12)
