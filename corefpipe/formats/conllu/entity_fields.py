"""The fields of CorefUD's Entity brackets, `(e1-person-2-…`, whose names are declared by `# global.Entity`.

The first field is the entity (`eid`, in GUM `GRP`), `etype` the type of the mention, `head` the number of the head
among the words and empty nodes of the mention, from 1, `minspan` (GUM) numbers of its words separated by commas; the
first of them is the head if there is no field for it. All fields but type and head are kept by name in
`Mention.other`; the last field is the rest of the bracket, including hyphens. In fields and names,
characters that would end one are escaped, as in `%2D` (`escapes.py`).
"""

from __future__ import annotations

from itertools import chain

from corefpipe.document import Document, Mention
from corefpipe.exceptions import AnnotationError
from corefpipe.formats.brackets import short
from corefpipe.formats.conllu.escapes import FIELDS
from corefpipe.formats.conllu.nodes import Nodes, Runs, nth, number_of
from corefpipe.formats.reading import Place
from corefpipe.formats.spans import Span

DEFAULT = "eid-etype-head-other"
_ENTITY = ("eid", "GRP")
_OWN = ("etype", "head")
_MAX_DIGITS = 9


class FieldReader:
    """Converts brackets to mentions.

    Args:
        declared: the names, as in `# global.Entity`.
        nodes: the words and empty nodes of the document; brackets are in their positions.
        place: the document, for error messages.
        line: line number of the declaration.
    """

    def __init__(self, declared: str, nodes: Nodes, place: Place, line: int):
        entity, *names = declared.split("-")
        if entity not in _ENTITY:
            raise place.error(
                f"the first field of `global.Entity` is {short(entity)!r}",
                f"Brackets must begin with the entity: `# global.Entity = {DEFAULT}`",
                line,
            )
        self._names = [FIELDS.unescape(name) for name in names]
        self._nodes = nodes
        self._place = place

    def mention(self, span: Span) -> Mention:
        """Return the mention of a bracket.

        Raises:
            FormatError: a field has no name, or the head is outside of the mention.
        """
        names = self._names
        if span.fields and not names:
            raise self._place.error(
                f"the bracket has fields, `{short(span.fields)}`, but `global.Entity` names none",
                f"Name them: `# global.Entity = {DEFAULT}`",
                span.line,
            )
        values = span.fields.split("-", len(names) - 1) if span.fields else []
        other = {name: FIELDS.unescape(value) for name, value in zip(names, values, strict=False) if value}
        mention = Mention(span.start, span.end, FIELDS.unescape(span.entity), None, other.pop("etype", ""))
        mention.other = other
        runs = span.fragments or ((span.start, span.end),)
        self._nodes.place(mention, runs)
        if "head" in other:
            self._set_head(mention, runs, other.pop("head"), span)
        elif "minspan" in other:
            # Also kept in `other`; a few numbers in GUM are outside of the mention.
            first = other["minspan"].partition(",")[0]
            mention.head = nth(mention.fragments or (mention.span,), _number(first))
        return mention

    def _set_head(self, mention: Mention, runs: Runs, number: str, span: Span) -> None:
        position = nth(runs, _number(number))
        if position is None:
            size = sum(end - start for start, end in runs)
            raise self._place.error(
                f"the head of entity {short(span.entity)}'s mention is {short(number)!r}, which is not one of its "
                f"{size} words",
                "Write the number of the head among the mention's words, from 1",
                span.line,
            )
        mention.empty_head = self._nodes.empty(position)
        if mention.empty_head is None:
            mention.head = self._nodes.word(position)


def _number(text: str) -> int:
    """Return the number in a text; 0 if it is not a number, or too long."""
    return int(text) if text.isdecimal() and len(text) <= _MAX_DIGITS else 0


class FieldWriter:
    """Converts mentions to brackets; `declaration` is the value to write for `# global.Entity`.

    Fields of mentions that are not declared are added at the end of the declaration.

    Args:
        document: the document with the mentions and zeros.
        declared: its declaration, or "".
        nodes: its words and empty nodes.

    Raises:
        AnnotationError: a mention has another field named `etype` or `head`.
    """

    def __init__(self, document: Document, declared: str, nodes: Nodes):
        entity, *names = (declared or DEFAULT).split("-")
        mentions = [*document.mentions, *document.zeros]
        needed = dict.fromkeys(chain.from_iterable(mention.other for mention in mentions))
        if not needed.keys().isdisjoint(_OWN):
            raise AnnotationError(
                f"a mention has {' and '.join(repr(name) for name in _OWN if name in needed)} among its other fields",
                cure="Set `Mention.type` and `Mention.head` instead",
                document=str(document),
            )
        own = []
        if any(mention.type for mention in mentions):
            own.append("etype")
        # `minspan` can point to a word as the head, but not to an empty node.
        heads = any(mention.head is not None for mention in mentions) and "minspan" not in names
        if heads or any(mention.empty_head is not None for mention in mentions):
            own.append("head")
        self._names = list(dict.fromkeys([*map(FIELDS.unescape, names), *own, *needed]))
        self._order = {name: number for number, name in enumerate(self._names)}
        self._nodes = nodes
        self.declaration = "-".join([entity, *map(FIELDS.escape, self._names)])

    def span(self, mention: Mention) -> Span:
        """Return the bracket, in positions, with entity and fields; empty fields at the end are omitted."""
        runs = self._nodes.runs(mention)
        values = mention.other
        if mention.type:
            values = values | {"etype": mention.type}
        head = self._head(mention, runs)
        if head:
            values = values | {head[0]: head[1]}
        fields, last = "", 0
        for order, value in sorted((self._order[name], value) for name, value in values.items() if value):
            fields += "-" * (order - last) + FIELDS.escape(value)
            last = order
        fragments = runs if len(runs) > 1 else ()
        return Span(runs[0][0], runs[-1][1], FIELDS.escape(mention.entity), 0, fields, fragments)

    def _head(self, mention: Mention, runs: Runs) -> tuple[str, str] | None:
        """Return name and value of the field for the head; None if there is no head."""
        number = None
        if "head" in self._order:
            if mention.head is not None:
                number = number_of(runs, self._nodes.position(mention.head))
            elif mention.empty_head is not None:
                number = number_of(runs, self._nodes.position_of_empty(mention.empty_head))
            return None if number is None else ("head", str(number))
        if mention.head is not None and "minspan" not in mention.other:
            number = number_of(mention.fragments or (mention.span,), mention.head)
        return None if number is None else ("minspan", str(number))
