"""Tests of how the models of quotations are learned and measured, on texts of our own."""

from __future__ import annotations

from dataclasses import replace

import pytest
from helpers.parses import make_table
from helpers.scripts import importable

from corefpipe.document import Document, Mention
from corefpipe.quotations.candidates import Scene
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


def test_places_of_words_in_a_novel():
    from litbank import word_places

    novel = "The End\n\n“Go now,” said _Ann_.\n"
    words = ["“", "Go", "now", ",", "''", "said", "Ann", "."]
    found = [(number, novel[start:end]) for number, start, end in word_places(words, novel)]
    assert found == [(0, "“"), (1, "Go"), (2, "now"), (3, ","), (4, "”"), (5, "said"), (6, "Ann"), (7, ".")]


def test_chains_show_who_speaks_to_whom():
    from litbank import chained

    (text,) = chained([document(), document(["Ann"] * len(WORDS))])  # speakers are labelled in the second one
    assert text.quotations == []
    assert text.speaking == {1: [(1, 2), (8, 9)]}
    assert text.addressed == {4: [(4, 5), (10, 11)]}


def test_mentions_with_the_same_head(base):
    """The sister is "her sister", and not "her"; nobody is "Tom and Ann", but both."""
    from litbank import is_mention

    table = make_table(base("Her old sister slept. Tom and Ann left."), [(0, 1), (0, 3), (5, 6), (7, 8), (5, 8)])
    spans = {person: (person.start, person.end) for person in Scene(table).people}
    sister = next(person for person, span in spans.items() if span == (0, 3))
    assert len(spans) == 5
    for person in spans:
        assert [is_mention([span], person, table.parse) for span in spans.values()] == [one is person for one in spans]
    assert is_mention([(1, 3)], sister, table.parse)
    assert not is_mention([], sister, table.parse)


def test_addressees_whom_a_text_does_not_mention(base):
    from litbank import addressees_of, chained, to_nobody
    from measure import is_one_of

    words = "“ You won , ” said Ann . “ I left . ” You ran .".split()
    key = Document("a", words=words, sentence_starts=[0], mentions=[Mention(1, 2, "x"), Mention(13, 14, "x")])
    (text,) = chained([key])
    doc = base("“You won,” said Ann. “I left.” You ran.")
    scene = Scene(make_table(doc, [(6, 7)]))
    assert addressees_of(text, scene.table) == {0: []}
    is_right = is_one_of(addressees_of(text, scene.table), scene)
    (ann,) = scene.people
    assert [is_right(0, None), is_right(0, ann), is_right(1, None)] == [True, False, False]
    assert to_nobody(text, scene.table) == {}
    (report,) = chained([replace(key, genre="news-local")])
    assert to_nobody(report, scene.table) == {1: []}


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
    no_nobody = {"all": 0, "nobody": 0, "nobody given": 0}
    assert right == dict.fromkeys(COUNTS, 1.0) | no_nobody | {"expected": 0.95}
    wrong = counted(Attribution(0, 1, 0.5))
    assert wrong == dict.fromkeys(COUNTS, 0.0) | {"found": 1, "given": 1, "expected": 0.5}
    unknown = counted(Attribution(0, 0, 0.3))
    assert (unknown["right"], unknown["given"]) == (1, 0)
    assert counted(Attribution(0, -1, 0.0)) == dict.fromkeys(COUNTS, 0.0) | {"found": 1, "expected": 0}
    counts = dict.fromkeys((*COUNTS, "expected"), 0.0)
    count(scene, [Attribution(0, 0, 0.95)], {0: []}, counts, show=False)
    assert counts == dict.fromkeys((*COUNTS, "expected"), 0) | {"nobody": 1, "nobody given": 1}
    both = {"speakers": right, "addressees": wrong}
    assert summed([both, both])["speakers"]["right"] == 2
