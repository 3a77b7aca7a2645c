"""`corefpipe cluster`: train a record linkage model on a table, and cluster the rows of other tables."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Optional

import typer

from corefpipe.cli.outputs import refuse_sources, target_of
from corefpipe.cli.settings import read_settings
from corefpipe.exceptions import SettingError
from corefpipe.utils.paths import as_path

_LEARNING, _CLUSTERING = "for learning, without --model", "for clustering, with --model"

Table = Annotated[
    Path,
    typer.Argument(
        metavar="TABLE",
        parser=as_path,
        help="A table, UTF-8: .tsv (tabs) or .csv (commas or semicolons) with a header line, or .jsonl (one object per "
        "line); - is standard input.",
    ),
]
Id = Annotated[
    Optional[str],  # noqa: UP045  typer reads the annotation
    typer.Option(
        metavar="COLUMN",
        help="The column with the clusters: rows with the same value belong together. It is read when learning, and "
        "added when clustering. [default when clustering: that of the training table]",
    ),
]
Model = Annotated[
    Optional[Path],  # noqa: UP045
    typer.Option(metavar="DIR", help="Cluster with this model. Without it, a model is trained."),
]
Out = Annotated[
    Optional[Path],  # noqa: UP045
    typer.Option(
        "-o",
        "--out",
        metavar="PATH",
        help="Learning: folder for the model. Clustering: table to write; - is standard output, the default.",
    ),
]
Ignore = Annotated[
    Optional[list[str]],  # noqa: UP045
    typer.Option(metavar="COLUMN", help="Learning: a column that is not compared, such as a remark. Can be repeated."),
]
Key = Annotated[
    Optional[str],  # noqa: UP045
    typer.Option(
        metavar="COLUMN",
        help="A column with a unique value per row, such as a record number. It is not compared; --review identifies "
        "rows by it. [default when clustering: that of the training table]",
    ),
]
Review = Annotated[
    Optional[Path],  # noqa: UP045
    typer.Option(
        metavar="FILE",
        help="Clustering: write the pairs of rows of which the model is unsure to this table, at most 1000, the most "
        "uncertain first. Pairs with the same values are listed once.",
    ),
]
Decided = Annotated[
    Optional[Path],  # noqa: UP045
    typer.Option(
        metavar="FILE",
        help="Clustering: a table from --review, with the column `joined` corrected to yes or no, or emptied. These "
        "pairs, and all pairs that follow from them, are put in one cluster or in different ones.",
    ),
]
Probabilities = Annotated[
    bool,
    typer.Option(
        "--probabilities", help="Clustering: add a second column, the probability that a row is in its cluster."
    ),
]
Threshold = Annotated[
    Optional[float],  # noqa: UP045
    typer.Option(
        min=0.0,
        max=1.0,
        help="Clustering: the probability above which rows are joined; a higher one gives more clusters. [default: the "
        "model's, about 0.5]",
    ),
]
Count = Annotated[
    Optional[int],  # noqa: UP045
    typer.Option("--n-clusters", min=1, help="Clustering: exact number of clusters."),
]
LearnerName = Annotated[
    Optional[str],  # noqa: UP045
    typer.Option(metavar="NAME", help="Learning: the learner; see the list below. [default: binary]"),
]
DecoderName = Annotated[
    Optional[str],  # noqa: UP045
    typer.Option(
        metavar="NAME",
        help="Learning: the decoder; see the list below. [default: agglomerative for binary, else the learner's own]",
    ),
]
Settings = Annotated[
    Optional[list[str]],  # noqa: UP045
    typer.Option(
        "--set",
        metavar="NAME=VALUE",
        help="Learning: a setting of the learner, of the decoder, or of both if both have it. Can be repeated. An "
        "unknown NAME prints the names of all settings.",
    ),
]
Overwrite = Annotated[bool, typer.Option("--overwrite", help="Learning: replace a model that is in DIR.")]


def cluster(
    table: Table,
    id: Id = None,
    model: Model = None,
    out: Out = None,
    ignore: Ignore = None,
    key: Key = None,
    review: Review = None,
    decided: Decided = None,
    probabilities: Probabilities = False,
    threshold: Threshold = None,
    n_clusters: Count = None,
    learner: LearnerName = None,
    decoder: DecoderName = None,
    settings: Settings = None,
    overwrite: Overwrite = False,
) -> None:
    """Cluster the rows of a table by the entity that they describe: people, citations, products.

    \b
    Examples:
      corefpipe cluster people.tsv --id person -o people-model
      corefpipe cluster new.tsv --model people-model -o clustered.tsv
      corefpipe cluster new.tsv --model people-model -o clustered.tsv --review unsure.tsv --threshold 0.9
      corefpipe cluster new.tsv --model people-model -o clustered.tsv --decided unsure.tsv
      corefpipe cluster known-and-new.jsonl --model people-model -o clustered.jsonl

    The first command trains a model on a table in which the column `person` has the same value in rows of the same
    person. It chooses how to compare the other columns (as names, texts, numbers or dates), and prints the scores on
    held-out clusters. The second one adds that column to another table with the same columns.

    If the new table has the column already, rows with a value there keep it, and only those without one are assigned:
    to one of these clusters, or to a new one.

    Rows of large tables are compared only with similar ones. By default, a logistic regression classifies the pairs
    (learner binary with sampling=all, classifier=logistic, l2=1e-5), and average linkage clusters them (decoder
    agglomerative with unlinked=-1).
    """
    out = target_of(out)
    sources = [path for path in (table, model, decided) if path is not None]
    refuse_sources(out, sources)
    if review is not None:
        refuse_sources(review, sources)
        if out is not None and review.absolute() == out.absolute():
            raise SettingError("-o and --review name the same file", cure="Name two", file=str(out))
    if threshold is not None and n_clusters is not None:
        raise SettingError(
            "both --threshold and --n-clusters are given",
            cure="Give one of them: each says how readily rows are joined",
        )
    if model is None:
        _refuse(_CLUSTERING, review=review, decided=decided, probabilities=probabilities)
        _refuse(_CLUSTERING, threshold=threshold, n_clusters=n_clusters)
        if id is None:
            raise SettingError(
                "nothing says what to do",
                cure="To learn: --id COLUMN, which has the clusters, and -o DIR. To cluster: --model DIR",
            )
        if out is None:
            raise SettingError("no folder for the model", cure="Name one: -o DIR")
        from corefpipe.cli.clustering.learning import Plan, learn

        plan = Plan(table, id, out, tuple(ignore or ()), key, learner, decoder, read_settings(settings or []))
        learn(plan, overwrite)
        return
    _refuse(_LEARNING, ignore=ignore, learner=learner, decoder=decoder, set=settings, overwrite=overwrite)
    from corefpipe.cli.clustering.applying import Request, apply

    apply(Request(table, model, out, id, key, review, probabilities, threshold, n_clusters, decided))


def _refuse(purpose: str, **options: object) -> None:
    """Raise an error for an option that is given and has no use here."""
    for name, value in options.items():
        if value not in (None, False, []):
            raise SettingError(f"--{name.replace('_', '-')} is {purpose}", cure="Leave it out")
