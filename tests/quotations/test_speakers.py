"""The model of speakers: attribution from left to right, examples to learn from, the packaged model."""

from __future__ import annotations

import pytest
from helpers.parses import make_doc, make_table
from helpers.quotations import CRY, long_speech

from corefpipe.quotations.candidates import Person, Scene
from corefpipe.quotations.choosing import Attribution
from corefpipe.quotations.evidence import evidence
from corefpipe.quotations.log_linear import LogLinear
from corefpipe.quotations.speakers import SpeakerModel, speaker_examples, speaker_model

AFTER = """
    {other} {other} PROPN NNP 2 nsubj Number=Sing
    sat sit VERB VBD 0 root
    . . PUNCT . 2 punct

    “ “ PUNCT `` 5 punct
    Go go VERB VB 5 ccomp
    , , PUNCT , 5 punct
    ” ” PUNCT '' 5 punct
    said say VERB VBD 0 root
    {speaker} {speaker} PROPN NNP 5 nsubj Number=Sing
    . . PUNCT . 5 punct

    “ “ PUNCT `` 2 punct
    Why why ADV WRB 0 root
    ? ? PUNCT . 2 punct
    ” ” PUNCT '' 2 punct
"""
NAMES = [("Ann", "Bo"), ("Bo", "Cy"), ("Cy", "Ann")]


def scene_of(speaker: str, other: str) -> Scene:
    return Scene(make_table(make_doc(AFTER.format(speaker=speaker, other=other)), [(0, 1), (8, 9)]))


def speakers_in_turn(number: int, person: Person) -> bool:
    """The subject of "said" speaks first, and the other one answers."""
    return person.head == (8, 0)[number]


def learned(is_speaker=speakers_in_turn, l2=0.3) -> SpeakerModel:
    examples = [one for names in NAMES for one in speaker_examples(scene_of(*names), is_speaker)]
    return SpeakerModel(LogLinear.learn(examples, l2))


def test_learning_from_made_up_texts():
    first, second = learned().attribute(scene_of("Dora", "Eve"))
    assert [(one.number, one.row) for one in (first, second)] == [(0, 1), (1, 0)]
    assert min(first.probability, second.probability) > 0.7
    turned = learned(lambda number, person: person.head == (0, 8)[number])
    assert [one.row for one in turned.attribute(scene_of("Dora", "Eve"))] == [0, 1]


def test_those_who_spoke_before_are_seen():
    """The second quotation has another speaker than the first: only the decision before it tells whom."""
    model = SpeakerModel(LogLinear({"1 back same identical": -2.0, "after name": 1.0}))
    assert [one.row for one in model.attribute(scene_of("Ann", "Bo"))] == [1, 0]
    model = SpeakerModel(LogLinear({"1 back same identical": -2.0, "before name": 1.0, "before True rank 0": 1.0}))
    assert [one.row for one in model.attribute(scene_of("Ann", "Bo"))] == [0, 1]


def test_probabilities_are_those_of_the_model():
    scene = scene_of("Ann", "Bo")
    model = SpeakerModel(LogLinear({"after name": 1.5, "before name": 0.3}))
    candidates = scene.candidates(0, [])
    features = [evidence(scene, 0, one, []) for one in candidates]
    place, probability = model.model.choose(features, scene.same(candidates))
    assert model.attribute(scene)[0] == Attribution(0, candidates[place].person.row, probability)


def test_examples_are_choices_with_a_right_candidate():
    scene = scene_of("Ann", "Bo")
    examples = list(speaker_examples(scene, speakers_in_turn))
    assert [sum(right) for _, right in examples] == [1, 1]
    assert [len(features) for features, _ in examples] == [
        len(scene.candidates(0, [])),
        len(scene.candidates(1, [None])),
    ]
    assert list(speaker_examples(scene, lambda number, person: False)) == []


def test_examples_see_the_right_speakers_of_the_quotations_before():
    _, (features, right) = speaker_examples(scene_of("Ann", "Bo"), speakers_in_turn)
    wrong = features[right.index(False)]
    assert "1 back near identical" in wrong or "1 back same identical" in wrong


def test_of_several_right_mentions_the_nearest_counts_as_the_one_before():
    """Both names are the speaker's: the next quotation sees the mention beside "said"."""
    _, (features, _) = speaker_examples(scene_of("Ann", "Ann"), lambda number, person: True)
    assert sum("1 back same identical" in names for names in features) == 1
    assert sum("1 back same same" in names for names in features) == 1


def test_the_next_paragraph_of_a_speech_has_its_speaker(base):
    scene = Scene(make_table(base(f"{long_speech(2)} said Ann.\n\n“Why?” asked Tom."), []))
    assert [one.row for one in speaker_model("en").attribute(scene)] == [-1, -1, -1]
    doc = base(f"{long_speech(2)} said Ann.\n\n“Why?” asked Tom.")
    names = [(token.i, token.i + 1) for token in doc if token.text in ("Ann", "Tom")]
    first, second, third = speaker_model("en").attribute(Scene(make_table(doc, names)))
    assert (first.row, first.probability) == (second.row, second.probability)
    assert (first.number, second.number, third.number) == (0, 1, 2)


def test_nobody_may_have_said_it():
    assert SpeakerModel().attribute(Scene(make_table(make_doc(CRY), []))) == [Attribution(0, -1, 0.0)]
    assert SpeakerModel().attribute(Scene(make_table(make_doc("Go go VERB VB 0 root"), []))) == []
    assert list(speaker_examples(Scene(make_table(make_doc(CRY), [])), lambda *_: True)) == []


def test_without_weights_all_candidates_are_as_likely():
    first, second = SpeakerModel().attribute(scene_of("Ann", "Bo"))
    assert first.probability == second.probability == pytest.approx(0.5)


def test_packaged_models():
    model = speaker_model("en")
    assert model is not None
    assert model is speaker_model("en")
    assert model.attribute(scene_of("Ann", "Bo"))[0].row == 1
    assert speaker_model("xx") is None


CLAUSES = [
    "“{q},” said {a} to {b}.",
    "“{q},” {a} told {b}.",
    "{a} looked at {b}. “{q},” said {a}.",
    "{b} sat by the window. {a} said to him, “{q}.”",
    "{a}, the baker, cried: “{q}!” {b} was silent.",
]


@pytest.mark.parametrize("clause", CLAUSES)
def test_clauses_that_say_who_speaks(base, clause):
    doc = base(clause.format(q="It is late", a="Robert", b="Henry"))
    names = [(token.i, token.i + 1) for token in doc if token.text in ("Robert", "Henry")]
    table = make_table(doc, names)
    (found,) = speaker_model("en").attribute(Scene(table))
    assert doc[names[found.row][0]].text == "Robert"
    assert found.probability > 0.5
