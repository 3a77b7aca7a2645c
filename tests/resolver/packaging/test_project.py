"""The project folder: written completely or not at all, never over other files."""

from __future__ import annotations

import pytest
from helpers.networks import tiny_context, tiny_files

from corefpipe.exceptions import SettingError
from corefpipe.features import FeatureSet
from corefpipe.resolver.model import Resolver
from corefpipe.resolver.packaging import package_of, project, project_folder, write_project


def contents(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def package(model):
    """A model that is to be packaged."""
    return package_of(model, "law", "1.0")


@pytest.fixture
def written(package, tmp_path):
    """The folder of a project."""
    folder = project_folder(package, tmp_path / "out")
    write_project(package, folder)
    return folder


def test_content(written, model, tmp_path):
    assert written == tmp_path / "out" / "corefpipe-law-1.0"
    files = contents(written)
    inside = "corefpipe_law/model/"
    of_model = {name: data for name, data in files.items() if name.startswith(inside)}
    assert of_model == {f"{inside}{name}": data for name, data in contents(model).items()}
    assert files.keys() - of_model.keys() == {"pyproject.toml", "README.md", "LICENCE", "corefpipe_law/__init__.py"}


def test_the_same_again(written, package, tmp_path):
    folder = project_folder(package, tmp_path / "other")
    write_project(package, folder)
    assert contents(folder) == contents(written)


def test_a_network_goes_along(annotated, tmp_path):
    read = Resolver(FeatureSet("context"))
    read.features.use_context(tiny_context())
    read.features.fit_transform([(doc.copy(), document) for doc, document in annotated[:1]])
    read.use(read.features.fitted.template * 0 + 1.0)
    read.to_disk(tmp_path / "reader")
    package = package_of(tmp_path / "reader")
    assert package.needs_onnx
    assert package.network.name == "tiny"
    folder = project_folder(package, tmp_path)
    write_project(package, folder)
    assert Resolver.from_disk(folder / "corefpipe_reader" / "model").features.context.name == "tiny"
    files = contents(folder)
    for name, data in tiny_files().items():
        assert files[f"corefpipe_reader/model/network/{name}"] == data
    assert b'"corefpipe[encoder]>=' in files["pyproject.toml"]
    assert b"| network | tiny |\n| licence of the network | not stated |\n" in files["README.md"]


def test_a_project_is_replaced_only_if_that_is_wanted(written, package, tmp_path):
    for name in ("dist", "build", "corefpipe_law.egg-info"):
        (written / name).mkdir()
        (written / name / "old").touch()
    before = contents(written)
    with pytest.raises(SettingError, match=r"there is a project already\..* overwrite=True"):
        project_folder(package, tmp_path / "out")
    (written / "corefpipe_law" / "model" / "stale").touch()
    write_project(package, project_folder(package, tmp_path / "out", overwrite=True))
    after = contents(written)
    assert before.keys() - after.keys() == {f"{name}/old" for name in ("dist", "build", "corefpipe_law.egg-info")}
    assert "corefpipe_law/model/stale" not in after


@pytest.mark.parametrize("overwrite", [False, True])
def test_other_files_are_never_touched(package, tmp_path, overwrite):
    folder = tmp_path / "corefpipe-law-1.0"
    folder.mkdir()
    (folder / "pyproject.toml").write_text("mine")
    with pytest.raises(SettingError, match=r"the folder has other files \(pyproject\.toml\)"):
        project_folder(package, tmp_path, overwrite)
    (tmp_path / "file").write_text("mine")
    with pytest.raises(SettingError, match="cannot be created"):
        project_folder(package, tmp_path / "file", overwrite)


def test_other_files_beside_a_project(written, package, tmp_path):
    (written / "thesis.tex").write_text("mine")
    with pytest.raises(SettingError, match=r"other files \(thesis\.tex\)"):
        project_folder(package, tmp_path / "out", overwrite=True)


def test_not_inside_of_the_model(model, package):
    with pytest.raises(SettingError, match="the project would be inside of the model"):
        project_folder(package, model / "dist")


def test_an_error_leaves_nothing(package, tmp_path, monkeypatch):
    def fail(self, folder, overwrite=False):
        folder.mkdir()
        (folder / "weights.npz").touch()
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Resolver, "to_disk", fail)
    folder = project_folder(package, tmp_path / "out")
    with pytest.raises(OSError, match="No space left"):
        write_project(package, folder)
    assert not folder.exists()


def test_an_error_keeps_what_was_there(written, package, monkeypatch):
    before = contents(written)
    monkeypatch.setattr(project, "project_texts", lambda package: {"pyproject.toml": "", "no/such/folder": ""})
    with pytest.raises(FileNotFoundError):
        write_project(package, written)
    assert contents(written) == before
