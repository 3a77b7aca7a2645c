"""Errors of a response: links as MUC counts them, mentions, steps to the key, costs that add up."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.document import Document, Mention
from corefpipe.errors import SettingError
from corefpipe.report.errors import error_analysis
from corefpipe.report.errors.analysis import GROUPINGS
from corefpipe.report.errors.links import PRECISION, RECALL
from corefpipe.report.errors.text import examples
from corefpipe.scoring import score

WORDS = "Ann Lee met Bob . She liked the man . It rained . Lee left , and he stayed .".split()
TAGS = "NNP NNP VBD NNP . PRP VBD DT NN . PRP VBD . NNP VBD , CC PRP VBD .".split()


def document(**chains: list[tuple[int, int]]) -> Document:
    """A text of four sentences, with heads of mentions that are their last words."""
    mentions = [Mention(*span, entity, head=span[1] - 1) for entity, spans in chains.items() for span in spans]
    mentions.sort(key=lambda mention: (mention.start, -mention.end))
    return Document("d", 0, WORDS, [0, 5, 10, 13], mentions, tags=TAGS, genre="story")


KEY = document(a=[(0, 2), (5, 6), (13, 14)], b=[(3, 4), (7, 9), (17, 18)], c=[(2, 3), (6, 7)])
RESPONSE = document(x=[(1, 2), (5, 6), (17, 18)], y=[(3, 4), (7, 9)], z=[(10, 11), (16, 17)])


def test_links():
    found = error_analysis(KEY, RESPONSE)
    links = [(error.side, error.antecedent.span, error.anaphor.span, error.kinds) for error in found.links]
    assert links == [
        (RECALL, (0, 2), (5, 6), ("pronoun", "name")),
        (RECALL, (0, 2), (13, 14), ("name", "name")),
        (RECALL, (2, 3), (6, 7), ("nominal", "nominal")),
        (RECALL, (7, 9), (17, 18), ("pronoun", "nominal")),
        (PRECISION, (1, 2), (5, 6), ("pronoun", "name")),
        (PRECISION, (5, 6), (17, 18), ("pronoun", "pronoun")),
        (PRECISION, (10, 11), (16, 17), ("nominal", "pronoun")),
    ]
    assert found.n_links == (5, 4)
    assert [error.distance for error in found.links] == [1, 3, 1, 2, 1, 2, 1]
    assert [error.same_head for error in found.links[:3]] == [False, True, False]
    assert found.grouped("kinds")["pronoun to name"] == {RECALL: 1, PRECISION: 1}
    assert found.grouped("genre") == {"story": {RECALL: 4, PRECISION: 3}}
    assert found.grouped("found")["both mentions are there"] == {RECALL: 1, PRECISION: 1}
    assert sum(found.grouped("head")["same head"].values()) == 1
    with pytest.raises(SettingError, match=r"unknown by 'colour'\. Valid are kinds, distance"):
        found.grouped("colour")


def test_mentions_and_steps():
    found = error_analysis(KEY, RESPONSE)
    mentions = [(e.error, e.key and e.key.span, e.response and e.response.span) for e in found.mentions]
    assert mentions == [
        ("boundary", (0, 2), (1, 2)),
        ("missing", (2, 3), None),
        ("missing", (6, 7), None),
        ("spurious", None, (10, 11)),
        ("missing", (13, 14), None),
        ("spurious", None, (16, 17)),
    ]
    steps = [(step.error, [mention.span for mention in step.mentions]) for step in found.entities]
    assert steps == [
        ("span", [(1, 2), (0, 2)]),
        ("conflated", [(17, 18)]),
        ("extra entity", [(10, 11), (16, 17)]),
        ("divided", [(17, 18)]),
        ("missing mention", [(13, 14)]),
        ("missing entity", [(2, 3), (6, 7)]),
    ]
    assert {error for error, cost in found.costs.items() if cost.in_turn > 0} == {error for error, _ in steps}


def test_without_heads_and_tags():
    """Edges tell that a boundary is wrong; the kinds of mentions are not known."""
    key, response = (
        Document("d", 0, WORDS, [], [Mention(m.start, m.end, m.entity) for m in side.mentions])
        for side in (KEY, RESPONSE)
    )
    found = error_analysis(key, response)
    assert [error.error for error in found.mentions].count("boundary") == 1
    assert list(found.grouped("kinds")) == ["mention to mention"]
    assert "not known" in found.grouped("head")


SPANS = st.tuples(st.integers(0, 14), st.integers(1, 3)).map(lambda pair: (pair[0], pair[0] + pair[1]))
SIDES = st.dictionaries(SPANS, st.sampled_from("abcd"), min_size=1, max_size=12)


@given(SIDES, SIDES)
def test_errors_add_up(one, other):
    """Links are what MUC lacks, and the steps lead to the key, each by what it costs."""
    key, response = (
        document(**{name: [span for span, own in side.items() if own == name] for name in "abcd"})
        for side in (one, other)
    )
    found, truth = error_analysis(key, response), score(key, response)
    counts, muc = found.counts(), truth["muc"]
    for side, links, value in zip((RECALL, PRECISION), found.n_links, (muc.recall, muc.precision), strict=True):
        assert (1 - counts[side] / links if links else 0) == pytest.approx(value)
        for grouping in GROUPINGS:
            assert sum(group[side] for group in found.grouped(grouping).values()) == counts[side]
    assert found.conll == pytest.approx(100 * truth.conll)
    whole = 100 * score(key, key).conll
    assert sum(cost.in_turn for cost in found.costs.values()) == pytest.approx(whole - found.conll)
    lost = [error for error in found.mentions if error.error != "spurious"]
    assert len(lost) == round(found.n_mentions[0] * (1 - truth["mentions"].recall))


def test_a_perfect_response():
    found = error_analysis(KEY, KEY)
    assert (found.conll, found.links, found.mentions, found.entities) == (100, (), (), ())
    assert set(found.counts().values()) == {0}


def test_text_and_json():
    found = error_analysis(KEY, RESPONSE)
    assert "missing entities                                    1" in str(found)
    assert "links: 5 in the key, 4 in the response; MUC recall 20.00, precision 25.00" in str(found)
    shown = examples(found, 1)
    assert "missing links, name to name: 1" in shown
    assert "[Lee] left , and he stayed .  (not a mention on the other side)" in shown
    plain = json.loads(json.dumps(found.to_dict()))
    assert plain["links"][0]["anaphor"] == [5, 6]
    assert plain["mentions"][1] == {
        "error": "missing",
        "document": 0,
        "key": [2, 3],
        "response": None,
        "kind": "nominal",
    }
    assert plain["costs"]["span"]["in_turn"] == found.costs["span"].in_turn
