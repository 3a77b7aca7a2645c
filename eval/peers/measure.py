"""Compare corefpipe with other systems on OntoGUM dev: scores, words per CPU second, memory, size.

    OMP_NUM_THREADS=1 python eval/peers/measure.py --corpora ../shared/corpora --work build/peers \
        --python27 PATH --python37 PATH

Installs each system in the folder WORK from the registries of packages, runs it in a process of its own on the same 30
documents, and scores all responses by one scorer. A system that cannot be installed is left out, and named. What is
installed, trained and measured already is kept; delete a folder in WORK to do it again. Writes result.json.

Words per CPU second are those beyond the first document, so that loading is not in them; the first document has a
process of its own, with loading. cort is trained on OntoGUM train, which takes about 15 minutes and 15 GB.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import environments
import inputs
from environments import Interpreters, MissingError
from machine import machine
from runs import TRAINING, Command, Run, cort_command, systems

from corefpipe import Document, score
from corefpipe.chains.documents import from_doc
from corefpipe.parsing.annotate import annotate
from corefpipe.parsing.pipelines import load_base
from corefpipe.scoring import Score

HERE = Path(__file__).resolve().parent
METRICS = ("muc", "b_cubed", "ceaf_e", "mentions")


def write_inputs(documents: list[Document], folder: Path, key: bool = False) -> None:
    """Everything that a run may be given: a folder for each kind of input.

    Args:
        documents: with all that the corpus gives.
        folder: where the folders go.
        key: only the columns, with chains, to train on.
    """
    if folder.exists():
        return
    columns = folder / "columns"
    inputs.write_conllu(documents, columns / "trees")
    inputs.write_conll(documents, columns / "all.conll", key=key)
    if not key:
        inputs.write_conllu(documents, folder / "gold")
        inputs.write_conllu(parsed(documents), folder / "parsed")
        inputs.write_naf(documents, folder / "naf")
        inputs.write_text(documents, folder / "text")


def parsed(documents: list[Document]) -> list[Document]:
    """The documents with tags, lemmas and trees of the parser of `en` instead of the corpus's."""
    found = []
    for doc, document in annotate(documents, load_base("en")):
        own = from_doc(doc)
        columns = {name: getattr(own, name) for name in ("tags", "pos", "feats", "lemmas", "heads", "deps")}
        found.append(replace(document, **columns))
    return found


def cost(command: Command, log: Path) -> dict[str, float]:
    """Run a command in one thread; its CPU seconds, children included, and peak memory in MB."""
    arguments, variables = command
    env = os.environ | {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"} | variables
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    if "PYTHONPATH" not in variables:
        env.pop("PYTHONPATH", None)
    with log.open("wb") as stream:
        child = subprocess.Popen([*map(str, arguments)], env=env, cwd=log.parent, stdout=stream, stderr=stream)
        _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(f"failed: see {log}")
    return {"cpu_s": usage.ru_utime + usage.ru_stime, "mb": usage.ru_maxrss / 2**10}


def kept(file: Path, command: Command) -> dict[str, float]:
    """The cost of a command, which is run unless it was before."""
    if not file.exists():
        file.write_text(json.dumps(cost(command, file.with_suffix(".log"))), encoding="utf-8")
    return json.loads(file.read_text(encoding="utf-8"))


def installed(run: Run, work: Path, pythons: Interpreters) -> Path:
    """The environment of a run."""
    folder = work / "environments" / run.install.__name__
    if not folder.exists():
        try:
            run.install(folder, pythons)
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
    return folder


def train_cort(environment: Path, work: Path) -> dict[str, float]:
    """Train cort's model on OntoGUM train; what it costs."""
    columns = work / "train" / "columns"
    (environment / "model").mkdir(exist_ok=True)
    files = ["-in", columns / "all.conll", "-out", environment / "model" / "cort", *TRAINING]
    return kept(work / "cort training.json", cort_command(environment, columns / "trees", "cort-train", *files))


def scores(found: Score) -> dict[str, float]:
    """F1 of each metric, and their mean, in percent."""
    table = found.to_dict()
    return {name: round(100 * table[name]["f1"], 2) for name in METRICS} | {"conll": round(100 * found.conll, 2)}


def measured(name: str, run: Run, environment: Path, work: Path, keys: list[Document]) -> dict[str, float]:
    """All figures of a run."""
    costs = {}
    for part in ("one", "dev"):
        out = work / "responses" / name / part
        out.mkdir(parents=True, exist_ok=True)
        command = run.command(environment, work / part / run.given, out)
        costs[part] = kept(work / "responses" / name / f"{part}.json", command)
    response = [
        replace(key, mentions=mentions)
        for key, mentions in zip(keys, run.read(work / "responses" / name / "dev", keys), strict=True)
    ]
    first, words = len(keys[0].words), sum(len(key.words) for key in keys)
    seconds = (costs["dev"]["cpu_s"] - costs["one"]["cpu_s"]) / (words - first)
    return {
        **scores(score(keys, response, singletons="drop", repeats="official")),
        "words per CPU second": round(1 / seconds),
        "first document, CPU s": round(costs["one"]["cpu_s"], 1),
        "mb": round(costs["dev"]["mb"]),
        "installed_mb": environments.size(environment),
    }


def main() -> None:
    """Measure, print, write result.json."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    parser.add_argument("--work", type=Path, default=Path("build/peers"))
    parser.add_argument("--python27", type=Path, help="Python 2.7 with pip, for corefgraph")
    parser.add_argument("--python37", type=Path, help="Python 3.7, for neuralcoref and xrenner's classifiers")
    parser.add_argument("--without", nargs="+", default=[], help="beginnings of names of systems to leave out")
    args = parser.parse_args()
    work, pythons = args.work.resolve(), Interpreters(args.python27, args.python37)
    keys = inputs.gold(args.corpora, "dev")
    write_inputs(keys, work / "dev")
    write_inputs(keys[:1], work / "one")
    result: dict[str, object] = {"machine": machine(), "words": sum(len(key.words) for key in keys)}
    found: dict[str, object] = {}
    for name, run in systems(pythons).items():
        if name.startswith(tuple(args.without)):
            continue
        try:
            environment = installed(run, work, pythons)
        except MissingError as error:
            print(f"{name}: left out, {error}", flush=True)
            continue
        if run.install is environments.cort:
            write_inputs(inputs.gold(args.corpora, "train"), work / "train", key=True)
            result["cort training"] = {what: round(value) for what, value in train_cort(environment, work).items()}
        found[name] = measured(name, run, environment, work, keys)
        print(f"{name}: {found[name]}", flush=True)
    result["systems"] = found
    (HERE / "result.json").write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
