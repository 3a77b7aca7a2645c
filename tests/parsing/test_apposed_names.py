"""Names right after a noun as heads of their phrase."""

from __future__ import annotations

import pytest
from helpers.columns import make_columns

from corefpipe.mentions import detect
from corefpipe.parsing.apposed_names import raise_names
from corefpipe.parsing.parse import Parse
from corefpipe.parsing.pipelines import load_base


def test_a_name_takes_the_place_of_its_noun():
    columns = make_columns(
        "to my friend Ali Baba and me",
        "ADP PRON NOUN PROPN PROPN CCONJ PRON",
        "case nmod:poss root appos flat cc conj",
        [2, 2, 2, 2, 3, 6, 2],
        {2: "person"},
    )
    raise_names(columns)
    assert columns.entity_types[3] == "person"
    assert columns.heads == [3, 2, 3, 3, 3, 6, 3]
    assert columns.deps == "case nmod:poss nmod:desc root flat cc conj".split()


def test_a_name_without_a_comma_before_it_is_not_addressed():
    columns = make_columns(
        "This is my friend Ali .",
        "PRON AUX PRON NOUN PROPN PUNCT",
        "nsubj cop nmod:poss root vocative punct",
        [3, 3, 3, 3, 3, 3],
    )
    raise_names(columns)
    assert columns.heads == [4, 4, 3, 4, 4, 4]
    assert columns.deps == "nsubj cop nmod:poss nmod:desc root punct".split()


def test_a_noun_between_commas_before_a_name_says_who_another_noun_is():
    columns = make_columns(
        "Her father , the poet Lord Byron , left",
        "PRON NOUN PUNCT DET NOUN PROPN PROPN PUNCT VERB",
        "nmod:poss nsubj punct det appos nmod:desc appos punct root",
        [1, 8, 4, 4, 1, 6, 4, 1, 8],
    )
    raise_names(columns)
    assert columns.heads == [1, 6, 4, 4, 1, 6, 8, 6, 8]
    assert [columns.deps[i] for i in (1, 4, 6)] == ["nmod:desc", "appos", "nsubj"]


def test_two_subjects_in_a_row_are_one():
    columns = make_columns(
        "My brother - in - law Pavel slept",
        "PRON NOUN PUNCT ADP PUNCT NOUN PROPN VERB",
        "nmod:poss nsubj punct case punct nmod nsubj root",
        [1, 7, 3, 5, 3, 1, 7, 7],
    )
    raise_names(columns)
    assert columns.heads == [1, 6, 3, 5, 3, 1, 7, 7]
    assert columns.deps[1] == "nmod:desc"


@pytest.mark.parametrize(
    ("pos", "deps", "heads"),
    [
        ("NOUN PUNCT PROPN", "root punct appos", [0, 2, 0]),  # my friend, Ali
        ("PROPN PROPN", "root appos", [0, 0]),
        ("NOUN NOUN", "root appos", [0, 0]),
        ("NOUN PROPN", "root flat", [0, 0]),
        ("", "", []),
    ],
)
def test_others_stay(pos, deps, heads):
    columns = make_columns(pos=pos, deps=deps, heads=heads)
    raise_names(columns)
    assert (columns.deps, columns.heads) == (deps.split(), heads)


def test_the_doc_keeps_its_tree():
    doc = load_base("en")("My friend Ali called.")
    parse = Parse.from_doc(doc)
    assert (parse.deps[2], parse.heads[1], parse.left[2], parse.entity_types[2]) == ("nsubj", 2, 0, "person")
    assert (doc[2].dep_, doc[2].head.text) == ("appos", "friend")


@pytest.mark.parametrize(
    ("text", "phrase", "name"),
    [
        ("Its chief executive, Tim Cook, said so.", "Its chief executive, Tim Cook", "Tim"),
        ("The mayor of the small town, Jonas Weber, smiled.", "The mayor of the small town, Jonas Weber", "Jonas"),
        ("The plaintiff, Acme Corp., filed a complaint.", "The plaintiff, Acme Corp.", "Corp."),
        ("Anna and her sister Coco live in Rome.", "her sister Coco", "Coco"),
        ("The mayor of Paris, Anne Hidalgo, opened the bridge.", "The mayor of Paris, Anne Hidalgo", "Anne"),
        ("They met his boss, Ann Lee, who smiled.", "his boss, Ann Lee, who smiled", "Ann"),
        ("My uncles, Tom and Bob, smiled.", "Tom and Bob", "Tom"),
        ("Come into the house, Tom.", "Tom", "Tom"),
    ],
)
def test_names_between_commas(text, phrase, name):
    parse = Parse.from_doc(load_base("en")(text))
    head = parse.words.index(name)
    _, start, end = max((end - start, start, end) for start, end, at in detect(parse) if at == head)
    assert " ".join(parse.words[start:end]).replace(" ,", ",") == phrase
