"""Parquet: tables of texts with their other columns, round trips, wrong and damaged tables."""

from __future__ import annotations

import datetime
import pickle
import sys
from dataclasses import replace

import pytest
from helpers.documents import SAMPLES, documents
from helpers.quotations import quotations
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.document import Document
from corefpipe.exceptions import AnnotationError, FormatError, SettingError
from corefpipe.formats import ReadReport, WriteReport, distinct, read, write, write_folder
from corefpipe.formats.parquet import columns

pa = pytest.importorskip("pyarrow", exc_type=ImportError)
pq = pytest.importorskip("pyarrow.parquet", exc_type=ImportError)

SAID = {"coref_quotation_starts": [[0]], "coref_quotation_ends": [[1]]}
TEXTS = ["Ann lost her keys.", None, "Bo ran."]


def table(path, **values):
    pq.write_table(pa.table(values), path)
    return path


def test_samples_have_what_the_columns_can_store(tmp_path):
    for name in ("bakery", "ferry"):
        (document,) = read(SAMPLES / f"{name}.conllu")
        (found,) = read(SAMPLES / f"{name}.parquet")
        assert found == replace(document, sentence_metadata=None, multiwords=[])
        report = WriteReport()
        write(document, tmp_path / f"{name}.parquet", report=report)
        assert set(report.lost) <= {"sentence comments", "multiword tokens"}
        assert list(read(tmp_path / f"{name}.parquet")) == [found]


@st.composite
def quoted(draw):
    """A document, mostly with quotations."""
    document = draw(documents(parts=True))
    if document.words:
        document.quotations = draw(quotations(len(document), list(document.chains())))
    return document


@given(st.lists(quoted(), max_size=3))
def test_round_trip(tmp_path_factory, many):
    many = list(distinct(many))
    path = tmp_path_factory.mktemp("parquet") / "x.parquet"
    write(many, path)
    assert list(read(path)) == many


def test_the_same_bytes(tmp_path):
    for name in "ab":
        write(read(SAMPLES, "conllu"), tmp_path / f"{name}.pq")
    assert (tmp_path / "a.pq").read_bytes() == (tmp_path / "b.pq").read_bytes()


def test_a_table_of_texts(tmp_path):
    path = table(tmp_path / "posts.parquet", tags=[["x"], [], None], text=TEXTS)
    first, second, third = read(path)
    assert (first.key, first.text, first.words) == (("posts_1", 0), "Ann lost her keys.", [])
    assert (second.name, second.text) == ("posts_2", "")
    assert (first.metadata, third.metadata) == ({"tags": ["x"]}, {"tags": None})
    assert third.origin.line == 3
    assert [d.name for d in read(table(tmp_path / "ids.parquet", id=[7, 8, None], text=TEXTS))] == ["7", "8", "ids_3"]
    assert [d.text for d in read(table(tmp_path / "one.parquet", n=[1, 2], body=["a", "b"]))] == ["a", "b"]


def test_other_columns_are_kept_with_their_types(tmp_path):
    source = pa.table(
        {
            "id": pa.array([1, 2, 3], pa.int16()),
            "when": pa.array([1, None, 3], pa.timestamp("ns", "UTC")),
            "nothing": pa.nulls(3),
            "kind": pa.array(["a", "b", "a"]).dictionary_encode(),
            "scores": [{"x": [1.5]}, None, {"x": []}],
            "body": TEXTS,
        }
    )
    pq.write_table(source, tmp_path / "in.parquet", row_group_size=2)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("corefpipe.formats.parquet.writer._ROWS", 2)  # so that there are two row groups
        write(pickle.loads(pickle.dumps(list(read(tmp_path / "in.parquet")))), tmp_path / "out.parquet")
    out = pq.read_table(tmp_path / "out.parquet")
    assert out.select(source.column_names).equals(source.select(source.column_names))
    assert out.column_names == [*source.column_names, *columns.KINDS]
    assert pq.ParquetFile(tmp_path / "out.parquet").num_row_groups == 2
    report = WriteReport()
    write(read(tmp_path / "in.parquet"), tmp_path / "out.jsonl", report=report)
    assert report.lost["table columns"] == 3


