"""The base class of methods that cluster words, their registry, and their files."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar, Literal, Self

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.utils import TransformerTags
from sklearn.utils.validation import check_is_fitted

from corefpipe.clustering.settings import check_settings
from corefpipe.clustering.words.checks import checked_counts, require_contexts, require_words

Takes = Literal["bigrams", "contexts", "verbs"]


class WordClusterer(ClusterMixin, BaseEstimator, ABC):
    """Clusters words by counts of their contexts. `fit` checks what it is given; subclasses define `learn`.

    >>> from corefpipe.clustering.words import KMeansClusterer, WordClusterer
    >>> isinstance(KMeansClusterer(), WordClusterer)
    True

    Attributes:
        takes: the counts that the method is meant for: `bigrams` have one column per word; `contexts` are any others;
            `verbs` are contexts too, the verbs of which nouns are objects.
        has_tree: whether classes have places in a tree, `paths_`.
        labels_: (n_words,) int32, the class of each word, numbered from 0 by first word.
        n_features_in_: number of contexts.
    """

    takes: ClassVar[Takes] = "contexts"
    has_tree: ClassVar[bool] = False
    labels_: np.ndarray
    n_features_in_: int
    n_clusters: int

    def __sklearn_tags__(self) -> Any:
        """What scikit-learn's tools are told: counts are 0 or more and may be sparse, `transform` gives memberships."""
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = tags.input_tags.sparse = True
        tags.transformer_tags = TransformerTags(preserves_dtype=[])
        return tags

    def fit(self, counts: Any, y: Any = None) -> Self:
        """Learn classes from counts.

        Args:
            counts: (n_words, n_contexts) sparse matrix or array: how often each word occurs in each context.
            y: ignored.

        Raises:
            LinksError: counts that are no numbers, negative or not finite, or a word without any.
            SettingError: a setting outside its range, or fewer words than classes.
        """
        check_settings(self)
        found = checked_counts(counts, square=self.takes == "bigrams")
        require_words(self.n_clusters, found.shape[0])
        if self.takes != "bigrams":
            require_contexts(found)
        self.n_features_in_ = found.shape[1]
        self.learn(found)
        return self

    @abstractmethod
    def learn(self, counts: sparse.csr_matrix) -> None:
        """Set `labels_` and what else is learned from valid counts."""

    @property
    def memberships_(self) -> np.ndarray | sparse.csr_matrix:
        """(n_words, n_classes) float64, how far each word belongs to each class; rows sum to 1.

        Sparse, with a 1 per row, for methods that put each word into one class.
        """
        return one_hot(self.labels_, int(self.labels_.max()) + 1)

    @abstractmethod
    def transform(self, counts: Any) -> np.ndarray | sparse.csr_matrix:
        """The memberships of words, also of others than those of `fit`, by their counts in the same contexts."""

    def to_disk(self, folder: str | Path) -> None:
        """Write name, settings and what was learned to a folder, without code.

        Raises:
            ModelError: a class that is not registered, or a RandomState as seed.
        """
        from corefpipe.clustering.words.files import write_clusterer

        check_is_fitted(self, "labels_")
        write_clusterer(self, Path(folder))

    def fitted(self) -> dict[str, Any]:
        """What was learned, by attribute: arrays, numbers, and tuples of these or of strings."""
        settings = self.get_params(deep=False)
        return {name: value for name, value in vars(self).items() if name not in settings}

    def restore(self, fitted: Mapping[str, Any]) -> None:
        """Take back what `fitted` gave, from a file.

        Raises:
            ValueError: arrays that this class does not have, or labels that are no classes.
        """
        if "labels_" not in fitted or fitted["labels_"].ndim != 1 or fitted["labels_"].dtype.kind not in "iu":
            raise ValueError("there are no labels")
        for name, value in fitted.items():
            if not name.isidentifier() or hasattr(type(self), name) or not (name.endswith("_") or name[0] == "_"):
                raise ValueError(f"an attribute {name!r}, which nothing uses")
            setattr(self, name, tuple(value) if isinstance(value, list) else value)

    def checked(self, counts: Any) -> sparse.csr_matrix:
        """(n_words, n_contexts) CSR of valid counts in the contexts of training.

        Raises:
            LinksError: as in `fit`, or another number of contexts.
        """
        check_is_fitted(self, "labels_")
        found = checked_counts(counts, columns=self.n_features_in_)
        require_contexts(found)
        return found


class SoftWordClusterer(WordClusterer):
    """A method that gives each word a share in each class; `labels_` has the class of the largest one."""

    _memberships: np.ndarray

    @property
    def memberships_(self) -> np.ndarray:
        """(n_words, n_classes) float64, the share of each word in each class; rows sum to 1."""
        return self._memberships

    def keep_memberships(self, memberships: np.ndarray) -> np.ndarray:
        """Keep memberships and labels, with the classes numbered by first word; their order, as (n_classes,) int."""
        order = class_order(memberships)
        self._memberships = memberships[:, order]
        self.labels_ = self._memberships.argmax(axis=1).astype(np.int32)
        return order


def class_order(memberships: np.ndarray) -> np.ndarray:
    """(n_classes,) the classes in the order of the first word that belongs to each most; those of no word come last."""
    labels = memberships.argmax(axis=1)
    first = np.full(memberships.shape[1], len(labels))
    np.minimum.at(first, labels, np.arange(len(labels)))
    return np.argsort(first, kind="stable")


def one_hot(labels: np.ndarray, n_classes: int) -> sparse.csr_matrix:
    """(n_words, n_classes) float64 CSR with a 1 for the class of each word."""
    n = len(labels)
    return sparse.csr_matrix((np.ones(n), labels, np.arange(n + 1)), (n, n_classes))
