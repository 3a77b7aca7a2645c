"""Options of the commands that score: metrics, and the settings that a scoring policy consists of."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Optional

import typer

from corefpipe.cli.inputs import warn
from corefpipe.cli.options import STDIN
from corefpipe.document import Document
from corefpipe.formats import ReadReport
from corefpipe.scoring.inputs import read_annotated
from corefpipe.scoring.policy import PROFILES, VALUES, Policy, policy_of


def _choice(setting: str, text: str) -> typer.models.OptionInfo:
    return typer.Option(f"--{setting}", metavar="|".join(VALUES[setting]), help=text)


MetricNames = Annotated[
    str,
    typer.Option(
        metavar="NAME[,NAME]...",
        help="Groups: coreference, conll, clustering, corefud, all. Metrics: mentions, muc, b_cubed, ceaf_m, ceaf_e, "
        "blanc, lea, pairwise, exact_clusters, rand, adjusted_rand, edit_distance, edit_score, vi, normalised_vi, "
        "one_to_one, pairwise_loss, mitre_loss; of words and zeros: mention_overlap, zero_anaphora. Or as signatures "
        "have them: muc+b3+ceafe.",
    ),
]


@dataclass(frozen=True, slots=True)
class PolicyOptions:
    """Options that make a policy (see `Policy`): a profile, and what to change in it."""

    profile: Annotated[
        str,
        typer.Option(
            metavar="|".join(PROFILES),
            help="Defaults of the options below. strict: refuse input for which a score could mislead; official: count "
            "and print as the CoNLL scorer v8.01; corefud: CorefUD's primary score (head match, no singletons, with "
            "zeros).",
        ),
    ] = "strict"
    match: Annotated[
        Optional[str],  # noqa: UP045  typer reads the annotation
        _choice(
            "match",
            "When a mention of the response matches one of the key. exact: same words; head: same head; partial: it "
            "lies within the key's mention and contains its head; min-span: same minimum span.",
        ),
    ] = None
    singletons: Annotated[
        Optional[str],  # noqa: UP045
        _choice("singletons", "Keep chains of one mention, or drop them from key and response before scoring."),
    ] = None
    repeats: Annotated[
        Optional[str],  # noqa: UP045
        _choice("repeats", "If a span is annotated twice: stop, count the first, or do as the official scorer does."),
    ] = None
    documents: Annotated[
        Optional[str],  # noqa: UP045
        _choice("documents", "If the response lacks a document of the key: stop, or score it as without mentions."),
    ] = None
    words: Annotated[
        Optional[str],  # noqa: UP045
        _choice("words", "Check that key and response have the same words, or ignore differences."),
    ] = None
    heads: Annotated[
        Optional[str],  # noqa: UP045
        _choice(
            "heads", "Heads that are not annotated: from the dependency tree, or the first word (CorefUD's scorer)."
        ),
    ] = None

    def policy(self) -> Policy:
        """The policy.

        Raises:
            SettingError: a value that does not exist, or two that exclude each other.
        """
        return policy_of(**asdict(self))


@dataclass(frozen=True, slots=True)
class PolicyOptionsWithZeros(PolicyOptions):
    """Options that make a policy, `--zeros` among them."""

    zeros: Annotated[
        Optional[str],  # noqa: UP045
        _choice(
            "zeros",
            "Mentions whose head is an empty node, such as a dropped pronoun. ignore: leave them out; dependent: those "
            "with the same parents in DEPS match, at whatever place; linear: those at the same place match.",
        ),
    ] = None


def names_of(metrics: str) -> list[str]:
    """The names in a comma-separated list."""
    return [name.strip() for name in metrics.split(",") if name.strip()]


def documents_to_score(path: Path, policy: Policy, more: Iterable[str] = ()) -> Iterator[Document]:
    """Read documents with only the columns that the policy needs, and some more."""
    columns = {"head": ("heads",), "partial": ("heads",), "min-span": ("tags", "other")}.get(policy.match, ())
    if policy.zeros != "ignore":
        columns = (*columns, "empty_nodes", "heads")
    report = ReadReport()
    name, stream = ("standard input", sys.stdin.buffer) if path == STDIN else (path, None)
    yield from read_annotated(name, tuple(dict.fromkeys((*columns, *more))), report, stream)
    report.repeats.clear()  # the scorer reports them
    warn(report)
