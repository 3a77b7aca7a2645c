"""String distances and TF-IDF, compared with figures from the papers and plain definitions."""

from __future__ import annotations

import random
from math import log

import numpy as np
import pytest
from rapidfuzz.distance import Jaro

from corefpipe.clustering.comparing.abbreviations import abbreviation
from corefpipe.clustering.comparing.similarity import common_subsequence, common_substring, edit_distance, jaro_winkler
from corefpipe.clustering.comparing.weighted_words import WordCounts, soft_tfidf, tfidf_cosine, words_of

CASES = [
    # one, other, edit distance, longest common subsequence, longest common substring
    ("kitten", "sitting", 3, 4, 3),
    ("Bush", "Bush", 0, 4, 4),
    ("Bush", "", 4, 0, 0),
    ("", "", 0, 0, 0),
    ("George Bush", "Bush", 7, 4, 4),
    ("abcxdef", "abcydef", 1, 6, 3),
    ("Müller", "Muller", 1, 5, 4),
    ("a𝄞b", "x𝄞b", 1, 2, 2),
]


@pytest.mark.parametrize(("one", "other", "edits", "subsequence", "substring"), CASES)
def test_distances_and_common_parts(one, other, edits, subsequence, substring):
    longer = max(len(one), len(other), 1)
    for function, expected in (
        (edit_distance, edits),
        (common_subsequence, subsequence),
        (common_substring, substring),
    ):
        for two in (([one], [other]), ([other], [one])):
            assert function(*two).tolist() == [expected]
            assert function(*two, normalised=True).tolist() == pytest.approx([expected / longer])


def test_common_substrings_of_many_strings_of_all_lengths():
    chance = random.Random(0)
    strings = ["".join(chance.choices("abc", k=chance.choice([0, 1, 5, 20, 300]))) for _ in range(120)]
    others = strings[1:] + strings[:1]
    parts = [{one[i:j] for i in range(len(one)) for j in range(i + 1, min(i + 12, len(one)) + 1)} for one in strings]
    longest = [max((len(part) for part in a & b), default=0) for a, b in zip(parts, parts[1:] + parts[:1], strict=True)]
    found = common_substring(strings, others).tolist()
    assert [min(length, 12) for length in found] == [min(length, 12) for length in longest]
    assert common_substring(["x" + "ab" * 200], ["ab" * 200 + "y"]).tolist() == [400]


def test_jaro_winkler_has_no_floor():
    # Cohen, Ravikumar & Fienberg 2003, section 2.1, and Winkler's usual examples.
    assert jaro_winkler(["MARTHA", "DWAYNE", "DIXON"], ["MARHTA", "DUANE", "DICKSONX"]) == pytest.approx(
        [0.9611, 0.84, 0.8133], abs=1e-4
    )
    jaro = Jaro.similarity("abcdefgh", "abzyxwvu")
    assert jaro < 0.7  # Winkler's own version has no bonus here
    assert jaro_winkler(["abcdefgh"], ["abzyxwvu"]) == pytest.approx([jaro + 0.2 * (1 - jaro)])


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("George W. Bush", "GWB"),  # Daumé & Marcu 2005, section 7.3.3
        ("IBM", "IBM"),
        ("I.B.M.", "IBM"),
        ("Bank of America", "BA"),
        ("the old man", "tom"),
        ("Bush", "B"),
        ("B", "B"),
        ("( )", ""),
        ("", ""),
    ],
)
def test_abbreviations(name, short):
    assert abbreviation(name) == short


def test_words():
    assert words_of("O'Neil, J.-P. 1996a; AT&T") == ["o", "neil", "j", "p", "1996", "a", "at", "t"]


COLLECTION = ["Acme Corp", "Acme Corporation", "Bell Corp", "Bell Labs", "Tom Bell Bell"]
COUNTS = WordCounts.of(COLLECTION)


def by_the_book(one: str, other: str, close: float) -> float:
    """SoftTFIDF computed word by word; with close = 1 only equal words match."""

    def vector(string: str) -> dict[str, float]:
        words = words_of(string)
        frequency = {"acme": 2, "corp": 2, "bell": 3}
        weights = {w: log(words.count(w) + 1) * log(5 / frequency.get(w, 1)) for w in words}
        norm = sum(weight**2 for weight in weights.values()) ** 0.5
        return {word: weight / norm for word, weight in weights.items()}

    ones, others = vector(one), vector(other)
    total = 0.0
    for word, weight in ones.items():
        best = max(others, key=lambda v: jaro_winkler([word], [v])[0])
        alike = jaro_winkler([word], [best])[0]
        total += weight * others[best] * alike if alike > close or alike == 1 else 0.0
    return total


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Acme Corp", "Acme Corporation"),
        ("Acme Corporation", "Acme Corp"),
        ("Tom Bell Bell", "Bell Labs"),
        ("Acme", "Bell"),
        ("Bell Labs", "bell, labs"),
        ("Marhta Bell", "Martha Bell"),
        ("Martha Marhta", "Martha"),  # the sum is over the words of the first string
        ("Martha", "Martha Marhta"),
    ],
)
def test_soft_tfidf_and_tfidf_cosine(one, other):
    assert soft_tfidf([one], [other], COUNTS) == pytest.approx([by_the_book(one, other, 0.9)])
    assert tfidf_cosine([one], [other], COUNTS) == pytest.approx([by_the_book(one, other, 1.0)])


def test_soft_tfidf_sees_misspelt_words():
    soft, hard = (f(["Marhta Smith"], ["Martha Smith"], COUNTS)[0] for f in (soft_tfidf, tfidf_cosine))
    assert soft == pytest.approx((1 + 0.9611) / 2, abs=1e-4)
    assert hard == pytest.approx(0.5)


def test_soft_tfidf_is_not_symmetric():
    there, back = soft_tfidf(["Martha Marhta", "Martha"], ["Martha", "Martha Marhta"], COUNTS)
    assert there > back + 0.5


def test_words_in_all_strings_weigh_nothing():
    counts = WordCounts.of(["Acme", "Acme"])
    assert counts.rarity(["acme", "bell"]).tolist() == pytest.approx([0, log(2)])
    assert soft_tfidf(["Acme", "", "Acme"], ["Acme", "Acme", ""], counts).tolist() == [0, 0, 0]
    assert tfidf_cosine(["Acme"], ["Acme"], WordCounts()).tolist() == [0]


@pytest.mark.parametrize("function", [soft_tfidf, tfidf_cosine])
def test_many_pairs_are_the_same_as_one_by_one(function, monkeypatch):
    monkeypatch.setattr("corefpipe.clustering.comparing.token_matches.CELLS", 7)
    monkeypatch.setattr("corefpipe.clustering.comparing.token_matches.TABLE", 20)
    ones = [a for a in COLLECTION for _ in COLLECTION]
    others = COLLECTION * len(COLLECTION)
    alone = [function([a], [b], COUNTS)[0] for a, b in zip(ones, others, strict=True)]
    assert function(ones, others, COUNTS) == pytest.approx(alone)
    assert np.diag(function(ones, others, COUNTS).reshape(5, 5)) == pytest.approx(np.ones(5))


@pytest.mark.parametrize("function", [edit_distance, common_subsequence, common_substring, jaro_winkler])
def test_no_strings(function):
    assert function([], []).shape == (0,)
    assert soft_tfidf([], [], COUNTS).shape == (0,)
