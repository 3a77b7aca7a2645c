"""DocBin: round trips; Docs written by other programs; damaged and hostile files."""

import json
import zlib
from dataclasses import replace

import pytest
import spacy
import srsly
from helpers.documents import SAMPLES, WORD, documents
from helpers.quotations import quotations
from hypothesis import given, settings
from hypothesis import strategies as st
from spacy.tokens import Doc, DocBin, Span, SpanGroup

from corefpipe.chains.documents import from_doc
from corefpipe.document import Document, Mention, Multiword
from corefpipe.exceptions import AnnotationError, FormatError
from corefpipe.formats import ReadReport, distinct, read, write

NLP = spacy.blank("en")


def stored(path, *docs, **settings):
    DocBin(store_user_data=True, docs=docs).to_disk(path)
    return list(read(path, "docbin", **settings))


def first(path):
    return next(iter(DocBin().from_disk(path).get_docs(spacy.blank("en").vocab)))


@pytest.mark.parametrize("name", ["bakery", "ferry"])
@pytest.mark.parametrize("ending", ["conllu", "conll", "jsonl"])
def test_samples(name, ending, tmp_path):
    (document,) = read(SAMPLES / f"{name}.{ending}")
    write(document, tmp_path / "x.spacy")
    assert list(read(tmp_path / "x.spacy")) == [document]
    if ending == "conllu":
        assert list(read(SAMPLES / f"{name}.spacy")) == [document]


def test_what_spacy_sees(tmp_path):
    (document,) = read(SAMPLES / "bakery.conllu")
    doc = first(SAMPLES / "bakery.spacy")
    assert [token.text for token in doc] == document.words
    assert [token.tag_ for token in doc] == document.tags
    assert [str(token.morph) for token in doc] == document.feats
    assert [token.head.i for token in doc] == document.heads
    assert doc[8].dep_ == "ROOT"
    assert [sentence.start for sentence in doc.sents] == document.sentence_starts
    spans = [(span.start, span.end, span.id_, span.kb_id_, span.label_) for span in doc.spans["coref"]]
    assert spans == [(m.start, m.end, m.entity, m.entity, m.type) for m in document.mentions]
    assert [token._.speaker for token in first(SAMPLES / "ferry.spacy")][:3] == ["Mara"] * 3


def test_the_same_bytes(tmp_path):
    for name in ("a", "b"):
        write(read(SAMPLES / "ferry.conllu"), tmp_path / f"{name}.spacy")
    assert (tmp_path / "a.spacy").read_bytes() == (tmp_path / "b.spacy").read_bytes()


def test_packed_and_none(tmp_path):
    (document,) = read(SAMPLES / "ferry.conllu")
    write(document, tmp_path / "x.spacy.gz")
    assert list(read(tmp_path / "x.spacy.gz")) == [document]
    write([], tmp_path / "y.spacy")
    assert list(read(tmp_path / "y.spacy")) == []


def test_raw_text_is_split(tmp_path):
    write(Document("t", genre="g", text="Ann left.\n\nShe  did."), tmp_path / "x.spacy")
    (found,) = read(tmp_path / "x.spacy")
    assert (found.key, found.genre, found.text) == (("t", 0), "g", "Ann left.\n\nShe  did.")
    assert found.words == ["Ann", "left", ".", "She", "did", "."]


FEATS = st.sampled_from(["", "A=1", "B=2|A=1", "odd", "_", "A=1|x"])


