"""`corefpipe errors`: what a response gets wrong."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from corefpipe.cli import policies
from corefpipe.cli.outputs import refuse_sources
from corefpipe.errors import printable, require_one_of
from corefpipe.scoring.policy import policy_of
from corefpipe.utils.paths import as_path


def errors(
    key: Annotated[Path, typer.Argument(parser=as_path, help="The gold annotation: a file or folder.")],
    response: Annotated[Path, typer.Argument(parser=as_path, help="The annotation to look at: a file or folder.")],
    by: Annotated[
        str,
        typer.Option(
            metavar="NAME[,NAME]...",
            help="Group links by kinds (of anaphor and antecedent), distance, head, genre, or found (whether the other "
            "side has both mentions).",
        ),
    ] = "kinds",
    examples: Annotated[int, typer.Option(min=0, help="Print so many examples of each class of errors.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON with all counts and all errors.")] = False,
    profile: policies.Profile = "strict",
    match: policies.Match = None,
    singletons: policies.Singletons = None,
    repeats: policies.Repeats = None,
    documents: policies.Documents = None,
    words: policies.Words = None,
) -> None:
    """Show what a response gets wrong, and what it costs.

    \b
    Examples:
      corefpipe errors key.conll response.conll
      corefpipe errors key.conll response.conll --by kinds,distance --examples 5
      corefpipe errors gold/ resolved/ --repeats first --singletons drop
      corefpipe errors key.conllu response.conllu --profile corefud --json

    Three views of the same errors. Entities: the steps that turn the response into the key (Kummerfeld & Klein 2013),
    with the points of the CoNLL average that each would bring, alone and after those above it. Mentions: other
    boundaries (by the head words, where they are known), missing ones, spurious ones. Links: what the spanning trees of
    key chains, and of response chains, have that the other side has not (Martschat & Strube 2014); these are exactly
    the links that MUC counts as lost.
    """
    from corefpipe.report.errors.analysis import COLUMNS, GROUPINGS, analyse_documents
    from corefpipe.report.errors.text import examples as shown

    refuse_sources(None, [key, response])
    groupings = policies.names_of(by)
    for name in groupings:
        require_one_of("by", name, GROUPINGS)
    policy = policy_of(profile, match=match, singletons=singletons, repeats=repeats, documents=documents, words=words)
    left, right = (policies.documents_to_score(path, policy, COLUMNS) for path in (key, response))
    found = analyse_documents(left, right, policy)
    for note in found.notes:
        print(f"Warning: {note}", file=sys.stderr)
    if as_json:
        print(json.dumps({"key": str(key), "response": str(response)} | found.to_dict(), indent=2))
        return
    print(f"key: {printable(str(key))}\nresponse: {printable(str(response))}\n{found.table(groupings)}")
    if examples:
        print("\n" + shown(found, examples))
