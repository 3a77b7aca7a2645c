"""Quotations of a scene, the people in its narration, and the candidates for speakers."""

from __future__ import annotations

from helpers.parses import make_doc, make_table
from helpers.quotations import long_speech

from corefpipe.quotations.candidates import FARTHEST, Scene

GO = """
    “ “ PUNCT `` 6 punct
    Go go VERB VB 6 ccomp
    Bo Bo PROPN NNP 2 vocative Number=Sing
    , , PUNCT , 6 punct
    ” ” PUNCT '' 6 punct
    said say VERB VBD 0 root
    Ann Ann PROPN NNP 6 nsubj Number=Sing
    of of ADP IN 8 case
    it it PRON PRP 6 obl Gender=Neut|Number=Sing|Person=3|PronType=Prs
    . . PUNCT . 6 punct

    “ “ PUNCT `` 2 punct
    I I PRON PRP 0 root Number=Sing|Person=1|PronType=Prs
    ? ? PUNCT . 2 punct
    ” ” PUNCT '' 2 punct

    The the DET DT 2 det
    doctor doctor NOUN NN 3 nsubj Number=Sing
    left leave VERB VBD 0 root
    him he PRON PRP 3 obj Gender=Masc|Number=Sing|Person=3|PronType=Prs
    . . PUNCT . 3 punct
"""
MENTIONS = [(2, 3), (6, 7), (8, 9), (11, 12), (14, 16), (17, 18)]


def scene(paragraphs=()) -> Scene:
    doc = make_doc(GO)
    if paragraphs:
        doc._.paragraph_starts = list(paragraphs)
    return Scene(make_table(doc, MENTIONS))


def people_of(scene: Scene, candidates) -> list[tuple[str, int]]:
    return [(scene.parse.words[one.person.head], one.rank) for one in candidates]


def test_quotations_and_people():
    found = scene()
    assert [(one.first, one.last, one.opening, one.after) for one in found.quotations] == [
        (1, 3, 0, 5),
        (11, 12, 10, 14),
    ]
    assert [(one.row, found.parse.words[one.head], one.form) for one in found.people] == [
        (1, "Ann", "name"),
        (4, "doctor", "nominal"),
        (5, "him", "pronoun3s"),
    ]
    assert found.names == {"ann": 1}


def test_people_named_in_a_quotation():
    """Pronouns in quotations are no candidates: they refer to speakers and addressees."""
    found = scene()
    assert [(number, [one.row for one in own]) for number, own in found.quoted_people.items()] == [(0, [0])]
    assert [one.row for one in found.everybody[1]] == [3]


def test_candidates_on_both_sides_the_nearest_first():
    found = scene()
    assert people_of(found, found.candidates(0, [])) == [("Ann", 0), ("doctor", 1), ("him", 2)]
    assert people_of(found, found.candidates(1, [None])) == [("Ann", 0), ("doctor", 0), ("him", 1)]


def test_the_speaker_of_an_earlier_quotation():
    found = scene()
    ann = found.people[0]
    assert people_of(found, found.candidates(1, [ann])) == [("Ann", 0), ("doctor", 0), ("him", 1)]
    found.people.remove(ann)
    found.heads.remove(ann.head)
    assert people_of(found, found.candidates(1, [ann])) == [("doctor", 0), ("him", 1), ("Ann", FARTHEST)]


def test_paragraphs_limit_the_candidates():
    """Nobody counts who is more than one paragraph after a quotation."""
    found = scene([0, 9, 14])
    assert people_of(found, found.candidates(0, [])) == [("Ann", 0)]
    assert people_of(found, found.candidates(1, [None])) == [("Ann", 0), ("doctor", 0), ("him", 1)]
    assert found.paragraphs_between(0, 1) == 1
    far = scene([0, 10, 14, 15])
    assert people_of(far, far.candidates(1, [None])) == [("Ann", 0)]


def test_quotations_far_apart_are_of_two_conversations():
    far = scene([0, *range(3, 11)])
    assert far.paragraphs_between(0, 1) > 6
    assert not far.are_near(0, 1)
    bo = far.quoted_people[0][0]
    assert FARTHEST in [one.rank for one in scene().candidates(1, [bo])]
    assert FARTHEST not in [one.rank for one in far.candidates(1, [bo])]


def test_the_next_paragraph_of_a_speech_goes_on(base):
    """Each paragraph of a long speech has an opening mark, the last one a closing mark, too."""
    found = Scene(make_table(base(f"{long_speech(3)} She left.\n\n“Why?” he asked."), []))
    assert [found.goes_on(place) for place in range(4)] == [False, True, True, False]
    assert not scene().goes_on(1)


def test_the_same_person():
    """Names with the same last word and gender have one key; other mentions each have their own."""
    found = scene()
    keys = found.same(found.candidates(0, []))
    assert len(set(keys)) == 3
    doc = make_doc(GO.replace("doctor doctor NOUN NN", "Ann Ann PROPN NNP"))
    found = Scene(make_table(doc, MENTIONS))
    assert len(set(found.same(found.candidates(0, [])))) == 2


def test_a_labelled_speaker_has_no_quotations():
    doc = make_doc(GO, speakers=["Cy", "", ""])
    assert [one.number for one in Scene(make_table(doc, MENTIONS)).quotations] == [1]


def test_words_in_quotation_marks_are_no_speech():
    doc = make_doc("""
        The the DET DT 3 det
        “ “ PUNCT `` 3 punct
        best good ADJ JJS 5 amod
        ” ” PUNCT '' 3 punct
        man man NOUN NN 0 root
    """)
    assert Scene(make_table(doc, [(0, 5)])).quotations == []


def test_nobody():
    found = Scene(
        make_table(
            make_doc("“ “ PUNCT `` 2 punct\nGo go VERB VB 0 root\n! ! PUNCT . 2 punct\n” ” PUNCT '' 2 punct"), []
        )
    )
    assert found.people == []
    assert found.candidates(0, []) == []
    assert Scene(make_table(make_doc("Go go VERB VB 0 root"), [])).quotations == []
