"""The feature sets for names and citations: on words alone, and where each feature fires."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.tables import features_of
from spacy.tokens import Doc, Span
from spacy.vocab import Vocab

from corefpipe.exceptions import AnnotationError, SettingError
from corefpipe.features import FeatureSet
from corefpipe.features.engine.gold import gold_tables
from corefpipe.features.engine.pairs import MentionPairs
from corefpipe.features.engine.registry import PAIR_FEATURES
from corefpipe.features.published.names import distances, lmr, soft_tfidf, written
from corefpipe.features.published.names.soft_tfidf import MentionWordCounts

SETS = ["lmr2005", "daume_marcu2005", "soft_tfidf"]
NAMES = [
    ("a", "Mr. Thomas Bell 's"),
    ("a", "Tom Bell"),
    ("b", "Bell Labs ( 1996 )"),
    ("b", "XT 1998"),
    ("b", "bell labs"),
    ("a", "Thomas Bell"),
]


def doc(names=NAMES) -> Doc:
    """A Doc of consecutive names with no annotation but its words."""
    words = [name.split() for _, name in names]
    made = Doc(Vocab(), words=[word for name in words for word in name])
    ends = np.cumsum([len(name) for name in words]).tolist()
    made.spans["coref"] = [
        Span(made, end - len(name), end, kb_id=key) for end, name, (key, _) in zip(ends, words, names, strict=True)
    ]
    return made


def columns(feature_set: FeatureSet, ante: int, ana: int) -> dict[str, float]:
    """The values of one link by column name."""
    links = feature_set.transform([doc()])
    items = np.repeat(np.arange(len(NAMES)), np.diff(links.indptr))
    (row,) = np.flatnonzero((items == ana) & (links.antecedent == ante))
    names = feature_set.get_feature_names_out()
    found = links.features[row]
    return {names[i]: round(float(value), 3) for i, value in zip(found.indices, found.data, strict=True)}


@pytest.mark.parametrize("name", SETS)
def test_words_are_enough(name):
    feature_set = FeatureSet(name)
    links = feature_set.fit_transform([doc()])
    n = len(NAMES)
    assert links.antecedent.tolist() == [j for i in range(n) for j in range(-1, i)]
    assert links.features.shape == (n * (n + 1) // 2, len(feature_set.get_feature_names_out()))
    assert np.isfinite(links.features.data).all()
    assert (np.diff(links.features.indptr)[links.antecedent >= 0] > 1).all()
    assert (np.diff(links.features.indptr)[links.antecedent < 0] == 0).all()


@pytest.mark.parametrize("name", SETS)
def test_long_lists_of_names_have_a_window_and_no_index(name):
    links = FeatureSet(name, window=2).fit_transform([doc()])
    assert links.antecedent.tolist() == [j for i in range(len(NAMES)) for j in [-1, *range(max(i - 2, 0), i)]]


def test_the_index_of_other_sets_needs_more_than_words():
    with pytest.raises(AnnotationError, match="needs for"):
        FeatureSet("default").fit_transform([doc()])


def test_lmr():
    feature_set = FeatureSet("lmr2005").fit([doc()])
    assert columns(feature_set, 0, 1) == {
        "Equality": 1,
        "Nickname": 1,
        "Structural Equality=last ~ last": 1,
        "Structural Nickname=middle ~ first": 1,
        "Structural Unmatched=first ~ none": 1,
        "Constant": 1,
    }
    assert columns(feature_set, 1, 3) == {"Structural Unmatched=first+last ~ first+last": 1, "Constant": 1}
    assert columns(feature_set, 2, 4) == {
        "Case-Insensitive Equal": 1,
        "Structural Case-Insensitive Equal=first+middle ~ first+last": 1,
        "Structural Unmatched=last ~ none": 1,
        "Constant": 1,
    }


def test_a_relation_that_does_not_exist():
    text = '[candidates]\nindexed = 0\n[[link]]\n[link.features]\nA = { use = "token_relation", relation = "rhyme" }'
    with pytest.raises(SettingError, match="unknown relation of tokens 'rhyme'"):
        FeatureSet.parse(text).fit([doc()])


# feature, antecedent, anaphor, number
NUMBERS = [
    ("string_edit_distance", 0, 1, 7),  # "mr. thomas bell", "tom bell"
    ("string_edit_distance", 2, 4, 9),  # case is ignored
    ("last_word_edit_distance", 0, 1, 0),
    ("last_word_edit_distance", 1, 4, 4),
    ("first_word_edit_distance", 1, 5, 3),
    ("first_word_edit_distance", 2, 4, 0),
    ("common_substring_length", 0, 1, 5),  # " bell"
    ("common_substring_length", 1, 3, 1),
    ("common_subsequence_length", 1, 5, 8),
    ("common_subsequence_length", 1, 3, 2),
    ("abbreviation_edit_distance", 0, 1, 1),  # MTB, TB
    ("abbreviation_edit_distance", 1, 5, 0),
    ("year_distance", 2, 3, 2),
    ("year_distance", 2, 1, 0),  # only one of the two has a year
    ("whole_jaro_winkler", 0, 3, 0.3063),
    ("whole_jaro_winkler", 2, 2, 1),
    ("tfidf_cosine", 1, 3, 0),
    ("tfidf_cosine", 2, 2, 1),
    ("soft_tfidf", 1, 3, 0),
    ("soft_tfidf", 2, 2, 1),
]


def on(feature: str, ante: int, ana: int, **parameters: object) -> np.ndarray:
    """The value of a feature for one pair."""
    (table,), labels = gold_tables([doc()])
    table.models = {"word_counts": MentionWordCounts().fit([table], labels)}
    return PAIR_FEATURES[feature].compute(MentionPairs(table, np.array([ante]), np.array([ana])), **parameters)


@pytest.mark.parametrize(("feature", "ante", "ana", "number"), NUMBERS)
def test_numbers(feature, ante, ana, number):
    assert on(feature, ante, ana) == pytest.approx([number], abs=1e-4)


@pytest.mark.parametrize(
    ("feature", "number"),
    [
        ("string_edit_distance", 7 / 15),
        ("last_word_edit_distance", 0),
        ("first_word_edit_distance", 1),
        ("common_substring_length", 5 / 15),
        ("common_subsequence_length", 8 / 15),
        ("abbreviation_edit_distance", 1 / 3),
    ],
)
def test_normalised_by_the_longer_one(feature, number):
    assert on(feature, 0, 1, normalised=True) == pytest.approx([number])


def test_every_feature_is_here():
    assert features_of(distances, lmr, soft_tfidf, written) == {
        *(case[0] for case in NUMBERS),
        *("token_relation", "token_places"),
    }


@pytest.mark.parametrize(
    ("attribute", "values"),
    [
        ("as_written", ["Mr. Thomas Bell", "Tom Bell", "Bell Labs ( 1996 )", "XT 1998", "bell labs", "Thomas Bell"]),
        ("publication_year", ["", "", "1996", "1998", "", ""]),
        ("has_year", ["", "", "yes", "yes", "", ""]),
    ],
)
def test_attributes(attribute, values):
    ((table,), _) = gold_tables([doc()])
    assert table.values(attribute) == values


@pytest.mark.parametrize(
    ("text", "year"),
    [("In 1993 , revised 1994b", "1994"), ("pp. 1066 - 1100", ""), ("19931", ""), ("2012", "2012"), ("2112", "")],
)
def test_years(text, year):
    ((table,), _) = gold_tables([doc([("a", text)])])
    assert table.values("publication_year") == [year]


def test_daume_marcu():
    feature_set = FeatureSet("daume_marcu2005").fit([doc()])
    found = columns(feature_set, 0, 1)
    assert found["string edit distance"] == 0.7
    assert found["string edit distance, normalised=≤0.5"] == 1
    assert "head edit distance" not in found  # zeros are not stored
    assert found["head edit distance, normalised=≤0"] == 1
    assert not any(name.startswith("year") for name in found)
    assert any(name.startswith("year distance=≤2") for name in columns(feature_set, 2, 3))


def test_soft_tfidf():
    feature_set = FeatureSet("soft_tfidf").fit([doc()])
    found = columns(feature_set, 1, 5)
    assert 0 < found["TFIDF"] == found["SoftTFIDF"] < 0.2  # "Bell" is in five of six names
    apart = columns(feature_set, 1, 3)
    assert apart.pop("Jaro-Winkler") == pytest.approx(0.512, abs=1e-3)
    assert apart.keys() == {
        "SoftTFIDF, in bins=≤0",
        "TFIDF, in bins=≤0",
        "Jaro-Winkler, in bins=≤0.6",
        "Constant",
    }


def test_word_counts_in_a_file():
    tables, labels = gold_tables([doc(), doc(NAMES[:2])])
    model = MentionWordCounts().fit(tables, labels)
    assert model.counts.counts == {"mr": 2, "thomas": 3, "bell": 7, "tom": 2, "labs": 2}
    assert model.counts.total == 8
    read = MentionWordCounts()
    read.load(model.to_arrays())
    assert (read.counts.counts, read.counts.total) == (model.counts.counts, 8)
    read.load(MentionWordCounts().to_arrays())
    assert (read.counts.counts, read.counts.total) == ({}, 1)


@pytest.mark.parametrize("wrong", [{"counts": np.array([1])}, {"total": np.array([3])}, {"total": np.array([0])}])
def test_word_counts_that_do_not_fit(wrong):
    tables, labels = gold_tables([doc()])
    arrays = MentionWordCounts().fit(tables, labels).to_arrays()
    with pytest.raises(ValueError, match="words with"):
        MentionWordCounts().load(arrays | wrong)
