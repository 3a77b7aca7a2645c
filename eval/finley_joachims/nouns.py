"""Noun phrases with the 53 features of Ng & Cardie 2002, to be clustered by entity."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import numpy as np

from corefpipe import read
from corefpipe.clustering import Links
from corefpipe.document import Document
from corefpipe.features import FeatureSet, gold_tables
from corefpipe.parsing.annotate import annotate
from corefpipe.parsing.pipelines import load_base

FEATURES = "ng_cardie2002"
EVERY_PAIR = 1_000_000  # mentions in the window


def shortened(documents: Iterable[Document], mentions: int) -> list[Document]:
    """The documents with so many of their first mentions."""
    return [
        replace(document, mentions=sorted(document.mentions, key=lambda mention: mention.span)[:mentions])
        for document in documents
    ]


def parts(
    corpus: Path, n_train: int, n_test: int, mentions: int = 60
) -> tuple[tuple[Links, list[np.ndarray]], tuple[Links, list[np.ndarray]]]:
    """Links and labels of documents of train, spread over the folder, and of dev; words in text order, our own parse.

    Of each document the first mentions. Features that occur on no link of train are left out.
    """
    nlp, found, features = load_base("en"), [], FeatureSet(FEATURES, window=EVERY_PAIR)
    for part, size in (("train", n_train), ("dev", n_test)):
        documents = list(read(corpus / part, repeats="first"))
        chosen = [documents[at] for at in np.linspace(0, len(documents) - 1, min(size, len(documents))).astype(int)]
        found.append(gold_tables(annotate(shortened(chosen, mentions), nlp)))
    features.fit_tables(*found[0])
    train, test = ((features.links(tables), labels) for tables, labels in found)
    return train, test
