"""Parts of a corpus, prepared as arrays."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from helpers.decoders import DECODERS
from helpers.tuning import tune_in_memory

from corefpipe.clustering.constraints import Constraints
from corefpipe.clustering.decoders import L3MDecoder, SumLinkDecoder
from corefpipe.features import FeatureSet
from corefpipe.tuning import Prepared, prepare
from corefpipe.tuning.data import Part


def test_some_of_the_documents(annotated):
    both = prepare(annotated, annotated, FeatureSet("default"), "gold").train
    first, second = both.take([0]), both.take([1])
    assert [key.name for part in (first, second) for key in part.keys] == [key.name for key in both.keys]
    assert first.links.n_links + second.links.n_links == both.links.n_links
    assert first.links.features.shape[1] == second.links.features.shape[1] == both.links.features.shape[1]
    halves = Prepared(first, second, singletons=True)
    assert 0 < tune_in_memory(halves, passes=[2])[0].scores["conll"] < 1


@pytest.fixture(scope="module")
def both(annotated) -> Part:
    return prepare(annotated, annotated, FeatureSet("default"), "gold").train


def constrained(part: Part, own: Constraints) -> Part:
    """A part whose first document has these constraints, and whose other documents have none."""
    return replace(part, constraints=[own, *(Constraints() for _ in part.keys[1:])])


def some(n: int) -> dict[str, np.ndarray]:
    """Constraints of each kind on n mentions."""
    random = np.random.default_rng(0)
    pairs = {"together": np.array([(0, 2)]), "apart": np.array([(0, 1), (1, 4)])}
    values = random.integers(-1, 2, (n, 2))
    return pairs | {"starts": np.arange(n) == 3, "values": values, "within": random.integers(-1, 3, n)}


@pytest.mark.parametrize("kind", ["together", "apart", "starts", "values", "within"])
def test_files_keep_the_constraints_of_each_document(both, tmp_path, kind):
    sizes = list(map(len, both.labels))
    wanted = some(sizes[0])[kind]
    part = constrained(both, Constraints(**{kind: wanted}))
    found = Prepared(part, both, singletons=True).save(tmp_path).train.constraints
    assert len(found) == len(sizes)
    assert np.array_equal(getattr(found[0], kind), wanted)
    for number, size in enumerate(sizes):
        groups = found[number].check(size).groups(size)
        assert number == 0 or (groups.free and found[number].of_one_unit)


@pytest.mark.parametrize("decoder", DECODERS, ids=repr)
def test_documents_from_files_are_decoded_as_those_in_memory(both, tmp_path, decoder):
    parts = some(len(both.labels[0]))
    part = constrained(both, Constraints(apart=parts["apart"], starts=parts["starts"], within=parts["within"]))
    saved = Prepared(part, both, singletons=True).save(tmp_path).train
    scores = np.random.default_rng(1).normal(0, 2, part.links.n_links)
    for one, other in zip(part.decode(decoder, scores), saved.decode(decoder, scores), strict=True):
        assert one.tolist() == other.tolist()


@pytest.mark.parametrize("decoder", [L3MDecoder(), SumLinkDecoder()], ids=repr)
def test_links_leave_no_unit(both, decoder):
    scores = np.where(both.links.antecedent < 0, 0.0, 5.0)
    units = np.arange(len(both.labels[0])) % 3
    labels = constrained(both, Constraints(within=units)).decode(decoder, scores)[0]
    assert len(set(zip(labels.tolist(), units.tolist(), strict=True))) == labels.max() + 1 < len(labels)
