"""The machine on which something is timed: its processor, and whose kernels NumPy multiplies matrices with.

OpenBLAS chooses kernels for the processor, unless `OPENBLAS_CORETYPE` names another one: then products may take twice
as long. Speed is measured with the processor's own; only `eval/speed` has those of another one beside it.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

OTHER_KERNELS = ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")
"""Environment variables that change which kernels OpenBLAS uses, or how."""


def machine(env: Mapping[str, str] | None = None) -> dict[str, str]:
    """The processor, and the kernels that NumPy uses.

    Args:
        env: the environment of what is timed; None for that of this process, which must leave the choice to OpenBLAS.
    """
    chosen = [name for name in OTHER_KERNELS if name in os.environ]
    if env is None and chosen:
        raise SystemExit(f"speed is measured with the processor's own kernels: unset {' and '.join(chosen)}")
    # In a process of its own: NumPy would add to the memory of this one, and has read its environment already.
    found = subprocess.run([sys.executable, __file__], env=env, check=True, capture_output=True, text=True)
    return json.loads(found.stdout)


def with_own_kernels(env: Mapping[str, str]) -> dict[str, str]:
    """An environment in which OpenBLAS chooses the kernels."""
    return {name: value for name, value in env.items() if name not in OTHER_KERNELS}


def processor() -> str:
    """Name of the processor."""
    file = Path("/proc/cpuinfo")
    lines = file.read_text("utf-8").splitlines() if file.is_file() else []
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine())


def kernels() -> str:
    """The library of NumPy's matrix products and the processor that its kernels are for: "openblas Haswell"."""
    import numpy  # noqa: F401  # loads the library
    from threadpoolctl import threadpool_info

    found = (one for one in threadpool_info() if one["user_api"] == "blas")
    return ", ".join(sorted({f"{one['internal_api']} {one.get('architecture') or ''}".strip() for one in found}))


if __name__ == "__main__":
    print(json.dumps({"processor": processor(), "kernels": kernels()}))
