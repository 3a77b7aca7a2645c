"""The documents that context is learned and measured on, by the name of their part."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from parts import Annotated, documents

from corefpipe.document import Document

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "resolver"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "base_pipeline"))
import today
from short_texts import short_texts
from treebanks import gum_files

__all__ = ["gum_files", "parts_of", "short_texts", "today", "with_layer"]


def parts_of(corpora: Path) -> dict[str, Callable[[], Iterable[Document]]]:
    """Name of each part -> what reads it; those of EWT have no chains (see `with_layer`)."""
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


def with_layer(annotated: Sequence[Annotated], corpora: Path, part: str) -> Iterator[Annotated]:
    """The documents of a part of EWT that the web layer annotates, with their chains.

    Args:
        annotated: parsed documents of that part.
        corpora: folder of the corpora.
        part: "dev" or "train".
    """
    chains = {document.name: document.mentions for document in today.web(corpora, part)}
    for doc, document in annotated:
        if document.name in chains:
            yield doc, replace(document, mentions=chains[document.name])
