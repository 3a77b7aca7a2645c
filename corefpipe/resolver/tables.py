"""Mention tables of parsed Docs: detected mentions, selected ones, or given ones."""

from __future__ import annotations

from collections.abc import Sequence

from spacy.tokens import Doc

from corefpipe.document import Document
from corefpipe.features import MentionTable, gold_table
from corefpipe.features.engine.gold import check_spans
from corefpipe.features.engine.joint import JointTable
from corefpipe.mentions import Spans, detect
from corefpipe.parsing.annotations import require_parse
from corefpipe.parsing.joint_parse import JointParse
from corefpipe.parsing.parse import Parse

Given = Document | Sequence[tuple[int, int]]
"""Mentions that are given: a Document of the Doc's words, or (start, end) in tokens."""


def detected_table(doc: Doc) -> MentionTable:
    """All candidate spans of a Doc, several per head.

    Raises:
        AnnotationError: no parse, or no parts of speech.
    """
    require_parse(doc)
    parse = Parse.from_doc(doc)
    return MentionTable(parse, detect(parse))


def joint_table(docs: Sequence[Doc]) -> JointTable:
    """All candidate spans of several Docs with complete annotation, in one language (see `JointParse`)."""
    parses = JointParse(docs)
    return JointTable(parses.joint, detect(parses.joint), parses=parses)


def given_table(doc: Doc, given: Given) -> MentionTable:
    """The mentions of a Doc that are given.

    Raises:
        AnnotationError: no parse, a Document of other words, or spans outside the Doc.
    """
    if isinstance(given, Document):
        return gold_table(doc, given)
    given = list(given)
    check_spans(given, doc)
    require_parse(doc)
    parse = Parse.from_doc(doc)
    return MentionTable(parse, Spans.given(given, parse))
