"""Batch runs over many files: results, failures, resuming."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from helpers.batches import TEXT, log_of, make, results

from corefpipe.batch import Settings, resolve_files
from corefpipe.batch.log import WORK
from corefpipe.exceptions import CorefpipeError, FormatError, ModelError, SettingError
from corefpipe.formats import read


def test_files_and_failures(settings, tmp_path, samples):
    make(
        tmp_path / "in",
        {
            "good.txt": TEXT,
            "sub/good.conllu": (samples / "bakery.conllu").read_bytes(),
            "latin.txt": b"one\ncaf\xe9",
            "open.conll": "#begin document (x); part 000\nx 0 0 word (0\n#end document\n",
            "notes.md": "#",
        },
    )
    summary = resolve_files([tmp_path / "in"], tmp_path / "out", settings)
    assert (summary.files, summary.failed, summary.done, summary.documents) == (2, 2, 0, 2)
    first, second = sorted(summary.failures)
    assert first.startswith(f"{tmp_path / 'in/latin.txt'}:2 (document latin): byte 4 of the line, 0xE9")
    assert second.startswith(f"{tmp_path / 'in/open.conll'}:2 (document x): the mention of entity 0 that opens here")
    assert sorted(results(tmp_path / "out")) == ["good.conll", "sub/good.conll"]
    assert not (tmp_path / "out" / WORK).exists()
    (document,) = read(tmp_path / "out/sub/good.conll")
    assert summary.words == len(document) + 10
    assert summary.chains > len(document.chains()) > 0
    assert summary.ignored == [str(tmp_path / "in/notes.md")]
    entries = {entry["file"]: entry for entry in log_of(tmp_path / "out")}
    assert len(entries) == 4
    assert entries["latin.txt"]["error"] == first
    assert "traceback" not in entries["latin.txt"]


def test_resume(settings, tmp_path):
    folder = make(tmp_path / "in", {f"{number}.txt": TEXT for number in range(4)} | {"bad.txt": b"\xff"})
    out = tmp_path / "out"
    assert resolve_files([folder], out, settings).files == 4
    before = {path: path.stat().st_mtime_ns for path in out.glob("*.conll")}
    (folder / "bad.txt").write_text(TEXT)
    (folder / "1.txt").write_text(f"{TEXT}\nHe too.")
    (folder / "2.txt").write_bytes(b"\xff")
    (folder / "3.txt").rename(folder / "4.txt")
    (out / "0.conll").write_text("cut sh")
    summary = resolve_files([folder], out, settings, resume=True)
    assert (summary.files, summary.done, summary.failed) == (4, 0, 1)
    assert summary.gone == ["3.txt"]
    # When an input changes, the result of its earlier version is deleted.
    assert sorted(results(out)) == ["0.conll", "1.conll", "3.conll", "4.conll", "bad.conll"]
    assert (out / "3.conll").stat().st_mtime_ns == before[out / "3.conll"]
    again = resolve_files([folder], out, settings, resume=True)
    assert (again.files, again.done, again.failed) == (0, 4, 1)
    with pytest.raises(SettingError, match="made with other settings or data: decoder"):
        resolve_files([folder], out, Settings("conll", settings.model, threshold=0.1), resume=True)


def test_files_that_vanish_during_a_run(settings, tmp_path, monkeypatch):
    folder = make(tmp_path / "in", dict.fromkeys(("a.txt", "b.txt", "c.txt", "sub/d.txt"), TEXT))
    out = tmp_path / "out"
    resolve_files([folder / "c.txt"], out, settings)
    named = settings.signature

    def signature_and_vanish(_):
        for name in ("b.txt", "c.txt", "sub/d.txt"):
            (folder / name).unlink()
        return named()

    monkeypatch.setattr(Settings, "signature", signature_and_vanish)
    summary = resolve_files([folder], out, settings, resume=True)
    assert (summary.files, summary.failed, summary.gone) == (1, 2, ["c.txt"])
    assert [failure.partition(": the file has vanished")[0] for failure in summary.failures] == ["b.txt", "sub/d.txt"]
    assert sorted(results(out)) == ["a.conll", "c.conll"]


@pytest.mark.parametrize("format", ["brat", "ace", "conll", "jsonl", "docbin", "text"])
def test_several_documents_in_a_file(settings, tmp_path, samples, format):
    document = (samples / "ferry.conll").read_text(encoding="utf-8")
    two = document + document.replace("(ferry)", "(second)").replace("\nferry", "\nsecond")
    folder = make(tmp_path / "in", {"two.conll": two, "sub/one.conll": document})
    out = tmp_path / "out"
    summary = resolve_files([folder], out, Settings(format, settings.model))
    assert (summary.files, summary.documents, summary.failures) == (2, 3, [])
    ends = {
        "brat": (".ann", ".txt"), "ace": (".apf.xml", ".sgm"), "docbin": (".spacy",), "text": (".txt",)
    }.get(format, (f".{format}",))  # fmt: skip
    two_of = ("two.conll/ferry", "two.conll/second") if format in ("brat", "ace") else ("two",)
    assert set(results(out)) == {name + end for name in (*two_of, "sub/one") for end in ends}
    if format not in ("text", "ace"):
        assert sum(len(list(read(out / name, format))) for name in results(out) if name.endswith(ends[0])) == 3
    if format == "text":
        assert "ferry: " in (out / "two.txt").read_text(encoding="utf-8")
    assert resolve_files([folder], out, Settings(format, settings.model), resume=True).done == 2
    for name in results(out):
        if name.endswith(ends[-1]):
            (out / name).unlink()
    assert resolve_files([folder], out, Settings(format, settings.model), resume=True).files == 2


def test_distinct_names_and_empty_texts(settings, tmp_path):
    folder = make(tmp_path / "in", {"a/x.txt": TEXT, "b/x.txt": TEXT, "y.txt": "", "z.txt": TEXT})
    summary = resolve_files([folder], tmp_path / "out", settings)
    assert sorted(document.name for document in read(tmp_path / "out")) == ["a/x", "b/x", "y", "z"]
    assert summary.notes == [f"{folder / 'y.txt'}: the text is empty"]


@pytest.mark.parametrize("format", ["conll", "brat", "text"])
def test_odd_file_names(settings, tmp_path, format):
    names = ("caf\udce9.txt", "a\x1b[2J.txt", "b\nc.txt", "sub\x07/x.txt")
    folder = make(tmp_path / "in", dict.fromkeys(names, TEXT))
    out, settings = tmp_path / "out", replace(settings, format=format)
    summary = resolve_files([folder], out, settings)
    assert (summary.files, summary.failures) == (4, [])
    found = {
        path.relative_to(out).with_suffix("") for path in out.rglob("*") if path.is_file() and path.suffix != ".jsonl"
    }
    assert set(map(str, found)) == {name.removesuffix(".txt") for name in names}
    assert resolve_files([folder], out, settings, resume=True).done == 4


@pytest.mark.parametrize("processes", [0, -1, 10**9])
def test_numbers_of_processes(settings, tmp_path, processes):
    folder = make(tmp_path / "in", {"x.txt": TEXT})
    with pytest.raises(SettingError, match=f"processes is {processes}. Use 1 to "):
        resolve_files([folder], tmp_path / "out", settings, processes=processes)


def test_errors_get_the_name_of_the_file(settings, tmp_path):
    folder = make(tmp_path / "in", {"a.txt": TEXT, "b.txt": TEXT})
    summary = resolve_files([folder], tmp_path / "out", Settings("conll", settings.model, mentions="gold"))
    assert summary.files == 0
    assert summary.failures[1].startswith(f"{folder / 'b.txt'} (document b): plain text has no mentions of its own")
    assert results(tmp_path / "out") == {}


def test_refused_before_anything_is_written(settings, tmp_path):
    folder = make(tmp_path / "in", {"a.txt": TEXT, "b.md": ""})
    for paths, other, error in (
        ([folder], Settings("conll", str(tmp_path / "none")), ModelError),
        ([tmp_path / "none"], settings, FormatError),
    ):
        with pytest.raises(error):
            resolve_files(paths, tmp_path / "out", other)
    with pytest.raises(SettingError, match=r"gamma is 2\.0"):
        Settings("conll", settings.model, gamma=2.0)
    (folder / "a.txt").unlink()
    with pytest.raises(FormatError, match="no file of a known format"):
        resolve_files([folder], tmp_path / "out", settings)
    assert not (tmp_path / "out").exists()


def test_a_run_that_ends_before_its_first_file_leaves_nothing(settings, tmp_path, monkeypatch):
    folder = make(tmp_path / "in", {"a.txt": TEXT})
    (tmp_path / "mine").mkdir()

    def fails(*_):
        raise CorefpipeError("no such worker")

    with monkeypatch.context() as patch:
        patch.setattr("corefpipe.batch.resolving.FileResolver", fails)
        for out in ("new", "mine"):
            with pytest.raises(CorefpipeError, match="no such worker"):
                resolve_files([folder], tmp_path / out, settings)
        assert not (tmp_path / "new").exists()
        assert list((tmp_path / "mine").iterdir()) == []
    resolve_files([folder], tmp_path / "new", settings)
    make(folder, {"b.txt": TEXT})
    with monkeypatch.context() as patch:
        patch.setattr("corefpipe.batch.resolving.FileResolver", fails)
        with pytest.raises(CorefpipeError, match="no such worker"):
            resolve_files([folder], tmp_path / "new", settings, resume=True)
    assert resolve_files([folder], tmp_path / "new", settings, resume=True).done == 1


def test_a_clock_that_stands_still(settings, tmp_path, monkeypatch):
    """Clocks of some systems move on only after milliseconds."""
    monkeypatch.setattr(time, "monotonic", lambda: 7.0)
    folder = make(tmp_path / "in", {"a.txt": b"\xff"})
    assert resolve_files([folder], tmp_path / "out", settings).failed == 1


def test_progress(settings, tmp_path, capfd):
    folder = make(tmp_path / "in", {"a.txt": TEXT, "b.txt": b"\xff"})
    resolve_files([folder], tmp_path / "out", settings, verbose=True)
    said = capfd.readouterr().err
    assert "2/2" in said
    assert "words/s, 1 failed" in said
