"""The chains of a text that grows: pieces are appended, and the chains so far are there after each."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path

import numpy as np
from spacy.language import Language
from spacy.tokens import Doc

from corefpipe.dialogue.docs import SPEAKER
from corefpipe.document import UNNAMED, Document, Mention
from corefpipe.exceptions import AnnotationError, FormatError, SettingError
from corefpipe.parsing.annotate import Watch, annotate, unwatched
from corefpipe.parsing.annotations import require_parse
from corefpipe.resolver.loading import load_resolver
from corefpipe.resolver.model import Resolver
from corefpipe.resolver.resolving import loaded
from corefpipe.streams import saved
from corefpipe.streams.chains import Chains, Placed
from corefpipe.streams.deciding import decided_in, decided_sentence, mentions_of, vectors_of
from corefpipe.streams.memory import Memory, keys_in, most_recalled, sentences_of
from corefpipe.streams.pieces import blocks_of, checked_text, checked_words, joint
from corefpipe.streams.resolving import EndResolver
from corefpipe.streams.sentences import Sentence, joined, words_in
from corefpipe.streams.tail import Tail, spaced
from corefpipe.streams.text import StreamText
from corefpipe.streams.updates import StreamMention, Update, joined_update
from corefpipe.utils.digests import digest_of_bytes
from corefpipe.utils.memory import release_memory
from corefpipe.utils.text import counted, encodable

WINDOW = 1000
"""Words before a piece that are compared with it mention by mention; of those before, names and nouns are recalled."""

_RELEASED = 1000
"""Words after which freed memory is returned to the system; where it is not, a stream takes a quarter more."""

_MANY = 2**63  # what a saved state can hold

_STRING = "It must be a string, without single surrogates"

Piece = str | Doc | Sequence[str]
"""A text, a parsed Doc, or the words of one sentence."""


class Stream:
    """Coreference in a text that grows.

    Each piece is resolved with the words before it: those of a window, and sentences further back that have a name or
    noun of the piece. The work for a piece does not depend on what is before the window. What was decided about a
    sentence stays, but for the last sentences that may be revised.

    >>> stream = corefpipe.Stream()  # doctest: +SKIP
    >>> stream.append("Ann lost her keys.").mentions  # doctest: +SKIP
    >>> stream.append("She found them.").mentions  # doctest: +SKIP
    >>> stream.chains()  # doctest: +SKIP

    A piece of text is one or more sentences; one that goes on in the next piece is parsed as two, unless it may be
    revised. The text is the pieces one after the other, with a space between two sentences that have none, and after a
    Doc, words, and a piece with a speaker.

    Args:
        model: a name such as "en", a folder, or a Resolver whose decoder honours constraints.
        window: number of words; None for all, which takes time and memory that grow with the text.
        revise: number of sentences at the end that are parsed and resolved again with the next piece; None for all,
            which gives the same chains as `resolve` on the whole text.
        name: of the document.
        nlp: a pipeline that parses the texts, whose Docs can be appended; None is the model's own.

    Attributes:
        model, nlp: the model, a copy of its own, and the pipeline that parses; that of a model is shared by all that
            use it in the process, `resolve` among them: to change one, load it and give it as `nlp`.
        pieces: number of pieces that were appended.

    Raises:
        ModelError: no such model.
        SettingError: a negative number, or a decoder that does not honour constraints.
    """

    def __init__(
        self,
        model: str | Path | Resolver = "en",
        *,
        window: int | None = WINDOW,
        revise: int | None = 0,
        name: str = UNNAMED,
        nlp: Language | None = None,
    ):
        for setting, value in (("window", window), ("revise", revise)):
            whole = isinstance(value, int) and not isinstance(value, bool)
            if value is not None and not (whole and 0 <= value < _MANY):
                raise SettingError(f"{setting} is {value!r}", cure="It must be a number from 0, or None for all")
        if not _is_string(name):
            raise SettingError(f"the name is {name!r}", cure=_STRING)
        if nlp is None:
            shared, self.nlp = loaded(model)
            self.model = shared if shared is model else shared.copied()
        else:
            self.model, self.nlp = model if isinstance(model, Resolver) else load_resolver(model), nlp
        self._resolver = EndResolver(self.model)
        self.name, self.window, self.revise = name, window, revise
        self._chains = Chains(self.model.singletons)
        self._text = StreamText()
        self._tail, self._memory = Tail(), Memory()
        self._recent: deque[Sentence] = deque()
        self._space = ""  # before the next piece
        self._closed = False
        self._unreleased = 0  # words since freed memory was returned
        self.pieces = 0

    def __len__(self) -> int:
        """Number of words."""
        return len(self._text) + self._tail.n_words

    def __repr__(self) -> str:
        size = f"{counted(len(self), 'word')} in {counted(self.pieces, 'piece')}"
        closed = ", closed" if self._closed else ""
        return f"<Stream {self.name!r}: {size}, window={self.window}, revise={self.revise}{closed}>"

    def __enter__(self) -> Stream:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the stream: nothing can be appended any more, and the chains stay."""
        self._closed = True

    def append(self, piece: Piece, *, speaker: str = "", watch: Watch = unwatched) -> Update:
        """Append a piece and find its chains.

        Args:
            piece: a text; a parsed Doc, whose annotation is used as it is; or the words of one sentence. A long text is
                resolved in blocks.
            speaker: who says the piece.
            watch: shows progress in a long text, by blocks.

        Returns:
            What has changed.

        Raises:
            AnnotationError: the stream is closed; the piece is no text, Doc or words, is empty or continues a word; the
                Doc has no parse; or the speaker is no string.
        """
        if self._closed:
            raise AnnotationError("the stream is closed", cure="Open another one", document=self.name)
        if not _is_string(speaker):
            raise AnnotationError(f"the speaker is {speaker!r}", cure=_STRING, document=self.name)
        before = len(self)
        parts = self._blocks(piece, speaker, watch) if isinstance(piece, str) else [piece]
        updates = [self._append(part, speaker) for part in parts]
        self.pieces += 1
        self._unreleased += len(self) - before
        if self._unreleased >= _RELEASED:
            release_memory()
            self._unreleased = 0
        return joined_update(updates, before, len(self), self._text.n_sentences + self._tail.n_sentences)

    def chains(self) -> dict[str, list[Mention]]:
        """Entity id -> its mentions so far in text order; ids in order of first mention."""
        found: dict[str, list[Mention]] = {}
        for mention in self._mentions():
            found.setdefault(mention.entity, []).append(mention)
        return found

    def document(self) -> Document:
        """The text so far with its chains, as a document without a parse but for parts of speech."""
        return self._text.document(self.name, list(self._mentions()), self._tail.doc, self._space)

    def to_bytes(self) -> bytes:
        """The state of the stream, without the model."""
        state = {
            "settings": [self.name, self.window, self.revise, self._space, self._closed, self.pieces],
            "text": saved.text_state(self._text),
            "chains": saved.chains_state(self._chains),
            "recent": saved.sentences_state(self._recent),
            "tail": saved.tail_state(self._tail),
            "memory": saved.memory_state(self._memory),
        }
        return saved.packed(state, self._digest)

    @classmethod
    def from_bytes(
        cls,
        data: bytes,
        model: str | Path | Resolver = "en",
        *,
        nlp: Language | None = None,
        file: str | None = None,
    ) -> Stream:
        """A stream from its state, which goes on where it was.

        Args:
            data: from `to_bytes`.
            model: the model that began it.
            nlp: its pipeline, if it had another one than the model's own.
            file: where the state was read, for errors.

        Raises:
            ModelError: no such model; or no state, or one that is damaged, or of another version or model.
        """
        found = cls(model, nlp=nlp)
        return saved.restored(data, lambda: found._digest, found._restore, file)

    def _restore(self, state: saved.State) -> Stream:
        """Take over a state."""
        self.name, self.window, self.revise, self._space, self._closed, self.pieces = state["settings"]
        self._text, self._chains = saved.text_of(state["text"]), saved.chains_of(state["chains"])
        vocab = self.nlp.vocab
        self._recent = saved.sentences_of(state["recent"], vocab)
        self._tail, self._memory = saved.tail_of(state["tail"], vocab), saved.memory_of(state["memory"], vocab)
        return self

    def to_disk(self, path: str | Path) -> None:
        """Write the state to a file, which is replaced at once: a killed program leaves the one before."""
        target = Path(path)
        temporary = target.with_name(f".{target.name}.tmp")
        try:
            temporary.write_bytes(self.to_bytes())
            temporary.replace(target)
        except OSError as error:
            temporary.unlink(missing_ok=True)
            raise FormatError(
                f"the state cannot be written ({error.strerror})",
                cure="Give a path in an existing folder",
                file=str(path),
            ) from None

    @classmethod
    def from_disk(cls, path: str | Path, model: str | Path | Resolver = "en", *, nlp: Language | None = None) -> Stream:
        """A stream from the file of its state (see `from_bytes`)."""
        return cls.from_bytes(saved.read_state(Path(path)), model, nlp=nlp, file=str(path))

    @cached_property
    def _digest(self) -> str:
        """Digest of the model with its settings."""
        return digest_of_bytes(self.model.to_bytes())

    def _mentions(self) -> Iterator[Mention]:
        for placed, id in self._chains.shown():
            yield Mention(placed.start, placed.end, id, placed.head)

    def _blocks(self, text: str, speaker: str, watch: Watch) -> Iterator[str]:
        """The text, with the white space before it, in blocks that are resolved one after the other."""
        text = self._space + checked_text(text, self.name)
        if text.isspace():
            self._space = text
            return
        if not speaker:  # who speaks begins a sentence
            text = joint(self._end_of_text(), text, self.name)
        self._space = ""
        blocks = [text] if self.revise is None else [*blocks_of(text)]
        yield from watch(blocks, self.name, len(blocks)) if len(blocks) > 1 else blocks

    def _end_of_text(self) -> str:
        """The last character; "" if there is none."""
        return self._tail.parts[-1].doc.text[-1:] if self._tail.parts else self._text.last

    def _append(self, part: Piece, speaker: str) -> Update:
        if isinstance(part, str) and not speaker:
            self._tail.add_text(part, self._parse)
        else:
            given = self._given(part, speaker)  # raises an error before anything is changed
            self._end_word()
            self._tail.add_doc(given)
        return self._resolve()

    def _end_word(self) -> None:
        """Put a space after the text, if it has no white space at its end."""
        last = self._end_of_text()
        if last and not last.isspace():
            if self._tail.parts:
                self._tail.end_word()
            else:
                self._text.add_text(" ")

    def _parse(self, text: str) -> Doc:
        ((doc, _),) = annotate([Document(UNNAMED, text=text)], self.nlp, read_as="plain")
        return doc

    def _given(self, piece: Piece, speaker: str) -> Doc:
        """The Doc of a piece that is a Doc, a sentence, or a text with a speaker."""
        if isinstance(piece, Doc):
            require_parse(piece)
            doc = _copied(piece, self.nlp)
        elif isinstance(piece, str):
            doc = self._parse(piece)
        else:
            words = checked_words(piece, self.name)
            ((doc, _),) = annotate([Document(UNNAMED, words=words, sentence_starts=[0])], self.nlp)
        if not len(doc):
            raise AnnotationError("the piece is empty", cure="Append one sentence or more", document=self.name)
        if speaker:
            for token in doc:
                token._.set(SPEAKER, speaker)
        return spaced(doc)

    def _resolve(self) -> Update:
        """Resolve the end of the stream, and decide about what may not be revised."""
        tail = self._tail.doc
        assert tail is not None
        context = self._context(tail)
        active = joined([*(sentence.doc for sentence in context), tail])
        first, before, words = len(active) - len(tail), len(self._text), words_in(tail)
        end = self._resolver(active, first, list(decided_in(context)), vectors_of(context))
        changed, removed = self._chains.revise(mentions_of(end, first, words, before, self._chains))
        tokens = np.flatnonzero(np.diff(words))
        mentions = [StreamMention(one.start, one.end, id, self._surface(one, tail, tokens)) for one, id in changed]
        self._decide(end.vectors)
        return Update(0, 0, 0, tuple(mentions), tuple((one.start, one.end) for one in removed))

    def _surface(self, mention: Placed, tail: Doc, tokens: np.ndarray) -> str:
        """The text of a mention, where the words of the end are these of its tokens."""
        before = len(self._text)
        if mention.start < before:
            return self._text.surface(mention.start, mention.end)
        return tail[int(tokens[mention.start - before]) : int(tokens[mention.end - 1 - before]) + 1].text

    def _context(self, tail: Doc) -> list[Sentence]:
        """What the end is compared with: sentences that are recalled, and those of the window."""
        within = {pair for sentence in self._recent for pair in sentence.keys}
        self._memory.forget(len(self._text))
        recalled = self._memory.recalled(keys_in(tail), within, most_recalled(self._tail.n_words))
        return [*sentences_of(recalled, tail), *self._recent]

    def _decide(self, vectors: np.ndarray | None) -> None:
        """Decide about the sentences that may not be revised; those that leave the window are remembered.

        Args:
            vectors: (n_tokens, width) of the end; None without a network.
        """
        if self.revise is None:
            return
        waiting, token = deque(self._chains.open), 0
        for doc in self._tail.release(self.revise):
            word = len(self._text)
            self._text.add(doc)
            own = []
            while waiting and waiting[0].start < len(self._text):
                own.append(waiting.popleft())
                self._chains.decide(own[-1])
            rows = None if vectors is None else vectors[token : token + len(doc)].copy()  # a view keeps all
            self._recent.append(decided_sentence(doc, word, rows, own))
            token += len(doc)
        self._chains.open = list(waiting)
        held = sum(sentence.words for sentence in self._recent)
        while self.window is not None and self._recent and held - self._recent[0].words >= self.window:
            oldest = self._recent.popleft()
            held -= oldest.words
            self._memory.add(oldest)


def _copied(doc: Doc, nlp: Language) -> Doc:
    """A copy of a Doc with the vocabulary of a pipeline."""
    return Doc(nlp.vocab).from_bytes(doc.to_bytes(exclude=["spans"]))


def _is_string(value: object) -> bool:
    """Whether a value is a string that a saved state can hold."""
    return isinstance(value, str) and encodable(value) == value
