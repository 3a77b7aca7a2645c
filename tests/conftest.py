"""Shared fixtures: the base pipeline, the samples parsed with it, resolvers trained on them, the command line."""

from __future__ import annotations

import gc
import io
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from helpers import ROOT
from helpers.pages import Tab, started_browser
from hypothesis import settings
from spacy.language import Language
from spacy.tokens import Doc

from corefpipe import cli
from corefpipe.clustering.learners import L3MLearner
from corefpipe.document import Document
from corefpipe.features import FeatureSet
from corefpipe.formats import read
from corefpipe.parsing import pipelines
from corefpipe.parsing.annotate import annotate
from corefpipe.resolver.model import Resolver
from corefpipe.spacy_component.loading import load
from corefpipe.streams import pieces

# No deadline: the time per example depends on the machine more than on the code. 20 examples keep the suite quick.
settings.register_profile("corefpipe", deadline=None, max_examples=20)
settings.load_profile("corefpipe")


@pytest.fixture(scope="session")
def browser() -> Iterator[object]:
    """One browser for all tests of a process: Playwright starts only one."""
    with started_browser() as browser:
        yield browser


@pytest.fixture
def tab(browser, tmp_path) -> Iterator[Tab]:
    """An empty tab; its page must have had no errors and no network."""
    tab = Tab(browser, tmp_path)
    yield tab
    tab.page.close()
    assert tab.errors == []
    assert all(url.startswith("file:") for url in tab.requests)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip the tests of the format parquet where pyarrow, an extra, is not installed or does not fit NumPy."""
    if not _starts("pyarrow"):
        for item in items:
            if "[parquet" in item.name:
                item.add_marker(pytest.mark.skip(reason="pyarrow is not installed"))


def _starts(module: str) -> bool:
    """Whether a module can be imported."""
    try:
        import_module(module)
    except ImportError:
        return False
    return True


def pytest_collection_finish() -> None:
    """Spare the garbage collector what lives until the end: a tenth of all time went into traversing it."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000)


@pytest.fixture(scope="session")
def samples() -> Path:
    """The folder of our own sample documents in every format."""
    return ROOT / "corpora" / "samples"


@pytest.fixture(scope="session")
def corpora() -> Path:
    """The folder of the research corpora, which may be missing in a checkout."""
    folder = ROOT.parent / "shared" / "corpora"
    if not folder.is_dir():
        pytest.skip("the corpora are not here")
    return folder


@pytest.fixture(scope="session")
def base() -> Language:
    """The packaged base pipeline; tests must not change it."""
    return pipelines.load_base("en")


@pytest.fixture(scope="session")
def annotated(base: Language, samples: Path) -> list[tuple[Doc, Document]]:
    """The parsed samples with their gold mentions."""
    return list(annotate(read(samples, "conllu"), base))


@pytest.fixture(scope="session")
def resolver(annotated: list[tuple[Doc, Document]]) -> Resolver:
    """A resolver trained on the predicted mentions of the samples."""
    return Resolver(FeatureSet("default")).fit(annotated, L3MLearner(passes=10), "predicted")


@pytest.fixture(scope="session")
def gold_resolver(annotated: list[tuple[Doc, Document]]) -> Resolver:
    """A resolver trained on the gold mentions of the samples, which include singletons."""
    return Resolver(FeatureSet("default")).fit(annotated, L3MLearner(passes=10), "gold")


@pytest.fixture(scope="session")
def model(resolver: Resolver, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a model."""
    folder = tmp_path_factory.mktemp("models") / "tiny"
    resolver.meta = {"mentions": "predicted"}
    resolver.to_disk(folder)
    return folder


@pytest.fixture(scope="session")
def nlp(model: Path) -> Language:
    """A pipeline with that model; tests must not change it."""
    return load(model)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], base: Language):
    """Function that runs a command line in this process and returns (exit code, stdout, stderr)."""
    load_base = pipelines.load_base
    monkeypatch.setattr(pipelines, "load_base", lambda name="en": base if name == "en" else load_base(name))

    def run_main(*arguments: object) -> tuple[object, str, str]:
        monkeypatch.setattr(sys, "argv", ["corefpipe", *map(str, arguments)])
        with pytest.raises(SystemExit) as end:
            cli.main()
        captured = capsys.readouterr()
        return end.value.code or 0, captured.out, captured.err

    return run_main


@pytest.fixture
def resolve(run, model: Path):
    """Function that runs `corefpipe resolve … --model` with a small model."""
    return lambda *arguments: run("resolve", *arguments, "--model", model)


@pytest.fixture
def stdin(monkeypatch: pytest.MonkeyPatch) -> Callable[[bytes], None]:
    """Function that sets the bytes on standard input."""

    def put(data: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))

    return put


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Streams resolve a text in blocks of 2,000 characters, so that a short one has several."""
    monkeypatch.setattr(pieces, "BLOCK", 2000)


@pytest.fixture(scope="session")
def python() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Function that runs Python in a new process that imports this corefpipe."""

    def run_python(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        path = os.pathsep.join(filter(None, [str(ROOT), str(ROOT / "tests"), os.environ.get("PYTHONPATH")]))
        return subprocess.run(
            [sys.executable, *arguments],
            env={**os.environ, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8", **environment},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )

    return run_python


@pytest.fixture
def figures(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The list of figures of matplotlib that were written."""
    from matplotlib.figure import Figure

    found: list[Any] = []
    save = Figure.savefig
    monkeypatch.setattr(Figure, "savefig", lambda figure, *a, **k: found.append(figure) or save(figure, *a, **k))
    return found


@pytest.fixture(scope="session")
def packaged() -> Language:
    """The packaged pipeline with its resolver; tests must not change it."""
    return load("en")
