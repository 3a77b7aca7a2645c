"""The two resolvers on which features of Ng & Cardie 2002 are based."""

from __future__ import annotations

from cProfile import Profile

import numpy as np
from helpers.parses import cycle_doc, make_doc, make_table
from helpers.soon_tables import appositions, binding, phrases, predicates, value

from corefpipe.features import MentionTable
from corefpipe.features.engine.pairs import MentionPairs
from corefpipe.features.engine.registry import PAIR_FEATURES


def picked(table: MentionTable, ana: int) -> list[int]:
    """The antecedents that the pronoun resolver picks."""
    return [ante for ante in range(ana) if value("cardie_pro_resolve", table, ante, ana)]


def chain(table: MentionTable, ana: int) -> list[int]:
    """The earlier mentions that the rule-based resolver puts into the chain of a mention."""
    return [ante for ante in range(ana) if value("cardie_rule_resolve", table, ante, ana)]


def test_pronouns_agree():
    table = phrases("Tom", "Ann", "she", "he", "the box", "it", "I", "here")
    assert [picked(table, ana) for ana in (2, 3, 5, 6, 7)] == [[1], [0], [4], [], []]


def test_binding_theory():
    table = binding()
    assert picked(table, 2) == [0]  # not Bill, who wants to see him
    assert picked(table, 3) == [1]  # Bill praises himself
    assert picked(table, 11) == [6]  # not Ann, who is coordinated with her friend


def test_subjects_are_salient():
    doc = make_doc(
        """
        Tom Tom PROPN NNP 2 nsubj Number=Sing
        met meet VERB VBD 0 root
        Bill Bill PROPN NNP 2 obj Number=Sing

        He he PRON PRP 2 nsubj Number=Sing
        left leave VERB VBD 0 root
        """
    )
    assert picked(make_table(doc, [(0, 1), (2, 3), (3, 4)]), 2) == [0]  # not Bill, although closer


def test_what_a_pronoun_says_of_its_antecedent_is_kept():
    table = phrases("Xyzzy", "he", "she")
    assert [chain(table, 1), chain(table, 2)] == [[0], []]


def test_pronouns_are_resolved_in_a_few_sentences_only():
    far = phrases("Tom", *["the box"] * 3, "he")
    assert picked(far, 4) == []
    near = phrases("Tom", *["the box"] * 2, "he")
    assert picked(near, 3) == [0]


def test_names():
    table = phrases("Nora Bell", "Tom", "Mrs. Nora Bell", "Mr. Bell", "Mrs. Bell", "Bell")
    assert chain(table, 2) == [0]
    assert chain(table, 3) == []
    assert 3 not in chain(table, 4)


def test_acronyms_and_constructions():
    assert chain(phrases("International Business Machines", "IBM"), 1) == [0]
    assert chain(appositions(), 2) == [0, 1]
    assert chain(predicates(), 1) == [0]
    assert chain(predicates(), 4) == []  # is in Boston


def test_the_same_head_without_new_words():
    table = phrases("an old house key", "the key", "the new key", "a key", "the house")
    assert chain(table, 1) == [0]
    assert chain(table, 2) == []
    assert chain(table, 3) == []  # indefinite
    assert chain(table, 4) == []


def test_readings_of_one_phrase_are_picked_together():
    doc = make_doc(
        """
        Ann Ann PROPN NNP 5 nsubj Number=Sing
        of of ADP IN 4 case
        the the DET DT 4 det
        mill mill NOUN NN 1 nmod Number=Sing
        left leave VERB VBD 0 root

        She she PRON PRP 2 nsubj Number=Sing
        sang sing VERB VBD 0 root
        """
    )
    assert picked(make_table(doc, [(0, 4), (0, 1), (2, 4), (5, 6)]), 3) == [0, 1]


def test_time_grows_with_the_document_only():
    def calls(size: int) -> int:
        table = make_table(cycle_doc(size), [(i, i + 1) for i in range(4 * size) if i % 4 != 1])
        none = np.zeros(0, dtype=np.int64)
        profile = Profile()
        profile.runcall(PAIR_FEATURES["cardie_rule_resolve"].codes, MentionPairs(table, none, none), {})
        return sum(entry.callcount for entry in profile.getstats())

    calls(2)  # reads the word lists
    assert calls(800) < 2.2 * calls(400)
