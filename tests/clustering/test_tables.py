"""Tables in files: what is read, and errors with line and column."""

from __future__ import annotations

import csv
import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.clustering import ItemSets, Table, read_table
from corefpipe.exceptions import FormatError


@pytest.fixture
def table(tmp_path):
    """Writes a file, and reads it as a table."""

    def read(content: str | bytes, name: str = "t.tsv", **options) -> Table:
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode("utf8"))
        return read_table(path, **options)

    return read


def test_tsv(table):
    found = table('id\tname\r\na\tAnn "B"\r\n\r\nb\t\r\n', required=["id"])
    assert (found.columns, len(found), found["name"], found.lines) == (("id", "name"), 2, ['Ann "B"', ""], [2, 4])
    assert found.labels("id").tolist() == [0, 1]
    assert found.drop("id").columns == ("name",)
    assert ItemSets.records([found.drop("id")]).column("name").tolist() == ['Ann "B"', None]


def test_csv(table):
    found = table('\ufeffid,text\n1,"a, ""b""\nc"\n2,d\n', "t.CSV")
    assert (found["text"], found.lines) == (['a, "b"\nc', "d"], [2, 4])


@pytest.mark.parametrize("mark", [";", "\t", ","])
def test_csv_as_spreadsheets_write_it(table, mark):
    found = table(f'"id, or none"{mark}text\r\n1{mark}"a; b, c\td"\r\n2{mark}', "t.csv")
    assert (found.columns, found["text"], found.kind) == (("id, or none", "text"), ["a; b, c\td", ""], ".csv")


def test_tsv_with_quoted_names(table):
    found = table('"id"\t"text"\n"a"\t"b ""c""\n\td"\n')
    assert (found.columns, found["text"], found.kind) == (("id", "text"), ['b "c"\n\td'], ".tsv")


@pytest.mark.parametrize(
    ("content", "kind"),
    [("id\tx\n1\t2", ".tsv"), ("id,x\n1,2", ".csv"), ("\nid;x\n1;2", ".csv"), ('{"id": 1, "x": 2}', ".jsonl")],
)
def test_files_without_an_ending(table, content, kind):
    found = table(content, "t")
    assert (found.kind, found["id"], found["x"]) == (kind, ["1"], ["2"])


def test_urls(tmp_path):
    upath = pytest.importorskip("upath")
    upath.UPath("memory://tables/t.csv").write_text("id,x\n1,2\n")
    assert read_table("memory://tables/t.csv")["x"] == ["2"]
    with pytest.raises(FormatError, match=r"memory://tables/none.csv: no such file"):
        read_table("memory://tables/none.csv")


@given(st.lists(st.text(st.characters(exclude_characters="\t\r\n\0", codec="utf8")), min_size=1, max_size=5))
def test_fields_of_tsv_are_as_written(tmp_path_factory, values):
    path = tmp_path_factory.mktemp("t") / "t.tsv"
    path.write_bytes("".join(["id\tx\n", *(f"1\t{value}\n" for value in values)]).encode())
    assert read_table(path)["x"] == values


def test_labels_by_first_occurrence(table):
    assert table("id\nb\na\nb \n").labels("id").tolist() == [0, 1, 0]


WRONG = [
    ("", "t.tsv: the file is empty. The first line names the columns"),
    ("\n", "the file is empty"),
    ("a\tb\n", "t.tsv:1: there is a header and no row"),
    ("a\tb\n1\t2\n1\n", "t.tsv:3: 1 field in a table of 2 columns; there is none for 'b', column 2. Each row has one"),
    ("a\tb\n1\t2\t3\n", "t.tsv:2: 3 fields in a table of 2 columns. "),
    ("a\ta\n1\t2\n", "t.tsv:1: columns 1 and 2 are both called 'a'"),
    ("a\t\n1\t2\n", "t.tsv:1: column 2 has no name"),
    ("a\tb\n1\t2\n", "t.tsv:1: there is no column 'id'. The header has a, b, separated by tab"),
    (b"id\nx\xe9\n", "t.tsv:2: byte 0xE9 in column 2 is not UTF-8"),
    (b"id\nabc\0\n", "t.tsv:2: a NUL character in column 4"),
    ("id\na".encode("utf-16-le"), "t.tsv:1: a NUL character in column 2"),
]


@pytest.mark.parametrize(("content", "message"), WRONG)
def test_what_is_refused(table, content, message):
    required = ["id"] if "'id'" in message else []
    with pytest.raises(FormatError, match=re.escape(message)):
        table(content, required=required)


