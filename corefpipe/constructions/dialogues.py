"""Labelled dialogues: who speaks, who is addressed, and whose words a speaker quotes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

import numpy as np

from corefpipe.constructions.addressees import by_name, in_questions
from corefpipe.constructions.introductions import own_names
from corefpipe.constructions.pronouns import is_first_person
from corefpipe.constructions.speaker_labels import SpeakerLabels
from corefpipe.lexicon.lists import Pronoun
from corefpipe.parsing.parse import Parse
from corefpipe.parsing.quotes import Quotes
from corefpipe.utils.values import each

_REACH_TOKENS = 12  # before a turn, which may be its label


def labelled_documents(parse: Parse) -> dict[int, int]:
    """First token of the documents with speakers -> their number."""
    spoken = np.flatnonzero([bool(name) for name in parse.speakers])
    return {parse.bounds[number]: number for number in np.unique(parse.documents_of(spoken)).tolist()}


class Reference(NamedTuple):
    """The speakers that a mention refers to, and does not refer to; -1 for none.

    Attributes:
        speaker: the one that it refers to.
        other: one that it does not refer to, mostly the one who speaks.
        another: another one that it does not refer to.
    """

    speaker: int = -1
    other: int = -1
    another: int = -1


@dataclass(slots=True, frozen=True)
class Dialogue:
    """The reference of pronouns in a dialogue.

    Attributes:
        speakers: label -> number of a speaker.
        labels: the names in the labels, and those that speakers give as their own.
        introduced: token of a name that a speaker gives as their own -> the speaker.
        voices: the speaker that "I" refers to at each token, or -1.
        announced: token of a label before a turn -> label of the turn.
        called: token -> the speaker whom its sentence or turn addresses by name.
        asked: token -> the speaker whom its question addresses.
        reported: token in a quotation that another subject precedes -> the speaker who quotes and, of two speakers, the
            other one if the subject is a noun; -1 for none.
    """

    speakers: dict[str, int]
    labels: SpeakerLabels
    introduced: dict[int, int]
    voices: list[int]
    announced: dict[int, str]
    called: dict[int, int]
    asked: dict[int, int]
    reported: dict[int, tuple[int, int]]

    @classmethod
    def of(cls, parse: Parse, quotes: Quotes) -> Dialogue | None:
        """The dialogue of a document; None if no token has a speaker."""
        # Some corpora write "-" or "_" for an unknown speaker.
        by = each(lambda name: name if any(map(str.isalnum, name)) else "", parse.speakers)
        numbers = {name: i for i, name in enumerate(dict.fromkeys(filter(None, by)))}
        if not numbers:
            return None
        voices = _voices(by, quotes, numbers)
        introduced = {token: voices[token] for token in sorted(own_names(parse)) if voices[token] >= 0}
        labels = SpeakerLabels.of(list(numbers), parse.lexicon, _names(parse, introduced))
        called = by_name(parse, by, labels) if len(numbers) > 1 else {}
        asked = in_questions(parse, by, numbers, labels) if len(numbers) == 2 else {}
        reported = _reported(parse, by, quotes, numbers)
        return cls(numbers, labels, introduced, voices, _announced(by), called, asked, reported)

    def of_pronoun(self, pronoun: Pronoun, head: int) -> Reference:
        """The speakers that a pronoun at a token refers to and does not refer to."""
        voice, called = self.voices[head], self.called.get(head, -1)
        if is_first_person(pronoun, "singular"):
            return Reference(voice) if voice >= 0 else Reference(-1, *self.reported.get(head, (-1, -1)))
        if pronoun.person == "2":
            addressee = called if called >= 0 else self.asked.get(head, -1)
            return Reference(addressee if voice not in (-1, addressee) else -1, voice)
        if pronoun.person != "3":
            return Reference()
        is_gendered = pronoun.canonical in self.labels.lexicon.gendered_pronouns
        if called < 0 and len(self.speakers) == 2 and is_gendered and voice in (0, 1):
            return Reference(-1, voice, 1 - voice)
        return Reference(-1, voice, called)


def _names(parse: Parse, introduced: Mapping[int, int]) -> Iterator[tuple[int, str]]:
    """(speaker, name) of each name that a speaker gives."""
    runs = groupby(enumerate(introduced.items()), key=lambda one: (one[1][1], one[1][0] - one[0]))
    for (speaker, _), run in runs:
        yield speaker, " ".join(parse.words[token] for _, (token, _) in run)


def _voices(by: Sequence[str], quotes: Quotes, speakers: dict[str, int]) -> list[int]:
    """The number of the speaker that "I" refers to at each token, or -1.

    Args:
        by: the speaker of each token, "" for none.
        quotes: the quotations of the document.
        speakers: the number of each speaker; the narrator's is the next one.
    """
    narrator, voices, is_fiction = len(speakers), list[int](), False
    for name, stretch in groupby(by):
        at = len(voices)
        quoted = [number >= 0 for number in quotes.number[at : at + len(list(stretch))]]
        opens = bool(name) and any(quoted[:2])  # the quotation mark itself may come before the quotation
        is_fiction |= opens
        inside = speakers[name] if opens else -1
        outside = speakers[name] if name and not opens else narrator
        voices += [inside if within else outside for within in quoted]
    return voices if is_fiction else [-1 if voice == narrator else voice for voice in voices]


def _reported(parse: Parse, by: Sequence[str], quotes: Quotes, speakers: dict[str, int]) -> dict[int, tuple[int, int]]:
    """The speakers that "I" does not refer to in quotations of other people's words (see `Dialogue.reported`).

    In the dialogues of OntoGUM train the "I" of 9 such quotations with an "I" is never the speaker.
    """
    found: dict[int, tuple[int, int]] = {}
    for first, last in quotes.ends().values():
        subject = _subject_before(parse, by, quotes, first)
        pronoun = parse.pronoun(subject) if subject >= 0 else None
        if subject < 0 or (pronoun is not None and pronoun.person == "1"):
            continue
        is_noun = len(speakers) == 2 and parse.pos[subject] == "NOUN"
        for token in range(first, last + 1):
            number = speakers.get(by[token], -1)
            found[token] = number, 1 - number if is_noun and number >= 0 else -1
    return found


def _subject_before(parse: Parse, by: Sequence[str], quotes: Quotes, first: int) -> int:
    """The nearest subject before a quotation, in the sentence and of the same speaker; -1 for none."""
    before = first - 1
    while before >= 0 and (parse.sentences[before], by[before]) == (parse.sentences[first - 1], by[first]):
        if parse.deps[before].startswith("nsubj") and quotes.number[before] < 0:
            return before
        before -= 1
    return -1


def _announced(by: Sequence[str]) -> dict[int, str]:
    """Tokens without a speaker just before a turn, as "Ann" in "Ann: Yes" -> the speaker of the turn."""
    found: dict[int, str] = {}
    for token in range(1, len(by)):
        before = token - 1
        while by[token] and before >= max(token - _REACH_TOKENS, 0) and not by[before]:
            found[before] = by[token]
            before -= 1
    return found
