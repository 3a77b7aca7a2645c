"""The words of a stream that were decided."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from spacy import attrs
from spacy.tokens import Doc

from corefpipe.chains.tokens import token_values
from corefpipe.dialogue.docs import SPEAKER
from corefpipe.document import Document, Mention
from corefpipe.document.mention import sort_mentions
from corefpipe.streams.sentences import sentence_docs, words_in


@dataclass(slots=True)
class StreamText:
    """Words, sentences and characters; a word takes about 17 bytes beside its characters.

    Attributes:
        words: the words; equal ones are one object.
        pos: universal part of speech of each, as equal objects.
        offsets: character at which each begins.
        starts: first word of each sentence.
        texts: the text of each sentence, with the white space after it.
        speakers: (first word, speaker) of the words that one speaker says, "" for an unknown one.
    """

    words: list[str] = field(default_factory=list)
    pos: list[str] = field(default_factory=list)
    offsets: array[int] = field(default_factory=lambda: array("Q"))
    starts: array[int] = field(default_factory=lambda: array("Q"))
    texts: list[str] = field(default_factory=list)
    speakers: list[tuple[int, str]] = field(default_factory=list)
    _firsts: array[int] = field(default_factory=lambda: array("Q"))
    _size: int = 0
    _known: dict[int, str] = field(default_factory=dict)

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
        before = words_in(doc)
        columns = doc.to_array([attrs.ORTH, attrs.POS, attrs.IDX])
        for word, pos, offset in columns[np.diff(before) > 0].tolist():
            self.words.append(self._string(doc, word))
            self.pos.append(self._string(doc, pos))
            self.offsets.append(self._size + offset)
        if len(self.words) > first:
            self.starts.append(first)
        self._add_speakers(doc, first, before.tolist())
        self.add_text(doc.text)

    def _add_speakers(self, doc: Doc, first: int, before: Sequence[int]) -> None:
        """Append the speakers of a sentence that begins with a word, of which so many are before each token."""
        (values,) = token_values(doc, SPEAKER)
        last = self.speakers[-1][1] if self.speakers else ""
        for token in range(len(doc)) if values or last else ():
            if before[token + 1] > before[token] and values.get(token, "") != last:
                last = values.get(token, "")
                self.speakers.append((first + before[token], last))

    def speaker_of_words(self) -> list[str] | None:
        """The speaker of each word; None if none is known."""
        bounds = pairwise([*self.speakers, (len(self.words), "")])
        found = [""] * (self.speakers[0][0] if self.speakers else 0)
        for (first, speaker), (end, _) in bounds:
            found += [speaker] * (end - first)
        return found if self.speakers else None

    def spaces(self, at_end: bool) -> list[bool]:
        """Whether white space follows each word, `at_end` after all of the text."""
        ends = (offset + len(word) for offset, word in zip(self.offsets, self.words, strict=True))
        return [end < following for end, following in zip(ends, [*self.offsets, self._size + at_end][1:], strict=True)]

    def _string(self, doc: Doc, number: int) -> str:
        """The string of a number of spaCy's, one object for each."""
        found = self._known.get(number)
        if found is None:
            found = self._known[number] = doc.vocab.strings[number]
        return found

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

    def document(self, name: str, mentions: Sequence[Mention], end: Doc | None, space: str = "") -> Document:
        """The text as a document.

        Args:
            name: of the document.
            mentions: those of all words.
            end: what follows the text; None for nothing.
            space: white space after that.
        """
        whole = self
        if end is not None:
            whole = StreamText(
                [*self.words],
                [*self.pos],
                self.offsets[:],
                self.starts[:],
                [*self.texts],
                [*self.speakers],
                self._firsts[:],
                self._size,
            )
            for sentence in sentence_docs(end):
                whole.add(sentence)
        return Document(
            name,
            words=[*whole.words],
            sentence_starts=whole.starts.tolist(),
            mentions=sort_mentions(mentions),
            text="".join(whole.texts) + space,
            offsets=whole.offsets.tolist(),
            spaces=whole.spaces(bool(space)),
            pos=[*whole.pos],
            speakers=whole.speaker_of_words(),
        )
