"""Documents that no text has are resolved like others, and the work per mention stays bounded."""

from __future__ import annotations

from collections import Counter

import pytest
import spacy
from helpers.hostile import SHAPES, flat, possessors

from corefpipe.features import FeatureSet, MentionTable, gold_table
from corefpipe.mentions import Spans, detect
from corefpipe.parsing.annotate import KEPT, annotate
from corefpipe.parsing.parse import LONGEST_MENTION, Parse
from corefpipe.resolver.resolving import resolve_docs


@pytest.fixture(scope="module")
def blank():
    return spacy.blank("en")


def parsed(document, nlp):
    ((doc, _),) = annotate([document], nlp, KEPT["given"])
    return doc


@pytest.mark.parametrize("name", SHAPES)
def test_hostile_documents_are_resolved(name, blank, resolver):
    document = SHAPES[name](120)
    annotated = annotate([document], blank, KEPT["given"])
    (found,) = resolve_docs(annotated, resolver, "gold" if document.mentions else "predicted")
    assert found.document().words == document.words


@pytest.mark.parametrize("name", SHAPES)
def test_candidates_per_head_and_their_length_are_bounded(name, blank):
    spans = detect(Parse.from_doc(parsed(SHAPES[name](1500), blank)))
    assert max((spans.end - spans.start).tolist(), default=0) <= LONGEST_MENTION
    assert max(Counter(spans.head.tolist()).values(), default=0) <= 30


def test_features_read_the_tokens_around_the_head_of_a_very_long_mention(blank):
    parse = Parse.from_doc(parsed(possessors(LONGEST_MENTION), blank))
    whole = Spans.of([(0, len(parse), len(parse) - 1), (4, 5, 4)])
    table = MentionTable(parse, whole)
    assert table.triples() == [(0, len(parse), len(parse) - 1), (4, 5, 4)]
    assert list(table.spans) == [(len(parse) - LONGEST_MENTION, len(parse), len(parse) - 1), (4, 5, 4)]
    assert len(table.values("core")[0].split()) == LONGEST_MENTION
    assert table.values("head") == ["dog", "brother"]
    first = Spans.of([(0, len(parse), 0)]).shortened(LONGEST_MENTION)
    assert list(first) == [(0, LONGEST_MENTION, 0)]
    assert whole.shortened(len(parse)) is whole


@pytest.mark.parametrize("name", ["clark_manning2015", "ng_cardie2002", "bengtson_roth2008", "cort", "soon2001"])
def test_published_features_of_nested_mentions(name, blank):
    document = SHAPES["nested_gold"](40)
    table = gold_table(parsed(document, blank), document)
    features = FeatureSet(name)
    features.fit_tables([table], [document.labels()])
    assert features.links([table]).n_items == 40


def test_a_head_with_many_children(blank):
    parse = Parse.from_doc(parsed(flat(50), blank))
    assert parse.children_between(0, 10, 13) == (10, 11, 12)
    assert parse.children_between(3, 0, 50) == ()
