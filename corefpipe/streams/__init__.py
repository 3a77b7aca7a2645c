"""Text that grows: chains after each piece, with ids that stay."""

from corefpipe.streams.stream import Stream
from corefpipe.streams.updates import StreamMention, Update

__all__ = ["Stream", "StreamMention", "Update"]
