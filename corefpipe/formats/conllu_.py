"""CoNLL-U with coreference in MISC, as CorefUD and GUM have it: reading.

A file is cut into documents at `# newdoc`; what stands before the first is a document of the file's name. Rows go
through the `conllu` library one by one. The columns become those of `Document`; besides

- `# newdoc id`, `# meta::genre`, `# meta::part` (ours): name, genre, part. `# global.Entity` names the fields of the
  brackets (`entity_fields.py`) until the next one. All comments stay in `sentence_metadata`, one without a value as "";
  the values of one that stands twice are joined by a line end.
- `# newpar` and `NewPar=Yes`: `paragraph_starts`. `# speaker` of a sentence, `Speaker=` of a word: `speakers`.
- `Entity=` (`brackets.py`): mentions. `SpaceAfter=No`: `spaces`. `EType=`: `entity_types`. What else is in MISC stays
  in `other["misc"]`, DEPS in `other["deps"]`; either is left out where it is empty throughout.
- `text` and `offsets` are put together from forms and spaces; a paragraph begins after an empty line. The words of a
  multiword token share its form: one that is not made of their forms gets offsets within it.
- A multiword token's own FEATS and MISC other than SpaceAfter are lost. Mentions on empty nodes are refused.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from conllu.exceptions import ParseException
from conllu.parser import DEFAULT_FIELDS, parse_id_value, parse_int_value, parse_line

from corefpipe.document import Document, Origin, sort_mentions
from corefpipe.errors import FormatError
from corefpipe.formats.brackets import BracketReader
from corefpipe.formats.conllu_writer import write_document
from corefpipe.formats.entity_fields import DEFAULT, FieldReader
from corefpipe.formats.files import check_utf8, lines_of
from corefpipe.formats.reading import Place, Reading, genre_of, settle_repeats
from corefpipe.formats.text import stem

__all__ = ["read_lines", "write_document"]

_SPACES = re.compile(" {2,}")
# FEATS, DEPS and MISC stay strings: taking them apart and together again would cost time and could change them.
_PARSERS = {
    "id": lambda cells, i: parse_id_value(cells[i]),
    "head": lambda cells, i: parse_int_value(cells[i]),
}


def read_lines(lines: Iterable[str], source: str, reading: Reading) -> Iterator[Document]:
    """The documents of CoNLL-U lines, one at a time."""
    declared = (DEFAULT, 0, False)
    number = -1
    for number, block in enumerate(_blocks(lines_of(lines))):
        parser = _Parser(source, stem(source) + (f"-{number + 1}" if number else ""), block, declared)
        try:
            document = parser.parse(reading)
        except FormatError as error:
            reading.refuse(error)
        else:
            yield document
        declared = parser.declared
    if number < 0:
        reading.refuse_empty(source)


_Group = tuple[int, list[str]]
"""Line number of the first line, and the lines, of a sentence."""


def _blocks(lines: Iterable[str]) -> Iterator[list[_Group]]:
    """The sentences of each document."""
    block: list[_Group] = []
    group: list[str] = []
    number = 0
    for number, line in enumerate(lines, 1):
        if not line.isspace():
            group.append(line)
        elif group:
            if block and _is_new(group):
                yield block
                block = []
            block.append((number - len(group), group))
            group = []
    if group:
        if block and _is_new(group):
            yield block
            block = []
        block.append((number + 1 - len(group), group))
    if block:
        yield block


def _is_new(group: list[str]) -> bool:
    return any(line.startswith("# newdoc") for line in group if line.startswith("#"))


@dataclass
class _Columns:
    """What is gathered word by word; `None` marks what is unknown."""

    words: list[str] = field(default_factory=list)
    lemmas: list[str] = field(default_factory=list)
    pos: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    feats: list[str] = field(default_factory=list)
    heads: list[int | None] = field(default_factory=list)
    deps: list[str] = field(default_factory=list)
    enhanced: list[str] = field(default_factory=list)
    misc: list[str] = field(default_factory=list)
    spaces: list[bool] = field(default_factory=list)
    speakers: list[str] = field(default_factory=list)
    entity_types: list[str] = field(default_factory=list)


class _Parser:
    """Reads one document; `declared` is then the last `global.Entity`, its line, and whether a comment gave it."""

    def __init__(self, source: str, name: str, block: list[_Group], declared: tuple[str, int, bool]):
        self._block = block
        self._place = Place(source, name)
        self._columns = _Columns()
        self._metadata: list[dict[str, str]] = []
        self._sentence_starts: list[int] = []
        self._paragraph_starts: list[int] = []
        self._multiwords: list[tuple[int, int, str]] = []
        self._empty_nodes: list[tuple[int, list[str]]] = []
        self._lines = array("Q")
        self.declared = declared

    def parse(self, reading: Reading) -> Document:
        waiting: dict[str, str] = {}
        first, lines = self._block[0]
        comments = self._comments(first, lines)
        name = comments.get("newdoc id", "").strip()
        if name:
            self._place = Place(self._place.source, name)
        for first, lines in self._block:
            # Also where the document is refused: later documents of the file go by its declaration.
            self._declare(first, lines)
        self._brackets = BracketReader(self._place)
        for first, lines in self._block:
            check_utf8(lines, self._place, first)
            comments = waiting | self._comments(first, lines)
            rows = [(number, line) for number, line in enumerate(lines, first) if not line.startswith("#")]
            # Comments without a sentence belong to the next one.
            waiting = {} if rows else comments
            if rows:
                self._sentence(comments, rows)
        return self._document(waiting, reading)

    def _declare(self, first: int, lines: list[str]) -> None:
        for number, line in enumerate(lines, first):
            if line.startswith("#"):
                key, _, value = line[1:].partition("=")
                if key.strip() == "global.Entity":
                    self.declared = (value.strip(), number, True)

    def _comments(self, first: int, lines: list[str]) -> dict[str, str]:
        comments: dict[str, str] = {}
        for line in lines:
            if line.startswith("#"):
                key, _, value = (part.strip() for part in line[1:].partition("="))
                comments[key] = f"{comments[key]}\n{value}" if key in comments else value
        return comments

    def _sentence(self, comments: dict[str, str], rows: list[tuple[int, str]]) -> None:
        columns = self._columns
        start = len(columns.words)
        self._sentence_starts.append(start)
        self._metadata.append(comments)
        if "newpar" in comments or "newpar id" in comments:
            self._paragraph_starts.append(start)
        speaker = comments.get("speaker", "")
        heads: list[tuple[int, int | None]] = []
        covered = start  # words below belong to a multiword token
        glued = False  # no space after that token
        for number, line in rows:
            token = self._token(line, number)
            word = len(columns.words)
            position = token["id"]
            if isinstance(position, int):
                if position != word - start + 1:
                    raise self._sequence(position, word - start + 1, number)
                heads.append((number, token["head"]))
                self._word(token, number, speaker)
                if word < covered:
                    columns.spaces[-1] = word == covered - 1 and not glued
            elif position[1] == "-":
                if position[0] != word - start + 1 or word < covered:
                    raise self._sequence(f"{position[0]}-{position[2]}", word - start + 1, number)
                covered = start + position[2]
                self._refuse_entity(token, number, "a multiword token", "its first word")
                glued = "SpaceAfter=No" in token["misc"].split("|")
                self._multiwords.append((word, covered, token["form"]))
            else:
                if position[0] != word - start:
                    raise self._sequence(f"{position[0]}.{position[2]}", word - start + 1, number)
                self._refuse_entity(token, number, "an empty node", "a word")
                self._empty_nodes.append((word - 1, line.rstrip("\r\n").split("\t")))
        size = len(columns.words) - start
        if covered > start + size:
            raise self._place.error(
                "a multiword token runs over the sentence's end", "Give its range the numbers of its words", rows[0][0]
            )
        for number, head in heads:
            own = len(columns.heads)
            if head is not None and (not 0 <= head <= size or start + head - 1 == own):
                raise self._place.error(
                    f"the head is {head}", f"Write the number of another word, 1 to {size}, or 0 for the root", number
                )
            columns.heads.append(None if head is None else start + head - 1 if head else own)

    def _token(self, line: str, number: int) -> dict[str, Any]:
        line = line.rstrip("\r\n")
        if line.count("\t") != 9:
            raise self._place.error(
                f"the row has {line.count(chr(9)) + 1} columns", "CoNLL-U has ten, separated by tabs", number
            )
        try:
            # The library would also split at two spaces, which may stand within a form.
            token = parse_line(_SPACES.sub(" ", line), DEFAULT_FIELDS, _PARSERS)
        except ParseException as error:
            raise self._place.error(str(error).rstrip("."), "See universaldependencies.org/format", number) from None
        if token["id"] is None:
            raise self._place.error("the row has no number", "Number the words of each sentence from 1", number)
        return token

    def _word(self, token: dict[str, Any], number: int, speaker: str) -> None:
        columns = self._columns
        form = token["form"].strip() or "_"
        columns.words.append(form)
        self._lines.append(number)
        # Of the word `_` the lemma is `_`, not unknown.
        columns.lemmas.append("" if token["lemma"] == "_" != form else token["lemma"])
        columns.pos.append(_value(token["upos"]))
        columns.tags.append(_value(token["xpos"]))
        columns.feats.append(_value(token["feats"]))
        columns.deps.append(_value(token["deprel"]))
        columns.enhanced.append(_value(token["deps"]))
        space, entity_type, rest = True, "", []
        misc = token["misc"]
        if misc != "_":
            for item in misc.split("|"):
                key, _, value = item.partition("=")
                if key == "Entity":
                    self._brackets.read(value, len(columns.words) - 1, number)
                elif item == "SpaceAfter=No":
                    space = False
                elif key == "EType":
                    entity_type = value
                elif key == "Speaker":
                    speaker = value
                elif item == "NewPar=Yes":
                    self._paragraph_starts.append(len(columns.words) - 1)
                else:
                    rest.append(item)
        columns.spaces.append(space)
        columns.entity_types.append(entity_type)
        columns.speakers.append(speaker)
        columns.misc.append("|".join(rest))

    def _refuse_entity(self, token: dict[str, Any], number: int, what: str, where: str) -> None:
        if any(item.startswith("Entity=") for item in token["misc"].split("|")):
            raise self._place.error(
                f"a mention begins or ends on {what}, which cannot be kept",
                f'Move the bracket to {where}, or leave the document out with on_error="skip"',
                number,
            )

    def _sequence(self, found: object, expected: int, number: int) -> FormatError:
        return self._place.error(
            f"the row is numbered {found} where word {expected} was to come",
            "Number the words of each sentence from 1; an empty line ends a sentence",
            number,
        )

    def _document(self, waiting: dict[str, str], reading: Reading) -> Document:
        columns = self._columns
        declaration, line, given = self.declared
        empty = [word for word, _ in self._empty_nodes]
        fields = FieldReader(declaration, empty, self._place, line)
        spans = settle_repeats(self._brackets.finish(), columns.words, self._place, reading)
        # A document without a sentence may still have comments.
        about = self._metadata[0] if self._metadata else waiting
        part = about.get("meta::part", "")
        if self._metadata and given:
            self._metadata[0]["global.Entity"] = declaration
        other = {"misc": columns.misc, "deps": columns.enhanced}
        heads = None
        if any(head is not None for head in columns.heads):
            heads = [word if head is None else head for word, head in enumerate(columns.heads)]
        document = Document(
            name=self._place.document,
            part=int(part) if part.isdecimal() and len(part) < 10 else 0,
            words=columns.words,
            sentence_starts=self._sentence_starts,
            mentions=sort_mentions([fields.mention(span) for span in spans]),
            spaces=columns.spaces,
            paragraph_starts=self._paragraph_starts or None,
            tags=_known(columns.tags),
            pos=_known(columns.pos),
            feats=_known(columns.feats),
            lemmas=_known(columns.lemmas),
            heads=heads,
            deps=_known(columns.deps),
            speakers=_known(columns.speakers),
            entity_types=_known(columns.entity_types),
            genre=about.get("meta::genre", "") or genre_of(self._place.document),
            other={name: values for name, values in other.items() if any(values)},
            sentence_metadata=self._metadata,
            multiwords=self._multiwords,
            empty_nodes=self._empty_nodes,
            origin=Origin.of_lines(self._place.source, self._block[0][0], self._lines),
        )
        reading.report.overlaps.extend(self._brackets.overlaps)
        document.text, document.offsets = _text(document)
        return document


def _value(cell: str) -> str:
    return "" if cell == "_" else cell


def _known(values: list[str]) -> list[str] | None:
    return values if any(values) else None


def _text(document: Document) -> tuple[str, list[int]]:
    """The raw text as far as forms, spaces and paragraphs tell it, and each word's offset in it."""
    paragraphs = set(document.paragraph_starts or ())
    ranges = {start: (end, form) for start, end, form in document.multiwords}
    spaces = document.spaces or []
    pieces: list[str] = []
    offsets: list[int] = []
    length = word = 0
    while word < len(document.words):
        if word:
            gap = "\n\n" if word in paragraphs else " " if spaces[word - 1] else ""
            pieces.append(gap)
            length += len(gap)
        end, form = ranges.get(word, (word + 1, document.words[word]))
        offset = length
        for part in document.words[word:end]:
            # Within the form even where the form is not the parts side by side (`del` = `de` + `el`).
            offsets.append(max(length, min(offset, length + len(form) - len(part))))
            offset += len(part)
        pieces.append(form)
        length += len(form)
        word = end
    return "".join(pieces), offsets
