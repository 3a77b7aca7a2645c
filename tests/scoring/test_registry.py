"""User-defined metrics: registered by decorator or entry point, scored, displayed, compared."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import numpy as np
import pytest
from helpers import ROOT

from corefpipe.exceptions import SettingError
from corefpipe.scoring import (
    GROUPS,
    METRICS,
    PRF,
    Credit,
    Value,
    compare,
    register_credit_metric,
    register_metric,
    score,
    score_partitions,
)
from corefpipe.scoring.contingency import Contingency

CODE = """
import numpy as np

from corefpipe.scoring import register_metric


@register_metric("chains", "chains", "chains", scores=lambda c: c[..., :1], names=("value",))
def chains(table):
    return np.stack([table.over_responses(np.ones(len(table.response_sizes)))], axis=-1)
"""


@pytest.fixture
def own_metrics() -> Iterator[None]:
    """Two metrics, registered for one test."""

    @register_credit_metric("largest", "largest", "largest")
    def largest(table: Contingency) -> tuple[Credit, ...]:
        """Mentions that are in cells of two or more."""
        kept = table.shared * (table.shared > 1)
        return (Credit(kept, table.key_sizes, kept, table.response_sizes),)

    @register_metric("surplus", "surplus", "surplus", scores=lambda c: c[..., :1], names=("value",), lower=True)
    def surplus(table: Contingency) -> np.ndarray:
        """Chains that the response has beyond those of the key."""
        chains = np.ones(len(table.response_sizes)), np.ones(len(table.key_sizes))
        return np.stack([table.over_responses(chains[0]) - table.over_keys(chains[1])], axis=-1)

    yield
    del METRICS.own()["largest"], METRICS.own()["surplus"]


def test_groups_are_of_our_metrics():
    assert set(METRICS.own()) == {*GROUPS["all"], *GROUPS["corefud"]}
    assert GROUPS["all"] == (*GROUPS["coreference"], *GROUPS["clustering"])
    assert set(GROUPS["conll"]) < set(GROUPS["coreference"])


def test_own_metrics_score_like_ours(own_metrics, doc):
    key, response = [doc({"a": [0, 1, 2], "b": [5]})], [doc({"a": [0, 1], "b": [2], "c": [5]})]
    found = score(key, response, metrics=["largest", "surplus", "muc"])
    assert found["largest"] == PRF(2 / 4, 2 / 4, 1 / 2)
    assert found["surplus"] == Value(1)
    assert "largest+surplus+muc|" in found.signature
    lines = str(found).splitlines()
    assert lines[1].split() == ["largest", "50.00", "50.00", "50.00"]
    assert lines[2].split() == ["surplus", "1.0000"]
    assert found.to_dict()["surplus"] == {"value": 1.0, "counts": [1.0]}
    assert score_partitions([np.array([0, 0])], [np.array([0, 1])], metrics="surplus")["surplus"].value == 1


def test_own_metrics_are_compared(own_metrics, doc):
    key = [doc({"a": [0, 1, 2]}, str(number)) for number in range(3)]
    split = [doc({"a": [0, 1], "b": [2]}, str(number)) for number in range(3)]
    found = compare(key, split, key, metrics="surplus", samples=20)
    assert (found["surplus"].difference, found["surplus"].better) == (-3, "B")


def test_errors_list_own_metrics(own_metrics):
    with pytest.raises(SettingError, match=r"unknown metric 'largets'\. Did you mean largest. Valid are .*, surplus"):
        score_partitions([np.array([0])], [np.array([0])], metrics="largets")
    with pytest.raises(SettingError, match="two entries for the metric 'muc'"):
        register_metric("muc", "MUC", "muc")(lambda table: np.zeros((1, 4)))


def test_a_metric_of_another_package_on_the_command_line(tmp_path):
    metadata = tmp_path / "their_metrics-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: their-metrics\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text("[corefpipe_metrics]\nchains = their_metrics\n")
    (tmp_path / "their_metrics.py").write_text(CODE)
    key = ROOT / "corpora/samples/ferry.conll"
    run = "import sys; sys.path.insert(0, sys.argv.pop(1)); from corefpipe.cli import main; main()"
    command = [sys.executable, "-c", run, str(tmp_path), "score", str(key), str(key), "--metrics", "muc,chains"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert [line.split()[0] for line in done.stdout.splitlines()[1:3]] == ["MUC", "chains"]
