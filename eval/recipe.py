"""Make the packaged models from the corpora, from scratch, on two cores.

    pip install -e '.[recipe,encoder]' -e distributions/en_accurate
    python eval/recipe.py --corpora ../shared/corpora

Results of finished steps are kept. Prints how long each step took, and writes it to `times.json`
in the work folder. With `--large BASE TEACHERS` it makes the distribution `en_large`, too (see `eval/context`), from
the folder of all-mpnet-base-v2 and that of the tuned weights `teacher_all` and `teacher_free`.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BASE, RESOLVER, CONTEXT = "eval/base_pipeline", "eval/resolver", "eval/context"
MODELS = {
    "en": Path("corefpipe/models/en/resolver"),
    "en_research": Path("distributions/en_research/corefpipe_en_research/model"),
    "en_accurate": Path("distributions/en_accurate/corefpipe_en_accurate/model"),
}
BASES = {"en": "corefpipe/models/en/base", "en_accurate": str(MODELS["en_accurate"] / "base")}
FOLDS = 2
TEACHERS = 3
LANES = 2
NOT_COMMERCIAL = "CC BY-NC-SA 4.0"
SHARE = 75
"""Percent of today's English, and of OntoGUM, that resolvers under a network and networks learn from; the rest weighs
the network.
"""
PARTS = {
    f"ontogum.free{SHARE}": 1.5,
    f"web.{SHARE}": 1,
    f"written.{SHARE}": 1.5,
    "litbank.train": 0.5,
    "gap.train": 0.5,
    "twins.train": 0.3,
    "winogrande.train": 0.1,
    "soft": 0.3,
}
"""What networks learn from, and how often each is read in a pass."""
OWN = ["--narrow", "3", "12", "1536", "--embeddings", "en", "--rate", "1.2e-3", "--encoder-rate", "3e-4"]
SHARED = ["--layers", "0", "--rate", "1e-3", "--encoder-rate", "2e-4"]
"""How the encoder of `en`, and that of `en_accurate`, learn what corefers (see `eval/context/teach.py`)."""
UNSEEN = {
    "en": [f"ontogum.train.free.not{SHARE}"],
    "en_research": [f"ontogum.train.free.not{SHARE}", "ontogum.train.other"],
    "en_accurate": [f"ontogum.train.free.not{SHARE}"],
}
"""What, beside today's English, decides how far a model trusts its network."""
UNSEEN_TODAY = [f"web.train.not{SHARE}", f"written.train.not{SHARE}"]


@dataclass
class Step:
    """A command.

    Attributes:
        name: of the step; its output stands in a file of that name.
        command: script and arguments.
        needs: steps that must be finished before.
    """

    name: str
    command: list[str]
    needs: tuple[str, ...] = ()
    started: float = 0.0
    process: subprocess.Popen[bytes] | None = field(default=None, repr=False)


def steps(corpora: Path, work: Path, held_out: bool = False) -> list[Step]:
    """All steps; of those that can run, the first is started first. See `eval/resolver/train.py` for `held_out`."""
    common = ["--corpora", str(corpora), "--work", str(work)]
    examples, teachers = str(work / "examples"), [str(work / f"teacher{k + 1}") for k in range(TEACHERS)]
    silver = [str(work / f"silver{k}.jsonl") for k in range(LANES)]
    prepare = [f"{BASE}/prepare.py", "--corpora", str(corpora), "--out", examples]
    found = [Step("gold", prepare)]
    for k, out in enumerate(teachers, 1):
        command = [f"{BASE}/teach.py", "teacher", "--examples", examples, "--seed", str(k), "--out", out]
        found.append(Step(f"teacher{k}", command, ("gold",)))
    command = [f"{BASE}/starts.py", "--network", teachers[0], "--corpora", str(corpora)]
    found.append(Step("starts", command, ("teacher1",)))
    for k, out in enumerate(silver):
        share = ["--share", str(k), str(LANES), "--out", out]
        command = [f"{BASE}/silver.py", "--corpora", str(corpora), "--teacher", teachers[0], *share]
        found.append(Step(f"silver{k}", command, ("starts",)))
    found.append(Step("raw", [*prepare, "--silver", *silver], tuple(f"silver{k}" for k in range(LANES))))
    learned = ("raw", *(f"teacher{k + 1}" for k in range(TEACHERS)))
    for name, out in BASES.items():
        network, taught = str(work / name), ["--examples", examples, "--teachers", *teachers]
        found.append(Step(f"{name} network", [f"{BASE}/teach.py", name, *taught, "--out", network], learned))
        command = [f"{BASE}/package.py", name, "--network", network, "--corpora", str(corpora), "--out", out]
        found.append(Step(f"{name} base", command, (f"{name} network",)))
    folds = range(FOLDS if held_out else 0)
    for fold in folds:
        command = [f"{BASE}/jackknife.py", *common, "--teachers", *teachers, "--fold", str(fold)]
        found.append(Step(f"fold{fold}", command, learned))
    parsers = ("en base", *(f"fold{fold}" for fold in folds))
    shares = ["--share", str(SHARE), "--share-of-ontogum", str(SHARE), "--out", str(work / "under_en")]
    command = [f"{RESOLVER}/train.py", "en", *common, *shares]
    found.append(Step("under en", [*command, "--held-out"] if held_out else command, parsers))
    return [*found, *context_steps(corpora, work)]


