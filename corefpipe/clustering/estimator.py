"""`Clusterer`: a learner and a decoder as one scikit-learn estimator."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Self

import numpy as np
from sklearn.base import ClusterMixin, clone
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from corefpipe.clustering.agreement import agreement
from corefpipe.clustering.assignment import known_first, with_known
from corefpipe.clustering.blocking import Blocking
from corefpipe.clustering.candidates import (
    Auto,
    Data,
    guessed_blocking,
    guessed_comparison,
    item_sets,
)
from corefpipe.clustering.comparing import Comparison
from corefpipe.clustering.constraints import Constraints
from corefpipe.clustering.decoders.base import Decoder
from corefpipe.clustering.decoders.incremental import left_linking
from corefpipe.clustering.files import read_clusterer, write_clusterer
from corefpipe.clustering.learners.base import Learner
from corefpipe.clustering.links import Links
from corefpipe.clustering.named import decoder_for, make_decoder, make_learner, share
from corefpipe.clustering.parameters import WithDecoder, set_seeds
from corefpipe.exceptions import LinksError, SettingError

_OWN = ("comparison", "blocking", "window", "random_state", "meta")
PAIRWISE = ("binary", "agglomerative")
"""Learner and decoder that suit records and vectors."""
PAIRWISE_SETTINGS: tuple[dict[str, Any], dict[str, Any]] = (
    {"sampling": "all", "classifier": "logistic", "l2": 1e-5},
    {"unlinked": -1.0},
)
"""Settings of that learner and of that decoder."""


class Clusterer(ClusterMixin, WithDecoder):
    """Learns to cluster item sets from sets whose clusters are known.

    >>> from corefpipe.clustering import Clusterer, ItemSets
    >>> clusterer = Clusterer.named("l3m", gamma=0.4, passes=3)
    >>> clusterer.fit(links, labels).predict(others)  # doctest: +SKIP

    >>> known = ItemSets.records([[{"name": "Ann Lee"}, {"name": "A. Lee"}, {"name": "Bo Roth"}, {"name": "B Roth"}]])
    >>> clusterer = Clusterer.pairwise().fit(known, [["ann", "ann", "bo", "bo"]])
    >>> clusterer.predict(ItemSets.records([[{"name": "Eva Ruiz"}, {"name": "E. Ruiz"}]]))
    [array([0, 0], dtype=int32)]

    The data are `Links` with features of your own, or `ItemSets` of vectors or records, whose pairs are compared as the
    settings say. The samples of scikit-learn's tools are item sets, so `cross_val_score(clusterer, links, labels)`
    leaves out whole sets. Settings are named as `learner__l2` or `decoder__threshold`. A grid over a setting that both
    parts have, such as γ, tries all combinations; a list of grids keeps the two equal:

    >>> [{"learner__gamma": [g], "decoder__gamma": [g]} for g in (0, 0.5, 1)]  # doctest: +SKIP

    Args:
        learner: learns the weights of features. `fit` leaves it as it is and trains a clone.
        decoder: clusters by the scores of links.
        comparison: computes features from ItemSets; None is `Comparison.guess` of those of training.
        blocking: chooses the pairs of ItemSets that are compared, in training as in clustering; None is all. "auto" is
            `Blocking.guess`, which compares all pairs of small sets.
        window: link an item of ItemSets only to so many before it; None is all.
        random_state: seed of the learner's random numbers, an int or a `RandomState`; None is the learner's own seed.
        meta: plain values of your own, which are written to files: str, int, float, bool or lists of these.

    Attributes:
        learner_: the trained learner.
        n_features_in_: number of features.
        comparison_, blocking_: what was given or guessed; None after training on Links.
    """

    def __init__(
        self,
        learner: Learner,
        decoder: Decoder,
        comparison: Comparison | None = None,
        blocking: Blocking | Auto | None = "auto",
        window: int | None = None,
        random_state: int | np.random.RandomState | None = None,
        meta: Mapping[str, Any] | None = None,
    ):
        self.learner = learner
        self.decoder = decoder
        self.comparison = comparison
        self.blocking = blocking
        self.window = window
        self.random_state = random_state
        self.meta = meta

    @classmethod
    def named(cls, learner: str, decoder: str | None = None, **settings: Any) -> Clusterer:
        """A learner and a decoder by the names under which they are registered.

        Args:
            learner: its name.
            decoder: its name; None is the one that goes with the learner.
            settings: settings of either; one that both have, such as γ, goes to both. Also those of the class.

        Raises:
            SettingError: an unknown name or setting, or a setting of the decoder outside its range.
        """
        decoder = decoder_for(learner, decoder)
        own = {name: settings.pop(name) for name in _OWN if name in settings}
        of_learner, of_decoder = share(learner, decoder, settings)
        return cls(make_learner(learner, of_learner), make_decoder(decoder, of_decoder), **own)

    @classmethod
    def pairwise(cls, **settings: Any) -> Clusterer:
        """What suits records and vectors: logistic regression over all candidate pairs, and average linkage.

        A pair that blocking leaves out counts as a little dissimilar.

        Args:
            settings: as in `named`.
        """
        of_learner, of_decoder = PAIRWISE_SETTINGS
        return cls.named(*PAIRWISE, **(of_learner | of_decoder | settings))

    def fit(self, X: Data, y: Sequence[np.ndarray] | None = None, **options: Any) -> Self:
        """Learn from item sets.

        Args:
            X: Links or ItemSets; also as a sequence of parts.
            y: for each set an array, the true label of each item, int or str; None only for learners that need no
                labels.
            options: of the learner's own `fit`, such as `coef_init`.

        Raises:
            LinksError: links or labels that do not fit together, no labels, no items, or features that are not finite.
            SettingError: a setting outside its range.
        """
        if y is None and getattr(self.learner, "needs_labels", True):
            raise LinksError(
                "no labels to learn from",
                cure="Give y, a list with one array of cluster numbers per set; the learner 'unit' needs none",
            )
        self.prepare(X)
        return self.learn(self.links(X), y, **options)

    def prepare(self, X: Data) -> Self:
        """Check the settings, and choose comparison and blocking, the first step of `fit`; then `links` is possible.

        Raises:
            LinksError: neither Links nor ItemSets, or nothing to compare.
            SettingError: no learner, decoder, comparison or blocking, or a setting of the learner outside its range.
        """
        for name, value, kind in (("learner", self.learner, Learner), ("decoder", self.decoder, Decoder)):
            if not isinstance(value, kind):
                raise SettingError(
                    f"{name} is {value!r}",
                    cure=f"Give a {kind.__name__}; Clusterer.named(learner, decoder) takes their names",
                )
        self.learner.check()
        items = item_sets(X)
        self.comparison_ = None if items is None else guessed_comparison(self.comparison, items)
        self.blocking_ = None if items is None else guessed_blocking(self.blocking, items)
        return self

    def learn(self, links: Links, y: Sequence[np.ndarray] | None = None, **options: Any) -> Self:
        """Learn from `links`, the last step of `fit`; for those who want to compute them once."""
        learner = clone(self.learner)
        if self.random_state is not None:
            set_seeds(learner, check_random_state(self.random_state))
        self.learner_ = learner.fit(links, y, **options)
        self.n_features_in_ = links.features.shape[1]
        return self

    def links(self, X: Data) -> Links:
        """The candidate links of item sets with their features; Links as they are.

        Raises:
            LinksError: neither Links nor ItemSets, ItemSets after training on Links, vectors after training on records
                or the other way round, or a field of training is missing.
        """
        items = item_sets(X)
        if items is None:
            return Links.of(X)  # type: ignore[arg-type]
        check_is_fitted(self, "comparison_")
        if self.comparison_ is None:
            raise LinksError(
                "item sets for a clusterer that learned from Links",
                cure="Give Links with the same features, or learn from ItemSets",
            )
        self.comparison_.check(items)
        return items.links(self.comparison_, window=self.window, blocking=self.blocking_)

    def decision_function(self, X: Data) -> np.ndarray:
        """(n_links,) score w_ij of each link (see `links`)."""
        check_is_fitted(self, "learner_")
        return self.learner_.decision_function(self.links(X).check())

    def predict_proba(self, X: Data) -> np.ndarray:
        """(n_links,) float64, the probability of each of `links`, those to the dummy included.

        With the learner `binary` it is that of both items being in one cluster, each pair by itself; with `l3m` and
        `l3m-batch` that of the item linking to this antecedent or to none, which sum to 1 for each item (see
        `predict_proba` of the learners). The decoder has no part in it.

        Raises:
            SettingError: a learner whose scores are no probabilities.
            LinksError: see `predict`.
        """
        check_is_fitted(self, "learner_")
        return self.learner_.predict_proba(self.links(X).check())

    def predict(
        self,
        X: Data,
        n_clusters: int | Sequence[int] | None = None,
        constraints: Constraints | Sequence[Constraints | None] | None = None,
    ) -> list[np.ndarray]:
        """The clusters of each item set: (n_items,) int32 labels, numbered from 0 by first item.

        Args:
            X: Links or ItemSets.
            n_clusters: number of clusters of every set, or of each set in turn; None lets the scores decide.
            constraints: for each set the items that must, or must not, be in one cluster, None for a set without;
                `Constraints` alone if there is one set.

        Raises:
            LinksError: invalid links (see `Links.check`), or another number of features than in training; constraints
                that contradict each other; a number of clusters that is not possible (see `Decoder.decode`).
            SettingError: a decoder that cannot honour constraints or a number of clusters.
        """
        links = self.links(X)
        given = [constraints] if isinstance(constraints, Constraints) else constraints
        return self.decoder.decode_all(links, self.decision_function(links), given, n_clusters)

    def assign(
        self,
        X: Data,
        labels: Sequence[np.ndarray],
        constraints: Constraints | Sequence[Constraints | None] | None = None,
    ) -> list[np.ndarray]:
        """Assign new items to known clusters, one after another by left-linking; known items keep their labels.

        The decoder makes the choices if it goes from left to right; for others see `decoders.incremental`.

        Args:
            X: Links or ItemSets of known and new items, in any order; new items come after all known ones.
            labels: for each set an int array, the cluster of each item, -1 for new items.
            constraints: as in `predict`; they must agree with the known clusters.

        Returns:
            For each set (n_items,) int64 labels; items that join no known cluster make new ones, with the next numbers.

        Raises:
            LinksError: see `predict`; labels that do not fit, or below -1.
            SettingError: a decoder that cannot assign items one after another.
        """
        links = self.links(X).check()
        known = links.check_labels(labels, names=False)
        given = [constraints] if isinstance(constraints, Constraints) else constraints
        ordered, order, kept = known_first(links, known, given)
        found = left_linking(self.decoder).decode_all(ordered, self.decision_function(ordered), kept)
        return [with_known(*parts) for parts in zip(known, order, found, strict=True)]

    def fit_predict(self, X: Data, y: Sequence[np.ndarray] | None = None) -> list[np.ndarray]:
        """Learn from item sets, and cluster the same sets."""
        return self.fit(X, y).predict(X)

    def score(self, X: Data, y: Sequence[np.ndarray], metric: str = "conll") -> float:
        """Agreement of the predicted clusters with the true ones; more is better.

        Other metrics in scikit-learn's tools: `scoring=lambda clusterer, X, y: clusterer.score(X, y, "pairwise")`.

        Args:
            X: Links or ItemSets.
            y: for each set an array, the true label of each item, int or str.
            metric: `conll`, the mean F1 of MUC, B-cubed and CEAF-e, or a name from `corefpipe.scoring.METRICS`; a
                metric of which less is better is negated.

        Raises:
            LinksError: see `predict`; labels that do not fit.
            SettingError: it is not the name of one metric.
        """
        links = self.links(X)
        return agreement(links.check_labels(y), self.predict(links), metric)

    def to_disk(self, folder: str | Path) -> None:
        """Write names, settings and weights to a folder, with the digests of the files.

        A `random_state` is written if it is an int.

        Raises:
            ModelError: a learner or decoder that is not registered, a learner without weights, or settings or values of
                `meta` that are not plain, such as a classifier of your own.
        """
        check_is_fitted(self, "learner_")
        write_clusterer(self, Path(folder))

    @classmethod
    def from_disk(cls, folder: str | Path) -> Clusterer:
        """Read what `to_disk` wrote.

        Raises:
            ModelError: files that are missing, damaged or cannot be read, or a learner or decoder that is not
                registered.
        """
        found: Clusterer = read_clusterer(cls, Path(folder))
        return found
