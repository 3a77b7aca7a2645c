"""The model of addressees: candidates, evidence, learning, the packaged model."""

from __future__ import annotations

import pytest
from helpers.parses import make_doc, make_table
from helpers.quotations import CRY, long_speech

from corefpipe.quotations.addressees import AddresseeModel, addressee_examples, addressee_model
from corefpipe.quotations.candidates import Person, Scene
from corefpipe.quotations.choosing import Attribution, IsRight
from corefpipe.quotations.log_linear import LogLinear

TALK = """
    “ “ PUNCT `` 6 punct
    Go go VERB VB 6 ccomp
    {called} {called} PROPN NNP 2 vocative Number=Sing
    , , PUNCT , 6 punct
    ” ” PUNCT '' 6 punct
    said say VERB VBD 0 root
    {speaker} {speaker} PROPN NNP 6 nsubj Number=Sing
    to to ADP IN 9 case
    {hearer} {hearer} PROPN NNP 6 obl Number=Sing
    . . PUNCT . 6 punct

    “ “ PUNCT `` 2 punct
    Why why ADV WRB 0 root
    ? ? PUNCT . 2 punct
    ” ” PUNCT '' 2 punct
"""
CALLED, SPEAKER, HEARER = 2, 6, 8
NAMES = [("Ann", "Bo"), ("Bo", "Cy"), ("Cy", "Ann")]


def scene_of(speaker: str, hearer: str, called: str = "Zoe") -> Scene:
    table = make_table(make_doc(TALK.format(speaker=speaker, hearer=hearer, called=called)), [(2, 3), (6, 7), (8, 9)])
    return Scene(table)


def people_of(scene: Scene) -> dict[int, Person]:
    return {one.head: one for own in scene.everybody.values() for one in own}


def in_turn(scene: Scene) -> list[Person]:
    """The speaker of the first quotation, and the one who is spoken to, who answers."""
    people = people_of(scene)
    return [people[SPEAKER], people[HEARER]]


def heads_in_turn(*heads: int) -> IsRight:
    """Whether a person has the head that is listed for the quotation; -1 is nobody's."""
    return lambda number, person: (-1 if person is None else person.head) == heads[number]


answers = heads_in_turn(HEARER, SPEAKER)
"""The one spoken to is addressed first, the speaker next."""


def learned(is_addressee=answers) -> AddresseeModel:
    scenes = [scene_of(*names) for names in NAMES]
    return AddresseeModel(
        LogLinear.learn(one for scene in scenes for one in addressee_examples(scene, in_turn(scene), is_addressee))
    )


def test_learning_from_made_up_texts():
    scene = scene_of("Dora", "Eve")
    found = learned().attribute(scene, in_turn(scene))
    assert [scene.table.triples()[one.row][2] for one in found] == [HEARER, SPEAKER]
    assert all(one.probability > 0.5 for one in found)
    calls = learned(heads_in_turn(CALLED, SPEAKER))
    assert scene.table.triples()[calls.attribute(scene, in_turn(scene))[0].row][2] == CALLED


def candidates_of(scene: Scene, speakers) -> list[set[str]]:
    """The words of the candidates of each quotation, from examples in which all of them are right."""
    found: list[set[str]] = []
    words = scene.parse.words

    def is_addressee(number: int, person: Person | None) -> bool:
        found.extend(set() for _ in range(number + 1 - len(found)))
        found[number] |= set() if person is None else {words[person.head]}
        return person is not None and person.head != CALLED

    list(addressee_examples(scene, speakers, is_addressee))
    return found


def test_candidates_are_around_a_quotation_and_in_it_but_not_its_speaker():
    scene = scene_of("Ann", "Bo")
    assert candidates_of(scene, in_turn(scene)) == [{"Bo", "Zoe"}, {"Ann"}]
    assert candidates_of(scene, [None, None]) == [{"Ann", "Bo", "Zoe"}, {"Ann", "Bo"}]


def test_who_was_addressed_before_is_a_candidate():
    """Zoe is named in the first quotation only; whoever is addressed there may be so again."""
    scene = scene_of("Ann", "Bo")
    zoe = people_of(scene)[CALLED]
    examples = list(addressee_examples(scene, in_turn(scene), heads_in_turn(zoe.head, zoe.head)))
    assert [sum(right) for _, right in examples] == [1, 1]


def test_pronouns_in_quotations_are_no_candidates():
    text = TALK.replace(
        "{called} {called} PROPN NNP 2 vocative Number=Sing", "him he PRON PRP 2 obj Person=3|PronType=Prs"
    )
    scene = Scene(make_table(make_doc(text.format(speaker="Ann", hearer="Bo")), [(2, 3), (6, 7), (8, 9)]))
    assert candidates_of(scene, [None, None])[0] == {"Ann", "Bo"}


