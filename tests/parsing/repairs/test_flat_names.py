"""Names that parsers take for parts of the noun before them."""

from __future__ import annotations

import pytest
from helpers.columns import make_columns

from corefpipe.mentions import detect
from corefpipe.parsing.parse import Parse
from corefpipe.parsing.repairs.flat_names import set_names_beside_nouns


@pytest.mark.parametrize(
    ("pos", "deps", "heads", "type", "after"),
    [
        ("NOUN PROPN PROPN VERB", "nsubj flat flat root", [3, 0, 0, 3], "person", [3, 0, 1, 3]),
        ("NOUN PROPN PROPN VERB", "nsubj flat flat root", [3, 0, 1, 3], "person", [3, 0, 1, 3]),
        ("NOUN PROPN PROPN VERB", "nsubj flat flat root", [3, 0, 0, 3], "place", None),
        ("PROPN PROPN PROPN VERB", "nsubj flat flat root", [3, 0, 0, 3], "person", None),
        ("NOUN PROPN PROPN VERB", "nsubj compound flat root", [3, 2, 0, 3], "person", None),
    ],
)
def test_heads(pos, deps, heads, type, after):
    columns = make_columns("manager Thomas Vidal left", pos, deps, heads, {0: "person", 1: type})
    set_names_beside_nouns(columns)
    assert columns.heads == (after or heads)
    assert columns.deps[1] == ("appos" if after else deps.split()[1])


def test_a_name_after_a_noun_heads_one_mention(base):
    parse = Parse.from_doc(base("Chelsea manager Thomas Vidal praised his players."))
    heads = {" ".join(parse.words[start:end]): parse.words[head] for start, end, head in detect(parse)}
    assert heads["Chelsea manager Thomas Vidal"] == heads["Thomas Vidal"] == "Thomas"
    assert "Chelsea manager" not in heads
