"""Speakers of two mentions: those of the document, and those of quotations."""

from __future__ import annotations

from itertools import pairwise, product

import numpy as np

from corefpipe.constructions.sayings import named_speakers
from corefpipe.constructions.speaker_labels import letters_of
from corefpipe.features.engine.column import Column
from corefpipe.features.engine.pairs import MentionPairs
from corefpipe.features.engine.registry import attribute, boolean, categorical, joinable, numeric
from corefpipe.features.engine.table import MentionTable

_RULES = "Lee et al. 2011, section 3.3; Clark & Manning 2015: the speakers behind their rules for I, you and we"


@categorical("", "same", "other")
@joinable
def speaker_match(pairs: MentionPairs) -> np.ndarray:
    """Whether both have the same speaker, if both speakers are known."""
    codes = pairs.table.once(_speakers)
    if not (codes >= 0).any():
        return np.zeros(len(pairs), dtype=np.int8)
    ante, ana = codes.take(pairs.ante), codes.take(pairs.ana)
    return ((ante >= 0) & (ana >= 0)).view(np.int8) * (2 - (ante == ana).view(np.int8))


@categorical("", "same", "other", source=_RULES)
@joinable
def voice_match(pairs: MentionPairs) -> np.ndarray:
    """Whether both have the same voice: the speaker of the document or of a quotation, or the narrator."""
    voice = pairs.table.once(_voices)
    return 2 - (voice.take(pairs.ante) == voice.take(pairs.ana))


@numeric(0, 1, 2, 4, 9)
@joinable
def turn_distance(pairs: MentionPairs) -> np.ndarray:
    """Number of changes of speaker between the two."""
    turn = pairs.table.once(turn_numbers)
    return turn.take(pairs.ana) - turn.take(pairs.ante)


@attribute(source="Durrett & Klein 2013; dialogue: Clark & Manning 2015")
@joinable
def discourse(table: MentionTable) -> Column:
    """The type of document by its number of speakers: article (none or one), dialogue (two), conversation (more)."""
    speakers = (set(table.parse.speakers[start:end]) - {""} for start, end in pairwise(table.parse.bounds))
    types = np.array([min(len(several), 3) for several in speakers], dtype=np.int64)
    rows = table.document_of(np.arange(len(table)))
    return Column.of_codes(types[rows], ("article", "article", "dialogue", "conversation"))


@boolean()
@joinable
def names_speaker(pairs: MentionPairs) -> np.ndarray:
    """One mention is a name that is part of the label of the other one's speaker."""
    names, labels = pairs.table.once(_names_and_labels)
    return _within(names, pairs.ante, labels, pairs.ana) | _within(names, pairs.ana, labels, pairs.ante)


@categorical("both out", "ana in", "ante in", "same", "next", "second next", "other")
@joinable
def quote_relation(pairs: MentionPairs) -> np.ndarray:
    """Which of the two are in quotations, and how many quotations apart."""
    number = pairs.table.quote_numbers
    ante, ana = number.take(pairs.ante), number.take(pairs.ana)
    codes = (ana >= 0).view(np.int8) + 2 * (ante >= 0).view(np.int8)
    rows = np.flatnonzero(codes == 3)
    codes[rows] += np.minimum(np.abs(ana.take(rows) - ante.take(rows)), 3).astype(np.int8)
    return codes


_STEPS = ("next", "said", "told", "far")
_WAYS = ("same turn", *("+".join(way) for n in (1, 2, 3) for way in product(_STEPS, repeat=n) if "far" not in way))


@categorical("", *_WAYS, "far")
@joinable
def turns_between(pairs: MentionPairs) -> np.ndarray:
    """For two mentions in quotations: what is between the turns of the dialogue from one to the other.

    "next": no text between two turns; "said": the attribution to a speaker; "told": other narration. Mentions that are
    more than three turns apart, or separated by long narration, are "far".
    """
    turn, ways = pairs.table.once(_turns_of_quotes)
    ante, ana = turn.take(pairs.ante), turn.take(pairs.ana)
    said = (ante >= 0) & (ana >= 0)
    codes = np.where(said, len(_WAYS) + 1, 0)
    apart = np.where(said, ana - ante, -1)
    codes[apart == 0] = 1
    for distance in (1, 2, 3):
        rows = np.flatnonzero(apart == distance)
        codes[rows] = ways[distance - 1].take(ante.take(rows))
    return codes


@categorical(
    "", "ante speaks", "ana speaks", "ante answers", "ana answers", "same speaker", "same pronoun", "other speaker"
)
@joinable
def quote_speaker(pairs: MentionPairs) -> np.ndarray:
    """Whether one mention is the named speaker of the other's turn or an adjacent one, or both have the same speaker.

    "same pronoun": both turns are attributed by the same pronoun, which may refer to two people.
    """
    own, before, after, _, _ = pairs.table.once(_quote_speakers)
    spoken = (own >= 0) | (before >= 0) | (after >= 0)
    codes = np.zeros(len(pairs), dtype=np.int64)
    rows = np.flatnonzero(spoken.take(pairs.ante) | spoken.take(pairs.ana))
    codes[rows] = _of_quoted(MentionPairs(pairs.table, pairs.ante[rows], pairs.ana[rows]))
    return codes


