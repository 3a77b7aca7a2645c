"""The addressee of "you" in a dialogue: one speaker's "you" and another's "I"."""

from __future__ import annotations

from itertools import product

import numpy as np

from corefpipe.features.attributes.speech import turn_numbers
from corefpipe.features.engine.pairs import MentionPairs
from corefpipe.features.engine.registry import categorical, joinable
from corefpipe.features.engine.table import MentionTable
from corefpipe.parsing.parse import Parse

_PARTIES, _SAID, _TURNS = ("two", "more"), ("told", "asked"), ("next", "far")


@categorical("", *(" ".join(parts) for parts in product(_PARTIES, _SAID, _TURNS)))
@joinable
def you_and_i(pairs: MentionPairs) -> np.ndarray:
    """For one speaker's "you" and another's "I": whether there are more than two speakers, the "you" is in a question,
    and the turns are adjacent.
    """
    table = pairs.table
    codes = np.zeros(len(pairs), dtype=np.int64)
    first, second, parties = table.once(_persons)
    if not second.any():
        return codes
    you_first = second.take(pairs.ante) & first.take(pairs.ana)
    rows = np.flatnonzero(you_first | (first.take(pairs.ante) & second.take(pairs.ana)))
    ante, ana = pairs.ante[rows], pairs.ana[rows]
    speaker = table.tokens("speakers").codes[table.spans.head]
    other = speaker[ante] != speaker[ana]  # so there are two speakers at least
    rows, ante, ana = rows[other], ante[other], ana[other]
    you = np.where(you_first[rows], ante, ana)
    turn = table.once(turn_numbers)
    far = turn[ana] - turn[ante] > 1
    asked = table.of_parse(_in_questions)[table.spans.head[you]]
    codes[rows] = 1 + 4 * (parties[ana] > 2) + 2 * asked + far
    return codes


def _persons(table: MentionTable) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(n_mentions,) bool: whether a mention is a speaker's "I", or "you"; the number of speakers in its document."""
    speakers = table.tokens("speakers")
    known = speakers.known()
    said = known[table.spans.head] & table["kind"].is_("pronoun")
    person, number = table["person"], table["number"]
    first = said & person.is_("1") & ~number.is_("plural")
    spoken = np.flatnonzero(known)
    size = len(speakers.names)
    each = np.unique(table.parse.documents_of(spoken) * size + speakers.codes[spoken]) // size
    parties = np.bincount(each, minlength=len(table.parse.bounds))[table.parse.documents_of(table.spans.head)]
    return first, said & person.is_("2"), parties


def _in_questions(parse: Parse) -> np.ndarray:
    """(n_tokens,) bool: whether the token's sentence has a question mark."""
    sentences = np.array(parse.sentences, dtype=np.int64)
    marked = [sentence for sentence, word in zip(parse.sentences, parse.words, strict=True) if word == "?"]
    return np.isin(sentences, marked)
