"""Where the component takes mentions from."""

from __future__ import annotations

import warnings

from spacy.tokens import Doc

from corefpipe.chains.layout import spans_in
from corefpipe.exceptions import AnnotationError, CorefpipeWarning
from corefpipe.spacy_component.settings import SPANS
from corefpipe.utils.text import with_article


def given_mentions(doc: Doc, mentions: str) -> list[tuple[int, int]] | None:
    """(start, end) of the mentions that a Doc has; None if they are to be found.

    Args:
        doc: a Doc.
        mentions: "predicted", "ents" or "spans:KEY", as in the settings of the component.

    Raises:
        AnnotationError: the Doc lacks these spans.

    Warns:
        CorefpipeWarning: no component has set its entities.
    """
    if mentions == "predicted":
        return None
    if mentions == "ents":
        if len(doc) and not doc.has_annotation("ENT_IOB"):
            warnings.warn(
                'mentions="ents", but no component has set doc.ents: no mentions, so no chains. Add a named entity '
                'recognizer before this component, or set mentions to "predicted"',
                CorefpipeWarning,
                stacklevel=2,
            )
        return [(entity.start, entity.end) for entity in doc.ents]
    key = mentions.removeprefix(SPANS)
    if key not in doc.spans:
        raise AnnotationError(
            f"the Doc has no doc.spans[{key!r}], where its mentions should be",
            cure='Set it before this component runs, or set mentions to "predicted"',
        )
    return [(span.start, span.end) for span in spans_in(doc.spans[key]) if len(span)]


def checked_doc(doc: Doc) -> Doc:
    """The Doc; AnnotationError for anything else, such as a text."""
    if not isinstance(doc, Doc):
        raise AnnotationError(
            f"the component was called with {with_article(type(doc).__name__)}, not with a Doc",
            cure="Call the pipeline with a text, nlp(text), and the component with a parsed Doc",
        )
    return doc