@st.composite
def full_documents(draw):
    """Documents with values in every field, well-formed or not."""
    document = draw(documents(parts=True))
    size = len(document)
    document.part = draw(st.integers(0, 2))
    word = st.integers(0, max(0, size - 1))

    def column(values):
        return draw(st.none() | st.lists(values, min_size=size, max_size=size))

    mentions = [
        replace(
            m,
            head=draw(st.none() | word),
            type=draw(st.sampled_from(["", "person", "name", "a b"])),
            other=draw(st.dictionaries(st.sampled_from("ab"), WORD, max_size=1)),
            antecedent=draw(st.none() | st.sampled_from(document.mentions).map(lambda other: other.span)),
        )
        for m in document.mentions
    ]
    spaces = column(st.booleans())
    return replace(
        document,
        mentions=mentions,
        spaces=spaces,
        tags=column(st.sampled_from(["", "NN", "odd tag"])),
        pos=column(st.sampled_from(["", "NOUN", "ADP", "odd"]) | st.sampled_from(["NOUN", "X"])),
        feats=column(FEATS | st.sampled_from(["A=1"])),
        lemmas=column(st.sampled_from(["", "x", "_"])),
        heads=column(word),
        deps=column(st.sampled_from(["", "root", "ROOT", "nsubj"])),
        entity_types=column(st.sampled_from(["", "person"])),
        paragraph_starts=draw(st.sampled_from([None, document.sentence_starts[:1], document.sentence_starts])),
        other=draw(st.sampled_from([{}, {"gap": ["A"] * size}])),
        sentence_metadata=draw(st.sampled_from([None, [{"sent_id": "1"}] * len(document.sentence_starts)])),
        multiwords=draw(st.sampled_from([[], [Multiword(0, min(2, size), "don't", "", "x")]])),
        empty_nodes=draw(st.sampled_from([[], [(-1, ["0.1", *"_" * 9])]])),
        zeros=draw(st.sampled_from([[], [Mention(0, 0, "z", type="person", empty=(0,), empty_head=0)]])),
        text=draw(st.sampled_from(["", "some  text"])),
        offsets=column(st.integers(0, 10)),
        quotations=draw(quotations(size, ["1"])) if size else [],
    )


@pytest.mark.slow
@settings(max_examples=15, deadline=None)
@given(st.lists(full_documents(), max_size=3))
def test_reads_back_what_it_writes(tmp_path_factory, given_documents):
    path = tmp_path_factory.mktemp("docbin") / "a.spacy"
    given_documents = list(distinct(document for document in given_documents if document.words))
    write(given_documents, path)
    found = list(read(path))
    assert found == given_documents


def test_a_word_of_whitespace_is_refused(tmp_path):
    with pytest.raises(AnnotationError, match=r"document d: a word is whitespace"):
        write(Document("d", words=["a", "\u2003"]), tmp_path / "x.spacy")


def test_a_doc_of_the_component(nlp, tmp_path):
    doc = nlp("Ann lost her keys. She found them.\n\nAnn was happy.")
    (document,) = stored(tmp_path / "x.spacy", doc)
    assert (document.name, document.text) == ("x", doc.text)
    assert "\n\n" not in document.words
    assert document.tags is not None
    assert document.speakers is None
    group = doc.spans["coref"]
    assert len(document.mentions) == len(group) > 0
    assert {document.surface(m) for m in document.mentions} == {span.text for span in group}
    assert all(m.head is not None and m.type != "name" for m in document.mentions)
    assert sorted(m.entity for m in document.mentions) == sorted(span.id_ for span in group)
    assert {document.surface(m): m.antecedent for m in document.mentions}["She"] == (0, 1)
    assert [m.antecedent for m in document.mentions] == [m.antecedent for m in from_doc(doc).mentions]


@pytest.mark.parametrize("wrong", [[[99, 0.5]], [["a", 0.5]], [[0]], 1])
def test_antecedents_that_cannot_be(nlp, tmp_path, wrong):
    doc = nlp("Ann lost her keys. She found them.")
    doc.spans["coref"].attrs["antecedents"] = [wrong for _ in doc.spans["coref"]]
    with pytest.raises(FormatError, match=r"document x.*the antecedents of doc.spans\['coref'\] are not indices"):
        stored(tmp_path / "x.spacy", doc)


def test_docs_resolved_anew(nlp, tmp_path):
    """Stored notes on mentions that no longer exist are ignored; those on the document are kept."""
    doc = first(SAMPLES / "bakery.spacy")
    doc.spans["coref"] = [Span(doc, 1, 2, span_id="7"), Span(doc, 44, 48, label="thing", span_id="7")]
    (document,) = stored(tmp_path / "x.spacy", doc)
    assert (document.name, document.genre) == ("bakery", "fiction")
    assert [(m.span, m.entity, m.type, m.fragments) for m in document.mentions] == [
        ((1, 2), "7", "", ()),
        ((44, 48), "7", "thing", ()),
    ]


