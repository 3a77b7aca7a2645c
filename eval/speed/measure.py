"""Compare the speed and memory of two checkouts from text to chains, alternating between them in one run.

    git worktree add ../before COMMIT
    OMP_NUM_THREADS=1 python eval/speed/measure.py ../before --corpora ../shared/corpora

CPU time, the median of the rounds, with the processor's own kernels for matrix products; this checkout also with those
for Haswell, as on a processor without AVX-512. Writes result.json and curves.png beside this file; `eval/figures.py`
makes a table of them.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from machine import machine, with_own_kernels

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
HASWELL = "now, Haswell kernels"


def environment(checkout: Path, bytecode: Path) -> dict[str, str]:
    """The environment of a process that runs a checkout, with byte code, as an installed package has it."""
    kept = {name: value for name, value in with_own_kernels(os.environ).items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"PYTHONPATH": str(checkout), "PYTHONPYCACHEPREFIX": str(bytecode)}


def worked(env: dict[str, str], corpora: Path, *options: str) -> dict:
    """What `workload.py` prints with a checkout."""
    command = [sys.executable, str(HERE / "workload.py"), "--corpora", str(corpora), *options]
    return json.loads(subprocess.run(command, env=env, check=True, capture_output=True, text=True).stdout)


def resolved(env: dict[str, str], text: Path, out: Path) -> tuple[float, float]:
    """CPU seconds and peak MB of `corefpipe resolve` in a fresh process."""
    command = [sys.executable, "-m", "corefpipe", "resolve", str(text), "-o", str(out)]
    child = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    out.unlink()
    if child.returncode:
        raise SystemExit(f"failed: {command}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)


def one_round(env: dict[str, str], corpora: Path, out: Path) -> dict[str, float]:
    """All figures of a checkout."""
    found = worked(env, corpora)
    bakery, novel = ROOT / "corpora/samples/bakery.txt", corpora / "novels/1342_pride_and_prejudice.txt"
    found["`corefpipe resolve`, 60 words, CPU s"], _ = resolved(env, bakery, out)
    seconds, memory = resolved(env, novel, out)
    return found | {"`corefpipe resolve`, 121,000 words, CPU s": seconds, "the same, peak MB": memory}


def plot(curves: dict[str, dict[str, dict[str, float]]]) -> None:
    """Write the scaling curves of both checkouts."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 3.5), layout="constrained")
    labels = {"texts": "short texts", "words": "words of a novel"}
    for axes, (kind, label) in zip(figure.subplots(1, 2), labels.items(), strict=True):
        for name, of in curves.items():
            axes.loglog([int(size) for size in of[kind]], list(of[kind].values()), marker="o", label=name)
        axes.set_xlabel(label)
        axes.set_ylabel("CPU s, text to chains")
        axes.legend()
    figure.savefig(HERE / "curves.png", dpi=110, metadata={"Software": None})


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("before", type=Path, help="an older checkout")
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    corpora, checkouts = args.corpora.resolve(), {"before": args.before.resolve(), "now": ROOT}
    found: dict[str, list[dict[str, float]]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        envs = {name: environment(path, Path(folder) / name) for name, path in checkouts.items()}
        curves = {name: worked(env, corpora, "--curves") for name, env in envs.items()}
        envs[HASWELL] = envs["now"] | {"OPENBLAS_CORETYPE": "Haswell"}
        for _ in range(args.rounds):
            for name, env in envs.items():
                found[name].append(one_round(env, corpora, Path(folder) / "out.jsonl"))
                print(name, found[name][-1], file=sys.stderr, flush=True)
    medians = {
        name: {key: round(statistics.median(one[key] for one in several), 3) for key in several[0]}
        for name, several in found.items()
    }
    result = {"machine": machine(with_own_kernels(os.environ)), **medians, "curves": curves}
    (HERE / "result.json").write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    plot(curves)


if __name__ == "__main__":
    main()
