"""Train a clusterer on a table, and print its cross-validated scores."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from corefpipe.cli.clustering.tables import check_key, table_at, warn_of_markers
from corefpipe.clustering import Clusterer, ItemSets, Links
from corefpipe.clustering.comparing import Comparison
from corefpipe.clustering.estimator import PAIRWISE, PAIRWISE_SETTINGS
from corefpipe.clustering.files import FILES, clusterer_files
from corefpipe.clustering.tables import TABLES, Table
from corefpipe.clustering.validation import halving_score, shown
from corefpipe.exceptions import FormatError, LinksError, SettingError
from corefpipe.utils.folders import check_output_folder, current
from corefpipe.utils.progress import status
from corefpipe.utils.text import counted


@dataclass(frozen=True, slots=True)
class Plan:
    """What to learn.

    Attributes:
        table: the file.
        id: its column with the clusters.
        out: folder for the model.
        ignore: columns that are not compared.
        key: column that is different in each row; None for none.
        learner, decoder: their names; None for the defaults.
        settings: settings of both.
    """

    table: Path
    id: str
    out: Path
    ignore: tuple[str, ...]
    key: str | None
    learner: str | None
    decoder: str | None
    settings: dict[str, Any]

    def clusterer(self) -> Clusterer:
        """The clusterer, not trained.

        Raises:
            SettingError: a name or setting that does not exist.
        """
        learner, decoder = self.learner or PAIRWISE[0], self.decoder
        if learner != PAIRWISE[0]:
            return Clusterer.named(learner, decoder, **self.settings)
        if decoder in (None, PAIRWISE[1]):
            return Clusterer.pairwise(**self.settings)
        return Clusterer.named(learner, decoder, **(PAIRWISE_SETTINGS[0] | self.settings))


def learn(plan: Plan, overwrite: bool = False) -> None:
    """Learn, print what was learned and how well it works, and write the model.

    Raises:
        SettingError: settings that do not fit, or a folder with something else in it.
        FormatError: a table that cannot be read, or from which nothing can be learned.
    """
    clusterer = plan.clusterer()
    clusterer.learner.check()
    _check_target(plan.out, overwrite)
    table = table_at(plan.table, required=[*plan.ignore, *([plan.key] if plan.key else [])])
    _check_id(table, plan.id)
    check_key(table, plan.key)
    labels = _labels(table, plan.id)
    compared = table.drop(*{plan.id, *plan.ignore, *([plan.key] if plan.key else [])})
    if not compared.columns:
        raise FormatError("no column is left to compare", cure="Add one", file=table.path, line=1)
    items = ItemSets.records([compared])
    clusterer.meta = {"id": plan.id, "key": plan.key or "", "columns": list(compared.columns)}
    print(f"{counted(len(table), 'row')}, {counted(len(np.unique(labels)), 'cluster')}")
    warn_of_markers(table, compared.columns)
    try:
        clusterer.prepare(items)
    except LinksError as error:
        error.file = table.path
        raise
    _print_comparison(clusterer.comparison_)
    with status("comparing pairs"):
        links = clusterer.links(items)
    _print_pairs(links, labels)
    with status("learning"):
        clusterer.learn(links, [labels])
    clusterer_files(clusterer)  # if it cannot be written, the error comes before the cross-validation
    _print_score(clusterer, links, labels)
    clusterer.to_disk(plan.out)
    print(f"Model written to {plan.out}")


def _check_target(folder: Path, overwrite: bool) -> None:
    if folder.suffix.lower() in TABLES:
        raise SettingError(
            "a model is a folder, not a table", cure="To learn: -o DIR. To cluster: --model DIR", file=str(folder)
        )
    is_model = current(folder, FILES[0]).is_file()
    check_output_folder(folder, FILES if is_model else (), "the model")
    if is_model and not overwrite:
        raise SettingError(
            "there is a model already", cure="Name another folder, or replace it with --overwrite", file=str(folder)
        )


def _check_id(table: Table, column: str) -> None:
    """Raise FormatError if a table lacks the column with the clusters."""
    if column in table.columns:
        return
    hint = "; to cluster this table with a model, give --model DIR"
    if len(table.columns) == 1:
        hint = " and no more: tabs separate the columns of a .tsv file, commas or semicolons those of a .csv file"
    raise FormatError(
        f"there is no column {column!r} to learn from",
        cure=f"The header has {', '.join(table.columns)}{hint}",
        file=table.path,
        line=1,
    )


def _labels(table: Table, column: str) -> np.ndarray:
    """(n_rows,) int64 the true clusters.

    Raises:
        FormatError: only one row or cluster, or no cluster of two rows.
    """
    labels = table.labels(column)
    n_clusters = len(np.unique(labels))
    if len(labels) == 1:
        problem, cure = "there is one row", "Give rows that belong together, and others that do not"
    elif n_clusters == 1:
        problem = f"all rows have the same value in column {column!r}"
        cure = "Give at least two clusters to learn from"
    elif n_clusters == len(labels):
        problem = f"no value in column {column!r} occurs twice"
        cure = "Rows that belong together need the same value, or nothing can be learned about them"
    else:
        return labels
    raise FormatError(problem, cure=cure, file=table.path)


def _print_comparison(comparison: Comparison | None) -> None:
    assert comparison is not None
    assert isinstance(comparison.fields, dict)
    for field, names in comparison.fields.items():
        print(f"  {field}: {', '.join(names)}")


def _print_pairs(links: Links, labels: np.ndarray) -> None:
    pairs = int((links.antecedent >= 0).sum())
    every = links.n_items * (links.n_items - 1) // 2
    if pairs == every:
        print(f"All {pairs} pairs of rows are compared")
        return
    counts = np.bincount(labels)
    true = int((counts * (counts - 1) // 2).sum())
    kept = int(links.coreferent([labels])[links.antecedent >= 0].sum())
    print(
        f"{pairs} of {every} pairs of rows are compared, among them {100 * kept / true:.1f} % of those in one cluster"
    )


def _print_score(clusterer: Clusterer, links: Links, labels: np.ndarray) -> None:
    """Cross-validate, and print how well the clusters agree."""
    with status("cross-validating"):
        score = halving_score(clusterer, links, labels)
    if score is None:
        print("Not scored: too few clusters to learn from one half and score on the other")
        return
    how = ", their number given" if clusterer.decoder.needs_n_clusters else ""
    print(f"Clusters of one half of the data, learned from the other half (mean of 3 random halvings, in %{how}):")
    print(*(f"  {line}" for line in shown(score)), sep="\n")
