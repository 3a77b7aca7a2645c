"""Features of who speaks: speakers of the document, quotations and their named speakers."""

from __future__ import annotations

import re
from itertools import pairwise

import numpy as np

from corefpipe.features.pairs import Pairs
from corefpipe.features.registry import boolean, categorical, numeric
from corefpipe.features.table import MentionTable

_LETTERS = re.compile(r"[\W_]+")


@categorical("", "same", "other")
def speaker_match(pairs: Pairs) -> np.ndarray:
    """Whether one speaker says both, where both are known."""
    codes = pairs.table.once(_speakers)
    known = codes >= 0
    same = codes[pairs.ante] == codes[pairs.ana]
    return np.where(known[pairs.ante] & known[pairs.ana], np.where(same, 1, 2), 0)


@numeric(0, 1, 2, 4, 9)
def turn_distance(pairs: Pairs) -> np.ndarray:
    """Changes of speaker between the two."""
    turn = pairs.table.once(_turns)
    return turn[pairs.ana] - turn[pairs.ante]


@boolean()
def names_speaker(pairs: Pairs) -> np.ndarray:
    """One mention is a name within the label of the other one's speaker."""
    hits, which = pairs.table.once(_named_speakers)
    return hits[pairs.ante, which[pairs.ana]] | hits[pairs.ana, which[pairs.ante]]


@categorical("both out", "ana in", "ante in", "same", "next", "second next", "other")
def quote_relation(pairs: Pairs) -> np.ndarray:
    """Which of the two stand in quotations, and how many quotations lie between."""
    number = np.array(pairs.table.quotes.number, dtype=np.int32)[pairs.table.spans.head]
    ante, ana = number[pairs.ante], number[pairs.ana]
    between = np.minimum(np.abs(ana - ante), 3)
    return np.where((ante < 0) & (ana < 0), 0, np.where(ante < 0, 1, np.where(ana < 0, 2, 3 + between)))


@categorical("", "ante speaks", "ana speaks", "same speaker", "other speaker")
def quote_speaker(pairs: Pairs) -> np.ndarray:
    """Whether one mention is the named speaker of the other's quotation, or both quotations have one speaker."""
    head = pairs.table.spans.head
    speaker, word = pairs.table.once(_quote_speakers)
    ante, ana = speaker[pairs.ante], speaker[pairs.ana]
    both = (ante >= 0) & (ana >= 0)
    codes = np.where(both, np.where(word[ante] == word[ana], 3, 4), 0)
    codes[(ante >= 0) & (ante == head[pairs.ana])] = 2
    codes[(ana >= 0) & (ana == head[pairs.ante])] = 1
    return codes


def _speakers(table: MentionTable) -> np.ndarray:
    """(n_mentions,) number of the speaker, -1 where there is none."""
    numbers: dict[str, int] = {"": -1}
    speakers = [table.parse.speakers[head] for head in table.spans.head.tolist()]
    return np.array([numbers.setdefault(name, len(numbers)) for name in speakers], dtype=np.int32)


def _turns(table: MentionTable) -> np.ndarray:
    """(n_mentions,) number of the turn in which each mention stands: of the stretch that one speaker says."""
    speakers = table.parse.speakers
    changes = [0, *(int(a != b) for a, b in pairwise(speakers))]
    return np.cumsum(changes)[table.spans.head]


def _named_speakers(table: MentionTable) -> tuple[np.ndarray, np.ndarray]:
    """(n_mentions, n_labels) whether the mention is a name within the label; (n_mentions,) label of its speaker."""
    parse = table.parse
    # Corpora write "Nora Bell", "NoraBell" and "Nora_Bell".
    speakers = [_LETTERS.sub("", parse.speakers[head].lower()) for head in table.spans.head.tolist()]
    labels = {label: i for i, label in enumerate(dict.fromkeys(speakers))}
    hits = np.zeros((len(table), len(labels)), dtype=bool)
    if set(labels) - {""}:
        for row, (kind, (start, end, _)) in enumerate(zip(table.values("kind"), table.triples(), strict=True)):
            name = _LETTERS.sub("", "".join(parse.lower[start:end]))
            if kind == "name" and len(name) > 2:
                hits[row] = [name in label for label in labels]
    return hits, np.array([labels[label] for label in speakers], dtype=np.int32)


def _quote_speakers(table: MentionTable) -> tuple[np.ndarray, np.ndarray]:
    """(n_mentions,) token that heads the named speaker of the mention's quotation, or -1; (n_tokens + 1,) its word."""
    quotes, head = table.quotes, table.spans.head
    number = np.array(quotes.number, dtype=np.int64)[head]
    said = np.array([*quotes.speaker, -1], dtype=np.int64)  # [-1] for what is in no quotation
    lower = table.parse.lower
    words = {word: i for i, word in enumerate(dict.fromkeys(lower))}
    return said[number], np.array([*(words[word] for word in lower), -1], dtype=np.int64)
