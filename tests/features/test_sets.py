"""Feature sets: the packaged ones load, and what is wrong with others is said."""

from __future__ import annotations

import pytest

from corefpipe.data import data_folder
from corefpipe.errors import SettingError
from corefpipe.features import FeatureSet

PACKAGED = sorted(path.stem for path in data_folder("features").glob("*.toml"))


@pytest.mark.parametrize("name", PACKAGED)
def test_packaged_sets_load(name):
    features = FeatureSet.load(name)
    assert features.name == name
    assert features.link
    assert features.start
    assert FeatureSet.parse(features.text) == features
    assert 'source = "' in features.text  # where the templates come from


def test_there_is_a_default():
    assert "default" in PACKAGED


def test_plain_and_typed():
    features = FeatureSet.parse(
        """
        name = "mine"
        link.plain = ["types"]
        link.typed = ["head_match"]
        start.typed = ["ana.head"]
        candidates.window = 7
        """
    )
    assert features.name == "mine"
    assert [t.name for t in features.link] == [
        "ana.type * ante.type",
        "head_match",
        "ana.type * ante.type * head_match",
    ]
    assert [t.name for t in features.start] == ["ana.head", "ana.type * ana.head"]
    assert (features.candidates.window, features.candidates.indexed) == (7, 10)


def test_a_file_by_its_path(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('link.plain = ["acronym"]\n', encoding="utf-8")
    features = FeatureSet.load(path)
    assert [t.name for t in features.link] == ["acronym"]
    assert FeatureSet.load(str(path)) == features


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('link.plain = ["hed_match"]', "unknown feature 'hed_match'.* Pair features are .*head_match"),
        ('link.plain = ["ana.hed"]', "unknown feature 'ana.hed'.* ana. and ante. take .*head"),
        ('link.plian = ["types"]', r"unknown key 'plian' in \[link\]. Valid keys are plain, typed"),
        ("lnk = 1", "unknown key 'lnk'. Valid keys are name, .*link"),
        ("candidates.windw = 1", r"unknown key 'windw' in \[candidates\]. Valid keys are indexed, window"),
        ('link.plain = ["types", "ana.type * ante.type"]', r"\[link\] has ana.type \* ante.type twice"),
        ('link.plain = ["head_match"]\nlink.typed = ["head_match"]', "head_match twice"),
        ('start.plain = ["head_match"]', r"'head_match' in \[start\].*use ana. only"),
        ('start.plain = ["ana.type * ante.type"]', r"in \[start\]"),
        ("name = ", "not TOML"),
    ],
)
def test_errors_name_the_file_and_the_cure(tmp_path, text, message):
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SettingError, match=message) as caught:
        FeatureSet.load(path)
    assert str(caught.value).startswith(f"{path}: ")


@pytest.mark.parametrize("name", ["defualt", "no/such.toml"])
def test_no_such_set(name):
    with pytest.raises(SettingError, match=f"unknown feature set '{name}'. Valid names are .*default"):
        FeatureSet.load(name)
