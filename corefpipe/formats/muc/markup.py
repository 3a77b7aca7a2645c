r"""Parse untrusted XML and SGML within limits: strip tags, resolve character references, keep character offsets.

XML goes through expat. A file that declares entities is refused (a few of them unfold to gigabytes), and so is one
whose elements are nested deeper than `MAX_DEPTH`. A DTD that `<!DOCTYPE … SYSTEM "…">` names is not fetched.

Of SGML only what stands between tags is read, and only the tags are looked at that are asked for:

1. A tag is `<` before a letter, `/`, `!` or `?`, up to the next `>` with no `<` between. Another `<` is text.
2. A character reference ends in `;`: `&amp;`, `&AMP;`, `&#38;`, `&#x26;`. One that is not known is text.
3. A line ends in one character: `\r\n` is read as `\n`.
4. What follows the last `</DOC>`, if it is whitespace, is no text.
"""

from __future__ import annotations

import html
import re
from array import array
from bisect import bisect_left
from collections.abc import Collection
from dataclasses import dataclass, field
from html.entities import html5
from pathlib import Path
from xml.parsers import expat

from corefpipe.formats.files import check_utf8, open_pieces
from corefpipe.formats.reading import Place, Reading

MAX_DEPTH = 200
"""Maximum depth of nested elements."""

MAX_ELEMENTS = 2**21
"""Maximum number of elements of an XML file that are kept in memory."""

BLOCKS = frozenset(
    """BODY DATE DATELINE DATETIME DD DOCID DOCNO DOCTYPE ENDTIME HEADER HEADLINE HL IN NWORDS P POST POSTDATE POSTER
    PREAMBLE S SLUG SO SPEAKER SUBJECT TEXT TRAILER TURN TXT""".split()
)
"""Elements of newswire, broadcast and forum SGML (ACE, MUC, TIPSTER) that end a sentence."""

_TAG_OR_REFERENCE = re.compile(
    r"<(?P<tag>[A-Za-z/!?][^<>]*)>|(?P<reference>&(?:#[0-9]{1,8}|#[xX][0-9A-Fa-f]{1,8}|[A-Za-z][A-Za-z0-9]{0,31});)"
)
_REFERENCE = re.compile(r"&(?:#[0-9]{1,8}|#[xX][0-9A-Fa-f]{1,8}|[A-Za-z][A-Za-z0-9]{0,31});")
_TAG_NAME = re.compile(r"/?\s*([A-Za-z][\w.:-]*)")
# A name is tried from its beginning only: a tag of one long word takes no longer than another.
_ATTRIBUTE = re.compile(r"""(?<![\w.:-])([A-Za-z][\w.:-]*+)\s*+=\s*+(?:"([^"]*)"|'([^']*)'|([^\s"']\S*))""")


def read_markup(path: Path, reading: Reading) -> str:
    """The text of a marked-up file, plain or `.gz`, with one character per line end.

    Raises:
        FormatError: it cannot be read, is not UTF-8, or is longer than a document may be.
    """
    place = Place(str(path))
    text = "".join(open_pieces(path, reading))
    check_utf8([text], place)
    return text.replace("\r\n", "\n")


@dataclass(slots=True)
class Element:
    """An element of XML.

    Attributes:
        name: its name.
        attributes: its attributes, references resolved.
        line: the line in which it begins, from 1.
        children: the requested elements in it, in order.
        text: the characters directly in it.
    """

    name: str
    attributes: dict[str, str]
    line: int
    children: list[Element] = field(default_factory=list)
    text: str = ""

    def all(self, name: str) -> list[Element]:
        """The children with this name."""
        return [child for child in self.children if child.name == name]

    def first(self, name: str) -> Element | None:
        """The first child with this name, or None."""
        return next((child for child in self.children if child.name == name), None)


def parse_xml(text: str, place: Place, root: str, kept: Collection[str]) -> Element:
    """The outermost element of an XML text.

    Args:
        text: the XML, decoded; an encoding that it declares is ignored.
        place: the file, for errors.
        root: the required name of the outermost element.
        kept: names of the elements to keep inside it. Others are dropped with their contents.

    Raises:
        FormatError: no well-formed XML; another outermost element; entities declared or used that are not XML's own;
            nested or long beyond the bounds.
    """
    return _Builder(place, root, kept).build(text)


