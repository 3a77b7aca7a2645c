"""Mentions, quotations, and where a document was read."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple


@dataclass(slots=True)
class Mention:
    """A span of words that refers to an entity.

    >>> mention = corefpipe.Mention(2, 4, entity="e1")
    >>> mention.span
    (2, 4)
    >>> bakery.surface(bakery.mentions[1])
    'the shop'

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
        antecedent: (start, end) of the earlier mention of the same entity that a resolver linked it to, if that is
            known.
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
    antecedent: tuple[int, int] | None = None

    @property
    def span(self) -> tuple[int, int]:
        """(start, end), half-open, in words of the document."""
        return self.start, self.end


@dataclass(slots=True)
class Quotation:
    """Words that somebody says, or a part of them if the narrator interrupts.

    >>> tale = corefpipe.resolve("“I shall not go,” said Ann.")
    >>> quotation = tale.quotations[0]
    >>> quotation.span, tale.chain_name(tale.chains()[quotation.speaker])
    ((1, 6), 'Ann')

    Attributes:
        start: index of the first word in the document, after the opening mark.
        end: index after the last word, which is that of the closing mark.
        speaker: entity id of the speaker; "" if the speaker is unknown, or is no entity of the document.
        mention: (start, end) of the mention that tells who speaks, such as "Ann" of "said Ann"; None if it is unknown.
            It need not be among the mentions of the document, which may leave out singletons.
        probability: that it is a mention of the speaker; None if it is unknown.
        turn: number of the turn; the parts of one speech have the same.
        cue: (start, end) of the verb of saying, such as "said"; None if there is none.
        addressee: entity id of the one who is spoken to; "" as for the speaker.
        addressee_mention: (start, end) of the mention that tells who is spoken to, such as "Bo" of "said Ann to Bo";
            None if it is unknown. It need not be among the mentions of the document.
        addressee_probability: that it is a mention of the addressee; None if it is unknown.
    """

    start: int
    end: int
    speaker: str = ""
    mention: tuple[int, int] | None = None
    probability: float | None = None
    turn: int = 0
    cue: tuple[int, int] | None = None
    addressee: str = ""
    addressee_mention: tuple[int, int] | None = None
    addressee_probability: float | None = None

    @property
    def span(self) -> tuple[int, int]:
        """(start, end), half-open, in words of the document."""
        return self.start, self.end


class Multiword(NamedTuple):
    """An orthographic word that stands for several words, such as `1-2 don't` in CoNLL-U.

    >>> [(one.start, one.end, one.form) for one in bakery.multiwords]
    [(67, 69, "didn't")]

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

    >>> bakery.origin.file, bakery.origin.line
    ('corpora/samples/bakery.conllu', 1)

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


def sort_mentions(mentions: Sequence[Mention]) -> list[Mention]:
    """Return mentions in text order: by start, the longer first, then by entity id.

    >>> from corefpipe.document import sort_mentions
    >>> [mention.span for mention in sort_mentions([corefpipe.Mention(2, 3), corefpipe.Mention(2, 4)])]
    [(2, 4), (2, 3)]
    """
    return sorted(mentions, key=lambda m: (*_text_order(m), m.entity))


def antecedent_indices(mentions: Sequence[Mention]) -> list[int]:
    """Return for each mention the index of its antecedent among these.

    It is -1 where no antecedent is known, and where the known one is not (or not any more) an earlier mention of the
    same entity.

    >>> from corefpipe.document import antecedent_indices
    >>> antecedent_indices(document.mentions)
    [-1, -1, 0, 2, 1]
    """
    index: dict[tuple[str, tuple[int, int] | None], int] = {}
    for number, mention in enumerate(mentions):
        index.setdefault((mention.entity, mention.span), number)
    found = [index.get((mention.entity, mention.antecedent), -1) for mention in mentions]
    return [
        other if other >= 0 and _text_order(mentions[other]) < _text_order(mention) else -1
        for mention, other in zip(mentions, found, strict=True)
    ]


def _text_order(mention: Mention) -> tuple[int, int]:
    return mention.start, -mention.end
