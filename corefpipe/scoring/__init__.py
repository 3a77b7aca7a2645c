"""Scores of a response against a key, equal to the official scorer's v8.01. Imports NumPy only.

The way: align -> contingency -> metrics -> report.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from corefpipe import __version__
from corefpipe.document import Document
from corefpipe.errors import AnnotationError, SettingError
from corefpipe.scoring.align import WORDS, Words, align
from corefpipe.scoring.contingency import (
    MOST_REPEATS,
    REPEATS,
    SINGLETONS,
    Contingency,
    Repeats,
    Singletons,
    from_documents,
    from_labels,
)
from corefpipe.scoring.metrics import METRICS
from corefpipe.scoring.report import Report, Scores

__all__ = ["METRICS", "Report", "Scores", "align", "score", "score_partitions"]


def score(
    key: Iterable[Document],
    response: Iterable[Document],
    *,
    metrics: Sequence[str] = tuple(METRICS),
    singletons: Singletons = "keep",
    repeats: Repeats = "official",
    words: Words = "check",
) -> Report:
    """Score a response against a key, documents matched by name and part, mentions by exact span.

    Args:
        key: the true annotation.
        response: the annotation to judge.
        metrics: names from `METRICS`.
        singletons: whether chains of one mention count wherever they stand, or are removed from both sides first.
        repeats: what becomes of a span that a side annotates more than once: an error, the first one counts, or the
            rule of the official scorer (`corefpipe.scoring.contingency.from_documents`), which refuses a response with
            more than 10. The report's `notes` name each.
        words: whether the words of key and response must be equal.

    Returns:
        The report, with the counts of each document.

    Raises:
        AlignmentError: the two sides do not have the same documents or words.
        AnnotationError: a repeated span that `repeats` does not let pass.
        SettingError: a setting or metric that does not exist.
    """
    for name, value, valid in (
        ("singletons", singletons, SINGLETONS),
        ("repeats", repeats, REPEATS),
        ("words", words, WORDS),
        *(("metric", metric, tuple(METRICS)) for metric in metrics),
    ):
        _check(name, value, valid)
    pairs = align(key, response, words=words)
    tables, notes, dropped = [], [], 0
    for pair in pairs:
        table, new_notes, new_dropped = from_documents(*pair, singletons=singletons, repeats=repeats)
        tables.append(table)
        notes += new_notes
        dropped += new_dropped
    if dropped > MOST_REPEATS:
        raise AnnotationError(
            f"the response repeats {dropped} spans of the key; the official scorer refuses above {MOST_REPEATS}",
            cure="Remove the repeated mentions, or count the first ones only (repeats='first', --repeats first)",
        )
    settings = {"match": "exact", "singletons": singletons, "repeats": repeats}
    return _report(tuple(str(document) for document, _ in pairs), tables, metrics, settings, tuple(notes))


def score_partitions(
    key: Iterable[np.ndarray],
    response: Iterable[np.ndarray],
    *,
    metrics: Sequence[str] = tuple(METRICS),
    documents: Sequence[str] | None = None,
) -> Report:
    """Score clusterings of the same items: one int array a document on each side, one label an item.

    Args:
        key: the true labels of each document.
        response: the labels to judge, of the same items in the same order.
        metrics: names from `METRICS`.
        documents: the documents' names; their numbers if not given.

    Returns:
        The report; items without a partner count as singletons.

    Raises:
        SettingError: a metric that does not exist.
        ValueError: the sides have other numbers of documents or items.
    """
    for metric in metrics:
        _check("metric", metric, tuple(METRICS))
    tables = [from_labels(*pair) for pair in zip(key, response, strict=True)]
    names = tuple(map(str, range(len(tables)))) if documents is None else tuple(documents)
    return _report(names, tables, metrics, {"match": "items", "singletons": "keep"}, ())


def _check(name: str, value: Any, valid: Sequence[str]) -> None:
    if value not in valid:
        raise SettingError(f"unknown {name} {value!r}", cure=f"Valid are {', '.join(valid)}")


def _report(
    documents: tuple[str, ...],
    tables: Sequence[Contingency],
    metrics: Sequence[str],
    settings: dict[str, str],
    notes: tuple[str, ...],
) -> Report:
    counts = {
        name: np.array([METRICS[name].count(table) for table in tables], dtype=float).reshape(-1, 4) for name in metrics
    }
    return Report(documents, counts, settings, __version__, notes)
