"""The import cost of corefpipe, and its public names."""

from __future__ import annotations

import inspect
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest
from helpers import ROOT

import corefpipe
import corefpipe.clustering
from corefpipe.clustering.registry import DECODERS, LEARNERS, PARTITIONERS, WORD_CLUSTERERS


@pytest.mark.slow
@pytest.mark.parametrize(
    ("statement", "unwanted"),
    [
        ("import corefpipe", {"spacy", "sklearn", "numpy", "scipy", "conllu"}),
        ("import corefpipe.scoring", {"spacy", "sklearn", "conllu"}),
        ("import corefpipe.formats", {"spacy", "sklearn"}),
        ("import corefpipe.cli", {"spacy", "sklearn", "scipy"}),
        ("import corefpipe.features", {"sklearn"}),
        ("import corefpipe.features.engine.describe", {"sklearn"}),
        ("import corefpipe.clustering, corefpipe.clustering.decoders", {"spacy", "thinc", "sklearn"}),
        ("import corefpipe.clustering.learners", {"spacy", "thinc"}),
        ("import corefpipe.clustering.words", {"spacy", "thinc"}),
    ],
)
def test_no_heavy_imports(python, statement, unwanted):
    done = python("-c", f"{statement}\nimport sys\nprint(*sorted(name for name in sys.modules if '.' not in name))")
    assert done.returncode == 0, done.stderr
    assert not unwanted & set(done.stdout.split())


@pytest.mark.slow
def test_clustering_knows_no_words(python):
    code = (
        "import corefpipe.clustering.decoders, corefpipe.clustering.learners, corefpipe.clustering.estimator, sys\n"
        "print(*(name for name in sys.modules if name.startswith('corefpipe.')))"
    )
    found = set(python("-c", code).stdout.split())
    assert "corefpipe.clustering.learners.l3m" in found
    floors = {name.split(".")[1] for name in found}
    assert floors == {"clustering", "scoring", "document", "exceptions", "utils", "version"}


@pytest.mark.parametrize("name", corefpipe.__all__)
def test_public_names(name):
    assert getattr(corefpipe, name).__doc__
    assert name in dir(corefpipe)


def test_other_names():
    with pytest.raises(AttributeError, match="module 'corefpipe' has no attribute 'resolv'"):
        corefpipe.resolv  # noqa: B018


def test_type_checkers_see_misspelt_names(python, tmp_path):
    pytest.importorskip("mypy")
    code = tmp_path / "code.py"
    code.write_text(
        "import corefpipe\nimport corefpipe.clustering\ncorefpipe.resolv\ncorefpipe.clustering.Clusterr\n"
        "corefpipe.compare\ncorefpipe.clustering.Clusterer\n",
        encoding="utf8",
    )
    options = ["--cache-dir", str(tmp_path / "cache"), "--follow-imports", "skip", "--ignore-missing-imports"]
    packages = [ROOT / "corefpipe" / "__init__.py", ROOT / "corefpipe" / "clustering" / "__init__.py"]
    done = python("-m", "mypy", *options, *map(str, (code, *packages)))
    assert done.stderr == ""
    errors = [line.split(": ", 1)[0] for line in done.stdout.splitlines() if ": error: " in line]
    assert [Path(error).name for error in errors] == ["code.py:3", "code.py:4"]


@pytest.mark.parametrize("part", ["decoders", "learners", "partitioners", "blocking", "comparing"])
def test_classes_of_clustering_are_found_in_one_place(part):
    module = import_module(f"corefpipe.clustering.{part}")
    for name in module.__all__:
        assert getattr(corefpipe.clustering, name) is getattr(module, name)
        assert name in corefpipe.clustering.__all__


def test_estimators_are_found_in_one_place():
    for name in corefpipe.clustering.__all__:
        assert getattr(corefpipe.clustering, name).__doc__
    for entry in [
        entry for registry in (LEARNERS, DECODERS, PARTITIONERS, WORD_CLUSTERERS) for entry in registry.values()
    ]:
        assert entry.kind.__name__ in corefpipe.clustering.__all__


def test_what_has_abstract_methods_is_abstract():
    """No class with an abstract method can be instantiated, whichever module it is in."""
    found = 0
    for module in walk_packages(corefpipe.__path__, "corefpipe."):
        for one in vars(import_module(module.name)).values():
            if not isinstance(one, type) or one.__module__ != module.name or getattr(one, "_is_protocol", False):
                continue
            abstract = {
                name
                for name in dir(one)
                if getattr(inspect.getattr_static(one, name, None), "__isabstractmethod__", False)
            }
            assert bool(abstract) == inspect.isabstract(one), one
            found += bool(abstract)
    assert found > 10
