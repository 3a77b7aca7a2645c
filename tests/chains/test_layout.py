"""Chains written to `doc.spans`: both layouts, and writing one removes the other."""

from __future__ import annotations

import pytest
from helpers.chain_docs import VOCAB
from hypothesis import given
from hypothesis import strategies as st
from spacy.tokens import Doc

from corefpipe.chains.layout import (
    FoundMention,
    check_layout,
    clear_chains,
    group_key,
    has_chains,
    scores_of,
    write_chains,
)
from corefpipe.exceptions import SettingError

MENTIONS = [
    FoundMention(0, 1, "name", 7, 0.91234, []),
    FoundMention(2, 3, "name", 3, 0.5, [(0, 0.125)]),
    FoundMention(4, 5, "pronoun", 7, 0.75, [(0, 0.75), (1, 0.25)]),
]


@pytest.fixture
def doc():
    return Doc(VOCAB, "Ann saw Bo . She waved .".split())


def test_all_mentions_in_one_group(doc):
    assert write_chains(doc, MENTIONS) is doc
    assert [(span.text, span.label_, span.id_, span.kb_id_) for span in doc.spans["coref"]] == [
        ("Ann", "name", "1", "1"),
        ("Bo", "name", "2", "2"),
        ("She", "pronoun", "1", "1"),
    ]
    assert scores_of(doc.spans["coref"]) == [(0.9123, []), (0.5, [(0, 0.125)]), (0.75, [(0, 0.75), (1, 0.25)])]
    assert Doc(VOCAB).from_bytes(doc.to_bytes()).spans["coref"].attrs == doc.spans["coref"].attrs


def test_one_group_per_chain(doc):
    write_chains(doc, MENTIONS, "experimental")
    assert {key: [span.text for span in group] for key, group in doc.spans.items()} == {
        group_key("1"): ["Ann", "She"],
        group_key("2"): ["Bo"],
    }
    assert scores_of(doc.spans["coref_clusters_1"]) == [(0.9123, []), (0.75, [])]


@given(st.lists(st.sampled_from(["spans", "experimental"]), min_size=1, max_size=4))
def test_law_only_the_last_chains_stay(layouts):
    doc = Doc(VOCAB, "Ann saw Bo . She waved .".split())
    doc.spans["mine"] = doc.spans["coref_clusters_mine"] = [doc[0:1]]
    for layout in layouts:
        write_chains(doc, MENTIONS, layout)
    wanted = {"coref"} if layouts[-1] == "spans" else {"coref_clusters_1", "coref_clusters_2"}
    assert set(doc.spans) == wanted | {"mine", "coref_clusters_mine"}
    assert has_chains(doc)
    clear_chains(doc)
    assert set(doc.spans) == {"mine", "coref_clusters_mine"}
    assert not has_chains(doc)


def test_a_doc_without_chains_was_resolved_all_the_same(doc):
    assert not has_chains(doc)
    assert has_chains(write_chains(doc, []))
    assert has_chains(write_chains(doc, [], "experimental"))
    assert not has_chains(clear_chains(doc) or doc)


def test_unknown_layout():
    check_layout("experimental")
    with pytest.raises(SettingError, match=r"unknown layout 'groups'.*spans, experimental"):
        check_layout("groups")
