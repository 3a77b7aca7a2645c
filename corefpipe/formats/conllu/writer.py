"""Writer of CoNLL-U with coreference in MISC.

The names of the bracket's fields are those in the first sentence's metadata (`global.Entity`); documents of other
formats get `eid-etype-head-other`. Comments keep their order; MISC is sorted by name, ignoring case. Sentences without
metadata get `sent_id` and `text`. A speaker of a whole sentence becomes `# speaker`; otherwise each word gets
`Speaker=`. Quotations are brackets of their own (`quotations.py`). White space that readers would not guess goes into
`SpacesAfter=`, `SpacesBefore=` and `SpacesInToken=` (`reader.py`). Tabs and line ends within other cells become `_`; in
speakers and word types they and `|` are escaped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TextIO

from corefpipe.document import Document, Mention
from corefpipe.document.trees import check_heads
from corefpipe.exceptions import AnnotationError
from corefpipe.formats.brackets import write_cells
from corefpipe.formats.conllu.comments import CommentWriter, sentence_speaker
from corefpipe.formats.conllu.entity_fields import FieldWriter
from corefpipe.formats.conllu.escapes import VALUES, escape_spaces, form_of
from corefpipe.formats.conllu.nodes import Nodes
from corefpipe.formats.conllu.quotations import KEY, quotation_cells
from corefpipe.formats.conllu.rows import AFTER, BEFORE, FURTHER, WITHIN
from corefpipe.formats.reading import Place
from corefpipe.formats.spans import Span
from corefpipe.formats.tokens import gaps_of

_GLUED = "SpaceAfter=No"


def write_document(document: Document, stream: TextIO) -> None:
    """Write a document.

    Raises:
        AnnotationError: a mention has no entity or no words, mentions of one entity cross, a quotation has no words, a
            syntactic head is in another sentence, or empty nodes are out of order.
    """
    nodes = Nodes(_words_before_empty(document))
    declared = document.sentence_metadata[0].get("global.Entity", "") if document.sentence_metadata else ""
    fields = FieldWriter(document, declared, nodes)
    spans = [_span(mention, document, fields) for mention in (*document.mentions, *document.zeros)]
    cells = write_cells(spans, "", Place("", str(document)), nodes.word)
    spaces = document.spaces or _spaces(document)
    comments = CommentWriter(document, fields.declaration if declared or spans else "", spaces)
    rows = _Rows(document, spaces, cells, nodes)
    if not document.words:
        stream.write("\n".join(comments.of_document()) + "\n\n")
    for number, (start, end) in enumerate(document.sentences()):
        stream.write("\n".join([*comments.of_sentence(number, start, end), *rows.of_sentence(start, end)]) + "\n\n")


def _words_before_empty(document: Document) -> list[int]:
    """Return the word before each empty node, or -1."""
    size = len(document.words)
    order = [(word, cells[0].startswith("0.")) for word, cells in document.empty_nodes]
    if (
        order != sorted(order)
        or (order and not -1 <= order[0][0] <= order[-1][0] < size)
        or any(len(cells) != 10 for _, cells in document.empty_nodes)
    ):
        raise AnnotationError(
            "its empty nodes are not (word before, ten fields) in text order, 0.1 of a sentence after those of the "
            "sentence before",
            cure="Sort them",
            document=str(document),
        )
    return [word for word, _ in order]


def _span(mention: Mention, document: Document, fields: FieldWriter) -> Span:
    """Return the bracket of a mention, after checking that its words and empty nodes exist."""
    words, empty = len(document.words), len(document.empty_nodes)
    if not mention.entity:
        raise AnnotationError(
            "a mention has no entity", cure="Resolve the document before writing it", document=str(document)
        )
    if not mention.fragments and not mention.empty and 0 <= mention.start < mention.end <= words:
        return fields.span(mention)
    pieces = mention.fragments or ((mention.span,) if mention.start < mention.end else ())
    if not (
        (pieces or mention.empty)
        and all(0 <= start < end <= words for start, end in pieces)
        and all(0 <= number < empty for number in mention.empty)
    ):
        raise AnnotationError(
            f"a mention of entity {mention.entity}, words {mention.start} to {mention.end}, has no words, or words "
            "that the document does not have",
            cure=f"The document has {words} words and {empty} empty nodes",
            document=str(document),
        )
    return fields.span(mention)


class _Rows:
    """The rows of a document; `cells` are its brackets by position."""

    def __init__(self, document: Document, spaces: Sequence[bool], cells: dict[int, str], nodes: Nodes):
        self._document = document
        self._spaces = spaces
        self._sentences = document.sentences()
        self._entity: dict[int, str] = {}
        self._entity_of_empty: dict[int, str] = {}
        for position, cell in cells.items():
            number = nodes.empty(position)
            if number is None:
                self._entity[nodes.word(position)] = f"Entity={cell}"
            else:
                self._entity_of_empty[number] = f"Entity={cell}"
        # Rows that stand before or after the row of a word.
        self._before: dict[int, list[str]] = {}
        self._after: dict[int, list[str]] = {}
        self._multiword_spaces: dict[int, list[str]] = {}
        self._words = self._word_rows()
        self._add_empty_nodes()
        self._add_multiwords()

    def of_sentence(self, start: int, end: int) -> Iterable[str]:
        """Return the rows of a sentence: words, multiword tokens, empty nodes."""
        if not self._before and not self._after:
            return self._words[start:end]
        return self._all_rows(start, end)

    def _all_rows(self, start: int, end: int) -> Iterator[str]:
        for word in range(start, end):
            yield from self._before.get(word, ())
            yield self._words[word]
            yield from self._after.get(word, ())

    def _word_rows(self) -> list[str]:
        document = self._document
        size = len(document.words)
        return _joined(
            [str(number) for start, end in self._sentences for number in range(1, end - start + 1)],
            list(map(form_of, document.words)),
            _column(document.lemmas, size),
            _column(document.pos, size),
            _column(document.tags, size),
            _column(document.feats, size),
            self._heads(),
            _column(document.deps, size),
            _column(document.other.get("deps"), size),
            self._misc(),
        )

    def _heads(self) -> list[str]:
        document = self._document
        if document.heads is None:
            return ["_"] * len(document.words)
        cells = []
        for start, end in self._sentences:
            for word, head in enumerate(document.heads[start:end], start):
                if not start <= head < end:
                    raise AnnotationError(
                        f"the head of word {word} ({document.words[word]!r}) is word {head}, in another sentence",
                        cure="Heads must be in the sentence of their word: keep the sentences of the parser",
                        document=str(document),
                    )
                cells.append("0" if head == word else str(head - start + 1))
        check_heads(document)
        return cells

    def _misc(self) -> list[str]:
        document = self._document
        kept = list(document.other.get("misc") or [""] * len(document.words))
        added = {word: [item] for word, item in self._entity.items()}
        for word, cell in quotation_cells(document).items():
            added.setdefault(word, []).append(f"{KEY}={cell}")
        for word, value in enumerate(document.entity_types or ()):
            if value:
                added.setdefault(word, []).append(f"EType={VALUES.escape(value)}")
        for key, (name, blank) in FURTHER.items():
            for word, value in enumerate(document.other.get(name, ())):
                if value and value != blank:
                    added.setdefault(word, []).append(f"{key}={VALUES.escape(value)}")
        speakers = document.speakers or []
        for start, end in self._sentences if speakers else ():
            if sentence_speaker(document, start, end) is None:
                for word, speaker in enumerate(speakers[start:end], start):
                    if speaker:
                        added.setdefault(word, []).append(f"Speaker={VALUES.escape(speaker)}")
        for word in {*(document.paragraph_starts or ())}.difference(start for start, _ in self._sentences):
            added.setdefault(word, []).append("NewPar=Yes")
        self._add_spaces(kept, added)
        told = {word for start, end, *_ in document.multiwords for word in range(start, end)}
        for word, space in enumerate(self._spaces):
            if not space and word not in told:
                added.setdefault(word, []).append(_GLUED)
        cells = [_sorted(value) if "|" in value else value or "_" for value in kept]
        for word, items in added.items():
            cells[word] = _sorted(kept[word], *items)
        return cells

    def _add_spaces(self, kept: list[str], added: dict[int, list[str]]) -> None:
        """Add white space that readers would not guess, in place of what other software found in the text."""
        for word, form in enumerate(self._document.words):
            if form != form_of(form):
                kept[word] = _without(kept[word], WITHIN)
                added.setdefault(word, []).append(f"{WITHIN}={escape_spaces(form)}")
        spelled = gaps_of(self._document)
        if spelled is None:
            return
        before, gaps = spelled
        ends = {end - 1: start for start, end, *_ in self._document.multiwords}
        inside = {word for start, end, *_ in self._document.multiwords for word in range(start, end)}
        paragraphs = set(self._document.paragraph_starts or ())
        for word, item in enumerate(kept):
            if AFTER in item or BEFORE in item:
                kept[word] = _without(item, AFTER, *[BEFORE] * (word == 0))
        for word, gap in enumerate(gaps):
            last = word + 1 == len(gaps)
            if gap != ("" if last else "\n\n" if word + 1 in paragraphs else " " * self._spaces[word]):
                item = f"{AFTER}={escape_spaces(gap)}"
                if word in ends:
                    self._multiword_spaces.setdefault(ends[word], []).append(item)
                elif word not in inside:
                    added.setdefault(word, []).append(item)
        if before:
            item = f"{BEFORE}={escape_spaces(before)}"
            (self._multiword_spaces if 0 in inside else added).setdefault(0, []).append(item)

    def _add_empty_nodes(self) -> None:
        starts = {start for start, _ in self._sentences}
        previous = (-1, 0)
        for number, (word, cells) in enumerate(self._document.empty_nodes):
            sentence, minor = 0, cells[0].partition(".")[2]
            # Number 0.1 stands before the first word of a sentence, not after the last word of the one before.
            first = word < 0 or (cells[0].startswith("0.") and word + 1 in starts)
            if not first:
                sentence = word - self._sentences[self._document.sentence_of(word)][0] + 1
            place = -word - 2 if first else word
            count = int(minor) if minor.isdecimal() and len(minor) < 10 else 1
            count = max(count, previous[1] + 1 if previous[0] == place else 1)
            previous = (place, count)
            misc = cells[9] or "_"
            if number in self._entity_of_empty:
                misc = _sorted("" if misc == "_" else misc, self._entity_of_empty[number])
            rows = self._before.setdefault(word + 1, []) if first else self._after.setdefault(word, [])
            rows += _joined([f"{sentence}.{count}"], *([cell or "_"] for cell in cells[1:9]), [misc])

    def _add_multiwords(self) -> None:
        for start, end, form, feats, misc in self._document.multiwords:
            offset = self._sentences[self._document.sentence_of(start)][0] - 1
            cells = [f"{start - offset}-{end - 1 - offset}", form or "_", "_", "_", "_", feats or "_", "_", "_", "_"]
            spaces = [*([] if self._spaces[end - 1] else [_GLUED]), *self._multiword_spaces.get(start, ())]
            self._before.setdefault(start, []).extend(_joined(*([cell] for cell in cells), [_sorted(misc, *spaces)]))


def _column(values: Sequence[str] | None, size: int) -> list[str]:
    return [value or "_" for value in values] if values else ["_"] * size


def _without(kept: str, *names: str) -> str:
    """Return the items of a MISC cell without those of some names."""
    return "|".join(item for item in kept.split("|") if item.partition("=")[0] not in names)


def _sorted(kept: str, *added: str) -> str:
    """Return a MISC cell: the old items without brackets and the new ones, sorted by name."""
    items = [item for item in kept.split("|") if item and not item.startswith("Entity=")]
    items += added
    if len(items) > 1:
        items.sort(key=lambda item: item.partition("=")[0].lower())
    return "|".join(items) or "_"


def _joined(*columns: list[str]) -> list[str]:
    """Join columns to rows."""
    rows = list(map("\t".join, zip(*columns, strict=True)))
    text = "\n".join(rows)
    if text.count("\t") > 9 * len(rows) or text.count("\n") >= max(len(rows), 1) or "\r" in text:
        rows = ["\t".join(re.sub(r"[\t\r\n]", "_", cell) for cell in row) for row in zip(*columns, strict=True)]
    return rows


def _spaces(document: Document) -> list[bool]:
    """Return whether a space follows each word, by the offsets; always True without offsets."""
    if not document.offsets:
        return [True] * len(document.words)
    ends = [offset + len(word) for offset, word in zip(document.offsets, document.words, strict=True)]
    return [end < start for end, start in zip(ends, [*document.offsets[1:], len(document.text) + 1], strict=True)]
