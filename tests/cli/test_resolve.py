"""`corefpipe resolve` as a user runs it."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path

import pytest
from helpers import ROOT
from helpers.batches import make
from helpers.packages import EN_ACCURATE, EN_RESEARCH
from helpers.terminal import terminal

from corefpipe.batch import LOG
from corefpipe.formats import read
from corefpipe.resolver.loading import load_resolver

TEXT = "Mary Bell lost her keys. She found them."


def test_a_text(resolve):
    code, out, err = resolve("--text", TEXT)
    assert (code, err) == (0, "")
    first, *rest = out.splitlines()
    assert first.split(",")[0].endswith("chain") or first.split(",")[0].endswith("chains")
    assert "     1  [Mary Bell] lost her keys." in rest
    assert "     2  [She] found them." in rest


def test_files(resolve, samples):
    code, out, err = resolve(samples / "bakery.txt", samples / "ferry.txt")
    assert (code, err) == (0, "")
    assert [line.split(":")[0] for line in out.splitlines() if " chains, " in line] == ["bakery", "ferry"]


def test_json_lines_tell_the_antecedents(resolve, tmp_path):
    out = tmp_path / "out.jsonl"
    assert resolve("--text", TEXT, "-o", out)[0] == 0
    (document,) = read(out)
    told = {document.surface(m): m.antecedent and document.words[m.antecedent[0]] for m in document.mentions}
    assert (told["Mary Bell"], told["She"]) == (None, "Mary")
    assert sum(m.antecedent is None for m in document.mentions) == len(document.chains())


def test_a_folder(resolve, samples, tmp_path):
    for name in ("bakery", "ferry"):
        (tmp_path / f"{name}.conllu").write_bytes((samples / f"{name}.conllu").read_bytes())
    code, out, err = resolve(tmp_path, "--format", "jsonl")
    assert (code, err) == (0, "")
    assert [json.loads(line)["doc_key"] for line in out.splitlines()] == ["bakery_0", "ferry_0"]


@pytest.mark.parametrize("source", ["conll", "conllu", "jsonl", "txt"])
@pytest.mark.parametrize("target", ["conll", "conllu", "jsonl"])
def test_every_format(resolve, samples, tmp_path, source, target):
    out = tmp_path / f"out.{target}"
    code, stdout, err = resolve(samples / f"ferry.{source}", "-o", out)
    assert (code, stdout, err) == (0, "", "")
    (document,) = read(out)
    (given,) = read(samples / f"ferry.{source}")
    assert document.name == "ferry"
    assert document.chains()
    if given.words:  # words and speakers are kept as in the file
        assert document.words == given.words
        assert document.sentence_starts == given.sentence_starts
        if target != "conllu":
            assert document.speakers == given.speakers


@pytest.mark.parametrize("target", ["conll", "conllu", "jsonl"])
def test_formats_on_standard_output(resolve, samples, tmp_path, target):
    code, out, _ = resolve(samples / "ferry.conllu", "--format", target)
    resolve(samples / "ferry.conllu", "-o", tmp_path / f"ferry.{target}")
    assert code == 0
    assert out == (tmp_path / f"ferry.{target}").read_text(encoding="utf-8")


def test_tables_of_entities(resolve, samples, tmp_path):
    files = [samples / "bakery.txt", samples / "ferry.txt"]
    code, out, err = resolve(*files, "--format", "entities")
    assert (code, err) == (0, "")
    heading, *rows = out.splitlines()
    assert heading == "document,entity,name,names,phrases,pronouns,kind,gender,mentions,first_word,last_word"
    assert list(dict.fromkeys(row.split(",")[0] for row in rows)) == ["bakery", "ferry"]
    assert resolve(*files, "-o", tmp_path / "x.csv")[0] == 0
    assert (tmp_path / "x.csv").read_text(encoding="utf-8") == out
    assert resolve(*files, "--format", "entities", "-o", tmp_path / "out")[0] == 0
    tables = [(tmp_path / "out" / f"{name}.csv").read_text(encoding="utf-8") for name in ("bakery", "ferry")]
    assert tables[0] + tables[1].partition("\n")[2] == out


def test_tables_of_quotations(resolve, tmp_path):
    text = '"I shall go," said Ann to Bo. "Then I stay," he answered.'
    code, out, err = resolve("--text", text, "--format", "quotations")
    assert (code, err) == (0, "")
    heading, *rows = out.splitlines()
    assert heading.startswith("document,number,turn,start,end,start_char,end_char,text,turn_text,entity,speaker,")
    assert [row.split(",", 7)[1:7] for row in rows] == [
        ["1", "0", "1", "5", "1", "12"],
        ["2", "1", "12", "16", "31", "43"],
    ]
    assert resolve("--text", text, "-o", tmp_path / "x.quotations.csv")[0] == 0
    assert (tmp_path / "x.quotations.csv").read_text(encoding="utf-8") == out


def test_text_into_a_file(resolve, tmp_path):
    _, shown, _ = resolve("--text", TEXT)
    assert resolve("--text", TEXT, "-o", tmp_path / "out.txt") == (0, "", "")
    assert (tmp_path / "out.txt").read_text(encoding="utf-8") == shown
    assert resolve("--text", TEXT, "-o", tmp_path / "out.md", "--format", "text") == (0, "", "")
    assert (tmp_path / "out.md").read_text(encoding="utf-8") == shown


def test_a_folder_to_write_to(resolve, samples, tmp_path):
    out = tmp_path / "new"
    code, stdout, err = resolve(samples / "ferry.conllu", samples / "bakery.conllu", "-o", out, "--format", "conll")
    assert (code, stdout) == (0, "")
    assert re.fullmatch(
        rf"2 files, 2 documents, 126 words, \d+ chains in \d+\.\d s, written to {re.escape(str(out))}\n", err
    )
    assert sorted(path.name for path in out.iterdir() if path.name[0] != ".") == ["bakery.conll", "ferry.conll"]
    resolve(samples / "ferry.conllu", "-o", tmp_path / "ferry.conll")
    assert (out / "ferry.conll").read_bytes() == (tmp_path / "ferry.conll").read_bytes()
    assert len(list(read(out))) == 2  # the log in the folder is not read as a document


def test_chains_as_text_in_a_folder(resolve, samples, tmp_path):
    _, shown, _ = resolve(samples / "ferry.txt")
    code, out, _ = resolve(samples / "ferry.txt", "-o", tmp_path / "new", "--format", "text")
    assert (code, out) == (0, "")
    assert (tmp_path / "new" / "ferry.txt").read_text(encoding="utf-8") == shown


def test_bad_files_and_resume(resolve, samples, tmp_path):
    folder, out = tmp_path / "in", tmp_path / "out"
    folder.mkdir()
    for name in ("ferry.txt", "bakery.conllu"):
        (folder / name).write_bytes((samples / name).read_bytes())
    (folder / "bad.txt").write_bytes(b"one\n\xff")
    (folder / "notes.md").write_text("none of these")
    arguments = (folder, "-o", out, "--format", "jsonl")
    code, stdout, err = resolve(*arguments)
    assert (code, stdout) == (2, "")
    ignored, formats, failed, summary = err.splitlines()
    assert ignored == f"Warning: ignored 1 file of unknown format: {folder / 'notes.md'}"
    assert formats.endswith("files of several formats, perhaps of the same documents: conllu (1), text (2)")
    assert failed.startswith(f"Failed: {folder / 'bad.txt'}:2 (document bad): byte 1 of the line, 0xFF, is not UTF-8")
    assert summary.startswith("2 files, 2 documents, ")
    assert summary.endswith(f"written to {out}; 1 failed")
    assert sorted(path.name for path in out.glob("*.jsonl")) == ["bakery.jsonl", "ferry.jsonl"]

    code, _, err = resolve(*arguments)
    assert (code, err.partition(". ")[0]) == (2, f"Error: {out}: the folder already has results")
    code, _, err = resolve(*arguments, "--resume", "--gamma", "0")
    assert (code, err.partition(". ")[0]) == (2, f"Error: {out / LOG}: made with other settings or data: decoder")

    (folder / "bad.txt").write_text(TEXT)
    code, _, err = resolve(*arguments, "--resume")
    assert code == 0
    assert err.splitlines()[-1].startswith("1 file, 1 document, 10 words, ")
    assert err.endswith(f"written to {out} (2 files done before)\n")
    (folder / "ferry.txt").unlink()
    code, _, err = resolve(*arguments, "--resume")
    assert code == 0
    assert f"Warning: {out} has results of 1 file that is not in the input: ferry.txt" in err.splitlines()


@pytest.mark.parametrize("options", [["--resume"], ["--processes", "2"], ["--dask", "tcp://127.0.0.1:1"]])
@pytest.mark.parametrize("arguments", [["--text", TEXT], ["--text", TEXT, "-o", "out"], ["x.txt", "-o", "x.conll"]])
def test_no_folder_to_resume(resolve, options, arguments):
    code, out, err = resolve(*arguments, *options)
    assert (code, out) == (2, "")
    assert err == "Error: --processes, --dask and --resume need files and a folder for the results. Add -o FOLDER\n"


def test_gold_mentions(run, samples, gold_resolver, tmp_path):
    gold_resolver.meta = {"mentions": "gold"}
    gold_resolver.to_disk(tmp_path / "model")
    out = tmp_path / "out.conllu"
    settings = ("--model", tmp_path / "model", "--mentions", "gold", "-o", out)
    assert run("resolve", samples / "bakery.conllu", *settings) == (0, "", "")
    (key,), (found,) = read(samples / "bakery.conllu"), read(out)
    assert [m.span for m in found.mentions] == [m.span for m in key.mentions]
    code, _, err = run("resolve", samples / "bakery.conllu", "--model", tmp_path / "model")
    assert code == 0
    assert err == "Warning: the model was trained on gold mentions, not on predicted ones\n"


def test_plain_text_has_no_gold_mentions(resolve, samples):
    code, _, err = resolve(samples / "bakery.txt", "--mentions", "gold")
    assert code == 2
    assert err.splitlines()[-1].startswith("Error: document bakery: plain text has no mentions of its own")


def test_given_parses(resolve, samples, tmp_path):
    path = tmp_path / "x.conllu"
    code, out, err = resolve(samples / "bakery.conllu", "--parse", "given", "--format", "jsonl")
    assert (code, err) == (0, "")
    # Without noun phrases in the given trees there are no mentions.
    rows = [line.split("\t") for line in (samples / "bakery.conllu").read_text(encoding="utf-8").splitlines()]
    spoilt = [[*row[:3], "PUNCT", ".", *row[5:7], "punct", *row[8:]] if len(row) == 10 else row for row in rows]
    path.write_text("\n".join(map("\t".join, spoilt)) + "\n", encoding="utf-8")
    code, other, _ = resolve(path, "--parse", "given", "--format", "jsonl")
    assert code == 0
    assert json.loads(out)["clusters"]
    assert json.loads(other)["clusters"] == []


def test_a_text_is_read_as_a_book(resolve):
    text = "CHAPTER I\n\nAnn slept.\n\n[Illustration: Ann woke.]\n\nAnn was ill. She left."
    found = [resolve("--text", text, "--read-as", read_as, "--format", "jsonl")[1] for read_as in ("plain", "book")]
    plain, book = (sum(map(len, json.loads(out)["clusters"])) for out in found)
    assert plain > book > 0
    code, _, err = resolve("--text", text, "--read-as", "novel")
    assert code == 2
    assert all(name in err for name in ("auto", "book", "plain"))


def sizes(out):
    return {int(size) for size in re.findall(r"^\[\d+\] .*  \((\d+)\)$", out, re.MULTILINE)}


def test_decoder_settings(resolve):
    assert max(sizes(resolve("--text", TEXT)[1])) > 1
    assert sizes(resolve("--text", TEXT, "--threshold", "1e6")[1]) == {1}
    assert resolve("--text", TEXT, "--gamma", "0")[0] == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--text", "a", "b.txt"], "Error: both --text and files are given. Give one of them"),
        (["--text", TEXT, "--gamma", "1.5"], "Error: gamma is 1.5. It must be a number from 0"),
        (["--text", TEXT, "-o", "out"], "Error: no format for the folder out. Add --format conll"),
        (["--text", TEXT, "-o", "out.xyz"], "Error: no format for the file out.xyz. Add --format"),
        (["--text", TEXT, "-o", "none/out.conll"], "Error: none/out.conll: the file cannot be written"),
    ],
)
def test_errors(resolve, arguments, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, err = resolve(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith(message)
    assert len(err.splitlines()) <= 2
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "arguments", [["--txt", "a"], ["--format", "xml", "--text", "a"], ["--mentions", "silver"], ["--gamma", "warm"]]
)
def test_usage_errors(run, arguments):
    code, out, err = run("resolve", *arguments)
    assert (code, out) == (2, "")
    assert "Traceback" not in err


def test_nothing_to_resolve(resolve, monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(sys, "stdin", Terminal())
    code, _, err = resolve()
    assert code == 2
    assert err.startswith('Error: nothing to resolve. Give files or folders, --text "…"')


def test_help_teaches(run):
    code, out, _ = run("resolve", "--help")
    assert code == 0
    assert "\n    corefpipe resolve novel.txt\n" in out


def test_the_help_tells_when_the_first_error_ends_it(run, resolve, samples, tmp_path):
    """Into a folder the other files are resolved (`test_bad_files_and_resume`)."""
    assert "to standard output, the first file that fails ends the command." in unwrapped(run("resolve", "--help")[1])
    (tmp_path / "latin1.txt").write_bytes(b"Ann lost her caf\xe9.")
    good = samples / "bakery.txt"
    code, out, err = resolve(good, tmp_path / "latin1.txt", good)
    assert (code, out.count("bakery:")) == (2, 1)
    assert "Error: " in err


def test_the_help_tells_the_threshold_of_the_packaged_model(run):
    threshold = load_resolver("en").decoder.threshold
    for command in ("resolve", "explain", "serve"):
        assert f"({threshold:g} for en)" in unwrapped(run(command, "--help")[1])
    for model in (EN_RESEARCH, EN_ACCURATE):
        assert load_resolver(model).decoder.threshold == threshold
    guide = (ROOT / "docs" / "guides" / "spacy.md").read_text(encoding="utf-8")
    assert f"replaces the model's own ({threshold:g})" in guide


def unwrapped(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.slow
def test_as_a_command(python):
    done = python("-m", "corefpipe", "resolve", "--text", "Ann lost her keys. She found them later.")
    assert (done.returncode, done.stderr) == (0, "")
    assert "     2  [She] found them later." in done.stdout.splitlines()


GERMAN = "Der Mann ging in das Haus, und er sah, dass die Frau nicht mehr da war. Sie hatte ihren Hut vergessen."


def test_warns_of_another_language(resolve, tmp_path):
    for name in ("a", "b"):
        (tmp_path / f"{name}.txt").write_text(GERMAN, encoding="utf8")
    warning = "the text looks like German, but the model is for English"
    code, _, err = resolve(tmp_path / "a.txt", tmp_path / "b.txt")
    assert (code, err.count(f"Warning: {warning}"), err.count("\n")) == (0, 1, 1)
    code, _, err = resolve(tmp_path / "a.txt", tmp_path / "b.txt", "--format", "conll", "-o", tmp_path / "out")
    assert (code, err.count(warning)) == (0, 2)
    for name in ("a", "b"):
        assert f"Warning: {tmp_path / name}.txt: {warning}" in err


def test_min_probability(resolve):
    assert sizes(resolve("--text", TEXT, "--min-probability", "1")[1]) == {1}
    assert resolve("--text", TEXT, "--min-probability", "0", "--constraints", "none")[1].startswith("1 chain")
    code, out, err = resolve("--text", TEXT, "--min-probability", "70")
    assert (code, out) == (2, "")
    assert "Error: --min-probability is 70.0. It must be a number from 0" in err
    for wrong in ("nan", "inf"):
        for option in ("--min-probability", "--threshold", "--gamma"):
            code, out, err = resolve("--text", TEXT, option, wrong)
            assert (code, out) == (2, "")
            assert f" is {wrong}. It must" in err
    assert (
        "both --min-probability and threshold"
        in resolve("--text", TEXT, "--min-probability", ".5", "--threshold", ".5")[2]
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["Ann lost her keys."], "Ann lost her keys.: no such file. If it is a text: --text 'Ann lost her keys.'"),
        (["x.txt", "out.conll"], "out.conll: no such file. If it is where to write: -o out.conll"),
        (
            ["nosuch://a.org/x.txt"],
            "nosuch://a.org/x.txt: this file system cannot be used (Unsupported filesystem: 'nosuch'",
        ),
        (["x.txt", "--mentions", "gold"], "Give annotated files, or use --mentions predicted"),
        (["x.txt", "--parse", "given"], "or use --parse predicted"),
        (["x.txt", "-o", "out", "--format", "conll", "--mentions", "gold"], "or use --mentions predicted"),
        (["--text", "x", "-o", "out", "--format", "text"], "not into the folder out. Add -o out.txt"),
        (["x.txt", "--format", "docbin"], "docbin cannot be written to standard output. Name a file or folder"),
        (["x.txt", "-o", "out", "--format", "conll", "--processes", "100000"], "processes is 100000. Use 1 to "),
        (["x.txt", "--threshold", "nan"], "threshold is nan"),
        (["x.txt", "--gamma", "nan"], "gamma is nan"),
        (["x.txt", "--constraints", ""], "--constraints '' has an empty name. For no constraints write none"),
        (["x.txt", "--constraints", "genders,"], "--constraints 'genders,' has an empty name"),
        (["x.txt", "--constraints", "none,genders"], "none beside other names. Give none, or the others"),
        (["x.txt", "--constraints", "gender"], "unknown constraint 'gender'. Did you mean genders? Valid are none, "),
    ],
)
def test_hints(resolve, tmp_path, monkeypatch, arguments, message):
    monkeypatch.chdir(make(tmp_path, {"x.txt": TEXT}))
    code, out, err = resolve(*arguments)
    assert (code, out) == (2, "")
    assert message in err


@pytest.mark.parametrize("options", [[], ["-o", "out", "--format", "conll"]])
def test_progress_within_a_novel(resolve, tmp_path, monkeypatch, options):
    monkeypatch.chdir(make(tmp_path, {"a\x1b[2J.txt": f"{'x' * 150} " * 700}))  # more than one piece
    with terminal() as (stream, screen), monkeypatch.context() as patched:
        patched.setattr(sys, "stderr", stream)
        assert resolve("a\x1b[2J.txt", *options)[0] == 0
    assert "parse a\\x1b[2J:   0%" in screen.text
    assert re.search(r"[0-3]/[23] \[", screen.text)  # how many of the pieces are seen depends on the clock
    assert "\x1b[2J" not in screen.text


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="devices as on Linux")
def test_devices(resolve):
    code, _, err = resolve("--text", TEXT, "-o", "/dev/full", "--format", "conll")
    assert (code, err) == (
        2,
        "Error: /dev/full: it cannot be written (No space left on device). Free some space, or name another output\n",
    )
    assert resolve("--text", TEXT, "-o", "/dev/full", "--format", "text")[2] == err
    assert resolve("--text", TEXT, "-o", "/dev/null", "--format", "conll") == (0, "", "")
