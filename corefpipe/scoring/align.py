"""Which document of the response answers which document of the key."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, get_args

from corefpipe.document import Document
from corefpipe.errors import AlignmentError

Words = Literal["check", "ignore"]
WORDS: tuple[Words, ...] = get_args(Words)
_NAMED = 5


def align(
    key: Iterable[Document], response: Iterable[Document], *, words: Words = "check"
) -> list[tuple[Document, Document]]:
    """Pairs of the same (name, part), in the order of the key.

    Args:
        key: the true annotation.
        response: the annotation to judge.
        words: whether the words of a pair must be equal, or are not looked at.

    Raises:
        AlignmentError: no documents at all, two of the same name and part on a side, documents on one side only, or
            other words; it names the documents, and the first word that differs.
    """
    keys, responses = _by_name(key, "key"), _by_name(response, "response")
    if not keys and not responses:
        raise AlignmentError("neither the key nor the response has a document")
    missing = [document for name, document in keys.items() if name not in responses]
    extra = [document for name, document in responses.items() if name not in keys]
    found = []
    if missing:
        found.append(f"the response lacks {len(missing)} of the {len(keys)} documents of the key: {_names(missing)}")
    if extra:
        found.append(f"the response has {len(extra)} that the key lacks: {_names(extra)}")
    if found:
        raise AlignmentError(
            "; ".join(found), cure="Both sides must have the same documents; they are matched by name and part"
        )
    pairs = [(document, responses[name]) for name, document in keys.items()]
    if words == "check":
        for pair in pairs:
            _check_words(*pair)
    return pairs


def _by_name(documents: Iterable[Document], side: str) -> dict[tuple[str, int], Document]:
    named: dict[tuple[str, int], Document] = {}
    for document in documents:
        if named.setdefault(document.key, document) is not document:
            raise AlignmentError(f"the {side} has two documents of this name and part", document=str(document))
    return named


def _names(documents: list[Document]) -> str:
    names = [str(document) for document in documents[:_NAMED]]
    rest = len(documents) - len(names)
    return ", ".join(names) + (f" and {rest} more" if rest else "")


def _check_words(key: Document, response: Document) -> None:
    if key.words == response.words:
        return
    shorter = min(len(key), len(response))
    differing = (i for i in range(shorter) if key.words[i] != response.words[i])
    first = next(differing, shorter)
    here = f'"{key.words[first]}"' if first < len(key) else f"missing (there are {len(key)})"
    there = f'"{response.words[first]}"' if first < len(response) else f"missing (there are {len(response)})"
    raise AlignmentError(
        f"word {first + 1} is {here} in the key and {there} in the response",
        document=str(key),
        cure="Score a response over the words of its key, or do not compare them (words='ignore', --words ignore)",
    )
