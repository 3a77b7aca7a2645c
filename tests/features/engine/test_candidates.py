"""Candidate antecedents: the window, the index beyond it, variants of one head, linear growth."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from helpers.parses import cycle_doc, make_table
from helpers.tables import lost_keys, world_bank

from corefpipe.exceptions import SettingError
from corefpipe.features.engine.candidates import CandidateSettings, candidate_blocks
from corefpipe.features.engine.table import MentionTable
from corefpipe.mentions import detect
from corefpipe.parsing.parse import Parse


def detected(size: int) -> MentionTable:
    parse = Parse.from_doc(cycle_doc(size))
    return MentionTable(parse, detect(parse))


def by_item(table: MentionTable, **settings: int | bool) -> list[list[int]]:
    blocks = list(candidate_blocks(table, CandidateSettings(**settings)))
    lists = [block.antecedent[lo:hi].tolist() for block in blocks for lo, hi in pairwise(block.indptr)]
    assert [item for block in blocks for item in block.anaphor()] == [i for i, left in enumerate(lists) for _ in left]
    assert [left[0] for left in lists] == [-1] * len(table)  # the dummy comes first
    assert all(left == sorted(set(left)) and left[-1] < item for item, left in enumerate(lists))
    return [left[1:] for left in lists]


def test_a_long_window_gives_all_pairs():
    assert by_item(lost_keys(), window=100) == [list(range(item)) for item in range(8)]


def test_variants_of_one_head_never_link():
    table = world_bank([(0, 6), (0, 3), (4, 6), (11, 14), (11, 12)])
    head = table.spans.head.tolist()
    assert by_item(table, window=100) == [[j for j in range(i) if head[j] != head[i]] for i in range(5)]
    assert head[0] == head[1]
    assert head[3] == head[4]


def test_the_window():
    assert by_item(lost_keys(), window=2, indexed=0) == [[], [0], [0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 6]]


def test_no_pronouns_before_other_mentions():
    # 2 her, 5 she, 6 them are pronouns: they are candidates of each other, but not of the other mentions.
    found = by_item(lost_keys(), window=100, pronoun_antecedents=False)
    assert found == [[], [0], [0, 1], [0, 1], [0, 1, 3], [0, 1, 2, 3, 4], [0, 1, 2, 3, 4, 5], [0, 1, 3, 4]]


@pytest.mark.parametrize("value", ["false", 0, None])
def test_pronoun_antecedents_are_allowed_or_not(value):
    with pytest.raises(SettingError, match="pronoun_antecedents is"):
        CandidateSettings(pronoun_antecedents=value)


def test_no_mentions():
    assert not list(candidate_blocks(make_table(cycle_doc(1), []), CandidateSettings()))


@pytest.mark.parametrize("window", [0, 4, 9])
def test_the_index_brings_the_last_with_the_same_head(window):
    table = detected(60)
    lemma, kind = table.values("lemma"), table.values("kind")
    found = by_item(table, window=window, indexed=3)
    for item, left in enumerate(found):
        far = [j for j in left if j < item - window]
        same = [j for j in range(item - window) if lemma[j] == lemma[item]]
        assert far == ([] if kind[item] == "pronoun" else same[-3:])
    assert any(item - left[0] > 30 for item, left in enumerate(found) if left)


def test_growth_is_linear():
    counts = []
    for size in (50, 100, 200):
        table = detected(size)
        links = sum(map(len, by_item(table, window=20, indexed=5)))
        assert links <= len(table) * 25
        counts.append(links / len(table))
    assert counts[2] < 1.2 * counts[1]
    assert np.isfinite(counts).all()
