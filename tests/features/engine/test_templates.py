"""Templates: their names, the names of their columns, and their conjunctions."""

from __future__ import annotations

import pytest

from corefpipe.exceptions import SettingError
from corefpipe.features.engine.templates import Template, all_pairs


def read(name: str, text: str | None = None, **options) -> Template:
    (template,) = Template.read(name, text or name, options)
    return template


def test_names():
    assert read("types").name == "ana.type * ante.type"
    assert read(" ana.head ").name == "ana.head"
    assert read("HEADS", "ana.head * ante.head").name == "HEADS"
    assert [t.name for t in Template.read("FAR", "mention_distance", {"at_least": [1, 2.5]})] == ["FAR≥1", "FAR≥2.5"]
    assert [t.name for t in Template.read("mention_distance", "mention_distance", {"at_least": [1]})] == [
        "mention_distance≥1"
    ]


@pytest.mark.parametrize(
    ("template", "values", "column"),
    [
        (read("types"), ["he", "name"], "ana.type=he & ante.type=name"),
        (read("head_match"), ["yes"], "head_match"),
        (read("types * head_match"), ["he", "name", "yes"], "ana.type=he & ante.type=name & head_match"),
        (read("number_match"), ["same"], "number_match=same"),
        (read("number_match=same"), ["yes"], "number_match=same"),
        (read("TYPES", "types"), ["he", "name"], "TYPES=he+name"),
        (read("BOTH", "ana.kind=name * ante.kind=name"), ["yes", "yes"], "BOTH"),
        (read("HEAD", "ana.kind=name * ante.head"), ["yes", "boat"], "HEAD=boat"),
        (read("SENTNUM", "sentence_distance", bins=[0, 1]), [">1"], "SENTNUM=>1"),
        (read("SENTNUM", "sentence_distance", raw=True), ["yes"], "SENTNUM"),
    ],
)
def test_columns(template, values, column):
    assert template.column(values) == column


def test_conjunctions():
    one, other = read("HEADS", "ana.head * ante.head"), read("types")
    both = one.with_(other)
    assert both.parts == other.parts + one.parts
    assert both.name == "ana.type * ante.type * HEADS"
    assert both.features == ("HEADS",)
    assert both.column(["he", "name", "he", "boat"]) == "ana.type=he & ante.type=name & HEADS=he+boat"


def test_each_two_templates_of_different_features():
    near, far = Template.read("FAR", "mention_distance", {"at_least": [1, 5]})
    head, exact = read("head_match"), read("exact_match")
    names = [template.name for template in all_pairs([near, far, head, exact])]
    assert names == [
        "FAR≥1 * head_match",
        "FAR≥1 * exact_match",
        "FAR≥5 * head_match",
        "FAR≥5 * exact_match",
        "head_match * exact_match",
    ]
    assert all_pairs([near, head])[0].features == ("FAR", "head_match")
    assert all_pairs([near, far]) == []


def test_errors_name_the_expression():
    with pytest.raises(SettingError, match="unknown pair feature 'hed_match' in 'types \\* hed_match'"):
        Template.read("HEAD", "types * hed_match")
