"""What speed is measured on: `eval/machine.py`."""

from __future__ import annotations

import os
import platform
import runpy

import pytest
from helpers import ROOT

MACHINE = runpy.run_path(str(ROOT / "eval" / "machine.py"))


@pytest.fixture(autouse=True)
def environment(monkeypatch):
    for name in MACHINE["OTHER_KERNELS"]:
        monkeypatch.delenv(name, raising=False)


def test_processor_and_kernels():
    found = MACHINE["machine"]()
    assert set(found) == {"processor", "kernels"}
    assert all(found.values())


def test_nothing_is_timed_with_the_kernels_of_another_processor(monkeypatch):
    monkeypatch.setenv("OPENBLAS_CORETYPE", "Haswell")
    with pytest.raises(SystemExit, match="unset OPENBLAS_CORETYPE"):
        MACHINE["machine"]()
    assert MACHINE["machine"](MACHINE["with_own_kernels"](os.environ))["kernels"]


@pytest.mark.skipif(platform.machine() != "x86_64", reason="Haswell is a processor of x86_64")
def test_kernels_are_those_of_an_environment():
    found = MACHINE["machine"]({**os.environ, "OPENBLAS_CORETYPE": "Haswell"})["kernels"]
    if not found.startswith("openblas"):
        pytest.skip("NumPy without OpenBLAS")
    assert found == "openblas Haswell"
