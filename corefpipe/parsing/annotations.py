"""Annotation that a Doc may lack, and the errors for it."""

from __future__ import annotations

from collections.abc import Sequence

from spacy.tokens import Doc

from corefpipe.exceptions import AnnotationError

_PIPELINE = 'before corefpipe, for instance corefpipe.load("en")'
# spaCy's attribute that a Doc may lack -> its name in messages, and what to do.
_ANNOTATIONS = {
    "DEP": ("dependency parse", f"Run a pipeline with a parser {_PIPELINE}"),
    "POS": ("parts of speech", f"Run a pipeline with a tagger or morphologizer {_PIPELINE}"),
    "LEMMA": ("lemmas", f"Run a pipeline with a lemmatizer {_PIPELINE}"),
    "SENT_START": ("sentences", f"Run a pipeline with a parser or sentencizer {_PIPELINE}"),
}
ATTRIBUTE_OF = {
    **dict.fromkeys(("deps", "heads", "left", "right", "children", "copular", "last_parts"), "DEP"),
    "pos": "POS",
    "lemmas": "LEMMA",
    "sentences": "SENT_START",
}
"""Column of `Parse` -> spaCy's attribute that it needs."""


class MissingAnnotationError(AnnotationError):
    """A column was read for which the Doc has no annotation.

    Args:
        column: attribute of `Parse`, kept as `attribute`.
    """

    def __init__(self, column: str):
        what, cure = _ANNOTATIONS[ATTRIBUTE_OF[column]]
        super().__init__(f"the Doc has no {what}", cure=cure)
        self.attribute = column


def require_parse(doc: Doc) -> None:
    """Raise AnnotationError unless a Doc has the parse and parts of speech that mentions and features need."""
    missing = [_ANNOTATIONS[attribute][0] for attribute in ("DEP", "POS") if not doc.has_annotation(attribute)]
    if missing and len(doc):
        raise AnnotationError(
            f"the Doc has no {' and no '.join(missing)}",
            cure=f"Run a pipeline with a parser and a tagger or morphologizer {_PIPELINE}",
        )


def is_complete(doc: Doc) -> bool:
    """Whether a Doc has all annotation that a `Parse` contains."""
    return all(map(doc.has_annotation, _ANNOTATIONS))


def missing_attributes(docs: Sequence[Doc]) -> set[str]:
    """The attributes of which a Doc with tokens has no annotation."""
    return {name for name in _ANNOTATIONS if not all(doc.has_annotation(name) for doc in docs if len(doc))}
