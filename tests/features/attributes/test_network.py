"""What a network makes of mentions, as features."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from helpers.networks import tiny_context
from helpers.parses import make_doc, make_table
from helpers.tables import all_pairs

from corefpipe.exceptions import SettingError
from corefpipe.features import PAIR_FEATURES
from corefpipe.features.attributes.network import head_words, reading_of, texts_of
from corefpipe.features.engine.registry import CONTEXT
from corefpipe.network.heads import REACH

ANN_AND_TOM = """
    Ann Ann PROPN NNP 4 nsubj Number=Sing
    and and CCONJ CC 3 cc
    Tom Tom PROPN NNP 1 conj Number=Sing
    sold sell VERB VBD 0 root
    their they PRON PRP$ 6 nmod:poss Number=Plur|Person=3|Poss=Yes|PronType=Prs
    boat boat NOUN NN 4 obj Number=Sing
    . . PUNCT . 4 punct
"""
OF_ANAPHOR = ("context_head", "context_mention", "context_edges")
SPANS = [(0, 3), (0, 1), (2, 3), (4, 6), (4, 5)]


@pytest.fixture
def table():
    table = make_table(make_doc(ANN_AND_TOM), SPANS)
    table.use_models({CONTEXT: tiny_context()})
    return table


def values(name, table):
    return PAIR_FEATURES[name].codes(all_pairs(table), {})


def test_the_word_of_a_coordination_is_its_conjunction(table):
    words = {span[:2]: word for span, word in zip(table.triples(), head_words(table).tolist(), strict=True)}
    assert words == {(0, 3): 1, (0, 1): 0, (2, 3): 2, (4, 6): 5, (4, 5): 4}


def test_links_are_those_of_the_network(table):
    pairs, words = all_pairs(table), head_words(table)
    parse = table.parse
    reading = tiny_context().read([parse.text])[0]
    wanted = reading.heads.links(reading.words(np.arange(len(parse))), words[pairs.ana], words[pairs.ante])
    np.testing.assert_allclose(values("context", table), np.clip(wanted, -10, 10), atol=1e-5)


def test_heads_of_both(table):
    pairs, head = all_pairs(table), np.clip(reading_of(table).parts.head, -10, 10)
    rows = reading_of(table).rows
    assert np.array_equal(values("context_head", table), head[rows[pairs.ana]])
    assert np.array_equal(values("context_ante_head", table), head[rows[pairs.ante]])


def test_bounds(table):
    begin, end = texts_of([table], table.models[CONTEXT])[0].edges(head_words(table))
    assert np.exp(begin).sum(axis=1) == pytest.approx(1)
    assert np.exp(end).sum(axis=1) == pytest.approx(1)
    row = next(row for row, span in enumerate(table.triples()) if span[:2] == (4, 6))
    wanted = max(begin[row, REACH - 1], -10) + max(end[row, REACH], -10)
    found = dict(zip(all_pairs(table).ana.tolist(), values("context_edges", table).tolist(), strict=True))
    assert found[row] == pytest.approx(wanted)


def test_a_text_is_read_once(table):
    calls = []
    context = tiny_context()
    read = context.reader
    table.use_models({CONTEXT: replace(context, reader=lambda text: calls.append(len(text)) or read(text))})
    for name in ("context", "context_head", "context_ante_head", "context_mention", "context_edges"):
        values(name, table)
    assert len(calls) == 1
    before = {name: values(name, table)[all_pairs(table).ana == 3] for name in OF_ANAPHOR}
    some = table.select(np.array([0, 2, 3]))
    for name in ("context", *OF_ANAPHOR):
        values(name, some)
    assert len(calls) == 1
    after = {name: values(name, some)[all_pairs(some).ana == 2] for name in OF_ANAPHOR}
    assert all(before[name][0] == after[name][0] for name in OF_ANAPHOR)


def test_another_network_reads_again(table):
    names = ("context", "context_edges")
    before = [values(name, table) for name in names]
    some = table.select(np.arange(len(table)))
    for one in (table, some):
        one.use_models({CONTEXT: tiny_context(seed=1)})
        after = [values(name, one) for name in names]
        assert not any(map(np.array_equal, before, after))


def test_without_a_network(table):
    table.use_models({})
    with pytest.raises(SettingError, match="features of context need a network"):
        values("context", table)
