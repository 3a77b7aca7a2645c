"""What people read: chains as text."""

from corefpipe.report.text import chains_text

__all__ = ["chains_text"]