def _of_quoted(pairs: MentionPairs) -> np.ndarray:
    """(n_pairs,) codes of `quote_speaker` for pairs with a mention in or next to a quotation with a known speaker."""
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
    """(n_mentions,) index of the speaker, -1 for none."""
    speakers = table.tokens("speakers")
    return np.where(speakers.known(), speakers.codes, -1)[table.spans.head]


def turn_numbers(table: MentionTable) -> np.ndarray:
    """(n_mentions,) index of the turn that contains each mention: a stretch of text of one speaker.

    Text without a speaker, such as the label "Ann:", belongs to the turn before.
    """
    speakers = table.tokens("speakers")
    known, turn = np.flatnonzero(speakers.known()), np.zeros(len(table.parse), dtype=np.int64)
    same_document = np.diff(np.searchsorted(table.parse.bounds, known, "right")) == 0
    turn[known[1:]] = (np.diff(speakers.codes[known]) != 0) & same_document
    return np.cumsum(turn)[table.spans.head]


def _names_and_labels(table: MentionTable) -> tuple[Column, Column]:
    """The letters of each mention that is a name, and of the label of each mention's speaker; "" for none.

    Corpora write "Nora Bell", "NoraBell" and "Nora_Bell".
    """
    labels = table.tokens("speakers").map(letters_of).at(table.spans.head)
    names = [""] * len(table)
    if labels.known().any():
        lower = table.parse.lower
        for row in np.flatnonzero(table["kind"].is_("name")).tolist():
            name = letters_of("".join(lower[table.spans.start[row] : table.spans.end[row]]))
            names[row] = name if len(name) > 2 else ""
    return Column.of(names), labels


def _within(names: Column, named: np.ndarray, labels: Column, labelled: np.ndarray) -> np.ndarray:
    """(n_pairs,) bool: whether the name of one mention is part of the label of the other.

    Args:
        names, labels: those of all mentions.
        named, labelled: (n_pairs,) the mention with the name, and that with the label.
    """
    found = np.zeros(len(named), dtype=bool)
    rows = np.flatnonzero(names.known().take(named) & labels.known().take(labelled))
    size = len(labels.names)
    both = names.codes.take(named.take(rows)) * size + labels.codes.take(labelled.take(rows))
    distinct, inverse = np.unique(both, return_inverse=True)
    hits = [names.names[code // size] in labels.names[code % size] for code in distinct.tolist()]
    found[rows] = np.array(hits, dtype=bool)[inverse]
    return found


def _turns_of_quotes(table: MentionTable) -> tuple[np.ndarray, list[np.ndarray]]:
    """(n_mentions,) turn of each mention, -1 outside quotations; for each turn, the codes of `turns_between` from it
    to the turns one, two and three later.
    """
    quotes = table.quotes
    turn = np.array([*quotes.turn, -1], dtype=np.int64)[table.quote_numbers]
    numbers = {way: code for code, way in enumerate(_WAYS, 1)}
    far = len(_WAYS) + 1
    ways = []
    for distance in (1, 2, 3):
        steps = ("+".join(quotes.step[i : i + distance]) for i in range(len(quotes.step) - distance + 1))
        ways.append(np.array([numbers.get(way, far) for way in steps], dtype=np.int64))
    return turn, ways


def _quote_speakers(table: MentionTable) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """(n_mentions,) the head token of the named speaker of each mention's turn, of the turn before, and of the turn
    after, or -1; (n_tokens + 1,) a code of each token's word, and whether it is a pronoun, the last ones for -1.

    The turn before or after may be of another document: its speaker is the head of no mention of this one.
    """
    quotes, number = table.quotes, table.quote_numbers
    turn = np.array([*quotes.turn, -2], dtype=np.int64)[number]
    # By turn, with one entry before the first and two after the last; mentions outside turns use the last.
    said = np.full(max(quotes.turn, default=-1) + 4, -1, dtype=np.int64)
    said[np.array(quotes.turn, dtype=np.int64) + 1] = table.once(_named)
    own, before, after = (np.where(turn < 0, -1, said[turn + 1 + way]) for way in (0, -1, 1))
    word = np.append(table.tokens("lower").codes, -1)
    return own, before, after, word, np.append(table.tokens("pos").is_("PRON"), False)


def _named(table: MentionTable) -> list[int]:
    return named_speakers(table.parse, table.quotes)


def _voices(table: MentionTable) -> np.ndarray:
    """(n_mentions,) code of the voice of each mention; a quotation without a named speaker has its own."""
    parse, number, named = table.parse, table.quotes.number, table.once(_named)
    numbers: dict[tuple[str, str | int], int] = {}
    found = []
    for head in table.spans.head.tolist():
        quote = number[head]
        if quote < 0:
            voice: tuple[str, str | int] = ("document", parse.speakers[head])
        else:
            by = named[quote]
            voice = ("quotation", quote) if by < 0 else ("named", parse.lower[by])
        found.append(numbers.setdefault(voice, len(numbers)))
    return np.array(found, dtype=np.int64)
