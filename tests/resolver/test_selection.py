"""Mention selection: one span per head, the most probable one, and its coordination."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.features import FeatureSet, MentionClassifier, MentionTable
from corefpipe.mentions import Spans, detect
from corefpipe.parsing.parse import Parse
from corefpipe.resolver.selection import MentionSelector

TEMPLATES = FeatureSet("default").spec.start


def untrained() -> MentionSelector:
    return MentionSelector(MentionClassifier(TEMPLATES))


@pytest.fixture(scope="module")
def parse_of_ten(base):
    return Parse.from_doc(base("A cat saw the dog of the old man again"))


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


def test_one_span_a_head_and_coordination(table):
    chosen = untrained().select(table).spans
    found = heads(table, chosen)
    assert len(chosen) < len(table)
    assert len(found) == len(set(found))
    assert set(found) == set(heads(table, table.spans))
    assert (np.diff(chosen.start) >= 0).all()


def test_untrained_the_longest_stays(table):
    chosen = untrained().select(table).spans
    spans = set(zip(chosen.start.tolist(), chosen.end.tolist(), strict=True))
    for head, coordinated in heads(table, chosen):
        variants = [
            (start, end)
            for (start, end, h), kind in zip(table.triples(), table.values("kind"), strict=True)
            if h == head and (kind == "coordination") == coordinated
        ]
        assert max(variants, key=lambda span: span[1] - span[0]) in spans


def test_it_learns_which_variant_is_right(table):
    short = np.array([variant in ("short", "only") for variant in table.values("variant")])
    selector = untrained()
    assert selector.fit([table] * 3, [short] * 3) is selector
    chosen, longest = selector.select(table).spans, untrained().select(table).spans
    assert (chosen.end - chosen.start).sum() < (longest.end - longest.start).sum()


@pytest.mark.parametrize("truth", [True, False])
def test_nothing_to_tell_apart(table, truth):
    selector = untrained().fit([table], [np.full(len(table), truth)])
    assert len(selector.classifier.weights) == 0
    chosen, longest = selector.select(table).spans, untrained().select(table).spans
    assert np.array_equal(chosen.end, longest.end)


def cross(one, other):
    return one[0] < other[0] < one[1] < other[1] or other[0] < one[0] < other[1] < one[1]


def test_of_crossing_spans_the_less_probable_one_gives_way(base):
    parse = Parse.from_doc(base("She is about Miss Elizabeth Bennet's height."))
    spans = [(3, 6, 5), (4, 7, 6), (5, 8, 7), (7, 8, 7)]
    table = MentionTable(parse, Spans.of(spans))
    found = untrained().select(table, np.array([2.0, 1.0, 1.5, 0.5]))
    assert found.triples() == [(3, 6, 5), (7, 8, 7)]


@given(
    st.lists(st.tuples(st.integers(0, 9), st.integers(1, 6), st.floats(-3, 3)), min_size=1, max_size=12),
    st.randoms(use_true_random=False),
)
def test_selected_spans_do_not_cross(parse_of_ten, drawn, random):
    spans = {(start, min(start + size, 10)): odds for start, size, odds in drawn}
    triples = Spans.of((start, end, random.randrange(start, end)) for start, end in spans)
    table = MentionTable(parse_of_ten, triples)
    odds = np.array([spans[start, end] for start, end, _ in triples])
    found = untrained().select(table, odds)
    kept = [(start, end) for start, end, _ in found.triples()]
    assert not any(cross(one, other) for one in kept for other in kept)
    assert triples.head[odds.argmax()] in found.spans.head


def test_no_spans(base):
    parse = Parse.from_doc(base("Oh!"))
    table = MentionTable(parse, detect(parse))
    assert len(untrained().select(table)) == len(table.spans) == 0
