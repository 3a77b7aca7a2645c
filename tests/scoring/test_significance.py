"""Confidence intervals and significance tests, compared with slow and exact computations."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from scipy import stats

from corefpipe.scoring.registry import prf
from corefpipe.scoring.significance import Resampling, bootstrap, holm, randomisation, swapped, weighted, wilcoxon


def f1(counts: np.ndarray) -> np.ndarray:
    """F1 of a metric with recall and precision: (…, 4) counts -> (…, 1)."""
    return prf(counts)[..., 2:]


def random_counts(documents: int, seed: int = 0) -> np.ndarray:
    """(2, D, 4) counts of two responses to the same key, the second of which is somewhat better."""
    stream = np.random.default_rng(seed)
    expected = stream.integers(10, 60, documents).astype(float)
    sides = []
    for quality in (0.5, 0.6):
        right = stream.binomial(expected.astype(int), quality).astype(float)
        sides.append(np.stack([right, expected, right, right + stream.integers(1, 20, documents)], axis=-1))
    return np.stack(sides)


class TestBootstrap:
    def test_equals_a_loop_over_samples(self):
        counts = random_counts(7)
        stream, _ = Resampling(50).streams()
        weights = stream.multinomial(7, [1 / 7] * 7, size=50)
        slow = [[f1(sum(w * row for w, row in zip(ws, side, strict=True))) for ws in weights] for side in counts]
        assert weighted(f1, counts, weights) == pytest.approx(np.array(slow), rel=1e-12)
        bounds, difference = bootstrap(f1, counts, Resampling(50))
        assert bounds == pytest.approx(np.quantile(slow, [0.025, 0.975], axis=1), rel=1e-12)
        paired = np.subtract(slow[1], slow[0])
        assert difference == pytest.approx(np.quantile(paired, [0.025, 0.975], axis=0), rel=1e-12)

    def test_resamples_are_of_the_same_size(self):
        stream, _ = Resampling(50).streams()
        assert set(stream.multinomial(7, [1 / 7] * 7, size=50).sum(axis=1)) == {7}

    def test_covers_a_mean_as_often_as_the_normal_approximation_says(self):
        # The bootstrap interval of a mean: about mean ± 1.96 standard errors.
        values = np.random.default_rng(1).normal(5, 2, 200)
        counts = np.stack([np.stack([values, np.ones(200)], axis=-1)] * 2)
        bounds, _ = bootstrap(lambda c: c[..., :1] / c[..., 1:], counts, Resampling())
        error = 1.96 * values.std() / np.sqrt(200)
        assert bounds[:, 0, 0] == pytest.approx([values.mean() - error, values.mean() + error], abs=0.02)


class TestRandomisation:
    def test_equals_enumeration(self):
        counts = random_counts(6, seed=3)
        observed = f1(counts[1].sum(axis=0)) - f1(counts[0].sum(axis=0))
        as_large = []
        for swap in itertools.product([False, True], repeat=6):
            a = sum(counts[int(s), d] for d, s in enumerate(swap))
            b = sum(counts[1 - int(s), d] for d, s in enumerate(swap))
            as_large.append(abs(f1(b) - f1(a))[0] >= abs(observed)[0] - 1e-12)
        exact = np.mean(as_large)
        assert 2 / 2**6 < exact < 1
        assert randomisation(f1, counts, Resampling(100_000)) == pytest.approx([exact], abs=0.005)

    def test_swapping_all_negates(self):
        counts = random_counts(6)
        none, every = swapped(f1, counts, np.array([[0.0] * 6, [1.0] * 6]))
        assert none == pytest.approx(f1(counts[1].sum(axis=0)) - f1(counts[0].sum(axis=0)))
        assert every == pytest.approx(-none)

    def test_ties_up_to_rounding_count(self):
        # All documents differ by 0.1, and sums of these fractions are rounded differently in each order: only
        # samples with all or no documents swapped are as large as the observed difference.
        a = np.array([0.1, 0.2, 0.3, 0.7])
        counts = np.stack([a, a + 0.1])[..., None]
        p = randomisation(lambda c: c, counts, Resampling(20_000))
        assert p == pytest.approx([2 / 2**4], abs=0.01)

    def test_is_valid_under_the_null(self):
        # p-values of equally good responses are about uniformly distributed.
        stream = np.random.default_rng(0)
        values = [
            randomisation(lambda c: c, stream.normal(size=(2, 15, 1)), Resampling(200, seed=seed))
            for seed in range(300)
        ]
        assert np.mean(np.array(values) < 0.2) == pytest.approx(0.2, abs=0.07)


class TestWilcoxon:
    def test_equals_scipy_on_documents(self):
        a, b = np.random.default_rng(0).normal(size=(2, 20))
        counts = np.stack([a, b])[..., None]
        assert wilcoxon(lambda c: c, counts) == pytest.approx([stats.wilcoxon(b, a).pvalue])

    def test_no_difference_but_rounding_is_none(self):
        counts = random_counts(20)
        a, b = f1(counts)[..., 0]
        (nearly,) = np.flatnonzero(np.abs(b - a) < 1e-15)
        assert b[nearly] != a[nearly]
        expected = stats.wilcoxon(np.delete(b - a, nearly)).pvalue
        assert wilcoxon(f1, counts) == pytest.approx([expected])

    @pytest.mark.parametrize("documents", [1, 2, 5, 8, 13, 20, 80])
    def test_equals_scipy_on_ties(self, documents):
        stream = np.random.default_rng(documents)
        differences = stream.integers(1, 4, documents) * stream.choice([-1, 1], documents, p=[0.2, 0.8])
        counts = np.stack([np.zeros(documents), differences])[..., None]
        assert wilcoxon(lambda c: c, counts) == pytest.approx([stats.wilcoxon(differences).pvalue])

    def test_ties_by_hand(self):
        # Ranks 1.5, 1.5, 3; only 3 is negative: their signed sum is 0, so every choice of signs is at least as extreme.
        counts = np.array([[[0.0], [0.0], [0.0]], [[0.1], [0.1], [-0.2]]])
        assert wilcoxon(lambda c: c, counts) == [1.0]
        # All positive: 2 of the 8 choices of signs are as extreme.
        assert wilcoxon(lambda c: c, np.abs(counts)) == [2 / 8]

    def test_drops_documents_without_a_difference(self):
        counts = random_counts(20)
        equal = np.stack([random_counts(5, seed=1)[0]] * 2)
        assert wilcoxon(f1, np.concatenate([counts, equal], axis=1)) == wilcoxon(f1, counts)


@pytest.mark.parametrize(
    ("raw", "corrected"),
    [
        # Holm 1979: the smallest p-value times their number n, the next one times n - 1, ...
        ([0.01, 0.04, 0.03, 0.005], [0.03, 0.06, 0.06, 0.02]),
        ([0.02, 0.02, 0.02], [0.06, 0.06, 0.06]),
        ([0.5, 0.01, 0.9], [1.0, 0.03, 1.0]),
        ([0.2], [0.2]),
    ],
)
def test_holm(raw, corrected):
    assert holm(np.array(raw)) == pytest.approx(corrected)
