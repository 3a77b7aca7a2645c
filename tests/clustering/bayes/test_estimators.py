"""The contract of Bayesian clusterers: fit, predict, sample, chains, files, scikit-learn's tools, wrong input."""

from __future__ import annotations

import shutil
import warnings

import numpy as np
import pytest
from helpers.partitions import same_partition
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV, cross_val_score

from corefpipe.clustering import ItemSets
from corefpipe.clustering.bayes import CDP, SCDP, BayesClusterer, DPMixture, Draws, r_hat
from corefpipe.clustering.bayes.families import Gaussian, IndependentGaussian
from corefpipe.exceptions import CorefpipeWarning, LinksError, ModelError, SettingError
from corefpipe.utils.digests import SUMS

FEW = {"chains": 2, "burn_in": 8, "draws": 8}
MODELS: list[BayesClusterer] = [
    SCDP(1, **FEW),
    SCDP(2, random_state=1, **FEW),
    SCDP(3, separation=0.001, **FEW),
    SCDP(shared=True, **FEW),
    CDP(variance=60, scale=False, **FEW),
    DPMixture(Gaussian(rate=0.05), **FEW),
    DPMixture(Gaussian(rate=0.05), sampler="auxiliary", **FEW),
    DPMixture(IndependentGaussian(rate=0.05), **FEW),
]
IDS = ["scdp-1", "scdp-2", "scdp-3", "shared", "cdp", "mixture", "auxiliary", "not conjugate"]
sets = ItemSets.vectors
every_model = pytest.mark.parametrize("model", MODELS, ids=IDS)
pytestmark = pytest.mark.filterwarnings("ignore:the chains have not mixed")


def clusters(seed: int) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """Three sets of vectors around three centres, which are the same in all, and their labels."""
    random = np.random.default_rng(seed)
    labels = [random.permutation(np.arange(12) % 3) for _ in range(3)]
    centres = np.array([[8.0, 0], [-8.0, 3], [0.0, -9]])
    return [centres[one] + 0.4 * random.normal(size=(12, 2)) for one in labels], labels


def same(one: list[np.ndarray], other: list[np.ndarray]) -> bool:
    return [labels.tolist() for labels in one] == [labels.tolist() for labels in other]


def quick(model: BayesClusterer) -> BayesClusterer:
    """The model with few sweeps, for what does not depend on their number."""
    return clone(model).set_params(burn_in=1, draws=4)


@every_model
def test_clear_clusters_are_found(model):
    vectors, labels = clusters(0)
    fitted = clone(model).fit(sets(vectors[:2]), labels[:2])
    assert fitted.score(sets([vectors[2]]), [labels[2]], metric="pairwise") == 1.0
    found = fitted.predict(sets([vectors[2]]))
    assert found[0].dtype == np.int32
    assert same(found, fitted.draws_.clusters(fitted.draws_.best()))
    assert len(fitted.draws_) == 16
    assert set(fitted.draws_.r_hat) >= {"log_joint", "n_clusters"}


@every_model
def test_order_and_names_change_nothing(model):
    vectors, labels = clusters(1)
    fitted = quick(model).fit(sets(vectors[:2]), labels[:2])
    order = np.random.default_rng(0).permutation(12)
    found = fitted.predict(sets([vectors[2]]))[0]
    moved = fitted.predict(sets([vectors[2][order]]))[0]
    assert same_partition(moved, found[order])
    renamed = quick(model).fit(
        sets([one[order] for one in vectors[:2]]), [np.array([7, 2, 5])[one[order]] for one in labels[:2]]
    )
    assert same(renamed.predict(sets([vectors[2]])), [found])


@every_model
def test_seeds(model):
    vectors, labels = clusters(2)
    fitted = quick(model).fit(sets(vectors[:2]), labels[:2])
    first = fitted.sample(sets([vectors[2]]))
    assert (fitted.sample(sets([vectors[2]])).log_joint == first.log_joint).all()
    assert (
        clone(fitted).set_params(random_state=5).fit(sets(vectors[:2]), labels[:2]).sample(sets([vectors[2]])).log_joint
        != first.log_joint
    ).any()


@pytest.mark.slow
def test_processes_change_nothing():
    vectors, labels = clusters(2)
    alone, together = (
        SCDP(processes=n, **FEW).fit(sets(vectors[:2]), labels[:2]).sample(sets([vectors[2]])) for n in (1, 2)
    )
    assert (alone.labels == together.labels).all()
    assert (alone.log_joint == together.log_joint).all()
    assert alone.chain.tolist() == [0] * 8 + [1] * 8


@every_model
def test_files(model, tmp_path):
    vectors, labels = clusters(3)
    fitted = quick(model).fit(sets(vectors[:2]), labels[:2])
    fitted.to_disk(tmp_path)
    read = type(model).from_disk(tmp_path)
    assert read.get_params() == fitted.get_params()
    assert same(read.predict(sets(vectors[2:])), fitted.predict(sets(vectors[2:])))
    assert not any(b"pickle" in path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())


