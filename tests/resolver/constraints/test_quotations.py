"""Who "I", "you" and "we" are in quotations, by detected mentions: the learned models choose among all people."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from helpers.decoders import DECODERS

from corefpipe.clustering.constraints import Constraints
from corefpipe.clustering.decoders import L3MDecoder
from corefpipe.features import MentionTable
from corefpipe.quotations import voices
from corefpipe.resolver.constraints.quotations import quotations
from corefpipe.resolver.constraints.registry import constraints_of, deciding
from corefpipe.resolver.decoding import decode
from corefpipe.resolver.loading import load_resolver


@pytest.fixture(scope="module")
def resolver():
    return load_resolver("en")


@pytest.fixture
def table_of(base, resolver):
    return lambda text: resolver.table(base(text))


def rows_of(table: MentionTable, words: Sequence[str]) -> list[int]:
    """The rows of mentions with these words, each after the one before."""
    rows, last = [], -1
    for wanted in words:
        last = next(
            row
            for row, (start, end, _) in enumerate(table.triples())
            if row > last and " ".join(table.parse.words[start:end]) == wanted
        )
        rows.append(last)
    return rows


def verdict(table: MentionTable, one: int, other: int) -> str:
    found = deciding(table, ["quotations"], one, other)
    return "open" if not found else ("together" if found[0][1] else "apart")


TALK = """“I shall not go,” said Ann to Tom. “You know that we are late.”

“Then I stay with you,” Tom answered.

