"""read, write and write_folder: encodings, compressed and damaged files, folders, sniffing, atomic writing."""

import gzip
import io
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from helpers import ROOT

from corefpipe.document import Document, Mention
from corefpipe.exceptions import AnnotationError, FormatError, SettingError
from corefpipe.formats import Reading, ReadReport, files, read, write, write_folder
from corefpipe.formats.registry import format_of_file

CONLL = "#begin document (d); part 000\nd\t0\t0\tné\t(1)\n\n#end document\n"
CONLLU = "# sent_id = 1\n1\tné\t_\t_\t_\t_\t0\t_\t_\tEntity=(1)\n\n"
JSONL = '{"doc_key": "d", "sentences": [["né"]], "clusters": [[[0, 0]]]}\n'
EXAMPLES = {"conll": CONLL, "conllu": CONLLU, "jsonl": JSONL}


@pytest.fixture
def document():
    return Document("d", 0, ["né"], [0], [Mention(0, 1, "1")])


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("ending", ["", ".dat", ".txt", ".conll"])
def test_content_tells_the_format(tmp_path, name, ending):
    path = tmp_path / f"x{ending}"
    path.write_text(EXAMPLES[name], encoding="utf-8")
    (found,) = read(path)
    assert (found.words, [m.span for m in found.mentions]) == (["né"], [(0, 1)])


def test_extension_tells_the_format_otherwise(tmp_path):
    (tmp_path / "x.txt").write_text("Hello.\n")
    (tmp_path / "x.what").write_text("Hello.\n")
    assert [found.text for found in read(tmp_path / "x.txt")] == ["Hello.\n"]
    with pytest.raises(FormatError, match=r"x\.what: unknown format; known are ace, brat, conll"):
        read(tmp_path / "x.what")
    assert [found.text for found in read(tmp_path / "x.what", "text")] == ["Hello.\n"]


def test_plain_text(tmp_path):
    path = tmp_path / "a.b.txt"
    path.write_bytes(b"\xef\xbb\xbfOne\r\ntwo\rthree\n")
    (found,) = read(path)
    assert (found.name, found.text, found.words) == ("a.b", "One\ntwo\nthree\n", [])
    path.write_bytes(b"")
    assert [(found.name, found.text) for found in read(path)] == [("a.b", "")]


def test_text_of_words(tmp_path):
    document = Document("d", 0, ["a", "b", "c"], [0, 2], spaces=[False, True, True])
    write(document, tmp_path / "d.txt")
    assert (tmp_path / "d.txt").read_text() == "ab\nc\n"


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("change", ["bom", "crlf", "gz"])
def test_encodings(tmp_path, name, change):
    raw = EXAMPLES[name].encode()
    path = tmp_path / ("x.gz" if change == "gz" else "x")
    path.write_bytes(
        {"bom": b"\xef\xbb\xbf" + raw, "crlf": raw.replace(b"\n", b"\r\n"), "gz": gzip.compress(raw)}[change]
    )
    (found,) = read(path)
    assert (found.words, len(found.mentions)) == (["né"], 1)


