"""Documents of one name that go into one output: none is lost, and no two have the same name there."""

from time import perf_counter

import pytest

from corefpipe.document import Document, Mention, Origin
from corefpipe.exceptions import AnnotationError
from corefpipe.formats import FORMATS, WriteReport, distinct, read, write, write_folder
from corefpipe.formats.names import free_name


def _document(name, word="a", part=0, file=""):
    return Document(name, part, [word], [0], [Mention(0, 1, "0")], origin=Origin(file, 1) if file else None)


@pytest.mark.parametrize(
    ("found", "names"),
    [
        ([("x", ""), ("y", ""), ("x", ""), ("x", "")], ["x", "y", "x_2", "x_3"]),
        ([("x_2", ""), ("x", ""), ("x", "")], ["x_2", "x", "x_3"]),
        ([("x", "a/x.txt"), ("x", "b/x.txt"), ("x", "c/b/x.txt.gz")], ["x", "b/x", "c/b/x"]),
        ([("x", "/x.txt"), ("x", "../x.txt")], ["x", "x_2"]),
        ([("d", "a.jsonl"), ("d", "b.jsonl"), ("d", "b.jsonl")], ["d", "b/d", "d_3"]),
        ([("d", "a.jsonl"), ("d", "a.jsonl")], ["d", "d_2"]),
    ],
)
def test_names_are_distinct(found, names):
    notes = []
    documents = [_document(name, file=file) for name, file in found]
    assert [document.name for document in distinct(documents, notes)] == names
    assert [document.name for document in documents] == [name for name, _ in found]
    assert len(notes) == sum(old != new for (old, _), new in zip(found, names, strict=True))


def test_parts_of_a_document_keep_its_name():
    found = distinct([_document("d", part=part) for part in (0, 1, 0)])
    assert [document.key for document in found] == [("d", 0), ("d", 1), ("d_2", 0)]


@pytest.mark.parametrize("ending", ["conll", "conllu", "jsonl", "spacy"])
def test_a_file_has_no_two_documents_of_one_name(tmp_path, ending):
    report = WriteReport()
    path = tmp_path / f"out.{ending}"
    write([_document("x", "a", file="a/x.txt"), _document("x", "b", file="b/x.txt")], path, report=report)
    assert [(document.name, document.words) for document in read(path)] == [("x", ["a"]), ("b/x", ["b"])]
    assert report.renamed == [
        "the document x of b/x.txt is named b/x, because there is another of its name",
    ]


@pytest.mark.parametrize(
    "format", [form.name for form in FORMATS.values() if form.reads and form.writes and form.name != "gap"]
)
def test_a_folder_gets_a_file_for_each_document_of_one_name(tmp_path, format):
    report = WriteReport()
    paths = write_folder([_document("d", word) for word in "ab"], tmp_path, format, report=report)
    assert [path.name.partition(".")[0] for path in paths] == ["d", "d_2"]
    assert [len(list(read(path, format))) for path in paths] == [1, 1]
    assert len(report.renamed) == 1


def test_names_that_are_long_and_equal_in_files_take_linear_time():
    """Long names are cut, so that those of web pages often become equal."""
    taken = {}
    start = perf_counter()
    found = [free_name(name, taken) for name in ["https___example.org"] * 50_000]
    assert perf_counter() - start < 2
    assert (found[0], found[1], found[-1]) == (
        "https___example.org",
        "https___example.org_2",
        "https___example.org_50000",
    )
    assert free_name("HTTPS___example.org_7", taken) == "HTTPS___example.org_7_2"


@pytest.mark.parametrize("format", ["brat", "text", "muc", "docbin", "conllu", "jsonl", "parquet"])
def test_files_of_one_name_in_several_folders_are_named_after_the_folders(tmp_path, format):
    # A folder that was resolved into brat files could not be scored: all of its files x.ann were the document x.
    ending, content = {
        "muc": (".sgm", b"<COREF ID='1'>Ann</COREF> slept."),
        "conllu": (".conllu", b"1\tAnn" + b"\t_" * 8 + b"\n\n"),
        "jsonl": (".jsonl", b'{"text": "Ann slept."}\n'),
        "parquet": (".parquet", None),
        "docbin": (".spacy", None),
    }.get(format, (FORMATS[format].extensions[0], b""))
    names = ["a/x", "b/c/x", "b/y"]
    for name in names:
        path = tmp_path / f"{name}{ending}"
        path.parent.mkdir(parents=True, exist_ok=True)
        if content is None:
            _write_unnamed(path)
        else:
            path.write_bytes(content)
            if format == "brat":
                path.with_suffix(".txt").write_text("Ann slept.")
    read_names = [document.name.removesuffix("_1") for document in read(tmp_path, format)]
    assert read_names == ["a/x", "b/c/x", "y"]


def _write_unnamed(path):
    """A table, or a DocBin, that another program wrote: its document has no name."""
    if path.suffix == ".spacy":
        from spacy.lang.en import English
        from spacy.tokens import DocBin

        DocBin(docs=[English()("Ann slept.")]).to_disk(path)
    else:
        import pyarrow as pa
        import pyarrow.parquet as pq

        pq.write_table(pa.table({"text": ["Ann slept."]}), path)


def test_files_of_one_name_in_one_folder_are_named_after_their_extensions(tmp_path):
    for name in ("x.jsonl", "x.jsonlines", "sub/x.jsonl", "y.jsonl"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text('{"text": "Ann slept."}\n')
    assert [document.name for document in read(tmp_path)] == ["sub/x_1", "x.jsonl_1", "x.jsonlines_1", "y_1"]


def test_a_name_in_the_file_is_kept_in_every_folder(tmp_path):
    for part in (0, 1):
        path = tmp_path / str(part) / "x.conll"
        path.parent.mkdir()
        write(_document("x", part=part), path)
    assert [document.key for document in read(tmp_path)] == [("x", 0), ("x", 1)]


@pytest.mark.parametrize("part", [-1, 10**9, 2**63])
@pytest.mark.parametrize("ending", ["conll", "conllu", "jsonl", "spacy", "parquet"])
def test_a_part_that_no_reader_accepts_is_not_written(tmp_path, ending, part):
    with pytest.raises(AnnotationError, match=f"document d: its part is {part}. Number parts from 0 to 999999999"):
        write(Document("d", part, words=["a"], sentence_starts=[0]), tmp_path / f"x.{ending}")
    assert list(tmp_path.iterdir()) == []
