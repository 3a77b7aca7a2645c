"""Many files: names, what is done, failures, processes, kills."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from corefpipe.batch.notes import notes_of
from helpers import ROOT
from helpers.interrupts import heed_interrupts
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from corefpipe.batch import LOG, Inputs, Log, Outcome, Settings, resolve_files, resolving
from corefpipe.batch.files import fingerprint
from corefpipe.batch.log import WORK
from corefpipe.errors import CorefpipeError, FormatError, ModelError, SettingError
from corefpipe.formats import ReadReport, read

TEXT = "Mary Bell lost her keys. She found them.\n"
SIGNATURE = {"corefpipe": "0", "format": "conll", "model": "a" * 64}


def make(folder: Path, files: dict[str, str | bytes]) -> Path:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder


def targets(paths, out="out", named=None):
    inputs = Inputs(paths, Path(out))
    inputs.named = named or {}
    return {item.name: item.target for item in inputs}


def results(out: Path) -> dict[str, bytes]:
    paths = (path for path in out.rglob("*") if path.is_file() and ".corefpipe" not in path.parts)
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in paths}


def log_of(out: Path) -> list[dict]:
    return [json.loads(line) for line in (out / LOG).read_text(encoding="utf-8").splitlines()][1:]


@pytest.fixture
def settings(model, monkeypatch, base):
    """For files in CoNLL, by a small model, the base pipeline read once."""
    monkeypatch.setattr("corefpipe.parsing.pipelines.load_base", lambda name="en": base)
    return Settings("conll", str(model))


class TestNames:
    def test_folders_stay(self, tmp_path):
        make(
            tmp_path, dict.fromkeys(("b.txt", "a/b.txt", "a/c/b.conllu", "a/d.e.txt.gz", "a/.hid.txt", ".h/x.txt"), "x")
        )
        assert targets([tmp_path]) == {
            "b.txt": "b",
            "a/b.txt": "a/b",
            "a/d.e.txt.gz": "a/d.e",
            "a/c/b.conllu": "a/c/b",
        }

    def test_two_of_one_name(self, tmp_path):
        make(tmp_path, dict.fromkeys(("a.txt", "a.conllu", "b.txt", "a.txt.jsonl", "B.conll", "c.txt"), "x"))
        found = targets([tmp_path])
        assert found == {
            "a.txt": "a.txt",
            "a.conllu": "a.conllu",
            "a.txt.jsonl": "a.txt.jsonl",
            "b.txt": "b.txt",
            "B.conll": "B.conll",
            "c.txt": "c",
        }

    @given(
        st.sets(
            st.builds(
                lambda *parts: "".join(parts),
                st.sampled_from("abA"),
                st.sampled_from(["", ".txt", ".conll"]),
                st.sampled_from([".txt", ".jsonl"]),
            ),
            min_size=1,
        ),
        st.data(),
    )
    @hypothesis_settings(max_examples=50)
    def test_never_the_same(self, tmp_path_factory, names, data):
        folder = make(tmp_path_factory.mktemp("names"), dict.fromkeys(names, "x"))
        whole = targets([folder])
        assert len({target.lower() for target in whole.values()}) == len(whole) == len(list(folder.iterdir()))
        # Files that come later take no name, and change none.
        named = {name: target for name, target in whole.items() if data.draw(st.booleans())}
        later = targets([folder], named=named)
        assert len({target.lower() for target in later.values()}) == len(later)
        assert named.items() <= later.items()

    def test_several_paths(self, tmp_path, monkeypatch):
        make(tmp_path, dict.fromkeys(("a/x.txt", "a/s/y.txt", "b/x.txt", "c/x.txt"), "x"))
        monkeypatch.chdir(tmp_path)
        assert targets([Path("a"), Path("b")]) == {"a/x.txt": "a/x", "a/s/y.txt": "a/s/y", "b/x.txt": "b/x"}
        assert targets([Path("a/x.txt"), Path("c/x.txt")]) == {"a/x.txt": "a/x", "c/x.txt": "c/x"}
        assert targets([Path("a/x.txt"), Path("a"), Path("./a")]) == {"x.txt": "x", "s/y.txt": "s/y"}
        assert targets([Path("a/x.txt")]) == {"x.txt": "x"}

    def test_what_is_no_input(self, tmp_path):
        make(tmp_path, {"x.ann": "", "x.txt": TEXT, "y.md": "# y", "out/z.txt": "x", "plain": "#begin document (a);"})
        (tmp_path / "loop").symlink_to(tmp_path)
        inputs = Inputs([tmp_path], tmp_path / "out")
        assert [item.name for item in inputs] == ["plain", "x.ann"]
        assert (inputs.ignored, inputs.n_ignored) == ([str(tmp_path / "y.md")], 1)
        assert inputs.formats == {"brat": 1, "": 1}

    def test_paths_that_are_none(self, tmp_path):
        with pytest.raises(FormatError, match=r"none\.txt: no such file"):
            Inputs([tmp_path / "none.txt"], tmp_path)
        with pytest.raises(SettingError, match="nothing to resolve"):
            Inputs([], tmp_path)
        with pytest.raises(SettingError, match="the folder of the files cannot be that of the results"):
            Inputs([tmp_path], tmp_path / "." / ".." / tmp_path.name)


class TestLog:
    def entered(self, tmp_path):
        """An input with a result in a log."""
        make(tmp_path, {"in/x.txt": TEXT, "out/x.conll": "abc"})
        (item,) = Inputs([tmp_path / "in"], tmp_path / "out")
        (tmp_path / "out/x.conll").unlink()
        with Log(tmp_path / "out", SIGNATURE, resume=False) as log:
            (tmp_path / "out/x.conll").write_text("abc")
            log.add(Outcome(item.name, item.target, *fingerprint(item.path), outputs={"x.conll": 3}))
        return item

    def is_done(self, tmp_path, item):
        with Log(tmp_path / "out", SIGNATURE, resume=True) as log:
            return log.is_done(item)

    def test_done(self, tmp_path):
        item = self.entered(tmp_path)
        assert self.is_done(tmp_path, item)
        os.utime(item.path, (1, 1))  # as a copy has
        assert self.is_done(tmp_path, item)

    @pytest.mark.parametrize("change", ["result cut short", "result gone", "input changed"])
    def test_no_longer_done(self, tmp_path, change):
        item = self.entered(tmp_path)
        result = tmp_path / "out/x.conll"
        if change == "result cut short":
            result.write_text("ab")
        elif change == "result gone":
            result.unlink()
        else:
            item.path.write_text(TEXT.replace("Mary", "Jane"))
            os.utime(item.path, (1, 1))
        assert not self.is_done(tmp_path, item)
        assert not result.exists()

    def test_a_line_cut_short(self, tmp_path):
        item = self.entered(tmp_path)
        path = tmp_path / "out" / LOG
        whole = path.read_bytes()
        path.write_bytes(whole + b'{"file": "y.txt", "tar')
        assert self.is_done(tmp_path, item)
        assert path.read_bytes() == whole
        path.write_bytes(whole[:20])
        assert not self.is_done(tmp_path, item)
        assert path.read_bytes() == whole[: whole.index(b"\n") + 1]

    def test_other_settings(self, tmp_path):
        self.entered(tmp_path)
        with pytest.raises(SettingError) as error:
            Log(tmp_path / "out", {**SIGNATURE, "format": "jsonl", "model": "b" * 64}, resume=True)
        assert error.value.message == "results of something else: other format, model"

    @pytest.mark.parametrize("name", ["../x.conll", "/etc/x.conll", "", ".corefpipe/log.jsonl"])
    @pytest.mark.parametrize("where", ["target", "outputs"])
    def test_a_log_that_leaves_the_folder(self, tmp_path, name, where):
        self.entered(tmp_path)
        entry = {"file": "x.txt", "target": "x", "sha256": "", "outputs": {"x.conll": 3}}
        entry |= {"target": name} if where == "target" else {"outputs": {name: 3}}
        with (tmp_path / "out" / LOG).open("a") as stream:
            stream.write(json.dumps(entry) + "\n")
        with pytest.raises(FormatError, match=r"log\.jsonl:3: no line of results"):
            Log(tmp_path / "out", SIGNATURE, resume=True)

    def test_folders_that_are_refused(self, tmp_path):
        make(tmp_path, {"file": "", "mine/notes.txt": "", "new/.corefpipe/other": ""})
        for name, message in (("file", "a file, not a folder"), ("mine", "the folder is not empty, and what it holds")):
            for resume in (True, False):
                with pytest.raises(SettingError, match=message):
                    Log(tmp_path / name, SIGNATURE, resume)
        Log(tmp_path / "new", SIGNATURE, resume=True).__exit__()
        with pytest.raises(SettingError, match="the folder has results already"):
            Log(tmp_path / "new", SIGNATURE, resume=False)

    @pytest.mark.skipif(os.name != "posix", reason="locks as POSIX does")
    def test_two_runs_at_once(self, tmp_path):
        with (
            Log(tmp_path, SIGNATURE, resume=True),
            pytest.raises(SettingError, match="another run is writing to the folder"),
        ):
            Log(tmp_path, SIGNATURE, resume=True)
        Log(tmp_path, SIGNATURE, resume=True).__exit__()

    def test_names_that_are_no_utf8(self, tmp_path):
        name = os.fsdecode(b"caf\xe9.txt")
        make(tmp_path, {f"in/{name}": TEXT})
        (item,) = Inputs([tmp_path / "in"], tmp_path / "out")
        with Log(tmp_path / "out", SIGNATURE, resume=False) as log:
            log.add(Outcome(item.name, item.target, outputs={f"{item.target}.conll": 0}, sha256="00"))
        with Log(tmp_path / "out", SIGNATURE, resume=True) as log:
            assert log.named == {name: name.removesuffix(".txt")}
            assert log.unseen == [name]


class TestRuns:
    def test_files_and_failures(self, settings, tmp_path, samples):
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
        assert second.startswith(f"{tmp_path / 'in/open.conll'}:2 (document x): the mention of entity 0 that is opened")
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

    def test_going_on(self, settings, tmp_path):
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
        # No result of what the file was before.
        assert sorted(results(out)) == ["0.conll", "1.conll", "3.conll", "4.conll", "bad.conll"]
        assert (out / "3.conll").stat().st_mtime_ns == before[out / "3.conll"]
        again = resolve_files([folder], out, settings, resume=True)
        assert (again.files, again.done, again.failed) == (0, 4, 1)
        with pytest.raises(SettingError, match="results of something else: other decoder"):
            resolve_files([folder], out, Settings("conll", settings.model, threshold=0.1), resume=True)

    @pytest.mark.parametrize("format", ["brat", "ace", "conll", "jsonl", "docbin", "text"])
    def test_many_documents_in_a_file(self, settings, tmp_path, samples, format):
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

    def test_what_nobody_foresaw(self, settings, tmp_path, monkeypatch):
        folder = make(tmp_path / "in", {"a.txt": TEXT, "b.txt": TEXT})
        real = resolving.read

        def broken(path, **options):
            if path.name == "a.txt":
                raise RuntimeError("out of\nluck")
            return real(path, **options)

        monkeypatch.setattr(resolving, "read", broken)
        summary = resolve_files([folder], tmp_path / "out", settings)
        assert (summary.files, summary.failures) == (1, [f"{folder / 'a.txt'}: RuntimeError: out of luck"])
        assert log_of(tmp_path / "out")[0]["traceback"].endswith("RuntimeError: out of\nluck\n")

    def test_an_error_that_knows_no_file(self, settings, tmp_path):
        folder = make(tmp_path / "in", {"a.txt": TEXT, "b.txt": TEXT})
        summary = resolve_files([folder], tmp_path / "out", Settings("conll", settings.model, mentions="gold"))
        assert summary.files == 0
        assert summary.failures[1].startswith(f"{folder / 'b.txt'} (document b): plain text has no mentions of its own")
        assert results(tmp_path / "out") == {}

    def test_no_room(self, settings, tmp_path, monkeypatch):
        def full(*_):
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(resolving.os, "replace", full)
        folder = make(tmp_path / "in", {"a.txt": TEXT, "b.txt": TEXT})
        with pytest.raises(CorefpipeError, match="nothing more can be written") as error:
            resolve_files([folder], tmp_path / "out", settings)
        assert "--resume" in error.value.cure
        monkeypatch.undo()
        assert log_of(tmp_path / "out") == []

    def test_refused_before_anything_is_written(self, settings, tmp_path):
        folder = make(tmp_path / "in", {"a.txt": TEXT, "b.md": ""})
        for paths, other, error in (
            ([folder], Settings("conll", str(tmp_path / "none")), ModelError),
            ([folder], Settings("conll", settings.model, gamma=2.0), SettingError),
            ([tmp_path / "none"], settings, FormatError),
        ):
            with pytest.raises(error):
                resolve_files(paths, tmp_path / "out", other)
        (folder / "a.txt").unlink()
        with pytest.raises(FormatError, match="no file of a known format"):
            resolve_files([folder], tmp_path / "out", settings)
        assert not (tmp_path / "out").exists()

    def test_word_forms_do_not_pile_up(self, settings, tmp_path, monkeypatch):
        from corefpipe.parsing import pipelines

        loaded = []
        load = pipelines.load_base
        monkeypatch.setattr(pipelines, "load_base", lambda name: loaded.append(name) or load(name))
        monkeypatch.setattr(resolving, "MAX_LEXEMES", 3)
        texts = {
            f"{number}.txt": f"Quill{number}a met Quill{number}b, Quill{number}c and Quill{number}d."
            for number in range(3)
        }
        resolve_files([make(tmp_path / "in", texts)], tmp_path / "out", settings)
        assert len(loaded) == 3

    def test_progress(self, settings, tmp_path, capfd):
        folder = make(tmp_path / "in", {"a.txt": TEXT, "b.txt": b"\xff"})
        resolve_files([folder], tmp_path / "out", settings, verbose=True)
        said = capfd.readouterr().err
        assert "2/2" in said
        assert "words/s, 1 failed" in said


def test_notes():
    report = ReadReport(ignored=["x.md"], repeats=[FormatError("twice", cure="Delete", file="f")] * 2)
    report.passed_over["relations"] = 3
    assert notes_of(report) == [
        "x.md is left out, it is of no known format",
        "f: twice (2 times)",
        "passed over, as not of coreference: relations (3)",
    ]


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes as Linux shows them")
def test_killed_and_gone_on_with(settings, model, tmp_path, samples):
    """A process is killed, then Ctrl-C, then the run is killed: nothing is lost, nothing done twice."""
    text = (samples / "bakery.txt").read_text(encoding="utf-8") * 15
    folder = make(tmp_path / "in", {f"{number}/x.txt": f"{number}. {text}" for number in range(10)})
    out = tmp_path / "out"

    first = command(folder, out, model, processes=2)
    wait_for(lambda: entries(out) >= 1, first)
    os.kill(workers_of(first.pid)[0], signal.SIGKILL)
    wait_for(lambda: any("error" in entry for entry in log_of(out)), first)
    workers = workers_of(first.pid)
    first.send_signal(signal.SIGINT)
    _, said = first.communicate(timeout=20)
    assert first.returncode == 1
    assert said.startswith(f"What is done stands in {out}: the same command with --resume goes on from there\n")
    assert said.split()[-1] in ("Interrupted.", "Aborted!")  # the latter by older versions of typer
    wait_for(lambda: not any(map(is_running, workers)))
    (failed,) = [entry for entry in log_of(out) if "error" in entry]
    assert "x.txt: its process was ended from outside, perhaps for want of memory. Resolve it" in failed["error"]
    done = entries(out)
    assert done < 10

    second = command(folder, out, model, "--resume")
    wait_for(lambda: entries(out) >= done + 1, second)
    second.send_signal(signal.SIGKILL)
    second.communicate()
    with (out / LOG).open("ab") as stream:
        stream.write(b'{"file": "1')  # as if killed while writing
    make(out / WORK, {"tmp/x.conll": "half"})
    done = {entry["file"] for entry in log_of_whole(out) if "error" not in entry}
    assert 1 < len(done) < 10

    summary = resolve_files([folder], out, settings, resume=True)
    assert (summary.done, summary.files, summary.failed) == (len(done), 10 - len(done), 0)
    resolve_files([folder], tmp_path / "whole", settings)
    assert results(out) == results(tmp_path / "whole")
    assert len(results(out)) == 10
    good = [entry["file"] for entry in log_of(out) if "error" not in entry]
    assert sorted(good) == sorted(set(good))
    assert len(good) == 10


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes as Linux shows them")
def test_processes_that_die_before_they_work(settings, tmp_path, monkeypatch):
    from corefpipe.batch import pool

    monkeypatch.setattr(pool, "begin", os._exit)  # with what is no exit code: they die at once
    folder = make(tmp_path / "in", {"a.txt": TEXT, "b.txt": TEXT, "c.txt": TEXT})
    with pytest.raises(CorefpipeError, match="processes end while they load the model"):
        resolve_files([folder], tmp_path / "out", settings, processes=2)


def command(folder: Path, out: Path, model: Path, *options: str, processes: int = 1) -> subprocess.Popen[str]:
    words = ["resolve", folder, "-o", out, "--format", "conll", "--model", model, "--processes", processes, *options]
    return subprocess.Popen(
        [sys.executable, "-m", "corefpipe", *map(str, words)],
        env={**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"},
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
        preexec_fn=heed_interrupts,
    )


def entries(out: Path) -> int:
    path = out / LOG
    return max(path.read_bytes().count(b"\n") - 1, 0) if path.exists() else 0


def log_of_whole(out: Path) -> list[dict]:
    whole, _, _ = (out / LOG).read_text(encoding="utf-8").rpartition("\n")
    return [json.loads(line) for line in whole.splitlines()][1:]


def workers_of(pid: int) -> list[int]:
    children = map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
    return [child for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def wait_for(condition, process: subprocess.Popen[str] | None = None, seconds: float = 60):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        assert process is None or process.poll() is None, process.communicate()
        time.sleep(0.02)
