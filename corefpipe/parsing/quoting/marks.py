"""Quotation marks: which open, which close, and which may be apostrophes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from corefpipe.parsing.parse import Parse

DOUBLE, SINGLE, ANGLE = "double", "single", "angle"
_FAMILIES = dict.fromkeys(("“", "”", '"', "``", "''", "„"), DOUBLE)
_FAMILIES |= dict.fromkeys(("‘", "’", "'", "`", "‚"), SINGLE) | dict.fromkeys(("«", "»", "‹", "›"), ANGLE)
_OPENING = frozenset({"“", "``", "„", "‘", "`", "‚", "«", "‹"})
_CLOSING = frozenset({"”", "''", "’", "»", "›"})
_LOW = {"„": "“", "‚": "‘"}
"""Opening marks of German and others -> their closing mark, which opens in English."""
_GUILLEMETS = (("«", "»"), ("»", "«"), ("‹", "›"), ("›", "‹"))
_PAIRS = {"`": "``", "'": "''"}
"""Marks that two tokens may be."""
_DASHES = frozenset({"-", "--", "---", "–", "—", "―"})
_TURNED = frozenset({"“", "”", "''", "‘"})
"""Marks that some texts have the wrong way round."""
_BRACKETS = frozenset("([{")


class Mark(NamedTuple):
    """A quotation mark, or an apostrophe that may be one.

    Attributes:
        start, end: its tokens.
        family: `DOUBLE`, `SINGLE` or `ANGLE`; a mark is closed by one of its family.
        opens, closes: what it may do, by its form and the spaces around it; both if they do not say.
        strong: whether no word precedes it in its paragraph, as one precedes an apostrophe.
    """

    start: int
    end: int
    family: str
    opens: bool
    closes: bool
    strong: bool


def marks_of(parse: Parse, first: int, last: int) -> list[Mark]:
    """The marks of a document, [first, last), in text order; none that the tags say to be a possessive."""
    words = parse.words
    places = [token for token in range(first, last) if words[token] in _FAMILIES]
    forms = _Forms.of(parse, places)
    found: list[Mark] = []
    for token in places:
        word = words[token]
        if found and found[-1].end > token:
            continue
        if word in ("'", "’") and parse.tags[token] == "POS":
            continue
        is_pair = word in _PAIRS and token + 1 < last and words[token + 1] == word and not parse.spaces[token]
        form, end = (_PAIRS[word], token + 2) if is_pair else (word, token + 1)
        opens, closes = _sides(parse, token, end, forms.of_mark(form))
        if opens or closes:
            strong = begins(parse, token) or not _is_word(words[token - 1])
            # ''Tis: a mark before an apostrophe.
            family = SINGLE if form == "''" and opens else _FAMILIES[form]
            found.append(Mark(token, end, family, opens, closes, strong))
    return found


class _Forms(NamedTuple):
    """What forms of marks mean in a document.

    Attributes:
        low: the marks that close here and open in English.
        reversed: whether »these« are the guillemets of the document.
        neutral: guillemets of which the document has only one form, which opens and closes.
    """

    low: frozenset[str]
    reversed: bool
    neutral: frozenset[str]

    @classmethod
    def of(cls, parse: Parse, places: Sequence[int]) -> _Forms:
        """The forms of a document, by counting its marks."""
        counts = Counter(parse.words[token] for token in places)
        low = frozenset(closing for opening, closing in _LOW.items() if counts[opening])
        neutral = frozenset(one for one, other in _GUILLEMETS if counts[one] and not counts[other])
        firsts = dict[int, str]()
        for token in places:
            if parse.words[token] in ("«", "»"):
                firsts.setdefault(parse.paragraphs[token], parse.words[token])
        begins = Counter(firsts.values())
        return cls(low, begins["»"] > begins["«"], neutral)

    def of_mark(self, form: str) -> tuple[bool, bool]:
        """Whether a form of a mark may open, and whether it may close."""
        if form in self.low:
            return False, True
        if form in self.neutral:
            return True, True
        opens, closes = form in _OPENING, form in _CLOSING
        if self.reversed and _FAMILIES[form] == ANGLE:
            opens, closes = closes, opens
        return (opens, closes) if opens or closes else (True, True)


def _sides(parse: Parse, start: int, end: int, form: tuple[bool, bool]) -> tuple[bool, bool]:
    """Whether a mark may open and may close, by its form and the spaces around it."""
    is_first, is_last = begins(parse, start), begins(parse, end)
    before, after = is_first or parse.spaces[start - 1], is_last or parse.spaces[end - 1]
    word = parse.words[start]
    if word == "’":
        # "’Tis": an apostrophe, unless it stands alone.
        return False, not (before and not after and _is_word(parse.words[end]))
    if before != after and word in _TURNED:
        return before, after  # ”Go,“ and ‘No—‘ in texts with errors
    if not all(form):
        return form
    if before != after:
        return before, after
    if is_first or is_last:
        return is_first, not is_first
    if before:
        return True, True
    previous, following = parse.words[start - 1], parse.words[end]
    if _is_word(following):
        is_opening = previous in _DASHES or previous[-1] in "-—" or previous in _BRACKETS or previous in _FAMILIES
        return is_opening, not is_opening
    return False, True


def begins(parse: Parse, token: int) -> bool:
    """Whether a paragraph or a document begins at a token, or the text ends before it."""
    size = len(parse)
    return token in (0, size) or parse.paragraphs[token] != parse.paragraphs[token - 1]


def _is_word(text: str) -> bool:
    """Whether a token has a letter or digit at its end: not punctuation, and not a word with a dash."""
    return text[-1:].isalnum()


def by_paragraph(parse: Parse, marks: Sequence[Mark]) -> Iterator[list[Mark]]:
    """The marks of each paragraph that has any."""
    group: list[Mark] = []
    for mark in marks:
        if group and parse.paragraphs[group[-1].start] != parse.paragraphs[mark.start]:
            yield group
            group = []
        group.append(mark)
    if group:
        yield group
