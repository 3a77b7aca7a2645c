"""The model of speakers: probabilities, learning, files."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.parses import make_doc, make_table
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.quotations.candidates import Scene
from corefpipe.quotations.evidence import evidence
from corefpipe.quotations.model import SpeakerModel, learn, speaker_model

AFTER = """
    {other} {other} PROPN NNP 2 nsubj Number=Sing
    sat sit VERB VBD 0 root
    . . PUNCT . 2 punct

    “ “ PUNCT `` 4 punct
    Go go VERB VB 4 ccomp
    ” ” PUNCT '' 4 punct
    said say VERB VBD 0 root
    {speaker} {speaker} PROPN NNP 4 nsubj Number=Sing
    . . PUNCT . 4 punct
"""


def scene_of(speaker: str, other: str) -> Scene:
    return Scene(make_table(make_doc(AFTER.format(speaker=speaker, other=other)), [(0, 1), (7, 8)]))


def is_subject_of_said(number, person) -> bool:
    return person.head == 7


NAMES = [("Ann", "Bo"), ("Bo", "Cy"), ("Cy", "Ann")]


def test_learning_from_made_up_texts():
    model = learn([(scene_of(*names), is_subject_of_said) for names in NAMES])
    (found,) = model.attribute(scene_of("Dora", "Eve"))
    assert (found.number, found.row) == (0, 1)
    assert found.probability > 0.8
    turned = learn([(scene_of(*names), lambda number, person: person.head == 0) for names in NAMES])
    assert turned.attribute(scene_of("Dora", "Eve"))[0].row == 0


def test_penalty():
    scenes = [(scene_of(*names), is_subject_of_said) for names in NAMES]
    weak, strong = (learn(scenes, l2).attribute(scene_of("Dora", "Eve"))[0].probability for l2 in (0.1, 10))
    assert 0.5 < strong < weak < 1


@given(st.floats(-3, 3), st.floats(-3, 3))
def test_law_probabilities_sum_to_one(one, other):
    """The probability is the share of the best candidate in the exponentials of all scores."""
    scene = scene_of("Ann", "Bo")
    model = SpeakerModel({"after name": one, "before name": other})
    features = [evidence(scene, 0, candidate, []) for candidate in scene.candidates(0, [])]
    scores = [sum(model.weights.get(name, 0.0) for name in names) for names in features]
    shares = np.exp(scores) / np.exp(scores).sum()
    assert shares.sum() == pytest.approx(1)
    assert model.attribute(scene)[0].probability == pytest.approx(shares.max())


def test_no_candidates():
    scene = Scene(make_table(make_doc("“ “ PUNCT `` 2 punct\nGo go VERB VB 0 root\n” ” PUNCT '' 2 punct"), []))
    (found,) = SpeakerModel({}).attribute(scene)
    assert (found.row, found.probability) == (-1, 0.0)
    assert SpeakerModel({}).attribute(Scene(make_table(make_doc("Go go VERB VB 0 root"), []))) == []


def test_files(tmp_path):
    SpeakerModel({"b": 0.12345, "a": -1.0, "nothing": 0.0001}).to_disk(tmp_path / "xx.json")
    assert SpeakerModel.from_disk(tmp_path / "xx.json").weights == {"a": -1.0, "b": 0.123}


def test_packaged_models():
    model = speaker_model("en")
    assert model is not None
    assert model is speaker_model("en")
    assert model.attribute(scene_of("Ann", "Bo"))[0].row == 1
    assert speaker_model("xx") is None
