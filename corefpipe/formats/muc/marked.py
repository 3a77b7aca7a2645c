"""Convert mentions in characters to mentions in words, for ACE, MUC and inline annotation."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from corefpipe.document import Mention, sort_mentions
from corefpipe.formats.muc.markup import BLOCKS, Tag
from corefpipe.formats.reading import Place, Reading
from corefpipe.formats.spans import Span, settle_repeats
from corefpipe.formats.tokens import Words, tokenize

MAX_CORE = 256
"""Largest number of words in a head whose numbers are listed, so that a hostile file cannot fill the memory."""


@dataclass(slots=True)
class Marked:
    """A mention in characters.

    Attributes:
        start: offset of the first character.
        end: offset after the last character.
        entity: id of the entity.
        line: line number of the annotation in the file.
        type: entity type.
        other: fields of the mention.
        core: (start, end) of its head or minimal string; None if unknown.
        column: number of the character in that line, from 1; 0 if unknown.
    """

    start: int
    end: int
    entity: str
    line: int
    type: str = ""
    other: dict[str, str] = field(default_factory=dict)
    core: tuple[int, int] | None = None
    column: int = 0


def words_of(text: str, tags: Iterable[Tag], place: Place, reading: Reading, sentences_given: bool = False) -> Words:
    """Tokenize a text without tags; a tag of `BLOCKS` ends a sentence and, unless it is `S`, a paragraph.

    Args:
        text: the text.
        tags: the tags that were removed from it.
        place: file and document, for error messages.
        reading: has the largest number of words.
        sentences_given: whether the tags mark all ends of sentences, so that no others are looked for.
    """
    blocks = [tag for tag in tags if tag.name in BLOCKS]
    words = Words()
    # `<SLUG>ab</SLUG><P>c` are two words. The text is cut only there, since each call of the tokenizer is slow.
    glued = sorted({tag.at for tag in blocks if re.fullmatch(r"\S\S", text[max(tag.at - 1, 0) : tag.at + 1])})
    for start, end in pairwise((0, *glued, len(text))):
        _append(words, tokenize(text[start:end], place, reading), start)
    starts = [(bisect_left(words.offsets, tag.at), tag.name) for tag in blocks]
    first = {word for word, _ in starts if word < len(words.words)}
    if words.words:
        first.add(0)
    words.sentence_starts = sorted(first if sentences_given else first.union(words.sentence_starts))
    paragraphs = {word for word, name in starts if name != "S" and word < len(words.words)}
    words.paragraph_starts = sorted(paragraphs.union(words.paragraph_starts))
    return words


def _append(words: Words, more: Words, offset: int) -> None:
    """Add the words of a piece of text that begins at this offset."""
    first = len(words.words)
    words.words += more.words
    words.offsets += [start + offset for start in more.offsets]
    words.spaces += more.spaces
    words.sentence_starts += [word + first for word in more.sentence_starts]
    # That a piece begins is no paragraph; the tag between them tells.
    words.paragraph_starts += [word + first for word in more.paragraph_starts if word or not first]


def mentions_of(marked: Sequence[Marked], text: str, words: Words, place: Place, reading: Reading) -> list[Mention]:
    """Return the mentions in words, in text order.

    Those that are no whole words are noted in `reading.report.misfits`. If one of them comes out as the same words as
    another mention, it is left out, unless `reading.repeats` is `keep`: the tokens made the repeat, not the file. The
    words of the head are listed in the field `minspan`, numbered from 1 within the mention, and the last is the head.

    Raises:
        FormatError: the same characters are marked twice and `reading.repeats` is `error`.
    """
    placed = _placed(marked, text, words, place, reading)
    spans = [Span(start, end, mark.entity, mark.line, column=mark.column) for start, end, mark in placed]
    kept = {id(span) for span in settle_repeats(spans, words.words, place, reading)}
    mentions = []
    for span, (start, end, mark) in zip(spans, placed, strict=True):
        if id(span) in kept:
            mention = Mention(start, end, mark.entity, type=mark.type, other=dict(mark.other))
            if mark.core is not None:
                _set_core(mention, mark, text, words, place, reading)
            mentions.append(mention)
    return sort_mentions(mentions)


def _placed(
    marked: Sequence[Marked], text: str, words: Words, place: Place, reading: Reading
) -> list[tuple[int, int, Marked]]:
    """Return the mentions with their words, in the order of the file."""
    found: dict[int, tuple[int, int]] = {}
    taken: dict[tuple[int, int], Marked] = {}
    # Those that fit go first: one that is read as more words than it marks must not push out one that marks them.
    for widened in (False, True):
        for number, mark in enumerate(marked):
            words_at = words.at(mark.start, mark.end)
            if (words_at is None or not words_at[2]) is not widened:
                continue
            span = words.span(text, mark.start, mark.end, place, reading, mark.line, mark.column)
            if span is None:
                continue
            first = taken.setdefault(span, mark)
            if widened and (first.start, first.end) != (mark.start, mark.end) and reading.repeats != "keep":
                message = f"the mention {text[mark.start : mark.end][:60]!r} is read as words that are one already"
                cure = "It is left out; check both"
                error = place.error(message, cure, mark.line, column=mark.column or None, repeats="keep")
                reading.report.misfits.append(error)
                continue
            found[number] = span
    return [(*found[number], mark) for number, mark in enumerate(marked) if number in found]


def _set_core(mention: Mention, mark: Marked, text: str, words: Words, place: Place, reading: Reading) -> None:
    """Set the mention's head and its field `minspan`."""
    assert mark.core is not None
    at = words.at(*mark.core)
    first, last = (max(at[0], mention.start), min(at[1], mention.end)) if at else (0, 0)
    if first >= last:
        message = (
            f"the head {text[slice(*mark.core)][:60]!r} is not in its mention {text[mark.start : mark.end][:60]!r}"
        )
        reading.report.misfits.append(place.error(message, "It is left out; check its offsets", mark.line))
        return
    mention.head = last - 1
    if last - first > MAX_CORE:
        message = f"the head of {last - first} words is longer than {MAX_CORE}"
        cure = "Only its last word is read; check its offsets"
        reading.report.misfits.append(place.error(message, cure, mark.line))
        return
    mention.other["minspan"] = ",".join(str(word - mention.start + 1) for word in range(first, last))


def covered(words: Words, stretches: Collection[tuple[int, int, str]]) -> list[str]:
    """Return one value per word: that of the stretch (start, end, value) in characters in which it begins, or ""."""
    values = [""] * len(words.words)
    for start, end, value in stretches:
        first, last = bisect_left(words.offsets, start), bisect_left(words.offsets, end)
        values[first:last] = [value] * (last - first)
    return values