@pytest.mark.parametrize("content", [b"", b"\n", b" \r\n\n", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("name", ["x.conll", "x.key", "x.conllu", "x.jsonl", "x.conll.gz", "x.what", "x"])
def test_an_empty_file(tmp_path, name, content):
    path = tmp_path / name
    path.write_bytes(gzip.compress(content) if name.endswith("gz") else content)
    with pytest.raises(FormatError) as caught:
        list(read(path))
    assert str(caught.value) == f"{path}: the file is empty. Check that the program that wrote it finished"
    report = ReadReport()
    assert list(read(path, on_error="skip", report=report)) == []
    assert [error.file for error in report.skipped] == [str(path)]


def test_an_empty_file_of_a_folder(tmp_path):
    (tmp_path / "a.conll").write_text("")
    (tmp_path / "b.conll").write_text(CONLL, encoding="utf-8")
    with pytest.raises(FormatError, match=r"a\.conll: the file is empty"):
        list(read(tmp_path))
    report = ReadReport()
    assert [document.name for document in read(tmp_path, on_error="skip", report=report)] == ["d"]
    assert [error.file for error in report.skipped] == [str(tmp_path / "a.conll")]


@pytest.mark.parametrize(
    ("content", "name"),
    [
        ("\n# a comment\n# begin document (d)\nd 0 0 a (1)\n# end document\n", "conll"),
        ("# begin document d\n1\t0\t0\ta\t-\t-\t-\t-\t-\t(1)\n#end document\n", "conll"),
        ("# begin document (d)\n\n# end document\n", "conll"),
        ("# begin document (d)\n# sent_id = 1\n" + CONLLU, "conllu"),
        ("# newdoc\n# begin document (d)\n# text = ne\n1-2" + CONLLU.partition("\n1")[2], "conllu"),
        ("\n" * 60000 + CONLL, "conll"),
        ("# a\n\n" * 10000 + CONLLU, "conllu"),
        ("\n" * 60000 + "x\n", None),
        ("# a\n \n" * 10000 + "x\n", None),
    ],
)
def test_headers_and_comments_tell_the_format(tmp_path, content, name):
    path = tmp_path / "x"
    path.write_text(content, encoding="utf-8")
    form = format_of_file(path)
    assert (form.name if form else None) == name


@pytest.mark.parametrize(("name", "line", "byte"), [("conll", 2, 8), ("conllu", 2, 4), ("jsonl", 1, 35)])
def test_latin1(tmp_path, name, line, byte):
    path = tmp_path / "x"
    path.write_bytes(EXAMPLES[name].encode("latin1"))
    with pytest.raises(FormatError) as caught:
        list(read(path))
    assert (caught.value.file, caught.value.line) == (str(path), line)
    assert caught.value.message == f"byte {byte} of the line, 0xE9, is not UTF-8"
    assert caught.value.cure == f"Convert the file: `iconv -f cp1252 -t utf8 < {path} > NEW`"


@pytest.mark.parametrize(
    ("encoding", "text"),
    [("cp1252", CONLLU.replace("né", "\u201cné\u201d")), ("utf-16", CONLLU), ("utf-8", CONLLU.replace("\n", "\r"))],
)
@pytest.mark.parametrize("name", ["a b's $x.conllu", "-x.conllu", "x.conllu.gz"])
def test_the_command_that_converts_a_file_works(tmp_path, monkeypatch, name, encoding, text):
    # It was not quoted, read packed files as they were, and turned the quotation marks of Windows into controls.
    content = text.encode(encoding)
    (tmp_path / name).write_bytes(gzip.compress(content) if name.endswith("gz") else content)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FormatError) as caught:
        list(read(name, "conllu"))
    command = caught.value.cure.partition("`")[2].rpartition("`")[0]
    subprocess.run(["sh", "-c", command], check=True)
    assert Path("NEW").read_bytes().decode("utf-8").removeprefix("\ufeff") == text.replace("\r", "\n")


def test_only_the_document_with_wrong_bytes_is_skipped(tmp_path):
    path = tmp_path / "x.conll"
    path.write_bytes(CONLL.encode("latin1") + CONLL.encode())
    report = ReadReport()
    assert len(list(read(path, on_error="skip", report=report))) == 1
    assert (report.documents, [error.line for error in report.skipped]) == (1, [2])


def test_utf16(tmp_path):
    (tmp_path / "x.txt").write_text("Hello", encoding="utf-16")
    with pytest.raises(FormatError, match="iconv -f utf-16") as caught:
        list(read(tmp_path / "x.txt"))
    assert caught.value.line == 1


def test_utf16_where_a_header_was_to_be(tmp_path):
    (tmp_path / "x.conll").write_text(CONLL, encoding="utf-16")
    with pytest.raises(FormatError, match="iconv -f utf-16") as caught:
        list(read(tmp_path / "x.conll"))
    assert (caught.value.file, caught.value.line) == (str(tmp_path / "x.conll"), 1)


def test_damaged_gzip(tmp_path):
    path = tmp_path / "x.conll.gz"
    whole = gzip.compress((CONLL * 3000).encode(), compresslevel=1)
    path.write_bytes(whole[: len(whole) - 20])
    with pytest.raises(FormatError, match="is truncated or damaged"):
        list(read(path))
    report = ReadReport()
    found = list(read(path, on_error="skip", report=report))
    assert len(found) == report.documents > 2900
    assert len(report.skipped) == 1
    path.write_bytes(b"no gzip")
    with pytest.raises(FormatError, match="cannot be read"):
        read(path)


def test_size_limit(tmp_path, monkeypatch):
    path = tmp_path / "x.conll.gz"
    path.write_bytes(gzip.compress((CONLL * 100).encode()))
    assert len(list(read(path))) == 100
    monkeypatch.setattr(files, "MAX_LINE", 20)
    with pytest.raises(FormatError, match="longer than 20 bytes") as caught:
        list(read(path))
    assert caught.value.line == 1


@pytest.mark.parametrize("size", [1, 2, 3, 7, 30, 2**20])
@pytest.mark.parametrize("ending", ["", "\n", "last"])
def test_pieces_are_whole_lines(monkeypatch, size, ending):
    monkeypatch.setattr(files, "PIECE", size)
    text = "né\n\nx\r\n\u2028日本 \x0c\n" + "long " * 20 + "\n" + ending
    raw = b"\xef\xbb\xbf" + text.encode()
    pieces = list(files.decoded_pieces(io.BytesIO(raw), "f", Reading()))
    assert "".join(pieces) == text
    assert all(piece.endswith("\n") for piece in pieces[:-1])
    lines = list(files.lines_of(pieces))
    assert "".join(lines) == text
    assert all(line.count("\n") == 1 for line in lines[:-1])
    assert list(files.lines_of(lines)) == lines


@pytest.mark.parametrize("size", [1, 5, 2**20])
def test_a_long_line_is_refused_wherever_it_stands(monkeypatch, size):
    monkeypatch.setattr(files, "PIECE", size)
    monkeypatch.setattr(files, "MAX_LINE", 20)
    for before in range(19):
        raw = b"x" * before + b"\n" + b"y" * 19 + b"\nz\n"
        with pytest.raises(FormatError, match="longer than 20 bytes") as caught:
            list(files.decoded_pieces(io.BytesIO(raw), "f", Reading()))
        assert caught.value.line == 2
        pieces = files.decoded_pieces(io.BytesIO(raw.replace(b"yy", b"y")), "f", Reading())
        assert len(list(files.lines_of(pieces))) == 3


def test_documents_come_before_the_file_is_read(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "PIECE", 100)
    path = tmp_path / "x.conll"
    path.write_text(CONLL * 50 + "#begin document ();", encoding="utf-8")
    found = read(path)
    assert [next(found).words for _ in range(50)] == [["né"]] * 50
    with pytest.raises(FormatError) as caught:
        next(found)
    assert caught.value.line == 201


def test_nothing_there(tmp_path):
    with pytest.raises(FormatError, match=r"none\.conll: no such file\. Check the path"):
        read(tmp_path / "none.conll")
    with pytest.raises(FormatError, match="no such file"):
        read(tmp_path / "none.conll", "conll")
    with pytest.raises(FormatError, match="no file of a known format in the folder"):
        read(tmp_path)
    (tmp_path / "a.txt").write_text("a")
    with pytest.raises(FormatError, match="no file that looks like conll in the folder"):
        read(tmp_path, "conll")


def test_settings():
    for settings, message in [
        ({"on_error": "ignore"}, "unknown on_error 'ignore'. Valid are raise, skip"),
        ({"repeats": "last"}, "unknown repeats 'last'. Valid are error, first, keep"),
        (
            {"columns": ["tags", "tag"]},
            "unknown column 'tag'. Did you mean tags? Valid are deps, entity_types, feats, heads, lemmas, offsets, "
            "pos, spaces, speakers, tags, empty_nodes, multiwords, other, paragraph_starts, sentence_metadata, text",
        ),
        (
            {"format": "xml"},
            "unknown format 'xml'. Valid are ace, brat, conll, conllu, docbin, gap, inline, jsonl, muc, parquet, text, "
            "winograd",
        ),
    ]:
        with pytest.raises(SettingError) as caught:
            read("x", **settings)
        assert str(caught.value) == message


def test_folder(tmp_path):
    (tmp_path / "b").mkdir()
    (tmp_path / ".hidden").mkdir()
    for name in ("b/2.conll", "1.conll", "b/.x.conll", ".hidden/y.conll"):
        (tmp_path / name).write_text(CONLL.replace("(d)", f"({name})"))
    (tmp_path / "LICENSE").write_text("free")
    report = ReadReport()
    assert [found.name for found in read(tmp_path, report=report)] == ["1.conll", "b/2.conll"]
    assert (report.documents, report.ignored) == (2, [str(tmp_path / "LICENSE")])
    (tmp_path / "b" / "README.txt").write_text("Read me")
    with pytest.raises(FormatError, match="files of several formats: conll, text"):
        read(tmp_path)
    assert len(list(read(tmp_path, "conll"))) == 2
    (tmp_path / "b" / "3.conll").write_text("(1")
    with pytest.raises(FormatError, match=r"3\.conll:1: a row outside"):
        list(read(tmp_path, "conll"))


@pytest.mark.parametrize(("name", "content"), [("x.conll", CONLL), ("x.conllu", CONLLU.partition("\n")[2] * 2)])
def test_line_ends_of_old_macs(tmp_path, name, content):
    (tmp_path / name).write_bytes(content.encode().replace(b"\n", b"\r"))
    with pytest.raises(FormatError, match=r"the lines end in carriage returns only.*`tr '\\r' '\\n' < "):
        list(read(tmp_path / name))


def test_what_cannot_be_read_or_written(tmp_path, base, document):
    with pytest.raises(SettingError, match=r"unknown format 'foo'\. Valid are (?!.*entities)"):
        read(tmp_path, "foo")
    for given, kind in (([base("Hi.")], "Doc"), ("abc", "str"), ([1], "int"), (3, "int")):
        for writing in (write, partial(write_folder, format="conll")):
            with pytest.raises(AnnotationError, match=f"an? {kind} is not a Document"):
                writing(given, tmp_path / ("x.conll" if writing is write else "out"))
    write(document, tmp_path / "x.conll")


@pytest.mark.parametrize("name", ["x.conll", "x.conllu", "x.jsonl", "x.conll.gz", "x.jsonl.gz"])
def test_write_tells_the_format_by_extension(tmp_path, document, name):
    write([document, document], tmp_path / name)
    assert [found.words for found in read(tmp_path / name)] == [["né"], ["né"]]
    assert [path.name for path in tmp_path.iterdir()] == [name]
    first = (tmp_path / name).read_bytes()
    write(iter([document, document]), tmp_path / name)
    assert (tmp_path / name).read_bytes() == first


def test_write_is_all_or_nothing(tmp_path, document):
    path = tmp_path / "x.conll"
    path.write_text("old")
    path.chmod(0o640)
    with pytest.raises(AnnotationError):
        write([document, Document("e", 0, ["a"], [0], [Mention(0, 1)])], path)
    with pytest.raises(SettingError, match="can store only one document"):
        write([document, document], path, "text")
    assert [(entry.name, entry.read_text()) for entry in tmp_path.iterdir()] == [("x.conll", "old")]
    write(document, path)
    assert path.read_text().startswith("#begin document (d)")
    assert path.stat().st_mode & 0o777 == 0o640


def test_write_goes_through_a_link(tmp_path, document):
    (tmp_path / "real.conll").write_text("old")
    (tmp_path / "link.conll").symlink_to(tmp_path / "real.conll")
    write(document, tmp_path / "link.conll")
    assert (tmp_path / "link.conll").is_symlink()
    assert (tmp_path / "real.conll").read_text().startswith("#begin")


def test_where_nothing_can_be_written(tmp_path, document):
    with pytest.raises(FormatError, match="unknown format"):
        write(document, tmp_path / "x.what")
    with pytest.raises(FormatError, match="cannot be written"):
        write(document, tmp_path / "none" / "x.conll")
    with pytest.raises(FormatError, match="it is a folder"):
        write(document, tmp_path, "conll")
    (tmp_path / "file").write_text("")
    with pytest.raises(FormatError, match="the folder cannot be created"):
        write_folder([document], tmp_path / "file", "conll")


def test_write_folder(tmp_path):
    names = [("bc/x", 0), ("bc/x", 1), ("bc_x", 0), ("../../evil", 0), ("", 0), ("BC_X", 0), ("é" * 200, 0)]
    found = [Document(name, part, ["a"], [0]) for name, part in names]
    paths = write_folder(found, tmp_path / "new" / "out", "conll")
    assert [path.name for path in paths[:5]] == [
        "bc_x.conll",
        "bc_x_2.conll",
        "_.._evil.conll",
        "document.conll",
        "BC_X_3.conll",
    ]
    assert all(path.parent == tmp_path / "new" / "out" for path in paths)
    assert sorted(d.key for d in read(tmp_path / "new")) == sorted((name or "_", part) for name, part in names)
    texts = [Document("x", part, text=str(number)) for number, part in enumerate([0, 1, 1])]
    paths = write_folder(texts, tmp_path / "texts", "text")
    assert [(path.name, path.read_text()) for path in paths] == [
        ("x.txt", "0"),
        ("x_part001.txt", "1"),
        ("x_2_part001.txt", "2"),
    ]


def test_reading_conll_imports_neither_conllu_nor_spacy(tmp_path):
    (tmp_path / "x.conll").write_text(CONLL, encoding="utf-8")
    code = (
        "import sys; from corefpipe.formats import read; assert len(list(read(sys.argv[1]))) == 1;"
        "print(sorted({'conllu', 'spacy', 'scipy', 'sklearn'} & set(sys.modules)))"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "x.conll")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
