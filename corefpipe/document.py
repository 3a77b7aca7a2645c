"""Document and Mention: annotated text as plain dataclasses, independent of spaCy and of any format."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields
from typing import NamedTuple

import numpy as np


@dataclass(slots=True)
class Mention:
    """A span of words that mentions an entity.

    Attributes:
        start: index in the document of the first word.
        end: index after the last word.
        entity: id of the entity; mentions with the same id corefer.
        head: index in the document of the head word, if known.
        type: entity type (`person`, `PER` …), as the corpus names it.
        fragments: the (start, end) pieces of a discontinuous mention, in order; empty otherwise.
        other: further fields of the format by name (`infstat`, `link` …).
        empty: the empty nodes at the edges of the mention or of its pieces, or apart from them, that belong to it, as
            indices in the document's `empty_nodes`, ascending. Those between two words of one piece always belong to
            the mention and are not listed.
        empty_head: index of the empty node that is the head; `head` is None then.
    """

    start: int
    end: int
    entity: str = ""
    head: int | None = None
    type: str = ""
    fragments: tuple[tuple[int, int], ...] = ()
    other: dict[str, str] = field(default_factory=dict)
    empty: tuple[int, ...] = ()
    empty_head: int | None = None

    @property
    def span(self) -> tuple[int, int]:
        """(start, end), half-open, in words of the document."""
        return self.start, self.end


class Multiword(NamedTuple):
    """An orthographic word that is several words, `1-2 don't` (CoNLL-U).

    Attributes:
        start: index in the document of the first word.
        end: index after the last word.
        form: how it is written.
        feats: features of its own (`Typo=Yes`).
        misc: what its MISC column has beside SpaceAfter.
    """

    start: int
    end: int
    form: str
    feats: str = ""
    misc: str = ""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a document was read: the file, and the lines of its words.

    Words in consecutive lines form a run, of which only the beginning is kept: a sentence costs two numbers.

    Attributes:
        file: the file, as the user named it.
        line: the line in which the document begins, from 1.
        size: how many words have a line; 0 where words have none (JSON lines, text).
        run_words: index of the first word of each run, ascending from 0.
        run_lines: line of that word.
    """

    file: str
    line: int
    size: int = 0
    run_words: Sequence[int] = ()
    run_lines: Sequence[int] = ()

    @classmethod
    def of_lines(cls, file: str, line: int, numbers: Iterable[int]) -> Origin:
        """The origin of words that stand in these lines, one word a line."""
        words, lines = array("Q"), array("Q")
        size, following = 0, -1
        for word, number in enumerate(numbers):
            if number != following:
                words.append(word)
                lines.append(number)
            size, following = word + 1, number + 1
        return cls(file, line, size, words, lines)

    def line_of(self, word: int) -> int | None:
        """The line of a word of the document (its index); None if it has none."""
        if not 0 <= word < self.size:
            return None
        run = bisect_right(self.run_words, word) - 1
        return self.run_lines[run] + word - self.run_words[run]


