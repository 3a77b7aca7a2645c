"""`corefpipe errors`: what a response gets wrong, or what two do."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Optional

import typer

from corefpipe.cli import policies
from corefpipe.cli.inputs import check_paths, warn_of
from corefpipe.cli.option_groups import with_option_groups
from corefpipe.cli.options import HTML
from corefpipe.cli.outputs import check_file, errors_of, is_file
from corefpipe.exceptions import SettingError, printable, require_one_of
from corefpipe.formats.files import atomic_writer
from corefpipe.utils.paths import as_path
from corefpipe.utils.progress import say

if TYPE_CHECKING:
    from corefpipe.report.errors import ErrorAnalysis, ErrorComparison
    from corefpipe.scoring.policy import Policy


@with_option_groups
def errors(
    key: Annotated[Path, typer.Argument(parser=as_path, help="The gold annotation: a file or folder.")],
    response: Annotated[Path, typer.Argument(parser=as_path, help="The annotation to look at: a file or folder.")],
    other: Annotated[
        Optional[Path],  # noqa: UP045  typer reads the annotation
        typer.Argument(
            metavar="RESPONSE_B",
            parser=as_path,
            help="Another one, B: what only A gets, only B gets, and both miss.",
        ),
    ] = None,
    *,
    out: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option("-o", "--out", metavar="OUT", help="Write a page (.html), or JSON (.json) with all errors."),
    ] = None,
    by: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option(
            metavar="NAME[,NAME]...",
            help="Group by kinds (of anaphor and antecedent, or of mention), form (such as “it”), distance, head, "
            "found (whether the other side has both mentions), boundary, words (that only one side has), size (of the "
            "entity), genre, or document. [default: kinds]",
        ),
    ] = None,
    examples: Annotated[int, typer.Option(min=0, help="Print so many examples of each class of errors.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON with all counts and all errors.")] = False,
    options: policies.PolicyOptions,
) -> None:
    """Show what a response gets wrong, and what it costs; or what two responses do.

    \b
    Examples:
      corefpipe errors key.conll response.conll
      corefpipe errors key.conll response.conll -o errors.html
      corefpipe errors key.conll response.conll --by kinds,distance --examples 5
      corefpipe errors gold/ resolved/ other/ --repeats first -o errors.html
      corefpipe errors key.conllu response.conllu --profile corefud --json

    Three views of the same errors. Entities: the steps that turn the response into the key (Kummerfeld & Klein 2013),
    with the points of the CoNLL average that each would bring, alone and after those above it. Mentions: other
    boundaries (by the head words, where they are known), missing ones, spurious ones. Links: what the spanning trees of
    key chains, and of response chains, have that the other side has not (Martschat & Strube 2014); these are exactly
    the links that MUC counts as lost. The antecedents in response chains are those that the response chose, if its
    format tells them (jsonl, docbin), else they are taken by rule, as in key chains; the result says which.

    The page is one file that needs no network: bars of each class and group, and behind each bar its errors, every one
    in its context, with the chains of key and response.
    """
    from corefpipe.report.errors import ErrorAnalysis

    form = _form(out, as_json)
    sources = [key, response] if other is None else [key, response, other]
    check_paths(sources)
    check_file(out, sources)
    names = _groupings(by, other, form)
    policy = options.policy()
    found = _found(sources, policy)
    warn_of(found.notes)
    told = dict(zip(("key", "response") if other is None else ("key", "A", "B"), map(str, sources), strict=True))
    with errors_of(out):
        if form == HTML:
            assert out is not None
            _write_page(found, out, sources[1:])
        elif form == "json":
            _write_json(told | found.to_dict(), out)
        else:
            files = "\n".join(f"{name}: {printable(path)}" for name, path in told.items())
            print(f"{files}\n{found.table(names) if isinstance(found, ErrorAnalysis) else found}")
            if examples:
                print("\n" + found.examples(examples))
    if out is not None:
        say(f"Errors written to {printable(str(out))}")


def _form(out: Path | None, as_json: bool) -> str:
    if out is None:
        return "json" if as_json else "text"
    form = out.suffix.lower()[1:] if is_file(out) else ""
    if form not in (HTML, "json") or (as_json and form != "json"):
        raise SettingError(
            f"errors are written as a page or as JSON, not to {out}", cure="Name a file that ends in .html or .json"
        )
    return form


def _groupings(by: str | None, other: Path | None, form: str) -> list[str]:
    from corefpipe.report.errors.groups import NAMES

    if by is not None and (other is not None or form != "text"):
        raise SettingError(
            "--by groups the tables of one response", cure="Leave it out: the page and JSON have all groups of both"
        )
    names = policies.names_of("kinds" if by is None else by) if other is None else []
    for name in names:
        require_one_of("by", name, NAMES)
    return names


def _found(sources: list[Path], policy: Policy) -> ErrorAnalysis | ErrorComparison:
    from corefpipe.report.errors import analyse_documents, compare_errors
    from corefpipe.report.errors.analysis import COLUMNS

    key, response, *others = (policies.documents_to_score(path, policy, COLUMNS) for path in sources)
    return compare_errors(key, response, others[0], policy) if others else analyse_documents(key, response, policy)


def _write_json(found: dict[str, Any], out: Path | None) -> None:
    text = json.dumps(found, indent=2)
    if out is None:
        print(text)
    else:
        with atomic_writer(out) as stream:
            stream.write(text + "\n")


def _write_page(found: ErrorAnalysis | ErrorComparison, out: Path, responses: list[Path]) -> None:
    from corefpipe.report.errors import ErrorComparison

    names = [path.name for path in responses]
    if isinstance(found, ErrorComparison):
        found.to_html(out, names=names)
    else:
        found.to_html(out, title=f"Errors: {names[0]}")
