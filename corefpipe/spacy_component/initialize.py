"""spaCy's training examples as documents to train on, for `nlp.initialize`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example

from corefpipe.chains.coref import Coref
from corefpipe.chains.layout import has_chains
from corefpipe.document import Document, Mention, sort_mentions
from corefpipe.exceptions import AnnotationError

Pipe = Callable[[Doc], Doc]


def annotated_examples(examples: Iterable[Example], pipes: Sequence[Pipe]) -> list[tuple[Doc, Document]]:
    """The references that hold chains, parsed, each with its chains as a Document.

    Args:
        examples: training examples; chains stand in the references.
        pipes: parse the references that have no parse of their own.
    """
    return [(_parsed(one.reference, pipes), _document(one.reference)) for one in examples if _has_any(one)]


def unseen_examples(examples: Iterable[Example], pipes: Sequence[Pipe]) -> list[tuple[Doc, Document]]:
    """The same of examples that a network has not learned from.

    Raises:
        AnnotationError: none has chains.
    """
    found = annotated_examples(examples, pipes)
    if not found:
        raise AnnotationError(
            "no coreference in the unseen documents", cure='Put chains into example.reference.spans["coref"]'
        )
    return found


def given_by_user(get_examples: Callable[[], Iterable[Example]]) -> bool:
    """Whether `nlp.initialize` was called with examples: without, spaCy makes one of its own, in its own module."""
    return getattr(get_examples, "__module__", None) != Language.__module__


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
