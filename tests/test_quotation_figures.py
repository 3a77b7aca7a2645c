"""Tests of how the models of quotations are learned and measured, on texts of our own."""

from __future__ import annotations

import pytest
from helpers.parses import make_table
from helpers.scripts import importable

from corefpipe.document import Document, Mention
from corefpipe.quotations.candidates import Person, Scene
from corefpipe.quotations.choosing import Attribution

WORDS = "“ I will help you , ” said Ann to Tom .".split()


@pytest.fixture(autouse=True)
def _scripts():
    with importable("quotations"):
        yield


def document(speakers=None) -> Document:
    """Ann says to Tom that she will help him."""
    mentions = [Mention(1, 2, "ann"), Mention(8, 9, "ann"), Mention(4, 5, "tom"), Mention(10, 11, "tom")]
    return Document("a", words=WORDS, sentence_starts=[0], mentions=mentions, speakers=speakers)


def test_paragraphs_of_a_novel():
    from litbank import paragraph_starts

    novel = "The End\n\n“Go,” said _Ann_.\n\n“Why?”\nasked Tom.\n"
    assert paragraph_starts(["“", "Go", ",", "”", "said", "Ann", ".", "“", "Why", "?", "”", "asked"], novel) == [0, 7]
    with pytest.raises(ValueError, match="the novel lacks 'Nobody left"):
        paragraph_starts(["Nobody", "left"] * 40, novel)


def test_chains_show_who_speaks_to_whom():
    from litbank import chained

    (text,) = chained([document(), document(["Ann"] * len(WORDS))])  # speakers are labelled in the second one
    assert text.quotations == []
    assert text.speaking == {1: [(1, 2), (8, 9)]}
    assert text.addressed == {4: [(4, 5), (10, 11)]}


def test_mentions_that_are_not_much_longer():
    from litbank import is_mention

    person = Person(0, 3, 5, 4, "name", "name")
    assert is_mention([(3, 5)], person)
    assert is_mention([(2, 9)], person)
    assert not is_mention([(5, 6)], person)
    assert not is_mention([(0, 20)], person)


def test_counts(base):
    from litbank import addressees_of, chained, speakers_of
    from measure import COUNTS, count, summed

    doc = base(" ".join(WORDS).replace("“ ", "“").replace(" ”", "”").replace(" ,", ","))
    (text,) = chained([document()])
    scene = Scene(make_table(doc, [(8, 9), (10, 11)]))
    assert speakers_of(text, scene.table) == {0: [(1, 2), (8, 9)]}
    assert addressees_of(text, scene.table) == {0: [(4, 5), (10, 11)]}

    def counted(*found: Attribution) -> dict[str, float]:
        counts = dict.fromkeys((*COUNTS, "expected"), 0.0)
        count(scene, found, speakers_of(text, scene.table), counts, show=False)
        return counts

    right = counted(Attribution(0, 0, 0.95))
    assert right == dict.fromkeys(COUNTS, 1.0) | {"all": 0, "expected": 0.95}
    wrong = counted(Attribution(0, 1, 0.5))
    assert wrong == dict.fromkeys(COUNTS, 0.0) | {"found": 1, "given": 1, "expected": 0.5}
    unknown = counted(Attribution(0, 0, 0.3))
    assert (unknown["right"], unknown["given"]) == (1, 0)
    assert counted(Attribution(0, -1, 0.0)) == dict.fromkeys(COUNTS, 0.0) | {"found": 1, "expected": 0}
    both = {"speakers": right, "addressees": wrong}
    assert summed([both, both])["speakers"]["right"] == 2
