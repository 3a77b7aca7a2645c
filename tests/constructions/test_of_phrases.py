"""Words to which no phrase with "of" belongs."""

from __future__ import annotations

import pytest
from helpers.parses import make_doc

from corefpipe.constructions.of_phrases import may_have_of
from corefpipe.parsing.parse import Parse

ROWS = [
    ("it", "PRON", "obj", "", "fraud", "NOUN", "", False),
    ("most", "PRON", "obj", "", "fraud", "NOUN", "", True),
    ("bell", "PROPN", "obj", "person", "fraud", "NOUN", "", False),
    ("bell", "PROPN", "nsubj", "person", "fraud", "NOUN", "", True),
    ("bell", "PROPN", "obj", "person", "paris", "PROPN", "", True),
    ("bell", "PROPN", "obj", "person", "party", "NOUN", "organization", True),
    ("bell", "PROPN", "obj", "place", "fraud", "NOUN", "", True),
]


@pytest.mark.parametrize(("word", "pos", "dep", "type", "whom", "whom_pos", "whom_type", "may"), ROWS)
def test_who_may_have_of(word, pos, dep, type, whom, whom_pos, whom_type, may):
    types = {0: type, 2: whom_type}
    table = f"{word} {word} {pos} X 0 {dep}\nof of ADP X 3 case\n{whom} {whom} {whom_pos} X 1 nmod"
    parse = Parse.from_doc(make_doc(table, types=types))
    assert may_have_of(parse, 0, 2) is may
