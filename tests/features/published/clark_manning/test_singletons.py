"""Attributes that separate singletons from other mentions, and kinds of noun phrases."""

from __future__ import annotations

import pytest
from helpers.parses import make_doc, make_table
from helpers.tables import attributes_of, clauses, lost_keys, world_bank

from corefpipe.features.published.clark_manning import noun_phrases, singletons

CASES = {
    "negated": {1, 2, 3, 7},
    "modal": {1, 2, 3},
    "reported": {1, 2, 3},
    "coordinated": {9, 10},
    "negative_start": {7},
    "partitive": {5},
    "demonym_adjective": {8},
    "generic_you": {1, 4},
}


@pytest.mark.parametrize("name", CASES)
def test_yes_and_no(name):
    assert clauses().values(name) == ["yes" if i in CASES[name] else "no" for i in range(12)]


def test_every_attribute_is_here():
    assert attributes_of(noun_phrases, singletons) == {*CASES, "modifier_count"}


def test_modifier_count():
    assert lost_keys().values("modifier_count") == ["0", "2", "0", "1", "0", "0", "0", "0"]
    assert world_bank([(0, 6), (0, 3), (8, 10)]).values("modifier_count") == ["2", "1", "0"]


def test_both_label_schemes_find_the_predicate():
    ud = make_doc(
        """
        He he PRON PRP 2 nsubj
        sleeps sleep VERB VBZ 0 root
        in in ADP IN 4 case
        Boston Boston PROPN NNP 2 obl
        now now ADV RB 2 advmod
        """
    )
    clear = make_doc(
        """
        He he PRON PRP 3 nsubj
        will will AUX MD 3 aux
        sleep sleep VERB VB 0 ROOT
        in in ADP IN 3 prep
        Boston Boston PROPN NNP 4 pobj
        """
    )
    assert make_table(ud, [(0, 1), (3, 4)]).values("modal") == ["no", "no"]
    assert make_table(clear, [(0, 1), (4, 5)]).values("modal") == ["yes", "yes"]


def test_you_that_is_addressed():
    text = "You you PRON PRP 3 nsubj\ncan can AUX MD 3 aux\nrun run VERB VB 0 root"
    assert make_table(make_doc(text), [(0, 1)]).values("generic_you") == ["yes"]
    assert make_table(make_doc(text, ["Tom"]), [(0, 1)]).values("generic_you") == ["no"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a a DET DT 2 det\ngroup group NOUN NN 0 root\nof of ADP IN 4 case\nmen man NOUN NNS 2 nmod", "yes"),
        ("the the DET DT 2 det\ngroup group NOUN NN 0 root\nof of ADP IN 4 case\nmen man NOUN NNS 2 nmod", "no"),
        ("a a DET DT 2 det\npicture picture NOUN NN 0 root\nof of ADP IN 4 case\nmen man NOUN NNS 2 nmod", "no"),
    ],
)
def test_partitive(text, expected):
    assert make_table(make_doc(text), [(0, 4)]).values("partitive") == [expected]
