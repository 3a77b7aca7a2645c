"""Names of people in a book: a text of many tokens, made by repeating small scenes."""

from __future__ import annotations

from itertools import combinations
from time import perf_counter

import pytest
from helpers.named import named_table
from helpers.parses import make_doc, make_table

from corefpipe.casts.names import endeared_persons_of
from corefpipe.clustering.decoders import L3MDecoder
from corefpipe.features import MentionTable
from corefpipe.resolver.constraints.people import BOOK, people
from corefpipe.resolver.constraints.registry import constraints_of, deciding
from corefpipe.resolver.decoding import decode
from corefpipe.resolver.loading import load_resolver

CAST = ["Elizabeth Bennet", "Mr. Darcy", "Fitzwilliam Darcy", "Darcy", "Elizabeth", "Lizzy", "Mrs. Bennet"]
CAST += ["Mr. Bennet", "Jane Bennet", "Jane", "Miss Bennet", "Miss Elizabeth", "Bennet", "Miss Darcy"]
ADVERBS = 40


def book(names: list[str], tokens: int = BOOK) -> MentionTable:
    """The mention table of as many scenes with these names as make so many tokens."""
    return named_table(names, ADVERBS, times=-(-tokens // (len(names) * (ADVERBS + 2))))


@pytest.fixture(scope="module")
def novel() -> MentionTable:
    return book(CAST)


@pytest.mark.parametrize(
    ("one", "other", "wanted"),
    [
        ("Mr. Darcy", "Darcy", "together"),
        ("Mr. Darcy", "Fitzwilliam Darcy", "together"),
        ("Elizabeth Bennet", "Lizzy", "together"),
        ("Elizabeth", "Miss Elizabeth", "together"),
        ("Jane", "Jane Bennet", "together"),
        ("Mr. Bennet", "Bennet", "together"),
        ("Mr. Bennet", "Mrs. Bennet", "apart"),
        ("Elizabeth", "Jane", "apart"),
        ("Elizabeth", "Mrs. Bennet", "apart"),
        ("Mr. Darcy", "Miss Darcy", "apart"),
        ("Jane", "Miss Darcy", "apart"),
    ],
)
def test_names_of_one_person(novel, one, other, wanted):
    decided = [("people", wanted == "together")]
    assert deciding(novel, ["people"], CAST.index(one), CAST.index(other)) == decided


def test_mentions_of_one_form_are_together(novel):
    later = len(CAST)
    assert deciding(novel, ["people"], 0, later) == [("people", True)]


def test_a_name_that_several_bear_shows_gender_and_marriage():
    """Each of two brothers is "Bell": the surname is open, but "Mrs. Bell" is neither."""
    names = ["Tom Bell", "Jack Bell", "Bell", "Mrs. Bell"]
    table = book(names)
    found = {pair: deciding(table, ["people"], *map(names.index, pair)) for pair in combinations(names, 2)}
    assert found["Tom Bell", "Bell"] == found["Jack Bell", "Bell"] == []
    assert found["Tom Bell", "Jack Bell"] == [("people", False)]
    assert found["Tom Bell", "Mrs. Bell"] == [("people", False)]


def test_short_texts_have_none():
    short = book(CAST, 1)
    assert len(short.parse) < BOOK
    assert people(short) is None
    assert constraints_of(short, ["people"]) is None


def test_they_fit_the_mentions(novel):
    found = people(novel)
    found.check(len(novel))
    assert found.starts is None
    assert found.within is None
    assert found.values.shape == (len(novel), 3)
    assert len(found.together) < len(novel)
    rarest = book(["Tom Bell", *["Jack Hill"] * 3], BOOK // 20)
    assert people(rarest) is None


def test_the_time_is_linear_in_tokens():
    def seconds(tokens: int) -> float:
        table = book(CAST, tokens)
        start = perf_counter()
        assert people(table) is not None
        return perf_counter() - start

    seconds(BOOK)  # the word lists are read
    assert seconds(6 * BOOK) < 15 * seconds(2 * BOOK) + 0.5


@pytest.mark.slow
def test_chains_of_a_book(novel):
    resolver = load_resolver("en")
    found = decode(resolver.features, resolver.weights, L3MDecoder(), novel, ["people"])
    labels = found.decoding.labels
    assert labels[CAST.index("Mr. Darcy")] == labels[CAST.index("Fitzwilliam Darcy")] == labels[len(CAST) + 1]
    assert labels[CAST.index("Mr. Bennet")] != labels[CAST.index("Mrs. Bennet")]


@pytest.mark.parametrize(
    ("mention", "wanted"),
    [
        ("My dear Lizzy", ((), ("lizzy",))),
        ("Poor old Mr. Swales", (("mr.",), ("swales",))),
        ("Old Mr. Laurence", None),
        ("Lizzy", None),
        ("My Lizzy", None),
        ("Dear friend", None),
    ],
)
def test_names_after_words_of_affection(mention, wanted):
    table = affectionate(mention)
    found = endeared_persons_of(table)
    assert found == ({} if wanted is None else {0: wanted[::-1]})


def affectionate(mention: str) -> MentionTable:
    """A mention table of one mention that leaves, whose words are possessive, adjectives and names by their case."""
    words = mention.split()
    head, rows = len(words), []
    for word in words[:-1]:
        kind = {"My": "PRON PRP$ {} nmod:poss Poss=Yes", "Mr.": "PROPN NNP {} nmod:desc"}.get(word, "ADJ JJ {} amod")
        rows.append(f"{word} {word.lower()} {kind.format(head)}")
    kind = "PROPN NNP" if words[-1][0].isupper() else "NOUN NN"
    rows += [f"{words[-1]} {words[-1]} {kind} {head + 1} nsubj Number=Sing", "left leave VERB VBD 0 root"]
    return make_table(make_doc("\n".join(rows), types={head - 1: "person"}), [(0, head)])
