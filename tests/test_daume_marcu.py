"""The data, baselines and curves of `eval/daume_marcu`, on small data of our own."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import numpy as np
import pytest
from helpers import ROOT
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.distance import pdist, squareform
from scipy.special import gammaln
from sklearn.base import clone

from corefpipe.clustering import ItemSets
from corefpipe.clustering.bayes import SCDP
from corefpipe.clustering.bayes.reference_types import Publications, ReferenceTypes
from corefpipe.clustering.learned_metrics import XingMetric

FOLDER = ROOT / "eval" / "daume_marcu"
MODULES = (
    "items", "data", "proper_nouns", "baselines", "embedding", "sampled", "expected", "measure", "implicit", "variants",
    "table",
)  # fmt: skip


@pytest.fixture(scope="module")
def scripts():
    sys.path.insert(0, str(FOLDER))
    before = {name: sys.modules.pop(name) for name in MODULES if name in sys.modules}  # of other scripts
    try:
        yield SimpleNamespace(**{name: __import__(name) for name in MODULES})
    finally:
        sys.path[:] = [path for path in sys.path if not path.startswith(str(FOLDER))]
        for name in MODULES:
            sys.modules.pop(name, None)
        sys.modules.update(before)


def blobs(scripts, seed: int, n: int = 40, apart: float = 8.0):
    """A task of two sets of vectors, with other clusters in the second one."""
    random = np.random.default_rng(seed)
    parts = []
    for _ in range(2):
        labels = random.integers(0, 4, n)
        centres = np.array([[0, 0], [apart, 0], [0, apart], [apart, apart]])
        parts.append((centres[labels] + random.normal(size=(n, 2)), labels))
    train, test = scripts.items.of_vectors(parts)
    return scripts.items.Task([train], [test])


def test_some_of_the_items(scripts):
    random = np.random.default_rng(0)
    vectors = random.normal(size=(9, 1))
    items = scripts.items.Items(pdist(vectors)[:, None], np.arange(9) % 3, vectors=vectors)
    rows = np.array([1, 2, 5, 8])
    some = items.only(rows)
    assert np.array_equal(squareform(some.differences[:, 0]), squareform(items.differences[:, 0])[np.ix_(rows, rows)])
    assert some.labels.tolist() == [1, 2, 2, 2]
    assert some.same.tolist() == [False, False, False, True, True, True]
    assert np.array_equal(some.vectors, vectors[rows])


def test_records(scripts):
    people = [[{"name": "ann", "age": ""}, {"name": "anna", "age": "3"}, {"name": "bo", "age": "3"}]]
    (items,) = scripts.items.of_records(
        [(people[0], np.array([0, 0, 1]), None)], {"name": ["edit"], "age": ["difference"]}
    )
    # Edit distances are 1/4, 1 and 1; ages are known of one pair only, whose difference of 0 stands for the others.
    expected = np.array([0.25, 1, 1])
    assert np.allclose(items.differences[:, 0], expected / np.sqrt((expected**2).mean()))
    assert items.differences[:, 1].tolist() == [0, 0, 0]


def test_digits(scripts):
    task = scripts.data.digits(3)
    assert set(task.train[0].labels.tolist()) == {1, 3, 5, 8, 9}
    assert set(task.test[0].labels.tolist()) == {0, 2, 4, 6, 7}
    counts = np.concatenate([np.unique(one.labels, return_counts=True)[1] for one in (task.train[0], task.test[0])])
    assert counts.min() >= 30
    assert counts.max() <= 174
    both = np.concatenate([task.train[0].vectors, task.test[0].vectors])
    assert np.allclose(both.mean(axis=0), 0)
    assert np.allclose(both.std(axis=0), 1)


def test_people_of_the_census(scripts, tmp_path):
    lines = [
        "A\t1\t AQUENDO       CLARA        J 666          STARKEY             ",
        "B\t1\t AQUENDO       CARLA        J 666          STARKEY             ",
        "A\t2\t DARCOURT                   G 4802         BASSWOOD            ",
        "A\t3\t DANIEL LEIVA  SAMMY        J 729          RIDLEY              ",
    ]
    path = tmp_path / "census.txt"
    path.write_text("\n".join(lines) + "\n")
    assert scripts.data.person(lines[0].split("\t")[2]) == {
        "last": "AQUENDO", "first": "CLARA", "middle": "J", "number": "666", "street": "STARKEY",
        "name": "CLARA J AQUENDO",
    }  # fmt: skip
    task = scripts.data.census(path, 1)
    assert task.sizes["train items"] + task.sizes["test items"] == 4
    pair = next(one for one in (*task.train, *task.test) if (one.labels == 0).any())
    assert len(set(pair.matched[pair.labels == 0].tolist())) == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            " Freund, Y. and Haussler, D.   Unsupervised Learning,   (1992),   In NIPS IV (Denver 1992), ",
            ("Unsupervised Learning", "Freund Y.", "In NIPS IV (Denver 1992)", "1992", ["freund", "haussler"]),
        ),
        (
            " M. Kearns and L. G. Valiant.   Limits.   Proceedings of COLT 1994, ",
            ("Limits", "M. Kearns", "Proceedings of COLT 1994", "1994", ["kearns", "valiant"]),
        ),
        (
            " Schapire, R.   The strength, Machine Learning ",
            ("The strength, Machine Learning", "Schapire R", "", "", None),
        ),
    ],
)
def test_citations(scripts, text, expected):
    found = scripts.data.citation(text)
    assert [found[name] for name in ("title", "author", "venue", "year")] == list(expected[:4])
    assert expected[4] is None or found["surnames"] == expected[4]


@given(peak=st.floats(-2.9, 1.9))
def test_golden_section(scripts, peak):
    tried = []

    def hill(value: float) -> float:
        tried.append(value)
        return -abs(value - peak)

    found = scripts.baselines.golden_section(hill, -3, 2, 12)
    assert len(tried) == 12
    assert abs(found - peak) < 0.05  # 5 · 0.618¹¹, twice


def test_baselines_find_clear_clusters(scripts, monkeypatch):
    monkeypatch.setattr(scripts.baselines, "EVALUATIONS", 3)
    task = blobs(scripts, 0)
    found = {"K-MEANS": scripts.baselines.k_means(task, 0)} | scripts.baselines.binary(task, 0)
    assert list(found) == ["K-MEANS", "BINARY", "BINARY, whole"]
    assert [scripts.baselines.pairwise_f1(task.test, labels) for labels in found.values()] == [1, 1, 1]
    tried = scripts.baselines.xing(task, 0)
    assert list(tried) == ["0", "1", "|s|/|d|", "(|s|/|d|)²"]
    assert [scripts.baselines.pairwise_f1(task.test, found) for found in tried.values()][1:] == [1, 1, 1]
    measures = scripts.measure.measured(task.test, scripts.baselines.coarse(task, 0))
    largest = np.bincount(task.test[0].labels).max()
    assert measures["CED/N"] == round((40 - largest) / 40, 5)
    assert measures["NES"] == round(1 - (40 - largest + 3) / 80, 5)  # three mergers the other way
    assert scripts.measure.measured(task.test, scripts.baselines.fine(task, 0))["NES"] == 0.1


def test_k_means_of_differences_is_that_of_vectors(scripts):
    task = blobs(scripts, 1, apart=1.0)
    items = task.test[0]
    without = scripts.items.Items(items.differences, items.labels)
    metric = XingMetric().fit(task.train[0].vectors, task.train[0].labels)
    for chosen in (None, metric):
        costs = []
        for one in (items, without):
            labels = scripts.baselines.by_k_means(one, chosen, 0)
            vectors = items.vectors if chosen is None else metric.transform(items.vectors)
            costs.append(sum(vectors[labels == k].var(axis=0).sum() * (labels == k).sum() for k in range(4)))
        assert np.isclose(*costs, rtol=0.02)  # ten starts may end in another optimum


def test_vectors_have_the_differences(scripts):
    random = np.random.default_rng(0)
    points = random.normal(size=(2, 9, 2, 3))  # two sets of nine items, two features of three dimensions
    sets = [
        scripts.items.Items(np.stack([pdist(one[:, feature]) for feature in (0, 1)], axis=1), np.arange(9) % 3)
        for one in points
    ]
    (train,), (test,) = scripts.embedding.vectors_of(sets[:1], sets[1:])
    assert train.shape == (9, 20)
    for feature in (slice(0, 10), slice(10, 20)):
        assert np.isclose(np.square(train[:, feature]).mean(), 1)
        assert (train[:, feature].std(axis=0) > 0).all()
    for vectors, own in ((train, sets[0]), (test, sets[1])):
        for number, feature in enumerate((slice(0, 10), slice(10, 20))):
            ratio = pdist(vectors[:, feature]) / own.differences[:, number]
            assert np.allclose(ratio, ratio[0])
    assert scripts.embedding.vectors_of(sets[:1], sets[1:], 3)[0][0].shape == (9, 6)
    given = blobs(scripts, 0)
    assert scripts.embedding.vectors_of(given.train, given.test)[1][0] is given.test[0].vectors


SHORT = {"scale": False, "chains": 1, "burn_in": 3, "draws": 4}


def drawn(model, task):
    (known,), (asked,) = ([one.vectors for one in part] for part in (task.train, task.test))
    return model.fit(ItemSets.vectors([known]), [task.train[0].labels]).sample(ItemSets.vectors([asked]))


def test_counts_of_documents_are_those_of_the_measures(scripts):
    sets = [scripts.items.Items(np.zeros((3, 1)), np.array(labels)) for labels in ([0, 0, 1], [0, 1, 1])]
    found = [np.array([0, 0, 0]), np.array([0, 1, 1])]
    score = scripts.table.over_runs([scripts.measure.by_document(sets, found)] * 2)
    assert score["pairwise"].f1 == pytest.approx(scripts.measure.measured(sets, found)["F"], abs=1e-5)


@pytest.mark.filterwarnings("ignore::corefpipe.exceptions.CorefpipeWarning")
def test_with_one_dimension_per_feature_footnote_5_is_the_model(scripts):
    task, implicit = blobs(scripts, 0, n=25, apart=3.0), scripts.implicit.ImplicitSCDP(1, **SHORT)
    implicit.width = 1
    found, expected = (drawn(model, task) for model in (implicit, SCDP(1, **SHORT)))
    assert np.array_equal(found.labels, expected.labels)
    assert np.allclose(found.log_joint, expected.log_joint)


def test_footnote_5_depends_on_distances_alone(scripts):
    """Lines in three dimensions have the densities that they have in one."""
    random = np.random.default_rng(0)
    line, precisions = random.normal(size=(7, 2)), random.gamma(2, size=(7, 2))
    turned = np.hstack([one[:, None] * np.linalg.qr(random.normal(size=(3, 3)))[0][0] for one in line.T])
    one, three = Publications(0.7), scripts.implicit.FeatureMeans(0.7, 3)
    flat, wide = (
        Publications.items_of(line, precisions),
        Publications.items_of(turned, np.repeat(precisions, 3, axis=1)),
    )
    sums = [family.statistics(items)[:5].sum(axis=0)[None] for family, items in ((one, flat), (three, wide))]
    count = np.array([5])
    assert np.allclose(one.log_marginal(sums[0], count), three.log_marginal(sums[1], count))
    predicted = [
        family.log_predictive(family.summary(total, count), items[5])
        for family, total, items in ((one, sums[0], flat), (three, sums[1], wide))
    ]
    assert np.allclose(*predicted)
    more = three.log_marginal(sums[1] + three.statistics(wide)[5], count + 1) - three.log_marginal(sums[1], count)
    assert np.allclose(more, predicted[1])
    shape, rate = np.array([1.5, 2.0]), np.array([0.5, 1.0])
    squares = np.square(line), np.square(turned)
    families = ReferenceTypes(shape, rate), scripts.implicit.FeatureTypes(shape, rate, 3)
    values = []
    for family, items in zip(families, squares, strict=True):
        total = family.statistics(items)[:5].sum(axis=0)[None]
        values.append(
            (family.log_marginal(total, count), family.log_predictive(family.summary(total, count), items[5]))
        )
    assert np.allclose(*values)
    assert np.allclose(families[1].draw(total, count, random)[0, :3].std(), 0)


@pytest.mark.filterwarnings("ignore::corefpipe.exceptions.CorefpipeWarning")
def test_variants_find_clear_clusters(scripts):
    task = blobs(scripts, 0, n=20, apart=16.0)
    sets = [[scripts.items.Items(one.differences, one.labels) for one in part] for part in (task.train, task.test)]
    task = scripts.items.Task(*sets)
    for name in ("SCDP-1, 2", "SCDP-1, footnote 5"):
        found = scripts.variants.run(task, scripts.variants.VARIANTS[name], 0)
        assert found["F"] > 0.8, name
        assert len(found["best of chains"]) == 1


@pytest.mark.parametrize("name", ["CDP", "SCDP-1", "SCDP-2", "SCDP-3"])
def test_samplers(scripts, name, monkeypatch):
    model = scripts.sampled.MODELS[name]
    monkeypatch.setitem(scripts.sampled.MODELS, name, clone(model).set_params(burn_in=10, draws=8))
    task = blobs(scripts, 0, n=20, apart=16.0)
    found, told = scripts.sampled.sampled(task, name, 1)
    assert len(found[0]) == 20
    assert told["last"]["n_clusters"] >= 1
    assert told["r_hat"]["log_joint"] > 0
    again, _ = scripts.sampled.sampled(task, name, 1)
    assert np.array_equal(found[0], again[0])
    if name in ("SCDP-1", "SCDP-2"):
        assert scripts.baselines.pairwise_f1(task.test, found) > 0.9


def test_expected_numbers_of_clusters(scripts):
    sets = [np.array([0, 0, 1, 2]), np.array([0, 1, 1, 1, 1, 1])]
    alpha = scripts.expected.best_alpha(sets)

    def likelihood(a: float) -> float:
        return sum(len(np.unique(one)) * np.log(a) + gammaln(a) - gammaln(a + len(one)) for one in sets)

    assert likelihood(alpha) > max(likelihood(alpha * 0.9), likelihood(alpha * 1.1))
    found = scripts.expected.curves(sets)
    assert found["N"] == [1, 2, 3, 4]
    assert found["drawn"][0] == found["expected"][0] == 1


def test_tables(scripts, tmp_path):
    task = blobs(scripts, 2)
    sizes = {"0": task.sizes, "1": task.sizes | {"test items": 50}}
    runs = {
        name: {seed: scripts.measure.run(task, name, 0)[name] for seed in sizes}
        for name in ("COARSE", "K-MEANS", "XING-K")
    }
    chain = {"last": {"n_clusters": 5.0, "n_types": 2.0}, "r_hat": {"log_joint": 1.05, "alpha": 1.2}}
    runs["SCDP-1"] = {seed: one | chain for seed, one in runs["XING-K"].items()}
    runs["BINARY"] = {"0": runs["COARSE"]["0"], "2": runs["K-MEANS"]["0"]}
    own = {"matching": "", "sizes": sizes, "runs": runs, "expected": scripts.expected.curves([task.test[0].labels])}
    long = {seed: one | {"best of chains": [-4.0, -1.0]} for seed, one in runs["SCDP-1"].items()}
    kept = {key: runs["SCDP-1"] for key in scripts.table.EMBEDDINGS.values() if key}
    variants = {"digits": {"SCDP-1, long": long, **kept}}
    walk = {"clusters": 3, "F": 0.5, "log joint": -1234, "wrong pairs": 7, "of one address": 6}
    text = scripts.table.text({"digits": own}, variants, {"census": {"as usual": walk}})
    assert "| K-MEANS | 1.000 ± .000 |" in text
    assert "test: 1 sets, 40 to 50 items, 4 clusters" in text
    assert "1.000 ± .000 (.608)" in text
    apart = runs["SCDP-1"]["0"]["F"] - runs["COARSE"]["0"]["F"]
    assert f"| digits | {apart:.3f}".replace("0.", ".") + " (1 of 1) |" in text
    assert scripts.table.number([-0.25, 10.25]) == "5.000 ± 7.425"
    assert scripts.table.number([-0.25]) == "-.250"
    assert "| digits | SCDP-1 | 4 | 5 | 2.0 | 2 of 2 | 0 of 2 |" in text
    assert ".000 ± .000 | 0 of 2 | 3 | 2 |" in text
    assert "| census | as usual | 3 | .500 | -1,234 | 6 of 7 |" in text
    assert "| digits | SCDP-1 |" in scripts.table.tests({"digits": own | {"runs": runs | {"BINARY": runs["COARSE"]}}})
    scripts.table.plot({"digits": own, "census": own}, tmp_path / "figure.svg")
    assert "Dirichlet process" in (tmp_path / "figure.svg").read_text()
