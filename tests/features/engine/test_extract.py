"""Feature matrices of documents, exported to a file for other programs."""

from __future__ import annotations

import json

import numpy as np
import pytest
from helpers.strategies import EVERY_KIND, corpora
from hypothesis import given, settings
from scipy import sparse

from corefpipe.exceptions import FormatError
from corefpipe.features import FeatureSet, gold_tables, load_extract, load_features
from corefpipe.features.engine.extract import Extract, extract, write_extract


def extracted(features: FeatureSet, pairs) -> Extract:
    tables, labels = gold_tables(pairs)
    if features.vocabulary is None:
        features.fit_tables(tables, labels)
    return extract(features, tables, labels, [document.name for _, document in pairs])


def assert_same(one: Extract, other: Extract) -> None:
    assert (one.names, one.documents) == (other.names, other.documents)
    for name in ("spans", "labels", "coreferent"):
        assert np.array_equal(getattr(one, name), getattr(other, name))
    for name in ("sets", "indptr", "antecedent"):
        assert np.array_equal(getattr(one.links, name), getattr(other.links, name))
    assert one.links.features.shape == other.links.features.shape
    assert (one.links.features != other.links.features).nnz == 0


@settings(max_examples=25)
@given(pairs=corpora())
def test_what_is_written_is_read(tmp_path_factory, pairs):
    path = tmp_path_factory.mktemp("extract") / "x.npz"
    features = FeatureSet.parse(EVERY_KIND)
    found = extracted(features, pairs)
    write_extract(found, features, path)
    assert_same(load_extract(path), found)


@pytest.fixture(scope="module")
def file(annotated, tmp_path_factory):
    """(path, contents, feature set) of a file with the features of the samples."""
    path = tmp_path_factory.mktemp("extract") / "samples.npz"
    features = FeatureSet("default", min_count=3, window=20)
    found = extracted(features, annotated)
    write_extract(found, features, path)
    return path, found, features


def test_numpy_and_scipy_alone_read_it(file, annotated):
    path, found, _ = file
    matrix = sparse.load_npz(path)
    assert (matrix != found.links.features).nnz == 0
    with np.load(path, allow_pickle=False) as arrays:
        names = json.loads(arrays["names"].tobytes())
        documents = json.loads(arrays["documents"].tobytes())
        link = {name: arrays[f"link_{name}"] for name in ("set", "item", "antecedent", "coreferent")}
        sets, items, spans, labels = (arrays[name] for name in ("sets", "items", "spans", "labels"))
    assert documents == [document.name for _, document in annotated]
    assert len(names) == matrix.shape[1]
    assert len(sets) == len(documents) + 1
    assert len(items) - 1 == len(spans) == len(labels) == sets[-1]
    for row in range(0, len(link["set"]), 17):
        number, item, antecedent = (int(link[name][row]) for name in ("set", "item", "antecedent"))
        at = sets[number] + item
        assert items[at] <= row < items[at + 1]
        document = annotated[number][1]
        chain = {mention.span: mention.entity for mention in document.mentions}
        if antecedent >= 0:
            ana, ante = (tuple(spans[sets[number] + i].tolist()) for i in (item, antecedent))
            assert link["coreferent"][row] == (chain[ana] == chain[ante])
            assert link["coreferent"][row] == (labels[at] == labels[sets[number] + antecedent])
    dummies = link["antecedent"] < 0
    assert dummies.sum() == sets[-1]


def test_nothing_pickled_and_the_same_bytes(file, tmp_path):
    path, found, features = file
    with np.load(path, allow_pickle=False) as arrays:
        assert all(arrays[name].dtype != object for name in arrays.files)
    write_extract(found, features, tmp_path / "again.npz")
    assert (tmp_path / "again.npz").read_bytes() == path.read_bytes()


def test_the_columns_of_other_documents(file, annotated):
    path, found, features = file
    again = load_features(path)
    assert again.spec.candidates == features.spec.candidates
    assert again.fitted.names() == found.names
    assert_same(extracted(again, annotated), found)


def test_learned_features_are_in_the_file(annotated, tmp_path):
    features = FeatureSet("durrett_klein2013_surface")
    found = extracted(features, annotated[:1])
    write_extract(found, features, tmp_path / "x.npz")
    assert_same(extracted(load_features(tmp_path / "x.npz"), annotated[:1]), found)


def write(path, **arrays) -> None:
    with path.open("wb") as stream:
        np.savez(stream, **arrays)


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda path: path.unlink(), "no such file. Give a file that `corefpipe features extract` wrote"),
        (lambda path: path.write_bytes(b""), "the features cannot be read"),
        (lambda path: path.write_bytes(b"PK\3\4 and no more"), "the features cannot be read"),
        (lambda path: path.write_bytes(path.read_bytes()[:999]), "the features cannot be read"),
        (lambda path: np.save(path.open("wb"), np.zeros(3)), "the features cannot be read"),
        (lambda path: write(path, data=np.zeros(3)), "the features cannot be read"),
        (
            lambda path: write(path, data=np.array([{}], dtype=object)),
            "the features cannot be read: .*type object",
        ),
    ],
)
@pytest.mark.parametrize("load", [load_extract, load_features])
def test_another_file(file, tmp_path, spoil, message, load):
    path = tmp_path / "x.npz"
    path.write_bytes(file[0].read_bytes())
    spoil(path)
    with pytest.raises(FormatError, match=message) as caught:
        load(path)
    assert str(caught.value).startswith(f"{path}: ")


@pytest.mark.parametrize(
    "change",
    [
        {"names": np.frombuffer(b'["a"]', dtype=np.uint8)},
        {"names": np.frombuffer(b"\xff", dtype=np.uint8)},
        {"documents": np.frombuffer(b"[]", dtype=np.uint8)},
        {"labels": np.zeros(3, dtype=np.int32)},
        {"indices": np.zeros(3, dtype=np.int32)},
        {"shape": np.array([1, 2])},
        {"link_antecedent": np.zeros(1, dtype=np.int32)},
    ],
)
def test_arrays_that_do_not_fit(file, tmp_path, change):
    with np.load(file[0]) as arrays:
        kept = {name: arrays[name] for name in arrays.files}
    write(tmp_path / "x.npz", **(kept | change))
    with pytest.raises(FormatError, match="the features cannot be read"):
        load_extract(tmp_path / "x.npz")


def test_a_place_that_cannot_be_written(file, tmp_path):
    with pytest.raises(FormatError, match="cannot be written"):
        write_extract(file[1], file[2], tmp_path / "no" / "x.npz")
    assert list(tmp_path.iterdir()) == []
