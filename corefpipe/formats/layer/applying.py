"""Annotate documents with the chains of a layer, instead of their own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from os import PathLike
from pathlib import Path

from corefpipe.document import Document, Mention, sort_mentions
from corefpipe.exceptions import FormatError
from corefpipe.formats.layer.reader import Entry, read_entries
from corefpipe.formats.layer.writer import digest_of_words
from corefpipe.formats.reading import Place, Reading
from corefpipe.formats.spans import settle_repeats

_VERSION = "This is another version of the text than the one annotated: get that one, or annotate this one"


class Layer:
    """A layer that was read, and which of its entries were used; for `read(layer=…)` of one path after the other.

    `finish` must be called at the end.

    >>> from corefpipe.formats import Layer, Reading, write_layer
    >>> write_layer([bakery], "bakery.layer")
    >>> layer = Layer("bakery.layer", Reading())
    >>> [len(one.mentions) for one in corefpipe.read("corpora/samples/bakery.conll", layer=layer)]
    [23]

    Args:
        path: a layer file, or a folder of them.
        reading: settings and report; of documents with errors, too.

    Raises:
        FormatError: there is no layer at this path, or it is not valid.
    """

    def __init__(self, path: str | PathLike[str], reading: Reading):
        self._found = read_entries(path, reading)
        self._reading = reading

    @property
    def files(self) -> list[Path]:
        """The files of the layer."""
        return self._found.files

    def annotate(self, document: Document) -> Document | None:
        """The document with the mentions of its entry; None if it has none that is valid, and that was reported before.

        It is also None for a document without an entry if the layer is partial.

        Raises:
            FormatError: the document has no entry, other words than those annotated, or a span twice.
        """
        entry = self._found.entries.get(document.key)
        place = Place(document.origin.file if document.origin else "", str(document))
        line = document.origin.line if document.origin else None
        if entry is None:
            if self._found.partial:
                return None
            raise place.error(
                f"the layer {self._found.path} has no entry for this document",
                "Read only what it annotates, or write `# coverage: partial` below its first line, which leaves out "
                "all others",
                line,
            )
        if entry.used:
            raise place.error("a second document has this name, and the layer has one entry for it", "Rename it", line)
        entry.used = True
        if not entry.valid:
            return None
        self._check_words(document, entry)
        spans = sorted(entry.spans, key=lambda span: (span.start, -span.end))
        mentions = [
            Mention(span.start, span.end, span.entity, fragments=span.fragments)
            for span in settle_repeats(spans, document.words, entry.place, self._reading)
        ]
        origin = replace(document.origin, entities=()) if document.origin else None
        return replace(document, mentions=sort_mentions(mentions), zeros=[], quotations=[], origin=origin)

    def finish(self) -> None:
        """Refuse entries whose documents were not read, after all were.

        Raises:
            FormatError: there is one, and `on_error` is `raise`.
        """
        for error in list(self._left_over()):
            self._reading.refuse(error)

    def _left_over(self) -> Iterator[FormatError]:
        skipped = {error.document for error in self._reading.report.skipped}
        for entry in self._found.entries.values():
            if not entry.used and entry.valid and entry.place.document not in skipped:
                yield entry.place.error(
                    "there is no such document in what was read",
                    "Read all that the layer annotates, or delete the entry; the name may be another one",
                    entry.line,
                )

    def _check_words(self, document: Document, entry: Entry) -> None:
        where = f" in {document.origin.file}" if document.origin else ""
        if len(document) != entry.words:
            what = f"the document{where} has {len(document)} words, and {entry.words} were annotated"
            raise entry.place.error(what, _VERSION, entry.line)
        digest = digest_of_words(document.words)
        if not digest.startswith(entry.digest):
            shown = digest[: len(entry.digest)]
            what = f"the words of the document{where} have the digest {shown}, those annotated had {entry.digest}"
            raise entry.place.error(what, _VERSION, entry.line)
