"""The headings of a book's parts: "CHAPTER XII", "Book the First", "Prologue", "IV. The Market-Place"."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from corefpipe.lexicon import Lexicon
from corefpipe.plain_text.blocks import Block
from corefpipe.plain_text.numbers import leading_number

LEVELS = ("volume", "book", "part", "chapter", "section")
"""The levels of headings, from the largest part to the smallest."""
CHAPTER, SECTION = "chapter", "section"
_LONGEST = 400  # characters of a heading
_MOST_LINES = 6
_CHAPTER = 1500  # characters, the least that chapters without a word such as "chapter" typically have
_FEWEST = 3  # such chapters
_SHORT = 3  # words of a heading below which its title may be
_WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
_SEPARATOR = re.compile(r"[ \t_]*(?:[.:\])]|--|[—–-]|\s\s|[\[(])")
_BARE = re.compile(r"[\[(—–\- \t_]*([^\W_]+(?:-[^\W_]+)?)[\])—–\- \t_.]*$")
_SPOKEN = re.compile(r"[\"“'‘].*[.,!?][\"”'’]*$", re.DOTALL)
_STOP = re.compile(r"[.!?,;:][\"”'’)]*$")
_QUOTES = "\"“'‘«"
_LONGEST_LINE = 100  # characters of a line of which the words are looked at
_SMALL = 4  # letters of the words that a title may have in lower case


@dataclass(slots=True, frozen=True)
class Heading:
    """A heading.

    Attributes:
        start, end: its place in the text, in characters, with its title.
        title: the whole heading on one line: "Chapter 1. Loomings".
        level: one of `LEVELS`.
        number: its number, 0 without one.
        named: whether a word such as "chapter" tells the level.
    """

    start: int
    end: int
    title: str
    level: str
    number: int
    named: bool


def headings_of(blocks: Sequence[Block], lexicon: Lexicon) -> list[Heading]:
    """The headings among the blocks of a text, in its order; those in a table of contents are left out."""
    named, bare = list[Heading](), list[Heading]()
    for place, block in enumerate(blocks):
        if len(block.text) <= _LONGEST and len(block.lines) <= _MOST_LINES:
            found = _named(blocks, place, lexicon)
            if found:
                named.append(found)
            elif number := _numbered(blocks, place, lexicon):
                bare.append(number)
    named, listed = _without_contents(named, blocks)
    named = _without_cited(named)
    bare = [one for one in bare if not any(start <= one.start < end for start, end in listed)]
    if any(one.level == CHAPTER and one.number for one in named):
        bare = [replace(one, level=SECTION) for one in bare]
    else:
        bare = _consecutive(bare, named, blocks)
    found_all = sorted([*named, *bare], key=lambda one: one.start)
    return found_all or _in_capitals(blocks)


def level_words(lexicon: Lexicon) -> dict[str, str]:
    """Word of a heading -> its level."""
    words = (lexicon.volume_words, lexicon.book_words, lexicon.part_words, lexicon.chapter_words)
    return {word: level for level, own in zip(LEVELS, words, strict=False) for word in own}


def _named(blocks: Sequence[Block], place: int, lexicon: Lexicon) -> Heading | None:
    """The heading in a block, if a word such as "chapter" or "prologue" tells that it is one."""
    block = blocks[place]
    found = _level_and_number(block.lines[0], lexicon)
    if found is None or (not found[1] and len(block.lines) > 1):
        return None
    return _titled(blocks, place, *found, named=True, lexicon=lexicon)


def _level_and_number(line: str, lexicon: Lexicon) -> tuple[str, int] | None:
    """The level and the number of a heading that begins with a line; 0 without a number; None for another line."""
    matches = list(_WORD.finditer(line[:_LONGEST_LINE]))
    words = [match[0].lower() for match in matches]
    if not words or not matches[0][0][0].isupper() or line[0] in _QUOTES:
        return None
    if " ".join(words) in lexicon.unnumbered_headings:
        return CHAPTER, 0
    levels = level_words(lexicon)
    keyword = next((n for n, word in enumerate(words[:3]) if word in levels), -1)
    if keyword < 0 or not matches[keyword][0][0].isupper():
        return None
    before = [word for word in words[:keyword] if word not in lexicon.articles]
    if before:  # "The First Book"
        number, taken = leading_number(before, lexicon)
        rest = line[matches[keyword].end() :]
        is_heading = taken == len(before) and (not rest.strip(" ._") or _SEPARATOR.match(rest) is not None)
    else:
        after = keyword + 1 + (words[keyword + 1 : keyword + 2] != [] and words[keyword + 1] in lexicon.articles)
        number, taken = leading_number(words[after:], lexicon)
        is_heading = number > 0 and _may_follow(line[matches[after + taken - 1].end() :])
    return (levels[words[keyword]], number) if is_heading and number else None


def _may_follow(rest: str) -> bool:
    """Whether what follows a number may be a title: "--The Old Buccaneer", "DOVER", not "of the plan was ready."."""
    return not rest.strip(" \t._") or _SEPARATOR.match(rest) is not None or is_title(rest)


def is_title(text: str) -> bool:
    """Whether all words of a text but small ones begin with a capital."""
    words = [word for word in _WORD.findall(text) if len(word) > _SMALL or word[0].isupper()]
    return bool(words) and sum(word[0].isupper() or word[0].isdigit() for word in words) >= 0.75 * len(words)


def _numbered(blocks: Sequence[Block], place: int, lexicon: Lexicon) -> Heading | None:
    """The heading in a block that is a number, or a number with a title: "IV", "IV. The Market-Place"."""
    block = blocks[place]
    line = block.lines[0]
    if len(block.lines) > 1 or not line:
        return None
    if number := _number_alone(line, lexicon):
        return _titled(blocks, place, CHAPTER, number, named=False, lexicon=lexicon)
    first = _WORD.match(line)
    if not first or first[0] != first[0].upper():
        return None
    number, _ = leading_number([first[0].lower()], lexicon)
    rest = line[first.end() :]
    titled = number and (first[0].isdigit() or _SEPARATOR.match(rest)) and is_title(rest)
    return _titled(blocks, place, CHAPTER, number, named=False, lexicon=lexicon) if titled else None


def _number_alone(line: str, lexicon: Lexicon) -> int:
    """The number that is all of a line, such as "[ 4 ]" or "Four."; 0 for another line."""
    alone = _BARE.match(line)
    return leading_number([alone[1].lower()], lexicon)[0] if alone and not alone[1].islower() else 0


def _titled(blocks: Sequence[Block], place: int, level: str, number: int, named: bool, lexicon: Lexicon) -> Heading:
    """The heading in a block, with the title below it."""
    block = blocks[place]
    title, end = block.lines[0], block.start + len(block.text.split("\n", 1)[0])
    below = block.text.split("\n", 1)[1] if "\n" in block.text else ""
    if below and _is_title_block(below.rstrip(" .")):
        title, end = " ".join(block.lines), block.end
    following = blocks[place + 1] if place + 2 < len(blocks) and end == block.end else None
    if following and len(_WORD.findall(title)) <= _SHORT and _is_title_block(following.text):
        line = following.lines[0]
        if _level_and_number(line, lexicon) is None and not _number_alone(line, lexicon):
            title, end = f"{title.rstrip('.')}. {' '.join(following.lines)}", following.end
    return Heading(block.start, end, " ".join(title.split()), level, number, named)


def _is_title_block(text: str) -> bool:
    """Whether a block below the number of a chapter is its title: all in capitals, or a short line like a title."""
    lines = text.strip(" \t_").split("\n")
    if len(text) > _LONGEST or len(lines) > _MOST_LINES or _SPOKEN.match(text):
        return False
    letters = [letter for letter in text if letter.isalpha()]
    if letters and not any(map(str.islower, letters)):
        return True
    return len(lines) == 1 and not _STOP.search(lines[0].strip()) and len(text) <= 80 and is_title(text)


def _without_contents(named: list[Heading], blocks: Sequence[Block]) -> tuple[list[Heading], list[tuple[int, int]]]:
    """Headings that are not in a table of contents, and the (start, end) of these tables.

    A heading is in one if it occurs again later, and nothing but headings is between it and the next one.
    """
    prose = [block.start for block in blocks if block.is_prose]
    last = {(one.level, one.number, one.title.casefold()[:12]): one.start for one in named}
    kept, listed = list[Heading](), list[tuple[int, int]]()
    for number, one in enumerate(named):
        following = named[number + 1].start if number + 1 < len(named) else one.end
        empty = bisect_right(prose, one.end) == bisect_right(prose, following)
        if empty and last[one.level, one.number, one.title.casefold()[:12]] > one.start:
            listed.append((one.start, following))
        else:
            kept.append(one)
    return kept, listed


def _without_cited(named: Sequence[Heading]) -> list[Heading]:
    """Headings without those of larger parts that count from 1 only after a chapter, as of a book within the book."""
    first = next((one.start for one in named if one.level == CHAPTER and one.number), None)
    cited = {one.level for one in named if first is not None and one.number == 1 and one.start > first}
    cited -= {one.level for one in named if first is not None and one.start < first} | {CHAPTER}
    return [one for one in named if one.level not in cited]


def _consecutive(bare: Sequence[Heading], named: Sequence[Heading], blocks: Sequence[Block]) -> list[Heading]:
    """The numbers that count from 1 within each part, if the text between them is as long as chapters."""
    parts = [one.start for one in named]
    runs = list[list[Heading]]()
    for one in bare:
        run = runs[-1] if runs else []
        same_part = bool(run) and bisect_right(parts, run[-1].start) == bisect_right(parts, one.start)
        if run and one.number == run[-1].number + 1:
            run.append(one)
        elif one.number == 1 and len(run) == 1 and same_part:
            runs[-1] = [one]
        elif one.number == 1 or (run and not same_part):
            runs.append([one])
    found = [one for run in runs for one in run]
    return found if _are_long(found, blocks) else []


def _are_long(found: Sequence[Heading], blocks: Sequence[Block]) -> bool:
    """Whether so many headings have so much text after them that they are those of chapters."""
    lengths = sorted(b - a for a, b in pairwise([*(one.start for one in found), *(block.end for block in blocks[-1:])]))
    return len(found) >= _FEWEST and lengths[len(lengths) // 2] >= _CHAPTER


def _in_capitals(blocks: Sequence[Block]) -> list[Heading]:
    """The titles of a collection: short lines in capitals after two blank lines, if the text between them is long."""
    found = [
        Heading(block.start, block.end, block.lines[0], CHAPTER, 0, False)
        for place, block in enumerate(blocks)
        if (block.gap >= 2 or not place)
        and len(block.lines) == 1
        and len(block.text) <= 60
        and block.lines[0].isupper()
    ]
    return found if _are_long(found, blocks) else []
