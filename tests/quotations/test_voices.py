"""The voices of a document: one speaker and one addressee per turn, unknown ones, and documents without."""

from __future__ import annotations

import pytest
from helpers.parses import make_doc, make_table

from corefpipe.features import MentionTable
from corefpipe.quotations import voices as module
from corefpipe.quotations.candidates import Scene
from corefpipe.quotations.log_linear import LogLinear
from corefpipe.quotations.speakers import Attribution, SpeakerModel
from corefpipe.quotations.voices import LEAST, Voices, best_by_turn, has_quotations, people_of, voices

INTERRUPTED = """
    “ “ PUNCT `` 5 punct
    Go go VERB VB 5 ccomp
    , , PUNCT , 5 punct
    ” ” PUNCT '' 5 punct
    said say VERB VBD 0 root
    Ann Ann PROPN NNP 5 nsubj Number=Sing
    , , PUNCT , 5 punct
    “ “ PUNCT `` 9 punct
    Bo Bo PROPN NNP 5 vocative Number=Sing
    ! ! PUNCT . 9 punct
    ” ” PUNCT '' 9 punct
    Cy Cy PROPN NNP 13 nsubj Number=Sing
    sat sit VERB VBD 5 ccomp
"""


def interrupted(speakers=()) -> MentionTable:
    return make_table(make_doc(INTERRUPTED, speakers), [(5, 6), (8, 9), (11, 12)])


def test_a_turn_has_the_most_probable_of_its_speakers():
    table = interrupted()
    assert table.quotes.turn == [0, 0]
    found = [Attribution(0, 0, 0.5), Attribution(1, 2, 0.75)]
    assert best_by_turn(table, found) == {0: found[1]}
    assert best_by_turn(table, found[::-1]) == {0: found[1]}
    assert best_by_turn(table, [found[0], Attribution(1, 2, 0.5)]) == {0: found[0]}


def test_an_improbable_one_is_unknown():
    table = interrupted()
    assert best_by_turn(table, [Attribution(0, 0, LEAST - 0.01), Attribution(1, -1, 0.0)]) == {}
    assert best_by_turn(table, [Attribution(0, 0, LEAST)]) == {0: Attribution(0, 0, LEAST)}
    assert best_by_turn(table, []) == {}


def test_people_of_attributions():
    scene = Scene(interrupted())
    people = {one.row: one for one in scene.people}
    found = people_of([Attribution(0, 0, 1.0), None, Attribution(1, -1, 0.0)], people)
    assert [one and one.row for one in found] == [0, None, None]


def test_they_are_computed_once():
    table = interrupted()
    assert voices(table) is voices(table)


def test_speakers_and_addressees():
    found = voices(interrupted())
    assert isinstance(found, Voices)
    assert (list(found.speakers), list(found.addressees)) == ([0], [0])
    assert found.speakers[0].row == 0 != found.addressees[0].row
    assert LEAST <= found.speakers[0].probability <= 1


def test_languages_without_models(monkeypatch):
    table = interrupted()
    table.parse.language = "xx"
    assert voices(table) is None
    monkeypatch.setattr(module, "addressee_model", lambda language: None)
    found = voices(interrupted())
    assert (list(found.speakers), found.addressees) == ([0], {})


def test_speakers_decide_on_addressees(monkeypatch):
    """Whoever speaks is not the addressee."""
    model = SpeakerModel(LogLinear({"after name": 1.0, "after True rank 1": 9.0, "before name": -9.0}))
    monkeypatch.setattr(module, "speaker_model", lambda language: model)
    found = voices(interrupted())
    assert found.speakers[0].row == 2
    assert found.addressees[0].row != 2


def test_labelled_speakers_and_texts_without_quotations(base):
    assert voices(interrupted(["Dora"])) is None
    assert not has_quotations(interrupted(["Dora"]), 0)
    for text in ("", "It rained.", 'The "best" man won.', "Ann: I said “Go!”\nBo: No.\n"):
        table = make_table(base(text), [])
        assert not has_quotations(table, 0)
        assert voices(table) is None


def test_a_parse_without_lemmas():
    doc = make_doc(INTERRUPTED)
    for token in doc:
        token.lemma = 0
    table = make_table(doc, [(5, 6)])
    assert "lemmas" in table.parse.missing
    assert voices(table) is None


@pytest.mark.parametrize("mark", ["“”", "‘’", '""', "«»"])
def test_marks_do_not_count(base, mark):
    doc = base(f"{mark[0]}It is late,{mark[1]} said Robert to Henry. They left.")
    names = [(token.i, token.i + 1) for token in doc if token.text in ("Robert", "Henry")]
    found = voices(make_table(doc, names))
    assert (found.speakers[0].row, found.addressees[0].row) == (0, 1)
