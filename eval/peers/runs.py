"""The systems: where each is installed, what it reads, how it is started, and what its response is."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "coreference"))

import environments
from environments import Interpreters, python_of
from raw_text import whole_words

from corefpipe import Document, Mention, read
from corefpipe.document import sort_mentions

HERE = Path(__file__).resolve().parent
CORT = [
    *("-extractor", "cort.coreference.approaches.mention_ranking.extract_substructures"),
    *("-perceptron", "cort.coreference.approaches.mention_ranking.RankingPerceptron"),
]
TRAINING = [
    *("-cost_function", "cort.coreference.cost_functions.cost_based_on_consistency"),
    *("-cost_scaling", "100", "-n_iter", "5", "-random_seed", "23"),
]
"""The settings that cort's documentation gives for its latent ranking."""

Command = tuple[list[str | Path], dict[str, str]]
"""Arguments, and variables of the environment."""


@dataclass(frozen=True)
class Run:
    """A system with what it is given.

    Attributes:
        install: makes its environment.
        given: the folder of its input, by the names of `measure.py`.
        command: (environment, input, output) -> command.
        read: (output, keys) -> chains of each key, as spans of words.
    """

    install: Callable[[Path, Interpreters], None]
    given: str
    command: Callable[[Path, Path, Path], Command]
    read: Callable[[Path, list[Document]], Iterator[list[Mention]]]


def _own(model: str, parse: str) -> Callable[[Path, Path, Path], Command]:
    def command(environment: Path, source: Path, out: Path) -> Command:
        options = ["--model", model, "--parse", parse, "--format", "jsonl", "-o", out]
        return [python_of(environment), "-m", "corefpipe", "resolve", source, *options], {}

    return command


def _xrenner(kind: str) -> Callable[[Path, Path, Path], Command]:
    def command(environment: Path, source: Path, out: Path) -> Command:
        return [python_of(environment), HERE / "peer_xrenner.py", source, out, kind], {"PYTHONWARNINGS": "ignore"}

    return command


def _neuralcoref(*options: str) -> Callable[[Path, Path, Path], Command]:
    def command(environment: Path, source: Path, out: Path) -> Command:
        arguments = [HERE / "peer_neuralcoref.py", source, out, environment / "model", *options]
        return [python_of(environment), *arguments], {"NEURALCOREF_CACHE": str(environment / "model")}

    return command


def _compromise(environment: Path, source: Path, out: Path) -> Command:
    return ["node", HERE / "peer_compromise.js", source, out], {"NODE_PATH": str(environment / "node_modules")}


def cort_command(environment: Path, trees: Path, script: str, *arguments: str | Path) -> Command:
    """A command of cort, patched."""
    patched = [python_of(environment), HERE / "peer_cort.py", trees, environment / "nltk_data"]
    return [*patched, script, *arguments, *CORT], {}


def _cort(environment: Path, source: Path, out: Path) -> Command:
    files = ["-in", source / "all.conll", "-model", environment / "model" / "cort", "-out", out / "response.conll"]
    clusterer = ["-clusterer", "cort.coreference.clusterer.all_ante"]
    return cort_command(environment, source / "trees", "cort-predict-conll", *files, *clusterer)


def _corefgraph(python: Path) -> Callable[[Path, Path, Path], Command]:
    def command(environment: Path, source: Path, out: Path) -> Command:
        return [python, HERE / "peer_corefgraph.py", source, out], {"PYTHONPATH": str(environment)}

    return command


def from_files(out: Path, keys: list[Document]) -> Iterator[list[Mention]]:
    """Chains in files that corefpipe reads."""
    found = {document.name: document for document in read(out, repeats="first")}
    for key in keys:
        assert len(found[key.name].words) == len(key.words)
        yield found[key.name].mentions


def from_words(out: Path, keys: list[Document]) -> Iterator[list[Mention]]:
    """Chains in JSON, as [start, end] in words."""
    for key in keys:
        chains = json.loads((out / f"{key.name}.json").read_text(encoding="utf-8"))
        yield sort_mentions([Mention(*span, str(n)) for n, chain in enumerate(chains) for span in chain])


def from_characters(out: Path, keys: list[Document]) -> Iterator[list[Mention]]:
    """Chains in JSON, as [start, end] in characters; punctuation after a mention is no part of it."""
    for key in keys:
        assert key.offsets is not None
        ends = [offset + len(word) for offset, word in zip(key.offsets, key.words, strict=True)]
        mentions = {}
        for n, chain in enumerate(json.loads((out / f"{key.name}.json").read_text(encoding="utf-8"))):
            for start, end in chain:
                length = len(key.text[start:end].rstrip(" \n,.;:!?\"'”’)…"))
                span = whole_words(key.offsets, ends, start, start + length)
                mentions.setdefault(span, Mention(*span, str(n)))
        yield sort_mentions(list(mentions.values()))


def systems(pythons: Interpreters) -> dict[str, Run]:
    """All runs by name."""
    old = pythons.python27 or Path("python2.7")
    own, accurate = environments.corefpipe, environments.corefpipe_encoder
    return {
        "corefpipe, `en`": Run(own, "gold", _own("en", "predicted"), from_files),
        "corefpipe, `en_accurate`": Run(accurate, "gold", _own("en_accurate", "predicted"), from_files),
        "neuralcoref 4.0": Run(environments.neuralcoref, "gold", _neuralcoref(), from_words),
        "neuralcoref 4.0, with I and you": Run(environments.neuralcoref, "gold", _neuralcoref("all"), from_words),
        "xrenner 2.2.1, rules, our parse": Run(environments.xrenner, "parsed", _xrenner("rules"), from_files),
        "compromise 14.17": Run(environments.compromise, "text", _compromise, from_characters),
        "corefpipe, `en`, gold trees": Run(own, "gold", _own("en", "given"), from_files),
        "cort 0.2.4, gold trees": Run(environments.cort, "columns", _cort, from_files),
        "corefgraph 1.2.3, gold trees": Run(environments.corefgraph, "naf", _corefgraph(old), from_files),
        "xrenner 2.2.1, rules, gold trees": Run(environments.xrenner, "gold", _xrenner("rules"), from_files),
        "xrenner 2.2.1, classifiers, gold trees": Run(
            environments.xrenner_learned, "gold", _xrenner("learned"), from_files
        ),
    }
