"""Feature sets: once fitted, they give the same columns for the same features; they require annotated documents."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.networks import tiny_context
from spacy.tokens import Span

from corefpipe.exceptions import SettingError
from corefpipe.features import FeatureSet, packaged_sets
from corefpipe.features.engine.gold import gold_tables


def same(one, other) -> bool:
    return all(np.array_equal(getattr(one, n), getattr(other, n)) for n in ("sets", "indptr", "antecedent")) and (
        one.features.shape == other.features.shape and (one.features != other.features).nnz == 0
    )


@pytest.mark.parametrize("name", [name for name in packaged_sets() if name != "same_name"])
def test_every_packaged_set_works(annotated, name):
    features = FeatureSet(name)
    if features.spec.reads_context:
        features.use_context(tiny_context())
    links = features.fit_transform(annotated)
    names = features.get_feature_names_out()
    assert links.n_sets == len(annotated)
    assert links.features.shape == (links.n_links, len(names))
    assert links.features.nnz
    assert len(set(names.tolist())) == len(names)
    assert np.isfinite(links.features.data).all()
    scored, scores = features.score(gold_tables(annotated)[0][0], np.ones(len(names), dtype=np.float32))
    first = links[0]
    assert np.array_equal(scored.antecedent, first.antecedent)
    assert np.allclose(scores, first.features @ np.ones(len(names)), atol=1e-3)


def test_same_names(base):
    # No name occurs twice in the samples, so this test has a text of its own.
    doc = base("Ann Smith left. Bob Reed saw Smith there, and Reed saw a bank.")
    words = [token.text for token in doc]
    at = [(0, 2), (4, 6), (7, 8), (words.index("and") + 1, words.index("and") + 2), (len(doc) - 3, len(doc) - 1)]
    doc.spans["coref"] = [Span(doc, *span, label="name") for span in at]
    links = FeatureSet("same_name").fit_transform([doc])
    matched = links.features.toarray()[:, 0] > 0
    found = {(int(i), int(j)) for i, j in zip(links.item()[matched], links.antecedent[matched], strict=True)}
    assert found == {(2, 0), (3, 1)}


def test_fit_returns_the_set_and_fit_transform_is_both(annotated):
    features = FeatureSet("default")
    assert features.fit(annotated) is features
    assert same(FeatureSet("default").fit_transform(annotated), features.transform(annotated))


def test_transform_fits_a_set_that_is_not(annotated):
    features = FeatureSet("default")
    links = features.transform(annotated)
    assert features.vocabulary is not None
    assert same(links, features.transform(annotated))


def test_one_pass_over_documents_is_enough(annotated):
    assert same(FeatureSet("default").fit_transform(iter(annotated)), FeatureSet("default").fit_transform(annotated))


def test_other_documents_have_the_same_columns(annotated):
    features = FeatureSet("default").fit(annotated[:1])
    other = features.transform(annotated[1:])
    assert other.features.shape[1] == len(features.get_feature_names_out())


def test_keeping_some_columns(annotated):
    features = FeatureSet("default")
    links, names = features.fit_transform(annotated), features.get_feature_names_out()
    kept = np.arange(0, len(names), 7)
    features.keep(kept)
    assert features.get_feature_names_out().tolist() == names[kept].tolist()
    assert (features.transform(annotated).features != links.features[:, kept]).nnz == 0


def test_a_window_of_ones_own(annotated):
    features = FeatureSet("default", window=2)
    assert (features.spec.candidates.window, features.spec.candidates.indexed) == (2, 10)
    assert features.transform(annotated).n_links < FeatureSet("default").transform(annotated).n_links
    assert FeatureSet("default").spec.candidates.window == 60


def test_names_before_fit():
    features = FeatureSet("default")
    assert features.name == "default"
    with pytest.raises(SettingError, match=r"the feature set 'default' has no vocabulary\. Call fit first"):
        features.get_feature_names_out()
    with pytest.raises(SettingError, match="Call fit first"):
        features.keep(np.arange(3))


@pytest.mark.parametrize("min_count", [0, -1, 1.5, True, "3"])
def test_min_count_is_a_count(min_count):
    with pytest.raises(SettingError, match=f"min_count is {min_count!r}. It counts links: 1 keeps every feature"):
        FeatureSet("default", min_count=min_count)


@pytest.mark.parametrize("window", [-1, 2.5, "a"])
def test_window_is_a_number_of_mentions(window):
    with pytest.raises(SettingError, match="window is "):
        FeatureSet("default", window=window)


def test_there_is_a_default():
    assert "default" in packaged_sets()
    with pytest.raises(SettingError, match="unknown feature set 'defualt'"):
        FeatureSet("defualt")
