"""Pair features of speakers."""

from __future__ import annotations

import pytest
from helpers.parses import make_doc, make_table
from helpers.tables import LOST_KEYS, QUOTES, features_of, lost_keys, quotes, value

from corefpipe.features import MentionTable
from corefpipe.features.attributes import speech

THREE_QUOTES = """
    “ “ PUNCT `` 2 punct
    Run run VERB VB 5 ccomp
    , , PUNCT , 2 punct
    ” ” PUNCT '' 2 punct
    said say VERB VBD 0 root
    Tom Tom PROPN NNP 5 nsubj Number=Sing
    . . PUNCT . 5 punct

    “ “ PUNCT `` 3 punct
    I I PRON PRP 3 nsubj Number=Sing|Person=1|PronType=Prs
    wait wait VERB VBP 6 ccomp
    , , PUNCT , 3 punct
    ” ” PUNCT '' 3 punct
    said say VERB VBD 0 root
    Tom Tom PROPN NNP 6 nsubj Number=Sing
    . . PUNCT . 6 punct

    “ “ PUNCT `` 3 punct
    We we PRON PRP 3 nsubj Number=Plur|Person=1|PronType=Prs
    run run VERB VBP 6 ccomp
    , , PUNCT , 3 punct
    ” ” PUNCT '' 3 punct
    said say VERB VBD 0 root
    Ann Ann PROPN NNP 6 nsubj Number=Sing
    . . PUNCT . 6 punct
"""


def speakers() -> MentionTable:
    """her; she; them: the document of `lost_keys`, but with two speakers."""
    doc = make_doc(LOST_KEYS, ["Ann", "Bo"])
    return make_table(doc, [(4, 5), (16, 17), (18, 19)])


def three_quotes() -> MentionTable:
    """Tom; I; Tom; We; Ann."""
    return make_table(make_doc(THREE_QUOTES), [(5, 6), (8, 9), (13, 14), (16, 17), (21, 22)])


def talk() -> MentionTable:
    """I, said by Nora; you, by Nora; I, by Tom."""
    text = "\n\n".join(
        [
            "I I PRON PRP 2 nsubj\nsee see VERB VBP 0 root\nyou you PRON PRP 2 obj",
            "I I PRON PRP 2 nsubj\nleft leave VERB VBD 0 root",
        ]
    )
    return make_table(make_doc(text, ["Nora", "Tom"]), [(0, 1), (2, 3), (3, 4)])


# feature, table, antecedent, anaphor, value
CASES = [
    ("speaker_match", lost_keys, 5, 6, "same"),
    ("speaker_match", lost_keys, 0, 5, ""),  # the first sentence has no speaker
    ("speaker_match", speakers, 0, 1, "other"),
    ("turn_distance", speakers, 0, 1, 1),
    ("turn_distance", speakers, 1, 2, 0),
    ("names_speaker", lost_keys, 0, 5, "yes"),
    ("names_speaker", lost_keys, 3, 5, ""),
    ("voice_match", talk, 0, 1, "same"),
    ("voice_match", talk, 0, 2, "other"),
    ("voice_match", quotes, 0, 1, "other"),
    ("voice_match", quotes, 1, 2, "same"),  # the narrator
    ("quote_relation", quotes, 0, 1, "ante in"),
    ("quote_relation", quotes, 1, 2, "both out"),
    ("quote_relation", three_quotes, 0, 1, "ana in"),
    ("quote_relation", three_quotes, 1, 3, "next"),
    ("turns_between", three_quotes, 1, 3, "said"),
    ("turns_between", three_quotes, 0, 1, ""),
    ("quote_speaker", quotes, 0, 1, "ana speaks"),
    ("quote_speaker", quotes, 1, 2, ""),
    ("quote_speaker", three_quotes, 1, 3, "other speaker"),
    ("quote_speaker", three_quotes, 3, 4, "ana speaks"),
]


@pytest.mark.parametrize(("feature", "table", "ante", "ana", "expected"), CASES)
def test_values(feature, table, ante, ana, expected):
    assert value(feature, table(), ante, ana) == expected


def test_a_label_is_no_turn():
    doc = make_doc(LOST_KEYS, ["Ann", "Bo"])
    for token in doc[14:16]:  # as "Bo:" has no speaker
        token._.speaker = ""
    table = make_table(doc, [(4, 5), (16, 17)])
    assert value("turn_distance", table, 0, 1) == 1


def test_every_feature_is_here():
    assert features_of(speech) == {case[0] for case in CASES}


def test_one_speaker_of_two_quotations():
    table = make_table(make_doc(QUOTES + QUOTES), [(1, 2), (12, 13)])
    assert value("quote_speaker", table, 0, 1) == "same speaker"
    assert value("quote_relation", table, 0, 1) == "next"


def test_quotations_without_a_named_speaker_have_voices_of_their_own():
    doc = make_doc(
        """
        “ “ PUNCT `` 2 punct
        I I PRON PRP 0 root
        ” ” PUNCT '' 2 punct
        “ “ PUNCT `` 5 punct
        I I PRON PRP 2 dep
        we we PRON PRP 2 dep
        ” ” PUNCT '' 5 punct
        """
    )
    table = make_table(doc, [(1, 2), (4, 5), (5, 6)])
    assert value("voice_match", table, 0, 1) == "other"
    assert value("voice_match", table, 1, 2) == "same"


@pytest.mark.parametrize(
    ("speakers", "expected"),
    [
        (["", ""], "article"),
        (["Nora", ""], "article"),
        (["Nora", "Tom"], "dialogue"),
        (["Nora", "Tom", "Ann"], "conversation"),
    ],
)
def test_discourse(speakers, expected):
    text = "\n\n".join(["It it PRON PRP 2 nsubj\nrains rain VERB VBZ 0 root"] * len(speakers))
    assert make_table(make_doc(text, speakers), [(0, 1), (2, 3)]).values("discourse") == [expected] * 2
