"""Marks of speech, verbs of saying, and dialogues."""

from __future__ import annotations

import pytest
from helpers.parses import make_doc

from corefpipe.constructions.dialogues import Dialogue, Reference, labelled_documents
from corefpipe.constructions.quotations import continues, first_named, subject_before
from corefpipe.constructions.sayings import named_speakers, sayings
from corefpipe.constructions.speaker_labels import SpeakerLabels, letters_of
from corefpipe.constructions.speech_marks import MARKED, QUIET, SAID, silent_tokens, speech_marks
from corefpipe.lexicon import load_lexicon
from corefpipe.parsing.parse import Parse
from corefpipe.parsing.quotes import find_quotes


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        ("She left the house.", QUIET),
        ("He said I was late.", SAID),
        ("She said that he slept.", QUIET),
        ('He said: "You are late."', MARKED),
    ],
)
def test_marks_of_a_sentence(parsed, text, mark):
    assert max(speech_marks(parsed(text))) == mark


def test_silent_documents(parsed):
    text = "It was poor: the coffee was cold."
    assert len(silent_tokens(parsed(text))) == len(parsed(text))
    assert silent_tokens(parsed('"I left," she said.')) == frozenset()


def test_the_verb_of_saying_and_what_continues(parsed):
    parse = parsed("“Go,” said Ann, “or stay.” Tom slept.")
    quotes = find_quotes(parse)
    assert [parse.words[verb] for verb in sayings(parse, quotes).values()] == ["said", "said"]
    assert continues(parse, quotes, quotes.ends(), 1)


@pytest.mark.parametrize(
    ("text", "speakers"),
    [
        ("“Go,” said Ann, “or stay.” Tom slept.", ["Ann", "Ann"]),
        ("“Go.” “No,” he said.", ["", "he"]),
        ("Ann said to Tom: “Go!”", ["Ann"]),
        ("“Go!” Tom slept. Ann said nothing.", [""]),
        ("It rained.", []),
    ],
)
def test_the_subject_of_the_verb_of_saying_speaks_the_whole_turn(parsed, text, speakers):
    parse = parsed(text)
    found = named_speakers(parse, find_quotes(parse))
    assert [parse.words[token] if token >= 0 else "" for token in found] == speakers


def test_the_subject_before_a_quotation(parsed):
    parse = parsed("The coach praised Ali. “He is good,” he said.")
    quotes = find_quotes(parse)
    assert parse.words[subject_before(parse, quotes, parse.words.index("“"))] == "coach"
    assert [parse.words[token] for token in first_named(parse).values()] == ["Ali"]


@pytest.mark.parametrize(
    ("words", "number"),
    [(["nora"], 0), (["nora", "bell"], 0), (["mrs.", "bell"], 0), (["mr.", "bell"], -1), (["tom"], 1)],
)
def test_names_in_labels(words, number):
    assert SpeakerLabels.of(["NoraBell", "TOM"], load_lexicon()).number(words) == number


def test_letters():
    assert letters_of("Nora_Bell") == "norabell"


def test_the_speakers_of_a_dialogue():
    table = """
        I I PRON PRP 2 nsubj
        know know VERB VBP 0 root
        you you PRON PRP 2 obj

        He he PRON PRP 2 nsubj
        left leave VERB VBD 0 root
    """
    parse = Parse.from_doc(make_doc(table, speakers=["Ann", "Tom"]))
    dialogue = Dialogue.of(parse, find_quotes(parse))
    assert dialogue.of_pronoun(parse.pronoun(0), 0) == Reference(speaker=0)
    assert dialogue.of_pronoun(parse.pronoun(2), 2) == Reference(other=0)
    assert dialogue.of_pronoun(parse.pronoun(3), 3) == Reference(other=1, another=0)  # of two speakers
    assert labelled_documents(parse) == {0: 0}
    assert Dialogue.of(Parse.from_doc(make_doc(table)), find_quotes(parse)) is None
