"""The documents that context is learned and measured on, by the name of their part."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from parts import documents

from corefpipe.document import Document

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "resolver"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "base_pipeline"))
from short_texts import short_texts
from treebanks import gum_files


def parts_of(corpora: Path) -> dict[str, Callable[[], Iterable[Document]]]:
    """Name of each part -> what reads it."""
    plain = {
        "ontogum.dev": "ontogum/dev",
        "gap.dev": "gap/gap-validation.tsv",
        "litbank.dev": "litbank/dev",
        "ontogum.train": "ontogum/train",
        "litbank.train": "litbank/train",
        "gap.train": "gap/gap-development.tsv",
        "ewt.dev": "ewt/dev",
        "ewt.train": "ewt/train",
    }
    found: dict[str, Callable[[], Iterable[Document]]] = {
        name: partial(documents, corpora / path) for name, path in plain.items()
    }
    return found | {"short_texts": short_texts}


def is_free(document: Document, corpora: Path) -> bool:
    """Whether a document of OntoGUM may be used freely."""
    return document.name.split(".")[0] in {path.stem for path in gum_files(corpora, free=True)}
