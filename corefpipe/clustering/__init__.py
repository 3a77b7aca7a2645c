"""Supervised clustering of any items by left-links. Knows no words."""

from corefpipe.clustering.links import Links

__all__ = ["Links"]