def test_spans_as_lists(tmp_path):
    (document,) = read(SAMPLES / "bakery.parquet")
    (row,) = pq.read_table(SAMPLES / "bakery.parquet").to_pylist()
    for number, mention in enumerate(document.mentions):
        assert (row["coref_starts"][number], row["coref_ends"][number]) == mention.span
        assert row["coref_entities"][number] == mention.entity
        if row["text"] is not None and not mention.fragments:
            shown = row["text"][row["coref_start_chars"][number] : row["coref_end_chars"][number]]
            assert shown == document.surface(mention)


def test_metadata_of_a_program(tmp_path):
    path = tmp_path / "x.parquet"
    rows = [Document("a", metadata={"day": datetime.date(2020, 1, 2)}), Document("b")]
    write(rows, path)
    assert [dict(d.metadata) for d in read(path)] == [{"day": datetime.date(2020, 1, 2)}, {"day": None}]
    for wrong, message in (
        ([*rows, Document("c", metadata={"day": "Monday"})], "document c: metadata has day of the type string"),
        ([Document("a", metadata={"text": "x"})], "document a: metadata has the name of our column text"),
        ([Document("a", metadata={"x": object()})], "document a: metadata cannot be a column of a table"),
        ([Document("a", metadata={"x": 2**70})], "document a: metadata cannot be a column of a table"),
    ):
        with pytest.raises(AnnotationError, match=message):
            write(wrong, path)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("corefpipe.formats.parquet.writer._ROWS", 1)
        with pytest.raises(AnnotationError, match="document b: metadata has more, which the first documents"):
            write([Document("a"), Document("b", metadata={"more": 1})], path)
    assert [d.name for d in read(path)] == ["a", "b"]  # as before the errors


def test_heads_that_nobody_could_read_are_not_written(tmp_path):
    path = tmp_path / "x.parquet"
    for heads, message in (
        ([0, 2, 1], r"document d: the heads have a cycle at word 1 \('b'\). Correct them"),
        ([0, 3, 1], r"document d: the head of word 1 \('b'\) is 3, which is not a word"),
    ):
        with pytest.raises(AnnotationError, match=message):
            write([Document("d", words=["a", "b", "c"], heads=heads)], path)
    assert not path.exists()


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"title": ["a"], "body": ["b"]}, "no column `text`; columns of strings are title, body. Rename"),
        ({"n": [1]}, "the table has no column `text`; no column has strings"),
        ({"text": [["a"]]}, "the column `text` has the type list"),
        ({"coref_words": [["a"]], "coref_heads": [["b"]]}, "the column `coref_heads` has the type list<.*no list"),
        ({"coref_words": [["a", None]]}, "row 1: coref_words is blank or null"),
        ({"coref_words": [["a", " "]]}, "row 1: coref_words is blank or null"),
        ({"coref_words": [["a"]], "coref_tags": [[]]}, "row 1: coref_tags is not as long as coref_words"),
        ({"coref_words": [["a"]], "coref_tags": [[None]]}, r"row 1: coref_tags is null for a word"),
        ({"coref_words": [["a"]], "coref_heads": [[1]]}, "row 1: coref_heads is outside of the document"),
        ({"coref_words": [["a", "b", "c"]], "coref_heads": [[0, 2, 1]]}, "row 1: coref_heads is a cycle"),
        ({"coref_words": [["a"]], "coref_offsets": [[9]], "text": ["a"]}, "coref_offsets is outside"),
        ({"coref_words": [["a"]], "coref_sentence_starts": [[1]]}, "coref_sentence_starts is not ascending indices"),
        ({"coref_words": [["a", "b"]], "coref_sentence_starts": [[1]]}, "is not 0 for the first sentence"),
        ({"coref_words": [["a"]], "coref_part": [-1]}, "coref_part is below 0"),
        ({"coref_words": [["a"]], "coref_starts": [[0]]}, "coref_ends is not as long as coref_starts"),
        (
            {"coref_starts": [[0]], "coref_ends": [[2]], "coref_entities": [["e"]]},
            "0, 2, which are not a span of the 1",
        ),
        ({"coref_starts": [[0]], "coref_ends": [[1]], "coref_entities": [[None]]}, "coref_entities is null"),
        (
            {"coref_starts": [[0, 0]], "coref_ends": [[1, 1]], "coref_entities": [["e", "f"]]},
            'the span "a" is annotated in chain e and in chain f',
        ),
        (
            {"coref_starts": [[0]], "coref_ends": [[1]], "coref_entities": [["e"]], "coref_mention_heads": [[3]]},
            "coref_mention_heads is 3, which is not a word",
        ),
        (
            {"coref_starts": [[0]], "coref_ends": [[1]], "coref_entities": [["e"]], "coref_fragments": [[[0]]]},
            "coref_fragments is not pairs",
        ),
        (
            {"coref_starts": [[0]], "coref_ends": [[1]], "coref_entities": [["e"]], "coref_fragments": [[[0, 2]]]},
            "coref_fragments is outside of the mention",
        ),
        ({"coref_quotation_starts": [[0]]}, "coref_quotation_starts is 0, with the end None, which are not a span"),
        (SAID | {"coref_quotation_ends": [[2]]}, "coref_quotation_starts is 0, with the end 2, which are not a span"),
        (SAID | {"coref_quotation_speakers": [["a", "b"]]}, "coref_quotation_speakers is not as long as"),
        (SAID | {"coref_quotation_turns": [[-1]]}, "coref_quotation_turns is -1"),
        (SAID | {"coref_quotation_cues": [[[0]]]}, r"coref_quotation_cues is \[0\], which is not a span of the 1"),
        (SAID | {"coref_quotation_mentions": [[[0, 2]]]}, r"coref_quotation_mentions is \[0, 2\], which is not a span"),
        (SAID | {"coref_quotation_probabilities": [[1.5]]}, "coref_quotation_probabilities is 1.5"),
    ],
)
def test_wrong_tables(tmp_path, values, message):
    if "coref_starts" in values or "coref_quotation_starts" in values:
        values = {"coref_words": [["a"]]} | values
    path = table(tmp_path / "x.parquet", **values)
    with pytest.raises(FormatError, match=message) as caught:
        list(read(path))
    assert caught.value.cure
    assert caught.value.file == str(path)
    report = ReadReport()
    assert list(read(path, on_error="skip", report=report)) == []
    assert len(report.skipped) == 1


