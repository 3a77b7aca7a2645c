"""The speakers of a labelled dialogue: which mentions refer to them, and which do not.

1. Pronouns of the first person singular corefer within the turns of one speaker, and not across speakers.
2. The pronouns of a quotation within a turn give no constraints, except that its "I" is not the speaker if another
   subject precedes it in the sentence: "My dad says “I can wait”". Of two speakers the other one is not dad.
   In fiction it is the other way round: if a turn opens with a quotation, the speaker utters the quotation, and the
   narrator the rest.
3. A speaker's "you", "he", "it" or "the man" is not that speaker. "You" is the speaker whom the sentence addresses by
   name at its start or end ("Ruth, you …", "… do you, Ruth?"), or the turn at its start ("ruth: …"), and "she" is not;
   of two speakers it is the other one in a question at the end of a turn; otherwise it is left to the features. In a
   dialogue of two "he" and "she" are neither of them.
4. A name of consecutive words of one speaker's label refers to that speaker, and so does the label before a turn, and
   a name that the speaker gives as their own: "My name is Ann", "Ann here".
5. A name in words that nobody says, as in narration between turns, that shares no word with the label of a speaker is
   not that speaker.

`eval/dialogue` measures each of these rules.
"""

from __future__ import annotations

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.constructions.dialogues import Dialogue, Reference
from corefpipe.constructions.speaker_labels import letters_of
from corefpipe.features import MentionTable
from corefpipe.features.engine.registry import joinable
from corefpipe.resolver.constraints.mentions import dialogues, pronouns
from corefpipe.resolver.constraints.registry import constraint, per_document

MOST_SPEAKERS = 8
"""Speakers of a dialogue, at most, of whom names in narration are none: each name is compared with each of them."""


@constraint
@joinable
def speakers(table: MentionTable) -> Constraints | None:
    """In a labelled dialogue "I" is the speaker, and "you" the speaker addressed by name: "ANN: Do you hear me, Tom?".

    Names and other pronouns refer to a speaker, or do not, by the labels and the number of speakers.
    """
    return per_document(table, _of_dialogue, dialogues(table).values())


def _of_dialogue(table: MentionTable) -> Constraints | None:
    """The constraints of one dialogue."""
    found = speaker_entities(table)
    return None if found is None else Constraints.of_entities(*found)


def speaker_entities(table: MentionTable) -> tuple[np.ndarray, np.ndarray] | None:
    """The speakers that mentions refer to, and do not refer to; None if no token has a speaker.

    Speakers are numbered in order of first appearance; a narrator comes after the last of them.

    Returns:
        (n_mentions,) int, the speaker that each mention refers to, -1 if unknown; and (n_mentions, n) int, speakers
        that it does not refer to, -1 for none.
    """
    dialogue = Dialogue.of(table.parse, table.quotes)
    if dialogue is None:
        return None
    found, own, forms = [], pronouns(table), table.values("form")
    for row, (kind, (start, end, head)) in enumerate(zip(table.values("kind"), table.triples(), strict=True)):
        words, pronoun = table.parse.lower[start:end], own[row]
        label, reference = dialogue.announced.get(start, ""), Reference()
        if label and letters_of("".join(words)) == letters_of(label):
            reference = Reference(dialogue.speakers[label])
        elif pronoun is not None:
            reference = dialogue.of_pronoun(pronoun, head)
        elif kind == "nominal" and forms[row] == "definite":
            reference = Reference(other=dialogue.voices[head])
        elif kind == "name" and head in dialogue.introduced:
            reference = Reference(dialogue.introduced[head])
        elif kind == "name":
            reference = Reference(dialogue.labels.number(words[: words.index(",")] if "," in words else words))
        found.append(reference)
    speaker, *others = np.array(found, dtype=np.int64).reshape(-1, len(Reference._fields)).T
    return speaker, np.concatenate([np.array(others).T, _of_narration(table, dialogue, speaker)], axis=1)


def _of_narration(table: MentionTable, dialogue: Dialogue, speaker: np.ndarray) -> np.ndarray:
    """(n_mentions, n) int, the speakers that names in words that nobody says do not refer to, -1 for none.

    Args:
        table: the mentions.
        dialogue: what is said.
        speaker: (n_mentions,) int, the speaker that each mention refers to, -1 if unknown.
    """
    labels = {number: letters_of(label) for label, number in dialogue.speakers.items()}
    found = np.full((len(table), len(labels) if len(labels) <= MOST_SPEAKERS else 0), -1, dtype=np.int64)
    rows = zip(table.values("kind"), table.triples(), strict=True)
    for row, (kind, (start, end, head)) in enumerate(rows):
        if kind != "name" or speaker[row] >= 0 or table.parse.speakers[head] or not found.shape[1]:
            continue
        if all(pos == "PROPN" for pos in table.parse.pos[start:end]):
            words = [letters_of(word) for word in table.parse.lower[start:end]]
            others = [number for number, label in labels.items() if not any(word and word in label for word in words)]
            found[row, : len(others)] = others
    return found[:, (found >= 0).any(axis=0)]
