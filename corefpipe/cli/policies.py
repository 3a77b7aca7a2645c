"""What the commands that score share: the options that make a policy, metrics, documents to score."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Optional

import typer

from corefpipe.cli.inputs import warn
from corefpipe.document import Document
from corefpipe.formats import ReadReport, read
from corefpipe.scoring.policy import PROFILES, VALUES, Policy


def _choice(setting: str, text: str) -> typer.models.OptionInfo:
    return typer.Option(f"--{setting}", metavar="|".join(VALUES[setting]), help=text)


MetricNames = Annotated[
    str,
    typer.Option(
        metavar="NAME[,NAME]...",
        help="coreference, conll, clustering, all; or names: mentions, muc, b_cubed, ceaf_m, ceaf_e, blanc, lea, "
        "pairwise, exact_clusters, rand, adjusted_rand, edit_distance, edit_score, vi, normalised_vi, one_to_one, "
        "pairwise_loss, mitre_loss.",
    ),
]
Profile = Annotated[
    str,
    typer.Option(
        metavar="|".join(PROFILES),
        help="What the options below are if not given: errors wherever a number could mislead; as the CoNLL scorer "
        "v8.01 counts and prints; or CorefUD's primary score (head match, no singletons).",
    ),
]
Match = Annotated[
    Optional[str],  # noqa: UP045  typer reads the annotation
    _choice(
        "match",
        "When two mentions are the same: the same words; the same head; the response's lies within the key's and "
        "contains its head; the same minimum span.",
    ),
]
Singletons = Annotated[
    Optional[str],  # noqa: UP045
    _choice("singletons", "Whether chains of one mention count, or are dropped from both sides first."),
]
Repeats = Annotated[
    Optional[str],  # noqa: UP045
    _choice("repeats", "A span annotated twice: an error; count the first; or as the official scorer does."),
]
Documents = Annotated[
    Optional[str],  # noqa: UP045
    _choice("documents", "A document of the key that the response lacks: an error, or one without mentions."),
]
Words = Annotated[
    Optional[str],  # noqa: UP045
    _choice("words", "Whether key and response must have the same words."),
]


def names_of(metrics: str) -> list[str]:
    """The metrics that a comma-separated list names."""
    return [name.strip() for name in metrics.split(",") if name.strip()]


def documents_to_score(path: Path, policy: Policy, types: bool = False) -> Iterator[Document]:
    """The documents of a file or folder, with no more columns than the policy, and rows by mention type, ask for."""
    columns = {"head": ("heads",), "partial": ("heads",), "min-span": ("tags", "other")}.get(policy.match, ())
    report = ReadReport()
    yield from read(
        path, repeats="keep", columns=(*columns, "tags", "pos", "heads") if types else columns, report=report
    )
    report.repeats.clear()  # the scorer says what becomes of them
    warn(report)
