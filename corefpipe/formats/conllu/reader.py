"""Reader of CoNLL-U with coreference in MISC, as in CorefUD and GUM.

A file is split into documents at `# newdoc`; sentences before the first are a document named after the file. Comments
without a sentence belong to the next sentence; after the last one they are dropped. `rows.py` reads the rows. Columns
become those of `Document`; in addition:

- `# newdoc id`, `# meta::genre`, `# meta::part` (ours): name, genre, part. `# global.Entity` declares the fields of
  brackets (`entity_fields.py`) until the next declaration. All comments are kept in `sentence_metadata`, "" for one
  without a value; the values of repeated ones are joined by line ends.
- `# newpar` and `NewPar=Yes`: `paragraph_starts`. `# speaker` of a sentence, `Speaker=` of a word: `speakers`.
- `Entity=` (`brackets.py`) of words and empty nodes: mentions; those without a word are the document's `zeros`.
  `Quote=` (`quotations.py`): quotations. `SpaceAfter=No`: `spaces`. `EType=`: `entity_types`. The rest of MISC is kept
  in `other["misc"]`, including split antecedents (`SplitAnte=`) and bridging (`Bridge=`), and DEPS in `other["deps"]`;
  either is left out if it is always empty.
- `text` and `offsets` are built from forms and spaces; a paragraph begins after an empty line. Other white space is
  that of `SpacesAfter=`, `SpacesBefore=` of the first word, and `SpacesInToken=` of a word whose form has `_` for it,
  with UDPipe's escapes (`escapes.py`). The words of a multiword token have offsets within its form.
- Form, features and MISC of a multiword token are kept; a mention that begins or ends on its row is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, chain
from typing import NamedTuple

from conllu.parser import parse_pair_value

from corefpipe.document import Document, Origin, sort_mentions
from corefpipe.exceptions import FormatError
from corefpipe.formats.conllu.comments import read_comments
from corefpipe.formats.conllu.entity_fields import DEFAULT, FieldReader
from corefpipe.formats.conllu.nodes import Nodes
from corefpipe.formats.conllu.rows import FURTHER, Rows
from corefpipe.formats.files import check_utf8, lines_of
from corefpipe.formats.reading import Place, Reading, genre_of, refuse_old_line_ends
from corefpipe.formats.spans import settle_repeats

_NEWDOC = re.compile(r"#\s*newdoc(?: id)?\s*(?:=|$)")


class _Declaration(NamedTuple):
    """A `global.Entity`: its field names, its line number, and whether the file contains it."""

    names: str = DEFAULT
    line: int = 0
    given: bool = False


class _Group(NamedTuple):
    """The lines between two empty lines: the number of the first, all lines, and the comments among them."""

    first: int
    lines: list[str]
    comments: list[str]

    @classmethod
    def ending(cls, lines: list[str], number: int) -> _Group:
        """Return the group of these lines, which ends before the line with this number."""
        return cls(number - len(lines), lines, [line for line in lines if line[0] == "#"])

    @property
    def is_new(self) -> bool:
        """Whether a document begins here."""
        return any(map(_NEWDOC.match, self.comments))

    @property
    def has_rows(self) -> bool:
        """Whether it is a sentence."""
        return len(self.comments) < len(self.lines)


def read_lines(lines: Iterable[str], source: str, reading: Reading) -> Iterator[Document]:
    """Yield the documents of CoNLL-U lines, one at a time."""
    declared = _Declaration()
    number = -1
    for number, block in enumerate(_blocks(_groups(lines_of(lines)), reading)):
        # Before the document may be refused: its declaration holds for later documents too.
        declared = _declared(block, declared)
        try:
            name = reading.named_after(source) + (f"-{number + 1}" if number else "")
            document = _read_block(block, name, source, declared, reading)
        except FormatError as error:
            reading.refuse(error)
        else:
            yield document
    if number < 0:
        reading.refuse_empty(source)


def _groups(lines: Iterable[str]) -> Iterator[_Group]:
    group: list[str] = []
    number = 0
    for number, line in enumerate(lines, 1):
        if not line.isspace():
            group.append(line)
        elif group:
            yield _Group.ending(group, number)
            group = []
    if group:
        yield _Group.ending(group, number + 1)


def _blocks(groups: Iterable[_Group], reading: Reading) -> Iterator[list[_Group]]:
    """Yield the groups of each document."""
    block: list[_Group] = []
    for group in groups:
        if group.is_new:
            # Comments right before it belong to it.
            end = next((n for n in range(len(block), 0, -1) if block[n - 1].has_rows or block[n - 1].is_new), 0)
            if end:
                yield block[:end]
                block = block[end:]
            reading.begin(_id(group.comments), group.first)
        block.append(group)
    if block:
        yield block


def _id(comments: Iterable[str]) -> str:
    """The name of the document in these comments, or ""."""
    return read_comments(comments).get("newdoc id", "").strip()


def _declared(block: list[_Group], before: _Declaration) -> _Declaration:
    for first, lines, comments in block:
        if any("global.Entity" in line for line in comments):
            for number, line in enumerate(lines, first):
                key, value = parse_pair_value(line[1:])
                if line[0] == "#" and key == "global.Entity":
                    before = _Declaration(value or "", number, True)
    return before


def _read_block(block: list[_Group], name: str, source: str, declared: _Declaration, reading: Reading) -> Document:
    beginning = next((group.comments for group in block if group.is_new), [])
    place = Place(source, _id(beginning) or name)
    rows = Rows(place, spaces=reading.wants("text", "offsets"))
    metadata: list[dict[str, str]] = []
    speakers: list[str] = []
    paragraphs: list[int] = []
    waiting: list[str] = []  # comments without a sentence, which belong to the next one
    for group in block:
        check_utf8(group.lines, place, group.first)
        waiting += group.comments
        if not group.has_rows:
            refuse_old_line_ends(group.lines[0], place, group.first)
            continue
        comments = read_comments(waiting)
        metadata.append(comments)
        waiting = []
        if "newpar" in comments or "newpar id" in comments:
            paragraphs.append(rows.size)
        rows.read(group.lines, group.first)
        group.lines.clear()  # the text of a long document takes as much memory as its columns
        speakers += [comments.get("speaker", "")] * (rows.size - len(speakers))
    for word, speaker in rows.speakers.items():
        speakers[word] = speaker
    # A document without a sentence may still have comments.
    about = metadata[0] if metadata else read_comments(waiting)
    if metadata and declared.given:
        metadata[0]["global.Entity"] = declared.names
    document = _document(place, rows, about)
    document.sentence_metadata = metadata
    document.speakers = speakers if any(speakers) else None
    document.paragraph_starts = sorted({*paragraphs, *rows.paragraph_starts}) or None
    document.origin = Origin.of_lines(source, block[0].first, rows.lines)
    _set_mentions(document, rows, declared, place, reading)
    document.quotations = rows.quotations.finish()
    if reading.wants("text", "offsets"):
        document.text, document.offsets = _text(document, rows)
    return document


def _document(place: Place, rows: Rows, about: dict[str, str]) -> Document:
    """Return the document of these rows, without mentions, metadata and text."""
    part = about.get("meta::part", "")
    _, forms, lemmas, pos, tags, feats, _, deps, enhanced, _ = rows.columns
    words = [form.strip() or "_" for form in forms]
    for word, own in rows.within.items():
        words[word] = own
    # The lemma of the word `_` is `_`, not unknown.
    lemma_column = ["" if lemma == "_" != word else lemma for word, lemma in zip(words, lemmas, strict=True)]
    heads = None
    if any(head is not None for head in rows.heads):
        heads = [word if head is None else head for word, head in enumerate(rows.heads)]
    other = {"misc": _dense(rows.misc, len(words)), "deps": _known(enhanced)}
    for key, values in rows.further.items():
        name, blank = FURTHER[key]
        other[name] = [values.get(word, blank) for word in range(len(words))]
    return Document(
        name=place.document,
        part=int(part) if part.isdecimal() and len(part) < 10 else 0,
        words=words,
        sentence_starts=rows.sentence_starts,
        spaces=rows.spaces,
        tags=_known(tags),
        pos=_known(pos),
        feats=_known(feats),
        lemmas=lemma_column if any(lemma_column) else None,
        heads=heads,
        deps=_known(deps),
        entity_types=_dense(rows.entity_types, len(words)),
        genre=about.get("meta::genre", "") or genre_of(place.document),
        other={name: values for name, values in other.items() if values is not None},
        multiwords=rows.multiwords,
        empty_nodes=rows.empty_nodes,
    )


def _set_mentions(document: Document, rows: Rows, declared: _Declaration, place: Place, reading: Reading) -> None:
    fields = FieldReader(declared.names, Nodes([word for word, _ in document.empty_nodes]), place, declared.line)
    spans = settle_repeats(rows.brackets.finish(), _forms(document), place, reading)
    mentions = [fields.mention(span) for span in spans]
    if document.empty_nodes:
        zeros = [mention for mention in mentions if mention.start == mention.end]
        document.zeros = sorted(zeros, key=lambda m: (m.empty[0], -m.empty[-1], m.entity))
        mentions = [mention for mention in mentions if mention.start < mention.end]
    document.mentions = sort_mentions(mentions)
    reading.report.overlaps.extend(rows.brackets.overlaps)


def _forms(document: Document) -> list[str]:
    """Return the forms of words and empty nodes."""
    forms: list[str] = []
    done = 0
    for word, cells in document.empty_nodes:
        forms += document.words[done : word + 1]
        forms.append(cells[1])
        done = word + 1
    return forms + document.words[done:]


def _known(cells: Sequence[str]) -> list[str] | None:
    """Return a column with "" for `_`; None if there is no other value."""
    values = ["" if cell == "_" else cell for cell in cells]
    return values if any(values) else None


def _dense(values: dict[int, str], size: int) -> list[str] | None:
    """Return a column with these values of some words, and "" for the others; None if there are none."""
    if not any(values.values()):
        return None
    column = [""] * size
    for word, value in values.items():
        column[word] = value
    return column


def _text(document: Document, rows: Rows) -> tuple[str, list[int]]:
    """Return the raw text, built from forms, white space and paragraphs, and the offset of each word."""
    pieces = list(document.words)
    gaps = [" " if space else "" for space in document.spaces or ()]
    for word in document.paragraph_starts or ():
        if word:
            gaps[word - 1] = "\n\n"
    for start, end, form, *_ in document.multiwords:
        pieces[start:end] = [form] + [""] * (end - start - 1)
        gaps[start : end - 1] = [""] * (end - start - 1)
    gaps[-1:] = [""] * bool(gaps)
    for word, gap in rows.after.items():
        gaps[word] = gap
    ends = accumulate(len(piece) + len(gap) for piece, gap in zip(pieces, gaps, strict=True))
    offsets = [len(rows.before) + end for end in (0, *ends)][:-1] if pieces else []
    for start, end, form, *_ in document.multiwords:
        begin = offset = offsets[start]
        for number, part in enumerate(document.words[start:end], start):
            # Within the form even where the form is not the parts side by side (`del` = `de` + `el`).
            offsets[number] = max(begin, min(offset, begin + len(form) - len(part)))
            offset += len(part)
    return rows.before + "".join(chain.from_iterable(zip(pieces, gaps, strict=True))), offsets