@dataclass(slots=True)
class Document:
    """Words, sentences, whatever columns a corpus gives, and mentions.

    Every column that is not None has one value a word. A document of raw text that is not split into words yet has
    `text` and no words.

    Attributes:
        name: the document's name, unique together with `part` in a corpus.
        part: part number of a long document (CoNLL-2012).
        words: the words; never whitespace.
        sentence_starts: index of the first word of each sentence, ascending, from 0. Empty where there are no words,
            or where the sentences are not known.
        mentions: in text order (start ascending, then longer first).
        text: the raw text, if known.
        offsets: character offset in `text` of each word.
        spaces: whether whitespace follows the word.
        paragraph_starts: index of the first word of each paragraph.
        tags: language-specific part of speech (Penn Treebank for English).
        pos: universal part of speech.
        feats: morphological features, `Number=Sing|Person=3` or "".
        lemmas: lemmas, "" where unknown.
        heads: index in the document of each word's syntactic head; a root is its own head.
        deps: dependency relation to the head.
        speakers: speaker of each word, "" where there is none.
        entity_types: entity type of the mention whose head the word is, "" elsewhere.
        genre: the genre, if known.
        other: further columns by the name that their format gives them.
        sentence_metadata: the comment fields of each sentence (`sent_id`, `text` …), in order (CoNLL-U).
        multiwords: the orthographic words that are several words, in order (CoNLL-U).
        empty_nodes: (word before it or -1, its ten fields) of each empty node, in text order (CoNLL-U). Its number,
            the first field, tells one before a sentence (`0.1`) from one after the sentence before it.
        zeros: the mentions that have no word, only empty nodes (dropped pronouns), in text order; `start` and `end` are
            both the index of the word before which the first of these stands. They are not among the `mentions`: what
            resolves or scores words need not know of them.
        origin: where the document was read, if it was. Not part of what it says: documents are equal without it.
    """

    name: str
    part: int = 0
    words: list[str] = field(default_factory=list)
    sentence_starts: list[int] = field(default_factory=list)
    mentions: list[Mention] = field(default_factory=list)
    text: str = ""
    offsets: list[int] | None = None
    spaces: list[bool] | None = None
    paragraph_starts: list[int] | None = None
    tags: list[str] | None = None
    pos: list[str] | None = None
    feats: list[str] | None = None
    lemmas: list[str] | None = None
    heads: list[int] | None = None
    deps: list[str] | None = None
    speakers: list[str] | None = None
    entity_types: list[str] | None = None
    genre: str = ""
    other: dict[str, list[str]] = field(default_factory=dict)
    sentence_metadata: list[dict[str, str]] | None = None
    multiwords: list[Multiword] = field(default_factory=list)
    empty_nodes: list[tuple[int, list[str]]] = field(default_factory=list)
    zeros: list[Mention] = field(default_factory=list)
    origin: Origin | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        for column in fields(self):
            values = getattr(self, column.name)
            if column.name in _COLUMNS and values is not None and len(values) != len(self.words):
                raise ValueError(
                    f"document {self.name}: column {column.name} has {len(values)} values for {len(self.words)} words"
                )

    def __len__(self) -> int:
        return len(self.words)

    @property
    def key(self) -> tuple[str, int]:
        """(name, part): what identifies the document in a corpus."""
        return self.name, self.part

    def __str__(self) -> str:
        return f"{self.name}; part {self.part:03d}" if self.part else self.name

    def sentences(self) -> list[tuple[int, int]]:
        """(start, end) of each sentence, in words; one for the whole document where they are not known."""
        starts = self.sentence_starts or ([0] if self.words else [])
        return list(zip(starts, [*starts[1:], len(self.words)], strict=False))

    def sentence_of(self, word: int) -> int:
        """Number of the sentence in which a word stands, from 0."""
        return max(0, bisect_right(self.sentence_starts, word) - 1)

    def chains(self) -> dict[str, list[Mention]]:
        """Entity id -> its mentions in text order; ids in order of first mention, singletons too."""
        chains: dict[str, list[Mention]] = {}
        for mention in self.mentions:
            chains.setdefault(mention.entity, []).append(mention)
        return chains

    def labels(self) -> np.ndarray:
        """One int a mention: equal numbers corefer. Numbered from 0 by first mention."""
        numbers: dict[str, int] = {}
        return np.array([numbers.setdefault(m.entity, len(numbers)) for m in self.mentions], dtype=np.int32)

    def surface(self, mention: Mention) -> str:
        """The words of a mention as they are written, as far as the spaces are known; "" of one without words."""
        pieces = mention.fragments or ((mention.span,) if mention.start < mention.end else ())
        return " … ".join(self._written(start, end) for start, end in pieces)

    def _written(self, start: int, end: int) -> str:
        if self.offsets is not None and self.text:
            last = end - 1
            return self.text[self.offsets[start] : self.offsets[last] + len(self.words[last])]
        if self.spaces is None:
            return " ".join(self.words[start:end])
        gaps = [" " if space else "" for space in self.spaces[start : end - 1]] + [""]
        return "".join(word + gap for word, gap in zip(self.words[start:end], gaps, strict=True))


_COLUMNS = frozenset(
    ("offsets", "spaces", "tags", "pos", "feats", "lemmas", "heads", "deps", "speakers", "entity_types")
)

OPTIONAL_COLUMNS = (
    *sorted(_COLUMNS),
    "empty_nodes",
    "multiwords",
    "other",
    "paragraph_starts",
    "sentence_metadata",
    "text",
)
"""What of a document a reader may be told to leave out: all but names, genre, origin, words, sentences and mentions
(with zeros)."""


def sort_mentions(mentions: Sequence[Mention]) -> list[Mention]:
    """Mentions in text order: start ascending, then the longer first, then by entity id."""
    return sorted(mentions, key=lambda m: (m.start, -m.end, m.entity))


NAME, PHRASE, OTHER = "name", "phrase", "other"
"""How well a mention names its entity: a name, another noun phrase, or anything else, such as a pronoun or verb."""

_SHORT_NAME = 5  # words; a longer name contains more than the name


def naming_kind(pos: str) -> str:
    """`NAME`, `PHRASE` or `OTHER`, by the head's universal or Penn Treebank part of speech; `PHRASE` if unknown."""
    if pos in ("PROPN", "NNP", "NNPS"):
        return NAME
    return OTHER if pos in ("PRON", "DET", "VERB", "AUX") or pos.startswith(("PRP", "W", "DT", "V")) else PHRASE


def main_mention(mentions: Iterable[tuple[str, int]]) -> int:
    """Index of the mention that names a chain best.

    It is the longest name of at most five words, the first if several are as long; else the first noun phrase, which
    may be a longer name; else the first mention.

    Args:
        mentions: (`NAME`, `PHRASE` or `OTHER`, number of words) of each mention of the chain, in text order; at least
            one.
    """

    def rank(mention: tuple[str, int]) -> tuple[int, int]:
        kind, length = mention
        if kind == NAME and length <= _SHORT_NAME:
            return 0, -length
        return (2, 0) if kind == OTHER else (1, 0)

    ranks = [rank(mention) for mention in mentions]
    return ranks.index(min(ranks))