class _Builder:
    """Builds elements from expat's events."""

    def __init__(self, place: Place, root: str, kept: Collection[str]):
        self._place = place
        self._root = root
        self._kept = frozenset(kept) | {root}
        self._open: list[tuple[Element, list[str]]] = []
        self._left_out = 0  # how deep we are in an element that is not wanted
        self._count = 0
        self._parser = expat.ParserCreate()
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._characters
        self._parser.EntityDeclHandler = self._entity
        self._parser.SkippedEntityHandler = self._skipped

    def build(self, text: str) -> Element:
        """The root element of a document.

        Raises:
            FormatError: not well-formed, or markup that is refused, such as entities.
        """
        top = Element("", {}, 0)
        self._open.append((top, []))
        try:
            self._parser.Parse(text, True)
        except expat.ExpatError as error:
            raise self._place.error(
                f"no well-formed XML ({expat.ErrorString(error.code)})", "Is the file complete?", error.lineno
            ) from None
        return top.children[0]

    def _refuse(self, message: str, cure: str) -> None:
        raise self._place.error(message, cure, self._parser.CurrentLineNumber)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        depth = len(self._open) + self._left_out
        if depth == 1 and name != self._root:
            self._refuse(f"the outermost element is <{_short(name)}>, not <{self._root}>", "Is it another format?")
        if depth > MAX_DEPTH:
            self._refuse(f"elements are nested more than {MAX_DEPTH} deep", "Is this the right file?")
        if self._left_out or name not in self._kept:
            self._left_out += 1
            return
        self._count += 1
        if self._count > MAX_ELEMENTS:
            self._refuse(f"the file has more than {MAX_ELEMENTS} elements", "Split it into documents")
        element = Element(name, attributes, self._parser.CurrentLineNumber)
        self._open[-1][0].children.append(element)
        self._open.append((element, []))

    def _end(self, _: str) -> None:
        if self._left_out:
            self._left_out -= 1
            return
        element, pieces = self._open.pop()
        element.text = "".join(pieces)

    def _characters(self, text: str) -> None:
        if not self._left_out:
            self._open[-1][1].append(text)

    def _entity(self, name: str, *_: object) -> None:
        self._refuse(f"the file declares the entity {_short(name)!r}", "Write the characters themselves")

    def _skipped(self, name: str, *_: object) -> None:
        # Where a DTD is named but not read, expat skips entities that it does not know.
        self._refuse(f"&{_short(name)}; is none of XML's own entities", "Write the characters themselves")


@dataclass(slots=True)
class Tag:
    """A tag of SGML.

    Attributes:
        name: its name in capitals.
        closing: whether it closes an element.
        source: the characters inside its brackets.
        at: its offset in the text without tags.
        line: the line in which it begins.
    """

    name: str
    closing: bool
    source: str
    at: int
    line: int

    def attributes(self) -> dict[str, str]:
        """Its attributes by name in capitals, references resolved; of a repeated attribute the first one."""
        found: dict[str, str] = {}
        for match in _ATTRIBUTE.finditer(self.source):
            value = next(group for group in match.groups()[1:] if group is not None)
            found.setdefault(match[1].upper(), unescape(value))
        return found


@dataclass(slots=True)
class Stripped:
    """SGML without its tags.

    Attributes:
        text: the characters between the tags, references resolved.
        tags: the requested tags.
        size: number of characters between the tags with references as written.
    """

    text: str = ""
    tags: list[Tag] = field(default_factory=list)
    size: int = 0
    _starts: array[int] = field(default_factory=lambda: array("Q"))  # of each reference, in the text as written
    _ends: array[int] = field(default_factory=lambda: array("Q"))
    _read: array[int] = field(default_factory=lambda: array("Q"))  # where its resolved characters begin in `text`
    _lengths: array[int] = field(default_factory=lambda: array("Q"))

    def at(self, written: int, end: bool = False) -> int:
        """Convert an offset in the text with references as written to an offset in `text`.

        Within a reference it is the beginning of the character that it stands for, or with `end` its end.
        """
        number = bisect_left(self._starts, written) - 1
        if number < 0:
            return written
        after = self._read[number] + self._lengths[number]
        if written >= self._ends[number]:
            return after + written - self._ends[number]
        return after if end else self._read[number]


def strip(source: str, names: Collection[str], line: int = 1) -> Stripped:
    """SGML without its tags, and the tags of these names (in capitals).

    Args:
        source: the SGML; each line ends in one character.
        names: names of the tags to return.
        line: number of its first line.
    """
    found = Stripped()
    pieces: list[str] = []
    length = end = counted = 0  # length of the text so far; end of the last match; up to where lines are counted
    last = ""
    for match in _TAG_OR_REFERENCE.finditer(source):
        start = match.start()
        pieces.append(source[end:start])
        length += start - end
        found.size += start - end
        end = match.end()
        if match["reference"] is not None:
            character = _decoded(match["reference"])
            found._starts.append(found.size)
            found.size += end - start
            found._ends.append(found.size)
            found._read.append(length)
            found._lengths.append(len(character))
            pieces.append(character)
            length += len(character)
            last = ""
            continue
        name = _TAG_NAME.match(source, start + 1, min(end, start + 100))
        last = match["tag"][:4].upper()
        if name is not None and name[1].upper() in names:
            line += source.count("\n", counted, start)
            counted = start
            found.tags.append(Tag(name[1].upper(), match["tag"].startswith("/"), match["tag"], length, line))
    rest = source[end:]
    if not (last == "/DOC" and rest.isspace()):
        pieces.append(rest)
        found.size += len(rest)
    found.text = "".join(pieces)
    return found


def unescape(text: str) -> str:
    """A text with its character references read."""
    return _REFERENCE.sub(lambda match: _decoded(match[0]), text) if "&" in text else text


def _decoded(reference: str) -> str:
    name = reference[1:]
    if name.startswith("#"):
        return html.unescape(reference) or reference  # nothing, where there is no such character
    return html5.get(name) or html5.get(name.lower()) or reference


def _short(name: str) -> str:
    return name if len(name) <= 40 else name[:37] + "..."
