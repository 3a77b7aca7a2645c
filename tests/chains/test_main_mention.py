"""The main mention of a chain: the same rule for Docs and for Documents."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from spacy.tokens import Doc, Span, SpanGroup
from spacy.vocab import Vocab

from corefpipe import chains
from corefpipe.document import NAME, OTHER, PHRASE, Document, Mention, main_mention, naming_kind
from corefpipe.report import chains_text

MENTIONS = st.lists(st.tuples(st.sampled_from([NAME, PHRASE, OTHER]), st.integers(1, 8)), min_size=1, max_size=6)
POS = {NAME: "PROPN", PHRASE: "NOUN", OTHER: "PRON"}


@given(MENTIONS)
def test_the_rule(mentions):
    chosen = main_mention(mentions)
    names = [length for kind, length in mentions if kind == NAME and length <= 5]
    if names:
        assert mentions[chosen] == (NAME, max(names))
        assert mentions.index(mentions[chosen]) == chosen
    else:
        phrases = [number for number, (kind, _) in enumerate(mentions) if kind != OTHER]
        assert chosen == (phrases[0] if phrases else 0)


@given(MENTIONS)
def test_docs_and_documents_agree(mentions):
    words = [f"w{number}" for number in range(sum(length for _, length in mentions))]
    ends = [sum(length for _, length in mentions[: number + 1]) for number in range(len(mentions))]
    spans = [(end - length, end, kind) for end, (kind, length) in zip(ends, mentions, strict=True)]
    pos = [POS[kind] for kind, length in mentions for _ in range(length)]
    doc = Doc(Vocab(), words, pos=pos, heads=[end - 1 for start, end, _ in spans for _ in range(start, end)],
              deps=["dep"] * len(words))  # fmt: skip
    labels = {NAME: "name", PHRASE: "nominal", OTHER: "pronoun"}
    for labelled in (True, False):
        group = [Span(doc, s, e, label=labels[kind] if labelled else "", span_id="1") for s, e, kind in spans]
        doc.spans["coref"] = SpanGroup(doc, name="coref", spans=group)
        (chain,) = chains.Coref(doc).chains
        assert (chain.main.start, chain.main.end) == spans[main_mention(mentions)][:2]
    document = Document("d", words=words, pos=pos, mentions=[Mention(s, e, "1") for s, e, _ in spans])
    assert f"\n[1] {chain.main.text}  (" in chains_text(document)


def test_a_name_that_is_rare_in_its_chain_is_not_the_main_mention():
    words = ["Oh", "you", "foolish", "Alice", *["Alice"] * 11]
    doc = Doc(Vocab(), words, pos=["INTJ", "PRON", "ADJ", *["PROPN"] * 12], heads=[3, 3, 3, *range(3, 15)],
              deps=["dep"] * 15)  # fmt: skip
    spans = [(0, 4), *((place, place + 1) for place in range(4, 15))]
    for number in (12, 3):
        group = [Span(doc, *span, label="name", span_id="1") for span in spans[:number]]
        doc.spans["coref"] = SpanGroup(doc, name="coref", spans=group)
        (chain,) = chains.Coref(doc).chains
        assert chain.name == "Alice"


@pytest.mark.parametrize(
    ("kind", "tags"),
    [
        (NAME, ["PROPN", "NNP", "NNPS"]),
        (PHRASE, ["NOUN", "NN", "NNS", "NUM", "ADJ", ""]),
        (OTHER, ["PRON", "DET", "VERB", "AUX", "PRP", "PRP$", "WP", "DT", "VBD"]),
    ],
)
def test_kinds(kind, tags):
    assert {naming_kind(tag) for tag in tags} == {kind}
