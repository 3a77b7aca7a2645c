"""`corefpipe explain`: why mentions are linked, or not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from corefpipe.cli.inputs import documents_of
from corefpipe.errors import SettingError

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span


def explain(
    paths: Annotated[
        Optional[list[Path]],  # noqa: UP045  typer reads the annotation
        typer.Argument(metavar="[PATH...]", help="Texts, or documents in any format that is read."),
    ] = None,
    text: Annotated[Optional[str], typer.Option(help="A text, instead of files.")] = None,  # noqa: UP045
    mention: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option(help="Words of the text: wherever they stand. [default: all mentions that have an antecedent]"),
    ] = None,
    antecedent: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option(help="Words that it may refer to: where they stand last before it. [default: the model's choice]"),
    ] = None,
    model: Annotated[str, typer.Option(help="en, or a folder that `corefpipe train` wrote.")] = "en",
) -> None:
    """Say why mentions are linked or not: what spoke for a link and what against it, with weights.

    \b
    Examples:
      corefpipe explain --text "Ann lost her keys. She found them."
      corefpipe explain --text "Ann lost her keys. She found them." --mention them --antecedent Ann
      corefpipe explain story.txt --mention she
    """
    if antecedent is not None and mention is None:
        raise SettingError("--antecedent without --mention", cure="Say what may refer to it: --mention she")
    documents = documents_of(paths or [], text)
    from corefpipe.parsing.annotate import annotate
    from corefpipe.resolver.explain import explain as explanation
    from corefpipe.resolver.loading import load_parser, load_resolver
    from corefpipe.resolver.resolving import resolve_docs

    resolver = load_resolver(model)
    found = 0
    for resolved in resolve_docs(annotate(documents, load_parser(resolver, model)), resolver):
        for asked, other in _asked(resolved.doc, mention, antecedent):
            found += 1
            print(explanation(resolver, resolved.doc, asked, other), end="\n\n")
    if not found and mention is not None:
        raise SettingError(f"no {mention!r} in the text", cure="Give words as they stand there")
    if not found:
        print("No mention has an antecedent. Ask for one: --mention WORDS")


def _asked(doc: Doc, mention: str | None, antecedent: str | None) -> Iterator[tuple[Span, Span | None]]:
    """The mentions to explain, each with the one that it may refer to, if that was said."""
    if mention is None:
        from corefpipe.chains import Coref

        yield from ((later, None) for chain in Coref(doc) for later in chain[1:])
        return
    targets = _places(doc, antecedent) if antecedent is not None else []
    if antecedent is not None and not targets:
        raise SettingError(f"no {antecedent!r} in the text", cure="Give words as they stand there")
    for span in _places(doc, mention):
        other = max((target for target in targets if target.end <= span.start), key=lambda t: t.start, default=None)
        if antecedent is None or other is not None:
            yield span, other


def _places(doc: Doc, words: str) -> list[Span]:
    """Where some words stand, as whole tokens, in whatever case."""
    found = (doc.char_span(*match.span()) for match in re.finditer(re.escape(words), doc.text, re.IGNORECASE))
    return [span for span in found if span is not None]
