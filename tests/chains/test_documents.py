"""Document -> Doc and back: words, columns, mentions, raw text."""

from __future__ import annotations

import time

import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st
from spacy.tokens import Doc, Span, SpanGroup

from corefpipe.chains.docs import PARSE_COLUMNS, to_doc
from corefpipe.chains.documents import from_doc, with_mentions
from corefpipe.chains.tokens import word_of_token
from corefpipe.document import Document, Mention
from corefpipe.exceptions import AnnotationError
from corefpipe.formats import read, write

BLANK = spacy.blank("en")


@pytest.mark.parametrize("name", ["bakery.conllu", "ferry.conllu"])
def test_there_and_back(samples, name):
    (document,) = read(samples / name)
    doc = to_doc(document, BLANK, (*PARSE_COLUMNS, "sentence_starts"))
    found = from_doc(doc)
    for column in ("words", "tags", "pos", "lemmas", "feats", "heads", "sentence_starts"):
        assert getattr(found, column) == getattr(document, column)
    assert [dep.replace("ROOT", "root") for dep in found.deps] == document.deps
    assert found.speakers == (document.speakers or [""] * len(document))


@given(st.lists(st.sampled_from(["Ann", "it", "n't", ".", " ", "\n\n", "\t"]), max_size=12).map("".join))
def test_law_words_are_the_tokens_that_are_no_whitespace(text):
    doc = BLANK(text)
    position = word_of_token(doc)
    found = from_doc(doc)
    assert found.words == [token.text for token in doc if not token.is_space]
    assert position[-1] == len(found)
    assert [found.words[position[token.i]] for token in doc if not token.is_space] == found.words


