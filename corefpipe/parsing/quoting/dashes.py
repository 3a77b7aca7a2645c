"""Dialogues in which a dash, not quotation marks, opens each speech: —Go, she said. Or stay."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from corefpipe.parsing.parse import Parse
from corefpipe.parsing.quoting.insertions import DASHES, STOPS, is_insertion, says
from corefpipe.parsing.quoting.matching import Quoted

_ANNOUNCED = 12
"""Tokens before a speech that may have the verb of saying that announces it."""
_FEWEST = 3
"""Paragraphs with a dash in a document that has such dialogues, at least."""


def dashed(parse: Parse, first: int, last: int, marked: int) -> list[Quoted]:
    """The speeches that a dash opens in a document, [first, last), in text order; none if it has another style.

    Args:
        parse: the text.
        first, last: the document.
        marked: number of paragraphs that a quotation mark opens.
    """
    paragraphs = [bounds for bounds in _paragraphs(parse, first, last) if parse.words[bounds[0]] in DASHES]
    if len(paragraphs) < max(_FEWEST, marked) or "pos" in parse.missing or "lemmas" in parse.missing:
        return []
    found, are_told = list[Quoted](), False
    for start, end in paragraphs:
        parts = _speeches(parse, start + 1, end)
        are_told |= len(parts) > 1 or parts[-1][1] < end or _is_announced(parse, start)
        for number, (begin, stop) in enumerate(parts):
            opening = start if number == 0 else begin
            found.append(Quoted(begin, stop, opening, stop, goes_on=number + 1 < len(parts)))
    # Items of a list have no verbs of saying.
    return found if are_told else []


def _is_announced(parse: Parse, token: int) -> bool:
    """Whether the sentence before a token announces speech: She said:"""
    is_open = token > 0 and parse.words[token - 1] == ":"
    return is_open and any(says(parse, i) for i in range(max(0, token - _ANNOUNCED), token))


def _paragraphs(parse: Parse, first: int, last: int) -> Iterator[tuple[int, int]]:
    """The paragraphs of a document that have more than one token."""
    starts = [i for i in range(first, last) if i == first or parse.paragraphs[i] != parse.paragraphs[i - 1]]
    return (bounds for bounds in pairwise([*starts, last]) if bounds[1] - bounds[0] > 1)


def _speeches(parse: Parse, start: int, end: int) -> list[tuple[int, int]]:
    """The parts of the speech of a paragraph, without what the narrator inserts."""
    parts, token = list[tuple[int, int]](), start
    while token < end:
        insertion = next((i for i in range(token + 1, end) if is_insertion(parse, i, end)), end)
        parts.append((token, insertion))
        token = _resumes(parse, insertion, end)
        if token < end and _is_told(parse, token):
            break
    return parts


def _resumes(parse: Parse, insertion: int, end: int) -> int:
    """The token at which the speech goes on after an insertion: after the next dash, comma or sentence end."""
    words = parse.words
    if insertion < end and words[insertion] in DASHES:
        return next((i + 1 for i in range(insertion + 1, end) if words[i] in DASHES), end)
    inner = words[insertion - 1] == ","
    ends = (
        i + 1
        for i in range(insertion + 1, end)
        if words[i] in STOPS or (inner and words[i] == "," and _continues(parse, min(i + 1, end - 1)))
    )
    return next(ends, end)


def _continues(parse: Parse, token: int) -> bool:
    """Whether the speech, and not the narrator, goes on after a comma: he said, that I must. But: he said, smiling."""
    feats, pos = parse.feats[token], parse.pos[token]
    if pos in ("VERB", "AUX"):
        return feats.get("VerbForm") == "Fin" and feats.get("Tense") != "Past"
    return pos == "SCONJ" or (pos == "PRON" and feats.get("Person") in ("1", "2"))


def _is_told(parse: Parse, token: int) -> bool:
    """Whether the sentence that begins at a token is the narrator's: in the past, of a third person."""
    if "heads" in parse.missing:
        return False
    root = token
    while parse.heads[root] != root and parse.sentences[parse.heads[root]] == parse.sentences[token]:
        root = parse.heads[root]
    persons = {parse.feats[child].get("Person") for child in parse.children[root] if parse.deps[child] == "nsubj"}
    return parse.feats[root].get("Tense") == "Past" and bool(persons) and persons <= {"3"}
