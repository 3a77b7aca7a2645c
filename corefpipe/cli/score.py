"""`corefpipe score`: a response against a key."""

from __future__ import annotations

import json
import sys
from collections import Counter
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from corefpipe.formats.reading import ReadReport


class Singletons(StrEnum):
    """Values of `--singletons`."""

    KEEP = "keep"
    DROP = "drop"


class Repeats(StrEnum):
    """Values of `--repeats`."""

    ERROR = "error"
    FIRST = "first"
    OFFICIAL = "official"


class Words(StrEnum):
    """Values of `--words`."""

    CHECK = "check"
    IGNORE = "ignore"


def score(
    key: Annotated[Path, typer.Argument(help="The true annotation: a file, or a folder of files.")],
    response: Annotated[Path, typer.Argument(help="The annotation to judge: a file, or a folder of files.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, numbers as unrounded fractions.")] = False,
    singletons: Annotated[
        Singletons, typer.Option(help="Whether chains of one mention count, or are dropped from both sides first.")
    ] = Singletons.KEEP,
    repeats: Annotated[
        Repeats,
        typer.Option(help="A span annotated twice: an error; count the first; or as the official scorer does."),
    ] = Repeats.OFFICIAL,
    words: Annotated[Words, typer.Option(help="Whether key and response must have the same words.")] = Words.CHECK,
) -> None:
    """Score a response against a key: MUC, B-cubed, CEAF-e, mentions, and the CoNLL average.

    Documents are matched by name and part, mentions by exact span. The last line printed is the signature: quote it
    with the numbers, it names every setting that could change them.

    \b
    Examples:
      corefpipe score key.conll response.conll
      corefpipe score gold/ resolved/ --singletons drop --json
    """
    from corefpipe.formats import read
    from corefpipe.formats.reading import ReadReport
    from corefpipe.scoring import score as score_documents

    policy = "error" if repeats is Repeats.ERROR else "keep"
    sides = []
    for path in (key, response):
        report = ReadReport()
        sides.append(list(read(path, repeats=policy, report=report)))
        _warn(report)
    result = score_documents(*sides, singletons=singletons.value, repeats=repeats.value, words=words.value)
    if as_json:
        print(json.dumps({**result.to_dict(), "signature": result.signature}, indent=2))
    else:
        print(result)


def _warn(report: ReadReport) -> None:
    for name in report.ignored:
        print(f"Warning: {name} is left out, it is of no known format", file=sys.stderr)
    lines: Counter[str] = Counter()
    for repeat in report.repeats:
        # The place and what was found; the cure is the reader's, not the scorer's.
        repeat.cure = ""
        lines[str(repeat)] += 1
    for line, times in lines.items():
        print(f"Warning: {line}{f' ({times} times)' if times > 1 else ''}", file=sys.stderr)
