"""Networks of the recipe, and an example that they read."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from helpers import ROOT
from helpers.packages import EN_ACCURATE
from helpers.scripts import importable
from helpers.small_networks import PIECES, TEXT, WIDTH, N, bert_weights

from corefpipe.parsing.encoder.labels import SPACE


@pytest.fixture(scope="module", autouse=True)
def scripts():
    with importable("context"):
        yield


@pytest.fixture(scope="module")
def networks(tmp_path_factory, scripts):
    """The networks of the packaged base pipelines, as `unpack.py` writes them."""
    from shared import Network

    pytest.importorskip("jax")
    folder = tmp_path_factory.mktemp("networks")
    script = ROOT / "eval" / "base_pipeline" / "unpack.py"
    for name, base in (("en", "en"), ("en_accurate", EN_ACCURATE / "base")):
        subprocess.run([sys.executable, script, base, "--out", folder / name], check=True)
    return {name: Network.read(folder / name) for name in ("en", "en_accurate")}


@pytest.fixture
def reader(networks):
    from linking import Sizes
    from shared import SharedLinker

    torch = pytest.importorskip("torch")
    torch.manual_seed(1)
    found = SharedLinker(Sizes(width=24, layers=2, heads=2, units=30, hidden=10, window=100), networks["en"])
    for name, weight in found.named_parameters():  # so that biases and norms matter
        if not name.startswith("encoder."):
            weight.data += 0.1 * torch.randn_like(weight)
    return found.eval()


@pytest.fixture
def example():
    import examples

    chains = np.zeros(N, dtype=np.int64)
    chains[[2, 9, 30]], chains[[5, 12]] = 1, 2
    mentions = np.array([[2, 1, 3], [5, 5, 5], [9, 8, 9], [12, 11, 13], [30, 30, 31]])
    speakers = np.array([0] * 10 + [1] * 15 + [2] * 15)
    return examples.Example(
        "one",
        examples.WHOLE,
        TEXT.split(),
        np.full(N, SPACE),
        np.arange(N) // 8,
        speakers,
        np.zeros(N, dtype=np.int64),
        chains,
        mentions,
    )


@pytest.fixture
def tuned():
    from linking import Sizes
    from tuned import TunedLinker

    torch = pytest.importorskip("torch")
    torch.manual_seed(1)
    return TunedLinker(Sizes(width=WIDTH, hidden=10, window=40), bert_weights(), PIECES).eval()
