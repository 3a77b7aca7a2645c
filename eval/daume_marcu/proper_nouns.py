"""Names in documents of OntoGUM and LitBank, to be clustered by entity, one set per document."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import numpy as np
from items import Record, Task, numbered, of_records

from corefpipe import read
from corefpipe.clustering.comparing.abbreviations import abbreviation
from corefpipe.features import gold_tables
from corefpipe.features.engine.table import MentionTable
from corefpipe.parsing.annotate import annotate
from corefpipe.parsing.pipelines import load_base

FIELDS = {"name": ["edit", "substring", "subsequence"], "head": ["edit"], "short": ["edit"]}
POOL = 40  # documents of train that are read
TRAIN = 12  # documents to learn from, of each corpus

Names = tuple[list[Record], np.ndarray, np.ndarray]
"""Records of the names of a document, their entities, and the clusters of equal heads."""


def proper_nouns(folder: Path, corpus: str, seed: int) -> Task:
    """Documents of train drawn at random to learn from, and all documents of dev to cluster."""
    pool = documents(folder / corpus / "train", POOL)
    drawn = np.random.default_rng(seed).permutation(len(pool))[:TRAIN]
    train, test = [pool[i] for i in drawn.tolist()], documents(folder / corpus / "dev", None)
    found = of_records([*train, *test], FIELDS)
    return Task(found[: len(train)], found[len(train) :], "SAMEHEAD")


@cache
def documents(folder: Path, most: int | None) -> list[Names]:
    """The names of the documents of a folder that have two or more; of `most` documents spread over it.

    Gold mentions, our parse.
    """
    if not folder.is_dir():
        sys.exit(f"no folder {folder}: give the folder of the corpora (--corpora)")
    every = list(read(folder, repeats="first"))
    chosen = np.linspace(0, len(every) - 1, min(most or len(every), len(every))).astype(int).tolist()
    found = gold_tables(annotate([every[i] for i in chosen], load_base("en")))
    return [names for names in map(names_of, *found) if len(names[1]) > 1]


def names_of(table: MentionTable, labels: np.ndarray) -> Names:
    """The mentions of a document that are names."""
    rows = np.flatnonzero(table["kind"].is_("name"))
    words, heads = table.parse.words, table.spans.head
    strings = table.values("as_written")
    records = [{"name": strings[i], "head": words[heads[i]], "short": abbreviation(strings[i])} for i in rows.tolist()]
    return records, labels[rows], numbered(lowered(record["head"] for record in records))


def lowered(values: Iterable[str]) -> list[str]:
    return [value.lower() for value in values]
