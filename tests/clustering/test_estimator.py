"""Clusterer, a learner with a decoder: every registered combination, its settings, its files."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.links import random_links, separable
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import ParameterGrid
from sklearn.tree import DecisionTreeClassifier

from corefpipe.clustering import Clusterer
from corefpipe.clustering.decoders import L3MDecoder
from corefpipe.clustering.learners import BinaryLearner, L3MLearner, OnlineLearner
from corefpipe.clustering.named import make_decoder, make_learner
from corefpipe.clustering.registry import DECODERS, LEARNERS
from corefpipe.exceptions import LinksError, ModelError, SettingError


@pytest.mark.parametrize("name", [name for name in LEARNERS if name != "unit"])
def test_each_learner_separates_a_separable_set(name):
    clusterer = Clusterer.named(name)
    if isinstance(clusterer.learner, OnlineLearner):
        clusterer.set_params(learner__passes=20)
    assert clusterer.fit(*separable(1)) is clusterer
    assert clusterer.score(*separable(2)) == 1
    assert clusterer.score(*separable(2), metric="vi") == 0


@pytest.mark.parametrize("name", LEARNERS)
def test_names_of_clusters_change_nothing(name):
    links, labels = random_links(3, sizes=(7, 5))
    one = Clusterer.named(name).fit(links, labels)
    other = Clusterer.named(name).fit(links, [90 - 7 * label for label in labels])
    assert one.learner_.coef_.tobytes() == other.learner_.coef_.tobytes()


@pytest.mark.parametrize("learner", LEARNERS)
@pytest.mark.parametrize("decoder", DECODERS)
def test_every_pair_survives_the_disk(learner, decoder, tmp_path):
    links, labels = random_links(2, sizes=(7, 0, 5))
    clusterer = Clusterer.named(learner, decoder).fit(links, labels)
    clusterer.to_disk(tmp_path / "a")
    read = Clusterer.from_disk(tmp_path / "a")
    read.to_disk(tmp_path / "b")
    for file in ("clusterer.toml", "weights.npy", "SHA256SUMS"):
        assert (tmp_path / "a" / file).read_bytes() == (tmp_path / "b" / file).read_bytes()
    assert read.get_params().keys() == clusterer.get_params().keys()
    assert (type(read.learner), read.decoder) == (type(clusterer.learner), clusterer.decoder)
    found = clusterer.predict(links)
    assert [label.tolist() for label in read.predict(links)] == [label.tolist() for label in found]
    assert [len(label) for label in found] == [7, 0, 5]
    # The same seed gives the same bytes, for a clone too.
    again = clone(clusterer).fit(links, labels)
    assert again.learner_.coef_.tobytes() == clusterer.learner_.coef_.tobytes()


def test_is_an_estimator():
    clusterer = Clusterer.named("l3m", gamma=0.4, passes=3, threshold=0.1)
    assert clusterer.decoder == L3MDecoder(0.4, 0.1)
    params = clusterer.get_params()
    assert (params["learner__gamma"], params["learner__passes"], params["decoder__threshold"]) == (0.4, 3, 0.1)
    assert clone(clusterer).get_params()["decoder__threshold"] == 0.1
    clusterer.set_params(learner__l2=0.5, decoder__gamma=0.0)
    assert (clusterer.learner.l2, clusterer.learner.gamma, clusterer.decoder) == (0.5, 0.4, L3MDecoder(0.0, 0.1))
    with pytest.raises(ValueError, match=r"Invalid parameter 'gama' for L3MDecoder.*Valid parameters are: \['gamma'"):
        clusterer.set_params(decoder__gama=1)
    with pytest.raises(ValueError, match="Invalid parameter 'gama' for"):
        clusterer.set_params(learner__gama=1)
    with pytest.raises(SettingError, match="gamma is 2"):
        clusterer.set_params(decoder__gamma=2)


def test_baselines():
    links, labels = separable(1)
    right = links.with_features(links.features[:, [0]])  # whether the link is correct
    baseline = Clusterer.named("unit", threshold=0.5).fit(right, labels)
    assert baseline.score(right, labels) == 1
    together, apart = (Clusterer.named("unit", name).fit(right, labels) for name in ("all-in-one", "all-apart"))
    assert [set(label) for label in together.predict(right)] == [{0}, {0}]
    assert [label.tolist() for label in apart.predict(right)] == [list(range(12)), list(range(9))]


def test_a_grid_of_settings():
    links, labels = separable(1)
    grid = ParameterGrid({"learner__passes": [1, 20], "decoder__gamma": [0.0, 1.0]})
    base = Clusterer(L3MLearner(), L3MDecoder())
    scores = [clone(base).set_params(**settings).fit(links, labels).score(*separable(2)) for settings in grid]
    assert len(scores) == 4
    assert max(scores) == 1


def test_not_fitted():
    links, _ = random_links(0)
    with pytest.raises(NotFittedError):
        Clusterer.named("l3m").predict(links)
    with pytest.raises(NotFittedError):
        Clusterer.named("l3m").to_disk("nowhere")


def test_fit_predict():
    links, labels = separable(1)
    found = Clusterer.named("l3m").fit_predict(links, labels)
    assert Clusterer.named("l3m").fit(links, labels).score(links, found) == 1


def test_bad_input():
    links, labels = random_links(0)
    clusterer = Clusterer.named("l3m").fit(links, labels)
    with pytest.raises(LinksError, match="links of 3 features for weights of 5"):
        clusterer.predict(links.with_features(links.features[:, :3]))
    with pytest.raises(LinksError, match="labels of 1 sets for links of 3"):
        clusterer.fit(links, labels[:1])
    with pytest.raises(LinksError, match="5 labels for the 6 items of set 0"):
        clusterer.fit(links, [labels[0][:5], *labels[1:]])
    links.features.data[-1] = np.nan
    with pytest.raises(LinksError, match="has the value nan in column"):
        clusterer.predict(links)


@pytest.mark.parametrize("name", LEARNERS)
def test_nothing_to_learn_from(name):
    links, _ = random_links(0)
    with pytest.raises(LinksError, match="nothing to learn from"):
        make_learner(name).fit(type(links).empty(5), [])


@pytest.mark.parametrize("name", DECODERS)
@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_scores_that_are_no_numbers(name, value):
    links, _ = random_links(0, sizes=(4,))
    scores = np.zeros(links.n_links)
    scores[4] = value
    with pytest.raises(LinksError, match=f"the score of the link from item 2 to item 0 of set 0 is {value}"):
        make_decoder(name).decode(links, scores)
    with pytest.raises(LinksError, match=r"scores of shape \(3,\) for 10 links"):
        make_decoder(name).decode(links, np.zeros(3))


def test_what_cannot_be_written(tmp_path):
    links, labels = random_links(1)
    own = Clusterer(BinaryLearner("all", DecisionTreeClassifier()), L3MDecoder()).fit(links, labels)
    with pytest.raises(ModelError, match="the learner's classifier cannot be written"):
        own.to_disk(tmp_path)
    linear = Clusterer(BinaryLearner("all", LogisticRegression()), L3MDecoder()).fit(links, labels)
    with pytest.raises(ModelError, match="the learner's classifier cannot be written"):
        linear.to_disk(tmp_path)


@pytest.mark.parametrize(
    ("file", "data"),
    [
        ("clusterer.toml", b""),
        ("clusterer.toml", b"\xff"),
        ("clusterer.toml", b'[learner]\nname = "l3m"\ngama = 1\n[decoder]\nname = "l3m"'),
        ("weights.npy", b""),
        ("weights.npy", b"PK"),
    ],
)
def test_what_cannot_be_read(tmp_path, file, data):
    Clusterer.named("l3m").fit(*random_links(1)).to_disk(tmp_path)
    (tmp_path / file).write_bytes(data)
    with pytest.raises(ModelError, match=f"{file} has changed since it was written, or is damaged"):
        Clusterer.from_disk(tmp_path)
    (tmp_path / "SHA256SUMS").unlink()
    with pytest.raises(ModelError, match=r"no clusterer can be read: .*Train it again"):
        Clusterer.from_disk(tmp_path)


@pytest.mark.parametrize(
    ("learner", "decoder", "settings", "message"),
    [
        ("l4m", None, {}, "unknown learner 'l4m'. Did you mean l3m"),
        ("l3m", "l4m", {}, "unknown decoder 'l4m'. Did you mean l3m"),
        ("binary", "k-means", {}, "'k-means' is a partitioner, .* decoder partitioner with .* partitioner=k-means"),
        ("l3m", "l3m", {"gama": 1}, "unknown setting 'gama'. Did you mean gamma. Learner l3m and decoder l3m have"),
        ("l3m", "l3m", {"gamma": 3}, "gamma is 3"),
    ],
)
def test_unknown_names(learner, decoder, settings, message):
    with pytest.raises(SettingError, match=message):
        Clusterer.named(learner, decoder, **settings)


def test_unknown_settings_by_name():
    with pytest.raises(SettingError, match="unknown setting of learner l3m: 'gama'"):
        make_learner("l3m", {"gama": 1})
