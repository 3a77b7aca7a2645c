"""Binary classification of single links (Soon, Ng & Lim 2001; Ng & Cardie 2002; Bengtson & Roth 2008)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from scipy import sparse
from scipy.optimize import minimize
from scipy.special import expit
from sklearn.base import clone
from sklearn.utils.validation import check_is_fitted

from corefpipe.clustering.decoders.link_values import sums
from corefpipe.clustering.learners.base import Learner, true_links
from corefpipe.clustering.learners.classifiers import make_classifier
from corefpipe.clustering.links import Links, require_links
from corefpipe.clustering.registry import register_learner
from corefpipe.clustering.settings import LARGEST, Passes, Positive, Seed
from corefpipe.exceptions import LinksError, SettingError

Sampling = Literal["closest", "between", "ng-cardie", "all"]
MOST_CALIBRATED = 200_000
"""Most links of training that the sigmoid of the probabilities is fitted to."""
_BLOCK = 50_000  # links scored at once by a classifier that takes no sparse features


@register_learner(
    "binary",
    decoder="best-link",
    summary="a classifier of single links (Soon et al. 2001; Ng & Cardie 2002; Bengtson & Roth 2008)",
)
class BinaryLearner(Learner):
    """Classifies single links as correct or wrong.

    Links to the dummy are left out of training: features that occur on them only keep the weight 0, and the decoder's
    threshold decides which links are good enough. With `sampling="all"` and the correlation decoder this is PCC, the
    baseline of Finley & Joachims 2005.

    >>> from corefpipe.clustering.learners import BinaryLearner
    >>> learner = BinaryLearner().fit(links, labels)
    >>> learner.decision_function(links).shape
    (10,)

    Args:
        sampling: which links to train on. `closest`: the closest correct antecedent of each item, and all its wrong
            ones (Bengtson & Roth 2008, section 4.2). `between`: for items with a correct antecedent, the closest one
            and the wrong ones between the two (Soon, Ng & Lim 2001, section 3.1). `ng-cardie`: as `between`, but with
            the closest antecedent for which `Links.teaching` is true (Ng & Cardie 2002, section 3). `all`: every link.
        classifier: None is a linear SVM trained by averaged SGD; `logistic`, `linear-svc`, `svc` (with a kernel),
            `perceptron`, `winnow`, or the name of a class of scikit-learn's, such as `RandomForestClassifier`; or a
            classifier of its kind. One that takes no sparse features, such as `GaussianNB`, is given dense ones. Only
            linear ones can be written to files, and only if they are given by name; these have no intercept, so a
            constant feature should be among the features.
        passes: number of passes of that SGD, of the perceptron and of Winnow.
        l2: λ, the L2 penalty of that SVM and of logistic regression, whose C is 1/(λ·number of links).
        balance: whether correct and wrong links are weighted so that both classes count the same; not of a classifier
            that is given itself.
        seed: random seed, for all but a classifier that is given itself.

    Attributes:
        coef_: (n_features,) float32 weights, if the classifier is linear.
        classifier_: the fitted classifier.
        slope_, offset_: the probability of a score s is 1/(1 + exp(-(slope·s + offset))).
    """

    def __init__(
        self,
        sampling: Sampling = "closest",
        classifier: str | Any = None,
        passes: Passes = 10,
        l2: Positive = 1e-6,
        balance: bool = False,
        seed: Seed = 0,
    ):
        self.sampling = sampling
        self.classifier = classifier
        self.passes = passes
        self.l2 = l2
        self.balance = balance
        self.seed = seed

    def fit(self, links: Links, labels: Sequence[np.ndarray]) -> BinaryLearner:
        """Learn from item sets (see `Learner.fit`)."""
        self.check()
        rows, right = sample(links, true_links(links, labels), self.sampling)
        if not right.any() or right.all():
            raise _one_kind(right, self.sampling)
        if hasattr(self, "coef_"):  # of a fit with another classifier
            del self.coef_
        self._fit_classifier(links.features[rows], right)
        intercept = self._is_named() and np.any(getattr(self.classifier_, "intercept_", 0))
        if hasattr(self.classifier_, "coef_") and not intercept:
            coef = self.classifier_.coef_
            self._keep(np.ravel(coef.toarray() if sparse.issparse(coef) else coef))
        self.slope_, self.offset_ = 1.0, 0.0
        if self.sampling != "all" or self.balance or self.classifier != "logistic":
            self.slope_, self.offset_ = self._calibration(links, labels)
        return self

    def _fit_classifier(self, features: sparse.csr_matrix, right: np.ndarray) -> None:
        """Set `classifier_`, and whether it takes dense features only, as `GaussianNB` does."""
        self.classifier_, self._dense = self._made(len(right)), False
        try:
            self.classifier_.fit(features, right)
        except TypeError:  # what scikit-learn raises for sparse features; any other one comes again
            self.classifier_, self._dense = self._made(len(right)), True
            self.classifier_.fit(features.toarray(), right)

    def _calibration(self, links: Links, labels: Sequence[np.ndarray]) -> tuple[float, float]:
        """Slope and offset, from at most `MOST_CALIBRATED` of the links between items."""
        rows, right = sample(links, links.coreferent(labels), "all")
        if len(rows) > MOST_CALIBRATED:
            chosen = np.random.default_rng(self.seed).choice(len(rows), MOST_CALIBRATED, replace=False)
            rows, right = rows[chosen], right[chosen]
        return sigmoid(self._scores(links.features[rows]), right)

    def predict_proba(self, links: Links) -> np.ndarray:
        """(n_links,) float64, the probability that the two items of a link are in one cluster, each by itself.

        That of a link to the dummy is the probability that none of the item's other links is right, as if they were
        independent. Logistic regression over all links gives its own probability; scores of other classifiers, or of
        one that saw a sample of the links, go through a sigmoid fitted to the links of training (Platt 1999).
        """
        scores = self.decision_function(links).astype(np.float64)
        p = expit(self.slope_ * scores + self.offset_)
        p[links.indptr[:-1]] = 0.0
        with np.errstate(divide="ignore"):
            none = np.exp(sums(links.indptr, np.log1p(-p)))
        p[links.indptr[:-1]] = none
        return np.asarray(p)

    def fitted(self) -> dict[str, Any]:
        """Slope and offset of the probabilities."""
        return {"slope": self.slope_, "offset": self.offset_}

    def restore(self, coef: np.ndarray, fitted: dict[str, Any]) -> None:
        """Set weights, slope and offset (see `Learner.restore`)."""
        self.slope_, self.offset_ = float(fitted["slope"]), float(fitted["offset"])
        if not all(abs(value) <= LARGEST for value in (self.slope_, self.offset_)):
            raise ValueError(f"slope {self.slope_} and offset {self.offset_} of the probabilities")
        self.coef_ = coef

    def decision_function(self, links: Links) -> np.ndarray:
        """(n_links,) score of each link; above 0 the classifier takes it for correct. Dummies without features score 0.

        The score is the decision function of the classifier, or its probability minus one half if it has none.
        """
        if self._is_named() and (hasattr(self, "coef_") or not hasattr(self, "classifier_")):
            return super().decision_function(links)
        check_is_fitted(self, "classifier_")
        return np.where(require_links(links).antecedent < 0, 0.0, self._scores(links.features))

    def _scores(self, features: sparse.csr_matrix) -> np.ndarray:
        """(n_rows,) the classifier's scores of features."""
        rows = range(0, features.shape[0], _BLOCK)
        if not rows:  # scikit-learn refuses to predict nothing
            return np.zeros(0)
        if not self._dense:
            return _scores_of(self.classifier_, features)
        return np.concatenate([_scores_of(self.classifier_, features[i : i + _BLOCK].toarray()) for i in rows])

    def _is_named(self) -> bool:
        """Whether the scores are those of `coef_`, if the classifier has it and no intercept."""
        return self.classifier is None or isinstance(self.classifier, str)

    def check(self) -> None:
        """Raise SettingError for a setting outside its range, or something that is no classifier."""
        super().check()
        given = self.classifier
        if self._is_named():
            self._made(1)
            return
        scores = hasattr(given, "decision_function") or hasattr(given, "predict_proba")
        if isinstance(given, type) or not scores or not hasattr(given, "get_params"):
            raise SettingError(
                f"classifier is {given!r}, which is no classifier",
                cure="It must be a name, or an instance of a class of scikit-learn's kind with decision_function or "
                "predict_proba",
            )

    def _made(self, n_links: int) -> Any:
        if isinstance(self.classifier, str):
            return make_classifier(self.classifier, self.passes, self.seed, self.balance, 1 / (self.l2 * n_links))
        return clone(self.classifier) if self.classifier is not None else self._svm()

    def _svm(self) -> Any:
        from sklearn.linear_model import SGDClassifier  # takes long to import

        weight = "balanced" if self.balance else None
        # No intercept, which is not part of `coef_`: feature sets have a constant feature.
        return SGDClassifier(
            alpha=self.l2, fit_intercept=False, average=True, max_iter=self.passes, tol=None, random_state=self.seed,
            class_weight=weight,
        )  # fmt: skip


