"""Quotations of a scene, the people in its narration, and the candidates for speakers."""

from __future__ import annotations

from helpers.parses import make_doc, make_table

from corefpipe.quotations.candidates import FARTHEST, Scene

GO = """
    “ “ PUNCT `` 4 punct
    Go go VERB VB 4 ccomp
    ” ” PUNCT '' 4 punct
    said say VERB VBD 0 root
    Ann Ann PROPN NNP 4 nsubj Number=Sing
    of of ADP IN 7 case
    it it PRON PRP 4 obl Gender=Neut|Number=Sing|Person=3|PronType=Prs

    “ “ PUNCT `` 2 punct
    I I PRON PRP 0 root Number=Sing|Person=1|PronType=Prs
    ” ” PUNCT '' 2 punct

    The the DET DT 2 det
    doctor doctor NOUN NN 3 nsubj Number=Sing
    left leave VERB VBD 0 root
    him he PRON PRP 3 obj Gender=Masc|Number=Sing|Person=3|PronType=Prs
"""
MENTIONS = [(4, 5), (6, 7), (8, 9), (10, 12), (13, 14)]


def scene() -> Scene:
    return Scene(make_table(make_doc(GO), MENTIONS))


def people_of(scene: Scene, candidates) -> list[tuple[str, int]]:
    return [(scene.parse.words[one.person.head], one.rank) for one in candidates]


def test_quotations_and_people():
    found = scene()
    assert [(one.first, one.last) for one in found.quotations] == [(1, 1), (8, 8)]
    assert [(one.row, found.parse.words[one.head], one.form) for one in found.people] == [
        (0, "Ann", "name"),
        (3, "doctor", "nominal"),
        (4, "him", "pronoun3s"),
    ]
    assert found.names == {"ann": 1}


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
    doc = make_doc(GO)
    doc._.paragraph_starts = [0, 7, 10, 12]
    found = Scene(make_table(doc, MENTIONS))
    assert people_of(found, found.candidates(0, [])) == [("Ann", 0)]
    assert found.paragraphs_between(0, 1) == 1


def test_nobody():
    found = Scene(make_table(make_doc("“ “ PUNCT `` 2 punct\nGo go VERB VB 0 root\n” ” PUNCT '' 2 punct"), []))
    assert found.people == []
    assert found.candidates(0, []) == []