def context_steps(corpora: Path, work: Path) -> list[Step]:
    """The steps that teach networks what corefers, and weigh them in resolvers."""
    of_corpora, raw = ["--corpora", str(corpora)], corpora / "raw" / "raw.jsonl.xz"
    context, marks = str(work / "context"), corpora.parent / "teacher" / "marks_free.npz"
    command = [f"{CONTEXT}/prepare.py", *PARTS, *of_corpora, "--raw", str(raw), "--marks", str(marks)]
    found = [Step("examples of context", [*command, "--work", context], ("en base",))]

    taught, network = str(work / "taught_en"), str(work / "network_en")
    command = [f"{CONTEXT}/teach.py", "--encoder", "--work", context, "--out", taught, *OWN, *_parts(PARTS)]
    found.append(Step("en context", command, ("examples of context",)))
    command = [f"{CONTEXT}/pack_taught.py", taught, "--base", "en", "--name", "context-en", "--out", network]
    found.append(Step("network en", command, ("en context",)))
    found += [_weighed(name, "en", of_corpora, work) for name in ("en", "en_research")]

    name = "en_accurate"
    taught, shared, network = (str(work / f"{kind}_{name}") for kind in ("taught", "shared", "network"))
    command = [f"{CONTEXT}/teach.py", "--base", str(work / name), "--work", context, "--out", taught, *SHARED]
    command += _parts(PARTS)
    found.append(Step(f"{name} context", command, (f"{name} network", "examples of context")))
    command = [f"{CONTEXT}/pack_taught.py", taught, "--encoder", shared]
    found.append(Step(f"{name} shared network", command, (f"{name} context",)))
    command = [f"{BASE}/package.py", name, "--network", shared, *of_corpora, "--out", BASES[name]]
    found.append(Step(f"{name} shared base", command, (f"{name} shared network", f"{name} base")))
    command = [f"{CONTEXT}/pack_taught.py", taught, "--base", name, "--name", f"context-{name}", "--out", network]
    found.append(Step(f"network {name}", command, (f"{name} shared base",)))
    shares = ["--share", str(SHARE), "--share-of-ontogum", str(SHARE), "--out", str(work / f"under_{name}")]
    command = [f"{RESOLVER}/train.py", name, *of_corpora, *shares]
    found.append(Step(f"under {name}", command, (f"{name} shared base",)))
    return [*found, _weighed(name, name, of_corpora, work)]


def _parts(parts: dict[str, float]) -> list[str]:
    return ["--steps", "3000", "--words", "6000", "--parts", *(f"{part}={times}" for part, times in parts.items())]


def _weighed(name: str, under: str, of_corpora: list[str], work: Path) -> Step:
    """The step that makes a packaged resolver of the one under it and a network."""
    command = [f"{CONTEXT}/train.py", str(work / f"under_{under}"), "--network", str(work / f"network_{under}")]
    command += [*of_corpora, "--work", str(work / "context"), "--unseen", *UNSEEN[name], *UNSEEN_TODAY]
    if name == "en_research":
        command += ["--licence", NOT_COMMERCIAL]
    return Step(name, [*command, "--out", str(MODELS[name])], (f"under {under}", f"network {under}"))


