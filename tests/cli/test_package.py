"""`corefpipe package`, and commands that find the installed model by its name."""

from __future__ import annotations

import zipfile

import pytest
import spacy
from helpers.packages import install

import corefpipe
from corefpipe.parsing import pipelines
from corefpipe.parsing.pipelines import load_base
from corefpipe.resolver.packaging import building

TEXT = "Mary Bell lost her keys. She found them on the old ferry."


@pytest.mark.slow
def test_package_install_load(run, model, tmp_path, monkeypatch):
    out = tmp_path / "dist"
    code, said, warned = run("package", model, out, "--name", "en_law", "--version", "1.2", "--licence", "CC BY-SA 4.0")
    wheel = out / "corefpipe-en_law-1.2" / "dist" / "corefpipe_en_law-1.2-py3-none-any.whl"
    assert (code, warned) == (0, "")
    assert said == f"Project written to {out / 'corefpipe-en_law-1.2'}\nWheel written to {wheel}\n"
    install(wheel, tmp_path / "installed")
    monkeypatch.syspath_prepend(tmp_path / "installed")

    by_folder = run("resolve", "--text", TEXT, "--model", model)
    assert run("resolve", "--text", TEXT, "--model", "en_law") == by_folder
    assert run("explain", "--text", TEXT, "--model", "en_law")[0] == 0
    assert run("features", "weights", "en_law", "-n", "3")[0] == 0
    code, _, error = run("resolve", "--text", TEXT, "--model", "en_lwa")
    assert code == 2
    assert '"en_law" (installed)' in error

    with monkeypatch.context() as own:
        own.setattr(pipelines, "load_base", load_base)  # `run` has one that all tests share
        nlp = corefpipe.load("en_law")
    assert nlp(TEXT)._.coref.chains
    assert nlp.get_pipe("corefpipe").resolver.meta["licence"] == "CC BY-SA 4.0"
    blank = spacy.blank("en")
    assert blank.add_pipe("corefpipe", config={"model": "en_law"}).resolver.weights.size

    again = run("package", "en_law", tmp_path / "again", "--name", "en_law_2", "--build", "none")
    assert again[:2] == (0, f"Project written to {tmp_path / 'again' / 'corefpipe-en_law_2-0.1.0'}\n")


def test_what_is_built(run, model, tmp_path, monkeypatch):
    built = []
    monkeypatch.setattr("corefpipe.resolver.packaging.build_project", lambda folder, kind: built.append(kind) or kind)
    options = ("package", model, tmp_path, "--licence", "MIT")
    assert run(*options, "--build", "none")[0] == 0
    assert built == []
    assert run(*options, "--build", "sdist", "--build", "wheel", "--build", "sdist", "--force")[0] == 0
    assert built == ["sdist", "wheel"]
    code, _, error = run(*options, "--build", "none", "--build", "wheel", "--force")
    assert (code, error) == (2, "Error: --build none with another --build. Give none, or the others\n")


def test_errors_name_options(run, model, tmp_path):
    options = ("package", model, tmp_path / "out", "--build", "none")
    for more, message in [
        (("--name", "my-law"), "or use --name my_law\n"),
        (("--name", "en"), "Use --name en_own\n"),
        (("--version", "new"), "Error: 'new' is no version of a package."),
        (("--licence", ""), "Error: the licence is empty."),
    ]:
        code, said, error = run(*options, *more)
        assert (code, said) == (2, "")
        assert message in error
    assert not (tmp_path / "out").exists()
    assert run(*options)[0] == 0
    code, _, error = run(*options)
    assert code == 2
    assert "there is a project already" in error
    assert "with --force\n" in error
    code, _, error = run("package", tmp_path / "none", tmp_path)
    assert code == 2
    assert "no such model folder" in error


def test_a_card(run, model, tmp_path):
    card = tmp_path / "card.md"
    card.write_text("## Errors\nNames of ships.\n", encoding="utf-8")
    options = ("package", model, tmp_path, "--licence", "MIT", "--card", card)
    assert run(*options)[0] == 0
    wheel = next((tmp_path / f"corefpipe-{model.name}-0.1.0" / "dist").glob("*.whl"))
    with zipfile.ZipFile(wheel) as opened:
        metadata = next(name for name in opened.namelist() if name.endswith("/METADATA"))
        assert opened.read(metadata).decode().endswith("\n## Errors\nNames of ships.\n")
    card.write_bytes(b"caf\xe9")
    assert run(*options, "--force") == (2, "", f"Error: {card}: the card is not UTF-8 text. Save it as UTF-8\n")


def test_a_licence_that_is_not_stated(run, model, tmp_path):
    code, _, warned = run("package", model, tmp_path, "--build", "none")
    assert code == 0
    assert warned.startswith("Warning: the licence of the weights is unknown.")


def test_the_project_stays_where_it_cannot_be_built(run, model, tmp_path, monkeypatch):
    monkeypatch.setattr(building, "version", lambda name: "60.1")
    code, said, error = run("package", model, tmp_path, "--name", "law", "--licence", "MIT")
    assert code == 2
    assert said.startswith("Project written to")
    assert "its wheel cannot be built (setuptools is 60.1). pip install 'setuptools>=77'" in error
    assert (tmp_path / "corefpipe-law-0.1.0" / "pyproject.toml").is_file()
