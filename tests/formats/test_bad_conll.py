"""Invalid CoNLL-2012: errors with file, line, document and remedy; files that are only unusual are read."""

import pytest
from helpers.documents import spans

from corefpipe.exceptions import FormatError
from corefpipe.formats import ReadReport, read

GOOD = "#begin document (good); part 000\ngood\t0\t0\tHe\t(1)\n\n#end document\n"
START = "#begin document (bad); part 000\n"
END = "\n#end document\n"
ROWS = ["bad\t0\t0\tMary\t(1\n", "bad\t0\t1\tBell\t1)\n", "bad\t0\t2\tran\t-\n"]

CASES = {
    "never closed": (
        START + ROWS[0] + ROWS[2] + END,
        6,
        "bad",
        "the mention of entity 1 that opens here is never closed",
        "Close it with `1)` in the row of its last word",
    ),
    "never opened": (
        START + ROWS[2] + ROWS[1] + END,
        7,
        "bad",
        "`1)` closes a mention of entity 1 that was never opened",
        "Open it with `(1` in the row of its first word, or delete the bracket",
    ),
    "closed twice": (
        START + "".join(ROWS) + ROWS[1] + END,
        9,
        "bad",
        "`1)` closes a mention of entity 1 that was never opened",
        "Open it with `(1` in the row of its first word, or delete the bracket",
    ),
    "closed with another id": (
        START + ROWS[0] + ROWS[1].replace("1)", "01)") + END,
        7,
        "bad",
        "`01)` closes a mention of entity 01 that was never opened",
        "Open it with `(01` in the row of its first word, or delete the bracket",
    ),
    "no brackets": (
        START + ROWS[0].replace("(1", "1") + END,
        6,
        "bad",
        "`1` is not made of brackets",
        "Write pieces such as `(1`, `1)` or `(1)`, with entities for 1, or `-` where no mention begins or ends",
    ),
    "no end": (
        START + "".join(ROWS),
        5,
        "bad",
        "the end of the file comes before the document's `#end document`",
        "Put `#end document` after its last row; is the file complete?",
    ),
    "no end before the next": (
        START + "".join(ROWS) + GOOD,
        5,
        "bad",
        "`#begin document` in line 9 comes before the document's `#end document`",
        "Put `#end document` after its last row; is the file complete?",
    ),
    "no beginning": (
        "".join(ROWS) + END,
        5,
        None,
        "a row outside of a document",
        "Put `#begin document (NAME); part 000` before it",
    ),
    "no name": (
        START.replace("bad", "") + "".join(ROWS) + END,
        5,
        None,
        "the header names no document",
        "Write `#begin document (NAME); part 000`, with a unique NAME",
    ),
    "a column is missing": (
        START + ROWS[0] + ROWS[1].replace("\tBell", "") + END,
        7,
        "bad",
        "the row has 4 columns, those before it have 5",
        "Give all rows of a sentence the same columns, coreference last",
    ),
    "one column": (
        START + "Mary\n" + END,
        6,
        "bad",
        "the row has only one column",
        "Separate columns by tabs or spaces",
    ),
    "a comment": (
        START + "# Mary ran\n" + "".join(ROWS) + END,
        7,
        "bad",
        "the row has 5 columns, those before it have 3",
        "Give all rows of a sentence the same columns, coreference last",
    ),
    "no UTF-8": (
        START + ROWS[0] + ROWS[1].replace("Bell", "B\udce9ll") + END,
        7,
        "bad",
        "byte 10 of the line, 0xE9, is not UTF-8",
        "Convert the file: `iconv -f cp1252 -t utf8 < {path} > NEW`",
    ),
    "no UTF-8 in the header": (
        START.replace("; part", " \udce9; part") + "".join(ROWS) + END,
        5,
        None,
        "byte 23 of the line, 0xE9, is not UTF-8",
        "Convert the file: `iconv -f cp1252 -t utf8 < {path} > NEW`",
    ),
    "one span twice": (
        START + ROWS[0].replace("(1", "(1|(2") + ROWS[1].replace("1)", "2)|1)") + END,
        6,
        "bad",
        'the span "Mary Bell" is annotated in chain 1 and in chain 2',
        "Delete one of the two",
    ),
}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("columns", [None, ()])
def test_errors(tmp_path, case, columns):
    content, line, document, message, cure = CASES[case]
    path = tmp_path / "x.key"
    path.write_bytes((GOOD + content).encode("utf-8", "surrogateescape"))
    with pytest.raises(FormatError) as caught:
        list(read(path, columns=columns))
    error = caught.value
    assert (error.file, error.line, error.document) == (str(path), line, document)
    assert error.message == message
    assert error.cure == cure.format(path=path)
    assert str(error).startswith(f"{path}:{line}{f' (document {document})' if document else ''}: ")