def test_a_wrong_row_is_skipped(tmp_path):
    path = table(tmp_path / "x.parquet", coref_words=[["a"], [" "], ["b"]])
    assert [document.words for document in read(path, on_error="skip")] == [["a"], ["b"]]


def test_damaged_and_packed_files(tmp_path):
    raw = (SAMPLES / "ferry.parquet").read_bytes()
    path = tmp_path / "x.parquet"
    for content in (raw[:-20], raw[:100] + b"\xff" * 50 + raw[150:], b"", b"PAR1\x15", b"not Parquet"):
        path.write_bytes(content)
        with pytest.raises(FormatError, match=r"x\.parquet: the file is (no Parquet file|damaged|empty)"):
            list(read(path, "parquet"))
    with pytest.raises(FormatError, match="no such file"):
        list(read(tmp_path / "none.parquet", "parquet"))
    for act in (lambda p: list(read(p, "parquet")), lambda p: write(Document("a"), p)):
        with pytest.raises(SettingError, match=r"x\.parquet\.gz: Parquet files are compressed already"):
            act(path.rename(tmp_path / "x.parquet.gz") if path.exists() else tmp_path / "x.parquet.gz")


def test_no_documents_and_folders(tmp_path):
    write([], tmp_path / "none.parquet")
    assert list(read(tmp_path / "none.parquet")) == []
    paths = write_folder(read(SAMPLES, "conllu"), tmp_path / "folder", "parquet")
    assert [path.name for path in paths] == ["bakery.parquet", "ferry.parquet"]
    assert [document.name for document in read(tmp_path / "folder")] == ["bakery", "ferry"]


def test_a_pyarrow_that_does_not_start(tmp_path, monkeypatch):
    (tmp_path / "pyarrow.py").write_text("raise ImportError('pyarrow requires NumPy 3.0')", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "pyarrow")
    with pytest.raises(SettingError, match="Parquet needs pyarrow, which does not start: pyarrow requires"):
        list(read(SAMPLES / "ferry.parquet"))


def test_without_pyarrow(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    for act in (lambda: list(read(SAMPLES / "ferry.parquet")), lambda: write(Document("a"), tmp_path / "x.parquet")):
        with pytest.raises(SettingError, match=r"Parquet needs pyarrow, .* pip install 'corefpipe\[parquet\]'"):
            act()