def test_docs_of_spacy_experimental(tmp_path):
    docs = [Doc(NLP.vocab, words=["Ann", "saw", "her"]) for _ in range(2)]
    docs[0].spans["coref_clusters_2"] = [docs[0][1:2]]
    docs[0].spans["coref_clusters_1"] = [docs[0][0:1], docs[0][2:3]]
    docs[0].spans["coref_head_clusters_1"] = [docs[0][0:1]]
    found = stored(tmp_path / "x.spacy", *docs)
    assert [document.name for document in found] == ["x_1", "x_2"]
    assert [(m.start, m.entity, m.head) for m in found[0].mentions] == [(0, "1", None), (1, "2", None), (2, "1", None)]
    assert found[1].mentions == []


def test_spans_that_are_no_mentions(tmp_path):
    doc = NLP("Ann \n\n left")
    report = ReadReport()
    doc.spans["coref"] = [Span(doc, 1, 2, span_id="1"), Span(doc, 0, 2, span_id="1")]
    (document,) = stored(tmp_path / "x.spacy", doc, report=report)
    assert [m.span for m in document.mentions] == [(0, 1)]
    assert [error.message for error in report.misfits] == ["the span 1 to 2 has no words and is left out"]
    doc.spans["coref"] = [doc[0:1]]
    with pytest.raises(FormatError, match=r"document x.*the span 'Ann' has no id"):
        stored(tmp_path / "x.spacy", doc)


def test_repeats(tmp_path):
    doc = NLP("Ann left")
    doc.spans["coref"] = [Span(doc, 0, 1, span_id="1"), Span(doc, 0, 1, span_id="2")]
    with pytest.raises(FormatError, match='the span "Ann" is annotated in chain 1 and in chain 2'):
        stored(tmp_path / "x.spacy", doc)
    assert [m.entity for m in stored(tmp_path / "x.spacy", doc, repeats="first")[0].mentions] == ["1"]
    assert len(stored(tmp_path / "x.spacy", doc, repeats="keep")[0].mentions) == 2


NOTE = {"name": "a", "part": 0, "genre": "", "fields": {}, "mentions": []}


@pytest.mark.parametrize(
    "note",
    [
        1,
        "{",
        "[" * 100_000,
        "[]",
        "{}",
        {**NOTE, "part": -1},
        {**NOTE, "fields": {"words": ["a"]}},
        {**NOTE, "fields": {"tags": ["a"]}},
        {**NOTE, "fields": {"tags": ["a", 1]}},
        {**NOTE, "fields": {"heads": [0, 2]}},
        {**NOTE, "fields": {"spaces": {"5": True}}},
        {**NOTE, "fields": {"sentence_starts": [1, 0]}},
        {**NOTE, "fields": {"other": {"x": ["a"]}}},
        {**NOTE, "fields": {"multiwords": [[0, 9, "", "", ""]]}},
        {**NOTE, "fields": {"empty_nodes": [[0, [1]]]}},
        {**NOTE, "fields": {"zeros": [{"start": 0}]}},
        {**NOTE, "fields": {"text": None}},
        {**NOTE, "mentions": [[0, 1, "x"]]},
        {**NOTE, "mentions": [[0, 1, "x", {"head": 5}]]},
        {**NOTE, "mentions": [[0, 1, "x", {"start": 0}]]},
        {**NOTE, "mentions": [[0, 1, "x", {"fragments": [[0, 99]]}]]},
        {**NOTE, "mentions": [[0, 1, "x", {"antecedent": [0, 99]}]]},
    ],
)
def test_notes_that_do_not_fit(tmp_path, note):
    doc = Doc(NLP.vocab, words=["a", "b"])
    doc.user_data["corefpipe"] = json.dumps(note) if isinstance(note, dict) else note
    with pytest.raises(FormatError, match=r"does not fit the Doc: .*Delete it from the Doc"):
        stored(tmp_path / "x.spacy", doc)
    report = ReadReport()
    other = Doc(NLP.vocab, words=["c"])
    assert [d.words for d in stored(tmp_path / "x.spacy", doc, other, on_error="skip", report=report)] == [["c"]]
    assert len(report.skipped) == 1


def packed(**fields):
    message = srsly.msgpack_loads(zlib.decompress((SAMPLES / "ferry.spacy").read_bytes()))
    return zlib.compress(srsly.msgpack_dumps({**message, **fields}))


