"""read, write and write_folder: encodings, packed and damaged files, folders, sniffing, atomic writing."""

import gzip
import subprocess
import sys

import pytest

from corefpipe.document import Document, Mention
from corefpipe.errors import AnnotationError, FormatError, SettingError
from corefpipe.formats import FORMATS, ReadReport, files, read, write, write_folder

from .conftest import ROOT

CONLL = "#begin document (d); part 000\nd\t0\t0\tné\t(1)\n\n#end document\n"
CONLLU = "# sent_id = 1\n1\tné\t_\t_\t_\t_\t0\t_\t_\tEntity=(1)\n\n"
JSONL = '{"doc_key": "d", "sentences": [["né"]], "clusters": [[[0, 0]]]}\n'
CONTENTS = {"conll": CONLL, "conllu": CONLLU, "jsonl": JSONL}


@pytest.fixture
def document():
    return Document("d", 0, ["né"], [0], [Mention(0, 1, "1")])


@pytest.mark.parametrize("name", CONTENTS)
@pytest.mark.parametrize("ending", ["", ".dat", ".txt", ".conll"])
def test_content_tells_the_format(tmp_path, name, ending):
    path = tmp_path / f"x{ending}"
    path.write_text(CONTENTS[name], encoding="utf-8")
    (found,) = read(path)
    assert (found.words, [m.span for m in found.mentions]) == (["né"], [(0, 1)])


def test_extension_tells_the_format_otherwise(tmp_path):
    (tmp_path / "x.txt").write_text("Hello.\n")
    (tmp_path / "x.conll").write_text("")
    (tmp_path / "x.what").write_text("Hello.\n")
    assert [found.text for found in read(tmp_path / "x.txt")] == ["Hello.\n"]
    assert list(read(tmp_path / "x.conll")) == []
    with pytest.raises(FormatError, match=r"x\.what: unknown format\. Name it, format=…: conll, conllu, jsonl, text"):
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


@pytest.mark.parametrize("name", CONTENTS)
@pytest.mark.parametrize("change", ["bom", "crlf", "gz"])
def test_encodings(tmp_path, name, change):
    raw = CONTENTS[name].encode()
    path = tmp_path / ("x.gz" if change == "gz" else "x")
    path.write_bytes(
        {"bom": b"\xef\xbb\xbf" + raw, "crlf": raw.replace(b"\n", b"\r\n"), "gz": gzip.compress(raw)}[change]
    )
    (found,) = read(path)
    assert (found.words, len(found.mentions)) == (["né"], 1)


@pytest.mark.parametrize(("name", "line", "byte"), [("conll", 2, 8), ("conllu", 2, 4), ("jsonl", 1, 35)])
def test_latin1(tmp_path, name, line, byte):
    path = tmp_path / "x"
    path.write_bytes(CONTENTS[name].encode("latin1"))
    with pytest.raises(FormatError) as caught:
        list(read(path))
    assert (caught.value.file, caught.value.line) == (str(path), line)
    assert caught.value.message == f"byte {byte} of the line, 0xE9, is not UTF-8"
    assert caught.value.cure == f"Convert the file: `iconv -f latin1 -t utf8 {path} > NEW`"


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


def test_damaged_gzip(tmp_path):
    path = tmp_path / "x.conll.gz"
    whole = gzip.compress((CONLL * 3000).encode(), compresslevel=1)
    path.write_bytes(whole[: len(whole) - 20])
    with pytest.raises(FormatError, match="breaks off or is damaged"):
        list(read(path))
    report = ReadReport()
    found = list(read(path, on_error="skip", report=report))
    assert len(found) == report.documents > 0
    assert len(report.skipped) == 1
    path.write_bytes(b"no gzip")
    with pytest.raises(FormatError, match="cannot be read"):
        read(path)


def test_size_limit(tmp_path, monkeypatch):
    path = tmp_path / "x.conll.gz"
    path.write_bytes(gzip.compress((CONLL * 100).encode()))
    monkeypatch.setattr(files, "MAX_UNPACKED", 1000)
    with pytest.raises(FormatError, match="unpacks to more than 1000 bytes"):
        list(read(path))
    monkeypatch.setattr(files, "MAX_LINE", 20)
    with pytest.raises(FormatError, match="longer than 20 bytes") as caught:
        list(read(path))
    assert caught.value.line == 1


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
        ({"on_error": "ignore"}, "unknown on_error 'ignore'. Valid are: raise, skip"),
        ({"repeats": "last"}, "unknown repeats 'last'. Valid are: error, first, keep"),
        ({"format": "xml"}, "unknown format 'xml'. Valid are: conll, conllu, jsonl, text"),
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
    with pytest.raises(SettingError, match="one document, not several"):
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
    with pytest.raises(FormatError, match="the folder cannot be made"):
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
    assert sorted(d.key for d in read(tmp_path / "new")) == sorted(names)
    texts = [Document("x", part, text=str(number)) for number, part in enumerate([0, 1, 1])]
    paths = write_folder(texts, tmp_path / "texts", "text")
    assert [(path.name, path.read_text()) for path in paths] == [
        ("x.txt", "0"),
        ("x_part001.txt", "1"),
        ("x_part001_2.txt", "2"),
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


def test_registry():
    assert list(FORMATS) == ["conll", "conllu", "jsonl", "text"]
    assert all(callable(form.reader) and callable(form.writer) for form in FORMATS.values())
