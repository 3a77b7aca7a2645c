"""Names that parsers take for parts of the noun before them."""

from __future__ import annotations

import pytest

from corefpipe.mentions import detect
from corefpipe.parsing.flat_names import set_names_beside_nouns
from corefpipe.parsing.parse import Parse


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
    """Of "manager Thomas Vidal left"."""
    before, relations = list(heads), deps.split()
    set_names_beside_nouns(pos.split(), relations, heads, ["person", type, "", ""])
    assert heads == (after or before)
    assert relations[1] == ("appos" if after else deps.split()[1])


def test_a_name_after_a_noun_heads_one_mention(base):
    parse = Parse.from_doc(base("Chelsea manager Thomas Vidal praised his players."))
    heads = {" ".join(parse.words[start:end]): parse.words[head] for start, end, head in detect(parse)}
    assert heads["Chelsea manager Thomas Vidal"] == heads["Thomas Vidal"] == "Thomas"
    assert "Chelsea manager" not in heads
