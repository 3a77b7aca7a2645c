"""The relations between tokens of two names: where each holds and where it does not."""

from __future__ import annotations

import numpy as np
import pytest

from corefpipe.clustering.comparing.abbreviations import is_abbreviation
from corefpipe.features.published.names.lmr import COLUMNS, PLACES, name_relations, name_tokens
from corefpipe.features.published.names.token_relations import RELATIONS, prefix_of
from corefpipe.lexicon import load_lexicon

LEXICON = load_lexicon("en")


def relations(one: str, other: str) -> dict[str, str]:
    (row,) = name_relations([one], [other], LEXICON)
    return {COLUMNS[i]: PLACES[code] for i, code in enumerate(row.tolist()) if code}


# one, other: relation -> places
CASES = [
    ("Mr. Bush", "Mr. Bush", {"honorific equal": "first ~ first", "equality": "last ~ last"}),
    ("Mr Bush", "Mr. Bush", {"honorific equal": "first ~ first", "equality": "last ~ last"}),
    ("Prof. Roth", "Professor Roth", {"honorific equivalence": "first ~ first", "equality": "last ~ last"}),
    ("Mr. Clinton", "Mrs. Clinton", {"honorific mismatch": "first ~ first", "equality": "last ~ last"}),
    ("Kennedy", "KENNEDY", {"case-insensitive equal": "whole ~ whole"}),
    (
        "Thomas Smith",
        "Tom J. Smith",
        {"nickname": "first ~ first", "equality": "last ~ last", "unmatched": "none ~ middle"},
    ),
    ("AT & T", "AT and T", {"equality": "first+last ~ first+last", "symbol map": "middle ~ middle"}),
    ("J. F. Kennedy", "John F. Kennedy", {"initial": "first ~ first", "equality": "middle+last ~ middle+last"}),
    ("Acme Corp.", "Acme Corporation", {"equality": "first ~ first", "abbreviation": "last ~ last"}),
    ("Charlottesvile", "Charlottesville", {"edit distance": "whole ~ whole"}),
    ("Microsoft", "MicrosoftWorks", {"substring": "whole ~ whole"}),
    ("Jerry", "Jenkins", {"prefix equality": "whole ~ whole"}),
    ("Peter", "Paul", {"prefix edit distance": "whole ~ whole"}),
    (
        "John Kennedy",
        "John Kennedy Davis",
        {"equality": "first+last ~ first+middle", "unmatched": "none ~ last"},
    ),
    ("Paris", "London", {"unmatched": "whole ~ whole"}),
    ("Abbott, Yvonne", "Yvonne Abbott", {"equality": "first+last ~ first+last"}),
    ("J. Smith", "K. Smith", {"equality": "last ~ last", "unmatched": "first ~ first"}),  # not misspelt
    ("Bell 1996", "Bell 1997", {"equality": "first ~ first", "unmatched": "last ~ last"}),  # years are not misspelt
    ("a Bell", "Ann Bell", {"equality": "last ~ last", "unmatched": "first ~ first"}),  # initials must be capitals
    ("Dr. Bell", "Dear Bell", {"equality": "last ~ last", "unmatched": "first ~ first"}),  # honorifics
    ("King Charles", "Charles King", {"equality": "first+last ~ first+last"}),  # an honorific and a name
    ("Smith Smith", "Smith", {"equality": "first ~ whole", "unmatched": "last ~ none"}),
]


@pytest.mark.parametrize(("one", "other", "expected"), CASES)
def test_relations_hold_either_way_round(one, other, expected):
    assert relations(one, other) == expected
    turned = {name: " ~ ".join(reversed(places.split(" ~ "))) for name, places in expected.items()}
    assert relations(other, one) == turned


def test_every_relation_is_here():
    assert {name for _, _, expected in CASES for name in expected} == set(COLUMNS)
    assert len(RELATIONS) == 13


def test_many_names_are_the_same_as_two_by_two(monkeypatch):
    monkeypatch.setattr("corefpipe.clustering.comparing.token_matches.CELLS", 5)
    ones, others = [case[0] for case in CASES], [case[1] for case in CASES]
    alone = [name_relations([a], [b], LEXICON)[0] for a, b in zip(ones, others, strict=True)]
    assert np.array_equal(name_relations(ones, others, LEXICON), np.array(alone))


def test_the_clearest_relation_comes_first_and_takes_its_tokens():
    # Ann is aligned with Ann, not with Anna, which stays unmatched.
    assert relations("Anna Ann", "Ann") == {"equality": "last ~ whole", "unmatched": "first ~ none"}


def test_names_without_tokens():
    assert relations("", "( )") == {}
    assert relations("", "Bell") == {"unmatched": "none ~ whole"}
    assert name_relations([], [], LEXICON).shape == (0, len(COLUMNS))


@pytest.mark.parametrize(
    ("name", "tokens"),
    [
        ("King Charles", ["King!", "Charles"]),
        ("King, Martin", ["King", "Martin"]),
        ("Martin King", ["Martin", "King"]),
        ("Don King", ["Don", "King"]),  # Don is a first name as well
        ("Mr. President", ["Mr.!", "President"]),
        ("Acton ( Sport ) - & Co .", ["Acton", "Sport", "&", "Co"]),
    ],
)
def test_tokens_and_which_are_honorifics(name, tokens):
    assert [word + "!" * title for word, title in name_tokens(name, LEXICON)] == tokens


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("corp.", "corporation", True),
        ("corporation", "corp.", True),
        ("blvd", "boulevard", True),
        ("u.va.", "univirginia", True),
        ("corp", "corporation", False),  # a prefix, but with a vowel and without a period
        ("corp.", "company", False),
        ("al.", "atlantic", False),  # neither a prefix nor the same last letter
        ("va.", "virginia", True),
        ("corp.", "corp", False),
        ("st", "saint", True),
        ("st", "stranger", False),
        ("prc.", "corporation", False),
    ],
)
def test_abbreviations(one, other, expected):
    assert is_abbreviation(one, other) is expected


@pytest.mark.parametrize(
    ("word", "prefix"), [("jerry", "je"), ("alec", "ale"), ("smythe", "smythe"), ("ibm", "ibm"), ("o", "o"), ("", "")]
)
def test_prefixes(word, prefix):
    assert prefix_of(word) == prefix
