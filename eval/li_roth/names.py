"""Names of people, places and organizations in GUM, with the Wikipedia articles that identify them across documents."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import spacy
from spacy.tokens import Doc, Span
from spacy.vocab import Vocab

from corefpipe.document import Document, Mention
from corefpipe.formats import read

TYPES = ("person", "place", "organization")
INSIDE = {"of", "de", "da", "di", "du", "van", "von", "der", "den", "la", "le", "el", "al", "the", "&", "-", ".", "'"}


@dataclass(frozen=True)
class Names:
    """Names with the entities that they stand for.

    Attributes:
        strings: (n,) the words of each name.
        cluster: (n,) int, its entity.
    """

    strings: list[tuple[str, ...]]
    cluster: np.ndarray

    def only(self, rows: np.ndarray) -> Names:
        """Some of the names by index."""
        return Names([self.strings[i] for i in rows.tolist()], np.unique(self.cluster[rows], return_inverse=True)[1])

    def doc(self) -> Doc:
        """A Doc of the words, whose mentions are the names."""
        doc = Doc(vocabulary(), words=[word for name in self.strings for word in name])
        ends = np.cumsum([len(name) for name in self.strings]).tolist()
        doc.spans["coref"] = [
            Span(doc, start, end, kb_id=str(key))
            for start, end, key in zip([0, *ends[:-1]], ends, self.cluster.tolist(), strict=True)
        ]
        return doc


@cache
def vocabulary() -> Vocab:
    """English words; it takes as long to make as the features of a set of names."""
    return spacy.blank("en").vocab


def read_names(folder: Path) -> dict[str, Names]:
    """The names of each type in the CoNLL-U files of a folder, in the order of the corpus."""
    found: dict[str, list[tuple[tuple[str, ...], str]]] = {kind: [] for kind in TYPES}
    for path in sorted(folder.glob("*.conllu")):
        for document in read(path):
            for mention in document.mentions:
                identity = mention.other.get("identity", "")
                if mention.type in found and identity:
                    found[mention.type].extend((name, identity) for name in name_of(document, mention))
    return {
        kind: Names([name for name, _ in rows], np.unique([key for _, key in rows], return_inverse=True)[1])
        for kind, rows in found.items()
    }


def name_of(document: Document, mention: Mention) -> Iterator[tuple[str, ...]]:
    """The words of the name that a mention is headed by, if it is.

    Of the mention's words, those from the first to the last proper noun around its head, with words such as "of" and
    "van" between two of them.
    """
    words, tags = document.words, document.pos or []
    numbers = mention.other.get("minspan", "").split(",")
    if not numbers[0].isdigit():
        return
    head = mention.start + int(numbers[0]) - 1
    if not mention.start <= head < mention.end or tags[head] != "PROPN":
        return
    start, end = head, head + 1
    for place in range(head - 1, mention.start - 1, -1):
        if tags[place] == "PROPN":
            start = place
        elif words[place].lower() not in INSIDE:
            break
    for place in range(head + 1, mention.end):
        if tags[place] == "PROPN":
            end = place + 1
        elif words[place].lower() not in INSIDE:
            break
    yield tuple(words[start:end])
