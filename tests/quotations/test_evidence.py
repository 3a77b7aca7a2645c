"""Features of candidates for speakers: their place, their clause, and who spoke before."""

from __future__ import annotations

import pytest
from helpers.parses import make_doc, make_table

from corefpipe.quotations.candidates import Scene
from corefpipe.quotations.evidence import evidence, relation, step

TALK = """
    “ “ PUNCT `` 6 punct
    Go go VERB VB 6 ccomp
    Bo Bo PROPN NNP 2 vocative Number=Sing
    , , PUNCT , 6 punct
    ” ” PUNCT '' 6 punct
    said say VERB VBD 0 root
    Ann Ann PROPN NNP 6 nsubj Number=Sing
    . . PUNCT . 6 punct

    Bo Bo PROPN NNP 2 nsubj Number=Sing
    answered answer VERB VBD 0 root
    : : PUNCT : 2 punct
    “ “ PUNCT `` 5 punct
    No no INTJ UH 2 ccomp
    . . PUNCT . 5 punct
    ” ” PUNCT '' 5 punct
"""
SCENE = Scene(make_table(make_doc(TALK), [(2, 3), (6, 7), (8, 9)]))


def features(place: int, word: str, speakers=()) -> set[str]:
    candidates = {SCENE.parse.words[one.person.head]: one for one in SCENE.candidates(place, speakers)}
    return set(evidence(SCENE, place, candidates[word], speakers))


def test_the_clause_of_a_speaker():
    after = {"after name", "after True subject says True", "after verb first say sentences 0"}
    assert {"after name", "after True rank 0", "after True subject says True"} <= features(0, "Ann")
    assert [one for one in features(0, "Ann") if one.startswith("after verb first say")]
    assert after & features(0, "Bo") == {"after name", "after True subject says True"}
    assert "after True rank 1" in features(0, "Bo")
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


def test_who_speaks_later_does_not_count():
    """The speakers of a quotation itself and of those after it are not seen: they are decided from left to right."""
    ann, bo = SCENE.people
    assert features(1, "Ann", [bo]) == features(1, "Ann", [bo, ann])


@pytest.mark.parametrize(
    ("paragraphs", "name"), [(0, "same"), (1, "next"), (2, "near"), (3, "near"), (4, "far"), (99, "far")]
)
def test_steps(paragraphs, name):
    assert step(paragraphs) == name


PEOPLE = """
    Mr. Mr. PROPN NNP 2 compound Number=Sing
    Bell Bell PROPN NNP 0 root Number=Sing

    Tom Tom PROPN NNP 0 root Number=Sing
    Bell Bell PROPN NNP 1 flat Number=Sing

    Mr. Mr. PROPN NNP 2 compound Number=Sing
    Hill Hill PROPN NNP 0 root Number=Sing

    he he PRON PRP 0 root Gender=Masc|Number=Sing|Person=3|PronType=Prs

    him he PRON PRP 0 root Gender=Masc|Number=Sing|Person=3|PronType=Prs

    she she PRON PRP 0 root Gender=Fem|Number=Sing|Person=3|PronType=Prs

    I I PRON PRP 0 root Number=Sing|Person=1|PronType=Prs

    the the DET DT 2 det
    cook cook NOUN NN 0 root Number=Sing

    that that DET DT 2 det
    cook cook NOUN NN 0 root Number=Sing

    the the DET DT 2 det
    driver driver NOUN NN 0 root Number=Sing

    the the DET DT 2 det
    cousin cousin NOUN NN 0 root Number=Sing
"""


@pytest.mark.parametrize(
    ("one", "other", "kind"),
    [
        ("Mr. Bell", "Mr. Bell", "identical"),
        ("Mr. Bell", "Tom Bell", "same"),
        ("Mr. Bell", "Mr. Hill", "different"),
        ("Mr. Bell", "he", "agree"),
        ("Mr. Bell", "she", "different"),
        ("Mr. Bell", "I", "different"),
        ("he", "the cousin", "maybe"),
        ("the cousin", "Tom Bell", "maybe"),
        ("he", "him", "same"),
        ("he", "she", "different"),
        ("he", "I", "different"),
        ("the cook", "that cook", "same"),
        ("the cook", "the driver", "different"),
    ],
)
def test_whether_two_people_may_corefer_by_their_words(one, other, kind):
    spans = [(0, 2), (2, 4), (4, 6), (6, 7), (7, 8), (8, 9), (9, 10), (10, 12), (12, 14), (14, 16), (16, 18)]
    scene = Scene(make_table(make_doc(PEOPLE), spans))
    people = {" ".join(scene.parse.words[person.start : person.end]): person for person in scene.people}
    assert relation(scene, people[one], people[other]) == kind
    assert relation(scene, people[other], people[one]) == kind
