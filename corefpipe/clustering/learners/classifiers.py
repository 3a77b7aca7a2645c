"""Classifiers of pairs by name: our short names, and the names of scikit-learn's classes."""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from typing import Any

from corefpipe.exceptions import SettingError, valid_names


def _logistic(passes: int, seed: int, weight: str | None, cost: float) -> Any:
    from sklearn.linear_model import LogisticRegression

    return LogisticRegression(C=cost, fit_intercept=False, class_weight=weight, max_iter=1000)


def _linear_svc(passes: int, seed: int, weight: str | None, cost: float) -> Any:
    from sklearn.svm import LinearSVC

    return LinearSVC(fit_intercept=False, random_state=seed, class_weight=weight)


def _svc(passes: int, seed: int, weight: str | None, cost: float) -> Any:
    from sklearn.svm import SVC

    return SVC(random_state=seed, class_weight=weight)


def _perceptron(passes: int, seed: int, weight: str | None, cost: float) -> Any:
    from sklearn.linear_model import Perceptron

    return Perceptron(fit_intercept=False, max_iter=passes, tol=None, random_state=seed, class_weight=weight)


def _winnow(passes: int, seed: int, weight: str | None, cost: float) -> Any:
    from corefpipe.clustering.learners.winnow import BalancedWinnow

    if weight:
        raise SettingError("Winnow has no weights of classes", cure="Set balance=False")
    return BalancedWinnow(passes=passes, random_state=seed)


CLASSIFIERS: dict[str, Callable[[int, int, str | None, float], Any]] = {
    "logistic": _logistic,
    "linear-svc": _linear_svc,
    "svc": _svc,
    "perceptron": _perceptron,
    "winnow": _winnow,
}
"""Short name -> function of the number of passes, the seed, the weights of classes, and C. The linear ones have no
intercept, which is not part of the weights that files hold."""


def make_classifier(name: str, passes: int, seed: int, balance: bool, cost: float) -> Any:
    """An unfitted classifier.

    Args:
        name: a short name, or that of a class of scikit-learn's, such as `RandomForestClassifier`, which gets its
            default settings and, where it has them, the seed, the balance, and no intercept.
        passes: number of passes of the perceptron and of Winnow.
        seed: random seed.
        balance: whether both classes count the same.
        cost: C of logistic regression.

    Raises:
        SettingError: no such classifier, or one that cannot balance classes.
    """
    weight = "balanced" if balance else None
    if name in CLASSIFIERS:
        return CLASSIFIERS[name](passes, seed, weight, cost)
    from sklearn.utils import all_estimators  # imports all of scikit-learn

    known = dict(all_estimators(type_filter="classifier"))
    if name not in known:
        others = ", and the names of scikit-learn's classifiers"
        raise SettingError(f"unknown classifier {name!r}", cure=valid_names(name, CLASSIFIERS, others, unlisted=known))
    settings = signature(known[name]).parameters
    if balance and "class_weight" not in settings:
        raise SettingError(f"{name} has no weights of classes", cure="Set balance=False")
    wanted = {"random_state": seed, "fit_intercept": False, "class_weight": weight}
    try:
        return known[name](**{key: value for key, value in wanted.items() if key in settings})
    except TypeError as error:  # an ensemble of given classifiers
        raise SettingError(f"{name} cannot be made by its name: {error}", cure="Give the classifier itself") from error
