"""Brown clustering: classes of words that keep the mutual information of neighbouring classes high."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse

from corefpipe.clustering.labels import by_first_item
from corefpipe.clustering.registry import register_word_clusterer
from corefpipe.clustering.settings import Count
from corefpipe.clustering.words.base import WordClusterer, one_hot
from corefpipe.clustering.words.checks import checked_counts
from corefpipe.clustering.words.class_bigrams import ClassBigrams, entropic, mutual_information, synergy
from corefpipe.exceptions import SettingError
from corefpipe.utils.progress import bar


@register_word_clusterer("brown")
class BrownClusterer(WordClusterer):
    """Agglomerative clustering by class bigrams (Brown et al. 1992, section 3; Smith, lecture 18).

    Words come in the order of their frequency. A window holds the classes that may merge: at first the most frequent
    words, each a class of its own. Again and again the two classes are merged whose merge loses the least average
    mutual information of a class and the next one, and the next word comes into the window as a class. Only bigrams
    within the window count. A step takes O(k²) for a window of k + 1 classes (see `class_bigrams`).

    >>> from corefpipe.clustering.words import BrownClusterer
    >>> import numpy as np
    >>> counts = np.array([[0, 0, 9, 8], [0, 0, 8, 9], [9, 7, 0, 0], [7, 9, 0, 0]])
    >>> BrownClusterer(n_clusters=2).fit(counts).labels_.tolist()
    [0, 0, 1, 1]

    Args:
        n_clusters: K, the number of classes.
        window: number of classes in the window, above K; None is K + 1, as in the paper. A window of the whole
            vocabulary is the greedy search without approximation, in O(V²) per step.
        show_progress: whether to draw a bar; None to draw it on a terminal only.

    Attributes:
        labels_: (n_words,) int32, the class of each word, numbered from 0 by first word.
        paths_: (n_classes,) the place of each class in the tree of merges, as a string of 0 and 1 from the root. The
            more two classes have in common at the beginning, the more alike they are.
        tree_: (n_classes - 1, 2) int, the merges down to one class: classes, or n_classes + i for the result of row i.
        losses_: the loss of mutual information by each merge of `labels_`, and then by those of `tree_`, in nats.
        information_: average mutual information of the classes, in nats.
        table_: (n_classes, n_classes) float64, counts of class bigrams.
    """

    takes = "bigrams"
    has_tree = True

    def __init__(self, n_clusters: Count = 500, window: Count | None = None, show_progress: bool | None = False):
        self.n_clusters = n_clusters
        self.window = window
        self.show_progress = show_progress

    def learn(self, counts: sparse.csr_matrix) -> None:
        """Merge down to K classes, and on to one for the paths."""
        window = self.n_clusters + 1 if self.window is None else self.window
        if window <= self.n_clusters:
            raise SettingError(
                f"window is {window} for {self.n_clusters} classes", cure=f"It must be above {self.n_clusters}"
            )
        search = _Search(counts, min(window, counts.shape[0]))
        with bar("merging", counts.shape[0] - self.n_clusters, shown=self.show_progress, unit="word") as drawn:
            while search.n_classes + len(search.waiting) > self.n_clusters:
                search.merge()
                drawn.update()
        slots = np.flatnonzero(search.classes.alive)
        of_slot = np.full(len(search.classes.alive), -1)
        raw = search.slot_of
        labels = by_first_item(raw)
        of_slot[raw] = labels
        order = slots[np.argsort(of_slot[slots])]
        self.labels_ = labels
        self.table_ = search.classes.counts[np.ix_(order, order)]
        self.information_ = mutual_information(self.table_)
        self.tree_ = search.tree(of_slot)
        self.paths_ = _paths(self.tree_, len(order))
        self.losses_ = np.array(search.losses)

    def transform(self, counts: Any) -> sparse.csr_matrix:
        """The class that loses least mutual information by taking in a word, for each of some words.

        Args:
            counts: (n, n_words) how often each word stands before those of training; or (n, 2 n_words), followed by how
                often it stands after them.

        Returns:
            (n, n_classes) CSR with a 1 for the class. A word without counts goes to the class that is lost least by it,
            the first one.
        """
        found = checked_counts(counts)
        n_words = len(self.labels_)
        if found.shape[1] != 2 * n_words:
            found = checked_counts(counts, columns=n_words)
        k = len(self.table_)
        classes = one_hot(self.labels_, k)
        after = (found[:, :n_words] @ classes).toarray()
        before = (found[:, n_words:] @ classes).toarray() if found.shape[1] > n_words else np.zeros_like(after)
        chosen = [int(self._losses_of(x, y).argmin()) for x, y in zip(after, before, strict=True)]
        return one_hot(np.array(chosen, dtype=np.int32), k)

    def _losses_of(self, after: np.ndarray, before: np.ndarray) -> np.ndarray:
        """(n_classes,) N times the loss of merging a new word into each class (`class_bigrams`, with n_ww = 0)."""
        n = self.table_
        own = np.diagonal(n)
        left, right = n.sum(axis=1) + before, n.sum(axis=0) + after
        some, other = np.flatnonzero(after), np.flatnonzero(before)
        shared = synergy(n[:, some], after[some]).sum(axis=1) + synergy(n[other].T, before[other]).sum(axis=1)
        corner = entropic(own) + entropic(after) + entropic(before) - entropic(own + after + before)
        corner -= synergy(own, after) + synergy(own, before)
        margin: np.ndarray = synergy(left, after.sum()) + synergy(right, before.sum())
        return shared + corner - margin


class _Search:
    """The greedy search: classes in slots, words that wait in the order of their frequency, and the merges."""

    def __init__(self, counts: sparse.csr_matrix, window: int):
        self._rows, self._columns = counts, counts.tocsc()
        frequency = np.asarray(counts.sum(axis=0)).ravel() + np.asarray(counts.sum(axis=1)).ravel()
        order = np.argsort(-frequency, kind="stable")
        self.waiting = order[window:][::-1].tolist()
        first = order[:window]
        self.slot_of = np.full(counts.shape[0], -1)
        self.slot_of[first] = np.arange(window)
        self._members = [[word] for word in first.tolist()]
        self.classes = ClassBigrams(counts[first][:, first].toarray())
        self.n_classes = window
        self.losses: list[float] = []

    def merge(self) -> tuple[int, int]:
        """Merge the best pair, and let the next word into the empty slot. Returns slots: where to, and which."""
        classes = self.classes
        a, b = classes.best()
        if (classes.neighbours(a), -a) < (classes.neighbours(b), -b):
            a, b = b, a
        total = classes.counts.sum()
        self.losses.append(max(float(classes.losses[a, b]), 0.0) / total if total else 0.0)
        classes.merge(a, b)
        self.slot_of[self._members[b]] = a
        self._members[a] += self._members[b]
        self._members[b] = []
        self.n_classes -= 1
        if self.waiting:
            self._let_in(self.waiting.pop(), b)
        return a, b

    def _let_in(self, word: int, slot: int) -> None:
        self.slot_of[word] = slot
        self._members[slot] = [word]
        vectors = []
        for matrix in (self._rows, self._columns):
            part = slice(matrix.indptr[word], matrix.indptr[word + 1])
            slots = self.slot_of[matrix.indices[part]]
            known = slots >= 0
            size = len(self._members)
            vectors.append(np.bincount(slots[known], weights=matrix.data[part][known], minlength=size))
        self.classes.insert(slot, *vectors)
        self.n_classes += 1

    def tree(self, number: np.ndarray) -> np.ndarray:
        """(n_classes - 1, 2) int, the merges down to one class; `number` has the class of each slot."""
        merges: list[tuple[int, int]] = []
        node, n_classes = number.copy(), self.n_classes
        while self.n_classes > 1:
            a, b = self.merge()
            merges.append((min(node[a], node[b]), max(node[a], node[b])))
            node[a] = n_classes + len(merges) - 1
        return np.array(merges, dtype=np.int64).reshape(-1, 2)


def _paths(tree: np.ndarray, n_classes: int) -> tuple[str, ...]:
    """The path of each class from the root, 0 for the first and 1 for the second part of a merge."""
    paths = [""] * (n_classes + len(tree))
    for number in range(len(tree) - 1, -1, -1):
        for bit, part in zip("01", tree[number].tolist(), strict=True):
            paths[part] = paths[n_classes + number] + bit
    return tuple(paths[:n_classes])
