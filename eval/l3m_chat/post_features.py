"""The pairwise features of Samdani, Chang & Roth 2014, section 5.2, for posts of a chat.

    "TFIDF-based cosine similarity of the content, time difference between the posts, difference between their positions
    (|j - i|), and the common words between the posts (weighted by IDF)"

A linear model can only make use of a number that its score is linear in, so numbers are binned, one 0/1 column per bin;
the two similarities are columns as they are, too. "Common words" can be read as one number or as one feature per word:
here there are both, the sum of the IDF of all common words, and the IDF of each frequent word that is common.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from logs import HiddenNicks, Log, Post
from scipy import sparse
from sklearn.feature_extraction.text import CountVectorizer, TfidfTransformer
from sklearn.preprocessing import normalize

from corefpipe.clustering import Links

POSITIONS = np.array([2, 3, 4, 5, 7, 10, 15, 20, 30, 50, 80])  # lower bounds of bins of |j - i|; the first bin is 1
MINUTES = np.array([1, 2, 3, 5, 8, 12, 20, 40])  # lower bounds; the first bin is the same minute
COSINES = np.array([1e-9, 0.05, 0.1, 0.2, 0.3, 0.5])  # lower bounds; at 0 the column is empty
COMMON = np.array([1e-9, 3, 6, 9, 12, 18])  # lower bounds of the sum of IDF; at 0 the column is empty
MIN_POSTS = 100  # a word has a column of its own if so many posts of the unannotated parts contain it


def without_nicks(log: Log) -> Log:
    """The log with all its nicks removed from the texts."""
    hide = HiddenNicks(log.nicks)
    return replace(log, posts=tuple(replace(post, text=hide(post.text)) for post in log.posts))


@dataclass(frozen=True, slots=True)
class PostFeatures:
    """Pair features of posts, with IDF and frequent words from posts that are not clustered.

    Attributes:
        words: turns texts into counts of words.
        idf: (n_words,) float64, inverse document frequency of each word; highest for a word that no counted post has.
        frequent: (n_frequent,) int, the words that have columns of their own.
    """

    words: CountVectorizer
    idf: np.ndarray
    frequent: np.ndarray

    @classmethod
    def of(cls, counted: Sequence[Post], clustered: Sequence[Post], min_posts: int = MIN_POSTS) -> PostFeatures:
        """Count the words of some posts.

        Args:
            counted: posts in which document frequencies are counted.
            clustered: posts that are to be clustered; their words are known, but not counted.
            min_posts: number of counted posts that a word with a column of its own needs.
        """
        words = CountVectorizer().fit([post.text for post in (*counted, *clustered)])
        counts = words.transform([post.text for post in counted])
        frequency = np.bincount(counts.indices, minlength=counts.shape[1])
        return cls(words, TfidfTransformer().fit(counts).idf_, np.flatnonzero(frequency >= min_posts))

    def names(self) -> list[str]:
        """The name of each column."""
        bins = [
            ("position", POSITIONS, 1),
            ("minutes", MINUTES, 1),
            ("cosine", COSINES, 0),
            ("common IDF", COMMON, 0),
        ]
        binned = [f"{name} bin {b}" for name, bounds, extra in bins for b in range(len(bounds) + extra)]
        words = self.words.get_feature_names_out()[self.frequent].tolist()
        return ["pair", *binned, "cosine", "common IDF", *(f"common word {word!r}" for word in words)]

    def links(self, sets: Sequence[Sequence[Post]]) -> Links:
        """Links from each post to all posts before it in its set; the dummy has no features."""
        bare = Links.windows([len(posts) for posts in sets])
        found = [self._pairs(posts, part) for posts, part in zip(sets, bare, strict=True)]
        return bare.with_features(sparse.vstack(found, format="csr"))

    def _pairs(self, posts: Sequence[Post], links: Links) -> sparse.csr_matrix:
        """(n_links, n_features) float32 of one set."""
        item, left = links.item(), links.antecedent
        counts = self.words.transform([post.text for post in posts])
        tfidf = normalize(counts.multiply(self.idf).tocsr())
        present = counts.sign()
        weighted = present.multiply(self.idf).tocsr()
        cosine = (tfidf @ tfidf.T).toarray()[item, left]
        common = (weighted @ present.T).toarray()[item, left]
        minute = np.array([post.minute for post in posts])
        frequent = weighted[:, self.frequent] / self.idf.max()
        columns = [
            sparse.csr_matrix(np.ones((len(item), 1))),
            one_hot(np.digitize(item - left, POSITIONS), len(POSITIONS) + 1),
            one_hot(np.digitize(minute[item] - minute[left], MINUTES), len(MINUTES) + 1),
            one_hot(np.digitize(cosine, COSINES) - 1, len(COSINES)),
            one_hot(np.digitize(common, COMMON) - 1, len(COMMON)),
            sparse.csr_matrix(np.stack([cosine, common / self.idf.max()], axis=1)),
            frequent[item].multiply(present[:, self.frequent][left]),
        ]
        pair = sparse.diags((left >= 0).astype(float))
        found = (pair @ sparse.hstack(columns, format="csr")).tocsr().astype(np.float32)
        found.eliminate_zeros()
        return found


def one_hot(which: np.ndarray, size: int) -> sparse.csr_matrix:
    """(n, size) 0/1 columns, from the (n,) number of the column that is 1; -1 for none."""
    rows = np.flatnonzero(which >= 0)
    return sparse.csr_matrix((np.ones(len(rows)), (rows, which[rows])), shape=(len(which), size))
