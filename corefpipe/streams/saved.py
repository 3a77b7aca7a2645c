"""The state of a stream as bytes: MessagePack of plain values and arrays, no pickle."""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import astuple
from pathlib import Path
from typing import Any, TypeVar

import srsly
from spacy.vocab import Vocab

from corefpipe.exceptions import ModelError
from corefpipe.streams.chains import Chains, Placed
from corefpipe.streams.memory import Memory, Remembered
from corefpipe.streams.sentences import DecidedMention, Sentence
from corefpipe.streams.stored_docs import docs_of, docs_state, matrix_of, matrix_state
from corefpipe.streams.tail import Part, Tail
from corefpipe.streams.text import StreamText
from corefpipe.utils.digests import digest_of_bytes
from corefpipe.version import __version__

FORMAT = "corefpipe stream 2"
_NO_STATE = "Give a file that Stream.to_disk wrote, as it was written, or resolve the text again"

State = dict[str, Any]
Restored = TypeVar("Restored")


def read_state(path: Path) -> bytes:
    """The bytes of a file.

    Raises:
        ModelError: it cannot be read.
    """
    try:
        return path.read_bytes()
    except OSError as error:
        raise ModelError(
            f"the state cannot be read ({error.strerror})", cure="Give a file that Stream.to_disk wrote", file=str(path)
        ) from None


def packed(state: State, model: str) -> bytes:
    """A state with what it must be read with, and a digest of all.

    Args:
        state: plain values.
        model: digest of the model.
    """
    data = srsly.msgpack_dumps(state)
    signed = {"format": FORMAT, "version": __version__, "model": model, "state": data}
    found: bytes = srsly.msgpack_dumps(signed | {"digest": _digest_of(signed)})
    return found


def restored(
    data: bytes, model: Callable[[], str], restore: Callable[[State], Restored], file: str | None = None
) -> Restored:
    """What is made of the state in some bytes.

    Args:
        data: from `packed`.
        model: gives the digest of the model that goes on, which takes longer than all the rest.
        restore: makes it of the state.
        file: where they were read, for errors.

    Raises:
        ModelError: these are no state, one that is damaged, or one of another version or model.
    """
    try:
        found = srsly.msgpack_loads(data)
    except Exception as error:  # msgpack raises many kinds
        raise ModelError("no state of a stream", cure=_NO_STATE, file=file) from error
    if not isinstance(found, dict) or not str(found.get("format", "")).startswith(FORMAT[:-1]):
        raise ModelError("no state of a stream", cure=_NO_STATE, file=file)
    version = found.get("version")
    if version != __version__ or found["format"] != FORMAT:
        raise ModelError(
            f"the stream was saved by corefpipe {version} ({found['format']}), and this is {__version__} ({FORMAT})",
            cure="Go on with that version, or resolve the text again",
            file=file,
        )
    digest = found.pop("digest", None)
    if digest != _digest_of(found):
        raise ModelError("the state of a stream is damaged", cure=_NO_STATE, file=file)
    if found.get("model") != model():
        raise ModelError(
            "the stream was saved with another model, or other settings of it",
            cure="Load it with the model that began it",
            file=file,
        )
    try:
        return restore(srsly.msgpack_loads(found["state"]))
    except Exception as error:  # nobody but `packed` writes such a digest; what fails here was made by hand
        raise ModelError(
            f"the state of a stream cannot be restored ({type(error).__name__})", cure=_NO_STATE, file=file
        ) from error


def _digest_of(signed: Mapping[str, Any]) -> str:
    """Digest of all that a state is stored with."""
    return digest_of_bytes(srsly.msgpack_dumps(sorted(signed.items(), key=lambda item: str(item[0]))))


def text_state(text: StreamText) -> State:
    """The words that were decided."""
    known = {word: number for number, word in enumerate(dict.fromkeys((*text.words, *text.pos)))}
    return {
        "known": list(known),
        "words": _bytes(array("I", (known[word] for word in text.words))),
        "pos": _bytes(array("I", (known[pos] for pos in text.pos))),
        "offsets": _bytes(text.offsets),
        "starts": _bytes(text.starts),
        "texts": list(text.texts),
        "speakers": [list(one) for one in text.speakers],
    }


