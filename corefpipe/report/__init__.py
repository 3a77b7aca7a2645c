"""Reports for people: chains as text, explanations of links, warnings, plots."""

from corefpipe.report.text import chains_text

__all__ = ["chains_text"]
