"""Matching of key and response mentions: repeated spans, singletons, heads, partial and minimal spans."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from corefpipe.document import Document, Mention, sort_mentions
from corefpipe.exceptions import AnnotationError, SettingError
from corefpipe.scoring import score
from corefpipe.scoring.matching import match_mentions
from corefpipe.scoring.policy import Policy


def _headed(*mentions: tuple[int, int, int, str]) -> Document:
    """A document with mentions given as (start, end, head, entity)."""
    return Document(
        "d", words=["w"] * 30, mentions=sort_mentions([Mention(s, e, entity, head) for s, e, head, entity in mentions])
    )


def _pairs(key: Document, response: Document, match: str) -> set[tuple[tuple[int, int], tuple[int, int]]]:
    found = match_mentions(key, response, Policy(match=match))
    return {(found.key.mentions[i].span, found.response.mentions[j].span) for i, j in found.pairs}


def test_repeats_are_errors(doc):
    key, response = doc({"a": [(1, 4), 2]}), doc({"x": [(1, 4), 2], "y": [(1, 4)]})
    for sides, side in (((key, response), "response"), ((response, key), "key")):
        with pytest.raises(AnnotationError, match=rf"the {side} has 2 mentions of the words 2-4 \(w w w\)"):
            score(*sides)
    assert score(key, key).conll == 1


def test_repeats_of_spans_without_words_are_named_as_they_were_given():
    with pytest.raises(AnnotationError, match=r"the key has 2 mentions of the span \(0, 1\), in chains"):
        score([[(0, 1), (2, 3)], [(0, 1)]], [[(0, 1)]])


def test_a_response_span_in_the_key_stays_in_the_first_chain(doc):
    key = doc({"a": [1, 2], "b": [3, 4]})
    found = score(key, doc({"y": [3, 4, 1], "x": [1, 2]}), repeats="official")
    # Chain x comes first in the text and keeps word 1; y loses it, so that the response equals the key.
    assert found.conll == 1
    assert found.notes == ("document d: the response has 2 mentions of the words 2 (w), in chains x, y",)
    again = score(key, doc({"y": [0, 3, 4, 1], "x": [1, 2]}), repeats="official")
    assert again.counts["muc"].tolist() == [[1, 2, 1, 3]]


def test_a_response_span_that_is_not_in_the_key_counts_again(doc):
    found = score(doc({"a": [1, 2]}), doc({"x": [1, 2, 5], "y": [5, 5, 6]}), repeats="official")
    assert found.counts["b_cubed"].tolist() == [pytest.approx([2, 2, 4 / 3, 6])]
    assert found.counts["mentions"].tolist() == [[2, 2, 2, 4]]
    assert found.counts["muc"].tolist() == [[1, 1, 1, 4]]


def test_a_key_span_belongs_to_the_last_chain(doc):
    found = score(doc({"a": [1, 2], "b": [2, 3]}), doc({"x": [1, 2, 3]}), repeats="official")
    # Only link 2-3 is found; both chains have two mentions, and word 2 counts twice in the sizes.
    assert found.counts["muc"].tolist() == [[1, 2, 1, 2]]
    # Words 2 and 3 give both mentions of chain b, word 1 the overlap with chain a.
    assert found.counts["b_cubed"].tolist() == [pytest.approx([2 / 2 + 2 / 2 + 2 / 2, 4, 3 * 2 / 3, 3])]
    assert found.counts["ceaf_e"].tolist() == [pytest.approx([4 / 5, 2, 4 / 5, 1])]
    assert found.counts["ceaf_m"].tolist() == [[2, 4, 2, 3]]
    assert found.counts["mentions"].tolist() == [[3, 3, 3, 3]]


def test_a_chain_emptied_of_repeats_is_gone(doc):
    found = score(doc({"a": [1, 2]}), doc({"x": [1, 2], "y": [2]}), repeats="official")
    assert found.counts["ceaf_e"].tolist() == [[1, 1, 1, 1]]
    assert found.counts["muc"].tolist() == [[1, 1, 1, 1]]


def test_above_ten_repeats_in_a_corpus_are_refused(doc):
    def corpus(first: int, second: int):
        return [doc({"a": [1, 2], "b": [2] * n}, name) for name, n in (("d", first), ("e", second))]

    key = [doc({"a": [1, 2]}, name) for name in "de"]
    assert score(key, corpus(6, 4), repeats="official").conll == 1
    with pytest.raises(AnnotationError, match="repeats 11 spans of the key"):
        score(key, corpus(6, 5), repeats="official")
    assert score(key, corpus(6, 5), repeats="first").conll == 1


@pytest.mark.parametrize("repeats", ["first", "official"])
def test_a_chain_of_one_repeated_span_is_a_singleton(doc, repeats):
    found = score(doc({"a": [1, 2]}), doc({"x": [1, 2], "y": [5, 5]}), singletons="drop", repeats=repeats)
    assert found.conll == 1


def test_singletons_may_be_dropped_from_both_sides(doc):
    key, response = doc({"a": [0, 1], "b": [2]}), doc({"a": [0, 1], "b": [3], "c": [4]})
    kept, dropped = score(key, response), score(key, response, singletons="drop")
    assert kept.counts["ceaf_e"].tolist() == [[1, 2, 1, 3]]
    assert dropped.counts["ceaf_e"].tolist() == [[1, 1, 1, 1]]
    assert dropped.conll == 1


def test_discontinuous_mentions_match_by_all_their_pieces(doc):
    key, response = doc({"a": [(0, 5), 7]}), doc({"a": [(0, 5), 7]})
    key.mentions[0].fragments = ((0, 2), (4, 5))
    assert score(key, response)["mentions"].recall == 1 / 2
    response.mentions[0].fragments = ((0, 2), (4, 5))
    assert score(key, response)["mentions"].recall == 1


def test_heads_match_what_has_other_words():
    key = _headed((0, 5, 2, "a"), (7, 8, 7, "a"), (10, 14, 11, "b"))
    response = _headed((1, 3, 2, "x"), (7, 8, 7, "x"), (10, 14, 13, "y"))
    assert _pairs(key, response, "head") == {((0, 5), (1, 3)), ((7, 8), (7, 8))}
    assert _pairs(key, response, "exact") == {((7, 8), (7, 8)), ((10, 14), (10, 14))}
    assert score(key, response, profile="corefud")["muc"].f1 == 1


def test_of_mentions_with_one_head_the_closest_match():
    # "the dog", "the dog of the house": both with the head "dog".
    key = _headed((0, 2, 1, "a"), (0, 5, 1, "b"))
    assert _pairs(key, _headed((0, 4, 1, "x"), (1, 2, 1, "y")), "head") == {((0, 5), (0, 4)), ((0, 2), (1, 2))}
    # Equal spans match first.
    assert _pairs(key, _headed((0, 2, 1, "x"), (0, 4, 1, "y")), "head") == {((0, 2), (0, 2)), ((0, 5), (0, 4))}


def test_a_part_must_lie_within_and_contain_the_head():
    key = _headed((0, 5, 2, "a"))
    for span, matches in (((2, 3), True), ((0, 3), True), ((0, 2), False), ((2, 6), False), ((0, 5), True)):
        assert bool(_pairs(key, _headed((*span, span[0], "x")), "partial")) is matches, span


def test_one_mention_matches_one_only():
    key = _headed((0, 5, 2, "a"))
    found = score(key, _headed((1, 4, 2, "x"), (2, 3, 2, "x")), match="partial")
    assert found.counts["mentions"].tolist() == [[1, 1, 1, 2]]
    assert _pairs(key, _headed((1, 4, 2, "x"), (2, 3, 2, "x")), "partial") == {((0, 5), (1, 4))}


def test_heads_come_from_the_tree_of_the_key(doc):
    key, response = doc({"a": [(0, 3), 7]}), doc({"x": [(1, 4), 7]})
    with pytest.raises(AnnotationError, match="the head of the mention in words 1 to 3 is not known") as caught:
        score(key, response, match="head")
    assert "document d" in str(caught.value)
    # Words 0, 2 and 3 are attached to word 1.
    key.heads = [1, 5, 1, 1, *range(4, 30)]
    assert score(key, response, match="head")["mentions"].f1 == 1


def test_minimum_spans_match():
    key = Document(
        "d", words="the old dog of the house barked".split(), mentions=[Mention(0, 6, "a"), Mention(4, 6, "b")]
    )
    key.other["parse"] = ["(S(NP(NP*", "*", "*)", "(PP*", "(NP*", "*)))", "(VP*))"]
    key.tags = ["DT", "JJ", "NN", "IN", "DT", "NN", "VBD"]
    response = Document("d", words=key.words, mentions=[Mention(0, 3, "x"), Mention(5, 6, "y")])
    assert score(key, response)["mentions"].f1 == 0
    assert score(key, response, match="min-span")["mentions"].f1 == 1
    del key.other["parse"]
    with pytest.raises(AnnotationError, match="document d"):
        score(key, response, match="min-span")


def test_the_official_rule_is_for_exact_spans_only():
    with pytest.raises(SettingError, match="not defined for the match 'head'"):
        Policy(match="head", repeats="official")


SPANS = st.lists(
    st.tuples(st.integers(0, 8), st.integers(1, 4)).map(lambda p: (p[0], p[0] + p[1])), unique=True, max_size=6
)


@given(SPANS, SPANS, st.sampled_from(["exact", "head", "partial"]))
@settings(max_examples=200)
def test_pairs_are_one_to_one_and_keep_their_rule(left, right, match):
    key, response = (_headed(*[(s, e, (s + e) // 2, "a") for s, e in spans]) for spans in (left, right))
    pairs = _pairs(key, response, match)
    assert len({k for k, _ in pairs}) == len({r for _, r in pairs}) == len(pairs)
    # Equal spans have equal heads here, so they always match.
    assert {(span, span) for span in set(left) & set(right)} <= pairs
    for (start, end), (first, last) in pairs:
        head = (start + end) // 2
        if match == "head":
            assert head == (first + last) // 2
        elif match == "partial":
            assert start <= first <= head < last <= end
        else:
            assert (start, end) == (first, last)


@given(SPANS)
def test_a_key_matches_itself_under_every_rule(spans):
    key = _headed(*[(s, e, (s + e) // 2, "a") for s, e in spans])
    for match in ("exact", "head", "partial"):
        assert _pairs(key, key, match) == {(span, span) for span in spans}


@given(
    st.lists(st.lists(st.integers(0, 9), min_size=1, max_size=5, unique=True), max_size=5),
    st.lists(st.lists(st.integers(0, 9), min_size=1, max_size=5, unique=True), max_size=5),
    st.sampled_from(["head", "partial"]),
)
@settings(max_examples=100, deadline=None)
def test_pairs_share_as_much_as_possible(left, right, match):
    """Also for discontinuous mentions; their head is their smallest word."""

    def mention(words: list[int]) -> Mention:
        starts = sorted(word for word in words if word - 1 not in words)
        pieces = tuple((start, next(end for end in range(start, 11) if end not in words)) for start in starts)
        return Mention(pieces[0][0], pieces[-1][1], "a", min(words), fragments=pieces if len(pieces) > 1 else ())

    sides = [list({tuple(sorted(words)): mention(words) for words in side}.items()) for side in (left, right)]
    key, response = (Document("d", words=["w"] * 12, mentions=sort_mentions([m for _, m in side])) for side in sides)
    words = {id(m): set(found) for side in sides for found, m in side}
    found = match_mentions(key, response, Policy(match=match))
    pairs = [(words[id(found.key.mentions[i])], words[id(found.response.mentions[j])]) for i, j in found.pairs]
    free = [[words[id(m)] for m in side.mentions] for side in (key, response)]
    table = [
        [
            100 if k == r else len(k & r) / len(k) * (min(k) == min(r) if match == "head" else r < k and min(k) in r)
            for r in free[1]
        ]
        for k in free[0]
    ]
    best = (
        sum(np.array(table)[linear_sum_assignment(table, maximize=True)]) if key.mentions and response.mentions else 0
    )
    assert sum(100 if k == r else len(k & r) / len(k) for k, r in pairs) == pytest.approx(best)


@pytest.mark.parametrize("match", ["head", "partial"])
def test_very_many_mentions_with_one_head(match):
    def nested(number: int, right: int) -> Document:
        mentions = [Mention(3000 - i, 3001 + i + right, "ab"[i % 2], 3000) for i in range(1, number)]
        return Document("d", words=["w"] * 6010, mentions=sort_mentions(mentions))

    assert score(nested(200, 1), nested(200, 0), match=match)["mentions"].f1 == 1
    with pytest.raises(AnnotationError, match="too many mentions may be the same") as caught:
        score(nested(1600, 1), nested(1600, 0), match=match)
    assert caught.value.document == "d"
