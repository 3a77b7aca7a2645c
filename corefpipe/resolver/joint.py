"""Which Docs are resolved together, and the resolution of each of them from that of all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
from spacy.tokens import Doc
from spacy.vocab import Vocab

from corefpipe.clustering.decoders import Decoding
from corefpipe.features import MentionTable
from corefpipe.parsing.annotate import SHORT
from corefpipe.parsing.annotations import is_complete
from corefpipe.quotations.attributed import Attributions
from corefpipe.resolver.resolution import Ranked, Resolution

TOKENS = 8000
"""Tokens of the documents that are resolved together: with half as many, a short text takes a fifteenth longer."""


def together(docs: Mapping[int, Doc]) -> Iterator[list[int]]:
    """Numbers of the Docs to be resolved together; those of a group share language and vocabulary.

    Args:
        docs: the Docs by number.
    """
    groups: dict[tuple[str, Vocab], list[int]] = {}
    sizes: dict[tuple[str, Vocab], int] = {}
    for number, doc in docs.items():
        if not 0 < len(doc) <= SHORT or not is_complete(doc):
            continue
        kind = doc.lang_, doc.vocab
        groups.setdefault(kind, []).append(number)
        sizes[kind] = sizes.get(kind, 0) + len(doc)
        if sizes[kind] >= TOKENS:
            yield groups.pop(kind)
            del sizes[kind]
    yield from (numbers for numbers in groups.values() if len(numbers) > 1)


def divided(whole: Resolution, table: MentionTable) -> Iterator[Resolution]:
    """The resolution of each document of a table of several.

    Args:
        whole: the resolution of all.
        table: the mentions.
    """
    rows, bounds = table.first_rows.tolist(), table.parse.bounds
    links = whole.ranked.indptr[rows].tolist()
    for number in range(len(bounds) - 1):
        start, end = rows[number : number + 2]
        own, linked = slice(start, end), slice(*links[number : number + 2])
        yield Resolution(
            whole.spans.at(own),
            whole.kinds[own],
            Decoding(
                whole.decoding.labels[own] - whole.decoding.labels[own].min(initial=np.iinfo(np.int32).max),
                _moved(whole.decoding.antecedent[own], start),
                whole.decoding.probability[own],
            ),
            Ranked(
                whole.ranked.indptr[start : end + 1] - links[number],
                _moved(whole.ranked.antecedent[linked], start),
                whole.ranked.chain[linked],
                whole.ranked.share[linked],
                whole.ranked.start[own],
            ),
            whole.link[linked],
            whole.start[own],
            whole.settled[own],
            whole.certain[own],
            Attributions(table, number),
        )


def _moved(antecedents: np.ndarray, first: int) -> np.ndarray:
    """Antecedents by their row in their own document."""
    return np.where(antecedents < 0, antecedents, antecedents - first).astype(antecedents.dtype)
