"""`corefpipe convert` as a user runs it."""

from __future__ import annotations

import json

import pytest

from corefpipe.exceptions import FormatError
from corefpipe.formats import FORMATS, read

STREAMS = [form.name for form in FORMATS.values() if form.lines and form.reads and form.name != "text"]


def _chains(path, format=None):
    return [
        (document.words, sorted(sorted(m.span for m in chain) for chain in document.chains().values()))
        for document in read(path, format)
    ]


@pytest.mark.parametrize("source", STREAMS)
@pytest.mark.parametrize("target", STREAMS)
def test_words_and_chains_survive(run, samples, tmp_path, source, target):
    path = samples / f"ferry{FORMATS[source].extensions[0]}"
    out = tmp_path / f"out{FORMATS[target].extensions[0]}"
    code, stdout, err = run("convert", path, out)
    assert (code, stdout) == (0, "")
    assert "Error" not in err
    assert _chains(out) == _chains(path)


def test_losses_are_listed(run, samples, tmp_path):
    code, _, err = run("convert", samples / "bakery.conllu", tmp_path / "out.conll")
    assert code == 0
    first, last = err.splitlines()
    assert first == (
        'Warning: document bakery: the discontinuous mention "sweet … pies" of e10 is written as '
        '"sweet and savoury pies"'
    )
    assert last.startswith("conll cannot hold, of 1 document: ")
    lost = {item.partition(" (")[0] for item in last.partition(": ")[2].split(", ")}
    assert lost == {
        "text",
        "genre",
        "paragraphs",
        "universal tags",
        "features",
        "dependencies",
        "sentence comments",
        "multiword tokens",
        "entity ids",
        "entity types",
        "mention heads",
        "discontinuous mentions",
    }


def test_antecedents_are_among_the_losses(run, tmp_path):
    record = {"doc_key": "d", "sentences": [["I", "see", "me"]], "clusters": [[[0, 0], [2, 2]]]}
    source = tmp_path / "in.jsonl"
    source.write_text(json.dumps({**record, "antecedents": [[None, [0, 0]]]}) + "\n", encoding="utf-8")
    assert run("convert", source, tmp_path / "out.jsonl") == (0, "", "")
    assert list(read(tmp_path / "out.jsonl")) == list(read(source))
    assert "antecedents (1)" in run("convert", source, tmp_path / "out.conll")[2]


def test_nothing_is_printed_if_nothing_is_lost(run, samples, tmp_path):
    assert run("convert", samples / "bakery.conllu", tmp_path / "out.conllu") == (0, "", "")
    assert (tmp_path / "out.conllu").read_bytes() == (samples / "bakery.conllu").read_bytes()
    assert run("convert", samples / "bakery.conll", tmp_path / "out.conll") == (0, "", "")


def test_several_into_one_and_into_a_folder(run, samples, tmp_path):
    both = [samples / f"{name}.conll" for name in ("bakery", "ferry")]
    assert run("convert", *both, tmp_path / "both.jsonl")[0] == 0
    assert [d.name for d in read(tmp_path / "both.jsonl")] == ["bakery", "ferry"]
    code, _, err = run("convert", tmp_path / "both.jsonl", tmp_path / "out", "--to", "conllu")
    assert code == 0
    assert f"2 documents written to {tmp_path / 'out'}" in err
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["bakery.conllu", "ferry.conllu"]


def test_documents_that_cannot_be_read_may_be_skipped(run, samples, tmp_path):
    text = (samples / "ferry.conll").read_text(encoding="utf-8")
    bad = tmp_path / "bad.conll"
    bad.write_text(text.replace("ferry", "lost").replace("\t-\n", "\t(99\n", 1) + text, encoding="utf-8")
    code, _, err = run("convert", bad, tmp_path / "out.jsonl")
    assert (code, (tmp_path / "out.jsonl").exists()) == (2, False)
    assert "document lost" in err
    code, _, err = run("convert", bad, tmp_path / "out.jsonl", "--on-error", "skip")
    assert code == 0
    assert "document lost" in err
    assert [d.name for d in read(tmp_path / "out.jsonl")] == ["ferry"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["a.conll"], "only one path is given"),
        (["a.conll", "out"], "no format for the folder out. Add --to conll"),
        (["a.conll", "out.xyz"], "no format for the file out.xyz. Add --to conll"),
        (["a.conll", "out", "--to", "xml"], "unknown format 'xml'. Valid are ace, brat, conll"),
        (["a.conll", "out", "--to", "muc"], "unknown format 'muc'"),
        (["nothing.conll", "out.jsonl"], "nothing.conll: no such file"),
        (["a.conll", "out.jsonl", "--on-error", "ignore"], "unknown --on-error 'ignore'"),
        (["a.conll", "out.jsonl", "--repeats", "last"], "unknown repeats 'last'"),
        (["a.conll", "out.jsonl", "--from", "xml"], "unknown format 'xml'"),
    ],
)
def test_wrong_commands(run, samples, tmp_path, monkeypatch, arguments, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.conll").write_bytes((samples / "ferry.conll").read_bytes())
    code, out, err = run("convert", *arguments)
    assert (code, out) == (2, "")
    assert err.startswith("Error: ")
    assert message in err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.conll"]


def test_two_documents_of_one_name_become_two(run, samples, tmp_path):
    text = (samples / "ferry.jsonl").read_text(encoding="utf-8")
    (tmp_path / "a.jsonl").write_text(text + text, encoding="utf-8")
    code, _, err = run("convert", tmp_path / "a.jsonl", tmp_path / "out", "--to", "conll")
    assert code == 0
    assert "the document ferry of" in err
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["ferry.conll", "ferry_2.conll"]
    assert [document.name for document in read(tmp_path / "out")] == ["ferry", "ferry_2"]


def test_cures_name_options_of_the_command(run, samples, tmp_path):
    text = (samples / "ferry.jsonl").read_text(encoding="utf-8")
    (tmp_path / "twice.jsonl").write_text(text.replace('"clusters": [', '"clusters": [[[0, 0]], [[0, 0]], '))
    (tmp_path / "x.what").write_text("Hello.")
    assert "Delete one of the two, or use --repeats first\n" in run("convert", tmp_path / "twice.jsonl", "x.conll")[2]
    assert "or use --from text\n" in run("convert", tmp_path / "x.what", "x.jsonl")[2]
    # `compare` has no option for the format.
    assert run("compare", *[tmp_path / "x.what"] * 3)[2].endswith("such as .txt for plain text\n")
    with pytest.raises(FormatError, match=r'Delete one of the two, or use repeats="first"$'):
        list(read(tmp_path / "twice.jsonl"))
    with pytest.raises(FormatError, match=r'or use format="text"$'):
        read(tmp_path / "x.what")