def test_what_is_refused_in_csv(table):
    with pytest.raises(FormatError, match=re.escape("t.csv:2: no valid CSV")):
        table('a,b\n"x"y,2\n', "t.csv")
    with pytest.raises(FormatError, match=re.escape("t.csv:3: 1 field in a table of 2 columns; there is none for 'b'")):
        table("a,b\n1,2\n1\n", "t.csv")
    with pytest.raises(FormatError, match=r"t.csv:2: 2 fields in a table of 1 column\. .*; commas separate them"):
        table("a|b\n1|2,3\n", "t.csv")


def test_other_files_are_refused(table, tmp_path):
    with pytest.raises(FormatError, match=re.escape(".jsonl, not in '.json'. Save it as one of these")):
        table("{}", "t.json")
    with pytest.raises(FormatError, match=r"none.tsv: no such file"):
        read_table(tmp_path / "none.tsv")


def test_columns_and_labels_that_are_refused(table):
    found = table("id\tx\na\t1\n \t2\n")
    with pytest.raises(FormatError, match=re.escape("t.tsv:3: the column 'id' is empty")):
        found.labels("id")
    for use in (found.drop, found.__getitem__, found.labels):
        with pytest.raises(FormatError, match=re.escape("t.tsv:1: there is no column 'y'. The header has id, x")):
            use("y")


def test_json_lines(table):
    found = table('{"id": "a", "born": 1970}\n\n{"born": null, "id": "b", "alive": true}\n', "t.jsonl", required=["id"])
    assert (found.columns, found.lines) == (("id", "born", "alive"), [1, 3])
    assert (found["born"], found["alive"]) == (["1970", ""], ["", "true"])
    assert found.objects == [{"id": "a", "born": 1970}, {"born": None, "id": "b", "alive": True}]
    assert ItemSets.records([found]).column("born").tolist() == ["1970", None]
    assert table('{"id": 1, "x": NaN}\n', "t.jsonl")["x"] == [""]  # as json.dumps writes what pandas has for missing


WRONG_JSON = [
    ("", "t.jsonl: the file is empty. Each line is one JSON object"),
    ('{"a": 1}\n{"a": }\n', "t.jsonl:2: no JSON in column 7: "),
    ("{}\n", "t.jsonl:1: the objects are empty"),
    ("[1]\n", "t.jsonl:1: a JSON list and no object"),
    ("null\n", "t.jsonl:1: a JSON null and no object"),
    ('{"a": [1]}\n', "t.jsonl:1: the value of 'a' is a JSON list"),
    ('{"a": {"b": 1}}\n', "t.jsonl:1: the value of 'a' is a JSON object"),
    ('{"a": 1, "a": 2}\n', "t.jsonl:1: the name 'a' occurs twice"),
    ('{"a": ' + "1" * 5000 + "}\n", "t.jsonl:1: a number has more than 4,300 digits. Write it as a string"),
    ('{"a": ' + "[" * 100_000, "t.jsonl:1: nested too deeply"),
    ('{"a": "\\ud800"}\n', "t.jsonl:1: half a character (a lone surrogate) in 'a'"),
    ('{"a": 1}\n', "t.jsonl:1: there is no column 'id'. The objects have a"),
]


@pytest.mark.parametrize(("content", "message"), WRONG_JSON)
def test_what_is_refused_in_json_lines(table, content, message):
    with pytest.raises(FormatError, match=re.escape(message)):
        table(content, "t.jsonl", required=["id"] if "'id'" in message else [])


def test_wide_tables_take_linear_time(table):
    """Each name was searched for among all before it: a header of 100,000 names took a minute."""
    names = [f"n{number}" for number in range(100_000)]
    start = time.process_time()
    wide = table(",".join(names) + "\n" + ",".join("1" * len(names)), "t.csv")
    assert len(wide.drop(*names[1:]).columns) == 1
    with pytest.raises(FormatError, match="columns 1 and 100001 are both called 'n0'"):
        table(",".join((*names, "n0")) + "\n", "t.csv")
    with pytest.raises(FormatError, match="the name 'n99999' occurs twice"):
        table("{" + ", ".join(f'"{name}": 1' for name in (*names, names[-1])) + "}", "t.jsonl")
    assert time.process_time() - start < 10


def test_objects_that_share_no_names(table):
    with pytest.raises(FormatError, match="5,000 objects with 5,000 names in all"):
        table("".join(f'{{"n{number}": 1}}\n' for number in range(5000)), "t.jsonl")


def test_the_limit_of_csv_stays_as_it_was(table):
    before = csv.field_size_limit()
    text = "x" * (before + 1)
    assert table(f"id,text\n1,{text}\n", "t.csv")["text"] == [text]
    with pytest.raises(FormatError):
        table('id,text\n1,"a"b\n', "t.csv")
    assert csv.field_size_limit() == before
