"""The fields of CorefUD's Entity brackets, `(e1-person-2-…`, whose names stand in `# global.Entity`.

The first field is the entity (`eid`, in GUM `GRP`), `etype` the mention's type, `head` the head's number among the
mention's words, from 1, `minspan` (GUM) such numbers separated by commas, of which the first is taken as the head. All
but type and head are kept by name in `Mention.other`; the last field takes the rest of the bracket, hyphens included.
Within fields, the characters that would end one are written as `%2D` and the like; other escapes are left as they are.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain

from corefpipe.document import Document, Mention
from corefpipe.formats.brackets import Span
from corefpipe.formats.reading import Place

DEFAULT = "eid-etype-head-other"
_ENTITY = ("eid", "GRP")
_ESCAPES = {character: f"%{ord(character):02X}" for character in "-|()[]=% \t\n\r"}
_PLAIN = {escape: character for character, escape in _ESCAPES.items()}
_ESCAPED = re.compile("|".join(_PLAIN))
_SPECIAL = re.compile(rf"[-|()\[\]= \t\r\n]|%(?={'|'.join(escape[1:] for escape in _PLAIN)})")


def unescape(value: str) -> str:
    """The value of a field as it is meant."""
    return _ESCAPED.sub(lambda match: _PLAIN[match[0]], value) if "%" in value else value


def escape(value: str) -> str:
    """The value of a field as it is written."""
    return _SPECIAL.sub(lambda match: _ESCAPES[match[0]], value)


class FieldReader:
    """Makes mentions of brackets.

    Args:
        declared: the names, as in `# global.Entity`.
        empty: for each empty node of the document, the word before it or -1, ascending. CorefUD counts them as words.
        place: the document, for errors.
        line: line of the declaration.
    """

    def __init__(self, declared: str, empty: Sequence[int], place: Place, line: int):
        entity, *self._names = declared.split("-")
        if entity not in _ENTITY:
            raise place.error(
                f"the first field of `global.Entity` is {entity!r}",
                f"Brackets must begin with the entity: `# global.Entity = {DEFAULT}`",
                line,
            )
        self._empty = empty
        self._place = place

    def mention(self, span: Span) -> Mention:
        """The mention of a bracket; raises FormatError for fields without a name and heads outside of the mention."""
        names = self._names
        if span.fields and not names:
            raise self._place.error(
                f"the bracket has fields, `{span.fields}`, but `global.Entity` names none",
                f"Name them: `# global.Entity = {DEFAULT}`",
                span.line,
            )
        values = span.fields.split("-", len(names) - 1) if span.fields else []
        other = {name: unescape(value) for name, value in zip(names, values, strict=False) if value}
        mention = Mention(span.start, span.end, unescape(span.entity), fragments=span.fragments)
        mention.type = other.pop("etype", "")
        if "head" in other:
            mention.head = self._head(other.pop("head"), span)
        elif "minspan" in other:
            first = other["minspan"].partition(",")[0]
            members = _members(mention)
            # Kept in `other` as it is; a few numbers in GUM point outside of the mention.
            mention.head = members[int(first) - 1] if first.isdecimal() and 0 < int(first) <= len(members) else None
        mention.other = other
        return mention

    def _head(self, number: str, span: Span) -> int | None:
        members: list[int | None] = []
        for start, end in span.fragments or ((span.start, span.end),):
            for word in range(start, end):
                members.append(word)
                if word < end - 1:
                    members.extend([None] * self._empty.count(word))
        if not number.isdecimal() or not 0 < int(number) <= len(members):
            raise self._place.error(
                f"the head of entity {span.entity}'s mention is {number!r}, which is none of its {len(members)} words",
                "Write the number of the head among the mention's words, from 1",
                span.line,
            )
        return members[int(number) - 1]


class FieldWriter:
    """Makes brackets of mentions; `declaration` is what to write as `# global.Entity`.

    Fields that some mention has and the declaration lacks are added to it at the end.
    """

    def __init__(self, document: Document, declared: str):
        names = (declared or DEFAULT).split("-")
        needed = list(chain.from_iterable(mention.other for mention in document.mentions))
        if "head" not in names and "minspan" not in names and any(m.head is not None for m in document.mentions):
            needed.insert(0, "head")
        if any(mention.type for mention in document.mentions):
            needed.insert(0, "etype")
        self._names = list(dict.fromkeys([*names, *needed]))
        self._empty = [word for word, _ in document.empty_nodes]
        self.declaration = "-".join(self._names)

    def span(self, mention: Mention) -> Span:
        """The bracket's entity and fields; empty fields at the end are left out."""
        values = [self._value(name, mention) for name in self._names[1:]]
        while values and not values[-1]:
            values.pop()
        return Span(
            mention.start, mention.end, escape(mention.entity), 0, "-".join(map(escape, values)), mention.fragments
        )

    def _value(self, name: str, mention: Mention) -> str:
        if name == "etype":
            return mention.type
        if name == "head" or (name == "minspan" and name not in mention.other):
            return self._number(mention, name == "head")
        return mention.other.get(name, "")

    def _number(self, mention: Mention, count_empty: bool) -> str:
        members = _members(mention)
        if mention.head not in members:
            return ""
        number = members.index(mention.head) + 1
        if count_empty and self._empty:
            ends = {end - 1 for _, end in mention.fragments or (mention.span,)}
            before = {word for word in members[: number - 1] if word not in ends}
            number += sum(word in before for word in self._empty)
        return str(number)


def _members(mention: Mention) -> list[int]:
    return [word for start, end in mention.fragments or (mention.span,) for word in range(start, end)]
