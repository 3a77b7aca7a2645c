"""`corefpipe score`: score a response against a key."""

from __future__ import annotations

import json
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Optional

import typer

from corefpipe.cli import policies
from corefpipe.cli.inputs import check_paths, warn_of
from corefpipe.cli.option_groups import with_option_groups
from corefpipe.cli.options import STDIN
from corefpipe.cli.outputs import refuse_sources
from corefpipe.exceptions import SettingError
from corefpipe.formats.registry import format_of_file
from corefpipe.scoring.gap import gap_score
from corefpipe.scoring.groups import metrics_named
from corefpipe.scoring.policy import across_of
from corefpipe.scoring.rows import display_rows, to_csv, to_dicts
from corefpipe.scoring.scorer import score_documents
from corefpipe.utils.paths import as_path


class Per(StrEnum):
    """Values of `--per`."""

    DOCUMENT = "document"
    GENRE = "genre"
    MENTION_TYPE = "mention-type"


@with_option_groups
def score(
    key: Annotated[
        Path, typer.Argument(parser=as_path, help="The gold annotation: a file or folder; - is standard input.")
    ],
    response: Annotated[
        Path, typer.Argument(parser=as_path, help="The annotation to score: a file or folder; - is standard input.")
    ],
    *,
    metrics: policies.MetricNames = "coreference",
    per: Annotated[
        Optional[Per],  # noqa: UP045  typer reads the annotation
        typer.Option(help="Print recall, precision and F1 of each metric per document, genre or mention type."),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print JSON with unrounded fractions and the counts behind them.")
    ] = False,
    as_csv: Annotated[
        bool, typer.Option("--csv", help="Print CSV with one line per row and metric, unrounded.")
    ] = False,
    cross_document: Annotated[
        bool,
        typer.Option(
            "--cross-document", help="Score entities across documents: an id stands for one entity in all documents."
        ),
    ] = False,
    topic: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option(
            metavar="prefix|FIELD",
            help="With --cross-document, score across the documents of each topic only: prefix is what is before the "
            "first _ or / of their names, FIELD a field of their metadata. [default: all documents are one topic]",
        ),
    ] = None,
    options: policies.PolicyOptionsWithZeros,
) -> None:
    """Score a response against a key.

    \b
    Examples:
      corefpipe score key.conll response.conll
      corefpipe score key.conll response.conll --profile official
      corefpipe score gold/ resolved/ --repeats first --per genre
      corefpipe score key.conllu response.conllu --profile corefud --metrics corefud
      corefpipe score key.conll clustered.conll --metrics conll,vi,rand
      corefpipe score gap-validation.tsv predictions.tsv
      corefpipe score ecb.conllu linked/ --cross-document --topic prefix

    It prints mention detection, MUC, B-cubed, CEAF, BLANC, LEA and the CoNLL average. Documents are matched by name and
    part. The last line is the signature, which contains every setting that can change the scores: quote it with them.
    Predictions for GAP get the scores of that task, F1 by gender and bias. With --cross-document the documents of a
    topic count as one, so both sides need ids of entities across documents, as `corefpipe link --write-documents`
    writes them.
    """
    if as_json and as_csv:
        raise SettingError("both --json and --csv are given", cure="Choose one")
    if key == response == STDIN:
        raise SettingError("standard input cannot be both key and response", cure="Give a file for one of them")
    check_paths([key, response])
    refuse_sources(None, [key, response])
    if _is_gap(key) and _is_gap(response):
        gap = gap_score(key, response)
        print(json.dumps(gap.to_dict(), indent=2) if as_json else gap)
        return
    policy = replace(options.policy(), across=across_of(cross_document, topic))
    chosen = metrics_named(metrics)
    types = ("tags", "pos", "heads") if per is Per.MENTION_TYPE else ()
    left, right = (policies.documents_to_score(path, policy, types) for path in (key, response))
    found = score_documents(left, right, chosen, policy)
    warn_of(found.notes)
    rows = found.by(per.value) if per is not None else {}
    if as_json:
        print(json.dumps(found.to_dict() | ({"rows": to_dicts(rows)} if per else {}), indent=2))
    elif as_csv:
        print(to_csv({**rows, "all": found}), end="")
    else:
        print(display_rows(rows, found) if per else found)


def _is_gap(path: Path) -> bool:
    form = format_of_file(path) if path.is_file() else None
    return form is not None and form.name == "gap"
