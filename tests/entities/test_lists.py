"""Lists of entities with ids of one's own."""

from __future__ import annotations

import pytest

from corefpipe.entities.lists import read_list
from corefpipe.exceptions import FormatError


def listed(tmp_path, text):
    path = tmp_path / "list.tsv"
    path.write_text(text, encoding="utf-8")
    return read_list(path)


def test_names_and_aliases(tmp_path):
    first, second = listed(tmp_path, "# id\tname\nQ76\tBarack Obama\tObama\t\r\n\nx y\tBerlin\n")
    assert (first.id, first.name, dict(first.profile.names)) == ("Q76", "Barack Obama", {"Barack Obama": 0, "Obama": 0})
    assert (second.id, second.name, second.members) == ("x y", "Berlin", ())


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Q1\tAnn\nQ2\n", "list.tsv:2: 1 column, and there must be 2 or more. Write on each line an id, a name"),
        ("Q1\tAnn\nQ2\t \tB\n", "list.tsv:2: the name is empty"),
        ("\tAnn\n", "list.tsv:1: the id is empty"),
        ("Q1\tAnn\n\nQ1\tBo\n", "list.tsv:3: line 1 has the id Q1, too. Give each entity an id of its own"),
        ("# nothing\n", "list.tsv: the list has no entities"),
    ],
)
def test_wrong_lists(tmp_path, text, wrong):
    with pytest.raises(FormatError) as error:
        listed(tmp_path, text)
    assert wrong in str(error.value)
