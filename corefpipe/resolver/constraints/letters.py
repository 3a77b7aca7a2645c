"""Letters and e-mail threads: who "I" and "you" refer to in each message."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from corefpipe.casts.sections import telling_of
from corefpipe.clustering.constraints import Constraints
from corefpipe.features import MentionTable
from corefpipe.features.engine.registry import joinable
from corefpipe.letters.reading import UNKNOWN, may_be_letter, read_letter
from corefpipe.resolver.constraints.mentions import dialogues, pronouns
from corefpipe.resolver.constraints.registry import constraint, per_document


@constraint
@joinable
def letters(table: MentionTable) -> Constraints | None:
    """In a letter "I" is the sender and "you" the recipient: "Dear Ann, I miss you. Yours, Tom".

    The signature or the header names the sender, the greeting or the header the recipient.
    """
    spoken = dialogues(table)
    documents = enumerate(pairwise(table.parse.bounds))
    maybe = [n for n, (start, end) in documents if start not in spoken and may_be_letter(table.parse, start, end)]
    return per_document(table, _of_letter, maybe)


def _of_letter(table: MentionTable) -> Constraints | None:
    """The constraints of a document; None if it is no letter or refers to no sender or recipient."""
    letter = None if telling_of(table).sections else table.of_parse(read_letter)
    if letter is None:
        return None
    entity = np.full(len(table), -1)
    apart = np.full(len(table), -1)
    kinds = table.values("kind")
    named = {token: (person, name) for person, name in letter.names for token in range(*name)}
    for row, (pronoun, (start, end, head)) in enumerate(zip(pronouns(table), table.triples(), strict=True)):
        if pronoun is None:
            person, (first, last) = named.get(end - 1) or named.get(head) or (-1, (0, 0))
            # "Tom Hill", "Tom Hill <tom@hill.org", "Tom from next door"
            if (first <= start and end == last) or (start == first and end > last and kinds[row] != "coordination"):
                entity[row] = person
            else:
                apart[row] = letter.greeted.get(end - 1, -1)
        elif table.quote_numbers[row] >= 0 or not letter.in_body[head]:
            continue
        elif (pronoun.person, pronoun.number) == ("1", "singular"):
            entity[row] = letter.senders[head]
        elif pronoun.person == "2" and letter.recipients[head] != UNKNOWN:
            entity[row] = letter.recipients[head]
        elif pronoun.person in ("2", "3"):
            apart[row] = letter.senders[head]
    return Constraints.of_entities(entity, apart) if (entity >= 0).any() else None