def test_files_that_cannot_be_read(tmp_path):
    vectors, labels = clusters(3)
    SCDP(**FEW).fit(sets(vectors), labels).to_disk(tmp_path / "good")
    with pytest.raises(ModelError, match=r"the folder has a SCDP, not a CDP\. Read it by SCDP.from_disk"):
        CDP.from_disk(tmp_path / "good")
    with pytest.raises(ModelError, match=r"no bayes.toml.*Name a folder that SCDP.to_disk wrote"):
        SCDP.from_disk(tmp_path / "nothing")
    for number, (old, new) in enumerate(
        [("chains = 2", 'chains = "x"'), ("chains = 2", "cains = 2"), ("chains = 2", "chains = 0"), ("[model]", "[mo")]
    ):
        folder = shutil.copytree(tmp_path / "good", tmp_path / str(number))
        for path in folder.rglob(SUMS):
            path.unlink()
        settings = next(folder.rglob("bayes.toml"))
        text = settings.read_text(encoding="utf8")
        assert old in text
        settings.write_text(text.replace(old, new), encoding="utf8")
        with pytest.raises(ModelError, match="Train it again"):
            SCDP.from_disk(folder)
    DPMixture(**FEW).fit(sets(vectors)).to_disk(tmp_path / "unlabelled")
    for path in [*(tmp_path / "unlabelled").rglob("*")]:
        if path.name == SUMS:
            path.unlink()
        elif path.name == "bayes.toml":
            path.write_bytes(next((tmp_path / "good").rglob("bayes.toml")).read_bytes())
    with pytest.raises(ModelError, match="the labels of training are missing"):
        SCDP.from_disk(tmp_path / "unlabelled")


def test_scikit_learns_tools():
    vectors, labels = clusters(4)
    assert cross_val_score(SCDP(**FEW), ItemSets.vectors(vectors), labels, cv=3).min() > 0.9
    search = GridSearchCV(CDP(scale=False, **FEW), {"variance": [1.0, 60.0]}, cv=3).fit(
        ItemSets.vectors(vectors), labels
    )
    assert search.best_score_ > 0.9


def test_a_given_number_of_clusters():
    vectors, labels = clusters(5)
    fitted = SCDP(**FEW).fit(sets(vectors[:1]), labels[:1])
    assert [len(set(one.tolist())) for one in fitted.predict(sets(vectors[1:]), n_clusters=[2, 5])] == [2, 5]
    with pytest.raises(LinksError, match="set 0 has 12 items, and 13 clusters are wanted"):
        fitted.predict(sets(vectors[1:]), n_clusters=13)
    with pytest.raises(SettingError, match="n_clusters is 0"):
        fitted.predict(sets(vectors[1:]), n_clusters=0)


def test_shared_clusters_keep_the_labels_of_training():
    vectors, labels = clusters(6)
    named = [np.array([40, 10, 30])[one] for one in labels]
    fitted = SCDP(shared=True, variance=20, **FEW).fit(sets(vectors[:2]), named[:2])
    draws = fitted.sample(sets([np.concatenate([vectors[2], [[30.0, 30.0]]])]))
    best = draws.labels[draws.best()]
    assert best[:12].tolist() == named[2].tolist()
    assert best[12] == 41


def test_one_item_empty_sets_and_equal_items():
    vectors, labels = clusters(7)
    fitted = SCDP(**FEW).fit(sets(vectors), labels)
    found = fitted.predict(sets([vectors[0][:1], np.zeros((0, 2)), np.ones((4, 2))]))
    assert [one.tolist() for one in found] == [[0], [], [0, 0, 0, 0]]
    assert [
        len(one) for one in DPMixture(**FEW).fit(sets([np.zeros((0, 2)), vectors[0]])).predict(sets([vectors[1][:1]]))
    ] == [1]


def test_a_feature_constant_in_training():
    vectors, labels = clusters(8)
    flat = [np.column_stack([one, np.full(12, 3.0)]) for one in vectors]
    with pytest.warns(
        CorefpipeWarning, match=r"dimension 2 is 3 for all items of training, so it is left out.*scale=False"
    ):
        fitted = SCDP(**FEW).fit(sets(flat[:2]), labels[:2])
    flat[2][:, 2] = np.arange(12) * 1e6  # what training cannot judge does not count
    assert fitted.score(sets([flat[2]]), [labels[2]], metric="pairwise") == 1.0
    with pytest.raises(LinksError, match=r"no dimension varies in training.*scale=False"):
        SCDP(**FEW).fit(sets([np.ones((3, 2))]), [[0, 1, 0]])
    with pytest.raises(LinksError, match=r"the training data are one item"):
        SCDP(**FEW).fit(sets([np.ones((1, 2))]), [[0]])
    assert SCDP(scale=False, **FEW).fit(sets([np.ones((3, 2))]), [[0, 0, 0]]).predict(sets([np.ones((2, 2))]))[
        0
    ].tolist() == [0, 0]


