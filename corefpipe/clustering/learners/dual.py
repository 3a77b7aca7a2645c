"""The dual program of a structural SVM, solved by Clarabel's interior-point method (Goulart & Chen 2024)."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from corefpipe.clustering.decoders.correlation.program import SolverError


def solve_dual(gram: np.ndarray, margin: np.ndarray, slack: np.ndarray, C: float) -> np.ndarray:
    """Maximise margin·α - ½ α·gram·α over α >= 0 whose sum over the constraints of each slack is at most C.

    Args:
        gram: (n, n) float64, inner products of the constraints' rows.
        margin: (n,) float64.
        slack: (n,) int, number of each constraint's slack.
        C: above 0.

    Returns:
        (n,) float64 α, which meets its bounds exactly: its value is a lower bound of the primal's whatever the
        solver's precision.

    Raises:
        SolverError: Clarabel is not installed, or failed.
    """
    try:
        import clarabel
    except ImportError as error:
        raise SolverError("this learner needs Clarabel", cure='pip install "corefpipe[svm]"') from error
    n = len(margin)
    group = np.unique(slack, return_inverse=True)[1]
    diagonal = np.diagonal(gram)
    useful = (margin > 0) & (diagonal > 0)
    # α is solved for in units of the largest that a constraint would have alone: C may be far out of reach.
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
        raise SolverError(f"Clarabel gave up: {solution.status}", cure="Try a smaller C")
    # Interior points come close to 0 only; what is that small is an inactive constraint's.
    dual[dual < 1e-8 * dual.max()] = 0
    return unit * dual / np.maximum(np.bincount(group, dual) * (unit / C), 1)[group]
