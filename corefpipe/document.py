"""Document and Mention: annotated text as plain dataclasses, independent of spaCy and of file formats."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

import numpy as np


@dataclass(slots=True)
class Mention:
    """A span of words that refers to an entity.

    Attributes:
        start: index of the first word in the document.
        end: index after the last word.
        entity: id of the entity; mentions with the same id corefer.
        head: index of the head word in the document, if known.
        type: entity type as the corpus names it (`person`, `PER` …).
        fragments: the (start, end) pieces of a discontinuous mention, in order; empty otherwise.
        other: further fields of the format, by name (`infstat`, `link` …).
        empty: indices in the document's `empty_nodes`, ascending, of the empty nodes that belong to the mention and are
            at the edge of a piece or outside of all pieces. Those between two words of one piece always belong to the
            mention and are not listed.
        empty_head: index of the empty node that is the head, if one is; `head` is None then.
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
    """An orthographic word that stands for several words, such as `1-2 don't` in CoNLL-U.

    Attributes:
        start: index of the first word in the document.
        end: index after the last word.
        form: its spelling.
        feats: its own features (`Typo=Yes`).
        misc: its MISC column without SpaceAfter.
    """

    start: int
    end: int
    form: str
    feats: str = ""
    misc: str = ""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a document was read: the file, and the line of each word.

    Words in consecutive lines form a run, of which only the start is stored: a sentence takes two numbers.

    Attributes:
        file: path of the file, as the user gave it.
        line: line number at which the document begins, from 1.
        size: number of words that have a line; 0 in formats without lines of words (JSON lines, text).
        run_words: index of the first word of each run, ascending from 0.
        run_lines: line number of that word.
        entities: ids of the entities in the order in which the file opens their mentions (those of one word first, in a
            cell of CoNLL-2012); empty if it is not known.
    """

    file: str
    line: int
    size: int = 0
    run_words: Sequence[int] = ()
    run_lines: Sequence[int] = ()
    entities: tuple[str, ...] = ()

    @classmethod
    def of_lines(cls, file: str, line: int, numbers: Iterable[int]) -> Origin:
        """Return the origin of words with these line numbers, one word per line."""
        words, lines = array("Q"), array("Q")
        size, following = 0, -1
        for word, number in enumerate(numbers):
            if number != following:
                words.append(word)
                lines.append(number)
            size, following = word + 1, number + 1
        return cls(file, line, size, words, lines)

    def line_of(self, word: int) -> int | None:
        """Return the line number of the word with this index; None if it has none."""
        if not 0 <= word < self.size:
            return None
        run = bisect_right(self.run_words, word) - 1
        return self.run_lines[run] + word - self.run_words[run]


@dataclass(slots=True)
class Document:
    """Words, sentences, mentions, and the columns that a corpus provides.

    Every column that is not None has one value per word. Raw text that is not tokenized yet has `text` and no words.

    Attributes:
        name: the document's name, unique together with `part` in a corpus.
        part: part number of a long document (CoNLL-2012).
        words: the words; none is whitespace.
        sentence_starts: index of the first word of each sentence, ascending, from 0. Empty if there are no words or
            the sentences are not known.
        mentions: the mentions in text order (by start, the longer first).
        text: the raw text, if known.
        offsets: character offset in `text` of each word.
        spaces: whether whitespace follows each word.
        paragraph_starts: index of the first word of each paragraph.
        tags: language-specific part of speech (Penn Treebank for English).
        pos: universal part of speech.
        feats: morphological features, such as `Number=Sing|Person=3`, or "".
        lemmas: lemmas, "" where unknown.
        heads: index of each word's syntactic head in the document; a root is its own head.
        deps: dependency relation to the head.
        speakers: speaker of each word, or "".
        entity_types: entity type of the mention that has the word as its head, or "".
        genre: the genre, if known.
        other: further columns, by the names that the format gives them.
        sentence_metadata: the comments of each sentence in their order (`sent_id`, `text` …; CoNLL-U).
        multiwords: the multiword tokens in text order (CoNLL-U).
        empty_nodes: (word before it or -1, its ten fields) of each empty node, in text order (CoNLL-U). Its number,
            the first field, tells one before a sentence (`0.1`) from one after the sentence before it.
        metadata: values of the document as a whole, such as the other columns of the table it was read from (Parquet).
        zeros: the mentions without words, which consist of empty nodes (dropped pronouns), in text order; `start` and
            `end` are both the index of the word after the first of these. They are not among the `mentions`, so code
            that resolves or scores words need not handle them.
        origin: where the document was read, if it was read from a file; not compared by `==`.
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
    metadata: Mapping[str, Any] = field(default_factory=dict)
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
        """(name, part), which identifies the document in a corpus."""
        return self.name, self.part

    def __str__(self) -> str:
        return f"{self.name}; part {self.part:03d}" if self.part else self.name

    def sentences(self) -> list[tuple[int, int]]:
        """Return (start, end) of each sentence in words; one sentence if they are not known."""
        starts = self.sentence_starts or ([0] if self.words else [])
        return list(zip(starts, [*starts[1:], len(self.words)], strict=False))

    def sentence_of(self, word: int) -> int:
        """Return the index of the sentence that contains a word."""
        return max(0, bisect_right(self.sentence_starts, word) - 1)

    def chains(self) -> dict[str, list[Mention]]:
        """Return entity id -> its mentions in text order, singletons included; ids in order of first mention."""
        chains: dict[str, list[Mention]] = {}
        for mention in self.mentions:
            chains.setdefault(mention.entity, []).append(mention)
        return chains

    def labels(self) -> np.ndarray:
        """Return one int per mention, equal for those that corefer; numbered from 0 by first mention."""
        numbers: dict[str, int] = {}
        return np.array([numbers.setdefault(m.entity, len(numbers)) for m in self.mentions], dtype=np.int32)

    def surface(self, mention: Mention) -> str:
        """Return the text of a mention, with spaces as far as they are known; "" for one without words."""
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
"""The parts of a document that a reader may leave out: all but name, genre, origin, words, sentences and mentions."""


