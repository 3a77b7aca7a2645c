"""Who speaks, and to whom, in quotations whose speaker is named beside them: "…," said Ann to Bob."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.features import MentionTable
from corefpipe.features.engine.registry import joinable
from corefpipe.lexicon.lists import Pronoun
from corefpipe.parsing.clauses import Argument
from corefpipe.parsing.parse import Parse
from corefpipe.parsing.quotes import Quotes
from corefpipe.parsing.relations import OBJECTS
from corefpipe.resolver.constraints.cataphora import agrees, traits_of
from corefpipe.resolver.constraints.mentions import clauses, dialogues, document_numbers, pronouns, rows_by_head
from corefpipe.resolver.constraints.registry import constraint

_NEAR = 3  # tokens between a quotation and the verb of saying, or the subject before it
_OPEN_ENDS = frozenset({",", "!", "?", "--", "—", "-", "…", "..."})
"""What a quotation ends with where the sentence goes on after it."""
_SHORT = 60  # tokens of a document in which one paragraph is one
_ADDRESSED = frozenset({"to", "at"})
_SENSES = 4  # of a noun, the most frequent ones


@constraint
@joinable
def quotations(table: MentionTable) -> Constraints | None:
    """In a quotation "I" is its speaker and "you" the one addressed: “I will help you,” said Ann to Tom.

    Both must be named beside it; "he" who speaks after a sentence of one subject is that: “The coach praised Ali. “He
    is good,” he said.” Neither "you" nor "he" is the speaker there, "he" is nobody addressed
    either, nor is the speaker the "I" that tells of it: “You are ill,” said Holmes to me.
    """
    quotes = table.quotes
    if not quotes.speaker:
        return None
    own, triples, documents = pronouns(table), table.triples(), document_numbers(table)
    speaker, listener = _voices(table)
    together: list[tuple[int, int]] = []
    apart: list[tuple[int, int]] = []
    for row, pronoun in enumerate(own):
        number = quotes.number[triples[row][2]]
        if pronoun is None or number < 0:
            continue
        if number in speaker and (_is_we if _are_several(table, speaker[number]) else _is_i)(pronoun):
            together.append((row, speaker[number]))
        elif pronoun.person == "2" and number in listener:
            together.append((row, listener[number]))
        if pronoun.person in ("2", "3") and number in speaker:
            apart.append((row, speaker[number]))
        if pronoun.person == "3" and number in listener:
            apart.append((row, listener[number]))
    together += _of_sentences_before(table, speaker)
    told = [row for row in sorted(set(speaker.values())) if not _is_i(own[row])]
    narrators = [row for row, one in enumerate(own) if _is_i(one) and quotes.number[triples[row][2]] < 0]
    apart += [(one, other) for one, other in _neighbours(told, narrators) if documents[one] == documents[other]]
    in_turn = pairwise(row for _, row in sorted(speaker.items()))
    named = table.of_parse(_first_named)
    apart += [(one, other) for one, other in in_turn if _differ(table, one, other, named)]
    return Constraints(*(np.sort(np.array(pairs).reshape(-1, 2), axis=1) for pairs in (together, apart)))


def _voices(table: MentionTable) -> tuple[dict[int, int], dict[int, int]]:
    """Number of a quotation -> row of who says it, and row of who hears it."""
    parse, quotes, rows, sayings = table.parse, table.quotes, rows_by_head(table), _sayings(table)
    speaker: dict[int, int] = {}
    listener: dict[int, int] = {}
    ends = _ends(quotes)
    for number, verb in sayings.items():
        # Parsers take who is addressed in the quotation for the subject: “Watson,” said Holmes.
        arguments = [one for one in clauses(table).arguments(verb) if quotes.number[one.head] < 0]
        subject = next((one for one in arguments if one.role == "subject"), None)
        follows = number in quotes.number[max(verb - 3, 0) : verb]
        if subject is None:  # “Your Majesty,” said the soldier: two subjects
            outside = (i for i in parse.children[verb] if parse.deps[i] == "nsubj" and quotes.number[i] < 0)
            subject = next((Argument(token, "subject") for token in outside), None)
            arguments = [subject, *arguments] if subject is not None else arguments
        if subject is None and follows and arguments and arguments[0].role == "object":
            subject = arguments[0]  # Parsers take the subject of “…,” asked Ann for an object.
        if subject is None:
            continue
        for argument in arguments:
            found = [row for row in rows.get(argument.head, []) if _may_speak(table, row)]
            told = parse.deps[argument.head] == "nsubj:pass"  # I was told: “You are ill.”
            if found and argument == subject and not told:
                speaker[number] = found[0]
            elif found and (argument.role == "object" or argument.case in _ADDRESSED or told):
                listener[number] = found[0]
    for number in range(1, len(quotes.turn)):
        if number not in sayings and _continues(parse, quotes, ends, number):
            for known in (speaker, listener):
                if number - 1 in known:
                    known[number] = known[number - 1]
    return speaker, listener


def _of_sentences_before(table: MentionTable, speaker: dict[int, int]) -> Iterator[tuple[int, int]]:
    """Rows of the subject of the sentence before a quotation, and of the "he" after it who says it.

    Whom the subject asks or tells something may answer: "Ann called Eva. “I know,” she said", not "Ann asked Eva".
    """
    own, rows, traits, kinds = pronouns(table), rows_by_head(table), traits_of(table), table.values("kind")
    ends, triples = _ends(table.quotes), table.triples()
    for number, row in speaker.items():
        pronoun, (first, _) = own[row], ends[number]
        if pronoun is None or pronoun.canonical not in ("he", "she") or triples[row][0] < first:
            continue
        subject = _subject_before(table, first - 1)
        if subject >= 0:
            whole = [i for i in rows.get(subject, ()) if kinds[i] != "coordination"]
            found = [i for i in whole if _agrees(pronoun, *traits[i])]
            if len(found) == 1:
                yield found[0], row


def _agrees(pronoun: Pronoun, person: str, number: str, gender: str, animacy: str) -> bool:
    """Whether a mention with these traits may be "he"; nouns such as "coach" call things, too."""
    return agrees(pronoun, person, number, "" if (gender, animacy) == ("neuter", "animate") else gender, animacy)


def _subject_before(table: MentionTable, opening: int) -> int:
    """The only subject of the main clause of a sentence that ends in the paragraph of a quotation, before it; or -1."""
    parse = table.parse
    before = opening - 1
    if before < parse.document_at(opening)[0] or parse.words[before] != ".":
        return -1
    root = before
    while parse.heads[root] != root:
        root = parse.heads[root]
    below = parse.children[root]
    subjects = [child for child in below if parse.deps[child] == "nsubj"]
    is_elsewhere = parse.paragraphs[before] != parse.paragraphs[opening] or table.quotes.number[root] >= 0
    is_told = parse.lemmas[root] in parse.lexicon.speech_verbs and any(parse.deps[i] in OBJECTS for i in below)
    return -1 if is_elsewhere or is_told or len(subjects) != 1 else subjects[0]


def _continues(parse: Parse, quotes: Quotes, ends: dict[int, tuple[int, int]], number: int) -> bool:
    """Whether a quotation goes on with the one before it: “Go,” said Ann, “or stay.” “Go,” said Ann. “I stay.”

    After a question somebody may answer, and in a long document without paragraphs so may anybody.
    """
    if number not in ends or number - 1 not in ends:
        return False
    if quotes.turn[number] == quotes.turn[number - 1]:
        return True
    (_, closing), (opening, _) = ends[number - 1], ends[number]
    first, last = parse.document_at(opening)
    if last - first > _SHORT and parse.paragraphs[first] == parse.paragraphs[last - 1]:
        return False
    is_beside = quotes.step[quotes.turn[number] - 1] == "said"
    is_beside = is_beside and parse.paragraphs[closing] == parse.paragraphs[opening]
    between = parse.words[closing + 2 : opening - 1]
    return is_beside and parse.words[closing] != "?" and between[-1:] == ["."] and between.count(".") == 1


def _ends(quotes: Quotes) -> dict[int, tuple[int, int]]:
    """Number of a quotation -> its first and last token, if it has any."""
    found: dict[int, tuple[int, int]] = {}
    for token, number in enumerate(quotes.number):
        if number >= 0:
            found[number] = (found.get(number, (token, token))[0], token)
    return found


def _is_i(pronoun: Pronoun | None) -> bool:
    return pronoun is not None and (pronoun.person, pronoun.number) == ("1", "singular")


def _is_we(pronoun: Pronoun | None) -> bool:
    return pronoun is not None and (pronoun.person, pronoun.number) == ("1", "plural")


def _are_several(table: MentionTable, row: int) -> bool:
    """Whether a speaker is several people: "the brothers", "Tom and Ann"."""
    kind = table.values("kind")[row]
    return kind == "coordination" or (kind == "nominal" and table.values("number")[row] == "plural")


def _neighbours(rows: list[int], others: list[int]) -> list[tuple[int, int]]:
    """Each row with the nearest other rows before and after it: as many pairs as rows."""
    found = []
    for row in rows:
        at = bisect(others, row)
        found += [(row, other) for other in others[max(at - 1, 0) : at + 1]]
    return found


def _differ(table: MentionTable, one: int, other: int, named: dict[int, int]) -> bool:
    """Whether the speakers of two quotations are two: “I quit,” said the cook. “I don't care,” said the boss.

    Args:
        table: the mentions.
        one, other: the speakers.
        named: document -> first token of those who are named in it. They may be both "the lord" and "the hunter".
    """
    kinds, triples, lemmas = table.values("kind"), table.triples(), table.values("lemma")
    document = document_numbers(table)[one]
    if document != document_numbers(table)[other] or lemmas[one] == lemmas[other]:
        return False
    if kinds[one] == kinds[other] == "name":
        return not _share_words(table.parse, triples, one, other)
    is_first = named.get(document, len(table.parse)) > triples[other][2]
    return is_first and _are_two_people(table, one, other)


def _are_two_people(table: MentionTable, one: int, other: int) -> bool:
    """Whether two nouns call two people: "the cook", "the boss".

    "The boy", "the painter" and "the Dutch driver" may each be somebody who was called otherwise.
    """
    lexicon, lemmas, triples = table.lexicon, table.values("lemma"), table.triples()
    for row in (one, other):
        start, end, head = triples[row]
        if table.values("form")[row] != "definite" or (head, end) != (start + 1, start + 2):
            return False
        noun = lemmas[row]
        is_animal = table.wordnet.supersense(table.wordnet.ids([noun]))[0] == "animal"
        is_known = noun in lexicon.person_nouns or is_animal
        if lexicon.gender_of_noun(noun) or noun in lexicon.known_for or not is_known:
            return False
    first, second = table.wordnet.ids([lemmas[one]]), table.wordnet.ids([lemmas[other]])
    return not any(table.wordnet.kinship(*pair, _SENSES)[0] for pair in ((first, second), (second, first)))


def _first_named(parse: Parse) -> dict[int, int]:
    """Document -> the first token of a person's name."""
    found: dict[int, int] = {}
    are_names = zip(parse.pos, parse.entity_types, strict=True)
    tokens = [i for i, pair in enumerate(are_names) if pair == ("PROPN", "person")]
    for token, document in zip(tokens, parse.documents_of(np.array(tokens, dtype=np.int64)).tolist(), strict=True):
        found.setdefault(document, token)
    return found


