"""Files of no known extension, and files that are not text."""

import gzip
import io
import zipfile

import pytest

from corefpipe.exceptions import FormatError
from corefpipe.formats import ReadReport, read

TEXT = "Ann lost her keys.\n"
CONLL = "#begin document (d)\nd 0 0 a (1)\n\n#end document\n"


@pytest.mark.parametrize("name", ["notes.md", "chat.log", "NOTES.MD", "notes", "Dr. Jekyll", "vol. 2", "notes.md.gz"])
def test_read_as_text(tmp_path, name):
    path = tmp_path / name
    path.write_bytes(gzip.compress(TEXT.encode()) if name.endswith("gz") else TEXT.encode())
    assert [document.text for document in read(path)] == [TEXT]
    path.write_bytes(gzip.compress(CONLL.encode()) if name.endswith("gz") else CONLL.encode())
    assert [document.words for document in read(path)] == [["a"]]


def test_gzip_is_recognised_by_its_content(tmp_path):
    (tmp_path / "x.txt").write_bytes(gzip.compress(TEXT.encode()))
    assert [document.text for document in read(tmp_path / "x.txt")] == [TEXT]


def test_in_a_folder_only_if_there_is_nothing_else(tmp_path):
    for name in ("README.md", "LICENSE"):
        (tmp_path / name).write_text(TEXT)
    (tmp_path / "a.out").write_bytes(b"\x7fELF\0")
    (tmp_path / "lock").write_bytes(b"")
    assert [document.name for document in read(tmp_path)] == ["LICENSE", "README"]
    (tmp_path / "d.conll").write_text(CONLL)
    report = ReadReport()
    assert [document.name for document in read(tmp_path, report=report)] == ["d"]
    assert len(report.ignored) == 4


def _zipped(*names):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as file:
        for name in names:
            file.writestr(name, "application/epub+zip" if name == "mimetype" else "x")
    return stream.getvalue()


@pytest.mark.parametrize("name", ["x.txt", "x.pdf", "x", "x.conll", "x.jsonl"])
@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "the file is a PDF document, not text. Convert it to text, for example"),
        (_zipped("[Content_Types].xml", "word/document.xml"), "a Word or other Office document, not text. Save it as"),
        (_zipped("mimetype", "a.html"), "the file is an EPUB book, not text"),
        (_zipped("a.txt"), "the file is a zip archive, not text. Unpack it"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(99), "an older Word or other Office document"),
        (b"{\\rtf1\\ansi Ann}", "an RTF document, not text. Save it as plain text"),
        (b"\x89PNG\r\n\x1a\n\0\0\0", "the file is an image, not text. It contains no text"),
        (bytes(range(256)) * 4, "the file is binary, not text"),
        (bytes(1000), "the file is binary, not text"),
        (b"\0", "the file is binary, not text"),
        (b"\x01\0" * 200, "the file is binary, not text"),
        (b"\0\x07" * 200, "the file is binary, not text"),
        (b"\xff\xfe" + b"\x01\0" * 200, "the file is binary, not text"),
        (TEXT.encode("utf-16"), "the file is UTF-16, not UTF-8. Convert the file: `iconv -f utf-16 -t utf8"),
        (TEXT.encode("utf-16le"), "the file is UTF-16, not UTF-8. Convert the file: `iconv -f utf-16le -t utf8"),
        (TEXT.encode("utf-16be"), "the file is UTF-16, not UTF-8. Convert the file: `iconv -f utf-16be -t utf8"),
    ],
)
def test_what_is_not_text_is_named(tmp_path, name, content, message):
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(FormatError) as caught:
        list(read(path))
    assert message in str(caught.value)
    assert caught.value.file == str(path)
    assert "latin1" not in str(caught.value)


@pytest.mark.parametrize(
    "text", ["A caf\xe9 in S\xe3o Paulo.\n" * 2000, "caf\xe9", "\x1b[2J caf\xe9 and a long line of text"]
)
def test_text_in_latin1_is_text(tmp_path, text):
    (tmp_path / "x.txt").write_bytes(text.encode("latin1"))
    with pytest.raises(FormatError, match=r"is not UTF-8\. Convert the file: `iconv -f cp1252"):
        list(read(tmp_path / "x.txt"))


@pytest.mark.parametrize("text", ["a\0b\n", "日本\x0c" * 2**14, "x" * (2**16 - 1) + "é"])
def test_text_with_odd_characters_is_text(tmp_path, text):
    (tmp_path / "x.txt").write_text(text, encoding="utf-8", newline="")
    assert [document.text for document in read(tmp_path / "x.txt")] == [text]
