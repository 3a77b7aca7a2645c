"""`corefpipe score`: a response against a key."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from corefpipe.cli.inputs import read_documents


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
    from corefpipe.scoring import score as score_documents

    policy = "error" if repeats is Repeats.ERROR else "keep"
    sides = [list(read_documents([path], repeats=policy)) for path in (key, response)]
    result = score_documents(*sides, singletons=singletons.value, repeats=repeats.value, words=words.value)
    if as_json:
        print(json.dumps({**result.to_dict(), "signature": result.signature}, indent=2))
    else:
        print(result)
