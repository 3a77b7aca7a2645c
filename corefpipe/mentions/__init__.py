"""Candidate mentions: the spans of a parsed document that may mention an entity."""

from corefpipe.mentions.detect import detect
from corefpipe.mentions.spans import Spans

__all__ = ["Spans", "detect"]