def zigzag(size):
    """Heads of one tree that go from one end of the text to the other and back, towards its middle."""
    path = [word for pair in zip(range(size // 2), reversed(range(size // 2, size)), strict=True) for word in pair]
    heads = dict(zip(path, [*path[1:], path[-1]], strict=True))
    return [heads[word] for word in range(size)]


@pytest.mark.parametrize("restore", [False, True])
def test_heads_are_in_the_sentence_of_their_word(restore, tmp_path):
    # A Doc of any pipeline: spaCy takes such a tree for several sentences, also when it restores a Doc.
    words = [f"w{number}" for number in range(60)]
    doc = Doc(BLANK.vocab, words=words, heads=[*zigzag(40), *[40] * 20], deps=["dep"] * 60)
    if restore:
        doc = Doc(BLANK.vocab).from_bytes(doc.to_bytes())
    document = from_doc(doc, "d")
    assert document.sentence_starts == [0, 40]
    write(document, tmp_path / "d.conllu")
    (found,) = read(tmp_path / "d.conllu")
    assert (found.words, found.heads, found.sentence_starts) == (words, document.heads, [0, 40])


def test_interleaved_trees_are_one_sentence():
    doc = Doc(BLANK.vocab, words=list("abcdef"), heads=[0, 1, 0, 1, 4, 4], deps=["dep"] * 6)
    assert from_doc(doc).sentence_starts == [0, 4]


def test_a_document_with_heads_alone_gets_sentences_that_they_allow():
    document = Document("d", words=list("abcd"), heads=[2, 2, 2, 3])
    doc = Doc(BLANK.vocab, words=document.words, sent_starts=[True, True, False, False])
    assert with_mentions(doc, [], like=document).sentence_starts == [0, 3]


def test_mentions_of_a_doc(base):
    doc = base("  She saw\n\nthe old  house.")
    words = [token.text for token in doc]
    the, house = words.index("the"), words.index("house")
    she = Span(doc, words.index("She"), words.index("She") + 1, "pronoun", kb_id="1", span_id="1")
    long = Span(doc, the, house + 1, "nominal", kb_id="2", span_id="2")
    doc.spans["coref"] = SpanGroup(doc, spans=[long, she])
    found = from_doc(doc, "d")
    assert [(found.surface(m), m.entity) for m in found.mentions] == [("She", "1"), ("the old  house", "2")]
    assert found.words[found.mentions[1].head] == "house"


def test_a_merged_mention_keeps_its_type(base):
    doc = base("The old baker waved. She left.")
    doc[2]._.entity_type = "person"
    doc.spans["coref"] = SpanGroup(doc, spans=[Span(doc, 0, 3, span_id="1"), Span(doc, 5, 6, span_id="1")])
    with doc.retokenize() as retokenizer:
        retokenizer.merge(doc[0:3])
    found = from_doc(doc)
    assert (found.mentions[0].type, found.entity_types[0]) == ("person", "person")


def test_a_doc_without_annotation():
    found = from_doc(BLANK("She left ."), "d")
    assert (found.words, found.mentions, found.sentence_starts) == (["She", "left", "."], [], [])
    assert found.heads is None


def test_raw_text_has_the_tokenizers_words():
    assert [token.text for token in to_doc(Document("d", text="Don't go."), BLANK)] == ["Do", "n't", "go", "."]


def test_columns_that_name_the_replaced_entities_are_dropped():
    words = ["Ann", "lost", "it"]
    document = Document("d", words=words, sentence_starts=[0], mentions=[Mention(0, 1, "e1")])
    document.other["misc"] = ["Bridge=e1<e2:part|Gloss=A", "", "SplitAnte=e1<e3"]
    document.zeros = [Mention(3, 3, "e1", empty=(0,))]
    document.empty_nodes = [(2, ["3.1", *["_"] * 9])]
    found = from_doc(to_doc(document, BLANK), like=document)
    assert found.other["misc"] == ["Gloss=A", "", ""]
    assert found.zeros == []
    assert document.other["misc"][2] == "SplitAnte=e1<e3"


@pytest.mark.parametrize("run", ["<" * 50_000, "a-" * 25_000])
def test_text_without_spaces_takes_no_time(run):
    text = f"Ann saw {run} and she left.\n{run}"
    begun = time.perf_counter()
    doc = to_doc(Document("d", text=text), BLANK)
    assert time.perf_counter() - begun < 5
    assert doc.text == text
    assert [token.text for token in doc[:2]] == ["Ann", "saw"]


def test_antecedents_of_a_doc(packaged):
    doc = packaged("  Ann lost her keys.\n\n She found them.")
    found = from_doc(doc)
    antecedent = {found.surface(m): m.antecedent and found.surface(Mention(*m.antecedent)) for m in found.mentions}
    assert (antecedent["Ann"], antecedent["She"], antecedent["them"]) == (None, "her", "her keys")
    doc.spans["coref"] = SpanGroup(doc, spans=list(doc.spans["coref"]))  # without scores
    assert {m.antecedent for m in from_doc(doc).mentions} == {None}


def test_heads_with_a_cycle_never_reach_spacy():
    document = Document("d", words=["a", "b", "c"], heads=[0, 2, 1], deps=["root", "dep", "dep"], pos=["X"] * 3)
    with pytest.raises(AnnotationError, match=r"document d: the heads have a cycle at word 1 \('b'\)"):
        to_doc(document, BLANK, PARSE_COLUMNS)


@pytest.mark.parametrize(
    ("types", "found"),
    [
        (["animal", "person", "person"], "person"),
        (["", "animal", "person"], "animal"),
        (["", "", ""], ""),
    ],
)
def test_the_mentions_of_an_entity_have_one_type(base, types, found):
    doc = base("Rex barked. The dog was old. The dog slept.")
    spans = [Span(doc, start, end, span_id="1") for start, end in ((0, 1), (3, 5), (8, 10))]
    for span, type in zip(spans, types, strict=True):
        span.root._.entity_type = type
    doc.spans["coref"] = SpanGroup(doc, spans=spans)
    document = from_doc(doc)
    assert {mention.type for mention in document.mentions} == {found}
    assert [row.kind for row in document.entity_table()] == [found]


@pytest.mark.parametrize("name", ["bakery.conllu", "ferry.conllu"])
def test_law_one_type_per_entity(packaged, samples, name):
    (document,) = read(samples / name)
    resolved = from_doc(packaged(" ".join(document.words)))
    assert all(len({mention.type for mention in chain}) == 1 for chain in resolved.chains().values())
