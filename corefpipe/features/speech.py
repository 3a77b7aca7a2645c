"""Features of who speaks: speakers of the document, quotations and their named speakers."""

from __future__ import annotations

import re
from itertools import pairwise, product

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


_STEPS = ("next", "said", "told", "far")
_WAYS = ("same turn", *("+".join(way) for n in (1, 2, 3) for way in product(_STEPS, repeat=n) if "far" not in way))


@categorical("", *_WAYS, "far")
def turns_between(pairs: Pairs) -> np.ndarray:
    """Of two mentions in quotations, how the turns of the dialogue follow each other from the one to the other.

    "next": nothing stands between two turns; "said": a speaker is named there; "told": other narration. Mentions more
    than three turns apart, or with long narration between, are "far".
    """
    turn, ways = pairs.table.once(_turns_of_quotes)
    ante, ana = turn[pairs.ante], turn[pairs.ana]
    apart = np.minimum(ana - ante, 4)
    codes = np.full(len(pairs), len(_WAYS) + 1)
    codes[apart == 0] = 1
    for distance in (1, 2, 3):
        rows = np.flatnonzero((apart == distance) & (ante >= 0))
        codes[rows] = ways[distance - 1][ante[rows]]
    codes[(ante < 0) | (ana < 0)] = 0
    return codes


@categorical(
    "", "ante speaks", "ana speaks", "ante answers", "ana answers", "same speaker", "same pronoun", "other speaker"
)
def quote_speaker(pairs: Pairs) -> np.ndarray:
    """Whether one mention is the named speaker of the other's turn, or of the one next to it, or one speaks both.

    "same pronoun": both turns have a pronoun for their speaker, and the same one, which may be of two persons.
    """
    head = pairs.table.spans.head
    speaker, before, after, word, pronoun = pairs.table.once(_quote_speakers)
    ante, ana = speaker[pairs.ante], speaker[pairs.ana]
    ante_head, ana_head = head[pairs.ante], head[pairs.ana]
    both = (ante >= 0) & (ana >= 0)
    same = np.where(pronoun[ante], 6, 5)
    codes = np.where(both, np.where(word[ante] == word[ana], same, 7), 0)
    codes[(before[pairs.ante] == ana_head) | (after[pairs.ante] == ana_head)] = 4
    codes[(before[pairs.ana] == ante_head) | (after[pairs.ana] == ante_head)] = 3
    codes[(ante >= 0) & (ante == ana_head)] = 2
    codes[(ana >= 0) & (ana == ante_head)] = 1
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


def _turns_of_quotes(table: MentionTable) -> tuple[np.ndarray, list[np.ndarray]]:
    """(n_mentions,) turn of each mention, -1 outside quotations; of each turn, the code in `turns_between` for the
    way to the turn one, two and three after it.
    """
    quotes = table.quotes
    turn = np.array([*quotes.turn, -1], dtype=np.int64)[np.array(quotes.number, dtype=np.int64)[table.spans.head]]
    numbers = {way: code for code, way in enumerate(_WAYS, 1)}
    far = len(_WAYS) + 1
    ways = []
    for distance in (1, 2, 3):
        steps = ("+".join(quotes.step[i : i + distance]) for i in range(len(quotes.step) - distance + 1))
        ways.append(np.array([numbers.get(way, far) for way in steps], dtype=np.int64))
    return turn, ways


def _quote_speakers(table: MentionTable) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Of each mention the token that heads the named speaker of its turn, of the turn before, of the one after, or -1;
    (n_tokens + 1,) a number of each token's word, and whether it is a pronoun; the last ones are for -1.
    """
    quotes, parse = table.quotes, table.parse
    number = np.array(quotes.number, dtype=np.int64)[table.spans.head]
    said: dict[int, int] = dict(zip(quotes.turn, quotes.speaker, strict=True))
    turn = [quotes.turn[i] if i >= 0 else -9 for i in number.tolist()]
    own, before, after = (np.array([said.get(at + way, -1) for at in turn], dtype=np.int64) for way in (0, -1, 1))
    words = {word: i for i, word in enumerate(dict.fromkeys(parse.lower))}
    word = np.array([*(words[word] for word in parse.lower), -1], dtype=np.int64)
    return own, before, after, word, np.array([*(pos == "PRON" for pos in parse.pos), False], dtype=bool)
