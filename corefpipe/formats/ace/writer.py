r"""Writer of ACE 2005 (`apf.v5.1.1.dtd`), and the names that reader and writer share; see `reader.py` for the format.

It writes the document to `x.apf.xml` and its text to `x.sgm` beside it:

- The whole text is in `<DOC><BODY><TEXT>`, with `&`, `<`, `>` and `\r` as references. No characters are added.
- TYPE of an entity is the most frequent type of its mentions, and so are SUBTYPE and CLASS (`other`).
- The head of a mention spans the words in its field `minspan`; else it is the head word; if neither is known the head
  is omitted, although the DTD requires one.
- TYPE of a mention is the field `mention_type`; else PRO, NAM or NOM if its head word, or only word, is a pronoun, a
  proper noun or something else by its universal or Penn part of speech; NOM if that is unknown.
- SOURCE is the genre, or `UNKNOWN`.

Types are written unchanged; those of ACE are PER, ORG, GPE, LOC, FAC, VEH, WEA. An attribute without a value is
omitted, even if the DTD requires it. A discontinuous mention is written as its whole span.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import accumulate
from pathlib import Path
from xml.sax.saxutils import escape

from corefpipe.document import Document, Mention
from corefpipe.document.naming import type_of
from corefpipe.exceptions import AnnotationError, SettingError
from corefpipe.formats.files import atomic_writer
from corefpipe.formats.registry import FORMATS
from corefpipe.formats.tokens import layout, word_end
from corefpipe.utils.text import encodable

ENTITY_FIELDS = {"SUBTYPE": "subtype", "CLASS": "class"}
"""Attribute of an entity -> field of its mentions."""

MENTION_FIELDS = {
    "TYPE": "mention_type",
    "LDCTYPE": "ldctype",
    "LDCATR": "ldcatr",
    "ROLE": "role",
    "REFERENCE": "reference",
    "METONYMY_MENTION": "metonymy_mention",
}
"""Attribute of a mention -> its field."""

GENRES = {
    "newswire": "nw",
    "broadcast news": "bn",
    "broadcast conversation": "bc",
    "weblog": "wl",
    "usenet": "un",
    "telephone": "cts",
}
"""SOURCE of a file -> genre, which is the name of ACE 2005's folder with such files."""

NO_SOURCE = "UNKNOWN"

NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""A character that XML cannot represent."""

_REFERENCES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"}
_SPECIAL = re.compile("[&<>\r]")
_NUMBER = re.compile(r"[0-9]{1,9}", re.ASCII)


def write_file(documents: Iterable[Document], path: Path) -> None:
    """Write a document to the file and its text to the `.sgm` file beside it.

    Raises:
        AnnotationError: there is not exactly one document; XML cannot represent a name or type; a `minspan` is not a
            list of numbers of the mention's words.
        SettingError: the file has the name that the text needs.
    """
    companion = FORMATS["ace"].companion_of(path)
    if companion is None or companion == path:
        raise SettingError(f"{path} is the name of the text", cure="Name the annotation, NAME.apf.xml")
    documents = list(documents)
    if len(documents) != 1:
        raise AnnotationError(f"{len(documents)} documents to write", cure="An ACE file holds one", file=str(path))
    (document,) = documents
    text, offsets = layout(document)
    lines = list(_Writer(document, text, offsets).lines(encodable(companion.name)))
    with atomic_writer(companion) as text_stream, atomic_writer(path) as stream:
        # The line break is outside of the document.
        text_stream.write(f"<DOC><BODY><TEXT>{_SPECIAL.sub(lambda m: _REFERENCES[m[0]], text)}</TEXT></BODY></DOC>\n")
        stream.writelines(lines)


class _Writer:
    """Formats the annotation of a document with this text and these offsets of words."""

    def __init__(self, document: Document, text: str, offsets: list[int]):
        self._document = document
        self._text = text
        self._offsets = offsets
        self._special = [match.start() for match in _SPECIAL.finditer(text)]
        longer = (len(_REFERENCES[text[position]]) - 1 for position in self._special)
        self._added = [0, *accumulate(longer)]

    def lines(self, uri: str) -> Iterator[str]:
        """Yield the lines of the file; `uri` is the name of the file with the text."""
        document = self._document
        source = next((name for name, genre in GENRES.items() if genre == document.genre), document.genre) or NO_SOURCE
        attributes = {"URI": uri, "SOURCE": source, "TYPE": "text", "AUTHOR": "corefpipe", "ENCODING": "UTF-8"}
        yield '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE source_file SYSTEM "apf.v5.1.1.dtd">\n'
        yield f"<source_file{self._attributes(attributes)}>\n"
        yield f"<document{self._attributes({'DOCID': document.name})}>\n"
        for entity, chain in document.chains().items():
            fields = {"TYPE": type_of(mention.type for mention in chain)}
            for name, field in ENTITY_FIELDS.items():
                fields[name] = _most(mention.other.get(field, "") for mention in chain)
            yield f'<entity ID="{self._value(entity)}"{self._attributes(fields)}>\n'
            for number, mention in enumerate(chain, 1):
                yield from self._mention(mention, f"{entity}-{number}")
            yield "</entity>\n"
        yield "</document>\n</source_file>\n"

    def _mention(self, mention: Mention, name: str) -> Iterator[str]:
        head = self._head(mention)
        fields = {name: mention.other.get(field, "") for name, field in MENTION_FIELDS.items()}
        fields["TYPE"] = fields["TYPE"] or self._type(mention, head)
        yield f'  <entity_mention ID="{self._value(name)}"{self._attributes(fields)}>\n'
        yield f"    <extent>{self._charseq(mention.start, mention.end - 1)}</extent>\n"
        if head is not None:
            yield f"    <head>{self._charseq(*head)}</head>\n"
        yield "  </entity_mention>\n"

    def _head(self, mention: Mention) -> tuple[int, int] | None:
        """Return the first and the last word of the head (inclusive)."""
        minspan = mention.other.get("minspan", "")
        if not minspan:
            return None if mention.head is None else (mention.head, mention.head)
        members = [word for start, end in mention.fragments or (mention.span,) for word in range(start, end)]
        numbers = [number.strip() for number in minspan.split(",")]
        if not all(_NUMBER.fullmatch(number) and 0 < int(number) <= len(members) for number in numbers):
            raise AnnotationError(
                f"the mention {self._document.surface(mention)[:60]!r} has the `minspan` {minspan[:60]!r}",
                cure=f"Write numbers of its words, from 1 to {len(members)}, separated by commas",
                document=str(self._document),
            )
        words = [members[int(number) - 1] for number in numbers]
        return min(words), max(words)

    def _type(self, mention: Mention, head: tuple[int, int] | None) -> str:
        if head is not None:
            word = head[1]
        elif mention.end == mention.start + 1:
            word = mention.start
        else:
            return "NOM"
        pos = self._document.pos[word] if self._document.pos is not None else ""
        tag = self._document.tags[word] if self._document.tags is not None else ""
        if pos == "PRON" or (not pos and tag in ("PRP", "PRP$", "WP", "WP$")):
            return "PRO"
        if pos == "PROPN" or (not pos and tag in ("NNP", "NNPS")):
            return "NAM"
        return "NOM"

    def _charseq(self, first: int, last: int) -> str:
        """Return the charseq of the first word through the last."""
        start, end = self._offsets[first], word_end(self._document.words, self._text, self._offsets, last)
        text = escape(NO_XML.sub("\ufffd", self._text[start:end]))
        return f'<charseq START="{self._written(start)}" END="{self._written(end) - 1}">{text}</charseq>'

    def _written(self, position: int) -> int:
        """Return the offset in the `.sgm` file, without tags, of an offset in the text."""
        return position + self._added[bisect_left(self._special, position)]

    def _attributes(self, values: dict[str, str]) -> str:
        return "".join(f' {name}="{self._value(value)}"' for name, value in values.items() if value)

    def _value(self, value: str) -> str:
        found = NO_XML.search(value)
        if found is not None:
            raise AnnotationError(
                f"{value[:60]!r} has a character that XML cannot represent, U+{ord(found[0]):04X}",
                cure="Rename it",
                document=str(self._document),
            )
        return escape(value, {'"': "&quot;", "\t": "&#9;", "\n": "&#10;", "\r": "&#13;"})


def _most(values: Iterable[str]) -> str:
    """Return the most frequent value that is not "", the first of several; "" if there is none."""
    counts = Counter(value for value in values if value)
    return counts.most_common(1)[0][0] if counts else ""
