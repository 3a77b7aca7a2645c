"""What `corefpipe resolve` reads: standard input, pipes, formats, names, empty texts."""

from __future__ import annotations

import json
import os
import threading

import pytest
from helpers.batches import make

from corefpipe.formats import read

TEXT = "Mary Bell lost her keys. She found them."


def test_standard_input(resolve, stdin):
    stdin(b"\xef\xbb\xbf" + TEXT.replace(". ", ".\r\n").encode())
    code, out, err = resolve()
    assert (code, err) == (0, "")
    assert "     2  [She] found them." in out.splitlines()


def test_standard_input_in_any_format(resolve, stdin, samples):
    for name, arguments in (
        ("ferry.conll", ["-"]),
        ("ferry.jsonl", []),
        ("ferry.conllu", ["-", "--from", "conllu"]),
    ):
        stdin((samples / name).read_bytes())
        code, out, err = resolve(*arguments, "--format", "jsonl")
        assert (code, err) == (0, "")
        assert json.loads(out)["doc_key"] == "ferry_0"
    stdin(TEXT.encode())
    code, out, _ = resolve("-", "--format", "conll")
    assert (code, out.splitlines()[0]) == (0, "#begin document (_); part 000")


def test_standard_input_and_a_pipe_into_a_folder(resolve, stdin, samples, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    writer = threading.Thread(target=lambda: (tmp_path / "pipe").write_bytes((samples / "bakery.conll").read_bytes()))
    writer.start()
    stdin((samples / "ferry.jsonl").read_bytes())
    code, out, err = resolve("-", tmp_path / "pipe", "-o", tmp_path / "out", "--format", "conllu")
    writer.join()
    assert (code, out, err) == (0, "", f"2 documents written to {tmp_path / 'out'}\n")
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["bakery.conllu", "ferry.conllu"]


def test_from(resolve, samples, tmp_path):
    path = tmp_path / "x.csv"
    path.write_bytes((samples / "bakery.txt").read_bytes())
    assert "or use --from text\n" in resolve(path)[2]
    assert resolve(path, "--from", "text")[:2] == (0, resolve(samples / "bakery.txt")[1].replace("bakery:", "x:"))
    code, _, err = resolve(path, "--from", "txt")
    assert (code, err) == (
        2,
        "Error: unknown format 'txt'. Did you mean text? "
        "Valid are ace, brat, conll, conllu, docbin, gap, inline, jsonl, muc, parquet, text, "
        "winograd\n",
    )
    assert resolve("--text", TEXT, "--from", "conll")[2].startswith("Error: --from is for files")
    (tmp_path / "notes.conll").write_text(TEXT)
    assert resolve(tmp_path, "--from", "text", "-o", tmp_path / "out", "--format", "conll")[0] == 0
    assert [path.name for path in (tmp_path / "out").iterdir() if path.name[0] != "."] == ["x.conll"]


def test_files_of_one_name(resolve, tmp_path):
    make(tmp_path, {"a/x.txt": TEXT, "b/x.txt": TEXT})
    files = (tmp_path / "a/x.txt", tmp_path / "b/x.txt")
    code, _, err = resolve(*files, "-o", tmp_path / "dup.conll")
    assert code == 0
    assert [document.name for document in read(tmp_path / "dup.conll")] == ["x", "b/x"]
    assert f"the document x of {files[1]} is named b/x, because there is another of its name" in err
    code, out, again = resolve(*files, "--format", "jsonl")
    assert [json.loads(line)["doc_key"] for line in out.splitlines()] == ["x_0", "b/x_0"]
    code, out, shown = resolve(*files)
    assert [line.partition(":")[0] for line in out.splitlines() if " mentions" in line] == ["x", "b/x"]
    assert err == again == shown


@pytest.mark.parametrize(
    ("arguments", "name"),
    [(["--text", ""], ""), ([], ""), (["empty.txt"], "empty: "), (["blank.txt", "-o", "x.conll"], "blank: ")],
)
def test_empty_texts_are_told(resolve, stdin, tmp_path, monkeypatch, arguments, name):
    monkeypatch.chdir(make(tmp_path, {"empty.txt": "", "blank.txt": "\ufeff \n"}))
    stdin(b"")
    code, _, err = resolve(*arguments)
    assert (code, err) == (0, f"Warning: {name}the text is empty\n")


def test_names_are_printed_with_escapes(resolve, tmp_path, monkeypatch):
    bad, good = "bad\x1b[2J.txt", "good\x1b[2J\udce9.txt"
    monkeypatch.chdir(make(tmp_path, {f"in/{bad}": b"\xff", f"in/{good}": f"{TEXT}\x1b[2J", "in/x\x1b[2J.bin": b"\0"}))
    for arguments in (["in", "-o", "out\x1b[2J", "--format", "conll"], [f"in/{bad}"], [f"in/{good}"], ["no\x1b[2J"]):
        _, out, err = resolve(*arguments)
        assert "\x1b" not in out + err
        assert "\\x1b[2J" in out + err
        assert "\udce9" not in out + err
