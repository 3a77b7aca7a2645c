"""The rows of a CoNLL-U document: words, multiword tokens and empty nodes, parsed and checked.

Ids, heads and comments are parsed by the `conllu` package. Its parser of whole sentences takes longer than all of this
reader, even if it leaves the fields as strings, and its parser of FEATS and MISC loses repeated keys and `=` in values.
Those stay strings, so that they are written as they were read.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from functools import lru_cache
from sys import intern
from typing import TypeVar

from conllu.exceptions import ParseException
from conllu.parser import parse_id_value, parse_int_value

from corefpipe.document import Multiword
from corefpipe.document.trees import first_in_cycle
from corefpipe.exceptions import FormatError
from corefpipe.formats.brackets import BracketReader, short
from corefpipe.formats.conllu.escapes import VALUES, form_of, unescape_spaces
from corefpipe.formats.conllu.quotations import KEY, QuotationReader, is_cell
from corefpipe.formats.reading import Place, refuse_old_line_ends

MAX_EMPTY = 1000
"""Largest number of adjacent empty nodes; each mention that begins or ends there lists them."""

_Parsed = TypeVar("_Parsed")
_COLUMNS = 10
_ID, _FORM, _FEATS, _HEAD, _MISC = 0, 1, 5, 6, 9
FURTHER = {
    "ConllParse": ("parse", "*"),
    "ConllNer": ("ner", "*"),
    "ConllFrameset": ("frameset", "-"),
    "ConllSense": ("sense", "-"),
    "ConllPredicates": ("predicates", ""),
}
"""Name in MISC -> column of CoNLL-2012 in `Document.other`, and its value for an unknown cell."""

AFTER, BEFORE, WITHIN = "SpacesAfter", "SpacesBefore", "SpacesInToken"
"""Names in MISC of the white space around and within a word, where it is not what `SpaceAfter=` tells (UDPipe)."""

_OWN = frozenset((AFTER, BEFORE, WITHIN, "Entity", KEY, "EType", "Speaker", "SpaceAfter", "NewPar", *FURTHER))

# Nearly all cells have one of a few values.
_id_value = lru_cache(maxsize=1024)(parse_id_value)
_head_value = lru_cache(maxsize=1024)(parse_int_value)


class Rows:
    """Reads the sentences of a document, one at a time.

    Args:
        place: file and document, for error messages.
        spaces: whether to take white space from MISC, where it stays otherwise.

    Attributes:
        columns: the ten columns, with a cell for each word.
        size: number of words.
        lines: line number of each word.
        sentence_starts: first word of each sentence.
        paragraph_starts: each word with `NewPar=Yes`.
        heads: index of each word's head, or of the word itself for a root; None if not annotated.
        spaces: whether whitespace follows the word.
        after: word, the last one of a multiword token -> its `SpacesAfter=`.
        before: the `SpacesBefore=` of the first word.
        within: word -> the word itself, where its form has `_` for white space (`SpacesInToken=`).
        misc: word -> the part of its MISC that is not stored elsewhere, if there is any.
        entity_types: word -> its `EType=`.
        speakers: word -> its `Speaker=`.
        further: name in MISC -> word -> value, for columns of CoNLL-2012 (`FURTHER`).
        multiwords, empty_nodes: as in `Document`, empty nodes without their brackets.
        brackets: the reader of all brackets, which are in positions (`nodes.py`).
        quotations: the reader of quotations, which are in words.
    """

    def __init__(self, place: Place, spaces: bool = True):
        self._place = place
        self._takes_spaces = spaces
        self.columns: list[list[str]] = [[] for _ in range(_COLUMNS)]
        self.size = 0
        self.lines = array("Q")
        self.sentence_starts: list[int] = []
        self.paragraph_starts: list[int] = []
        self.heads: list[int | None] = []
        self.spaces: list[bool] = []
        self.after: dict[int, str] = {}
        self.before = ""
        self.within: dict[int, str] = {}
        self.misc: dict[int, str] = {}
        self.entity_types: dict[int, str] = {}
        self.speakers: dict[int, str] = {}
        self.further: dict[str, dict[int, str]] = {}
        self.multiwords: list[Multiword] = []
        self.empty_nodes: list[tuple[int, list[str]]] = []
        self.brackets = BracketReader(place)
        self.quotations = QuotationReader(place)
        self._glued: set[int] = set()  # first words of multiword tokens with `SpaceAfter=No`

    def read(self, lines: list[str], first: int) -> None:
        """Read the lines of a sentence; `first` is the line number of the first."""
        start = self.size
        rows: list[list[str]] = []
        first_multiword = len(self.multiwords)
        self.sentence_starts.append(start)
        for number, line in enumerate(lines, first):
            if line[0] == "#":
                continue
            cells = line.rstrip("\r\n").split("\t")
            if len(cells) != _COLUMNS:
                refuse_old_line_ends(line, self._place, number)
                raise self._place.error(
                    f"the row has {len(cells)} columns", "CoNLL-U has ten, separated by tabs", number
                )
            word = self.size
            if cells[_ID] != str(word - start + 1):
                self._read_other(cells, start, number)
                continue
            rows.append(cells)
            self.size += 1
            self.lines.append(number)
            misc = cells[_MISC]
            if misc == "_":
                self.spaces.append(True)
            elif misc == "SpaceAfter=No":
                self.spaces.append(False)
            else:
                self.spaces.append(True)
                self._read_misc(misc, word, cells[_FORM], number)
        if not rows:
            refuse_old_line_ends(lines[0], self._place, first)
            raise self._place.error(
                "the sentence has no words", "Delete it, or write its words", _first_row(lines, first)
            )
        for multiword in self.multiwords[first_multiword:]:
            if multiword.end > self.size:
                raise self._place.error(
                    "a multiword token extends beyond the end of the sentence",
                    "Give its range the numbers of its words",
                    _first_row(lines, first),
                )
            inner = multiword.end - multiword.start - 1
            self.spaces[multiword.start : multiword.end] = [False] * inner + [multiword.start not in self._glued]
        for column, values in zip(self.columns, zip(*rows, strict=True), strict=True):
            column += map(intern, values)  # most cells have one of a few values
        self._read_heads(start)

    def _read_misc(self, misc: str, word: int, form: str, number: int) -> None:
        rest = []
        items = misc.split("|")
        for item in items:
            key, _, value = item.partition("=")
            if key not in _OWN:
                rest.append(item)
            elif key == "Entity":
                self.brackets.read(value, word + len(self.empty_nodes), number)
            elif key == KEY and is_cell(value):
                self.quotations.read(value, word, number)
            elif key == "EType":
                self.entity_types[word] = VALUES.unescape(value)
            elif key == "Speaker":
                self.speakers[word] = VALUES.unescape(value)
            elif key in (AFTER, BEFORE, WITHIN):
                if not self._takes_spaces or not self._read_spaces(key, unescape_spaces(value), word, form):
                    rest.append(item)
            elif key in FURTHER:
                self.further.setdefault(key, {})[word] = VALUES.unescape(value)
            elif item == "SpaceAfter=No":
                self.spaces[word] = False
            elif item == "NewPar=Yes":
                self.paragraph_starts.append(word)
            else:
                rest.append(item)
        if rest:
            self.misc[word] = misc if len(rest) == len(items) else "|".join(rest)

    def _read_spaces(self, key: str, value: str, word: int, form: str) -> bool:
        """Take white space from MISC; False for what no document can keep elsewhere."""
        if key == AFTER:
            self.after[word] = value
        elif key == BEFORE and not word:
            self.before = value
        elif key == WITHIN and value != form and form_of(value) == form:
            self.within[word] = value
        else:
            return False
        return True

    def _read_other(self, cells: list[str], start: int, number: int) -> None:
        """Read a row that is not the next word."""
        word = self.size
        kind, first, last = self._parsed_id(cells[_ID], number)
        if kind == "-" and first == word - start + 1:
            if self.multiwords and word < self.multiwords[-1].end:
                raise self._sequence(cells[_ID], word - start + 1, number)
            self._read_multiword(cells, start + last, number)
        elif kind == "." and first == word - start:
            self._read_empty(cells, last, number)
        else:
            raise self._sequence(cells[_ID], word - start + 1, number)

    def _read_multiword(self, cells: list[str], end: int, number: int) -> None:
        start = self.size
        items = [] if cells[_MISC] == "_" else cells[_MISC].split("|")
        if any(item.startswith("Entity=") for item in items):
            raise self._place.error(
                "a mention begins or ends on a multiword token, which cannot be stored",
                "Move the bracket to its first word",
                number,
                on_error="skip",
            )
        if "SpaceAfter=No" in items:
            self._glued.add(start)
        kept = []
        for item in items:
            key, _, value = item.partition("=")
            if self._takes_spaces and key == AFTER:
                self.after[end - 1] = unescape_spaces(value)
            elif self._takes_spaces and key == BEFORE and not start:
                self.before = unescape_spaces(value)
            elif item != "SpaceAfter=No":
                kept.append(item)
        misc = "|".join(kept)
        feats = "" if cells[_FEATS] == "_" else cells[_FEATS]
        self.multiwords.append(Multiword(start, end, cells[_FORM], feats, misc))

    def _read_empty(self, cells: list[str], count: int, number: int) -> None:
        before = self.size - 1
        size = len(self.empty_nodes)
        if size and self.empty_nodes[-1][0] == before:
            last_major, _, last = self.empty_nodes[-1][1][_ID].partition(".")
            if last_major == cells[_ID].partition(".")[0] and int(last) >= count:
                raise self._place.error(
                    f"empty node {short(cells[_ID])} stands after empty node {last_major}.{last}",
                    "Number the empty nodes after a word from 1",
                    number,
                )
        if size >= MAX_EMPTY and self.empty_nodes[-MAX_EMPTY][0] == before:
            raise self._place.error(
                f"there are more than {MAX_EMPTY} adjacent empty nodes", "Check the row numbers", number
            )
        if "Entity=" in cells[_MISC]:
            rest = []
            for item in cells[_MISC].split("|"):
                key, _, value = item.partition("=")
                if key == "Entity":
                    self.brackets.read(value, before + 1 + size, number)
                else:
                    rest.append(item)
            cells[_MISC] = "|".join(rest) or "_"
        self.empty_nodes.append((before, cells))

    def _read_heads(self, start: int) -> None:
        cells = self.columns[_HEAD][start:]
        try:
            heads = list(map(_head_value, cells))
        except (ParseException, ValueError):
            for number, cell in enumerate(cells, start):
                self._parsed(_head_value, "head", cell, self.lines[number])
            raise
        size = len(heads)
        for own, head in enumerate(heads, 1):
            if head is None:
                self.heads.append(None)
            elif 0 <= head <= size and head != own:
                self.heads.append(start + (head or own) - 1)
            else:
                raise self._place.error(
                    f"the head is {short(cells[own - 1])}",
                    f"Write the number of another word, 1 to {size}, or 0 for the root",
                    self.lines[start + own - 1],
                )
        cyclic = first_in_cycle([own if not head else head - 1 for own, head in enumerate(heads)])
        if cyclic is not None:
            raise self._place.error(
                f"the heads have a cycle at word {cyclic + 1}",
                "Correct them, so that each word leads to a root",
                self.lines[start + cyclic],
            )

    def _parsed_id(self, cell: str, number: int) -> tuple[str, int, int]:
        """Return the kind of an id, `-` for a range, `.` for an empty node, "" for a word, and its two numbers."""
        found = self._parsed(_id_value, "id", cell, number)
        if found is None:
            raise self._place.error("the row has no number", "Number the words of each sentence from 1", number)
        return ("", found, found) if isinstance(found, int) else (found[1], found[0], found[2])

    def _parsed(self, parser: Callable[[str], _Parsed], field: str, cell: str, number: int) -> _Parsed:
        try:
            return parser(cell)
        except ParseException as error:
            message = str(error).rstrip(".") if len(cell) < 60 else f"{short(cell)!r} is not a valid value"
        except ValueError:  # more digits than Python takes for a number
            message = f"{short(cell)!r} is not a valid value"
        raise self._place.error(
            f"Failed parsing field '{field}': {message}", "See universaldependencies.org/format", number
        )

    def _sequence(self, found: str, expected: int, number: int) -> FormatError:
        return self._place.error(
            f"the row is numbered {short(found)} where word {expected} was expected",
            "Number the words of each sentence from 1; an empty line ends a sentence",
            number,
        )


def _first_row(lines: list[str], first: int) -> int:
    return next(number for number, line in enumerate(lines, first) if line[0] != "#")
