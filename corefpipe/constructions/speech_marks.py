"""Marks of speech in a text: quotation marks, dashes, verbs of saying without indirect speech."""

from __future__ import annotations

from itertools import pairwise

from corefpipe.parsing.parse import Parse

_QUOTATION_MARKS = frozenset(":\"“”‘’'`")
_SPEECH_MARKS = frozenset([*_QUOTATION_MARKS, "``", "''", "--", "—", "–", ">"])
"""Words that may stand before or after speech or quoted writing; "don’t" has none of them."""
QUIET, SAID, MARKED = 0, 1, 2
"""Marks of speech in a sentence: none, a verb of saying alone, a quotation mark."""


def speech_marks(parse: Parse) -> list[int]:
    """The marks of direct speech in each sentence: `QUIET`, `SAID` or `MARKED`."""
    verbs = parse.lexicon.speech_verbs | parse.lexicon.quotative_verbs
    found = [QUIET] * (max(parse.sentences, default=-1) + 1)
    for i, (sentence, lemma, word) in enumerate(zip(parse.sentences, parse.lemmas, parse.words, strict=True)):
        if not _QUOTATION_MARKS.isdisjoint(word):
            found[sentence] = MARKED
        elif lemma in verbs and not _reports(parse, i):
            found[sentence] = max(found[sentence], SAID)
    return found


def _reports(parse: Parse, verb: int) -> bool:
    """Whether a verb of saying has a content clause, which is indirect speech: "She said that he slept"."""
    return any(
        parse.deps[child] == "ccomp"
        and any(parse.lower[mark] in parse.lexicon.content_marks for mark in parse.children[child])
        for child in parse.children[verb]
    )


def silent_tokens(parse: Parse) -> frozenset[int]:
    """The tokens of the documents without any mark of direct speech."""
    silent: list[int] = []
    for start, end in pairwise(parse.bounds):
        marks = (i for i in range(start, end) if parse.words[i] in _SPEECH_MARKS)
        if not any(parse.speakers[start:end]) and all(_is_pause(parse, i, end) for i in marks):
            silent += range(start, end)
    return frozenset(silent)


def _is_pause(parse: Parse, token: int, end: int) -> bool:
    """Whether a mark is a colon within a sentence: "It was poor: the coffee was cold"."""
    return parse.words[token] == ":" and token + 1 < end and parse.words[token + 1][:1].islower()
