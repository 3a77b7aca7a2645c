"""Files of a user's own code, and what they registered, which is forgotten after a test."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from corefpipe.clustering.registry import DECODERS
from corefpipe.features import ATTRIBUTES, PAIR_FEATURES
from corefpipe.formats import FORMATS
from corefpipe.resolver.constraints.registry import CONSTRAINTS
from corefpipe.utils import own_code
from helpers.registries import restored

FEATURE = '''"""A feature of mine."""

from corefpipe.features import boolean


@boolean()
def both_long(pairs):
    """Whether both mentions have several words."""
    words = pairs.table.spans.end - pairs.table.spans.start
    return (words[pairs.ana] > 1) & (words[pairs.ante] > 1)
'''
SET = """name = "mine"

[[link]]
features = ["bias", "head_match", "ana.type * ante.type", "sentence_distance", "both_long"]

[[start]]
features = ["ana.form"]
"""
DECODER = '''"""A decoder of mine."""

from dataclasses import dataclass

import numpy as np

from corefpipe.clustering import Links, register_decoder
from corefpipe.clustering.decoders import Partition


@register_decoder("nothing-together", summary="each item alone")
@dataclass(slots=True, frozen=True)
class NothingTogether(Partition):
    """Puts each item into a cluster of its own."""

    def partition(self, links: Links, scores: np.ndarray, groups: None = None) -> np.ndarray:
        """(n_items,) int labels of one item set."""
        return np.arange(links.n_items)
'''
FORMAT = '''"""A format of mine: words in capitals."""

from corefpipe.formats import LineFormat, register_format


@register_format
class Upper(LineFormat):
    """Text in capitals."""

    name = "upper"
    extensions = (".upper",)

    def write_document(self, document, out):
        """Write the words."""
        out.write(" ".join(document.words).upper())
'''


def write_code(folder: Path, source: str = FEATURE, name: str = "my_code.py") -> Path:
    """Write a file of code."""
    file = folder / name
    file.write_text(source, encoding="utf-8")
    return file


def write_set(folder: Path) -> Path:
    """Write a feature set with the feature of `FEATURE`."""
    file = folder / "mine.toml"
    file.write_text(SET, encoding="utf-8")
    return file


@contextmanager
def forgotten() -> Iterator[None]:
    """Forget on exit which code was imported, and what it registered."""
    before, imported = set(sys.modules), dict(own_code._imported)
    CONSTRAINTS.own()  # its modules register features, too, which must stay
    try:
        with restored(ATTRIBUTES, PAIR_FEATURES, DECODERS, FORMATS, CONSTRAINTS):
            yield
    finally:
        for name in set(sys.modules) - before:
            if name.startswith("corefpipe_code_"):
                del sys.modules[name]
        own_code._imported.clear()
        own_code._imported.update(imported)
