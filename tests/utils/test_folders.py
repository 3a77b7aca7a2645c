"""Folders whose files are replaced all at once."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from corefpipe.exceptions import SettingError
from corefpipe.utils.folders import NEW, check_output_folder, current, put_in_place, replace_files


def writer(**texts: str):
    def write(folder: Path) -> None:
        for name, text in texts.items():
            (folder / name).write_text(text)
        (folder / "sub").mkdir()
        (folder / "sub" / "inner").write_text(texts["a"])

    return write


def contents(folder: Path) -> dict[str, str]:
    return {path.relative_to(folder).as_posix(): path.read_text() for path in folder.rglob("*") if path.is_file()}


OLD = {"a": "1", "b": "1", "sub/inner": "1"}
FRESH = {"a": "2", "b": "2", "sub/inner": "2"}


def test_files_are_replaced_and_others_stay(tmp_path):
    folder = tmp_path / "new" / "folder"
    replace_files(folder, writer(a="1", b="1"))
    assert contents(folder) == OLD
    (folder / "mine").write_text("mine")
    replace_files(folder, writer(a="2", b="2"))
    assert contents(folder) == FRESH | {"mine": "mine"}


def test_after_an_error_all_is_as_before(tmp_path):
    def write(folder: Path) -> None:
        writer(a="2")(folder)
        raise OSError(28, "No space left on device")

    replace_files(tmp_path / "there", writer(a="1", b="1"))
    for name in ("there", "none"):
        with pytest.raises(OSError, match="No space"):
            replace_files(tmp_path / name, write)
    assert contents(tmp_path) == {f"there/{name}": text for name, text in OLD.items()}
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("step", range(4))
def test_killed_between_two_steps(tmp_path, monkeypatch, step):
    """After a kill all files that are current are old, or all are new; the next write cleans up."""
    replace_files(tmp_path, writer(a="1", b="1"))
    left = iter(range(step))

    def killing(function):
        def call(*arguments, **keywords):
            if next(left, None) is None:
                raise KeyboardInterrupt
            return function(*arguments, **keywords)

        return call

    with monkeypatch.context() as killed:
        killed.setattr(Path, "rename", killing(Path.rename))
        killed.setattr(os, "replace", killing(os.replace))
        killed.setattr(shutil, "rmtree", lambda *_, **__: None)
        with pytest.raises(KeyboardInterrupt):
            replace_files(tmp_path, writer(a="2", b="2"))
    names = ("a", "b", "sub/inner")
    found = {name: current(tmp_path, name.split("/")[0]) / Path(*name.split("/")[1:]) for name in names}
    assert {name: path.read_text() for name, path in found.items()} == (FRESH if step else OLD)
    put_in_place(tmp_path)
    assert (tmp_path / "a").read_text() == ("2" if step else "1")
    assert not (tmp_path / NEW).exists()
    replace_files(tmp_path, writer(a="2", b="2"))
    assert contents(tmp_path) == FRESH


def test_folders_for_output(tmp_path):
    (tmp_path / "file").write_text("mine")
    for folder in (tmp_path / "none" / "new", tmp_path):
        check_output_folder(folder, ["file"], "the results")
    for folder, message in (
        (tmp_path / "file", r"a file, not a folder\. Name a folder for the results"),
        (tmp_path / "file" / "new", r"new: the folder cannot be created \(Not a directory\)\. Name a folder to which"),
        (Path("/proc/new/er"), r"/proc/new/er: the folder cannot be created \(No such file or directory\)"),
        (Path("/proc"), r"/proc: the folder cannot be written to"),
        (tmp_path, r"the folder has other files \(file\)\. Name a new folder for the results"),
    ):
        with pytest.raises(SettingError, match=message):
            check_output_folder(folder, ["mine"], "the results")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
