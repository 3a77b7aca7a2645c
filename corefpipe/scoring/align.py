"""Match the documents of a response to those of the key, by name and part, or in order where they have no names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from corefpipe.document import UNNAMED, Document
from corefpipe.exceptions import AlignmentError
from corefpipe.scoring.places import place_of
from corefpipe.scoring.policy import Policy

_NAMED = 5

Pair = tuple[Document, Document]


def align(key: Iterable[Document], response: Iterable[Document], policy: Policy) -> tuple[list[Pair], list[str]]:
    """Return pairs of documents with the same (name, part), in the order of the key, and notes on missing documents.

    If a side has no names, as spaCy Docs and resolved texts have none, its documents are those of the other in order.

    Args:
        key: the true annotation.
        response: the annotation to score.
        policy: its `documents` and `words` are used.

    Raises:
        AlignmentError: the key has no documents, a side has two of the same name and part, a document is on one side
            only, or the words differ; the error names the documents and the first different word.
    """
    sides = list(key), list(response)
    named = _all_named(*sides)
    keys, responses = _by_name(named[0], "key"), _by_name(named[1], "response")
    if not keys:
        raise AlignmentError("the key has no document", cure="Check the path and whether the file is empty")
    missing = [document for name, document in keys.items() if name not in responses]
    extra = [document for name, document in responses.items() if name not in keys]
    found = []
    if missing:
        found.append(f"the response lacks {len(missing)} of the {len(keys)} documents of the key: {_names(missing)}")
    if extra:
        found.append(f"the response has {len(extra)} that the key lacks: {_names(extra)}")
    if found:
        found += [*_unnamed(sides[0], "key"), *_unnamed(sides[1], "response")]
    if found and policy.documents == "error":
        raise AlignmentError(
            "; ".join(found),
            cure="Both sides must have the same documents, matched by name and part, or as many in the same order if a "
            "side has no names at all; or count missing ones as empty (documents='missing-as-empty', --documents "
            "missing-as-empty)",
            **_file(responses.values()),
        )
    pairs = [(document, responses[name] if name in responses else _empty(document)) for name, document in keys.items()]
    if policy.words == "check":
        for pair in pairs:
            _check_words(*pair)
    return pairs, found


def _has_name(document: Document) -> bool:
    return document.origin is not None or document.name not in ("", UNNAMED)


def _unnamed(documents: Sequence[Document], side: str) -> Iterator[str]:
    """How many of the documents of a side have no names, for errors, if there are any."""
    number = len(documents) - sum(map(_has_name, documents))
    if number:
        yield f"{number} of the {len(documents)} documents of the {side} have no names"


def _all_named(key: list[Document], response: list[Document]) -> tuple[list[Document], list[Document]]:
    """The documents of both sides with names: those of the response are the key's, in order, if a side has none."""
    some_named = all(any(map(_has_name, documents)) for documents in (key, response))
    key = _numbered(key)
    if some_named or len(key) != len(response):
        return key, _numbered(response)
    return key, [replace(to, name=of.name, part=of.part) for of, to in zip(key, response, strict=True)]


def _numbered(documents: list[Document]) -> list[Document]:
    """The documents, of which those without names are called by their numbers."""
    return [
        document if _has_name(document) else replace(document, name=f"document {number}")
        for number, document in enumerate(documents, 1)
    ]


def _by_name(documents: Iterable[Document], side: str) -> dict[tuple[str, int], Document]:
    named: dict[tuple[str, int], Document] = {}
    for document in documents:
        first = named.setdefault(document.key, document)
        if first is not document:
            before = place_of(first)
            where = f", the first in {before['file']}, line {before['line']}" if "file" in before else ""
            raise AlignmentError(
                f"the {side} has two documents of this name and part{where}",
                cure="Give each document a name of its own, or parts of one document different numbers",
                **place_of(document),
            )
    return named


def _empty(document: Document) -> Document:
    return Document(document.name, document.part, document.words, document.sentence_starts)


def _file(documents: Iterable[Document]) -> dict[str, Any]:
    """Return the file that contains all of these, as an argument of an error; {} if there are several."""
    files = {document.origin.file for document in documents if document.origin is not None}
    return {"file": files.pop()} if len(files) == 1 else {}


def _names(documents: list[Document]) -> str:
    names = [str(document) for document in documents[:_NAMED]]
    rest = len(documents) - len(names)
    return ", ".join(names) + (f" and {rest} more" if rest else "")


def _check_words(key: Document, response: Document) -> None:
    # Spans given without a text have no words to compare.
    if key.words == response.words or not key.words or not response.words:
        return
    shorter = min(len(key), len(response))
    differing = (i for i in range(shorter) if key.words[i] != response.words[i])
    first = next(differing, shorter)
    here, there = (_word(document, first) for document in (key, response))
    raise AlignmentError(
        f"word {first + 1} is {here} in the key and {there} in the response",
        cure="Score a response over the words of its key, or do not compare them (words='ignore', --words ignore)",
        **place_of(response, min(first, len(response) - 1)),
    )


def _word(document: Document, word: int) -> str:
    if word >= len(document):
        return f"missing (there are {len(document)})"
    origin = document.origin
    line = origin.line_of(word) if origin is not None else None
    return f'"{document.words[word]}"' + (f" (line {line})" if line else "")
