"""The dual quadratic program of structural SVMs, solved by Clarabel (interior points, Goulart & Chen 2024)."""

from __future__ import annotations

from importlib.util import find_spec

import numpy as np
from scipy import sparse

from corefpipe.clustering.decoders.correlation.program import SolverError


def require_clarabel(learner: object) -> None:
    """Raise an error unless Clarabel is installed; learners call it when they check their settings.

    Raises:
        SolverError: it is not; the error names the learner.
    """
    if find_spec("clarabel") is None:
        raise SolverError(
            f"{type(learner).__name__} needs Clarabel, which is not installed", cure="pip install 'corefpipe[svm]'"
        )


def solve_dual(gram: np.ndarray, margin: np.ndarray, slack: np.ndarray, C: float) -> np.ndarray:
    """Maximise margin·α - ½ α·gram·α over α >= 0 whose sum over the constraints of each slack is at most C.

    Args:
        gram: (n, n) float64, inner products of the rows of constraints.
        margin: (n,) float64, margins of the constraints.
        slack: (n,) int, number of the slack of each constraint.
        C: cost of slack, above 0.

    Returns:
        (n,) float64 α. It meets its bounds exactly, so its value is a lower bound of the primal optimum whatever the
        precision of the solver.

    Raises:
        SolverError: Clarabel fails.
    """
    import clarabel  # learners have called `require_clarabel`

    n = len(margin)
    group = np.unique(slack, return_inverse=True)[1]
    diagonal = np.diagonal(gram)
    useful = (margin > 0) & (diagonal > 0)
    # α is scaled by the largest value of a constraint on its own, since C may be larger by orders of magnitude.
    unit = min(C, (margin[useful] / diagonal[useful]).max()) if useful.any() else C
    worth = np.abs(margin).max() or 1.0
    members = sparse.csr_matrix((np.full(n, unit / C), (group, np.arange(n))), shape=(group.max() + 1, n))
    bounds = np.concatenate([np.zeros(n), np.ones(members.shape[0])])
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    settings.max_threads = 1
    settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = 1e-11
    solution = clarabel.DefaultSolver(
        sparse.csc_matrix(np.triu(gram * (unit / worth))),
        -margin / worth,
        sparse.vstack([-sparse.eye(n), members], format="csc"),
        bounds,
        [clarabel.NonnegativeConeT(len(bounds))],
        settings,
    ).solve()
    dual = np.array(solution.x)
    if not np.isfinite(dual).all():
        raise SolverError(f"Clarabel failed: {solution.status}", cure="Try a smaller C")
    # Interior points never reach 0: values this small belong to inactive constraints.
    dual[dual < 1e-8 * dual.max()] = 0
    return unit * dual / np.maximum(np.bincount(group, dual) * (unit / C), 1)[group]