def sort_mentions(mentions: Sequence[Mention]) -> list[Mention]:
    """Return mentions in text order: by start, the longer first, then by entity id."""
    return sorted(mentions, key=lambda m: (m.start, -m.end, m.entity))


NAME, PHRASE, OTHER = "name", "phrase", "other"
"""How well a mention names its entity: a name, another noun phrase, or anything else, such as a pronoun or verb."""

_SHORT_NAME = 5  # words; a longer name contains more than the name


def naming_kind(pos: str) -> str:
    """`NAME`, `PHRASE` or `OTHER`, by the head's universal or Penn Treebank part of speech; `PHRASE` if unknown."""
    if pos in ("PROPN", "NNP", "NNPS"):
        return NAME
    return OTHER if pos in ("PRON", "DET", "VERB", "AUX") or pos.startswith(("PRP", "W", "DT", "V")) else PHRASE


_LONG = 6  # words of a noun phrase from which on it is cut before its first preposition
_CLAUSE = ("VERB", "AUX", "SCONJ", "MD", "WDT", "WP", "WP$", "WRB")
_LOOSE = ("ADP", "IN", "TO", "CCONJ", "CC", "DET", "DT", "PART", "POS", "SCONJ", "PRON", "ADV", "RB", "PUNCT")


def naming_length(words: Sequence[str], pos: Sequence[str], head: int) -> int:
    """Number of words at the start of a mention that name its entity: a name or a short noun phrase.

    "Holmes, shaking his head" is cut before the comma, "the man who came" before "who", "Ann's" before the "'s".

    Args:
        words: the words of the mention.
        pos: their universal or Penn Treebank parts of speech; "" if unknown.
        head: index of the head among them.
    """
    end = next((place for place in range(head + 1, len(words)) if _ends_name(words, pos, place)), len(words))
    if end > _LONG:
        end = next((place for place in range(head + 1, end) if pos[place] in ("ADP", "IN")), end)
    cut = end < len(words)
    while end > head + 1 and (_is_mark(words[end - 1], pos[end - 1]) or (cut and pos[end - 1] in _LOOSE)):
        end -= 1
    return end


def _is_mark(word: str, tag: str) -> bool:
    """Whether a word at the end of a name does not belong to it: "'s", punctuation."""
    return tag in ("PART", "POS") or not any(map(str.isalnum, word))


def _ends_name(words: Sequence[str], pos: Sequence[str], place: int) -> bool:
    """Whether what comes after the name, or the noun phrase, begins at a place after the head."""
    if _is_clause(pos[place]):
        return True
    if pos[place] != "PUNCT" and any(map(str.isalnum, words[place])):
        return False
    if words[place] in ("-", "–", "'", "’", "&"):  # parts of a name
        return False
    rest = pos[place + 1 :]
    listed = words[place] == "," and any(tag in ("CCONJ", "CC") for tag in rest)
    return not listed or any(map(_is_clause, rest))


def _is_clause(tag: str) -> bool:
    return tag in _CLAUSE or tag.startswith("VB")


def main_mention(mentions: Iterable[tuple[str, int]]) -> int:
    """Index of the mention that names a chain best.

    It is the longest name of at most five words, the first if several are as long; else the first noun phrase, which
    may be a longer name; else the first mention.

    Args:
        mentions: (`NAME`, `PHRASE` or `OTHER`, number of words that name the entity) of each mention of the chain, in
            text order; at least one.
    """

    def rank(mention: tuple[str, int]) -> tuple[int, int]:
        kind, length = mention
        if kind == NAME and length <= _SHORT_NAME:
            return 0, -length
        return (2, 0) if kind == OTHER else (1, 0)

    ranks = [rank(mention) for mention in mentions]
    return ranks.index(min(ranks))
