"""Pronouns that are joined with a noun after them choose what that one would."""

import numpy as np
import pytest

from corefpipe.clustering.groups import Groups, no_pairs
from corefpipe.clustering.scored_block import ScoredBlock
from corefpipe.lexicon import load_lexicon
from corefpipe.resolver.named_later import with_links_of_names


@pytest.mark.parametrize(
    ("text", "chain"),
    [
        ("Tom told his boss that he was ill. “I know,” said the boss.", ["his boss", "I", "the boss"]),
        ("The queen looked at the cook. “But I made soup,” said the cook.", ["the cook", "I", "the cook"]),
        ("Anna thanked Mary. “She saved me,” she said.", ["Anna", "me", "she"]),
        ("“I am a lamb,” said the lamb. “And I am a wolf,” said the wolf.", ["I", "the wolf"]),
    ],
)
def test_who_says_it_is_found_by_the_noun(packaged, text, chain):
    chains = [sorted(mention.text for mention in one) for one in packaged(text)._.coref.chains]
    assert sorted(chain) in chains


class _Parse:
    lower = ("boss", "i", "he", "boss")


class _Table:
    """What is read of a table: "the boss … I … he … the boss"."""

    lexicon, parse = load_lexicon("en"), _Parse

    @staticmethod
    def triples():
        return [(i, i + 1, i) for i in range(4)]

    @staticmethod
    def values(name):
        return {
            "kind": ["nominal", "pronoun", "pronoun", "nominal"],
            "form": ["definite", "i", "he", "definite"],
        }[name]


def _block():
    antecedents = [[-1], [-1, 0], [-1, 0, 1], [-1, 0, 1, 2]]
    links = np.concatenate([np.array(one, dtype=np.int32) for one in antecedents])
    indptr = np.append(0, np.cumsum([len(one) for one in antecedents]))
    return ScoredBlock(0, 4, indptr, links, np.arange(len(links), dtype=np.float64))


def _groups(number):
    n = len(set(number))
    return Groups(
        np.array(number), no_pairs(), np.zeros(n, dtype=bool), np.zeros((n, 0), dtype=np.int64), np.zeros(0, dtype=bool)
    )


def test_a_pronoun_has_the_links_of_the_noun_that_lead_before_it():
    (block,) = with_links_of_names([_block()], _Table(), _groups([0, 1, 2, 1]))
    lo, hi = block.indptr[1:3]
    assert block.antecedent[lo:hi].tolist() == [-1, 0]
    assert block.scores[lo:hi].tolist() == [6, 7]  # those of the last mention
    assert np.array_equal(block.scores[hi:], _block().scores[3:])


@pytest.mark.parametrize("number", [[0, 1, 2, 3], [0, 1, 2, 0]])
def test_other_groups_change_nothing(number):
    before = _block()
    (block,) = with_links_of_names([before], _Table(), _groups(number))
    assert block is before
