"""Constituents: the phrases of a constituency parse, from the parse bits of CoNLL-2012.

A parse bit is what a word adds to the bracketing of its sentence: the brackets that open before it, each with its
label; `*` for the word; the brackets that close after it. `(TOP(S(NP*`, `*)`, `(VP*)))` are the bits of three words.
(Pradhan et al. 2012, "CoNLL-2012 shared task", section 4.4.) Words have no bracket of their own: the part of speech
stands in another column. A sentence may have several trees, or none where all its bits are `*`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from corefpipe.document import Document, Origin
from corefpipe.exceptions import AnnotationError, FormatError

COLUMN = "parse"
"""Name in `Document.other` of the column with the parse bits."""

_BIT = re.compile(r"((?:\([^()*\s]+)*)\*(\)*)")
_LABEL = re.compile(r"[^()*\s]+")


@dataclass(slots=True)
class Constituents:
    """The constituents of a document as parallel lists in pre-order: each before those inside it, left to right.

    Attributes:
        labels: the label with its function tags, `NP-SBJ`.
        starts: index in the document of the first word.
        ends: index after the last word.
        parents: index of the smallest enclosing constituent, -1 for the root of a tree.
    """

    labels: list[str] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not len(self.labels) == len(self.starts) == len(self.ends) == len(self.parents):
            raise ValueError("constituents: labels, starts, ends and parents must have the same length")

    def __len__(self) -> int:
        return len(self.labels)


def read_constituents(document: Document) -> Constituents:
    """The constituents of a document with parse bits.

    Raises:
        AnnotationError: the document has no parse bits.
        FormatError: the bits are no bracketing of its sentences.
    """
    bits = document.other.get(COLUMN)
    if bits is None:
        raise AnnotationError(
            "the document has no constituency parse",
            cure="Use one with parse bits, the sixth column of CoNLL-2012",
            document=str(document),
            file=document.origin.file if document.origin else None,
        )
    return read_bits(bits, document.sentences(), str(document), document.origin)


def read_bits(
    bits: Sequence[str], sentences: Sequence[tuple[int, int]], document: str = "", origin: Origin | None = None
) -> Constituents:
    """The constituents that parse bits describe.

    Args:
        bits: one per word.
        sentences: (start, end) of each sentence in words, as `Document.sentences` gives them: without gaps. No
            constituent runs over the end of one.
        document: the document's name, for errors.
        origin: where it was read, for errors.

    Raises:
        FormatError: something that is no parse bit; a bracket that closes nothing; one that is not closed.
        ValueError: the sentences are not a division of the bits.
    """
    found = Constituents()
    labels, starts, ends, parents = found.labels, found.starts, found.ends, found.parents
    # A corpus has few distinct bits: each is parsed once.
    known: dict[str, tuple[list[str], int]] = {"*": ([], 0)}
    covered = 0
    for first, last in sentences:
        if first != covered or not first <= last <= len(bits):
            raise ValueError(f"sentence ({first}, {last}) does not follow on word {covered} of {len(bits)}")
        covered = last
        inside: list[int] = []
        for word in range(first, last):
            bit = bits[word]
            pieces = known.get(bit)
            if pieces is None:
                pieces = known[bit] = _take_apart(bit, word, document, origin)
            opened, closed = pieces
            for label in opened:
                parents.append(inside[-1] if inside else -1)
                inside.append(len(labels))
                labels.append(label)
                starts.append(word)
                ends.append(word)
            if closed:
                if closed > len(inside):
                    raise _error(
                        word,
                        f"the parse bit `{bit}` of word {word + 1} closes {_brackets(closed)} where {len(inside)} "
                        f"{'is' if len(inside) == 1 else 'are'} open",
                        "Delete a `)` here, or open the missing constituent earlier in the sentence",
                        document,
                        origin,
                    )
                for number in inside[-closed:]:
                    ends[number] = word + 1
                del inside[-closed:]
        if inside:
            word = starts[inside[-1]]
            raise _error(
                word,
                f"the constituent `({labels[inside[-1]]}` that opens at word {word + 1} is not closed in its sentence, "
                f"which ends with word {last}",
                f"The bits of a sentence must close all they open; `)` is missing {len(inside)} times",
                document,
                origin,
            )
    if covered != len(bits):
        raise ValueError(f"the sentences end at word {covered} of {len(bits)}")
    return found


def write_bits(constituents: Constituents, size: int, document: str = "") -> list[str]:
    """The parse bits of constituents, the inverse of `read_bits`.

    Args:
        constituents: in pre-order.
        size: number of words of the document.
        document: the document's name, for the errors.

    Raises:
        AnnotationError: a constituent that bits cannot hold: without words or outside of the document, crossing
            another, out of pre-order, with another parent than its place tells, or with a label that is empty or has
            brackets, `*` or whitespace.
    """
    opening = [""] * size
    closing = [0] * size
    inside: list[int] = []
    previous = 0
    columns = (constituents.labels, constituents.starts, constituents.ends, constituents.parents)
    for number, (label, start, end, parent) in enumerate(zip(*columns, strict=True)):
        while inside and constituents.ends[inside[-1]] <= start:
            inside.pop()
        fault = ""
        if not 0 <= start < end <= size:
            fault = f"is none of the document, which has {size}"
        elif not _LABEL.fullmatch(label):
            fault = "has a label that a parse bit cannot hold"
        elif start < previous:
            fault = "stands after one that starts later"
        elif inside and end > constituents.ends[inside[-1]]:
            fault = f"crosses or contains `{constituents.labels[inside[-1]]}`, which stands before it"
        elif parent != (inside[-1] if inside else -1):
            fault = f"has {parent} for its parent, but stands in {inside[-1] if inside else -1}"
        if fault:
            raise AnnotationError(
                f"constituent {number}, `{label}` over words {start} to {end - 1}, {fault}",
                cure="Give constituents that nest, in pre-order, with labels such as `NP-SBJ`",
                document=document or None,
            )
        previous = start
        inside.append(number)
        opening[start] += f"({label}"
        closing[end - 1] += 1
    return [f"{opened}*{')' * closed}" for opened, closed in zip(opening, closing, strict=True)]


def _take_apart(bit: str, word: int, document: str, origin: Origin | None) -> tuple[list[str], int]:
    """The labels of the brackets that a bit opens, and the number of brackets that it closes."""
    match = _BIT.fullmatch(bit)
    if match is not None:
        return match[1].split("(")[1:], len(match[2])
    before, star, after = bit.partition("*")
    if not star:
        fault = "has no `*`, which stands for the word"
    elif "*" in after:
        fault = "has more than one `*`, which stands for the word"
    elif after.strip(")"):
        fault = f"has `{after}` after the `*`, where only closing brackets may stand"
    else:
        fault = f"has `{before}` before the `*`, where only opening brackets with a label may stand"
    raise _error(
        word,
        f"the parse bit `{bit}` of word {word + 1} {fault}",
        "Write bits such as `(S(NP*`, `*` or `*))`",
        document,
        origin,
    )


def _error(word: int, message: str, cure: str, document: str, origin: Origin | None) -> FormatError:
    return FormatError(
        message,
        cure=cure,
        document=document or None,
        file=origin.file if origin else None,
        line=origin.line_of(word) if origin else None,
    )


def _brackets(number: int) -> str:
    return "1 bracket" if number == 1 else f"{number} brackets"
