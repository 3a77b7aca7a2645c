"""What is called by a name, in parses of the packaged base pipeline."""

from __future__ import annotations

import pytest

from corefpipe.constructions.namings import namings
from corefpipe.parsing.parse import Parse

CASES = [
    ("We have a dog named Rex.", [("dog", "Rex")]),
    ("A man called Peter Hill, a teacher, came in.", [("man", "Peter")]),
    ("He lives in a village known as Oakham.", [("village", "Oakham")]),
    ("The puppy was named Max.", [("puppy", "Max")]),
    ("My brother has a friend nicknamed Buzz.", [("friend", "Buzz")]),
    ("They named it Luna.", []),  # whoever "it" is
    ("A man called Tom yesterday, and Tom called back.", []),
    ("He knows Tom.", []),
    ("The dog is named after Rex.", []),
]


@pytest.mark.parametrize(("text", "found"), CASES)
def test_namings(base, text, found):
    parse = Parse.from_doc(base(text))
    assert [(parse.words[bearer], parse.words[name]) for bearer, name in namings(parse)] == found