def features_of(scene: Scene, speakers, word: str, place: int = 0) -> set[str]:
    heads = {scene.parse.words[head]: head for head in (HEARER, SPEAKER, CALLED)}
    examples = [*addressee_examples(scene, speakers, heads_in_turn(heads[word], heads[word]))]
    features, right = examples[place]
    return set(features[right.index(True)])


def test_evidence_in_the_quotation_and_beside_it():
    scene = scene_of("Ann", "Bo")
    speakers = in_turn(scene)
    assert {"inside name vocative True", "own different"} <= features_of(scene, speakers, "Zoe")
    assert "inside opens False closes True vocative True name" in features_of(scene, speakers, "Zoe")
    beside = features_of(scene, speakers, "Bo")
    assert {"after name", "after True object says True shared True sentences 0"} <= beside
    assert "object says True shared True to" in beside
    assert "shared object say" in beside
    assert [name for name in beside if name.startswith("speaker ")] == ["speaker 1 same identical own different"]
    assert "own unknown" in features_of(scene, [None, None], "Bo")


def test_nobody_is_addressed():
    scene = Scene(make_table(make_doc(CRY), []))
    assert AddresseeModel().attribute(scene, [None]) == [Attribution(0, -1, 0.0)]
    assert AddresseeModel().attribute(Scene(make_table(make_doc("Go go VERB VB 0 root"), [])), []) == []


def test_the_only_other_one_may_not_be_addressed():
    """With a single candidate beside the speaker it may still be nobody, as often as not to a model without weights."""
    scene = scene_of("Ann", "Bo")
    assert AddresseeModel().attribute(scene, in_turn(scene))[1] == Attribution(1, 1, 0.5)
    to_nobody = learned(heads_in_turn(-1, -1))
    assert to_nobody.attribute(scene, in_turn(scene)) == [Attribution(0, -1, 0.0), Attribution(1, -1, 0.0)]


def test_examples_without_an_addressee():
    """Where nothing is known there is no example; where it is nobody, the last of the choices is right."""
    scene = scene_of("Ann", "Bo")
    assert list(addressee_examples(scene, in_turn(scene), lambda number, person: False)) == []
    ((features, right),) = addressee_examples(scene, in_turn(scene), heads_in_turn(-1, SPEAKER + 100))
    assert right == [False, False, True]
    assert "nobody" in features[-1]


@pytest.mark.parametrize("others", ["Tom and Ann", "Ann and Tom", "Tom, Ben and Ann"])
def test_those_who_speak_together_do_not_address_each_other(base, others):
    doc = base(f"“We won,” {others} said. Ann smiled. Eve slept.")
    names = [(token.i, token.i + 1) for token in doc if token.text in ("Tom", "Ann", "Ben", "Eve")]
    said = next(token.i for token in doc if token.text == "said")
    scene = Scene(make_table(doc, [(names[0][0], said), *names]))
    (speaker,) = (one for one in scene.people if one.kind == "coordination")
    assert candidates_of(scene, [speaker]) == [{"Eve"}]


def test_the_next_paragraph_of_a_speech_has_its_addressee(base):
    doc = base(f"{long_speech(2)} said Ann to Tom.\n\n“Why?” asked Tom.")
    names = [(token.i, token.i + 1) for token in doc if token.text in ("Ann", "Tom")]
    scene = Scene(make_table(doc, names))
    ann, tom = scene.people[:2]
    found = addressee_model("en").attribute(scene, [ann, ann, tom])
    assert (found[0].row, found[0].probability) == (found[1].row, found[1].probability)
    assert [one.number for one in found] == [0, 1, 2]


def test_packaged_models():
    model = addressee_model("en")
    assert model is not None
    assert model is addressee_model("en")
    scene = scene_of("Ann", "Bo", "Bo")
    assert [one.row for one in model.attribute(scene, in_turn(scene))] in ([0, 1], [2, 1])
    assert addressee_model("xx") is None


@pytest.mark.parametrize(
    "text",
    [
        "“It is late,” said Robert to Henry.",
        "“It is late,” Robert told Henry.",
        "Robert turned to Henry. “It is late,” he said.",
        "“It is late, Henry,” said Robert.",
        "“Henry, it is late!” said Robert.",
        "“Is it late?” asked Henry.\n\n“It is,” said Robert.",
    ],
)
def test_texts_that_say_who_is_spoken_to(base, text):
    doc = base(text)
    names = [(token.i, token.i + 1) for token in doc if token.text in ("Robert", "Henry", "he")]
    table = make_table(doc, names)
    scene = Scene(table)
    robert = next(one for one in scene.people if table.parse.words[one.head] == "Robert")
    henry = [one for one in scene.people if table.parse.words[one.head] == "Henry"]
    speakers = [henry[0], robert] if "asked" in text else [robert]
    found = addressee_model("en").attribute(scene, speakers)[-1]
    assert doc[names[found.row][0]].text == "Henry"
    assert found.probability > 0.5
