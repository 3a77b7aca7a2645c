"""Baseline decoders, which ignore the scores."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.links import make_links

from corefpipe.clustering.decoders.baselines import AllApartDecoder, AllInOneDecoder
from corefpipe.exceptions import LinksError

LINKS = make_links([[], [0], [1], []])
SCORES = np.array([0, 0, 1, 0, np.log(3), 0])


def test_all_in_one():
    found = AllInOneDecoder().decode(LINKS, SCORES)
    assert found.labels.tolist() == [0, 0, 0, 0]
    # The last has no candidates.
    assert found.antecedent.tolist() == [-1, 0, 1, -1]
    assert found.probability == pytest.approx([1, np.e / (1 + np.e), 0.75, 1])


def test_all_apart():
    found = AllApartDecoder().decode(LINKS, SCORES)
    assert found.labels.tolist() == [0, 1, 2, 3]
    assert found.antecedent.tolist() == [-1, -1, -1, -1]
    assert found.probability == pytest.approx([1, 1 / (1 + np.e), 0.25, 1])


@pytest.mark.parametrize("decoder", [AllInOneDecoder(), AllApartDecoder()])
def test_nothing_and_nonsense(decoder):
    assert decoder.decode(make_links([]), np.zeros(0)).labels.tolist() == []
    with pytest.raises(LinksError, match="is nan"):
        decoder.decode(LINKS, np.full(6, np.nan))
