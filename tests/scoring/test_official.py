"""Parity with the official scorer v8.01: its own test cases, and two corpora."""

from __future__ import annotations

import json

import pytest
from helpers import OFFICIAL, SHARED

from corefpipe.formats import read
from corefpipe.scoring import score

NAMES = {"muc": "muc", "bcub": "b_cubed", "ceafm": "ceaf_m", "ceafe": "ceaf_e", "blanc": "blanc", "lea": "lea"}
CASES = json.loads((OFFICIAL / "cases.json").read_text(encoding="utf-8"))
COUNTS = json.loads((OFFICIAL / "counts.json").read_text(encoding="utf-8"))
VALUES = [(case, name) for case in CASES for name in case["expected"]]


def test_all_values_are_there():
    assert (len(CASES), len(VALUES)) == (36, 125)


@pytest.mark.parametrize(("case", "name"), VALUES, ids=[f"{case['name']}-{name}" for case, name in VALUES])
def test_case(case, name):
    found = score(OFFICIAL / case["key_file"], OFFICIAL / case["response_file"], profile="official")
    expected = case["expected"][name]
    for number in ("recall", "precision", "f1"):
        # Expected values are exact fractions or decimals with five digits.
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
        # Means over both classes of links; the key has 4 and 11 of them.
        ("blanc", "2", ((1 / 4 + 2 / 11) / 2, (1 / 1 + 2 / 2) / 2)),
    ],
)
def test_decimal_cases_as_fractions(metric, response, expected):
    key, response = OFFICIAL / "cases/TC-A.key", OFFICIAL / f"cases/TC-A-{response}.response"
    found = score(key, response, profile="official")[metric]
    assert (found.recall, found.precision) == pytest.approx(expected, rel=1e-12)


def _assert_counts(corpus, key, response):
    found = score(read(key, repeats="keep"), read(response, repeats="keep"), profile="official")
    for theirs, values in COUNTS[corpus].items():
        ours = NAMES[theirs]
        assert found.counts[ours].sum(axis=0) == pytest.approx(values["counts"], rel=1e-12)
        for number in ("recall", "precision", "f1"):
            assert getattr(found[ours], number) == pytest.approx(values[number], rel=1e-12)


def test_litbank():
    _assert_counts("litbank-dev", OFFICIAL / "litbank-dev.key.gz", OFFICIAL / "litbank-dev.response.gz")


@pytest.mark.skipif(not (SHARED / "scorer").is_dir(), reason="OntoGUM may not be copied into the repository")
def test_ontogum():
    _assert_counts("ontogum-dev", SHARED / "scorer/ontogum-dev.key", SHARED / "scorer/ontogum-dev.response")
