"""Who speaks in quotations, and to whom: “I will help you,” said Ann to Tom."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.constructions.pronouns import is_first_person
from corefpipe.constructions.quotations import first_named, subject_before
from corefpipe.constructions.senses import supersense
from corefpipe.features import MentionTable
from corefpipe.features.engine.registry import joinable
from corefpipe.quotations.choosing import Attribution
from corefpipe.quotations.voices import CERTAIN, Voices, has_quotations, voices
from corefpipe.resolver.constraints.mentions import (
    agrees,
    document_numbers,
    pronouns,
    rows_by_head,
    traits_of,
)
from corefpipe.resolver.constraints.registry import constraint, per_document

_MOST_SENSES = 4  # of a noun, the most frequent ones
_I, _WE, _YOU = "I", "we", "you"

Pair = tuple[int, int]


@constraint
@joinable
def quotations(table: MentionTable) -> Constraints | None:
    """In a quotation "I" is its speaker, and "you" its addressee: “I will help you,” said Ann to Tom.

    Learned models choose both (`corefpipe.quotations`). "I", "we" and "you" are compared with nothing else: if the
    speaker is unknown, "I" corefers with "I" of the same turn alone, and "we" with "we" of the same conversation.
    Where it is certain who speaks or is addressed, "he", "she" and "the man" in the quotation refer to others, the
    speaker is not the narrating "I", and two names of speakers in turn do not corefer. "He" as the speaker refers to
    the only subject of the sentence before: The coach praised Ali. “He is good,” he said.
    """
    numbers = [number for number in range(len(table.first_rows) - 1) if has_quotations(table, number)]
    return per_document(table, _of_document, numbers) if numbers else None


def _of_document(table: MentionTable) -> Constraints | None:
    """The constraints of one document."""
    found = voices(table)
    if found is None:
        return None
    spoken = _Spoken(table, found)
    together = [*spoken.together(), *_subjects_before(table, spoken.speaker)]
    apart = [*spoken.others(), *_narrators(table, spoken.certain_speaker)]
    in_turn = pairwise(row for _, row in sorted(spoken.certain_speaker.items()))
    apart += (pair for pair in in_turn if _differ(table, *pair))
    pairs = [np.sort(np.array(own).reshape(-1, 2), axis=1) for own in (together, apart)]
    units = None if found.scene.lacks_paragraphs else spoken.units()
    return Constraints(pairs[0], pairs[1], within=units, weak=np.ones(len(pairs[1]), dtype=bool))


@dataclass(frozen=True)
class _Spoken:
    """The pronouns of the first and second person in quotations, and to whom they refer.

    Attributes:
        table: the mentions of one document.
        voices: who speaks and who is addressed.
    """

    table: MentionTable
    voices: Voices

    @cached_property
    def speaker(self) -> dict[int, int]:
        """Number of a quotation -> row of the mention of its speaker."""
        return self._rows(self.voices.speakers, 0)

    @cached_property
    def certain_speaker(self) -> dict[int, int]:
        """Those that are certain."""
        return self._rows(self.voices.speakers, CERTAIN)

    def _rows(self, found: Mapping[int, Attribution], least: float) -> dict[int, int]:
        """Number of a quotation -> row, of attributions of its turn."""
        turns = self.table.quotes.turn
        known = ((one.number, found.get(turns[one.number])) for one in self.voices.scene.quotations)
        return {number: one.row for number, one in known if one is not None and one.probability >= least}

    @cached_property
    def persons(self) -> list[tuple[int, int, str]]:
        """(row, number of the quotation, "I", "we" or "you") of each pronoun of a speaker or an addressee."""
        own, numbers, heads = pronouns(self.table), self.table.quote_numbers.tolist(), self.table.spans.head.tolist()
        attributed = {one.number for one in self.voices.scene.quotations}
        found = []
        for row, (pronoun, number, head) in enumerate(zip(own, numbers, heads, strict=True)):
            if pronoun is None or number not in attributed or head in self.nested:
                continue
            if pronoun.person == "2":
                found.append((row, number, _YOU))
            elif pronoun.person == "1":
                found.append((row, number, _I if is_first_person(pronoun, "singular") else _WE))
        return found

    @cached_property
    def nested(self) -> dict[int, int]:
        """Token -> number of the quotation within a quotation that it is in: the words of somebody else."""
        places = enumerate(self.table.quotes.nested)
        return {token: place for place, one in places if one.speech for token in range(one.start, one.end)}

    def together(self) -> Iterator[Pair]:
        """Rows of "I" and its speaker, "you" and its addressee, "we" and the several who speak, "I" and "I"."""
        turns, addressee = self.table.quotes.turn, self._rows(self.voices.addressees, 0)
        first: dict[int, int] = {}
        for row, number, person in self.persons:
            if person == _YOU:
                if number in addressee:
                    yield row, addressee[number]
                continue
            speaker = self.speaker.get(number, -1)
            if speaker >= 0 and _is_plural(self.table, speaker) == (person == _WE):
                yield row, speaker
            elif person == _I:
                yield first.setdefault(turns[number], row), row

    def units(self) -> np.ndarray:
        """(n_mentions,) int: number of the turn of each "I" and "you", of the conversation of "we"; -1 for others."""
        turns, steps = self.table.quotes.turn, self.table.quotes.step
        conversation = [0, *np.cumsum([how == "far" for how in steps]).tolist()]
        units: dict[tuple[str, int], int] = {}
        found = np.full(len(self.table), -1, dtype=np.int64)
        for row, number, person in self.persons:
            turn = turns[number]
            unit = (person, conversation[turn] if person == _WE else turn)
            found[row] = units.setdefault(unit, len(units))
        for row, (pronoun, head) in enumerate(zip(pronouns(self.table), self.table.spans.head.tolist(), strict=True)):
            if pronoun is not None and pronoun.person in ("1", "2") and head in self.nested:
                found[row] = units.setdefault(("nested", self.nested[head]), len(units))
        return found

    def others(self) -> Iterator[Pair]:
        """Rows of pronouns, and of the certain speaker or addressee that they do not refer to; and of these two.

        Nor does "the man" in a quotation refer to its speaker: none of 339 such mentions in LitBank train does.
        """
        speaker, addressee = self.certain_speaker, self._rows(self.voices.addressees, CERTAIN)
        numbers, forms, heads = self.table.quote_numbers.tolist(), self.table.values("form"), self.table.spans.head
        for row, (pronoun, number) in enumerate(zip(pronouns(self.table), numbers, strict=True)):
            is_noun = forms[row] in ("definite", "demonstrative") and heads[row] not in self.nested
            is_other = is_noun if pronoun is None else pronoun.person in ("2", "3")
            if is_other and number in speaker:
                yield row, speaker[number]
            if pronoun is not None and pronoun.person == "3" and number in addressee:
                yield row, addressee[number]
        pairs = ((speaker[number], row) for number, row in addressee.items() if number in speaker)
        yield from (pair for pair in pairs if not _are_alike(self.table, *pair))


def _are_alike(table: MentionTable, one: int, other: int) -> bool:
    """Whether two mentions are names or nouns with the same head: The queen saw the cook. “Oh,” said the cook."""
    lemmas, kinds = table.values("lemma"), table.values("kind")
    return lemmas[one] == lemmas[other] and "pronoun" not in (kinds[one], kinds[other])


def _is_plural(table: MentionTable, row: int) -> bool:
    """Whether a speaker denotes several people: "the brothers", "Tom and Ann"."""
    kind = table.values("kind")[row]
    return kind == "coordination" or (kind == "nominal" and table.values("number")[row] == "plural")


def _narrators(table: MentionTable, speaker: dict[int, int]) -> Iterator[Pair]:
    """Rows of speakers other than "I", and of the nearest narrating "I" before and after each."""
    own, number = pronouns(table), table.quote_numbers
    narrators = [row for row, one in enumerate(own) if is_first_person(one, "singular") and number[row] < 0]
    for row in sorted(set(speaker.values())):
        if not is_first_person(own[row], "singular"):
            at = bisect(narrators, row)
            yield from ((row, other) for other in narrators[max(at - 1, 0) : at + 1])


def _subjects_before(table: MentionTable, speaker: dict[int, int]) -> Iterator[Pair]:
    """Rows of the subject of the sentence before a quotation, and of the "he" or "she" after it who utters it.

    A person whom the subject asks or tells something may answer: “I know,” she said after "Ann asked Eva".
    """
    own, rows, traits, kinds = pronouns(table), rows_by_head(table), traits_of(table), table.values("kind")
    ends, triples, gendered = table.quotes.ends(), table.triples(), table.lexicon.gendered_pronouns
    for number, row in speaker.items():
        pronoun, (first, _) = own[row], ends[number]
        if pronoun is None or pronoun.canonical not in gendered or triples[row][0] < first:
            continue
        subjects = [
            i for i in rows.get(subject_before(table.parse, table.quotes, first - 1), ()) if kinds[i] != "coordination"
        ]
        agreeing = [i for i in subjects if agrees(pronoun, *_of_person(*traits[i]))]
        if len(agreeing) == 1:
            yield agreeing[0], row


def _of_person(person: str, number: str, gender: str, animacy: str) -> tuple[str, str, str, str]:
    """Traits of a mention without the neuter of nouns such as "coach", which may denote a person or a thing."""
    return person, number, "" if (gender, animacy) == ("neuter", "animate") else gender, animacy


def _differ(table: MentionTable, one: int, other: int) -> bool:
    """Whether the speakers of two quotations do not corefer: “I quit,” said the cook. “I don't care,” said the boss.

    They are two names without a common word, or two nouns before any person is named: Lord Hill may be "the lord" and
    "the hunter".
    """
    kinds, lemmas, triples = table.values("kind"), table.values("lemma"), table.triples()
    document = document_numbers(table)[one]
    if document != document_numbers(table)[other] or lemmas[one] == lemmas[other]:
        return False
    if kinds[one] == kinds[other] == "name":
        first, second = (set(table.parse.lower[start:end]) for start, end, _ in (triples[one], triples[other]))
        return first.isdisjoint(second)
    is_before_names = table.of_parse(first_named).get(document, len(table.parse)) > triples[other][2]
    return is_before_names and _are_exclusive(table, one, other)


def _are_exclusive(table: MentionTable, one: int, other: int) -> bool:
    """Whether two mentions are bare definite nouns of which neither is a kind of the other: "the cook", "the boss"."""
    if not all(_is_bare_person(table, row) for row in (one, other)):
        return False
    lemmas = table.values("lemma")
    first, second = table.wordnet.ids([lemmas[one]]), table.wordnet.ids([lemmas[other]])
    return not any(table.wordnet.kinship(*pair, _MOST_SENSES)[0] for pair in ((first, second), (second, first)))


def _is_bare_person(table: MentionTable, row: int) -> bool:
    """Whether a mention is an article and a noun for a person or animal.

    Nouns that show a gender or name an office do not count, nor do nouns with a modifier: "the boy", "the painter" and
    "the Dutch driver" may each refer to a person whom the text called otherwise before.
    """
    lexicon, noun, (start, end, head) = table.lexicon, table.values("lemma")[row], table.triples()[row]
    if table.values("form")[row] != "definite" or (head, end) != (start + 1, start + 2):
        return False
    if lexicon.gender_of_noun(noun) or noun in lexicon.known_for:
        return False
    return noun in lexicon.person_nouns or supersense(table.parse, noun) == "animal"
