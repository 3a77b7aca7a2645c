"""The import cost of corefpipe, and its public names."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import ROOT

import corefpipe


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
