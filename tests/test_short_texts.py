"""The short texts that the packaged resolvers learn from: `corpora/short_texts`, filled by eval/resolver."""

from __future__ import annotations

import sys

import pytest
from helpers import ROOT

FOLDER = ROOT / "eval" / "resolver"


@pytest.fixture(scope="module")
def module():
    sys.path.insert(0, str(FOLDER))
    try:
        import short_texts

        return short_texts
    finally:
        sys.path.remove(str(FOLDER))


@pytest.fixture(scope="module")
def documents(module):
    return list(module.short_texts(copies=2))


def test_all_slots_are_filled_and_all_brackets_are_gone(documents):
    assert len(documents) > 300
    for document in documents:
        assert not set("[]{}") & set("".join(document.words)), document.words


def test_chains_hold_together_names_of_one_slot(documents):
    document = documents[0]
    chains = [[document.surface(mention) for mention in chain] for chain in document.chains().values()]
    assert chains[0][1] == "the company"
    for document in documents:
        assert len({mention.span for mention in document.mentions}) == len(document.mentions)
        assert all(mention.start < mention.end <= len(document.words) for mention in document.mentions)


def test_most_texts_have_a_chain_of_two(documents):
    chained = [any(len(chain) > 1 for chain in document.chains().values()) for document in documents]
    assert sum(chained) > 0.9 * len(chained)


def test_the_same_words_each_time(module, documents):
    assert [document.words for document in module.short_texts(copies=2)] == [d.words for d in documents]


def test_marks(module):
    unmarked = module.unmarked
    assert unmarked("[1:[2:Ann]'s dog] barked.") == ("Ann's dog barked.", [(0, 3, "2"), (0, 9, "1")])
    with pytest.raises(ValueError, match="without an end: \\[1:Ann"):
        unmarked("[1:Ann barked.")


def test_no_text_is_one_of_those_that_are_measured(module):
    """What is learned from is not what `eval/sentences` measures."""
    measured = {
        line.partition('"')[2].rstrip('"').lower()
        for path in (ROOT / "tests" / "sentences").glob("*/*.toml")
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.startswith("text = ")
    }
    assert len(measured) > 500
    learned = {
        document.text or "".join(w + " " * s for w, s in zip(document.words, document.spaces, strict=True))
        for document in module.short_texts(copies=1)
    }
    assert not {text.strip().lower() for text in learned} & measured
