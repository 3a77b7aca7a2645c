"""What all clusterers of words have in common: order and names change nothing, files, settings, wrong input."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse
from sklearn.base import clone

from corefpipe.clustering.labels import by_first_item
from corefpipe.clustering.named import make_word_clusterer
from corefpipe.clustering.registry import WORD_CLUSTERERS
from corefpipe.clustering.words import read_classes, write_classes, write_paths
from corefpipe.clustering.words.files import classes_of, read_clusterer
from corefpipe.exceptions import FormatError, LinksError, ModelError, SettingError

RANDOM = np.random.default_rng(0)
KIND = np.arange(40) % 4
COUNTS = RANDOM.poisson(RANDOM.dirichlet(np.ones(40) * 0.2, 4)[KIND] * 500 * RANDOM.uniform(0.5, 2, (40, 1))) + np.eye(
    40
)
METHODS = [*WORD_CLUSTERERS]
SETTINGS = {"random_state": 0, "n_components": 5, "starts": 5}


@pytest.fixture(params=METHODS)
def clusterer(request):
    """One of each kind, with 4 classes."""
    made = make_word_clusterer(request.param, {"n_clusters": 4})
    names = made.get_params()
    return made.set_params(**{name: value for name, value in SETTINGS.items() if name in names})


def test_order_and_names_change_nothing(clusterer):
    before = clone(clusterer).fit(COUNTS)
    order = np.random.default_rng(1).permutation(40)
    contexts = order if clusterer.takes == "bigrams" else np.random.default_rng(2).permutation(40)
    after = clone(clusterer).fit(COUNTS[order][:, contexts])
    assert after.labels_.tolist() == by_first_item(before.labels_[order]).tolist()


def test_sparse_dense_and_whole_numbers_are_the_same(clusterer):
    expected = clone(clusterer).fit(COUNTS).labels_.tolist()
    for counts in (sparse.csc_matrix(COUNTS), COUNTS.astype(np.int64), COUNTS.tolist(), sparse.coo_array(COUNTS)):
        assert clone(clusterer).fit(counts).labels_.tolist() == expected


def test_the_same_seed_gives_the_same(clusterer):
    one, other = (clone(clusterer).fit(COUNTS) for _ in range(2))
    assert all(np.array_equal(value, other.fitted()[name]) for name, value in one.fitted().items())


def test_memberships(clusterer):
    memberships = clusterer.fit(COUNTS).memberships_
    dense = memberships.toarray() if sparse.issparse(memberships) else memberships
    assert dense.shape == (40, 4)
    assert np.allclose(dense.sum(axis=1), 1)
    assert np.array_equal(dense.argmax(axis=1), clusterer.labels_)
    assert by_first_item(clusterer.labels_).tolist() == clusterer.labels_.tolist()


def test_files(clusterer, tmp_path):
    clusterer.fit(COUNTS).to_disk(tmp_path / "words")
    back = read_clusterer(tmp_path / "words")
    assert type(back) is type(clusterer)
    assert back.get_params() == clusterer.get_params()
    for name, value in clusterer.fitted().items():
        assert np.array_equal(getattr(back, name), value), name
    assert np.array_equal(np.asarray(back.transform(COUNTS).sum()), np.asarray(clusterer.transform(COUNTS).sum()))


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(ModelError, match=r"there is no words.toml, so no clusterer of words"):
        read_clusterer(tmp_path)
    clusterer = make_word_clusterer("brown", {"n_clusters": 4}).fit(COUNTS)
    clusterer.to_disk(tmp_path)
    (tmp_path / "words.npz").write_bytes(b"PK")
    with pytest.raises(ModelError, match=r"SHA256SUMS|digest|damaged|changed"):
        read_clusterer(tmp_path)
    (tmp_path / "SHA256SUMS").unlink()
    with pytest.raises(ModelError, match=r"no clusterer can be read"):
        read_clusterer(tmp_path)
    (tmp_path / "words.toml").write_text('[method]\nname = "browne"\n')
    with pytest.raises(ModelError, match=r"nothing is registered as the method 'browne'"):
        read_clusterer(tmp_path)


@pytest.mark.parametrize(
    ("counts", "error", "message"),
    [
        (np.full((5, 5), -1), LinksError, r"the count in row 0, column 0 is -1. Counts are finite numbers, 0 or more"),
        (np.where(np.eye(5) > 0, np.nan, 1), LinksError, r"the count in row 0, column 0 is nan"),
        (np.array([["a", "b"], ["c", "d"]]), LinksError, r"counts of type <U1. Counts are real numbers, 0 or more"),
        (np.ones((5, 5), dtype=complex), LinksError, r"counts of type complex128"),
        (np.ones(5), LinksError, r"counts of shape \(5,\). Give one row per word and one column per context"),
        (np.zeros((0, 0)), LinksError, r"counts of shape \(0, 0\). Give at least one word and one context"),
        ([[1, 2], [3]], LinksError, r"the counts are no array"),
        (np.ones((3, 3)), SettingError, r"4 classes of a vocabulary of 3 words. Ask for 3 classes or fewer, or give"),
    ],
)
def test_wrong_counts(clusterer, counts, error, message):
    with pytest.raises(error, match=message):
        clusterer.fit(counts)


def test_wrong_place_is_named():
    counts = sparse.csr_matrix(([1.0, 2.0, -3.0, 1.0], ([0, 1, 2, 3], [0, 1, 4, 3])), (5, 5))
    with pytest.raises(LinksError, match=r"row 2, column 4 is -3"):
        make_word_clusterer("k-means", {"n_clusters": 2}).fit(counts)


@pytest.mark.parametrize("method", [name for name in METHODS if name != "brown"])
def test_words_without_contexts(method):
    counts = COUNTS.copy()
    counts[[3, 7]] = 0
    with pytest.raises(LinksError, match=r"the word in row 3 has no counts \(so have 2 of 40 words\). Leave"):
        make_word_clusterer(method, {"n_clusters": 2}).fit(counts)


def test_other_contexts_than_in_training(clusterer):
    clusterer.fit(COUNTS)
    with pytest.raises(LinksError, match=r"7 contexts, and 40 in training. Give counts of the same contexts"):
        clusterer.transform(np.ones((2, 7)))


@pytest.mark.parametrize("value", [0, -1, 2.5, "many", True])
def test_wrong_numbers_of_classes(clusterer, value):
    with pytest.raises(SettingError, match=r"n_clusters is .*\. It must be a whole number, 1 or more"):
        clusterer.set_params(n_clusters=value).fit(COUNTS)


def test_tables_of_classes(tmp_path):
    words = [f"w{i}" for i in range(40)]
    for method in ("brown", "annealing"):
        fitted = make_word_clusterer(method, {"n_clusters": 4}).fit(COUNTS)
        classes = classes_of(fitted, words, np.arange(40))
        file = tmp_path / f"{method}.tsv"
        file.write_text("".join(write_classes(classes)), encoding="utf8")
        back = read_classes(file)
        assert [(one.word, one.label, one.count, one.path) for one in back] == [
            (one.word, one.label, one.count, one.path) for one in classes
        ]
        assert [one.probability for one in back] == pytest.approx([one.probability for one in classes], abs=1e-4)
        assert next(iter(write_paths(classes))) == f"{classes[0].path}\t{classes[0].word}\t{classes[0].count}\n"
    file.write_text("class\tword\tcount\n0\ta\tmany\n", encoding="utf8")
    with pytest.raises(FormatError, match=r"annealing.tsv:2: invalid literal for int.*Give whole numbers"):
        read_classes(file)
