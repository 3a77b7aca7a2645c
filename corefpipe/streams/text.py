"""The words of a stream that were decided."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

from spacy.tokens import Doc

from corefpipe.document import Document, Mention
from corefpipe.document.mention import sort_mentions
from corefpipe.streams.sentences import sentence_docs


@dataclass(slots=True)
class StreamText:
    """Words, sentences and characters; a word takes about 17 bytes beside its characters.

    Attributes:
        words: the words; equal ones are one object.
        pos: universal part of speech of each, as equal objects.
        offsets: character at which each begins.
        starts: first word of each sentence.
        texts: the text of each sentence, with the white space after it.
    """

    words: list[str] = field(default_factory=list)
    pos: list[str] = field(default_factory=list)
    offsets: array[int] = field(default_factory=lambda: array("Q"))
    starts: array[int] = field(default_factory=lambda: array("Q"))
    texts: list[str] = field(default_factory=list)
    _firsts: array[int] = field(default_factory=lambda: array("Q"))
    _size: int = 0
    _known: dict[str, str] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.words)

    @property
    def n_sentences(self) -> int:
        """Number of sentences."""
        return len(self.starts)

    @property
    def last(self) -> str:
        """The last character; "" if there is none."""
        return self.texts[-1][-1:] if self.texts else ""

    def add(self, doc: Doc) -> None:
        """Append a sentence."""
        first = len(self.words)
        for token in doc:
            if not token.is_space:
                self.words.append(self._known.setdefault(token.text, token.text))
                self.pos.append(self._known.setdefault(token.pos_, token.pos_))
                self.offsets.append(self._size + token.idx)
        if len(self.words) > first:
            self.starts.append(first)
        self.add_text(doc.text)

    def add_text(self, text: str) -> None:
        """Append characters, whose words are known."""
        self.texts.append(text)
        self._firsts.append(self._size)
        self._size += len(text)

    def surface(self, start: int, end: int) -> str:
        """The text of words of one sentence."""
        number = bisect_right(self._firsts, self.offsets[start]) - 1
        first = self._firsts[number]
        return self.texts[number][
            self.offsets[start] - first : self.offsets[end - 1] + len(self.words[end - 1]) - first
        ]

    def document(self, name: str, mentions: Sequence[Mention], end: Doc | None) -> Document:
        """The text as a document.

        Args:
            name: of the document.
            mentions: those of all words.
            end: what follows the text; None for nothing.
        """
        whole = self
        if end is not None:
            whole = StreamText(
                [*self.words], [*self.pos], self.offsets[:], self.starts[:], [*self.texts], self._firsts[:], self._size
            )
            for sentence in sentence_docs(end):
                whole.add(sentence)
        return Document(
            name,
            words=[*whole.words],
            sentence_starts=whole.starts.tolist(),
            mentions=sort_mentions(mentions),
            text="".join(whole.texts),
            offsets=whole.offsets.tolist(),
            pos=[*whole.pos],
        )
