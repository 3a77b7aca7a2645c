"""Blocking: which pairs of a large set of items are compared."""

from corefpipe.clustering.blocking.base import BlockingRule
from corefpipe.clustering.blocking.blocking import Blocking

__all__ = ["Blocking", "BlockingRule"]
