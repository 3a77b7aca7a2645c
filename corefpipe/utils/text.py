"""Patterns of raw text that tokenizing shares."""

from __future__ import annotations

import re

LONG_RUN = re.compile(r"\S{201,}")
"""Characters without whitespace for which spaCy's tokenizer takes too long: its time grows with their square."""

RUN_PARTS = re.compile(r"\w+|[^\w\s]+?")
"""What such a run is split into instead."""
