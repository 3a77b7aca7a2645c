"""Mention selection: one span a head, the likeliest, and its coordination."""

import numpy as np
import pytest

from corefpipe.features import BITS, FeatureSet, MentionTable
from corefpipe.mentions import detect
from corefpipe.parse import Parse
from corefpipe.selection import MentionSelector


@pytest.fixture(scope="module")
def features():
    return FeatureSet.load("default")


@pytest.fixture(scope="module")
def table(base):
    parse = Parse.from_doc(base("The captain of the old ferry and the cook of the inn saw a girl with a red hat."))
    return MentionTable(parse, detect(parse))


def heads(table, spans):
    kinds = dict(zip(zip(table.spans.start, table.spans.end, strict=True), table.values("kind"), strict=True))
    return [
        (head, kinds[start, end] == "coordination")
        for start, end, head in zip(spans.start, spans.end, spans.head, strict=True)
    ]


def test_one_span_a_head_and_coordination(table, features):
    chosen = MentionSelector().select(table, features)
    found = heads(table, chosen)
    assert len(chosen) < len(table)
    assert len(found) == len(set(found))
    assert set(found) == set(heads(table, table.spans))
    assert (np.diff(chosen.start) >= 0).all()


def test_untrained_the_longest_stays(table, features):
    chosen = MentionSelector().select(table, features)
    spans = set(zip(chosen.start.tolist(), chosen.end.tolist(), strict=True))
    for head, coordinated in heads(table, chosen):
        variants = [
            (start, end)
            for (start, end, h), kind in zip(table.triples(), table.values("kind"), strict=True)
            if h == head and (kind == "coordination") == coordinated
        ]
        assert max(variants, key=lambda span: span[1] - span[0]) in spans


def test_it_learns_which_variant_is_right(table, features):
    short = np.array([variant in ("short", "only") for variant in table.values("variant")])
    selector = MentionSelector().fit([table] * 3, [short] * 3, features, min_count=1)
    untrained = MentionSelector().select(table, features)
    chosen = selector.select(table, features)
    assert (chosen.end - chosen.start).sum() < (untrained.end - untrained.start).sum()


@pytest.mark.parametrize("truth", [True, False])
def test_nothing_to_tell_apart(table, features, truth):
    selector = MentionSelector().fit([table], [np.full(len(table), truth)], features)
    assert not selector.weights.any()
    assert selector.weights.shape == (1 << BITS,)


def test_no_spans(features, base):
    parse = Parse.from_doc(base("Oh!"))
    table = MentionTable(parse, detect(parse))
    assert len(MentionSelector().select(table, features)) == len(table.spans) == 0
