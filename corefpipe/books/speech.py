"""What people say in a book: quotations, and the turns of labelled speakers in plays, interviews and minutes."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

import numpy as np

from corefpipe.books.places import BookWords, Place
from corefpipe.document import OTHER, Document, Mention, Quotation
from corefpipe.lexicon import load_lexicon

_LABEL = 30  # words before a speech in which its label is
_MARKS = frozenset("\"“”„‘’'«»‹›`—–―-") | {"``", "''", "--"}


class Speech(NamedTuple):
    """A quotation, or a part of one that the narrator interrupts, or what a labelled speaker says.

    >>> [(one.speaker, one.addressee, one.text) for one in book.quotations]
    [('Ann', 'Tom', 'I shall not go,'), ('Tom', 'Ann', 'I stay,')]

    Attributes:
        turn: number of the turn in the book; the parts of one speech have the same.
        entity: entity id of the speaker; "" if the speaker is unknown, or in no chain.
        speaker: what names the speaker best; "" if unknown, or if only pronouns mention the speaker.
        addressee_entity: entity id of the one who is spoken to; "" as for the speaker.
        addressee: what names the addressee best; "" as for the speaker.
        mention: the mention that tells who speaks, or the label; "" if unknown.
        mention_start: index of its first word; None if it is unknown, or the label is not in the text.
        mention_end: index after its last word.
        cue: the verb of saying; "" if there is none.
        probability: that it is a mention of the speaker, 1 for a label; None if unknown.
        addressee_probability: that its mention is one of the addressee; None if unknown.
        labelled: whether a label tells the speaker, as in a play.
        words: number of words with a letter or digit.
        place: its words without the marks.
        text: the words, on one line.
    """

    turn: int
    entity: str
    speaker: str
    addressee_entity: str
    addressee: str
    mention: str
    mention_start: int | None
    mention_end: int | None
    cue: str
    probability: float | None
    addressee_probability: float | None
    labelled: bool
    words: int
    place: Place
    text: str


class LabelledTurn(NamedTuple):
    """A stretch of words of a labelled speaker.

    Attributes:
        turn: number of the turn, from 0; a direction in brackets may interrupt it.
        speaker: the label.
        start: index of the first word.
        end: index after the last word.
        before: index after the last word of the stretch before it; between the two is the label, if it is in the text.
    """

    turn: int
    speaker: str
    start: int
    end: int
    before: int


def labelled_turns(document: Document) -> list[LabelledTurn]:
    """What labelled speakers say, in text order."""
    speakers = document.speakers
    if not speakers or not any(speakers):
        return []
    found: list[LabelledTurn] = []
    start = 0
    for word in range(1, len(speakers) + 1):
        if word < len(speakers) and speakers[word] == speakers[start]:
            continue
        if speakers[start]:
            before = found[-1].end if found else 0
            goes_on = bool(found) and _goes_on(document, found[-1].speaker, before, start)
            turn = found[-1].turn if goes_on else found[-1].turn + 1 if found else 0
            found.append(LabelledTurn(turn, speakers[start], start, word, before))
        start = word
    return found


def _goes_on(document: Document, speaker: str, end: int, start: int) -> bool:
    """Whether the words [end, start) between two stretches of a speech are no label, and the speaker is the same."""
    if speaker != (document.speakers or [])[start] or end == start:
        return False
    first = speaker.split()[0].casefold()
    return all(word.casefold() != first for word in document.words[end:start])


def speech_mask(document: Document, turns: Iterable[LabelledTurn]) -> np.ndarray:
    """(n_words,) bool: whether a word stands in a quotation or a labelled turn."""
    said = np.zeros(len(document), dtype=bool)
    for one in document.quotations:
        said[one.start : one.end] = True
    for turn in turns:
        said[turn.start : turn.end] = True
    return said


def entities_of_labels(document: Document, turns: list[LabelledTurn]) -> dict[str, str]:
    """Label -> entity id of the speaker: that of most labels, and of "I" in what the speaker says.

    Labels whose speaker is in no chain are left out.
    """
    votes: defaultdict[str, Counter[str]] = defaultdict(Counter)
    names = {turn.speaker.casefold(): turn.speaker for turn in turns}
    pronouns = load_lexicon().pronouns
    starts = np.array([turn.start for turn in turns])
    for mention in document.mentions:
        at = int(np.searchsorted(starts, mention.start, "right")) - 1
        if at >= 0 and mention.end <= turns[at].end:
            pronoun = pronouns.get(document.words[mention.start].lower()) if mention.end - mention.start == 1 else None
            if pronoun is not None and (pronoun.person, pronoun.number) == ("1", "singular"):
                votes[turns[at].speaker][mention.entity] += 1
        elif (name := names.get(document.surface(mention).casefold())) is not None:
            votes[name][mention.entity] += 1
    return {label: counts.most_common(1)[0][0] for label, counts in votes.items()}


def speeches(words: BookWords, turns: list[LabelledTurn], names: Mapping[str, str]) -> Iterator[Speech]:
    """All speech of a book in text order.

    Args:
        words: the book.
        turns: its labelled turns.
        names: entity id -> name.
    """
    document = words.document
    entities = entities_of_labels(document, turns)
    labelled = np.zeros(len(document) + 1, dtype=bool)
    for turn in turns:
        labelled[turn.start : turn.end] = True
    said: list[Quotation | LabelledTurn] = [
        one for one in document.quotations if words.body[one.start] and not labelled[one.start]
    ]
    said += [turn for turn in turns if words.body[turn.start]]
    numbers: dict[tuple[bool, int], int] = {}
    for one in sorted(said, key=lambda one: one.start):
        number = numbers.setdefault((isinstance(one, Quotation), one.turn), len(numbers) + 1)
        if isinstance(one, Quotation):
            yield _of_quotation(words, number, one, names)
        else:
            yield _of_label(words, number, one, entities.get(one.speaker, ""), names)


def _of_quotation(words: BookWords, turn: int, one: Quotation, names: Mapping[str, str]) -> Speech:
    mention = "" if one.mention is None else words.written(*one.mention)
    return Speech(
        turn,
        one.speaker,
        names.get(one.speaker) or _name(words.document, one.mention),
        one.addressee,
        names.get(one.addressee) or _name(words.document, one.addressee_mention),
        mention,
        None if one.mention is None else one.mention[0],
        None if one.mention is None else one.mention[1],
        "" if one.cue is None else words.written(*one.cue),
        one.probability,
        one.addressee_probability,
        False,
        words.size(one.start, one.end),
        words.place(one.start, one.end),
        words.written(one.start, one.end),
    )


def _name(document: Document, mention: tuple[int, int] | None) -> str:
    """What a mention in no chain calls somebody, without the clauses after it; "" for none, and for a pronoun."""
    if mention is None:
        return ""
    heads = document.heads or range(len(document))
    root = next((word for word in range(*mention) if not mention[0] <= heads[word] < mention[1]), mention[1] - 1)
    found = document.named(Mention(*mention, head=root))
    return "" if found.kind == OTHER else found.text


def _of_label(words: BookWords, turn: int, one: LabelledTurn, entity: str, names: Mapping[str, str]) -> Speech:
    label = _label(words.document, one)
    return Speech(
        turn,
        entity,
        names.get(entity, one.speaker),
        "",
        "",
        one.speaker,
        None if label is None else label[0],
        None if label is None else label[1],
        "",
        1.0,
        None,
        True,
        words.size(one.start, one.end),
        words.place(one.start, one.end),
        words.written(one.start, one.end),
    )


def _label(document: Document, turn: LabelledTurn) -> tuple[int, int] | None:
    """(start, end) of the label before a stretch of speech; None if there is none, as where a direction interrupts."""
    wanted = "".join(turn.speaker.split()).casefold()
    lower = [word.casefold() for word in document.words[max(turn.before, turn.start - _LABEL) : turn.start]]
    for first in reversed(range(len(lower))):
        for last in range(first + 1, len(lower) + 1):
            if "".join(lower[first:last]) == wanted:
                start = turn.start - len(lower)
                return start + first, start + last
            if not wanted.startswith("".join(lower[first:last])):
                break
    return None


def with_marks(document: Document, one: Speech) -> tuple[int, int]:
    """(start, end) of what is said in words, with the quotation marks around it."""
    words, start, end = document.words, one.place.start, one.place.end
    if not one.labelled:
        start -= start > 0 and words[start - 1] in _MARKS
        end += end < len(words) and words[end] in _MARKS
    return start, end
