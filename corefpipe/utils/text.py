"""Patterns for very long words, shared by all code that tokenizes raw text."""

from __future__ import annotations

import re

LONG_RUN = re.compile(r"\S{201,}")
"""A run of over 200 characters without whitespace. spaCy's tokenizer needs quadratic time for those."""

RUN_PARTS = re.compile(r"\w+|[^\w\s]+?")
"""The tokens that such a run is split into instead."""
