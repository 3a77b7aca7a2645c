"""Pair the quotation marks of a document, paragraph by paragraph, in one pass."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from corefpipe.parsing.parse import Parse
from corefpipe.parsing.quoting.marks import DOUBLE, SINGLE, Mark, begins, by_paragraph, marks_of

LONGEST = 400
"""Maximum number of tokens of a quotation of which no paragraph says where it must end."""
_PARAGRAPHS = 6
"""Paragraphs that a quotation may continue into, if no mark is before the one that closes it."""
_SHORT = 60
"""Tokens of a paragraph of a speech that continues in the next one, at least."""
_ENOUGH = 3
"""Paragraphs that a mark begins from which the style of a document is told."""
_DEEPEST = 3
_TERM = 5
"""Tokens of a term in plain single marks, at most: ‘twenty minutes past’."""
_OPENING = ("‘", "`", "‚")
"""Single marks that are no apostrophes."""
_ENDING = ("'", "’", '"', "”")


class Quoted(NamedTuple):
    """A quotation.

    Attributes:
        start, end: its tokens, without the marks.
        opening, after: the first token of the opening mark and the token after the closing mark; start and end if it
            has no such mark.
        outer: number of quotations around it.
        goes_on: whether it continues in the next quotation: each paragraph of a long speech has an opening mark, and
            only the last one has a closing mark.
    """

    start: int
    end: int
    opening: int
    after: int
    outer: int = 0
    goes_on: bool = False

    @property
    def is_closed(self) -> bool:
        """Whether it has a closing mark."""
        return self.after > self.end


def matched(parse: Parse, first: int, last: int) -> list[Quoted]:
    """The quotations between marks of a document, [first, last), in text order; also those within others."""
    marks = marks_of(parse, first, last)
    if not marks:
        return []
    matcher = _Matcher(parse, first, last, marks)
    for group in by_paragraph(parse, marks):
        matcher.read(group)
    return _with_closings(parse, sorted(matcher.found, key=lambda one: (one.start, one.outer)))


def _with_closings(parse: Parse, found: list[Quoted]) -> list[Quoted]:
    """The quotations, of which some do not go on in the next paragraph but lack their closing mark.

    In a document in which most paragraphs of speech that lack it are short and end like a sentence, those are errors.
    """
    going = [one for one in found if one.goes_on]
    short = {one for one in going if one.end - one.start <= _SHORT and parse.words[one.end - 1] in (".", "!", "?")}
    if 2 * len(short) <= len(going):
        return found
    return [one._replace(goes_on=False) if one in short else one for one in found]


@dataclass(slots=True)
class _Matcher:
    """The quotations that are open at a mark, and those found before it.

    Attributes:
        parse: the text.
        first, last: the document.
        marks: all marks of the document.
        found: the quotations so far.
        is_single: whether single marks, not double ones, are around the speech of the document.
        has_paragraphs: whether the document has more than one.
        starts: the first tokens of the marks.
    """

    parse: Parse
    first: int
    last: int
    marks: Sequence[Mark]
    found: list[Quoted] = field(default_factory=list)
    stack: list[Mark] = field(default_factory=list)
    is_single: bool = field(init=False)
    has_paragraphs: bool = field(init=False)
    starts: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.is_single = _is_single(self.parse, self.marks)
        self.has_paragraphs = self.parse.paragraphs[self.first] != self.parse.paragraphs[self.last - 1]
        self.starts = [mark.start for mark in self.marks]

    def read(self, group: Sequence[Mark]) -> None:
        """Pair the marks of one paragraph."""
        closed_ahead = _closed_ahead(self.parse, group)
        for mark, is_ahead in zip(group, closed_ahead, strict=True):
            if self.stack and not self._stays_open(self.stack[0], mark):
                self.stack.clear()
            self._read_mark(mark, is_ahead)
        if self.stack:
            self._end_paragraph(group[-1].start)

    def _stays_open(self, bottom: Mark, mark: Mark) -> bool:
        """Whether the outermost open quotation may contain a mark."""
        if not self.has_paragraphs and mark.start - bottom.end > LONGEST:
            return False
        # In a document with double marks, 'Tis and ‘terms’ are no speech with other quotations in it.
        return self.is_single or bottom.family != SINGLE or mark.family == SINGLE

    def _read_mark(self, mark: Mark, closed_ahead: bool) -> None:
        """Open or close a quotation at a mark."""
        depth = next((i for i in reversed(range(len(self.stack))) if self.stack[i].family == mark.family), -1)
        may_close = mark.closes and (mark.family != SINGLE or mark.strong or not closed_ahead)
        is_top = depth == len(self.stack) - 1
        if depth >= 0 and may_close and (is_top or not mark.opens or mark.family != SINGLE):
            if self._is_apostrophe(mark, self.stack[depth], depth):
                return
            if is_top or mark.family != SINGLE or mark.strong:
                self._close(depth, mark.start, mark.end)
        elif mark.opens and depth < 0:
            if len(self.stack) < _DEEPEST and self._may_open(mark):
                self.stack.append(mark)
        elif mark.opens and mark.family != SINGLE and not mark.strong and len(self.stack) < _DEEPEST:
            self.stack.append(mark)  # a title in the marks of the speech: “Have you read the “Spectator”?”
        elif mark.opens and (mark.family != SINGLE or self._reopens(mark, self.stack[depth])):
            if self.stack[depth].strong:
                self._close(depth, mark.start, mark.start)
            del self.stack[depth:]
            self.stack.append(mark)

    def _may_open(self, mark: Mark) -> bool:
        """Whether a mark opens a quotation: plain single marks that may be apostrophes need more than their form."""
        if mark.family != SINGLE or not mark.closes:
            return True
        return self.is_single if not self.stack else mark.strong

    def _is_apostrophe(self, mark: Mark, opened: Mark, depth: int) -> bool:
        """Whether a mark after a word is rather an apostrophe than the end of a longer quotation within the speech."""
        if mark.family != SINGLE or mark.strong or (self.is_single and not depth):
            return False
        return self.parse.words[opened.start] not in _OPENING and mark.start - opened.end > _TERM

    def _reopens(self, mark: Mark, opened: Mark) -> bool:
        """Whether a single mark within single marks opens another quotation: it is not that of 'ome and 'em."""
        following = "".join(self.parse.words[mark.end : mark.end + 1])
        return mark.strong and (not opened.strong or not following[:1].islower())

    def _close(self, depth: int, end: int, after: int, goes_on: bool = False) -> None:
        """End a quotation, and forget those within it that are open."""
        mark = self.stack[depth]
        if end > mark.end:
            self.found.append(Quoted(mark.end, end, mark.start, after, depth, goes_on))
        del self.stack[depth:]

    def _end_paragraph(self, token: int) -> None:
        """End what is open at the end of the paragraph of a token, unless it continues in the next ones."""
        bottom, paragraphs = self.stack[0], self.parse.paragraphs
        if not bottom.strong or (bottom.family == SINGLE and not self.is_single) or not self.has_paragraphs:
            self.stack.clear()
            return
        end = bisect_left(paragraphs, paragraphs[token] + 1, token, self.last)
        following = self._next(bottom.family, end)
        is_opening = following is not None and following.opens
        if following is not None and not is_opening and self._is_near(bottom, token, following):
            return
        while len(self.stack) > 1:
            if self.stack[-1].strong:
                self._close(len(self.stack) - 1, end, end)
            else:
                self.stack.pop()
        if self._has_other_mark(bottom, end):
            self._close(0, end - 1, end)
        else:
            self._close(0, end, end, is_opening and following is not None and following.start == end)

    def _is_near(self, opened: Mark, token: int, closing: Mark) -> bool:
        """Whether a quotation that is open at a token may end at a mark in a later paragraph, as of verses."""
        apart = self.parse.paragraphs[closing.start] - self.parse.paragraphs[token]
        return apart <= _PARAGRAPHS and closing.start - opened.end <= LONGEST

    def _has_other_mark(self, opened: Mark, end: int) -> bool:
        """Whether a mark that closes nothing else ends the paragraph: “Go.’ in texts with errors."""
        is_mark = self.parse.words[end - 1] in _ENDING and end - 1 > opened.end
        return is_mark and not (self.found and self.found[-1].after == end)

    def _next(self, family: str, token: int) -> Mark | None:
        """The next mark of a family from a token that is no apostrophe."""
        at = bisect_left(self.starts, token)
        while at < len(self.marks) and self.marks[at].start - token <= LONGEST:
            mark = self.marks[at]
            if mark.family == family and (mark.strong or family == DOUBLE):
                return mark
            at += 1
        return None


def _is_single(parse: Parse, marks: Sequence[Mark]) -> bool:
    """Whether single marks, not others, are around the speech of a document: those that begin paragraphs, or all."""
    opening = [mark for mark in marks if mark.opens and mark.strong]
    first = [mark for mark in opening if begins(parse, mark.start)]
    singles = [mark.family == SINGLE for mark in (first if len(first) >= _ENOUGH else opening)]
    # The first mark decides if there are as many of both: it is more often around the others than within.
    return 2 * sum(singles) + singles[0] > len(singles) if singles else all(mark.family == SINGLE for mark in marks)


def _closed_ahead(parse: Parse, group: Sequence[Mark]) -> list[bool]:
    """For each mark of a paragraph, whether the next single mark after it that is no apostrophe closes."""
    found, ahead = [False] * len(group), False
    for i in range(len(group) - 1, -1, -1):
        found[i] = ahead
        if group[i].family == SINGLE and (group[i].strong or parse.words[group[i].start] in _OPENING):
            ahead = group[i].closes
    return found
