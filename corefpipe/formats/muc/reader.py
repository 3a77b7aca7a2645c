r"""Reader of MUC-6 and MUC-7: SGML with inline coreference, several `<DOC>` per file.

    <DOC>
    <DOCID> 891102-0148 </DOCID>
    <TXT>
    <p> <s> <COREF ID="1" MIN="Group Ltd.">Lawson Mardon Group Ltd.</COREF> said <COREF ID="2" TYPE="IDENT"
    REF="1">it</COREF> …

After the Coreference Task Definitions (MUC-6 version 2.3; MUC-7 version 3.0):

1. REF names the mention that this one corefers with, before or after it. Following REFs leads to a mention without
   REF, whose ID is that of the entity. In a circle all corefer, and the entity has the ID that is first in the file.
2. TYPE is IDENT, the only one that is defined, or missing. A mention with another TYPE is a separate entity unless REFs
   of type IDENT lead to it; its REF is kept as the field `ref`. TYPE and STATUS (in older files STAT) are kept as the
   fields `type` and `status`.
3. MIN is the string that must be in a response. Of several, separated by `|`, the first that is in the mention is used,
   whole words first; its words are the field `minspan`, the last of them is the head. If none is in the mention, that
   is noted in `report.misfits`. Without MIN it is the whole mention.
4. COREF tags must be nested correctly. All other tags are dropped, even if they are not; some of them end a sentence,
   and with `<s>` tags only these do.
5. The document is all of `<DOC>` but `<DOCID>`, `<DOCNO>` and `<STORYID>`, which name it. A file without `<DOC>` is one
   document with the file's name. Text outside of `<DOC>` is ignored.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from corefpipe.document import Document, Origin
from corefpipe.exceptions import FormatError
from corefpipe.formats.muc.marked import Marked, mentions_of, words_of
from corefpipe.formats.muc.markup import BLOCKS, MAX_DEPTH, Stripped, Tag, read_markup, strip, unescape
from corefpipe.formats.reading import Place, Reading, genre_of
from corefpipe.formats.registry import FORMATS
from corefpipe.formats.tokens import Words

MAX_ALTERNATIVES = 100
"""Number of strings of a MIN, and of their occurrences in the mention, that are tried."""

_DOC = re.compile(r"<(/?)DOC(?=[\s>])[^<>]*>", re.IGNORECASE)
_NAME = re.compile(r"<(DOCID|DOCNO|STORYID)(?=[\s>])[^<>]*>([^<]*)</\1\s*>", re.IGNORECASE)


@dataclass(slots=True)
class _Coref:
    """A COREF element: attributes, characters, and the line number at which it begins."""

    attributes: dict[str, str]
    start: int
    line: int
    end: int = -1
    entity: str = field(default="")


def read_file(path: Path, reading: Reading) -> Iterator[Document]:
    """Yield the documents of a file."""
    source = read_markup(path, reading)
    if not source.strip():
        reading.refuse_empty(str(path))
        return
    line, counted = 1, 0
    names: dict[str, int] = {}
    for start, end in _parts(source):
        line += source.count("\n", counted, start)
        counted = start
        part = source[start:end]
        found = _NAME.search(part)
        name = " ".join(unescape(found[2]).split()) if found else ""
        if not name:
            stem = reading.named_after(str(path), FORMATS["muc"].named(path))
            names[stem] = names.get(stem, 0) + 1
            name = stem if names[stem] == 1 else f"{stem}_{names[stem]}"
        try:
            yield _document(part, name, line, path, reading)
        except FormatError as error:
            reading.refuse(error)


def _parts(source: str) -> Iterator[tuple[int, int]]:
    """Return start and end of each document: after `<DOC>`, before `</DOC>` or the next `<DOC>`."""
    begun, any_found = -1, False
    for match in _DOC.finditer(source):
        if begun >= 0:
            yield begun, match.start()
        any_found = any_found or not match[1]
        begun = -1 if match[1] else match.end()
    if begun >= 0 or not any_found:
        yield max(begun, 0), len(source)


def _document(part: str, name: str, line: int, path: Path, reading: Reading) -> Document:
    place = Place(str(path), name)
    # What names the document is no text; its line breaks stay, so that the lines are counted right.
    part = _NAME.sub(lambda match: "\n" * match[0].count("\n"), part)
    stripped = strip(part, BLOCKS | {"COREF"}, line)
    corefs = _corefs(stripped.tags, place)
    _resolve(corefs, place)
    sentences = any(tag.name == "S" and not tag.closing for tag in stripped.tags)
    words = words_of(stripped.text, stripped.tags, place, reading, sentences_given=sentences)
    marked = [_marked(coref, stripped, words, place, reading) for coref in corefs.values()]
    return Document(
        name=name,
        **words.columns(),
        mentions=mentions_of(marked, stripped.text, words, place, reading),
        text=stripped.text,
        genre=genre_of(name),
        origin=Origin(str(path), line),
    )


def _corefs(tags: Iterable[Tag], place: Place) -> dict[str, _Coref]:
    """Return ID -> COREF element, in the order in which they begin."""
    found: dict[str, _Coref] = {}
    begun: list[_Coref] = []
    for tag in tags:
        if tag.name != "COREF":
            continue
        if tag.closing:
            if not begun:
                raise place.error("a </COREF> closes nothing", "Delete it, or open the COREF", tag.line)
            begun.pop().end = tag.at
            continue
        coref = _Coref(tag.attributes(), tag.at, tag.line)
        identifier = coref.attributes.get("ID", "").strip()
        if not identifier:
            raise place.error("a COREF has no ID", 'Write <COREF ID="…">', tag.line)
        if identifier in found:
            raise place.error(
                f"the ID {identifier[:60]} is used here a second time, first in line {found[identifier].line}",
                "Give it a new ID",
                tag.line,
            )
        found[identifier] = coref
        begun.append(coref)
        if len(begun) > MAX_DEPTH:
            raise place.error(f"COREF elements are nested more than {MAX_DEPTH} deep", "Close them", tag.line)
    if begun:
        raise place.error("the COREF is not closed", "Write </COREF> after the mention", begun[-1].line)
    return found


def _resolve(corefs: dict[str, _Coref], place: Place) -> None:
    """Set the entity of each mention.

    Raises:
        FormatError: a REF that leads nowhere.
    """
    numbers = {identifier: number for number, identifier in enumerate(corefs)}
    for coref in corefs.values():
        ref = coref.attributes.get("REF", "").strip()
        if ref and ref not in corefs:
            raise place.error(f"there is no COREF with the ID {ref[:60]}", "Correct the REF", coref.line)
    for identifier in corefs:
        way: dict[str, None] = {}
        while not corefs[identifier].entity and identifier not in way:
            way[identifier] = None
            identifier = _target(corefs[identifier]) or identifier
        entity = corefs[identifier].entity
        if not entity:
            # The way has come to its end, which is a circle of one, or back to itself.
            members = list(way)
            entity = min(members[members.index(identifier) :], key=numbers.__getitem__)
        for passed in way:
            corefs[passed].entity = entity


def _target(coref: _Coref) -> str:
    """Return the ID of the mention that a mention refers to; "" if none."""
    if coref.attributes.get("TYPE", "IDENT").strip().upper() not in ("IDENT", ""):
        return ""
    return coref.attributes.get("REF", "").strip()


def _marked(coref: _Coref, stripped: Stripped, words: Words, place: Place, reading: Reading) -> Marked:
    attributes = coref.attributes
    other = {}
    if attributes.get("TYPE"):
        other["type"] = attributes["TYPE"]
        if not _target(coref) and attributes.get("REF"):
            other["ref"] = attributes["REF"]
    if status := attributes.get("STATUS") or attributes.get("STAT"):
        other["status"] = status
    core: tuple[int, int] | None = (coref.start, coref.end)
    if attributes.get("MIN", "").strip():
        core = _minimum(coref, stripped.text, words, place)
        if core is None:
            message = f"the MIN {attributes['MIN'][:60]!r} is not in {stripped.text[coref.start : coref.end][:60]!r}"
            reading.report.misfits.append(place.error(message, "It is left out; correct it", coref.line))
    return Marked(coref.start, coref.end, coref.entity, coref.line, other=other, core=core)


def _minimum(coref: _Coref, text: str, words: Words, place: Place) -> tuple[int, int] | None:
    """Return the characters of the minimal string; None if the mention contains none of the alternatives."""
    alternatives = coref.attributes["MIN"].split("|", MAX_ALTERNATIVES)
    if len(alternatives) > MAX_ALTERNATIVES:
        raise place.error(f"the MIN has more than {MAX_ALTERNATIVES} alternatives", "Are they all meant?", coref.line)
    at = words.at(coref.start, coref.end)
    if at is None:
        return None
    # With one blank for any whitespace, and the places of the words in that.
    pieces: list[str] = []
    starts: list[int] = []
    length = 0
    for word in range(at[0], at[1]):
        starts.append(length)
        piece = words.words[word] + (" " if words.spaces[word] else "")
        pieces.append(piece)
        length += len(piece)
    mention = "".join(pieces)
    ends = [start + len(words.words[word]) for word, start in enumerate(starts, at[0])]
    for wanted in alternatives:
        wanted = " ".join(wanted.split())
        places = _places(mention, wanted)
        if not places:
            continue
        # Whole words first: "art" is in "the party's art", but not as a part of the second word.
        known_starts, known_ends = set(starts), set(ends)
        whole = (place for place in places if place in known_starts and place + len(wanted) in known_ends)
        found = next(whole, places[0])
        first, last = bisect_right(starts, found) - 1, bisect_left(starts, found + len(wanted)) - 1
        begin, end = words.offsets[at[0] + first], words.offsets[at[0] + last]
        return begin, end + len(words.words[at[0] + last])
    return None


def _places(text: str, wanted: str) -> list[int]:
    """Yield the first offsets at which the wanted string begins."""
    found: list[int] = []
    position = text.find(wanted) if wanted else -1
    while position >= 0 and len(found) < MAX_ALTERNATIVES:
        found.append(position)
        position = text.find(wanted, position + 1)
    return found
