"""Who writes a letter or an e-mail, and to whom: headers, greeting, signature, quoted lines."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.features import MentionTable
from corefpipe.features.engine.registry import joinable
from corefpipe.resolver.constraints.letter_layout import read_letter
from corefpipe.resolver.constraints.letter_people import NOBODY
from corefpipe.resolver.constraints.letter_phrases import letter_phrases
from corefpipe.resolver.constraints.mentions import dialogues, pronouns
from corefpipe.resolver.constraints.registry import constraint, per_document


@constraint
@joinable
def letters(table: MentionTable) -> Constraints | None:
    """In a letter "I" is the sender and "you" the receiver: "Dear Ann, I miss you. Yours, Tom".

    The sender signs it or stands under From, the receiver is greeted or stands under To.
    """
    parse, spoken = table.parse, dialogues(table)
    greeting = letter_phrases(parse.lexicon).greeting
    maybe = [
        number
        for number, (start, end) in enumerate(pairwise(parse.bounds))
        if start < end
        and start not in spoken
        and (parse.lines[start] < parse.lines[end - 1] or greeting.match(parse.words[start]))  # a letter in one line
    ]
    return per_document(table, _of_letter, maybe)


def _of_letter(table: MentionTable) -> Constraints | None:
    letter = read_letter(table.parse)
    if letter is None:
        return None
    entity = np.full(len(table), -1)
    apart = np.full(len(table), -1)
    kinds = table.values("kind")
    named = {token: (who, name) for who, name in letter.names for token in range(*name)}
    for row, (pronoun, (start, end, head)) in enumerate(zip(pronouns(table), table.triples(), strict=True)):
        if pronoun is None:
            who, (first, last) = named.get(end - 1) or named.get(head) or (-1, (0, 0))
            # "Tom Hill", "Tom Hill <tom@hill.org", "Tom from next door"
            if (first <= start and end == last) or (start == first and end > last and kinds[row] != "coordination"):
                entity[row] = who
            else:
                apart[row] = letter.greeted.get(end - 1, -1)
        elif table.quote_numbers[row] >= 0 or not letter.body[head]:
            continue
        elif (pronoun.person, pronoun.number) == ("1", "singular"):
            entity[row] = letter.writer[head]
        elif pronoun.person == "2" and letter.reader[head] != NOBODY:
            entity[row] = letter.reader[head]
        elif pronoun.person in ("2", "3"):
            apart[row] = letter.writer[head]
    return Constraints.of_entities(entity, apart) if (entity >= 0).any() else None