def _one_kind(right: np.ndarray, sampling: Sampling) -> LinksError:
    """The error for (n_chosen,) links to learn from of which all or none are correct."""
    if not len(right):
        return LinksError("no links between items to learn from", cure="Give sets of two items or more")
    cure = "Give items of several clusters, or candidates that are in different ones"
    if not right.any():
        cure = "Give clusters of two items or more, whose pairs are candidates"
    if sampling != "all":
        cure += ", or learn from more links by sampling='all'"
    kind = "correct" if right.any() else "wrong"
    return LinksError(f"all {len(right)} links to learn from are {kind}, and a classifier needs both kinds", cure=cure)


def _scores_of(classifier: Any, features: Any) -> np.ndarray:
    """(n_rows,) decision function of a classifier, or its probability minus one half if it has none."""
    if hasattr(classifier, "decision_function"):
        return np.asarray(classifier.decision_function(features))
    return np.asarray(classifier.predict_proba(features)[:, 1] - 0.5)


def sigmoid(scores: np.ndarray, right: np.ndarray) -> tuple[float, float]:
    """Slope and offset of the sigmoid that fits scores best (Platt 1999, with his targets a bit inside 0 and 1).

    Args:
        scores: (n,) float.
        right: (n,) bool.
    """
    positive = int(right.sum())
    target = np.where(right, (positive + 1) / (positive + 2), 1 / (len(right) - positive + 2))
    scale = max(float(np.abs(scores).max(initial=0)), 1e-12)
    x = scores / scale

    def loss(w: np.ndarray) -> tuple[float, np.ndarray]:
        z = w[0] * x + w[1]
        error = expit(z) - target
        return float((np.logaddexp(0, z) - target * z).sum()), np.array([error @ x, error.sum()])

    slope, offset = minimize(loss, [1.0, 0.0], jac=True, method="BFGS").x
    return max(float(slope), 0.0) / scale, float(offset)


