r"""Reader of ACE 2004 and 2005: annotation in `x.apf.xml` (ACE Program Format), text in `x.sgm` beside it.

    <source_file URI="x.sgm" SOURCE="newswire" TYPE="text" AUTHOR="LDC" ENCODING="UTF-8">
    <document DOCID="x">
    <entity ID="x-E1" TYPE="PER" SUBTYPE="Group" CLASS="SPC">
      <entity_mention ID="x-E1-1" TYPE="NOM" LDCTYPE="NOM" LDCATR="FALSE">
        <extent><charseq START="134" END="170">Some 2,500 mainly university students</charseq></extent>
        <head><charseq START="163" END="170">students</charseq></head>
      </entity_mention> …

It reads the files of `apf.v4.0.1.dtd` (ACE 2004) and `apf.v5.1.1.dtd` (ACE 2005); the DTDs are not loaded.

1. Offsets count the characters of the `.sgm` file without its tags, from 0 (README of LDC2005T09: the first Unicode
   character has offset 0, tags do not count, a line end is one character). END is inclusive. A reference such as
   `&amp;` counts as it is written, five characters, as in public tools that check all of ACE 2005; in the words of the
   document it is decoded.
2. The document is all text between the tags, since mentions may be in headlines and headers, such as the name of a
   speaker or poster.
3. The text of a charseq must equal the text at its offsets, up to whitespace and escaping.
4. A mention is the extent. The words of its head are the field `minspan`, and the last of them the head. The entity's
   TYPE is the type; the other attributes are fields: `mention_type` (NAM, NOM, PRO; ACE 2004 has PRE too),
   `ldctype`, `ldcatr`, `role`, `reference`, `metonymy_mention`; of the entity `subtype` and `class`.
5. Values, times, relations, events and the names in `entity_attributes` are ignored.
6. The words after `<SPEAKER>…</SPEAKER>` (`bc`, `cts`) or `<POSTER>…</POSTER>` (`un`, `wl`) are that speaker's, to the
   end of the turn or post.
7. The genre is SOURCE, by the name of ACE 2005's folder (`nw`, `bn` …); if it is missing, the folder.

Files of our writer (`writer.py`) are read with the same text, mentions, heads, types, genre and fields as were written.
Words and sentences may differ, since the text is tokenized again. Speakers, other fields and all columns are lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from corefpipe.document import Document, Origin
from corefpipe.exceptions import FormatError
from corefpipe.formats.ace.writer import ENTITY_FIELDS, GENRES, MENTION_FIELDS, NO_SOURCE, NO_XML
from corefpipe.formats.muc.marked import Marked, covered, mentions_of, words_of
from corefpipe.formats.muc.markup import BLOCKS, Element, Stripped, parse_xml, read_markup, strip, unescape
from corefpipe.formats.reading import Place, Reading
from corefpipe.formats.registry import FORMATS

_KEPT = ("document", "entity", "entity_mention", "extent", "head", "charseq")
_FOLDERS = {"bnews": "bn", "nwire": "nw", "fisher_transcripts": "cts"} | {genre: genre for genre in GENRES.values()}
_OFFSET = re.compile(r"\s*(\d{1,12})\s*", re.ASCII)
_SPEAKERS = frozenset(("SPEAKER", "POSTER"))
_TURNS = frozenset(("TURN", "POST", "TEXT", "BODY", "DOC"))


def read_file(path: Path, reading: Reading) -> Iterator[Document]:
    """Yield the documents of an `.apf.xml` file, usually one, and the `.sgm` file beside it."""
    place = Place(str(path))
    _refuse_text(path, place)
    annotation = read_markup(path, reading)
    if not annotation.strip():
        reading.refuse_empty(str(path))
        return
    root = parse_xml(annotation, place, "source_file", _KEPT)
    if not root.children:
        raise place.error("there is no <document>", "Is the file complete?", root.line)
    stripped = strip(read_markup(_text_file(path, place), reading), BLOCKS | _SPEAKERS | _TURNS)
    for element in root.all("document"):
        try:
            document = _document(element, stripped, path, reading)
        except FormatError as error:
            reading.refuse(error)
        else:
            document.genre = _genre(root.attributes.get("SOURCE", ""), path)
            yield document


def _refuse_text(path: Path, place: Place) -> None:
    name = path.name.removesuffix(".gz")
    if name.lower().endswith(".sgm"):
        annotation = path.with_name(name[: -len(".sgm")] + ".apf.xml")
        cure = f"Read {annotation.name}" if annotation.exists() else f"Put {annotation.name} beside it, and read that"
        raise place.error("this file is the text; the annotation is in another file", cure)


def _text_file(path: Path, place: Place) -> Path:
    companion = FORMATS["ace"].companion_of(path)
    assert companion is not None
    for candidate in (companion, companion.with_name(companion.name + ".gz")):
        if candidate.exists():
            return candidate
    raise place.error("the text is missing", f"Put {companion.name} beside it")


def _document(element: Element, stripped: Stripped, path: Path, reading: Reading) -> Document:
    name = element.attributes.get("DOCID", "").strip()
    if not name:
        raise Place(str(path)).error("the <document> has no DOCID", 'Write <document DOCID="…">', element.line)
    place = Place(str(path), name)
    marked: list[Marked] = []
    entities: dict[str, int] = {}
    for entity in element.all("entity"):
        identifier = entity.attributes.get("ID")
        if identifier is None:
            raise place.error("an <entity> has no ID", 'Write <entity ID="…">', entity.line)
        first = entities.setdefault(identifier, entity.line)
        if first != entity.line:
            raise place.error(
                f"the entity {identifier[:60]} is used here a second time, first in line {first}",
                "Give it another ID, or put its mentions into one",
                entity.line,
            )
        fields = {field: entity.attributes[key] for key, field in ENTITY_FIELDS.items() if entity.attributes.get(key)}
        for mention in entity.all("entity_mention"):
            found = _marked(mention, stripped, place)
            found.entity = identifier
            found.type = entity.attributes.get("TYPE", "")
            found.other |= fields
            marked.append(found)
    words = words_of(stripped.text, stripped.tags, place, reading)
    speakers = covered(words, _turns(stripped)) if reading.wants("speakers") else []
    return Document(
        name=name,
        **words.columns(),
        mentions=mentions_of(marked, stripped.text, words, place, reading),
        text=stripped.text,
        speakers=speakers if any(speakers) else None,
        origin=Origin(str(path), element.line),
    )


def _marked(mention: Element, stripped: Stripped, place: Place) -> Marked:
    extent, head = mention.first("extent"), mention.first("head")
    if extent is None:
        raise place.error("an <entity_mention> has no <extent>", "Write <extent><charseq …>", mention.line)
    start, end = _characters(extent, stripped, place)
    fields = {field: mention.attributes[key] for key, field in MENTION_FIELDS.items() if mention.attributes.get(key)}
    core = None if head is None else _characters(head, stripped, place)
    return Marked(start, end, "", mention.line, other=fields, core=core)


def _characters(element: Element, stripped: Stripped, place: Place) -> tuple[int, int]:
    """Return (start, end) of an extent or a head in the text."""
    charseq = element.first("charseq")
    found = [_OFFSET.fullmatch(charseq.attributes.get(key, "")) for key in ("START", "END")] if charseq else []
    if charseq is None or None in found:
        raise place.error(
            f"<{element.name}> has no <charseq> with whole numbers from 0 as START and END",
            'Write <charseq START="0" END="4">; files older than ACE 2004 have another form and are not read',
            charseq.line if charseq else element.line,
        )
    start, last = (int(match[1]) for match in found if match)
    if not start <= last < stripped.size:
        raise place.error(
            f"the charseq from {start} to {last} is outside of the text's {stripped.size} characters",
            "Is this the text that was annotated? Offsets count its characters without tags; END is in the span",
            charseq.line,
        )
    begin, end = stripped.at(start), stripped.at(last + 1, end=True)
    # The text may be omitted.
    if charseq.text.strip() and _plain(charseq.text) != _plain(stripped.text[begin:end]):
        raise place.error(
            f"the charseq from {start} to {last} is {_short(charseq.text)}, "
            f"but the text there is {_short(stripped.text[begin:end])}",
            "Is this the text that was annotated? Offsets count its characters without tags",
            charseq.line,
        )
    return begin, end


def _plain(text: str) -> str:
    """Normalise a text, so that whitespace and escaping do not matter."""
    # Twice, since a reference in the text may be escaped again in XML.
    return " ".join(NO_XML.sub("\ufffd", unescape(unescape(text))).split())


def _short(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:57] + "...")


def _turns(stripped: Stripped) -> list[tuple[int, int, str]]:
    """Return (start, end, speaker) of each turn or post, in characters."""
    found: list[tuple[int, int, str]] = []
    begun, speaker, since = -1, "", 0
    for tag in stripped.tags:
        if tag.name in _SPEAKERS or tag.name in _TURNS:
            if speaker and since < tag.at:
                found.append((since, tag.at, speaker))
            speaker = ""
        if tag.name in _SPEAKERS:
            if tag.closing and begun >= 0:
                speaker, since = " ".join(stripped.text[begun : tag.at].split()), tag.at
            begun = -1 if tag.closing else tag.at
        elif tag.name in _TURNS:
            begun = -1
    return found


def _genre(source: str, path: Path) -> str:
    source = " ".join(source.split())
    if source and source != NO_SOURCE:
        return GENRES.get(source.lower(), source)
    folders = (_FOLDERS.get(folder.lower()) for folder in reversed(path.parts[:-1]))
    return next((genre for genre in folders if genre), "")
