"""Short dialogues and news, with the packaged model: "it", "I" and "you" across turns, surnames among pronouns."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st


def chains_of(doc):
    return [[span.text for span in chain] for chain in doc._.coref]


@pytest.mark.parametrize(
    ("text", "chain"),
    [
        (
            "Nils: The staging database is down.\nPriya: I restarted it an hour ago.",
            ["The staging database", "it"],
        ),
        ("Ann: My laptop is broken.\nBo: Is it old?\nAnn: No. I bought it in May.", ["My laptop", "it", "it"]),
        ("<kim> the build is red again\n<lee> i broke it, sorry\n<kim> can you fix it?", ["the build", "it", "it"]),
        ("Tom: The bakery closed last week.\nSue: I know. I loved it.", ["The bakery", "it"]),
    ],
)
def test_it_crosses_turns(packaged, text, chain):
    assert chain in chains_of(packaged(text))


@pytest.mark.parametrize(
    ("text", "chain"),
    [
        (
            "Sarah Nwosu is an architect. She works in Lagos. Nwosu has published two books.",
            ["Sarah Nwosu", "She", "Nwosu"],
        ),
        (
            "Peter Olsen is a baker. He lives in Bergen. Olsen has written a cookbook.",
            ["Peter Olsen", "He", "Olsen"],
        ),
        (
            "Maria Kowalska teaches physics. She moved to Leeds. Kowalska won a prize. He paid for the laboratory.",
            ["Maria Kowalska", "She", "Kowalska"],
        ),
    ],
)
def test_a_surname_keeps_its_full_name(packaged, text, chain):
    assert chain in chains_of(packaged(text))


def test_what_is_asked_for_is_nothing_that_recurs(packaged):
    text = "Ann: What colour is the car?\nBo: It is red.\nAnn: What colour is the house?\nBo: It is white."
    assert not any("What colour" in span for chain in chains_of(packaged(text)) for span in chain)


def test_it_of_daytime_is_nothing(packaged):
    text = "Ann: The film was long.\nBo: Is it daytime where you are?\nAnn: Yes. Is it night there?"
    assert not any("it" in chain for chain in chains_of(packaged(text)))


def test_i_of_a_song_is_no_speaker(packaged):
    text = 'Tom: The band played "I want to break free" and I cried.\nSue: I know.\nTom: I loved it.'
    (i, *_) = [token.i for token in packaged(text) if token.text == "I"]
    assert not any(span.start == i for chain in packaged(text)._.coref for span in chain)


@pytest.mark.parametrize(
    ("text", "chains"),
    [
        (
            "Agent: Hi, my name is Karen. How can I help you?\nTom: My router is broken.",
            [["Agent", "my", "Karen", "I"], ["Tom", "My"]],
        ),
        ("Support: My name is Lee.\nCustomer: My router is broken.", [["Support", "My", "Lee"], ["Customer", "My"]]),
        (
            "Sales: Mia here, from Acme. Are you ill?\nClient: Hi Mia, I am. Are you?",
            [["Sales", "Mia", "Mia", "you"], ["you", "Client", "I"]],
        ),
        ("Hi, my name is Karen. How can I help you?", [["my", "Karen", "I"]]),
    ],
)
def test_the_own_name_is_not_you(packaged, text, chains):
    found = [sorted(chain) for chain in chains_of(packaged(text))]
    assert sorted(found) == sorted(map(sorted, chains))


SAID = (
    "I am tired, you know.",
    "You never know what you get.",
    "Did you see me, Bo?",
    "You told us that you were ill.",
    "My sister and I saw you.",
    "Ann, do you mind?",
    'He said "I am late, Cy".',
)


@given(st.lists(st.tuples(st.sampled_from(["Ann", "Bo", "Cy"]), st.sampled_from(SAID)), min_size=2, max_size=7))
def test_law_two_speakers_are_never_one(packaged, turns):
    all_speak = [(name, "I am here.") for name in ("Ann", "Bo", "Cy")]
    doc = packaged("\n".join(f"{name}: {said}" for name, said in [*turns, *all_speak]))
    labels = {token.i: token.text for token in doc if token.text in ("Ann", "Bo", "Cy")}
    for chain in doc._.coref:
        own = {labels[span.start] for span in chain if len(span) == 1 and span.start in labels}
        own |= {
            span[0]._.speaker for span in chain if span.text in ("I", "me", "My") and span[0].nbor(-1).text != '"'
        } - {""}
        assert len(own) <= 1