def crossing():
    doc = Doc(NLP.vocab, words=["a", "b"])
    group = SpanGroup(doc, name="coref", spans=[Span(doc, 0, 1, span_id="1")])
    message = srsly.msgpack_loads(group.to_bytes())
    data = bytearray(message["spans"][0])
    data[24:40] = (10**6).to_bytes(8, "big") * 2
    message["spans"] = [bytes(data)]
    doc.spans["coref"] = group
    whole = srsly.msgpack_loads(zlib.decompress(DocBin(docs=[doc]).to_bytes()))
    whole["span_groups"] = [srsly.msgpack_dumps([srsly.msgpack_dumps(message)])]
    return zlib.compress(srsly.msgpack_dumps(whole))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "the file is empty"),
        (b"no zlib", "the file is not a DocBin, which is packed by zlib"),
        ((SAMPLES / "ferry.spacy").read_bytes()[:500], "the file is truncated"),
        (zlib.compress(b""), "the file is not a DocBin"),
        (zlib.compress(b"\xc1" * 10), "the file is not a DocBin"),
        (zlib.compress(b"\x91" * 100_000), "the file is not a DocBin"),
        (zlib.compress(srsly.msgpack_dumps([1])), "the file is not a DocBin"),
        (zlib.compress(srsly.msgpack_dumps({"attrs": []})), "the file is not a DocBin"),
        (packed(attrs=[]), "the file is not a DocBin"),
        (packed(tokens=b"123"), "the file is not a DocBin"),
        (packed(attrs=[99999] * 13), "Doc 1 of 1 is damaged"),
        (packed(strings=[]), "Doc 1 of 1 is damaged"),
        (packed(span_groups=[b"\x91" * 100]), "Doc 1 of 1 is damaged"),
        (packed(user_data=[b"\xc1"]), "Doc 1 of 1 is damaged"),
        (packed(spaces=b"\1"), "Doc 1 of 1 is damaged"),
        (crossing(), "Doc 1 of 1 is damaged"),
    ],
)
def test_damaged(tmp_path, data, message):
    path = tmp_path / "x.spacy"
    path.write_bytes(data)
    with pytest.raises(FormatError) as caught:
        list(read(path))
    assert message in caught.value.message
    assert caught.value.cure
    report = ReadReport()
    assert list(read(path, on_error="skip", report=report)) == []
    assert len(report.skipped) == 1


def test_a_bomb(tmp_path):
    path = tmp_path / "x.spacy"
    path.write_bytes(zlib.compress(bytes(64 * 2**20)))
    with pytest.raises(FormatError, match="unpacks to more than 1048576 bytes"):
        list(read(path, max_document=2**19))


@pytest.mark.parametrize("key", ["strings", "cats", "span_groups", "user_data"])
def test_values_that_would_fill_the_memory(tmp_path, key):
    """A byte of MessagePack may take 64 bytes in memory: values are counted before they are unpacked."""
    many = b"\xdd" + (5000).to_bytes(4, "big") + b"\x90" * 5000
    path = tmp_path / "x.spacy"
    path.write_bytes(packed(**{key: [many] if key in ("span_groups", "user_data") else [[[]] * 5000]}))
    with pytest.raises(FormatError, match=r"has more than \d+ values"):
        list(read(path, max_document=2**16))


def test_a_file_without_span_groups(tmp_path):
    """The value b"" stands for none, as spaCy reads it."""
    path = tmp_path / "x.spacy"
    path.write_bytes(packed(span_groups=[b""]))
    assert [document.mentions for document in read(path)] == [[]]


def test_a_file_that_declares_more_than_it_has(tmp_path):
    path = tmp_path / "x.spacy"
    for first in (b"\xdd", b"\xdf", b"\xc6", b"\xdb", b"\xc9"):
        path.write_bytes(zlib.compress(first + b"\xff\xff\xff\xff" + b"a" * 200))
        with pytest.raises(FormatError, match="the file is not a DocBin"):
            list(read(path))


def test_heads_in_a_circle(tmp_path):
    doc = Doc(NLP.vocab, words=["a", "b", "c"], heads=[1, 2, 0], deps=["x"] * 3)
    doc.spans["coref"] = [Span(doc, 0, 1, span_id="1")]
    with pytest.raises(FormatError, match="Doc 1 of 1 is damaged"):
        stored(tmp_path / "x.spacy", doc)
    document = Document("d", words=list("abc"), heads=[1, 2, 0], deps=["x"] * 3, mentions=[Mention(0, 2, "1")])
    write(document, tmp_path / "y.spacy")
    assert list(read(tmp_path / "y.spacy")) == [document]
