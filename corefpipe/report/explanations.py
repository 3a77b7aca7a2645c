"""Explain the links of mentions that are selected by their text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from spacy.tokens import Doc, Span

from corefpipe.chains.coref import Coref
from corefpipe.chains.places import occurrences
from corefpipe.exceptions import SettingError
from corefpipe.resolver.explain import explain
from corefpipe.resolver.explanation import Explanation
from corefpipe.resolver.learning import Annotated
from corefpipe.resolver.model import Resolver


def explanations(
    annotated: Iterable[Annotated], resolver: Resolver, mention: str | None = None, antecedent: str | None = None
) -> Iterator[Explanation]:
    """Resolve documents, and explain links in them.

    Args:
        annotated: parsed Docs with their documents.
        resolver: the model.
        mention: explain the mentions with these words; None explains all mentions that have an antecedent.
        antecedent: explain the link to the last occurrence of these words before the mention; None explains the link
            that the model chose.

    Raises:
        SettingError: the antecedent occurs in no document, or never before the mention.
    """
    named = [words for words in (mention, antecedent) if words is not None]
    occur = dict.fromkeys(named, False)
    explained = False
    for doc, _ in annotated:
        here = {words for words in named if occurrences(words, doc)}
        occur.update(dict.fromkeys(here, True))
        if len(here) < len(occur):
            continue
        for later, earlier in _links(resolver(doc), mention, antecedent):
            explained = True
            yield explain(resolver, doc, later, earlier)
    if antecedent is None or explained:
        return
    if not occur[antecedent]:
        raise SettingError(f"no {antecedent!r} in the text", cure="Give words as they occur in the text")
    if occur.get(mention or "", False):
        raise SettingError(
            f"no {antecedent!r} before {mention!r}",
            cure="The antecedent is the earlier of the two mentions: perhaps swap them",
        )


def _links(doc: Doc, mention: str | None, antecedent: str | None) -> Iterator[tuple[Span, Span | None]]:
    """The mentions to explain, each with the requested antecedent."""
    if mention is None:
        yield from ((later, None) for chain in Coref(doc) for later in chain[1:])
        return
    targets = occurrences(antecedent, doc) if antecedent is not None else []
    for span in occurrences(mention, doc):
        # It may contain the mention: "The woman who hired *the woman*".
        before = max((target for target in targets if target.start < span.start), key=lambda t: t.start, default=None)
        if antecedent is None or before is not None:
            yield span, before
