"""From a parse to the spans that may mention an entity."""

from corefpipe.mentions.detect import detect
from corefpipe.mentions.spans import Spans

__all__ = ["Spans", "detect"]
