"""The headings of a book's parts: "CHAPTER XII", "Book the First", "Prologue", "IV. The Market-Place"."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice, pairwise

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
_SENTENCE = re.compile(r"[.!?…][\"”'’)_]*(?:\s|$)")
_LEADER = re.compile(r"(?:[ \t]*[.·…]){2,}[ \t]*\d+[ \t]*$", re.MULTILINE)  # "The Bear . . . . 12"
_ALIKE = 10  # letters and digits of a heading, in which its line in a table of contents is the same
_MOST_SUMMARY = 3  # blocks of the summary of a chapter
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
    named, listed = _without_contents(named, [], blocks)
    bare = [one for one in bare if not any(start <= one.start < end for start, end in listed)]
    bare, _ = _without_contents(bare, named, blocks)
    named = _without_cited(named)
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
    number = _number_of(line, lexicon)
    return _titled(blocks, place, CHAPTER, number, named=False, lexicon=lexicon) if number else None


def _number_of(line: str, lexicon: Lexicon) -> int:
    """The number that is all of a line or stands before a title; 0 for another line."""
    if number := _number_alone(line, lexicon):
        return number
    first = _WORD.match(line)
    if not first or first[0] != first[0].upper():
        return 0
    number, _ = leading_number([first[0].lower()], lexicon)
    rest = line[first.end() :]
    return number if (first[0].isdigit() or _SEPARATOR.match(rest)) and is_title(rest) else 0


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
        if _level_and_number(line, lexicon) is None and not _number_of(line, lexicon):
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


def _without_contents(
    headings: Sequence[Heading], others: Sequence[Heading], blocks: Sequence[Block]
) -> tuple[list[Heading], list[tuple[int, int]]]:
    """Headings that are not in a table of contents, and the (start, end) of these tables.

    A heading is in one if it occurs again later, and no sentences stand below it but those with which the text of the
    later one begins, as its summary. A larger part that begins with a chapter is in none: "BOOK I", "CHAPTER I".

    Args:
        headings: in text order.
        others: headings of another kind, which end a stretch of text, too.
        blocks: the blocks of the text.
    """
    edges = sorted(one.start for one in (*headings, *others))
    last = {_key(one): one for one in headings}
    below = _Below(blocks)
    after = {key: [*below.sentences(one, _next(edges, one))] for key, one in last.items()}
    kept, listed = list[Heading](), list[tuple[int, int]]()
    begins = False  # whether a heading without sentences belongs to the part that begins after it
    level = len(LEVELS)
    for one in reversed(headings):
        following, whole = _next(edges, one), after[_key(one)]
        # One block more than a summary has is enough to see that it is the text of a chapter.
        own = [*islice(below.sentences(one, following), _MOST_SUMMARY + 1)]
        is_summary = len(own) <= _MOST_SUMMARY and len(own) < len(whole) and own == whole[: len(own)]
        begins = bool(own and not is_summary) or (begins and LEVELS.index(one.level) < level)
        level = LEVELS.index(one.level)
        if last[_key(one)] is one or begins:
            kept.append(one)
        else:
            listed.append((one.start, one.end if following is None else following))
    return kept[::-1], listed[::-1]


def _key(heading: Heading) -> tuple[str, int, str]:
    """What a heading has in common with its line in a table of contents, where the number of its page follows."""
    title = _LEADER.sub("", heading.title).casefold()
    return heading.level, heading.number, "".join(filter(str.isalnum, title))[:_ALIKE]


def _next(edges: Sequence[int], heading: Heading) -> int | None:
    """Where the next heading begins; None after the last one."""
    place = bisect_right(edges, heading.start)
    return edges[place] if place < len(edges) else None


class _Below:
    """The blocks of sentences between headings.

    Args:
        blocks: the blocks of the text.
    """

    def __init__(self, blocks: Sequence[Block]):
        self._blocks = blocks
        self._starts = [block.start for block in blocks]

    def sentences(self, heading: Heading, end: int | None) -> Iterator[str]:
        """The blocks of sentences below a heading, on one line each; also what is on the lines below it in its block.

        Args:
            heading: the heading.
            end: where the next one begins, None for the end of the text.
        """
        own = self._blocks[bisect_right(self._starts, heading.start) - 1]
        stop = len(self._starts) if end is None else bisect_left(self._starts, end)
        texts = [own.text[heading.end - own.start :]] if heading.end < own.end else []
        following = islice(self._blocks, bisect_left(self._starts, heading.end), stop)
        for text in chain(texts, (block.text for block in following)):
            plain = _LEADER.sub("", text)
            if _SENTENCE.search(plain) and not _is_title_block(plain.rstrip()):
                yield " ".join(plain.split()).casefold()


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
