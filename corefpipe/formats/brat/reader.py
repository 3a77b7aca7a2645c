r"""Reader of brat standoff: annotations in `x.ann`, text in `x.txt` beside it; one document named `x`.

These lines are read (brat.nlplab.org/standoff.html, and brat's `server/src/annotation.py`):

    T1<tab>person 5 10<tab>Helen                   a mention: type, start and end (exclusive) in characters from 0
    T2<tab>place 0 5;16 23<tab>North America       a discontinuous one; its parts are joined by a blank
    E1<tab>Attack:T4 Agent:T1                      an event; in relations it represents its trigger, T4
    R1<tab>Coref Arg1:T3 Arg2:T1                   two mentions corefer
    *<tab>Coref T1 T3 T5                           all of them do

1. Offsets count Unicode characters, as brat does a byte order mark at the beginning of the text; if the annotation does
   not fit then, the text is read without it. The text after the second tab may be missing; otherwise it must be the
   text at the offsets, with any whitespace as a blank, since brat writes line breaks so; brat before 1.3 joined parts
   without a blank.
2. Relations are coreference if their type is Coref, Coreference, Coreferent, Identity, Ident or Equiv, in any case and
   with any roles. Chains are the connected components; a mention without such relations is a singleton. The id of an
   entity is that of its first mention, `T7`.
3. Parts with only whitespace between them are joined: brat cuts mentions at line breaks.
4. Events of the type Quotation are quotations (`quotations.py`).
5. Other relations, event arguments, attributes (A, M), normalisations (N) and notes (#) are ignored.

The writer writes the text, a T line per mention in text order, an R line `Coref Arg1:anaphor Arg2:antecedent` for
each mention and the one before it in its chain, and quotations. brat shows equivalences (`*`) only if the project's
`annotation.conf` declares one, and most tools that load brat's files support only R lines. brat needs a declaration of
the types: those of mentions, `Speaker`, `Addressee`, `Cue` and `Quotation` under `[entities]`, under `[relations]`
`Coref Arg1:<ENTITY>, Arg2:<ENTITY>`, and under `[events]` `Quotation Speaker?:<ENTITY>, SpeakerEntity?:<ENTITY>,
Addressee?:<ENTITY>, AddresseeEntity?:<ENTITY>, Cue?:<ENTITY>`.

What is lost: words and sentences that differ from spaCy's (the text is tokenized again when it is read), entity ids,
heads and further fields of mentions, zero mentions, parts, speakers, and all columns. Whitespace in a type becomes `_`,
a missing type `Mention`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from corefpipe.document import Document, Mention, Origin, Quotation, sort_mentions
from corefpipe.exceptions import FormatError
from corefpipe.formats.brat.quotations import EventReader, QuotationEvent
from corefpipe.formats.brat.writer import NO_TYPE, WHITE
from corefpipe.formats.files import BOM, check_utf8, lines_of, open_pieces
from corefpipe.formats.opening import head
from corefpipe.formats.reading import Place, Reading, genre_of
from corefpipe.formats.registry import FORMATS
from corefpipe.formats.spans import Span, settle_repeats
from corefpipe.formats.tokens import Words, tokenize

COREFERENCE = frozenset(("coref", "coreference", "coreferent", "identity", "ident", "equiv"))
"""Types of relations and equivalences, in lower case, whose mentions corefer."""

_ID = re.compile(r"(?:[A-Za-z#][^\s:]*[0-9][^\s:]*|\*)")
_OFFSETS = re.compile(r"\d{1,12} +\d{1,12}(?:;\d{1,12} +\d{1,12})*", re.ASCII)


def read_file(path: Path, reading: Reading) -> Iterator[Document]:
    """Yield the document of an `.ann` file and the `.txt` file beside it."""
    form = FORMATS["brat"]
    name = reading.named_after(str(path), form.named(path))
    place = Place(str(path), name)
    try:
        text, marked = _text(path, place, reading)
        lines = list(lines_of(open_pieces(path, reading)))
        try:
            annotations = _annotations(text, lines, place)
        except FormatError:
            if not marked:
                raise
            text = text.removeprefix(BOM)
            annotations = _annotations(text, lines, place)
        found = tokenize(text, place, reading)
        mentions = annotations.mentions(found, reading)
        quotations = annotations.quotations(found, reading)
        reading.report.passed_over += annotations.passed_over
    except FormatError as error:
        reading.refuse(error)
        return
    yield Document(
        name=name,
        **found.columns(),
        mentions=sort_mentions(mentions),
        quotations=quotations,
        text=text,
        genre=genre_of(name),
        origin=Origin(str(path), 1),
    )


def _annotations(text: str, lines: Sequence[str], place: Place) -> _Annotations:
    """The annotations of these lines on a text."""
    found = _Annotations(place, text)
    for number, line in enumerate(lines, 1):
        check_utf8([line], place, number)
        found.read(line, number)
    found.link()
    return found


@dataclass(slots=True)
class _Bound:
    """A text-bound annotation: type, parts in characters, line number."""

    type: str
    parts: list[tuple[int, int]]
    line: int


@dataclass(slots=True)
class _Annotations:
    """The annotations of an `.ann` file on a text.

    Attributes:
        place: file and document, for error messages.
        text: the text.
        bound: text-bound annotations by ID.
        triggers: ID of an event -> that of its trigger.
        lines: line number by ID.
        links: line number and members of each coreference relation.
        parents: representative of each annotation in its chain, after `link`.
        events: the quotations by ID.
        notes: (ID of what it is on, text) of each note.
        words: the words of annotations, as far as they were asked for.
        entities: representative of a chain -> id of the entity, after `mentions`.
        passed_over: what was not read.
    """

    place: Place
    text: str
    bound: dict[str, _Bound] = field(default_factory=dict)
    triggers: dict[str, str] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    links: list[tuple[int, list[str]]] = field(default_factory=list)
    parents: dict[str, str] = field(default_factory=dict)
    events: dict[str, QuotationEvent] = field(default_factory=dict)
    notes: list[tuple[str, str]] = field(default_factory=list)
    words: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    entities: dict[str, str] = field(default_factory=dict)
    passed_over: Counter[str] = field(default_factory=Counter)

    def read(self, line: str, number: int) -> None:
        """Read a line. After the last one call `link`, since relations may come before their mentions."""
        if line.isspace():
            return
        name, *cells = line.rstrip("\r\n").split("\t")
        if not cells or not _ID.fullmatch(name):
            raise self.place.error(
                f"{line.strip()[:60]!r} is not an annotation",
                "Write an ID such as T1, R1 or *, then a tab",
                number,
            )
        if name != "*":
            if name in self.lines:
                raise self.place.error(
                    f"{name} is used a second time, first in line {self.lines[name]}", "Give it a new ID", number
                )
            self.lines[name] = number
        if name[0] == "T":
            self._bound(name, cells, number)
        elif name[0] == "E":
            self.triggers[name] = cells[0].split(" ", 1)[0].rpartition(":")[2]
            if (event := QuotationEvent.of_cell(name, cells[0], number)) is not None:
                self.events[name] = event
        elif name[0] in "R*":
            kind, *members = cells[0].split() or [""]
            if kind.lower() in COREFERENCE:
                self._link(name, members, number)
            else:
                self.passed_over[f"brat's relation {kind}"] += 1
        elif name[0] == "#":
            self.notes.append((cells[0].rpartition(" ")[2], " ".join(cells[1:])))
        else:
            self.passed_over[f"brat's {name[0]} lines"] += 1

    def link(self) -> None:
        """Join mentions that corefer, and quotations with their notes.

        Raises:
            FormatError: a relation or a quotation names an annotation that does not exist.
        """
        for target, text in self.notes:
            if target in self.events:
                self.events[target].note += f" {text}"
            else:
                self.passed_over["brat's # lines"] += 1
        for event in self.events.values():
            event.trigger = self._target(event.trigger, event.line)
            event.roles = {role: self._target(name, event.line) for role, name in event.roles.items()}
        self.parents = {name: name for name in self.bound}
        for number, members in self.links:
            roots = []
            for member in members:
                roots.append(self._root(self._target(member, number)))
            for root in roots[1:]:
                self.parents[self._root(root)] = self._root(roots[0])

    def mentions(self, found: Words, reading: Reading) -> list[Mention]:
        """Return the mentions in words; those without any word are dropped and noted."""
        spans = []
        taken: dict[tuple[tuple[int, int], ...], list[tuple[int, int]]] = {}
        others = {name for event in self.events.values() for name in event.without_mention(self._type)}
        for name, bound in self.bound.items():
            parts = [] if name in others else self._words(name, found, reading)
            if not parts:
                continue
            if taken.setdefault(tuple(parts), bound.parts) != bound.parts and reading.repeats != "keep":
                # They are the same only after tokenization, not in the file.
                message = f"{name} has the same words as another mention, and is dropped"
                reading.report.misfits.append(self.place.error(message, "Check both", bound.line, repeats="keep"))
                continue
            fragments = tuple(parts) if len(parts) > 1 else ()
            spans.append(Span(parts[0][0], parts[-1][1], name, bound.line, bound.type, fragments))
        spans.sort(key=lambda span: (span.start, -span.end))
        for span in spans:
            span.entity = self.entities.setdefault(self._root(span.entity), span.entity)
        return [
            Mention(span.start, span.end, span.entity, type=span.fields, fragments=span.fragments)
            for span in settle_repeats(spans, found.words, self.place, reading)
        ]

    def quotations(self, found: Words, reading: Reading) -> list[Quotation]:
        """Return the quotations in words; call it after `mentions`.

        Raises:
            FormatError: the note of one has a number that is not valid.
        """

        def chain_of(name: str) -> str:
            return self.entities.get(self._root(name), "")

        events = EventReader(self.place, lambda name: self._words(name, found, reading), chain_of)
        return events.quotations(list(self.events.values()))

    def _words(self, name: str, found: Words, reading: Reading) -> list[tuple[int, int]]:
        """Return the parts of an annotation in words; none if it has no words."""
        if name not in self.words:
            bound = self.bound[name]
            parts = [found.span(self.text, start, end, self.place, reading, bound.line) for start, end in bound.parts]
            self.words[name] = _joined([words for words in parts if words is not None])
        return self.words[name]

    def _type(self, name: str) -> str:
        return self.bound[name].type

    def _target(self, name: str, number: int) -> str:
        """Return the ID of a text-bound annotation, for that of an event the ID of its trigger."""
        target = self.triggers.get(name, name)
        if target not in self.bound:
            raise self.place.error(
                f"there is no text-bound annotation {name}", "Add its T line, or delete this line", number
            )
        return target

    def _bound(self, name: str, cells: list[str], number: int) -> None:
        kind, _, offsets = cells[0].strip().partition(" ")
        offsets = offsets.strip()
        if not _OFFSETS.fullmatch(offsets):
            raise self.place.error(
                f"{name} has the offsets {offsets[:60]!r}", "Write `type START END`, parts as `0 5;16 23`", number
            )
        parts = sorted((int(start), int(end)) for start, end in map(str.split, offsets.split(";")))
        for start, end in parts:
            if not start <= end <= len(self.text):
                raise self.place.error(
                    f"{name} has characters {start} to {end} of a text of {len(self.text)}",
                    "Is this the text that was annotated? Offsets count characters, from 0",
                    number,
                )
        if any(end > start for (_, end), (start, _) in pairwise(parts)):
            raise self.place.error(f"the parts of {name} overlap", "Write each character once", number)
        pieces = [self.text[start:end] for start, end in parts]
        if len(cells) > 1 and cells[1] and _blank(cells[1]) not in (_blank(" ".join(pieces)), _blank("".join(pieces))):
            raise self.place.error(
                f"{name} is {cells[1][:60]!r}, but the text at its offsets is {' '.join(pieces)[:60]!r}",
                "Is this the text that was annotated? Offsets count characters, from 0",
                number,
            )
        self.bound[name] = _Bound("" if kind == NO_TYPE else kind, parts, number)

    def _link(self, name: str, members: list[str], number: int) -> None:
        if name != "*":
            members = [member.partition(":")[2] for member in members]
            if len(members) != 2 or not all(members):
                raise self.place.error(
                    f"{name} does not relate two annotations", "Write `Coref Arg1:T2 Arg2:T1`", number
                )
        self.links.append((number, members))

    def _root(self, name: str) -> str:
        """Return the representative of an annotation's chain (union-find with path halving)."""
        parents = self.parents
        while parents[name] != name:
            parents[name] = parents[parents[name]]
            name = parents[name]
        return name


def _text(path: Path, place: Place, reading: Reading) -> tuple[str, bool]:
    """The text, and whether it begins with a byte order mark."""
    companion = FORMATS["brat"].companion_of(path)
    assert companion is not None
    if not companion.exists() and (packed := companion.with_name(companion.name + ".gz")).exists():
        companion = packed
    if not companion.exists():
        raise place.error("the text is missing", f"Put {companion.name} beside it")
    pieces = list(open_pieces(companion, reading))
    check_utf8(pieces, Place(str(companion), place.document))
    marked = head(companion).startswith(BOM.encode())
    return BOM * marked + "".join(pieces), marked


def _blank(text: str) -> str:
    return WHITE.sub(" ", text).strip()


def _joined(parts: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Join parts in words that are adjacent or, as parts of one word, overlap."""
    found = parts[:1]
    for start, end in parts[1:]:
        if start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found