def text_of(state: Mapping[str, Any]) -> StreamText:
    """The words that were decided, from their state."""
    known = state["known"]
    words, pos = ([known[number] for number in _array("I", state[name])] for name in ("words", "pos"))
    found = StreamText(words, pos, _array("Q", state["offsets"]), _array("Q", state["starts"]))
    for text in state["texts"]:
        found.add_text(text)
    found.speakers = [(first, speaker) for first, speaker in state["speakers"]]
    return found


def chains_state(chains: Chains) -> State:
    """The mentions and entities."""
    return {
        "singletons": chains.singletons,
        "open": [list(mention) for mention in chains.open],
        "columns": [_bytes(column) for column in chains.columns],
        "odds": _bytes(chains.odds),
        "ids": _bytes(chains.ids),
        "last": chains.last_id,
    }


def chains_of(state: Mapping[str, Any]) -> Chains:
    """The mentions and entities, from their state."""
    found = Chains(state["singletons"])
    ids = _array("i", state["ids"])
    for _ in ids:
        found.new()
    columns = [_array("i", column) for column in state["columns"]]
    for row in zip(*columns, _array("f", state["odds"]), strict=True):
        found.decide(Placed(*row))
    found.ids, found.last_id = ids, state["last"]
    found.open = [Placed(*mention) for mention in state["open"]]
    return found


def sentences_state(sentences: Iterable[Sentence]) -> State:
    """The sentences of the window."""
    several = list(sentences)
    return docs_state(one.doc for one in several) | {
        "sentences": [
            {
                "place": [one.word, one.words],
                "vectors": matrix_state(one.vectors),
                "mentions": [list(astuple(mention)) for mention in one.mentions],
                "keys": [list(key) for key in sorted(one.keys)],
            }
            for one in several
        ]
    }


def sentences_of(state: Mapping[str, Any], vocab: Vocab) -> deque[Sentence]:
    """The sentences of the window, from their state."""
    return deque(
        Sentence(
            doc,
            one["place"][0],
            one["place"][1],
            matrix_of(one["vectors"]),
            [DecidedMention(*mention) for mention in one["mentions"]],
            frozenset((key, entity) for key, entity in one["keys"]),
        )
        for doc, one in zip(docs_of(state, vocab), state["sentences"], strict=True)
    )


def tail_state(tail: Tail) -> State:
    """What may be revised."""
    return docs_state(part.doc for part in tail.parts) | {"texts": [part.text for part in tail.parts]}


def tail_of(state: Mapping[str, Any], vocab: Vocab) -> Tail:
    """What may be revised, from its state."""
    return Tail([Part(doc, text) for doc, text in zip(docs_of(state, vocab), state["texts"], strict=True)])


def memory_state(memory: Memory) -> State:
    """What is remembered; what stands under several keys, or in one sentence, is stored once."""
    records = {id(one): one for known in memory.keys.values() for one in known.values()}
    number = {key: place for place, key in enumerate(records)}
    docs = {id(one.doc): one.doc for one in records.values()}
    at = {key: place for place, key in enumerate(docs)}
    return docs_state(docs.values()) | {
        "records": [
            [
                at[id(one.doc)],
                one.word,
                one.words,
                list(astuple(one.mention)),
                matrix_state(one.vectors),
                one.is_name,
            ]
            for one in records.values()
        ],
        "keys": [
            [key, [[entity, number[id(one)]] for entity, one in known.items()]] for key, known in memory.keys.items()
        ],
        "nouns": [list(noun) for noun in memory.nouns],
    }


def memory_of(state: Mapping[str, Any], vocab: Vocab) -> Memory:
    """What is remembered, from its state."""
    docs = docs_of(state, vocab)
    records = [
        Remembered(docs[at], word, words, DecidedMention(*mention), matrix_of(vectors), is_name)
        for at, word, words, mention, vectors, is_name in state["records"]
    ]
    keys = {key: {entity: records[number] for entity, number in known} for key, known in state["keys"]}
    return Memory(keys, deque((word, key, entity) for word, key, entity in state["nouns"]))


def _bytes(values: array[Any]) -> bytes:
    return values.tobytes()


def _array(kind: str, data: bytes) -> array[Any]:
    found: array[Any] = array(kind)
    found.frombytes(data)
    return found
