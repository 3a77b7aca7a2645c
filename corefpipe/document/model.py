"""The Document: words, sentences, mentions and columns."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

import numpy as np

from corefpipe.document.entities import Described, EntityRow, MentionRow, Per, by_size, data_frame, entity_row
from corefpipe.document.mention import Mention, Multiword, Origin, Quotation
from corefpipe.document.naming import OTHER, Named, guessed_pos, main_of, named
from corefpipe.exceptions import called
from corefpipe.utils.text import counted
from corefpipe.utils.views import Group, text_view

if TYPE_CHECKING:
    from pandas import DataFrame

UNNAMED = "text"
"""The name of a document that was made of a text without a name."""

_VIEWED = 500
"""Words of the beginning of a text that a notebook shows."""


@dataclass(slots=True, repr=False)
class Document:
    """Words, sentences, mentions, and the columns that a corpus provides.

    Every column that is not None has one value per word. Raw text that is not tokenized yet has `text` and no words.

    >>> document = corefpipe.Document("note", words=["Ann", "slept", "."], sentence_starts=[0])
    >>> document.mentions = [corefpipe.Mention(0, 1, "e1")]
    >>> [document.surface(mention) for mention in document.chains()["e1"]]
    ['Ann']

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
        quotations: the quotations in text order, with their speakers as far as they are known; empty if nobody has
            looked for any.
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
    quotations: list[Quotation] = field(default_factory=list)
    origin: Origin | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        for column in fields(self):
            values = getattr(self, column.name)
            if column.name in _COLUMNS and values is not None and len(values) != len(self.words):
                raise ValueError(
                    f"{called(self.name)}: column {column.name} has {len(values)} values for {len(self.words)} words"
                )

    def __len__(self) -> int:
        return len(self.words)

    @property
    def key(self) -> tuple[str, int]:
        """(name, part), which identifies the document in a corpus."""
        return self.name, self.part

    def __repr__(self) -> str:
        size = counted(len(self), "word") if self.words or not self.text else counted(len(self.text), "character")
        chains = len({mention.entity for mention in self.mentions})
        found = f", {counted(len(self.mentions), 'mention')} in {counted(chains, 'chain')}" if chains else ""
        return f"<Document {str(self)!r}: {size}{found}>"

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

    def named(self, mention: Mention) -> Named:
        """What a mention calls its entity, by the parts of speech; they are guessed where the document has none."""
        words, start, end = self.words, mention.start, mention.end
        if start >= end:
            return Named(OTHER, 0, "")
        column = self.pos or self.tags
        pos = column[start:end] if column else guessed_pos(words[start:end])
        head = end - 1 - start if mention.head is None else mention.head - start
        kind, length = named(words[start:end], pos, head)
        piece = mention if mention.fragments else Mention(start, start + length)
        return Named(kind, length, " ".join(self.surface(piece).split()))

    def described(self, mention: Mention) -> Described:
        """What a mention with words says of its entity."""
        words = self.words[mention.start : mention.end]
        head = len(words) - 1 if mention.head is None else mention.head - mention.start
        return Described(self.named(mention), words, head, mention.type, mention.start)

    def chain_name(self, mentions: Sequence[Mention]) -> str:
        """The name, or the short noun phrase, that names a chain best, on one line (see `corefpipe.document.naming`).

        Args:
            mentions: those of one chain, at least one.
        """
        told = [self.named(mention) for mention in mentions]
        return told[main_of(told)].text

    def entity_table(self) -> list[EntityRow]:
        """One row per chain: name, all names with counts, kind, gender, mentions, first and last one; largest first."""
        rows = []
        for id, mentions in self.chains().items():
            told = [self.described(mention) for mention in mentions if mention.start < mention.end]
            if told:
                rows.append(entity_row(str(self), id, told))
        return by_size(rows)

    def mention_table(self) -> list[MentionRow]:
        """One row per mention, in text order: its entity with its name, its text, kind and place."""
        names = {id: self.chain_name(mentions) for id, mentions in self.chains().items()}
        rows = []
        for mention in self.mentions:
            kind, start_char, end_char = self.named(mention).kind, None, None
            if self.offsets is not None and mention.start < mention.end:
                last = mention.end - 1
                start_char, end_char = self.offsets[mention.start], self.offsets[last] + len(self.words[last])
            rows.append(
                MentionRow(
                    str(self),
                    mention.entity,
                    names[mention.entity],
                    self.surface(mention),
                    kind,
                    mention.type,
                    self.sentence_of(mention.start),
                    mention.start,
                    mention.end,
                    start_char,
                    end_char,
                )
            )
        return rows

    def to_dataframe(self, per: Per = "entity") -> DataFrame:
        """The entity table as a pandas DataFrame, or with `per="mention"` the mention table.

        Raises:
            CorefpipeError: pandas is not installed.
            SettingError: another `per`.
        """
        return data_frame(self.entity_table, self.mention_table, per)

    def _repr_html_(self) -> str:
        """The beginning of the text with its chains, for notebooks."""
        end = min(len(self), _VIEWED)
        text, offsets = self._beginning(end)
        groups = []
        for mentions in self.chains().values():
            pieces = [piece for m in mentions for piece in m.fragments or (m.span,) if piece[0] < piece[1] <= end]
            places = [(offsets[a], offsets[b - 1] + len(self.words[b - 1])) for a, b in pieces]
            groups.append(Group(self.chain_name(mentions), len(mentions), places))
        return text_view(text, groups, str(self), goes_on=end < len(self))

    def _beginning(self, end: int) -> tuple[str, list[int]]:
        """(the text up to a word, the offset of each word in it)."""
        if self.text and (self.offsets is not None or not self.words):
            offsets = self.offsets or []
            return self.text[: offsets[end] if end < len(offsets) else None], offsets[:end]
        breaks = set(self.sentence_starts) - {0} if self.spaces is None else set(self.paragraph_starts or ()) - {0}
        text, offsets = "", []
        for word in range(end):
            space = self.spaces is None or (word and self.spaces[word - 1])
            text += "\n" if word in breaks else " " if word and space else ""
            offsets.append(len(text))
            text += self.words[word]
        return text, offsets

    def _written(self, start: int, end: int) -> str:
        if self.offsets is not None and self.text:
            last = end - 1
            return self.text[self.offsets[start] : self.offsets[last] + len(self.words[last])]
        if self.spaces is None:
            return " ".join(self.words[start:end])
        gaps = [" " if space else "" for space in self.spaces[start : end - 1]] + [""]
        return "".join(word + gap for word, gap in zip(self.words[start:end], gaps, strict=True))


class Documents(Iterator[Document]):
    """Documents that are read or resolved one by one: loop over them, or make a list of them.

    >>> corefpipe.read("corpora/samples/bakery.conllu")
    <Documents of corpora/samples/bakery.conllu, each made when it is asked for: loop over them, or use list(…)>

    Args:
        documents: makes them.
        origin: where they come from, for people.
    """

    __slots__ = ("_documents", "_origin")

    def __init__(self, documents: Iterable[Document], origin: str = ""):
        self._documents = iter(documents)
        self._origin = origin

    def __next__(self) -> Document:
        return next(self._documents)

    def __repr__(self) -> str:
        of = f" of {self._origin}" if self._origin else ""
        return f"<Documents{of}, each made when it is asked for: loop over them, or use list(…)>"


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
"""The parts of a document that a reader may leave out: all but name, genre, origin, words, sentences, mentions and
quotations."""