It was dark when Mary came home. She had been to town, and nobody knew what she had done there.
"""


@pytest.mark.parametrize(
    ("text", "mentions", "wanted"),
    [
        ('"You are late," Tom said to Ann.', ["You", "Ann"], "together"),
        ('"You are late," Tom said to Ann.', ["You", "Tom"], "apart"),
        ('"I am ill," said Ann. "You are not," said Tom.', ["Ann", "You"], "together"),
        ('"I am ill," said Ann. "You are not," said Tom.', ["I", "You"], "together"),
        ("I was ill. “I am not,” said Ann.", ["I", "I"], "apart"),
        ("“I won,” Tom said. Ann looked at him. “He won,” she told Mary.", ["she", "Mary"], "apart"),
        ("“The boy must eat,” said Tom.", ["The boy", "Tom"], "apart"),
        (TALK, ["I", "Ann"], "together"),
        (TALK, ["I", "Tom"], "apart"),
        (TALK, ["Ann", "You"], "apart"),
        (TALK, ["Tom", "You"], "together"),
        (TALK, ["I", "I"], "apart"),
        (TALK, ["Ann", "you"], "together"),
        (TALK, ["we", "Tom"], "apart"),
        (TALK, ["we", "Mary"], "apart"),
        (TALK, ["Mary", "She"], "open"),
    ],
)
def test_pronouns_of_quotations(table_of, text, mentions, wanted):
    table = table_of(text)
    assert verdict(table, *rows_of(table, mentions)) == wanted


def test_an_unknown_speaker_is_the_same_throughout_a_turn(base, resolver):
    """Within a turn "I" is one person; "I" of another turn is not compared with it."""
    table = resolver.table(base("“I am ill! I am tired.”\n\n“I am not,” it said.\n\nIt rained."))
    first, second, third = rows_of(table, ["I", "I", "I"])
    assert verdict(table, first, second) == "together"
    assert verdict(table, second, third) == "apart"


@pytest.mark.parametrize(
    ("text", "one", "other", "wanted"),
    [
        ("“I won,” said the cook. “I am glad,” said the driver.", "the cook", "the driver", "apart"),
        ("“I won,” said the cook. “I am glad,” said the Dutch driver.", "the cook", "the Dutch driver", "open"),
        ("“I won,” said the champion. “I am glad,” said the driver.", "the champion", "the driver", "open"),
        ("“I won,” said the doctor. “I am glad,” said the physician.", "the doctor", "the physician", "open"),
        ("“I won,” said the boy. “I am glad,” said the driver.", "the boy", "the driver", "open"),
        ("“I won,” said Kurt. “I am glad,” said Tom.", "Kurt", "Tom", "apart"),
        ("“I won,” said Kurt Bell. “I am glad,” said Bell.", "Kurt Bell", "Bell", "open"),
    ],
)
def test_speakers_in_turn(monkeypatch, table_of, text, one, other, wanted):
    """Names without a common word, and bare nouns of which neither is a kind of the other, are two people."""
    monkeypatch.setattr(voices, "addressee_model", lambda language: None)
    table = table_of(text)
    assert verdict(table, *rows_of(table, [one, other])) == wanted


def test_nested_quotations_are_the_words_of_others(table_of):
    """In a quotation within a quotation "I" is not the speaker of the outer one."""
    table = table_of("“Mary said, ‘I am so tired,’ and left,” Tom told Ann.\n\n“I know,” said Ann.")
    inner, tom, ann = rows_of(table, ["I", "Tom", "Ann"])
    assert verdict(table, inner, tom) == verdict(table, inner, ann) == "apart"


def test_units_of_turns_and_conversations(table_of):
    """Units are the turns for "I" and "you", the conversations for "we"; narration is in none."""
    table = table_of(TALK)
    found = quotations(table)
    assert found is not None
    first, you, we, second = (int(found.within[row]) for row in rows_of(table, ["I", "You", "we", "I"]))
    assert len({first, you, we, second}) == 4
    assert min(first, you, we, second) >= 0
    names = rows_of(table, ["Ann", "Tom", "Tom", "Mary", "She"])
    assert set(found.within[names].tolist()) == {-1}


def test_two_conversations_have_two_we(table_of):
    far = "It rained for hours, and the road was empty. " * 30
    table = table_of(f"“We are late,” said Ann to Tom.\n\n“We are,” he said.\n\n{far}\n\n“We won,” said Bo to Eva.")
    found = quotations(table)
    first, second, third = found.within[rows_of(table, ["We", "We", "We"])].tolist()
    assert first == second != third


def test_documents_together_have_what_each_has_alone(base, resolver):
    texts = [TALK, "It rained.", "“I won,” said Eva to Bo. “Did you?”", ""]
    docs = [base(text) for text in texts]
    alone = [constraints_of(resolver.table(doc), ["quotations"]) for doc in docs]
    assert [one is None for one in alone] == [False, True, False, True]
    whole = [one.quotations for one in resolver.resolve_all([(doc, None) for doc in docs])]
    assert whole == [resolver.resolve(doc).quotations for doc in docs]


def test_no_constraints(table_of):
    assert quotations(table_of("It rained. Ann left.")) is None
    table = table_of("“I won,” said Ann.")
    table.parse.language = "xx"
    assert quotations(table) is None


@pytest.mark.parametrize("decoder", DECODERS, ids=repr)
def test_every_decoder_keeps_pronouns_within_their_turns(resolver, table_of, decoder):
    table = table_of(TALK)
    found = decode(resolver.features, resolver.weights, decoder, table, ["quotations"])
    held = quotations(table)
    groups = held.groups(len(table)).number
    for row, left in enumerate(found.decoding.antecedent.tolist()):
        # A pronoun that is joined to a later name has the links of that name.
        units = held.within[groups == groups[row]]
        assert left < 0 or groups[left] == groups[row] or held.within[left] in units
    for one, other in held.together.tolist():
        assert found.decoding.labels[one] == found.decoding.labels[other]
    for one, other in held.apart.tolist():
        assert found.decoding.labels[one] != found.decoding.labels[other]


def test_first_persons_of_unknown_speakers_stay_in_their_turn(resolver, table_of):
    table = table_of("“I am ill! I am tired.”\n\nIt rained.\n\n“I am not! I am well.”")
    found = decode(resolver.features, resolver.weights, L3MDecoder(), table, resolver.constraints)
    first, second, third, fourth = found.decoding.labels[rows_of(table, ["I", "I", "I", "I"])].tolist()
    assert first == second != third == fourth
    assert isinstance(quotations(table), Constraints)
    assert np.array_equal(np.unique(quotations(table).within), [-1, 0, 1])


def test_uncertain_speakers_do_not_split_a_name(packaged):
    """The addressee is probably "his", and the speaker is Jonas: both are read, and the link of the names is sure."""
    doc = packaged('"Hello." Jonas dropped his bag on the floor. "Coffee," said Jonas.')
    assert [[mention.text for mention in chain] for chain in doc._.coref.chains] == [["Jonas", "his", "Jonas"]]
