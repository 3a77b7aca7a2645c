"""Error messages: place, problem, cure, and settings worded for Python or for a command."""

from __future__ import annotations

import pickle

import pytest

from corefpipe.exceptions import FormatError, SettingError, require_one_of, valid_names


@pytest.mark.parametrize(
    ("cure", "settings", "python", "command"),
    [
        ("Delete it", {}, "Delete it", "Delete it"),
        ("Delete it", {"on_error": "skip"}, 'Delete it, or use on_error="skip"', "Delete it, or use --on-error skip"),
        ("Delete it", {"repeats": "first"}, 'Delete it, or use repeats="first"', "Delete it"),
        ("", {"format": "text"}, 'Use format="text"', "Use --from text"),
        (
            "Delete it",
            {"on_error": "skip", "format": "text"},
            'Delete it, or use on_error="skip" and format="text"',
            "Delete it, or use --on-error skip and --from text",
        ),
    ],
)
def test_settings_are_worded_for_python_or_for_the_command(cure, settings, python, command):
    error = FormatError("wrong", cure=cure, settings=settings, file="f", line=3, document="d")
    assert error.worded({"--on-error", "--from"}) == f"f:3 (document d): wrong. {command}"
    assert str(error) == f"f:3 (document d): wrong. {python}"
    assert error.problem == "f:3 (document d): wrong"


def test_a_column_follows_the_line():
    assert FormatError("wrong", file="f", line=3, column=7).problem == "f:3:7: wrong"
    assert FormatError("wrong", line=3, column=7).problem == "line 3, column 7: wrong"
    assert FormatError("wrong", file="f", column=7).problem == "f: wrong"


def test_a_document_is_called_so_once():
    assert FormatError("wrong", document="ferry").problem == "document ferry: wrong"
    assert FormatError("wrong", document="document 1").problem == "document 1: wrong"
    assert FormatError("wrong", file="f", document="document 1").problem == "f (document 1): wrong"


def test_a_wrong_setting_is_named_as_the_option_of_a_command():
    error = SettingError("{setting} is {setting}", setting="min_count", cure="Give min_count", file="f")
    assert str(error) == "f: min_count is {setting}. Give min_count"
    assert error.worded({"--min-count"}) == "f: --min-count is {setting}. Give min_count"
    assert error.worded({"--max-count"}) == str(error)
    assert str(pickle.loads(pickle.dumps(error))) == str(error)  # from a worker process


def test_what_users_wrote_is_never_reworded():
    error = FormatError("no entity read_as in min_count", cure="Rename on_error", settings={"on_error": "skip"})
    told = "no entity read_as in min_count. Rename on_error, or use --on-error skip"
    assert error.worded({"--read-as", "--min-count", "--on-error"}) == told


def test_messages_can_be_printed():
    error = FormatError("a \x1b[2J", cure="no \n", file="caf\udce9", document="b\x07")
    assert str(error) == r"caf\udce9 (document b\x07): a \x1b[2J. no \n"


def test_long_messages_are_shortened():
    error = FormatError("x" * 10_000, cure="Cut it", document="d" * 10_000)
    assert len(str(error)) < 2300
    assert str(error).endswith("xx…. Cut it")


def test_unknown_names_get_the_nearest_and_all():
    with pytest.raises(
        SettingError, match=r"^unknown row 'entitys'\. Did you mean entities\? Valid are entities, links$"
    ):
        require_one_of("row", "entitys", ["entities", "links"])
    with pytest.raises(SettingError, match=r"^unknown row 'LINKS'\. Did you mean links\?"):
        require_one_of("row", "LINKS", ["entities", "links"])
    with pytest.raises(SettingError, match=r"^unknown row 3\. Valid are 1, 2$"):
        require_one_of("row", 3, [1, 2])
    assert valid_names("kmeans", ["mean"], " and more", unlisted=["k-means"]) == (
        "Did you mean k-means or mean? Valid are mean and more"
    )
