"""CoNLL-U with coreference in MISC: writing what `conllu_.py` reads.

The document's own field names, kept in the first sentence's metadata as `global.Entity`, are used again; documents of
other formats get `eid-etype-head-other`. Comments stay in their order; MISC is sorted by name. Sentences without
metadata get `sent_id` and `text`. A speaker who speaks the whole sentence becomes `# speaker`, otherwise `Speaker=`
stands on each word. Tabs and line ends within a cell become `_`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TextIO

from corefpipe.document import Document
from corefpipe.errors import AnnotationError
from corefpipe.formats.brackets import write_cells
from corefpipe.formats.entity_fields import FieldWriter
from corefpipe.formats.reading import Place, genre_of


def write_document(document: Document, stream: TextIO) -> None:
    """Writes a document.

    Raises:
        AnnotationError: a mention has no entity, brackets cannot hold the mentions, or a head is outside of its
            word's sentence.
    """
    writer = _Writer(document)
    if not document.words:
        stream.write("\n".join(_lines(writer.about({}))) + "\n\n")
    for number, (start, end) in enumerate(document.sentences()):
        lines = [*writer.comments(number, start, end), *writer.rows(start, end)]
        stream.write("\n".join(lines) + "\n\n")


class _Writer:
    def __init__(self, document: Document):
        if any(not mention.entity for mention in document.mentions):
            raise AnnotationError(
                "a mention has no entity", cure="Resolve the document before it is written", document=str(document)
            )
        self._document = document
        self.name = " ".join(document.name.split())
        metadata = document.sentence_metadata or [{}]
        declared = metadata[0].get("global.Entity", "")
        fields = FieldWriter(document, declared)
        self._declaration = fields.declaration if declared or document.mentions else ""
        self._cells = write_cells([fields.span(m) for m in document.mentions], "", Place("", str(document)))
        self._spaces = document.spaces or _spaces(document)
        self._paragraphs = set(document.paragraph_starts or ())
        self._multiwords = {start: (end, form) for start, end, form in document.multiwords}
        self._empty: dict[int, list[list[str]]] = {}
        for word, fields_ in document.empty_nodes:
            # Number 0.1 stands before the first word of a sentence, not after the last word of the one before.
            key = -word - 2 if fields_[0].startswith("0.") else word
            self._empty.setdefault(key, []).append(fields_)

    def comments(self, number: int, start: int, end: int) -> list[str]:
        """The comment lines of a sentence."""
        document = self._document
        metadata = document.sentence_metadata[number] if document.sentence_metadata else {}
        comments = {} if number else self.about(metadata)
        if start in self._paragraphs and "newpar" not in metadata and "newpar id" not in metadata:
            comments["newpar"] = ""
        own = ("newdoc", "newdoc id", "global.Entity", "meta::part")
        comments.update((key, value) for key, value in metadata.items() if key not in own)
        comments.setdefault("sent_id", f"{self.name}-{number + 1}")
        speaker = self._speaker(start, end)
        if speaker:
            comments["speaker"] = speaker
        elif document.speakers is not None:
            comments.pop("speaker", None)
        comments.setdefault("text", self._text(start, end))
        return _lines(comments)

    def about(self, metadata: dict[str, str]) -> dict[str, str]:
        """The comments on the document, but for those that its first sentence has."""
        document = self._document
        comments = {"newdoc id": self.name}
        if self._declaration:
            comments["global.Entity"] = self._declaration
        if document.part:
            comments["meta::part"] = str(document.part)
        if "meta::genre" not in metadata and document.genre not in ("", genre_of(document.name)):
            comments["meta::genre"] = document.genre
        return comments

    def rows(self, start: int, end: int) -> Iterator[str]:
        """The rows of a sentence: words, multiword tokens, empty nodes."""
        document = self._document
        alone = self._speaker(start, end) is None
        inside = start  # words below belong to a multiword token
        yield from self._empty_rows(-start - 1, 0)
        for word in range(start, end):
            if word in self._multiwords:
                inside, form = self._multiwords[word]
                misc = "_" if self._spaces[inside - 1] else "SpaceAfter=No"
                numbers = f"{word - start + 1}-{inside - start}"
                yield _row([numbers, form, "_", "_", "_", "_", "_", "_", "_", misc])
            head, deprel = "_", ""
            if document.heads is not None:
                head = self._head(word, start, end)
                # A root that has no relation is one whose head nobody knew.
                deprel = document.deps[word] if document.deps else ""
            yield _row(
                [
                    str(word - start + 1),
                    document.words[word] or "_",
                    document.lemmas[word] if document.lemmas else "",
                    document.pos[word] if document.pos else "",
                    document.tags[word] if document.tags else "",
                    document.feats[word] if document.feats else "",
                    head,
                    deprel,
                    document.other["deps"][word] if "deps" in document.other else "",
                    self._misc(word, word >= inside, alone, word != start),
                ]
            )
            yield from self._empty_rows(word, word - start + 1)

    def _misc(self, word: int, spaced: bool, speaker: bool, inner: bool) -> str:
        document = self._document
        items = document.other["misc"][word].split("|") if "misc" in document.other else []
        items = [item for item in items if item and not item.startswith("Entity=")]
        if word in self._cells:
            items.append(f"Entity={self._cells[word]}")
        if document.entity_types and document.entity_types[word]:
            items.append(f"EType={document.entity_types[word]}")
        if speaker and document.speakers and document.speakers[word]:
            items.append(f"Speaker={document.speakers[word]}")
        if inner and word in self._paragraphs:
            items.append("NewPar=Yes")
        if spaced and not self._spaces[word]:
            items.append("SpaceAfter=No")
        return "|".join(sorted(items, key=lambda item: item.partition("=")[0].lower()))

    def _head(self, word: int, start: int, end: int) -> str:
        heads = self._document.heads or []
        head = heads[word]
        if head == word:
            return "0"
        if not start <= head < end:
            raise AnnotationError(
                f"the head of word {word} ({self._document.words[word]!r}) is word {head}, in another sentence",
                cure="CoNLL-U needs the sentences that the parser saw",
                document=str(self._document),
            )
        return str(head - start + 1)

    def _empty_rows(self, key: int, number: int) -> Iterator[str]:
        for count, cells in enumerate(self._empty.get(key, ()), 1):
            yield _row([f"{number}.{count}", *cells[1:]])

    def _speaker(self, start: int, end: int) -> str | None:
        """The speaker of the sentence, "" for none, None where they change."""
        speakers = set(self._document.speakers[start:end]) if self._document.speakers else {""}
        return speakers.pop() if len(speakers) == 1 else None

    def _text(self, start: int, end: int) -> str:
        pieces = []
        word = start
        while word < end:
            after, form = self._multiwords.get(word, (word + 1, self._document.words[word]))
            pieces.append(form + (" " if self._spaces[after - 1] else ""))
            word = after
        return " ".join("".join(pieces).split())


def _lines(comments: dict[str, str]) -> list[str]:
    return [
        f"# {key} = {line}" if line else f"# {key}"
        for key, value in comments.items()
        for line in re.split(r"[\r\n]+", value)
    ]


def _row(cells: list[str]) -> str:
    row = "\t".join([cell or "_" for cell in cells])
    if row.count("\t") != 9 or "\n" in row or "\r" in row:
        row = "\t".join(re.sub(r"[\t\r\n]", "_", cell) or "_" for cell in cells)
    return row


def _spaces(document: Document) -> list[bool]:
    """Spaces as the offsets tell them; after every word where there are none."""
    if not document.offsets:
        return [True] * len(document.words)
    ends = [offset + len(word) for offset, word in zip(document.offsets, document.words, strict=True)]
    return [end < start for end, start in zip(ends, [*document.offsets[1:], len(document.text) + 1], strict=True)]
