"""Mention candidates: the spans of a parsed document that may refer to an entity."""

from corefpipe.mentions.detect import detect
from corefpipe.mentions.spans import Spans

__all__ = ["Spans", "detect"]
