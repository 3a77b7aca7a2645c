"""The speaker and the addressee of quotations with a verb of saying: “I will help you,” said Ann to Tom."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.constructions.pronouns import is_first_person
from corefpipe.constructions.quotations import continues, first_named, subject_before
from corefpipe.constructions.sayings import sayings
from corefpipe.constructions.senses import supersense
from corefpipe.features import MentionTable
from corefpipe.features.engine.registry import joinable
from corefpipe.parsing.clauses import Argument
from corefpipe.resolver.constraints.mentions import (
    agrees,
    clauses,
    document_numbers,
    pronouns,
    rows_by_head,
    traits_of,
)
from corefpipe.resolver.constraints.registry import constraint

_INVERSION_TOKENS = 3  # from the end of a quotation to a verb whose subject may follow it
_MOST_SENSES = 4  # of a noun, the most frequent ones

Pair = tuple[int, int]


@dataclass(slots=True, frozen=True)
class _Voices:
    """The speakers and addressees of the quotations.

    Attributes:
        speaker: number of a quotation -> row of the mention of its speaker.
        addressee: number of a quotation -> row of the mention of its addressee.
    """

    speaker: dict[int, int] = field(default_factory=dict)
    addressee: dict[int, int] = field(default_factory=dict)


@constraint
@joinable
def quotations(table: MentionTable) -> Constraints | None:
    """In a quotation "I" is its speaker, and "you" its addressee: “I will help you,” said Ann to Tom.

    Both are named beside the verb of saying. Pronouns of the second and third person do not refer to the speaker, nor
    those of the third person to the addressee, and the speaker is not the narrating "I": “You are ill,” said Holmes to
    me. "He" as the speaker refers to the only subject of the sentence before: The coach praised Ali. “He is good,” he
    said. The named speakers of two quotations in turn do not corefer.
    """
    if not table.quotes.speaker:
        return None
    voices = _voices(table)
    together = [*_participants(table, voices), *_subjects_before(table, voices)]
    apart = [*_others(table, voices), *_narrators(table, voices)]
    in_turn = pairwise(row for _, row in sorted(voices.speaker.items()))
    apart += (pair for pair in in_turn if _differ(table, *pair))
    return Constraints(*(np.sort(np.array(pairs).reshape(-1, 2), axis=1) for pairs in (together, apart)))


def _voices(table: MentionTable) -> _Voices:
    """The speakers and addressees of quotations, also of those that continue one before."""
    found, verbs, ends = _Voices(), sayings(table.parse, table.quotes), table.quotes.ends()
    for number, verb in verbs.items():
        _add_arguments(table, number, verb, found)
    for number in range(1, len(table.quotes.turn)):
        if number not in verbs and continues(table.parse, table.quotes, ends, number):
            for known in (found.speaker, found.addressee):
                if number - 1 in known:
                    known[number] = known[number - 1]
    return found


def _add_arguments(table: MentionTable, number: int, verb: int, found: _Voices) -> None:
    """Add the speaker and the addressee that are arguments of the verb of saying of a quotation."""
    parse, rows, animacy = table.parse, rows_by_head(table), table.values("animacy")
    addressing = parse.lexicon.addressee_prepositions
    subject, arguments = _subject_and_arguments(table, number, verb)
    for argument in arguments if subject is not None else ():
        animate = [row for row in rows.get(argument.head, []) if animacy[row] in ("", "animate")]
        is_passive = parse.deps[argument.head] == "nsubj:pass"  # I was told: “You are ill.”
        if animate and argument == subject and not is_passive:
            found.speaker[number] = animate[0]
        elif animate and (argument.role == "object" or argument.case in addressing or is_passive):
            found.addressee[number] = animate[0]


def _subject_and_arguments(table: MentionTable, number: int, verb: int) -> tuple[Argument | None, list[Argument]]:
    """The subject of a quotation's verb of saying, None if it has none, and its arguments outside quotations."""
    parse, quotes = table.parse, table.quotes.number
    # Parsers take a vocative in the quotation for the subject: “Watson,” said Holmes.
    arguments = [one for one in clauses(table).arguments(verb) if quotes[one.head] < 0]
    subject = next((one for one in arguments if one.role == "subject"), None)
    if subject is not None:
        return subject, arguments
    outside = (i for i in parse.children[verb] if parse.deps[i] == "nsubj" and quotes[i] < 0)
    second = next(outside, -1)  # “Your Majesty,” said the soldier: two subjects
    if second >= 0:
        subject = Argument(second, "subject")
        return subject, [subject, *arguments]
    follows = number in quotes[max(verb - _INVERSION_TOKENS, 0) : verb]
    is_inverted = follows and bool(arguments) and arguments[0].role == "object"
    # Parsers take the subject of “…,” asked Ann for an object.
    return arguments[0] if is_inverted else None, arguments


def _participants(table: MentionTable, voices: _Voices) -> Iterator[Pair]:
    """Rows of pronouns of the first and second person, and of the speaker or addressee that they refer to."""
    for row, pronoun in enumerate(pronouns(table)):
        number = table.quotes.number[int(table.spans.head[row])]
        if pronoun is None or number < 0:
            continue
        speaker = voices.speaker.get(number, -1)
        if speaker >= 0 and is_first_person(pronoun, _number_of(table, speaker)):
            yield row, speaker
        elif pronoun.person == "2" and number in voices.addressee:
            yield row, voices.addressee[number]


def _others(table: MentionTable, voices: _Voices) -> Iterator[Pair]:
    """Rows of pronouns, and of the speaker or addressee of their quotation that they do not refer to."""
    for row, pronoun in enumerate(pronouns(table)):
        number = table.quotes.number[int(table.spans.head[row])]
        if pronoun is not None and pronoun.person in ("2", "3") and number in voices.speaker:
            yield row, voices.speaker[number]
        if pronoun is not None and pronoun.person == "3" and number in voices.addressee:
            yield row, voices.addressee[number]


def _narrators(table: MentionTable, voices: _Voices) -> Iterator[Pair]:
    """Rows of speakers other than "I", and of the nearest narrating "I" before and after each."""
    own, documents, number = pronouns(table), document_numbers(table), table.quote_numbers
    narrators = [row for row, one in enumerate(own) if is_first_person(one, "singular") and number[row] < 0]
    for row in sorted(set(voices.speaker.values())):
        if not is_first_person(own[row], "singular"):
            at = bisect(narrators, row)
            near = narrators[max(at - 1, 0) : at + 1]
            yield from ((row, other) for other in near if documents[row] == documents[other])


def _number_of(table: MentionTable, row: int) -> str:
    """Plural for a speaker that denotes several people, "the brothers", "Tom and Ann"; else singular."""
    kind = table.values("kind")[row]
    is_plural = kind == "coordination" or (kind == "nominal" and table.values("number")[row] == "plural")
    return "plural" if is_plural else "singular"


def _subjects_before(table: MentionTable, voices: _Voices) -> Iterator[Pair]:
    """Rows of the subject of the sentence before a quotation, and of the "he" or "she" after it who utters it.

    A person whom the subject asks or tells something may answer: “I know,” she said after "Ann asked Eva".
    """
    own, rows, traits, kinds = pronouns(table), rows_by_head(table), traits_of(table), table.values("kind")
    ends, triples, gendered = table.quotes.ends(), table.triples(), table.lexicon.gendered_pronouns
    for number, row in voices.speaker.items():
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