def sample(links: Links, right: np.ndarray, sampling: Sampling) -> tuple[np.ndarray, np.ndarray]:
    """Select the links to train on (see `BinaryLearner`).

    Args:
        links: all links.
        right: (n_links,) bool, C(i, j).
        sampling: the method.

    Returns:
        (n_chosen,) numbers of the links, ascending, and (n_chosen,) bool, whether each is correct.

    Raises:
        LinksError: `ng-cardie` without `Links.teaching`.
    """
    right = right.copy()
    starts, counts = links.indptr[:-1], np.diff(links.indptr)
    right[starts] = False
    kept = np.ones(links.n_links, dtype=bool)
    if sampling != "all":
        example = right
        if sampling == "ng-cardie":
            if links.teaching is None:
                raise LinksError(
                    "sampling 'ng-cardie' needs to know which links may be positive examples",
                    cure="Set `Links.teaching`",
                )
            example = right & links.teaching
        row = np.arange(links.n_links)
        # Candidates are in ascending order: the closest correct one is the last.
        closest = np.repeat(np.maximum.reduceat(np.where(example, row, -1), starts), counts)
        kept = ~right | (row == closest)
        if sampling != "closest":
            kept &= (closest >= 0) & (row >= closest)
    kept[starts] = False
    rows = np.flatnonzero(kept)
    return rows, right[rows]
