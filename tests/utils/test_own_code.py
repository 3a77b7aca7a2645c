"""Files of users' code: imported once, sent to other processes with their content, and what is said of bad ones."""

from __future__ import annotations

import importlib
import pickle
import sys

import pytest
from helpers.own_code import DECODER, FEATURE, forgotten, write_code

from corefpipe.clustering.registry import DECODERS
from corefpipe.exceptions import SettingError
from corefpipe.features import PAIR_FEATURES
from corefpipe.utils.own_code import CodeFile, import_code, imported_code, run_code


@pytest.fixture(autouse=True)
def _forgotten():
    with forgotten():
        yield


def test_what_a_file_registers_can_be_named(tmp_path):
    feature, decoder = write_code(tmp_path), write_code(tmp_path, DECODER, "my_decoder.py")
    assert imported_code() == ()
    import_code(feature, decoder)
    assert PAIR_FEATURES["both_long"].doc == "Whether both mentions have several words."
    assert "nothing-together" in DECODERS
    assert [code.file for code in imported_code()] == [str(feature), str(decoder)]


def test_a_file_is_imported_once(tmp_path):
    file = write_code(tmp_path, FEATURE + "\nimport sys\nsys.times = getattr(sys, 'times', 0) + 1\n")
    try:
        import_code(file)
        import_code(file)
        run_code([CodeFile.read(file)])
        assert sys.times == 1
    finally:
        del sys.times
    assert len(imported_code()) == 1


def test_a_module_with_the_same_content_is_that_file(tmp_path, monkeypatch):
    (tmp_path / "there").mkdir()
    write_code(tmp_path / "there", name="both_are_mine.py")
    monkeypatch.syspath_prepend(tmp_path / "there")
    module = importlib.import_module("both_are_mine")
    import_code(write_code(tmp_path, name="both_are_mine.py"))
    assert PAIR_FEATURES["both_long"].compute is module.both_long
    assert [code.name for code in imported_code()] == ["both_are_mine.py"]
    del sys.modules["both_are_mine"]
    assert imported_code() == ()


def test_files_may_be_called_like_modules_of_python(tmp_path):
    import_code(write_code(tmp_path, name="json.py"))
    import json

    assert json.loads("1") == 1
    assert "both_long" in PAIR_FEATURES


def test_another_version_of_a_feature_is_refused(tmp_path):
    import_code(write_code(tmp_path))
    other = write_code(tmp_path, FEATURE.replace("> 1", "> 2"), "other.py")
    with pytest.raises(SettingError) as error:
        import_code(other)
    assert str(error.value) == (
        f"{other}:6: two entries for the pair feature 'both_long'. Give one of them another name"
    )


def test_another_process_needs_no_file(tmp_path, python):
    file = write_code(tmp_path)
    sent = pickle.dumps([CodeFile.read(file)])
    file.unlink()
    found = python(
        "-c",
        f"import pickle; from corefpipe.utils.own_code import run_code; run_code(pickle.loads({sent!r}))\n"
        "from corefpipe.features import PAIR_FEATURES\nprint(PAIR_FEATURES['both_long'].kind)",
    )
    assert (found.stdout, found.stderr) == ("boolean\n", "")


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("x = 1\nx ===\n", ":2: not valid Python: invalid syntax. Mend the file"),
        (b"\0", ": not valid Python: source code string cannot contain null bytes. Mend the file"),
        (b"x = '\x80'", ":1: not valid Python: (unicode error) 'utf-8' codec can't decode byte 0x80 in position"),
        (
            "import nothing_such",
            ":1: it cannot be imported: ModuleNotFoundError: No module named 'nothing_such'. Mend the file, or install "
            "what it needs",
        ),
        ("def f():\n    raise KeyError('a')\n\nf()\n", ":2: it cannot be imported: KeyError: 'a'. Mend the file"),
        ("import sys\nsys.exit(0)", ":2: it cannot be imported: SystemExit: 0. Mend the file"),
    ],
)
def test_bad_files(tmp_path, source, message):
    file = tmp_path / "bad.py"
    file.write_bytes(source.encode() if isinstance(source, str) else source)
    for _ in range(2):  # nothing of the first try is left
        with pytest.raises(SettingError) as error:
            import_code(file)
        assert str(error.value).startswith(f"{file}{message}")
    assert imported_code() == ()


def test_no_file(tmp_path):
    for file, why in ((tmp_path / "none.py", "No such file or directory"), (tmp_path, "Is a directory")):
        with pytest.raises(SettingError) as error:
            import_code(file)
        assert str(error.value) == f"{file}: the code cannot be read ({why}). Give the path of a Python file"
