"""Score a resolver on documents whose chains are known."""

from __future__ import annotations

from collections.abc import Iterable

from spacy.tokens import Doc

from corefpipe.chains.documents import from_doc
from corefpipe.document import Document
from corefpipe.resolver.model import Resolver
from corefpipe.resolver.settings import MentionSource
from corefpipe.scoring import Score, score


def evaluate(
    resolver: Resolver, annotated: Iterable[tuple[Doc, Document]], mentions: MentionSource = "predicted"
) -> Score:
    """Resolve parsed Docs and score the chains against those of their documents.

    Args:
        resolver: the model.
        annotated: Docs with their documents, word for word.
        mentions: cluster the gold mentions, or detected ones.
    """
    keys, responses = [], []
    for doc, document in annotated:
        resolver(doc, document if mentions == "gold" else None)
        keys.append(document)
        responses.append(from_doc(doc, like=document))
    return score(keys, responses, repeats="official")