@pytest.mark.parametrize(
    ("given", "labels", "message"),
    [
        ([], [], "no.*set"),
        ([np.zeros((0, 2))], [[]], "none of the sets has items"),
        ([[[1.0, np.nan]]], [[0]], "nan"),
        ([[["a", "b"]]], [[0]], "set 0"),
        ([[[1.0, 2.0], [2.0, 1.0]]], [[0]], "1 labels for the 2 items of set 0"),
        ([[[1.0, 2.0], [2.0, 1.0]]], [[0, np.nan]], "item 1 of set 0 is nan"),
        ([[[1.0, 2.0], [2.0, 1.0]]], None, "no labels to learn from"),
    ],
)
def test_wrong_training_data(given, labels, message):
    with pytest.raises(LinksError, match=message):
        SCDP(**FEW).fit(sets(given), labels)


def test_records_and_no_item_sets():
    with pytest.raises(LinksError, match="records with the fields a"):
        SCDP(**FEW).fit(ItemSets.records([[{"a": "b"}]]), [[0]])
    with pytest.raises(LinksError, match="expected ItemSets, got list"):
        SCDP(**FEW).fit([[[1.0]]], [[0]])


def test_wrong_new_data_and_settings():
    vectors, labels = clusters(9)
    fitted = SCDP(**FEW).fit(sets(vectors), labels)
    with pytest.raises(LinksError, match="vectors of 3 dimensions after training on 2"):
        fitted.predict(sets([np.zeros((2, 3))]))
    with pytest.raises(LinksError, match=r"item 1 of set 1 has -.*e\+1.* after scaling by training.*up to 1e\+50"):
        fitted.predict(sets([vectors[0], [[1.0, 2.0], [3.0, -1e160]]]))
    with pytest.raises(LinksError, match=r"item 0 of set 0 has 1e\+200 in a dimension in training"):
        SCDP(**FEW).fit(sets([[[1e200, 1.0], [1.0, 2.0]]]), [[0, 1]])
    with pytest.raises(NotFittedError):
        SCDP().predict(sets(vectors))
    for name, value in (("chains", 0), ("burn_in", -1), ("variance", 0), ("alpha", "x"), ("draws", 1.5), ("model", 4)):
        with pytest.raises(SettingError, match=f"{name} .*{value}|'?{value}'?.*{name}"):
            SCDP(**{name: value}).fit(sets(vectors), labels)


def test_chains_that_have_not_mixed():
    random = np.random.default_rng(0)
    vectors = [random.normal(size=(40, 2))]
    with pytest.warns(CorefpipeWarning, match=r"have not mixed: R-hat is .* for log_joint.*at most 1\.1.*burn_in"):
        SCDP(chains=3, burn_in=0, draws=6).fit(sets(vectors), [np.arange(40) // 2]).predict(sets(vectors))


def test_chains_that_have_mixed_do_not_warn():
    vectors, _ = clusters(10)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        CDP(chains=2, burn_in=5, draws=60).fit(sets(vectors[:1])).predict(sets(vectors[1:]))


def test_r_hat():
    random = np.random.default_rng(0)
    mixed = random.normal(size=(4, 400))
    assert r_hat(mixed) == pytest.approx(1, abs=0.02)
    assert r_hat(mixed + np.array([[0], [0], [0], [3]])) > 1.5
    assert r_hat(mixed + np.linspace(0, 4, 400)) > 1.3  # a drift, which halves show
    assert r_hat(np.ones((2, 10))) == 1
    assert r_hat(np.array([[1.0] * 10, [2.0] * 10])) == np.inf
    assert np.isnan(r_hat(np.ones((2, 3))))
    # By its definition, on the halves of two chains.
    values = np.array([[1.0, 2, 4, 3], [5.0, 4, 6, 8]])
    halves = np.array([[1.0, 2], [4, 3], [5, 4], [6, 8]])
    within, between = halves.var(axis=1, ddof=1).mean(), 2 * halves.mean(axis=1).var(ddof=1)
    assert r_hat(values) == pytest.approx(np.sqrt((within / 2 + between / 2) / within))


def test_what_draws_agree_on(tmp_path):
    traces = {"log_joint": np.arange(8.0).reshape(2, 4)}
    draws = Draws(
        np.array([0, 3]), np.array([[0, 0, 1], [2, 1, 1]]), np.array([-3.0, -1.0]), np.array([0, 1]), traces, 2
    )
    assert draws.together(0).tolist() == [[1, 0.5, 0], [0.5, 1, 0.5], [0, 0.5, 1]]
    assert draws.best() == 1
    assert [one.tolist() for one in draws.clusters(1)] == [[0, 1, 1]]
    pytest.importorskip("matplotlib")
    draws.plot(tmp_path / "traces.svg")
    assert "log_joint" in (tmp_path / "traces.svg").read_text(encoding="utf8")