def _share_words(parse: Parse, triples: list[tuple[int, int, int]], one: int, other: int) -> bool:
    (start, end, _), (begin, stop, _) = triples[one], triples[other]
    return bool(set(parse.lower[start:end]) & set(parse.lower[begin:stop]))


def _sayings(table: MentionTable) -> dict[int, int]:
    """Number of a quotation -> the verb of saying beside it. In a dialogue, what a speaker quotes is others' words."""
    parse, number = table.parse, table.quotes.number
    found, spoken = {}, dialogues(table)
    for quote, (first, last) in _ends(table.quotes).items():
        start, end = parse.document_at(first)
        if start in spoken:
            continue
        # The quotation marks stand before the first and after the last token.
        after = list(range(last + 2, min(last + 2 + _NEAR, end)))
        after += _governors(parse, after[:1])  # “We won,” Tom and Ann said.
        before = range(first - 2, max(first - 2 - 2 * _NEAR, start - 1), -1)
        continues = parse.words[last] in _OPEN_ENDS or parse.words[last + 2 : min(last + 3, end)] == [","]
        continues = continues and not _begins(parse, last + 2, end)
        announced = parse.words[max(first - 2, start) : first - 1] in ([","], [":"])
        for side in [*[after] * continues, *[before] * announced]:
            verb = next((token for token in side if number[token] < 0 and _says(parse, token)), -1)
            if verb >= 0 and _reaches(parse, number, verb, first, last):
                found[quote] = verb
                break
    return found


