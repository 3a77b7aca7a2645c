"""The end of a stream, which is parsed and resolved anew with the next piece as far as it may be revised."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from spacy import attrs
from spacy.tokens import Doc

from corefpipe.streams.sentences import joined, sentence_docs, words_in

Parse = Callable[[str], Doc]
"""Parses a text."""


@dataclass(slots=True)
class Part:
    """A part of the end: one text, or a Doc that was given.

    Attributes:
        doc: its parse.
        text: what is parsed anew when more text follows; None for a Doc that was given.
    """

    doc: Doc
    text: str | None = None


@dataclass(slots=True)
class Tail:
    """The sentences at the end of a stream.

    Attributes:
        parts: in text order; no two texts follow each other.
    """

    parts: list[Part] = field(default_factory=list)

    def add_text(self, text: str, parse: Parse) -> None:
        """Append a text; it is parsed together with the text before it."""
        before = self.parts[-1].text if self.parts else None
        part = Part(parse((before or "") + text), (before or "") + text)  # raises an error before anything is changed
        self.parts[-1 if before is not None else len(self.parts) :] = [part]

    def add_doc(self, doc: Doc) -> None:
        """Append a parsed Doc."""
        self.parts.append(Part(doc))

    def end_word(self) -> None:
        """Put a space after the last word."""
        last = self.parts[-1]
        self.parts[-1] = Part(spaced(last.doc), last.text and f"{last.text} ")

    @property
    def doc(self) -> Doc | None:
        """All parts as one Doc; None without any."""
        return joined([part.doc for part in self.parts]) if self.parts else None

    @property
    def n_words(self) -> int:
        """Number of words."""
        return sum(int(words_in(part.doc)[-1]) for part in self.parts)

    @property
    def n_sentences(self) -> int:
        """Number of sentences."""
        return sum(1 for part in self.parts for _ in part.doc.sents)

    def release(self, keep: int) -> list[Doc]:
        """Remove all sentences but the last ones and return them as Docs.

        Args:
            keep: number of sentences that stay.
        """
        sentences = [(number, doc) for number, part in enumerate(self.parts) for doc in sentence_docs(part.doc)]
        n = max(len(sentences) - keep, 0)
        stay: dict[int, list[Doc]] = {}
        for number, doc in sentences[n:]:
            stay.setdefault(number, []).append(doc)
        gone = [0] * len(self.parts)  # characters of each part
        for number, doc in sentences[:n]:
            gone[number] += len(doc.text)
        texts = [part.text and part.text[size:] for part, size in zip(self.parts, gone, strict=True)]
        self.parts = [Part(joined(docs), texts[number]) for number, docs in stay.items()]
        return [doc for _, doc in sentences[:n]]


def spaced(doc: Doc) -> Doc:
    """A Doc with a space at its end, so that the words of the next one are no part of its last."""
    spaces = doc.to_array([attrs.SPACY])
    if not doc[-1].is_space and not doc[-1].whitespace_:
        spaces[-1] = 1
        doc.from_array([attrs.SPACY], spaces)  # type: ignore[arg-type]
    return doc
