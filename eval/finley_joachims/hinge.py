"""The linear SVM of PCC, solved to its optimum: with a large C, liblinear stops far from it or not at all."""

from __future__ import annotations

import warnings

import clarabel
import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.exceptions import ConvergenceWarning

TOLERANCE = 1e-6  # of the objective, relative to its optimum


class HingeSVM(ClassifierMixin, BaseEstimator):
    """Minimises ½|w|² + C Σ max(0, 1 - y w·x) over w, without an intercept, by interior points (Clarabel).

    Equal rows of one class share a variable, as most pairs of noun phrases have features that others have too.

    Attributes:
        coef_: (1, n_features) float64, the w.
        gap_: how far the objective at `coef_` may be above the optimum, relative to it: a bound from the dual program.
            ConvergenceWarning above `TOLERANCE`.
    """

    def __init__(self, C: float = 1.0):
        self.C = C

    def fit(self, features: sparse.csr_matrix, right: np.ndarray) -> HingeSVM:
        """Learn from (n_rows, n_features) features and (n_rows,) bool."""
        signed = features.toarray().astype(np.float64) * np.where(right, 1.0, -1.0)[:, None]
        rows, counts = np.unique(signed, axis=0, return_counts=True)  # y x says all of a row that the program asks
        w, dual = solved(rows, self.C * counts)
        self.classes_, self.coef_ = np.array([False, True]), w[None]
        objective = w @ w / 2 + self.C * counts @ np.maximum(1 - rows @ w, 0)
        bound = dual.sum() - ((dual @ rows) ** 2).sum() / 2
        self.gap_ = float((objective - bound) / objective)
        if self.gap_ > TOLERANCE:
            message = f"at C = {self.C:g} the objective may be {self.gap_:.1e} of itself above its optimum"
            warnings.warn(message, ConvergenceWarning, stacklevel=2)
        return self

    def decision_function(self, features: sparse.csr_matrix) -> np.ndarray:
        """(n_rows,) w·x."""
        return np.asarray(features @ self.coef_[0])


def solved(rows: np.ndarray, costs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Minimise ½|w|² + costs·ξ, where rows·w >= 1 - ξ and ξ >= 0.

    Returns:
        w; and (n_rows,) α of the dual program, within its bounds: α·1 - ½|α·rows|² is at most the optimum.
    """
    n, size = rows.shape
    scale = 1 / costs.max()  # of the objective
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    settings.max_threads = 1
    settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = 1e-11
    none = sparse.csc_matrix((n, size))
    solution = clarabel.DefaultSolver(
        sparse.block_diag([scale * sparse.eye(size), sparse.csc_matrix((n, n))], format="csc"),
        np.concatenate([np.zeros(size), scale * costs]),
        sparse.bmat([[-sparse.csc_matrix(rows), -sparse.eye(n)], [none, -sparse.eye(n)]], format="csc"),
        np.concatenate([-np.ones(n), np.zeros(n)]),
        [clarabel.NonnegativeConeT(2 * n)],
        settings,
    ).solve()
    return np.array(solution.x[:size]), np.clip(np.array(solution.z[:n]) / scale, 0, costs)
