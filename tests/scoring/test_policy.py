"""Settings and profiles of scoring, and that scoring imports few modules."""

from __future__ import annotations

import subprocess
import sys

import pytest

from corefpipe.exceptions import SettingError
from corefpipe.scoring import METRICS, PROFILES, Policy, score, score_partitions
from corefpipe.scoring.policy import policy_of


@pytest.mark.parametrize(
    "setting",
    [
        {"match": "fuzzy"},
        {"singletons": "no"},
        {"repeats": "last"},
        {"documents": "skip"},
        {"words": "some"},
        {"zeros": "all"},
        {"heads": "last"},
        {"metrics": ["b4"]},
        {"metrics": []},
        {"profile": "conll"},
    ],
)
def test_unknown_settings(doc, setting):
    with pytest.raises(SettingError, match="Valid are"):
        score(doc({}), doc({}), **setting)


def test_unknown_metrics_of_partitions():
    with pytest.raises(SettingError, match="Valid are mentions, muc"):
        score_partitions([], [], metrics=["b4"])


@pytest.mark.parametrize("setting", [{"match": "min-span"}, {"profile": "official"}])
def test_zeros_are_not_defined(doc, setting):
    with pytest.raises(SettingError, match="zeros are not defined"):
        score(doc({}), doc({}), zeros="dependent", **setting)


def test_profiles():
    assert PROFILES["strict"] == Policy()
    assert policy_of("corefud", singletons="keep", match=None) == Policy(match="head", zeros="dependent")
    assert policy_of("official").display == "official"


def test_every_metric_has_its_source():
    assert all(metric.source for metric in METRICS.values())
    assert len({metric.code for metric in METRICS.values()}) == len(METRICS)


@pytest.mark.parametrize("module", ["corefpipe", "corefpipe.scoring"])
def test_imports(module):
    heavy = {
        "corefpipe": ["numpy", "scipy", "spacy"],
        "corefpipe.scoring": ["scipy", "spacy", "sklearn", "corefpipe.formats"],
    }
    code = f"import sys, {module}; print([m for m in {heavy[module]!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
