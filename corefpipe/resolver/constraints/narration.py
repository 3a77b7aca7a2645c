"""Grammatical person in narration: first and second person beside third person, outside quotations."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.constructions.pronouns import includes_speaker, is_first_person
from corefpipe.constructions.speech_marks import QUIET, SAID, silent_tokens, speech_marks
from corefpipe.features import MentionTable
from corefpipe.features.engine.registry import joinable
from corefpipe.resolver.constraints.mentions import document_numbers, pronouns
from corefpipe.resolver.constraints.registry import constraint

_I_AND_HE, _I_AND_NOUN, _YOU_AND_I = {"I", "he"}, {"I", "noun"}, {"you", "I"}
_OF_NARRATOR = [_I_AND_HE, _I_AND_NOUN, {"you", "noun"}, _YOU_AND_I]
"""Pairs of roles that do not corefer in the words of one speaker."""
_OF_SENTENCE = [{"we", "they"}, {"we", "he"}, {"you", "they"}, {"you", "he"}]
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
    "I" nowhere corefers with "he" or "she", nor "we", or "my wife and I", with "they".
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
    if both == _I_AND_NOUN:
        return document_numbers(table)[one] not in table.once(_quoting)
    return in_sentence and both in (_I_AND_HE, _YOU_AND_I)


def _of_silent_documents(table: MentionTable, roles: list[str]) -> np.ndarray:
    """(n_mentions, 2) int: in documents without speech 1 for "I", 0 for "he" and "she"; 1 for "we", 0 for "they"."""
    values, silent = np.full((len(table), 2), -1), table.of_parse(silent_tokens)
    columns = {"I": (0, 1), "he": (0, 0), "we": (1, 1), "they": (1, 0)}
    for row, (role, head) in enumerate(zip(roles, table.spans.head.tolist(), strict=True)):
        if head in silent and role in columns:
            column, value = columns[role]
            values[row, column] = value
    return values


def _roles(table: MentionTable) -> list[str]:
    """The role of each mention: "I", "we", "you", "they", "he" for he and she, "noun" for a definite noun, else "".

    A coordination with a pronoun of the first person has the role "we": "my wife and I".
    """
    lexicon = table.lexicon
    roles = dict.fromkeys(lexicon.gendered_pronouns, "he") | dict.fromkeys(lexicon.first_plural_pronouns, "we")
    roles |= dict.fromkeys(lexicon.third_plural_pronouns, "they")
    found, forms, heads = [], table.values("form"), table.spans.head.tolist()
    for kind, form, pronoun, head in zip(table.values("kind"), forms, pronouns(table), heads, strict=True):
        if kind == "coordination":
            found.append("we" if includes_speaker(table.parse, head) else "")
        elif kind == "nominal":
            found.append("noun" if form in ("definite", "demonstrative") else "")
        elif is_first_person(pronoun, "singular"):
            found.append("I")
        elif pronoun is not None and pronoun.person == "2":
            found.append("you")
        else:
            found.append("" if pronoun is None else roles.get(pronoun.canonical, ""))
    return found


def _quoting(table: MentionTable) -> frozenset[int]:
    """Numbers of the documents with quotations."""
    return frozenset(table.parse.documents_of(np.flatnonzero(np.array(table.quotes.number) >= 0)).tolist())
