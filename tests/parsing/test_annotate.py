"""Document -> Doc -> Document: which columns are kept, and which ones the pipeline adds."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from corefpipe.chains.docs import PARSE_COLUMNS
from corefpipe.chains.documents import from_doc
from corefpipe.document import Document, Mention
from corefpipe.exceptions import AnnotationError
from corefpipe.formats import read
from corefpipe.parsing import pipelines
from corefpipe.parsing.annotate import DocumentParser, annotate

RAW = '\ufeff  The caf\u00e9 closed.\t"Well," she said \U0001f600 — it\'s over!\n\n\n  Nobody\u00a0came\u2026 \n'


def annotate_one(document, nlp, keep=("sentence_starts",)):
    ((doc, same),) = annotate([document], nlp, keep)
    assert same is document
    return doc


@pytest.fixture(scope="module")
def bakery(samples):
    (document,) = read(samples / "bakery.conllu")
    return document


@pytest.fixture(scope="module")
def ferry(samples):
    (document,) = read(samples / "ferry.conllu")
    return document


def test_words_sentences_and_speakers_stay(ferry, base):
    doc = annotate_one(ferry, base)
    assert [token.text for token in doc] == ferry.words
    assert [sentence.start for sentence in doc.sents] == ferry.sentence_starts
    assert [token._.speaker for token in doc] == ferry.speakers
    assert doc.has_annotation("DEP")
    back = from_doc(doc, like=ferry)
    assert back.mentions == []
    assert replace(back, mentions=ferry.mentions) == ferry


@given(st.sets(st.integers(1, 54)))
@settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_sentences_stay(base, ferry, starts):
    document = replace(ferry, sentence_starts=sorted({0, *starts}), mentions=[])
    doc = annotate_one(document, base)
    assert [sentence.start for sentence in doc.sents] == document.sentence_starts
    assert all(document.sentence_of(token.i) == document.sentence_of(token.head.i) for token in doc)


def test_sentences_are_found_where_they_are_not_known(bakery, base):
    for document, keep in ((replace(bakery, sentence_starts=[]), ("sentence_starts",)), (bakery, ())):
        assert 3 <= len(list(annotate_one(document, base, keep).sents)) <= 9


def test_a_given_parse_stays_and_entity_types_are_added(bakery, base):
    # Values that the pipeline would not predict.
    document = replace(
        bakery, tags=["NN"] * 71, pos=["VERB"] * 71, lemmas=["x"] * 71, feats=["Foo=Bar"] * 71, deps=["obl"] * 71
    )
    doc = annotate_one(document, base, PARSE_COLUMNS)
    found = from_doc(doc)
    for column in ("tags", "pos", "lemmas", "feats", "heads", "sentence_starts"):
        assert getattr(found, column) == getattr(document, column)
    assert set(found.deps) == {"obl"}
    assert "person" in found.entity_types


@pytest.mark.parametrize("column", ["tags", "pos", "lemmas", "feats"])
def test_single_columns_stay(bakery, base, column):
    value = {"tags": "NN", "pos": "VERB", "lemmas": "x", "feats": "Foo=Bar"}[column]
    document = replace(bakery, **{column: [value] * 71})
    found = from_doc(annotate_one(document, base, (column, "sentence_starts")))
    predicted = from_doc(annotate_one(bakery, base))
    for name in ("tags", "pos", "lemmas", "feats", "heads", "deps"):
        # Lemmas depend on tags.
        if (column, name) != ("tags", "lemmas"):
            assert getattr(found, name) == getattr(document if name == column else predicted, name)


def test_given_entity_types_stay(bakery, base):
    document = replace(bakery, entity_types=["plant"] + [""] * 70)
    assert (
        from_doc(annotate_one(document, base, ("sentence_starts", "entity_types"))).entity_types
        == document.entity_types
    )
    assert from_doc(annotate_one(document, base)).entity_types != document.entity_types


@pytest.mark.parametrize(
    ("column", "keep", "name"),
    [
        ("heads", PARSE_COLUMNS, "heads"),
        ("deps", PARSE_COLUMNS, "relations"),
        ("pos", PARSE_COLUMNS, "universal parts of speech"),
        ("feats", ("feats",), "features"),
        ("tags", ("tags", "lemmas"), "tags"),
    ],
)
def test_a_column_to_keep_that_is_not_there(bakery, base, column, keep, name):
    with pytest.raises(
        AnnotationError, match=f"document bakery\\): the file gives no parse: it has no {name}"
    ) as caught:
        annotate_one(replace(bakery, **{column: None}), base, keep)
    assert str(caught.value).endswith('Give CoNLL-U with UPOS, HEAD and DEPREL, or use parse="predicted"')


def test_trees_without_features_are_a_parse(bakery, base):
    doc = annotate_one(replace(bakery, feats=None, tags=None, lemmas=None), base, PARSE_COLUMNS)
    assert from_doc(doc).heads == bakery.heads
    assert not any(from_doc(doc).feats)


def test_plain_text_has_no_parse(base):
    with pytest.raises(AnnotationError, match=r"document d: plain text has no parse\. Give CoNLL-U"):
        annotate_one(Document("d", text="Ann lost her keys."), base, PARSE_COLUMNS)


def test_columns_that_spacy_refuses(bakery, base):
    with pytest.raises(AnnotationError, match=r"document bakery: .*NOM") as caught:
        annotate_one(replace(bakery, pos=["NOM"] * 71), base, PARSE_COLUMNS)
    assert len(str(caught.value).splitlines()) == 1


def test_raw_text(base):
    doc = annotate_one(Document("raw", text=RAW), base)
    assert doc.text == RAW
    found = from_doc(doc, "raw")
    assert found.text == RAW
    assert all(RAW[at : at + len(word)] == word for at, word in zip(found.offsets, found.words, strict=True))
    assert not any(word.isspace() or not word for word in found.words)
    assert "".join(found.words) == "".join(RAW.split())
    assert found.surface(Mention(0, len(found))) == RAW.strip()
    assert found.sentence_starts[0] == 0
    assert max(found.heads) < len(found)


PIECES = [
    "Ann",
    "sees",
    "it",
    "n't",
    "\u2019s",
    ".",
    '"',
    "é",
    "\U0001f600",
    "\u200b",
    " ",
    "\n",
    "\n\n",
    "\t",
    "\u00a0",
]
TEXT = st.lists(st.sampled_from(PIECES), max_size=30).map("".join)


@given(TEXT)
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_any_text(base, text):
    doc = annotate_one(Document("d", text=text), base)
    found = from_doc(doc, "d")
    assert doc.text == text
    assert all(text[at : at + len(word)] == word for at, word in zip(found.offsets, found.words, strict=True))
    assert "".join(found.words) == "".join(text.split())
    starts = found.sentence_starts
    assert starts == sorted(set(starts))
    assert starts[:1] == ([0] if found.words else [])
    assert all(0 <= head < len(found) for head in found.heads or ())
    gaps = [
        text[at + len(w) : after] for at, w, after in zip(found.offsets, found.words, found.offsets[1:], strict=False)
    ]
    assert found.spaces[:-1] == [bool(gap) for gap in gaps]


def test_several_documents_and_none(bakery, ferry, base):
    assert [document.name for _, document in annotate(iter([bakery, ferry]), base)] == ["bakery", "ferry"]
    assert list(annotate([], base)) == []


def test_an_empty_document(base):
    doc = annotate_one(Document("d", 2), base)
    assert len(doc) == 0
    found = from_doc(doc, like=Document("d", 2))
    assert (found.name, found.part, found.words, found.sentence_starts) == ("d", 2, [], [])


def test_the_component_does_not_run(nlp, bakery):
    assert "corefpipe" in nlp.pipe_names
    assert "coref" not in annotate_one(bakery, nlp).spans


def test_a_parser_loads_its_base_for_the_first_document(bakery, ferry, base, monkeypatch):
    loaded, watched = [], []

    def watch(items, what, total):
        watched.append((what, total))
        return items

    monkeypatch.setattr(pipelines, "load_base", lambda name: loaded.append(name) or base)
    parser = DocumentParser("en", watch=watch)
    parsed = base("Hm!"), Document("parsed")
    assert list(parser([parsed], "train")) == [parsed]
    assert loaded == []
    found = list(parser([bakery, parsed, ferry], "dev"))
    assert [document.name for _, document in found] == ["bakery", "parsed", "ferry"]
    assert found[0][0].has_annotation("DEP")
    assert loaded == ["en"]
    assert watched == [("parse train", 1), ("parse dev", 3)]


def test_given_parses_need_no_pipeline(bakery):
    ((doc, _),) = DocumentParser("blank:en", "given")([bakery], "dev")
    found = from_doc(doc)
    for column in PARSE_COLUMNS:
        assert getattr(found, column) == getattr(bakery, column)


def test_an_error_of_a_component_comes_after_the_documents_before_it():
    nlp = pipelines.blank("en")

    @nlp.component("test_refuses_no")
    def refuse(doc):
        if doc.text == "no":
            raise ValueError("it says no")
        return doc

    nlp.add_pipe("test_refuses_no")
    stream = annotate([Document(text, text=text) for text in ("yes", "or", "no", "then")], nlp)
    assert [next(stream)[0].text, next(stream)[0].text] == ["yes", "or"]
    with pytest.raises(ValueError, match="it says no"):
        next(stream)