def large_steps(corpora: Path, work: Path, base: Path, teachers: Path) -> list[Step]:
    """The steps that make the distribution `en_large` of `en_accurate`."""
    of_corpora, under, model = ["--corpora", str(corpora)], str(work / "under_en_accurate"), str(work / "en_large")
    found: list[Step] = []
    for name in ("all", "free"):
        tuned = ["--tuned", str(teachers / f"teacher_{name}.safetensors"), "--name", name]
        out = ["--out", str(work / f"network_{name}")]
        found.append(Step(f"network {name}", [f"{CONTEXT}/export.py", "--base", str(base), *tuned, *out]))
    unseen = ["ontogum.train.other", *UNSEEN_TODAY]
    networks = ["--network", str(work / "network_all"), "--twin", str(work / "network_free")]
    command = [f"{CONTEXT}/train.py", under, *networks, *of_corpora, "--work", str(work / "context"), "--out", model]
    command += ["--licence", NOT_COMMERCIAL, "--unseen", *unseen]
    found.append(Step("en_large", command, ("under en_accurate", "network all", "network free")))
    command = ["-m", "corefpipe", "package", model, str(work / "dist"), "--name", "en_large"]
    return [*found, Step("en_large package", command, ("en_large",))]


def run(todo: Sequence[Step], work: Path) -> dict[str, float]:
    """Run steps, `LANES` at a time, with all cores where nothing else can run; return their seconds.

    Raises:
        SystemExit: a step failed.
    """
    times_file = work / "times.json"
    times: dict[str, float] = json.loads(times_file.read_text()) if times_file.exists() else {}
    waiting, running = [step for step in todo if step.name not in times], []
    while waiting or running:
        for step in list(running):
            if step.process is None or step.process.poll() is None:
                continue
            running.remove(step)
            if step.process.returncode:
                for other in running:
                    other.process.terminate()
                sys.exit(f"{step.name} failed: see {work / step.name}.log")
            times[step.name] = round(time.time() - step.started)
            print(f"{step.name}: {times[step.name] / 60:.0f} minutes", flush=True)
            times_file.write_text(json.dumps(times, indent=2) + "\n")
        ready = [step for step in waiting if all(need in times for need in step.needs)]
        for step in ready[: LANES - len(running)]:
            waiting.remove(step)
            running.append(step)
            start(step, work, cores=LANES if len(ready) == len(running) == 1 else 1)
        time.sleep(1)
    return times


def start(step: Step, work: Path, cores: int) -> None:
    """Start a step on one core, or on all."""
    step.started = time.time()
    threads = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS")
    environment = {name: value for name, value in os.environ.items() if name not in threads}
    environment |= {"PYTHONUNBUFFERED": "1"}
    if cores == 1:
        environment |= dict.fromkeys(threads, "1")
        environment |= {"XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false"}
    with (work / f"{step.name}.log").open("wb") as log:
        step.process = subprocess.Popen(
            [sys.executable, *step.command], stdout=log, stderr=subprocess.STDOUT, cwd=ROOT, env=environment
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, required=True, help="folder of all corpora")
    parser.add_argument("--work", type=Path, default=Path("build/base_pipeline"), help="folder for what is in between")
    parser.add_argument("--held-out", action="store_true", help="resolvers learn from parses of unseen documents")
    parser.add_argument("--large", type=Path, nargs=2, metavar=("BASE", "TEACHERS"), help="make en_large, too")
    args = parser.parse_args()
    work = args.work.resolve()
    work.mkdir(parents=True, exist_ok=True)
    start_of_all = time.time()
    todo = steps(args.corpora.resolve(), work, args.held_out)
    if args.large:
        todo += large_steps(args.corpora.resolve(), work, *(folder.resolve() for folder in args.large))
    run(todo, work)
    print(f"all: {(time.time() - start_of_all) / 60:.0f} minutes", flush=True)


if __name__ == "__main__":
    main()