@pytest.mark.parametrize("case", CASES)
def test_only_the_bad_document_is_skipped(tmp_path, case):
    path = tmp_path / "x.key"
    path.write_bytes((GOOD + CASES[case][0] + GOOD).encode("utf-8", "surrogateescape"))
    report = ReadReport()
    found = list(read(path, on_error="skip", report=report))
    assert {document.name for document in found} == {"good"}
    assert len(found) == (3 if case == "no end before the next" else 2)
    assert [error.line for error in report.skipped] == [CASES[case][1]]


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: "\ufeff" + text,
        lambda text: "\ufeff" + text.replace("\n", "\r\n"),
        lambda text: text.replace("\t", " "),
        lambda text: text.replace("\t", "    "),
        lambda text: text.replace("\t", " ").replace("\n", "\r\n"),
        lambda text: text.replace("\n", " \n"),
        lambda text: text.rstrip("\n"),
        lambda text: "\n\n# comment\n" + text.replace("\n\n", "\n \n\n"),
        lambda text: text.replace("#", "# "),
        lambda text: text.replace("; part 000", ""),
        lambda text: text.replace("(bad); part 000", "bad"),
        lambda text: text.replace("\t-\n", "\t_\n"),
        lambda text: text.replace("\t-\n", "\t\n"),
        lambda text: text.replace("1", "person-1"),
        lambda text: text.replace("(1", "|(1").replace("1)", "1)|"),
    ],
)
@pytest.mark.parametrize("columns", [None, ()])
def test_what_is_unusual_is_read(tmp_path, change, columns):
    path = tmp_path / "x.key"
    path.write_bytes(change(START + "".join(ROWS) + END).encode())
    (document,) = read(path, columns=columns)
    assert (document.key, document.words, document.sentence_starts) == (("bad", 0), ["Mary", "Bell", "ran"], [0])
    assert [mention.span for mention in document.mentions] == [(0, 2)]


def test_brackets_without_bars(tmp_path):
    path = tmp_path / "x.key"
    path.write_text(START + ROWS[0].replace("(1", "(1(3") + ROWS[2] + ROWS[1].replace("1)", "1)(2)") + ROWS[2])
    with pytest.raises(FormatError, match="end of the file"):
        list(read(path))
    path.write_text(path.read_text() + ROWS[1].replace("1)", "3)") + END)
    (document,) = read(path)
    assert spans(document) == [(0, 5, "3"), (0, 3, "1"), (2, 3, "2")]


def test_nul_bytes_stay(tmp_path):
    """NUL bytes (a disk error, or UTF-16 without a byte order mark) are kept in words and reported elsewhere."""
    path = tmp_path / "x.key"
    path.write_text(START + ROWS[0] + ROWS[1].replace("Bell", "B\0ll") + END)
    (document,) = read(path)
    assert document.words == ["Mary", "B\0ll"]
    path.write_text(START + ROWS[0] + ROWS[1] + "\0" * 100 + END)
    with pytest.raises(FormatError, match="the row has only one column") as caught:
        list(read(path))
    assert (caught.value.line, caught.value.document) == (4, "bad")
    path.write_text(START + ROWS[0] + ROWS[1].replace("1)", "1\0)") + END)
    with pytest.raises(FormatError, match="never opened"):
        list(read(path))
    path.write_bytes((START + END).encode("utf-16-le"))
    with pytest.raises(FormatError, match="the file is UTF-16") as caught:
        list(read(path))
    assert caught.value.line == 1
