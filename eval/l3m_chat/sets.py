"""The item sets of the experiment: posts of chats with their authors or threads as labels, and their folds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from logs import Log, Post, read_logs
from post_features import PostFeatures, without_nicks

from corefpipe.clustering import Constraints, Links
from corefpipe.exceptions import CorefpipeError
from corefpipe.tuning import Part

SETS = 80
POSTS = 120  # in each set
FOLDS = 10
TUNING = 20  # sets to train on, and to score on, when settings are chosen
TASKS = ("author", "topic")


@dataclass(frozen=True, slots=True)
class ItemSets:
    """Item sets with true labels, one set per log.

    Attributes:
        names: names of the logs.
        links: from each post to all posts before it.
        labels: for each set (n_posts,) int, authors or threads.
    """

    names: list[str]
    links: Links
    labels: list[np.ndarray]

    def take(self, numbers: Iterable[int]) -> ItemSets:
        """Some of the sets."""
        chosen = list(numbers)
        return ItemSets([self.names[i] for i in chosen], self.links[chosen], [self.labels[i] for i in chosen])

    def part(self) -> Part:
        """The sets as `corefpipe.tuning` takes them; posts have no spans."""
        nothing = [Constraints()] * len(self.names)
        return Part(self.links, self.labels, [], [], nothing, [])

    def in_random_order(self, random: np.random.Generator) -> ItemSets:
        """The same pairs and features, with the posts of each set in random order; all pairs are links as before."""
        orders = [random.permutation(len(labels)) for labels in self.labels]
        labels = [label[order] for label, order in zip(self.labels, orders, strict=True)]
        return ItemSets(self.names, self.links.reorder(orders), labels)


def item_sets(corpora: Path, task: str) -> ItemSets:
    """The first `POSTS` annotated posts of `SETS` logs of train, evenly chosen over the years, one per day.

    Raises:
        CorefpipeError: no logs, or too few with so many posts.
    """
    logs = chosen_logs(read_logs(corpora / "irc" / "train"), SETS, POSTS)
    if task == "author":
        logs = [without_nicks(log) for log in logs]
    sets = [log.annotated()[:POSTS] for log in logs]
    features = PostFeatures.of(
        [post for log in logs for post in log.before()], [post for posts in sets for post in posts]
    )
    return ItemSets([log.name for log in logs], features.links(sets), [labels_of(posts, task) for posts in sets])


def chosen_logs(logs: Sequence[Log], n_logs: int, n_posts: int) -> list[Log]:
    """Logs with so many annotated posts, at most one per day, evenly chosen from all of them in their order.

    Raises:
        CorefpipeError: there are too few.
    """
    of_day: dict[str, Log] = {}
    for log in logs:
        if len(log.annotated()) >= n_posts:
            of_day.setdefault(log.name.partition(".")[0], log)
    long = list(of_day.values())
    if len(long) < n_logs:
        raise CorefpipeError(
            f"only {len(long)} days have logs with {n_posts} annotated posts, and {n_logs} are needed",
            cure="Give the whole corpus (--corpora)",
        )
    return [long[i] for i in np.linspace(0, len(long) - 1, n_logs).round().astype(int)]


def labels_of(posts: Sequence[Post], task: str) -> np.ndarray:
    """(n_posts,) int, the author (`author`) or the thread (`topic`) of each post, numbered from 0."""
    values = [post.nick if task == "author" else str(post.thread) for post in posts]
    return np.unique(values, return_inverse=True)[1]


def folds(n_sets: int) -> Iterator[tuple[list[int], list[int]]]:
    """For each fold the sets to learn from, those of the other folds, and those to score on."""
    for fold in range(FOLDS):
        yield [i for i in range(n_sets) if i % FOLDS != fold], [i for i in range(n_sets) if i % FOLDS == fold]
