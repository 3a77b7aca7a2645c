"""Score a response against a key."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from corefpipe.document import Document
from corefpipe.exceptions import AnnotationError, printable
from corefpipe.scoring.align import Pair, align
from corefpipe.scoring.by_type import counts_by_type
from corefpipe.scoring.contingency import Contingency, from_labels, from_matchings
from corefpipe.scoring.cross_document import check_across, check_ids, joined, topics_of, without_singletons
from corefpipe.scoring.groups import metrics_named
from corefpipe.scoring.inputs import Annotation, documents_of
from corefpipe.scoring.matching import MOST_REPEATS, match_mentions
from corefpipe.scoring.notes import notes_of
from corefpipe.scoring.official import official_counts
from corefpipe.scoring.policy import (
    Documents,
    Heads,
    Match,
    Policy,
    Repeats,
    Singletons,
    Words,
    Zeros,
    across_of,
    policy_of,
)
from corefpipe.scoring.registry import Metric
from corefpipe.scoring.result import Score
from corefpipe.version import __version__


def score(
    key: Annotation,
    response: Annotation,
    *,
    metrics: str | Iterable[str] = "coreference",
    profile: str = "strict",
    match: Match | None = None,
    singletons: Singletons | None = None,
    repeats: Repeats | None = None,
    documents: Documents | None = None,
    words: Words | None = None,
    zeros: Zeros | None = None,
    heads: Heads | None = None,
    cross_document: bool = False,
    topic: str | None = None,
) -> Score:
    """Score a response against a key; documents are matched by name and part, or in order if a side has no names.

    >>> score = corefpipe.score([[(0, 1), (4, 6)], [(2, 3)]], [[(0, 1), (4, 6), (2, 3)]])
    >>> round(score["muc"].f1, 3), round(score.conll, 3)
    (0.667, 0.638)

    Args:
        key: the true annotation: a path, Documents, spaCy Docs with `doc.spans["coref"]`, or chains of spans
            (`corefpipe.scoring.inputs.Annotation`).
        response: the annotation to score.
        metrics: names from `METRICS`, or of groups from `GROUPS`.
        profile: the policy that the other settings modify: `strict`, `official` (the CoNLL scorer v8.01) or `corefud`
            (the primary score of the CorefUD shared tasks: head match, with zeros, without singletons).
        match: `exact`, `head`, `partial` or `min-span`; these and the following as in `Policy`.
        singletons: `keep` or `drop`.
        repeats: `error`, `first` or `official`.
        documents: `error` or `missing-as-empty`.
        words: `check` or `ignore`.
        zeros: `ignore`, `dependent` or `linear`.
        heads: `tree` or `first`.
        cross_document: whether the documents count as one, so that entities with one id in several documents are one
            (see `corefpipe.scoring.cross_document`).
        topic: with `cross_document`, the documents of each topic count as one: `prefix`, what is before the first _
            or / of their names, as in ECB+; or a field of the metadata of the key's documents, by its name.

    Returns:
        The score, with the counts of each document.

    Raises:
        AlignmentError: the sides do not have the same documents or words.
        AnnotationError: a span is repeated, which `repeats` does not allow; the matching needs heads, parts of speech
            or a parse that are missing; a metric needs the same mentions on both sides, and they differ; ids of
            entities that are those of single documents, where entities are scored across documents.
        FormatError: a file is not valid in its format.
        SettingError: a setting or metric does not exist.
    """
    policy = policy_of(
        profile,
        match=match,
        singletons=singletons,
        repeats=repeats,
        documents=documents,
        words=words,
        zeros=zeros,
        heads=heads,
        across=across_of(cross_document, topic),
    )
    return score_documents(documents_of(key), documents_of(response), metrics_named(metrics), policy)


def score_documents(
    key: Iterable[Document], response: Iterable[Document], metrics: Sequence[Metric], policy: Policy
) -> Score:
    """Score documents, given metrics and policy as objects; see `score`."""
    pairs, notes = align(key, response, policy)
    if policy.across:
        return _across_documents(pairs, notes, metrics, policy)
    matchings = [match_mentions(*pair, policy) for pair in pairs]
    dropped = sum(matching.dropped for matching in matchings)
    if dropped > MOST_REPEATS:
        raise AnnotationError(
            f"the response repeats {dropped} spans of the key; the official scorer refuses above {MOST_REPEATS}",
            cure="Remove the repeated mentions, or count the first ones only (repeats='first', --repeats first)",
        )
    keys = [document for document, _ in pairs]
    table = from_matchings([str(document) for document in keys], matchings)
    notes += notes_of(matchings, policy)
    found = score_contingency(table, metrics, policy, [document.genre for document in keys])
    for number, matching in enumerate(matchings):
        if matching.official:
            counts = official_counts(*matching.numbered())
            for metric in counts.keys() & found.counts.keys():
                found.counts[metric][number] = counts[metric]

    def by_type(metrics: Sequence[Metric]) -> dict[str, dict[str, np.ndarray]]:
        if policy.repeats == "official" and any(matching.notes for matching in matchings):
            raise AnnotationError(
                "the official scorer has no rule for the mention types of repeated spans",
                cure="Count the first ones only (repeats='first', --repeats first)",
            )
        return counts_by_type(table, matchings, keys, metrics)

    return replace(found, notes=tuple(map(printable, notes)), _types=by_type)


def _across_documents(pairs: Sequence[Pair], notes: Sequence[str], metrics: Sequence[Metric], policy: Policy) -> Score:
    """Score entities across the documents of each topic."""
    check_across(policy, metrics)
    topics = topics_of(pairs, policy)
    check_ids(pairs, topics.values())
    if policy.singletons == "drop":
        pairs = without_singletons(pairs, topics.values())
    single = [match_mentions(*pair, replace(policy, singletons="keep")) for pair in pairs]
    table = from_matchings(list(topics), [joined([single[i] for i in numbers]) for numbers in topics.values()])
    found = score_contingency(table, metrics, policy, [""] * len(topics))
    return replace(found, notes=tuple(map(printable, [*notes, *notes_of(single, policy)])))


def score_partitions(
    key: Iterable[np.ndarray],
    response: Iterable[np.ndarray],
    *,
    metrics: str | Iterable[str] = "all",
    documents: Sequence[str] | None = None,
) -> Score:
    """Score clusterings of the same items: one int array per document and side, with one label per item.

    >>> from corefpipe.scoring import score_partitions
    >>> score = score_partitions([np.array([0, 0, 1, 1])], [np.array([0, 0, 1, 2])])
    >>> round(score["pairwise"].f1, 3), round(score["adjusted_rand"].value, 3)
    (0.667, 0.571)

    Args:
        key: the true labels of each document.
        response: the labels to score, of the same items in the same order.
        metrics: names from `METRICS`, or of groups from `GROUPS`.
        documents: names of the documents; by default their numbers.

    Returns:
        The score; items without a partner count as singletons.

    Raises:
        SettingError: a metric does not exist.
        AnnotationError: the numbers of documents or items differ, or labels are no labels, such as NaN and None.
        ValueError: the number of names is not that of the documents.
    """
    chosen = metrics_named(metrics)
    keys = list(key)
    names = [str(number) for number in range(len(keys))] if documents is None else list(documents)
    if len(names) != len(keys):
        raise ValueError(f"expected one name per document, got {len(names)} names of {len(keys)} documents")
    return score_contingency(from_labels(names, keys, response), chosen, Policy(), [""] * len(keys))


def score_contingency(table: Contingency, metrics: Sequence[Metric], policy: Policy, genres: Sequence[str]) -> Score:
    """Score tables of chains, given the genre of each document."""
    counted: dict[object, np.ndarray] = {}  # some metrics read the same counts
    for metric in metrics:
        if metric.counts not in counted:
            counted[metric.counts] = metric.count(table)
    counts = {metric.name: counted[metric.counts] for metric in metrics}
    return Score(table.names, tuple(genres), counts, policy, __version__)
