"""Documents that never end or are too long, and gzip that unpacks to too much: refused before they fill the memory."""

import gzip
import io
import json

import pytest

from corefpipe.exceptions import FormatError
from corefpipe.formats import ReadReport, opening, read, read_stream
from corefpipe.formats.reading import MAX_DOCUMENT, Reading

HEADER = "#begin document (d); part 000\n"
ROW = "d\t0\t0\ta\t-\n"
LINE = 2**14
"""Bytes of a document in these tests: 256 words, 409 lines, 2,048 characters."""

ENDLESS = {
    "rows.conll": ("", HEADER, ROW),
    "long rows.conll": ("", HEADER, "d\t0\t0\t" + "a" * 500 + "\t-\n"),
    "empty lines.conll": ("", "", "\n"),
    "comments.conll": ("", HEADER, "# a\n"),
    "rows.conllu": ("", "# newdoc id = d\n", "1\ta" + "\t_" * 8 + "\n\n"),
    "comments.conllu": ("", "# newdoc id = d\n", "#" * 100 + "\n"),
    "empty lines.conllu": ("", "", " \n"),
    "line.jsonl": ('{"doc_key": "d"}\n', '{"doc_key": "d", "sentences": [["', "a" * 1000),
    "empty lines.jsonl": ("", "", "\n"),
    "line.txt": ("", "", "a" * 1000),
    "text.txt": ("", "", "Ann lost her keys.\n"),
    "one.muc": ("", "<DOC><TXT><COREF ID='1'>it</COREF>", "<p>" * 100),
}


@pytest.mark.parametrize(
    ("name", "packed"), [(name, packed) for name in ENDLESS for packed in (True, False) if packed or "muc" not in name]
)
def test_a_document_that_never_ends(tmp_path, name, packed):
    class Endless(io.RawIOBase):
        """The repeated content; counts how much of it was read."""

        size = 0

        def readable(self):
            return True

        def readinto(self, buffer):
            piece = (repeated * 100 if self.size else first or repeated)[: len(buffer)].encode()
            buffer[: len(piece)] = piece
            self.size += len(piece)
            return len(piece)

    _, first, repeated = ENDLESS[name]
    if packed:
        path = tmp_path / f"{name}.gz"
        path.write_bytes(gzip.compress((first + repeated * (4 * LINE // len(repeated))).encode()))
        found = read(path, max_document=LINE)
    else:
        stream = Endless()
        found = read_stream(io.BufferedReader(stream), name, max_document=LINE)
    with pytest.raises(FormatError, match=r"no document ends within (16384 bytes|409 lines)\. Split it") as caught:
        list(found)
    assert caught.value.file
    assert caught.value.line
    assert packed or stream.size < 2**18
    if "rows" in name:
        assert (caught.value.document, caught.value.line) == ("d", 1)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("x.conll", HEADER + ROW * 300 + "#end document\n", "the document has more than 256 words"),
        ("x.jsonl", json.dumps({"doc_key": "d", "sentences": [["a"] * 300]}), "the document has more than 256 words"),
        ("x.jsonl", json.dumps({"doc_key": "d", "text": "a " * 300}), "the document has more than 256 words"),
        ("x.txt", "a " * 1100, "the text has more than 2048 characters"),
        ("x.muc", f"<DOC><COREF ID='1'>a</COREF>{' a' * 300}</DOC>", "the document has more than 256 words"),
    ],
)
def test_a_document_of_too_many_words(tmp_path, name, content, message):
    path = tmp_path / name
    path.write_text(content)
    with pytest.raises(FormatError, match=message) as caught:
        list(read(path, max_document=LINE))
    assert (caught.value.file, bool(caught.value.document)) == (str(path), True)
    assert len(list(read(path))) == 1


def test_only_the_document_that_is_too_long_is_skipped(tmp_path):
    path = tmp_path / "x.conll"
    short = HEADER + ROW + "#end document\n"
    path.write_text(short * 300 + HEADER + ROW * 300 + "#end document\n" + short)
    report = ReadReport()
    assert len(list(read(path, on_error="skip", report=report, max_document=LINE))) == 301
    assert len(report.skipped) == 1


def test_a_file_of_many_documents_has_no_limit(tmp_path):
    path = tmp_path / "x.conll"
    path.write_text((HEADER + ROW * 200 + "#end document\n") * 2000)
    assert len(list(read(path, max_document=2**20))) == 2000


def test_a_novel_of_half_a_million_words_is_far_below_the_limit():
    reading = Reading()
    reading.begin("novel", 1)
    for _ in range(100):
        reading.count(800_000, 7_000, "novel.conllu", 1)
    assert reading.max_words >= 2_000_000
    assert reading.max_characters >= 3 * 500_000 * 6
    assert reading.max_document == MAX_DOCUMENT


@pytest.mark.parametrize("content", ["\n", "a b c\n", "#begin document (d)\n#end document\n"])
def test_gzip_that_unpacks_to_too_much(tmp_path, monkeypatch, content):
    monkeypatch.setattr(opening, "UNCHECKED", 2**20)
    path = tmp_path / "x.conll.gz"
    path.write_bytes(gzip.compress((content * (2**22 // len(content))).encode()))
    with pytest.raises(FormatError, match=r"x\.conll\.gz:\d+: the file unpacks to more than 200 times its size"):
        list(read(path, "text"))
