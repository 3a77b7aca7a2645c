"""Training within spaCy: the model that `nlp.initialize` makes of examples."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from spacy.tokens import Doc
from spacy.training import Example

from corefpipe.chains.coref import Coref
from corefpipe.chains.layout import has_chains
from corefpipe.document import Document, Mention, sort_mentions
from corefpipe.features import FeatureSet
from corefpipe.resolver.model import Resolver
from corefpipe.resolver.settings import MentionSource, learner_and_decoder

Pipe = Callable[[Doc], Doc]


def train_on(
    examples: Iterable[Example],
    pipes: Sequence[Pipe],
    mentions: MentionSource,
    features: str,
    learner: str,
    settings: Mapping[str, Any],
    min_count: int,
) -> Resolver | None:
    """A resolver learned from the chains of the references; None where there are none.

    Args:
        examples: whose references hold chains.
        pipes: what parses references that have no parse of their own.
        mentions: learn to cluster "gold" mentions, or the "predicted" ones.
        features: a packaged feature set, or a .toml file.
        learner: its name.
        settings: of the learner and its decoder; the others as they served best.
        min_count: features seen on fewer links are left out.
    """
    annotated = [(_parsed(one.reference, pipes), _document(one.reference)) for one in examples if _has_any(one)]
    if not annotated:
        return None
    learns, decodes = learner_and_decoder(learner, None, mentions, settings)
    resolver = Resolver(FeatureSet(features, min_count=min_count), decodes)
    resolver.fit(annotated, learns, mentions)
    resolver.meta = {"mentions": mentions, "features": resolver.features.name, "learner": learner}
    return resolver


def _has_any(example: Example) -> bool:
    return has_chains(example.reference) and bool(Coref(example.reference).mentions)


def _parsed(reference: Doc, pipes: Sequence[Pipe]) -> Doc:
    """The words of a reference with a parse: its own, or the pipes'."""
    if reference.has_annotation("DEP") and reference.has_annotation("POS"):
        return reference
    doc = Doc(reference.vocab, [token.text for token in reference], [bool(token.whitespace_) for token in reference])
    for pipe in pipes:
        doc = pipe(doc)
    return doc


def _document(reference: Doc) -> Document:
    mentions = [Mention(span.start, span.end, span.id_) for span in Coref(reference).mentions]
    return Document("reference", words=[token.text for token in reference], mentions=sort_mentions(mentions))
