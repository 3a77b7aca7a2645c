"""Grammatical person in narration: first and second person beside third person, outside quotations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.constructions.introductions import own_names
from corefpipe.constructions.pronouns import includes_speaker, is_first_person
from corefpipe.constructions.speech_marks import QUIET, SAID, silent_tokens, speech_marks
from corefpipe.features import MentionTable
from corefpipe.features.engine.registry import joinable
from corefpipe.resolver.constraints.mentions import document_numbers, pronouns
from corefpipe.resolver.constraints.registry import constraint

_SPEAKER, _SPEAKERS, _ADDRESSEE = "speaker", "speakers", "addressee"
_PERSON, _PEOPLE, _NOUN = "person", "people", "noun"
"""Roles of mentions: "I", "we", "you"; "he" or "she", "they", a definite noun."""
_SPEAKER_AND_PERSON, _SPEAKER_AND_NOUN = {_SPEAKER, _PERSON}, {_SPEAKER, _NOUN}
_SPEAKER_AND_ADDRESSEE = {_SPEAKER, _ADDRESSEE}
_OF_NARRATOR = [_SPEAKER_AND_PERSON, _SPEAKER_AND_NOUN, {_ADDRESSEE, _NOUN}, _SPEAKER_AND_ADDRESSEE]
"""Pairs of roles that do not corefer in the words of one speaker."""
_OF_SENTENCE = [{one, other} for one in (_SPEAKERS, _ADDRESSEE) for other in (_PEOPLE, _PERSON)]
"""Pairs of roles that do not corefer within one sentence and one quotation: "We lost because they were better"."""
_REACH_MENTIONS = 40  # after a mention, with which it is compared


@constraint
@joinable
def narration(table: MentionTable) -> Constraints | None:
    """Outside quotations "I" and "you" do not corefer with third-person mentions: "She left, so I went home".

    This holds within a sentence or two adjacent ones of one speaker, without quotation mark, colon and verb of saying,
    which may introduce direct speech without marks. A verb of saying alone does not matter to "he" and "I" or "you" and
    "I" of one sentence ("He said I was late"), nor to a definite noun and "I" in a document without quotations. Within
    a sentence "we" and "you" do not corefer with "they", "he" or "she". In a document without any mark of direct speech
    "I" nowhere corefers with "he" or "she", nor "we", or "my wife and I", with "they". A name that somebody
    gives as their own counts as "I": "My name is Ann. How can I help you?".
    """
    roles = _roles(table)
    found = [pair for pair in _neighbours(table, roles) if _differ(table, roles, *pair)]
    values = _of_silent_documents(table, roles)
    is_empty = not found and (values < 0).all()
    return None if is_empty else Constraints(apart=np.array(found).reshape(-1, 2), values=values)


def _neighbours(table: MentionTable, roles: list[str]) -> Iterator[tuple[int, int]]:
    """Rows of mentions with a role in one sentence, or in two neighbouring ones of one document, the earlier first."""
    sentences = np.array(table.parse.sentences, dtype=np.int64)[table.spans.head].tolist()
    documents = document_numbers(table)
    rows = [row for row, role in enumerate(roles) if role]
    for place, row in enumerate(rows):
        for later in rows[place + 1 : place + 1 + _REACH_MENTIONS]:
            if sentences[later] - sentences[row] > 1 or documents[later] != documents[row]:
                break
            yield row, later


def _differ(table: MentionTable, roles: list[str], one: int, other: int) -> bool:
    """Whether two neighbouring mentions do not corefer, by their roles."""
    both, parse, heads = {roles[one], roles[other]}, table.parse, table.spans.head
    first, last = int(heads[one]), int(heads[other])
    in_sentence = parse.sentences[first] == parse.sentences[last]
    if both in _OF_SENTENCE:
        return in_sentence and table.quotes.number[first] == table.quotes.number[last]
    if both not in _OF_NARRATOR or parse.speakers[first] != parse.speakers[last]:
        return False
    marks = table.of_parse(speech_marks)
    most = max(marks[parse.sentences[first]], marks[parse.sentences[last]])
    if most != SAID:
        return most == QUIET
    if both == _SPEAKER_AND_NOUN:
        return document_numbers(table)[one] not in table.once(_quoting)
    return in_sentence and both in (_SPEAKER_AND_PERSON, _SPEAKER_AND_ADDRESSEE)


class _Silent(NamedTuple):
    """Numbers of the roles of a mention in a document without speech, which do not corefer; -1 for no role.

    Attributes:
        singular: 1 for the speaker, 0 for another person.
        plural: 1 for the speakers, 0 for other people.
    """

    singular: int = -1
    plural: int = -1


_IN_SILENCE = {_SPEAKER: _Silent(singular=1), _PERSON: _Silent(singular=0)}
_IN_SILENCE |= {_SPEAKERS: _Silent(plural=1), _PEOPLE: _Silent(plural=0)}


def _of_silent_documents(table: MentionTable, roles: list[str]) -> np.ndarray:
    """(n_mentions, 2) int: the columns of `_Silent`."""
    silent = table.of_parse(silent_tokens)
    heads = table.spans.head.tolist()
    rows = [
        _IN_SILENCE.get(role, _Silent()) if head in silent else _Silent()
        for role, head in zip(roles, heads, strict=True)
    ]
    return np.array(rows, dtype=np.int64).reshape(-1, len(_Silent._fields))


def _roles(table: MentionTable) -> list[str]:
    """The role of each mention, "" for none; that of a coordination with the speaker is of several: "my wife and I"."""
    lexicon = table.lexicon
    roles = dict.fromkeys(lexicon.gendered_pronouns, _PERSON) | dict.fromkeys(lexicon.first_plural_pronouns, _SPEAKERS)
    roles |= dict.fromkeys(lexicon.third_plural_pronouns, _PEOPLE)
    found, forms, heads, own = [], table.values("form"), table.spans.head.tolist(), table.of_parse(own_names)
    for kind, form, pronoun, head in zip(table.values("kind"), forms, pronouns(table), heads, strict=True):
        if kind == "coordination":
            found.append(_SPEAKERS if includes_speaker(table.parse, head) else "")
        elif kind == "nominal":
            found.append(_NOUN if form in ("definite", "demonstrative") else "")
        elif is_first_person(pronoun, "singular") or (kind == "name" and head in own):
            found.append(_SPEAKER)
        elif pronoun is not None and pronoun.person == "2":
            found.append(_ADDRESSEE)
        else:
            found.append("" if pronoun is None else roles.get(pronoun.canonical, ""))
    return found


def _quoting(table: MentionTable) -> frozenset[int]:
    """Numbers of the documents with quotations."""
    return frozenset(table.parse.documents_of(np.flatnonzero(np.array(table.quotes.number) >= 0)).tolist())