def _governors(parse: Parse, tokens: Sequence[int]) -> Iterator[int]:
    """The heads of the subjects that begin at some tokens."""
    for first in tokens:
        token = first
        while parse.deps[token] != "nsubj" and parse.left[parse.heads[token]] == first and parse.heads[token] != token:
            token = parse.heads[token]
        if parse.deps[token] == "nsubj":
            yield parse.heads[token]


def _begins(parse: Parse, token: int, end: int) -> bool:
    """Whether a sentence begins at a token after a quotation: “Where is she?” Her sister sighed."""
    capital = token < end and parse.words[token][:1].isupper()
    return capital and parse.pos[token] != "PROPN" and parse.lower[token] != "i"


def _says(parse: Parse, token: int) -> bool:
    return parse.pos[token] == "VERB" and parse.lemmas[token] in parse.lexicon.speech_verbs


def _reaches(parse: Parse, number: list[int], verb: int, first: int, last: int) -> bool:
    """Whether nothing but a subject, and the like, stands between a quotation and its verb of saying.

    A verb with a clause of its own says that: "I said that I would".
    """
    outside = [child for child in parse.children[verb] if number[child] < 0]
    if any(parse.deps[child] in ("ccomp", "xcomp") and child > verb > last for child in outside):
        return False
    if parse.paragraphs[verb] != parse.paragraphs[last if verb > last else first]:
        return False
    between = range(last + 2, verb) if verb > last else range(verb + 1, first - 1)
    return not any(parse.words[token] in (".", "!", "?") or number[token] >= 0 for token in between)


def _may_speak(table: MentionTable, row: int) -> bool:
    return table.values("animacy")[row] in ("", "animate")
