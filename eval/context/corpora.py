"""The documents that context is learned and measured on, by the name of their part."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from parts import Annotated, documents

from corefpipe.document import Document, Mention, sort_mentions

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "resolver"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "today"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "base_pipeline"))
from annotate import read_chains
from short_texts import short_texts
from treebanks import gum_files

__all__ = ["gum_files", "parts_of", "short_texts", "with_chains"]
_ROUNDS = "FA"  # the agreed chains of a batch, else those of its first annotator


def parts_of(corpora: Path) -> dict[str, Callable[[], Iterable[Document]]]:
    """Name of each part -> what reads it; those of EWT have no chains (see `with_chains`)."""
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


def with_chains(annotated: Sequence[Annotated], folder: Path, part: str) -> Iterator[Annotated]:
    """The documents of EWT that are annotated, with their chains.

    Args:
        annotated: parsed documents of EWT.
        folder: of files PART-BATCH.ROUND.txt (see `eval/today/annotate.py`).
        part: "dev" or "train".
    """
    chains = {}
    for batch in sorted({path.name.split(".")[0] for path in folder.glob(f"{part}-*.txt")}):
        files = [folder / f"{batch}.{round}.txt" for round in _ROUNDS]
        chains.update(read_chains(next(file for file in files if file.is_file()))[0])
    for doc, document in annotated:
        if document.name in chains:
            spans = {
                (start - 1, end): Mention(start - 1, end, str(number))
                for number, chain in enumerate(chains[document.name])
                for start, end in chain
            }
            yield doc, replace(document, mentions=sort_mentions(list(spans.values())))
