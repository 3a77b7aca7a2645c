"""Prepared documents: the arrays of the resolver, in memory and mapped from files."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.tuning import tune_in_memory

from corefpipe.exceptions import FormatError
from corefpipe.features import FeatureSet
from corefpipe.resolver.learning import learn_tables
from corefpipe.resolver.model import Resolver
from corefpipe.tuning import Prepared, prepare


def test_as_the_resolver_has_it(annotated, prepared):
    features = FeatureSet("default")
    learned = learn_tables(features, annotated[:1], "gold")
    links, labels = learned.links(features, Resolver(features).constraints), learned.labels
    assert (links.features != prepared.train.links.features).nnz == 0
    assert [label.tolist() for label in labels] == [label.tolist() for label in prepared.train.labels]
    assert prepared.dev.links.features.shape[1] == links.features.shape[1]
    assert prepared.singletons == learned.singletons is True


def test_saved_and_loaded(prepared, tmp_path):
    saved = prepared.save(tmp_path / "a")
    for part in (saved.train, saved.dev):
        assert not part.links.features.data.flags.writeable
        assert is_mapped(part.links.features.data)
        assert is_mapped(part.links.features.indices)
        assert is_mapped(part.links.features.indptr)
    assert saved.signature() == prepared.signature()
    assert saved.dev.keys == prepared.dev.keys
    assert saved.save(tmp_path / "b").signature() == prepared.signature()
    for path in (tmp_path / "a").iterdir():
        assert path.read_bytes() == (tmp_path / "b" / path.name).read_bytes()


def is_mapped(array):
    while array is not None and not isinstance(array, np.memmap):
        array = array.base
    return isinstance(array, np.memmap)


def test_incomplete_files(prepared, tmp_path):
    with pytest.raises(FormatError, match="no prepared data"):
        Prepared.load(tmp_path)
    prepared.save(tmp_path)
    (tmp_path / "dev.data.npy").write_bytes(b"")
    with pytest.raises(FormatError, match="no prepared data"):
        Prepared.load(tmp_path)


def test_signature(prepared, tmp_path):
    swapped = Prepared(prepared.dev, prepared.train, prepared.singletons)
    assert swapped.signature() != prepared.signature()
    named = Prepared(prepared.train, prepared.dev, prepared.singletons, {"train": "a"})
    assert named.signature() == named.save(tmp_path).signature() == {"train": "a"}


def test_documents_without_mentions(annotated, tmp_path, base):
    empty = [(base(""), type(annotated[0][1])("empty"))]
    prepared = prepare(annotated[:1], empty, FeatureSet("default"), "gold").save(tmp_path)
    assert prepared.dev.links.n_sets == 1
    assert [len(labels) for labels in prepared.dev.labels] == [0]
    (trial,) = tune_in_memory(prepared, passes=[1])
    assert trial.scores["conll"] == 0
