"""`corefpipe explain`: why mentions are linked, or not."""

from __future__ import annotations

from typing import Annotated, Optional

import typer

from corefpipe.cli import options
from corefpipe.cli.inputs import documents_of, warn_of_empty
from corefpipe.cli.option_groups import with_option_groups
from corefpipe.cli.options import STDIN
from corefpipe.cli.outputs import refuse_sources
from corefpipe.exceptions import SettingError
from corefpipe.utils.text import without_controls

Mention = Annotated[
    Optional[str],  # noqa: UP045  typer reads the annotation
    typer.Option(
        metavar="WORDS", help="Explain this mention wherever it occurs. [default: all mentions with an antecedent]"
    ),
]
Antecedent = Annotated[
    Optional[str],  # noqa: UP045
    typer.Option(
        metavar="WORDS",
        help="Explain the link to the last occurrence of these words before the mention. [default: the link that the "
        "model chose]",
    ),
]


@with_option_groups
def explain(
    paths: options.InputPaths = None,
    *,
    text: options.Text = None,
    source: options.SourceFormat = None,
    mention: Mention = None,
    antecedent: Antecedent = None,
    chosen: options.ModelOptions,
) -> None:
    """Explain why mentions are linked, or not.

    \b
    Examples:
      corefpipe explain --text "Ann lost her keys. She found them."
      corefpipe explain --text "Ann lost her keys. She found them." --mention them --antecedent Ann
      corefpipe explain story.txt --mention she

    Prints the probability of each link, and the features for and against it with their weights.
    """
    if antecedent is not None and mention is None:
        raise SettingError("--antecedent without --mention", cure="Name the mention too, --mention she")
    refuse_sources(None, paths or [STDIN])
    documents = warn_of_empty(documents_of(paths or [], text, source))
    from corefpipe.parsing.annotate import annotate
    from corefpipe.report.explanations import explanations
    from corefpipe.resolver.loading import load_parser, load_resolver

    resolver = load_resolver(**chosen.settings())
    annotated = annotate(documents, load_parser(resolver, chosen.model))
    found = False
    for explanation in explanations(annotated, resolver, mention, antecedent):
        found = True
        print(without_controls(str(explanation)), end="\n\n")
    if not found and mention is not None:
        raise SettingError(f"no {mention!r} in the text", cure="Give words as they occur in the text")
    if not found:
        print("No mention has an antecedent. Ask for one: --mention WORDS")
