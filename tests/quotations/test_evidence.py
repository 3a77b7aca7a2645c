"""Features of candidates for speakers: their place, their clause, and who spoke before."""

from __future__ import annotations

from helpers.parses import make_doc, make_table

from corefpipe.quotations.candidates import Scene
from corefpipe.quotations.evidence import evidence

TALK = """
    “ “ PUNCT `` 5 punct
    Go go VERB VB 5 ccomp
    Bo Bo PROPN NNP 2 vocative Number=Sing
    ” ” PUNCT '' 5 punct
    said say VERB VBD 0 root
    Ann Ann PROPN NNP 5 nsubj Number=Sing
    . . PUNCT . 5 punct

    Bo Bo PROPN NNP 2 nsubj Number=Sing
    answered answer VERB VBD 0 root
    : : PUNCT : 2 punct
    “ “ PUNCT `` 5 punct
    No no INTJ UH 2 ccomp
    ” ” PUNCT '' 5 punct
"""
SCENE = Scene(make_table(make_doc(TALK), [(2, 3), (5, 6), (7, 8)]))


def features(place: int, word: str, speakers=()) -> set[str]:
    candidates = {SCENE.parse.words[one.person.head]: one for one in SCENE.candidates(place, speakers)}
    return set(evidence(SCENE, place, candidates[word], speakers))


def test_the_clause_of_a_speaker():
    assert {"after name", "after True subject says True", "after verb first say sentences 0"} & features(0, "Ann")
    assert "after True subject says True" in features(0, "Ann")
    assert "before True subject says True" in features(1, "Bo", [None])


def test_whether_the_quotation_has_the_name():
    assert "in quotation True True" in features(0, "Bo")
    assert "in quotation False True" in features(0, "Ann")


def test_who_spoke_before():
    ann, bo = SCENE.people
    assert [SCENE.parse.words[one.head] for one in (ann, bo)] == ["Ann", "Bo"]
    assert "1 back same identical" in features(1, "Ann", [ann])
    assert {"1 back same different", "called True same"} <= features(1, "Bo", [ann])
    assert "1 back same unknown" in features(1, "Bo", [None])
    assert not [name for name in features(0, "Ann") if "back" in name]
