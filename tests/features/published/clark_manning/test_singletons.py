"""Attributes that separate singletons from other mentions, and kinds of noun phrases."""

from __future__ import annotations

import pytest
from helpers.parses import make_doc, make_table
from helpers.tables import attributes_of, lost_keys, world_bank

from corefpipe.features import MentionTable
from corefpipe.features.published.clark_manning import noun_phrases, singletons

CLAUSES = """
    Nora Nora PROPN NNP 2 nsubj
    thinks think VERB VBZ 0 root
    you you PRON PRP 6 nsubj
    might might AUX MD 6 aux
    not not PART RB 6 advmod
    find find VERB VB 2 ccomp
    Tom Tom PROPN NNP 9 nmod:poss
    's 's PART POS 7 case
    keys key NOUN NNS 6 obj Number=Plur
    . . PUNCT . 2 punct

    You you PRON PRP 2 nsubj
    know know VERB VBP 0 root
    two two NUM CD 2 obj
    of of ADP IN 5 case
    them they PRON PRP 3 nmod

    No no DET DT 2 det
    keys key NOUN NNS 3 nsubj Number=Plur
    open open VERB VBP 0 root
    Japanese Japanese ADJ JJ 6 amod
    or or CCONJ CC 6 cc
    doors door NOUN NNS 3 obj Number=Plur
    or or CCONJ CC 8 cc
    gates gate NOUN NNS 6 conj Number=Plur

    Many many ADJ JJ 2 amod
    gates gate NOUN NNS 0 root Number=Plur
"""
# 0 Nora, 1 you, 2 Tom's keys, 3 Tom's, 4 You, 5 two of them, 6 them, 7 No keys, 8 Japanese, 9 doors, 10 gates,
# 11 Many gates
SPANS = [(0, 1), (2, 3), (6, 9), (6, 8), (10, 11), (12, 15), (14, 15), (15, 17), (18, 19), (20, 21), (22, 23), (23, 25)]
CASES = {
    "negated": {1, 2, 3, 7},
    "modal": {1, 2, 3},
    "reported": {1, 2, 3},
    "coordinated": {9, 10},
    "bare_plural": {9, 10},
    "quantifier_start": {5, 11},
    "negative_start": {7},
    "partitive": {5},
    "demonym_adjective": {8},
    "generic_you": {1, 4},
    "pleonastic": set(),
}


def clauses() -> MentionTable:
    return make_table(make_doc(CLAUSES), SPANS)


@pytest.mark.parametrize("name", CASES)
def test_yes_and_no(name):
    assert clauses().values(name) == ["yes" if i in CASES[name] else "no" for i in range(len(SPANS))]


def test_every_attribute_is_here():
    assert attributes_of(noun_phrases, singletons) == {*CASES, "position", "modifier_count"}


def test_position():
    assert clauses().values("position") == [
        *("first", "middle", "last", "middle", "first", "last", "last", "first", "middle", "middle", "last", "whole")
    ]


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


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It it PRON PRP 2 expl\nhelps help VERB VBZ 0 root", "yes"),
        ("It it PRON PRP 2 nsubj\nrains rain VERB VBZ 0 root", "yes"),
        ("It it PRON PRP 2 nsubj\nruns run VERB VBZ 0 root", "no"),
        ("It it PRON PRP 2 obj\nrains rain VERB VBZ 0 root", "no"),
        ("It it PRON PRP 2 nsubj\nseems seem VERB VBZ 0 root\nhe he PRON PRP 4 nsubj\nran run VERB VBD 2 ccomp", "yes"),
        ("It it PRON PRP 2 nsubj\nseems seem VERB VBZ 0 root\nto to PART TO 4 mark\nrun run VERB VB 2 xcomp", "no"),
        (
            "It it PRON PRP 3 nsubj:pass\nis be AUX VBZ 3 aux:pass\nsaid say VERB VBN 0 root\n"
            "he he PRON PRP 5 nsubj\nran run VERB VBD 3 ccomp",
            "yes",
        ),
        (
            "It it PRON PRP 3 nsubj\nis be AUX VBZ 3 cop\nhard hard ADJ JJ 0 root\n"
            "to to PART TO 5 mark\nrun run VERB VB 3 csubj",
            "yes",
        ),
        (
            "It it PRON PRP 2 nsubj\nis be AUX VBZ 0 ROOT\nhard hard ADJ JJ 2 acomp\n"
            "to to PART TO 5 aux\nrun run VERB VB 3 xcomp",
            "yes",
        ),
        (
            "It it PRON PRP 4 nsubj\nis be AUX VBZ 4 cop\na a DET DT 4 det\npity pity NOUN NN 0 root\n"
            "he he PRON PRP 6 nsubj\nran run VERB VBD 4 csubj",
            "yes",
        ),
        (
            "It it PRON PRP 4 nsubj\nis be AUX VBZ 4 cop\nhis his PRON PRP$ 4 nmod:poss\nsecret secret NOUN NN 0 root\n"
            "he he PRON PRP 6 nsubj\nran run VERB VBD 4 acl",
            "no",
        ),
        ("This this PRON DT 2 nsubj\nrains rain VERB VBZ 0 root", "no"),
    ],
)
def test_pleonastic(text, expected):
    assert make_table(make_doc(text), [(0, 1)]).values("pleonastic") == [expected]


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
