"""Cluster the rows of a table with a model, and write the table with the clusters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf, log
from pathlib import Path
from typing import Any

import numpy as np

from corefpipe.cli.clustering.decided import decided_pairs
from corefpipe.cli.clustering.tables import (
    ABSENT,
    check_key,
    check_output,
    contents,
    table_at,
    warn_of_empty,
    warn_of_markers,
    write_rows,
)
from corefpipe.clustering import Clusterer, ItemSets, Links
from corefpipe.clustering.constraints import Constraints
from corefpipe.clustering.copies import Copies
from corefpipe.clustering.json_rows import JSON_LINES
from corefpipe.clustering.labels import by_first_item
from corefpipe.clustering.learners import BinaryLearner
from corefpipe.clustering.review import UnsurePairs, membership, unsure_pairs
from corefpipe.clustering.settings import LARGEST
from corefpipe.clustering.tables import Table
from corefpipe.exceptions import FormatError, ModelError, SettingError
from corefpipe.utils.progress import say, status
from corefpipe.utils.text import counted


@dataclass(frozen=True, slots=True)
class Request:
    """What to cluster.

    Attributes:
        table: the file.
        model: folder of the model.
        out: file to write; None for standard output.
        id: name of the column of clusters; None for the model's.
        key: column that is different in each row; None for the model's, if the table has it.
        review: file for unsure pairs; None for none.
        probabilities: whether to add a column with them.
        threshold: probability above which rows are joined; None for the model's.
        n_clusters: number of clusters; None lets the scores decide.
        decided: table of pairs that a person has decided; None for none.
    """

    table: Path
    model: Path
    out: Path | None
    id: str | None
    key: str | None
    review: Path | None
    probabilities: bool
    threshold: float | None
    n_clusters: int | None
    decided: Path | None


def apply(request: Request) -> None:
    """Cluster, and write the table and what is to be reviewed.

    Raises:
        SettingError: settings that do not fit.
        ModelError: no model of `corefpipe cluster`.
        FormatError: a table that cannot be read, or lacks a column of the model.
    """
    check_output(request.out)
    check_output(request.review)
    clusterer = Clusterer.from_disk(request.model)
    meta = clusterer.meta or {}
    if "columns" not in meta:
        raise ModelError(
            "it did not learn from a table", cure="Learn one by `corefpipe cluster`", file=str(request.model)
        )
    _check_learner(clusterer, request)
    columns: list[str] = meta["columns"]
    table = table_at(request.table, required=[*columns, *([request.key] if request.key else [])])
    key = request.key or (meta["key"] if meta["key"] in table.columns else None)
    check_key(table, key)
    warn_of_empty(table, columns)
    warn_of_markers(table, columns)
    if request.threshold is not None:
        clusterer.decoder = replace(clusterer.decoder, threshold=_score_of(clusterer, request.threshold))  # type: ignore[type-var]
    column = request.id or meta["id"]
    _check_table(request, table, column, columns)
    constraints = decided_pairs(request.decided, table, key, column) if request.decided else None
    content = contents(table, columns)
    copies = _copies(table, column, content, request, constraints)
    items = ItemSets.records([table.drop(*set(table.columns).difference(columns)).take(copies.kept)])
    with status("comparing pairs"):
        links = clusterer.links(items)
    with status("clustering"):
        labels, names = _clustered(clusterer, links, table, column, request, constraints, copies)
    probability = clusterer.predict_proba(links) if request.review or request.probabilities else None
    added = {column: [names[label] for label in labels.tolist()]}
    if request.probabilities:
        assert probability is not None
        fits = membership(links, probability, labels[copies.kept])
        added[f"{column}_probability"] = [f"{value:.3f}" for value in fits[copies.source].tolist()]
    _write_table(table, added, request)
    counts = np.unique(labels, return_counts=True)[1]
    rows, clusters = counted(len(labels), "row"), counted(len(counts), "cluster")
    say(f"{rows} in {clusters}, {int((counts > 1).sum())} of them of two rows or more")
    if request.review:
        assert probability is not None
        pairs = unsure_pairs(links, probability, labels[copies.kept], content[copies.kept])
        pairs = pairs._replace(left=copies.kept[pairs.left], right=copies.kept[pairs.right])
        _write_review(table, pairs, key, request.review)


def _check_table(request: Request, table: Table, column: str, compared: Sequence[str]) -> None:
    """Raise an error if the column of clusters is one to compare, or there are more clusters than rows."""
    if column in compared:
        raise SettingError(f"the model compares the column {column!r}", cure="Name another one with --id")
    if request.n_clusters is not None and request.n_clusters > len(table):
        raise FormatError(
            f"{counted(len(table), 'row')}, and --n-clusters is {request.n_clusters}",
            cure="Give at most one per row",
            file=table.path,
        )


def _check_learner(clusterer: Clusterer, request: Request) -> None:
    """Raise SettingError for options that the model has no use for, or for one that it needs."""
    for option, value in (
        ("--review", request.review),
        ("--probabilities", request.probabilities),
        ("--threshold", request.threshold),
    ):
        if value not in (None, False) and not isinstance(clusterer.learner, BinaryLearner):
            raise SettingError(
                f"{option} needs probabilities of pairs, which the model does not have",
                cure="Learn it with --learner binary, the default",
                file=str(request.model),
            )
    if request.n_clusters is None and clusterer.decoder.needs_n_clusters:
        raise SettingError(
            "the model's decoder cannot tell how many clusters there are",
            cure="Give --n-clusters, or learn it with --decoder agglomerative",
            file=str(request.model),
        )
    if request.threshold is not None and not hasattr(clusterer.decoder, "threshold"):
        raise SettingError(
            "the model's decoder has no threshold",
            cure="Learn it with --decoder agglomerative",
            file=str(request.model),
        )


def _score_of(clusterer: Clusterer, probability: float) -> float:
    """The score of a pair with that probability."""
    learner = clusterer.learner_
    assert isinstance(learner, BinaryLearner)
    odds = log(probability / (1 - probability)) if 0 < probability < 1 else (inf if probability else -inf)
    return float(np.clip((odds - learner.offset_) / max(learner.slope_, 1e-12), -LARGEST, LARGEST))


def _copies(
    table: Table, column: str, content: np.ndarray, request: Request, constraints: Constraints | None
) -> Copies:
    """Which rows are compared: a few of those that are equal, and all rows of decided pairs."""
    if column in table.columns:  # rows of two known clusters are no copies of each other
        content = np.unique(np.stack([content, contents(table, [column])]), axis=1, return_inverse=True)[1].ravel()
    decided = np.concatenate([constraints.together.ravel(), constraints.apart.ravel()]) if constraints else np.arange(0)
    copies = Copies.of(content, decided)
    if request.n_clusters is not None and request.n_clusters > len(copies.kept):
        return Copies.of(content, np.arange(len(table)))
    return copies


def _clustered(
    clusterer: Clusterer,
    links: Links,
    table: Table,
    column: str,
    request: Request,
    constraints: Constraints | None,
    copies: Copies,
) -> tuple[np.ndarray, list[str]]:
    """(n_rows,) int labels, and the name of each cluster; clusters that the table has already keep theirs."""
    if constraints is not None:
        constraints = Constraints(*(np.searchsorted(copies.kept, x) for x in (constraints.together, constraints.apart)))
    given = [value.strip() for value in table[column]] if column in table.columns else []
    if not any(given):
        found = clusterer.predict(links, request.n_clusters, constraints)[0]
        found = by_first_item(copies.spread(found, join=request.n_clusters is not None))
        return found, [str(number) for number in range(1, int(found.max()) + 2)]
    if all(given):
        raise FormatError(
            f"all rows have a value in column {column!r}",
            cure="Leave it empty for the rows to assign, or name another column with --id to cluster all of them anew",
            file=table.path,
        )
    if request.n_clusters is not None:
        raise SettingError(
            f"the table has clusters in column {column!r}, so that their number is not free", cure="Drop --n-clusters"
        )
    names = [name for name in dict.fromkeys(given) if name]
    number = {name: label for label, name in enumerate(names)}
    known = np.array([number.get(value, -1) for value in given], dtype=np.int64)
    say(f"{(known >= 0).sum()} rows keep their value in column {column!r}, {(known < 0).sum()} are assigned")
    labels = copies.spread(clusterer.assign(links, [known[copies.kept]], constraints)[0])
    fresh = _unused(set(names))
    names += [next(fresh) for _ in range(int(labels.max()) + 1 - len(names))]
    return labels, names


def _unused(names: set[str]) -> Iterator[str]:
    """Numbers from 1 on that are no names."""
    number = 0
    while True:
        number += 1
        if str(number) not in names:
            yield str(number)


def _write_table(table: Table, added: dict[str, list[str]], request: Request) -> None:
    """Write the table with further columns; one of the same name is replaced in its place."""
    header = list(dict.fromkeys([*table.columns, *added]))
    data: list[Sequence[Any]] = [added[name] if name in added else table[name] for name in header]
    kind = request.out.suffix.lower() if request.out else table.kind
    if table.objects is not None and kind in JSON_LINES:
        data = [added[name] if name in added else [row.get(name, ABSENT) for row in table.objects] for name in header]
    write_rows(header, list(zip(*data, strict=True)), request.out, table.kind)


def _write_review(table: Table, pairs: UnsurePairs, key: str | None, path: Path) -> None:
    place = table[key] if key else [str(line) for line in table.lines]
    name = key or "line"
    fields = [column for column in table.columns if column != key]
    header = ["probability", "joined", f"{name} 1", f"{name} 2", *(f"{f} {n}" for f in fields for n in (1, 2))]
    rows = [
        [
            f"{p:.3f}",
            "yes" if joined else "no",
            place[one],
            place[two],
            *(table[f][i] for f in fields for i in (one, two)),
        ]
        for one, two, p, joined in zip(*(part.tolist() for part in pairs[:4]), strict=True)
    ]
    write_rows(header, rows, path, path.suffix)
    cut = f"the {len(rows)} most unsure of " if len(rows) < pairs.n_found else ""
    say(f"{cut}{pairs.n_found} unsure pairs written to {path}")
    if pairs.n_repeated:
        say(f"{pairs.n_repeated} more have the same values as one of them")
