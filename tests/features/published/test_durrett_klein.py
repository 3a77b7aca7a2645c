"""The features of Durrett & Klein 2013."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.parses import make_doc, make_table
from helpers.tables import all_pairs, features_of, keys, lost_keys, value

from corefpipe.exceptions import SettingError
from corefpipe.features import FeatureSet, MentionTable
from corefpipe.features.engine.word_sets import word_counts, words_within
from corefpipe.features.published import durrett_klein
from corefpipe.features.published.durrett_klein import FrequentWords

NAMES = """
    Duke Duke PROPN NNP 2 compound
    University University PROPN NNP 3 nsubj
    beat beat VERB VBD 0 root
    Rice Rice PROPN NNP 5 compound
    University University PROPN NNP 3 obj

    the the DET DT 2 det
    university university NOUN NN 6 nsubj
    of of ADP IN 5 case
    Duke Duke PROPN NNP 5 compound
    University University PROPN NNP 2 nmod
    won win VERB VBD 0 root
"""


def names() -> MentionTable:
    """Duke University; Rice University; the university of Duke University; Duke University."""
    return make_table(make_doc(NAMES), [(0, 2), (3, 5), (5, 10), (8, 10)])


CASES = [
    ("head_contained", names, 0, 1, "both"),
    ("head_contained", names, 1, 2, "both"),  # university
    ("head_contained", keys, 0, 1, "both"),
    ("head_contained", keys, 0, 2, "ana in ante"),  # A house key, house
    ("head_contained", keys, 2, 3, ""),
    ("head_contained", lost_keys, 2, 5, ""),  # not for pronouns
    ("head_contained", lost_keys, 1, 2, ""),
    ("extent_contained", names, 0, 1, ""),
    ("extent_contained", names, 0, 2, "ante in ana"),
    ("extent_contained", names, 2, 3, "ana in ante"),
    ("extent_contained", names, 0, 3, "equal"),
    ("extent_contained", keys, 1, 3, ""),  # The old key, The key: the words are not compared one by one
]


@pytest.mark.parametrize(("feature", "table", "ante", "ana", "expected"), CASES)
def test_values(feature, table, ante, ana, expected):
    assert value(feature, table(), ante, ana) == expected


def test_every_feature_is_here():
    assert features_of(durrett_klein) == {case[0] for case in CASES}


def test_words_within_counts_different_words():
    pairs = all_pairs(names())
    at = {(int(i), int(j)): k for k, (i, j) in enumerate(zip(pairs.ante, pairs.ana, strict=True))}
    found = words_within(pairs, "extent", "extent")
    assert found[at[0, 2]] == 2  # duke, university of "the university of duke university"
    assert found[at[0, 1]] == 1
    assert words_within(pairs, "extent", "extent", of_ante=True)[at[2, 3]] == 2
    assert words_within(pairs, "head", "extent")[at[1, 3]] == 1
    assert word_counts(pairs.table, "extent").tolist() == [2, 2, 4, 2]


def test_words_within_of_no_words():
    assert len(words_within(all_pairs(make_table(make_doc(NAMES), [])), "extent", "extent")) == 0
    pairs = all_pairs(lost_keys())
    pronouns = (pairs.ante == 2) & (pairs.ana == 5)
    assert words_within(pairs, "core", "core")[pronouns].tolist() == [0]


def frequent(table: MentionTable, *words: str) -> MentionTable:
    """The table with a model for which these words are frequent."""
    model = FrequentWords()
    model.words = frozenset(words)
    table.models = {"frequent_words": model}
    return table


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("frequent_head", ["PROPN", "keys", "", "NOUN", "NOUN", "", "", "PROPN"]),
        ("frequent_first", ["PROPN", "PRON", "", "the", "the", "", "", "PROPN"]),
        ("frequent_last", ["PROPN", "keys", "", "NOUN", "NOUN", "", "", "PROPN"]),
        ("frequent_before", ["^", "VERB", "VERB", "PUNCT", "ADP", "SCONJ", "VERB", "ADP"]),
        ("frequent_after", ["VERB", "PUNCT", "NUM", "said", "said", "VERB", "ADP", "PUNCT"]),
    ],
)
def test_rare_words_are_their_part_of_speech(name, expected):
    assert frequent(lost_keys(), "keys", "the", "said").values(name) == expected


def test_after_the_last_word():
    assert frequent(world_end(), "rain").values("frequent_after") == ["^"]


def world_end() -> MentionTable:
    return make_table(make_doc("Rain rain NOUN NN 0 root"), [(0, 1)])


def test_words_are_frequent_from_twenty_on():
    text = "\n".join(["Rain rain NOUN NN 0 root"] * 20 + ["snow snow NOUN NN 1 dep"] * 19)
    table = make_table(make_doc(text), [(0, 1)])
    model = FrequentWords().fit([table], [np.zeros(1)])
    assert model.words == {"rain"}
    other = FrequentWords()
    other.load(model.to_arrays())
    assert other.words == model.words


@pytest.mark.parametrize("text", [b"5", b'["rain", 3]', b"[", b"\xff"])
def test_what_is_no_list_of_words_is_refused(text):
    with pytest.raises(ValueError, match=r"list of words|Expecting|decode"):
        FrequentWords().load({"words": np.frombuffer(text, dtype=np.uint8)})


def test_frequent_words_are_learned_before_they_are_asked_for():
    with pytest.raises(SettingError, match="'frequent_words' has not been trained"):
        lost_keys().values("frequent_head")


@pytest.mark.parametrize(("name", "links"), [("durrett_klein2013_surface", 17), ("durrett_klein2013_final", 26)])
def test_each_feature_stands_bare_and_with_the_types(name, links):
    spec = FeatureSet(name).spec
    assert len(spec.features) == links
    assert spec.learned == ["frequent_words"]
    for feature in spec.features:
        assert [len(template.parts) - len(feature.templates[0].parts) for template in feature.templates] == (
            [0] if feature.name == "BIAS" else [0, 1, 2]
        )
    assert [len(feature.templates) for feature in spec.starts] == [2] * 6


def test_final_has_all_of_surface():
    surface, final = (FeatureSet(f"durrett_klein2013_{name}").spec for name in ("surface", "final"))
    assert set(surface.link) < set(final.link)
    assert surface.start == final.start
