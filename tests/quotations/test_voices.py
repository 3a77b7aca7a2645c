"""The voices of a document: one speaker and one addressee per turn, unknown ones, and documents without."""

from __future__ import annotations

import pytest
from helpers.parses import make_doc, make_table
from helpers.quotations import CRY, INTERRUPTED, table_without_lemmas

from corefpipe.features import MentionTable
from corefpipe.quotations import voices as module
from corefpipe.quotations.candidates import Scene
from corefpipe.quotations.choosing import Attribution
from corefpipe.quotations.log_linear import LogLinear
from corefpipe.quotations.speakers import SpeakerModel
from corefpipe.quotations.voices import CERTAIN, LEAST, Voices, best_by_turn, has_quotations, people_of_turns, voices


def interrupted(speakers=()) -> MentionTable:
    return make_table(make_doc(INTERRUPTED, speakers), [(5, 6), (8, 9), (11, 12)])


def test_a_turn_has_the_most_probable_of_its_speakers():
    scene = Scene(interrupted())
    assert scene.table.quotes.turn == [0, 0]
    found = [Attribution(0, 0, 0.5), Attribution(1, 2, 0.75)]
    assert best_by_turn(scene, found) == {0: found[1]}
    assert best_by_turn(scene, found[::-1]) == {0: found[1]}
    assert best_by_turn(scene, [found[0], Attribution(1, 2, 0.5)]) == {0: found[0]}


def test_an_improbable_one_is_unknown():
    scene = Scene(interrupted())
    assert best_by_turn(scene, [Attribution(0, 0, LEAST - 0.01), Attribution(1, -1, 0.0)]) == {}
    assert best_by_turn(scene, [Attribution(0, 0, LEAST)]) == {0: Attribution(0, 0, LEAST)}
    assert best_by_turn(scene, []) == {}


def test_without_paragraphs_only_the_certain_ones_are_known():
    """A document with many quotations in one paragraph has lost its paragraphs, which show where turns end."""
    doc = make_doc("\n\n".join([CRY] * 11))
    flat = Scene(make_table(doc, []))
    doc._.paragraph_starts = range(0, len(doc), 4)
    scene = Scene(make_table(doc, []))
    assert [flat.lacks_paragraphs, scene.lacks_paragraphs, Scene(interrupted()).lacks_paragraphs] == [
        True,
        False,
        False,
    ]
    likely, certain = Attribution(0, 0, CERTAIN - 0.01), Attribution(1, 0, CERTAIN)
    assert best_by_turn(flat, [likely, certain]) == {1: certain}
    assert best_by_turn(scene, [likely, certain]) == {0: likely, 1: certain}


def test_the_people_of_turns():
    scene = Scene(interrupted())
    assert people_of_turns(scene, {}) == [None, None]
    assert [one.row for one in people_of_turns(scene, {0: Attribution(1, 2, 1.0)})] == [2, 2]


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
    table = table_without_lemmas()
    assert voices(table) is None


@pytest.mark.parametrize("mark", ["“”", "‘’", '""', "«»"])
def test_marks_do_not_count(base, mark):
    doc = base(f"{mark[0]}It is late,{mark[1]} said Robert to Henry. They left.")
    names = [(token.i, token.i + 1) for token in doc if token.text in ("Robert", "Henry")]
    found = voices(make_table(doc, names))
    assert (found.speakers[0].row, found.addressees[0].row) == (0, 1)
