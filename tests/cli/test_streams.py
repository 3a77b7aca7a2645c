"""`corefpipe resolve --follow` and `--stream` as a user runs them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from contextlib import contextmanager

import pytest
from helpers.processes import start_python, wait_for
from helpers.streams import mentions_of, rebuilt

from corefpipe import Stream, resolve
from corefpipe.formats import read

LINES = [
    "Mary Bell lost her keys.",
    "",
    "She found them under the mat.",
    "Her brother Tom laughed.",
    "He had hidden them there.",
    "Mary did not laugh.",
]
TEXT = "".join(f"{line}\n" for line in LINES)


def records_of(out: str) -> list[dict]:
    return [json.loads(line) for line in out.splitlines()]


@contextmanager
def following(*options):
    """A running `corefpipe resolve --follow`, killed at the end if it still runs."""
    pipe = subprocess.PIPE
    arguments = ("-m", "corefpipe", "resolve", "--follow", *options)
    process = start_python(*arguments, stdin=pipe, stdout=pipe, stderr=pipe)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def say(process, line: str) -> dict:
    """Write a line, and read its record."""
    process.stdin.write(f"{line}\n")
    process.stdin.flush()
    return json.loads(process.stdout.readline())


@pytest.fixture(scope="module")
def expected() -> dict:
    """The chains that a stream finds in the lines."""
    stream = Stream()
    for line in LINES:
        stream.append(f"{line}\n")
    return mentions_of(stream.chains())


@pytest.mark.slow
def test_each_line_has_its_record_at_once(expected):
    with following() as process:
        records = [say(process, line) for line in LINES]
        assert [record["line"] for record in records] == [1, 2, 3, 4, 5, 6]
        assert [record["sentences"] for record in records] == [1, 1, 2, 3, 4, 5]
        assert records[1]["start"] == records[1]["end"]
        assert "Mary Bell" in {mention["text"] for mention in records[0]["mentions"]}
        assert rebuilt(records) == expected
        out, err = process.communicate()
        assert (out, err, process.returncode) == ("", "", 0)


@pytest.mark.slow
def test_a_killed_one_goes_on(tmp_path, expected):
    """After SIGKILL the state has what was written up to some line; the rest is sent again, with the same result."""
    state = tmp_path / "state"
    with following("--state", state) as process:
        records = [say(process, line) for line in LINES[:3]]
        wait_for(state.exists, process)
        records.append(say(process, LINES[3]))
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert not list(tmp_path.glob("*.tmp"))
    with following("--state", state) as process:
        resumed = json.loads(process.stdout.readline())
        assert resumed["resumed"]
        assert 1 <= resumed["line"] <= 4
        again = [resumed, *(say(process, line) for line in LINES[resumed["line"] :])]
    assert again[-1]["line"] == 6
    assert rebuilt(again) == expected
    assert rebuilt([*records[: resumed["line"]], *again[1:]]) == expected


@pytest.mark.slow
def test_a_terminated_one_leaves_the_last_state(tmp_path, expected):
    state = tmp_path / "state"
    with following("--state", state) as process:
        for line in LINES[:4]:
            say(process, line)
        process.terminate()
        assert process.wait(60) == 143
        assert "Traceback" not in process.stderr.read()
    stream = Stream.from_disk(state)
    assert stream.pieces == 4
    for line in LINES[4:]:
        stream.append(f"{line}\n")
    assert mentions_of(stream.chains()) == expected


@pytest.mark.slow
def test_a_reader_that_goes(tmp_path):
    """The state has no line whose record was not read."""
    state = tmp_path / "state"
    with following("--state", state) as process:
        say(process, LINES[0])
        wait_for(state.exists, process)
        process.stdout.close()
        process.stdin.write(f"{LINES[2]}\n")
        process.stdin.flush()
        assert process.wait(60) == 1
        process.stdout = None
    assert Stream.from_disk(state).pieces == 1


@pytest.mark.slow
def test_an_interrupted_one_that_reads_a_named_pipe_leaves_its_state(tmp_path):
    pipe, state = tmp_path / "pipe", tmp_path / "state"
    os.mkfifo(pipe)
    with following(pipe, "--state", state) as process, pipe.open("w", encoding="utf-8") as writer:
        writer.write(f"{LINES[0]}\n")
        writer.flush()
        assert json.loads(process.stdout.readline())["line"] == 1
        process.send_signal(signal.SIGINT)  # while it waits for the next line
        assert process.wait(60) == 0
        assert "Traceback" not in process.stderr.read()
    assert Stream.from_disk(state).pieces == 1


@pytest.mark.slow
def test_a_file_that_grows_between_two_runs(run, tmp_path, expected):
    log, state = tmp_path / "chat.log", tmp_path / "state"
    log.write_text(f"{LINES[0]}\n{LINES[1]}\n", encoding="utf-8")
    code, first, err = run("resolve", "--follow", log, "--state", state)
    assert (code, err) == (0, "")
    log.write_text(TEXT, encoding="utf-8")
    code, second, _ = run("resolve", "--follow", log, "--state", state)
    assert code == 0
    assert [record["line"] for record in records_of(second)] == [2, 3, 4, 5, 6]
    assert rebuilt(records_of(second)) == rebuilt(records_of(first + second)) == expected
    code, out, _ = run("resolve", "--follow", log, "--state", state)  # nothing new
    assert [record.get("resumed") for record in records_of(out)] == [True]
    log.write_text("Short.\n", encoding="utf-8")
    assert (
        "the state has 6 lines, and the file 1. Give the file" in run("resolve", "--follow", log, "--state", state)[2]
    )


def test_speakers_are_those_of_a_dialogue(run, stdin):
    """Line by line the chains are those of the whole dialogue."""
    lines = ["Ann Bell: I lost my keys.", "Bob: Did you look under the mat?", "Ann Bell: I did.", "They are gone."]
    text = "".join(f"{line}\n" for line in lines)
    stdin(text.encode())
    code, out, _ = run("resolve", "--follow", "--speakers")
    assert code == 0
    assert [record["speaker"] for record in records_of(out)] == ["Ann Bell", "Bob", "Ann Bell", "Ann Bell"]
    found: dict[str, set] = {}
    for span, entity in rebuilt(records_of(out)).items():
        found.setdefault(entity, set()).add(span)
    whole = {frozenset(mention.span for mention in chain) for chain in resolve(text).chains().values()}
    assert set(map(frozenset, found.values())) == whole


@pytest.mark.slow
def test_bad_lines_and_states(run, stdin, tmp_path):
    state = tmp_path / "state"
    stdin(b"Ann lost it.\nBob \xff\n")
    code, _, err = run("resolve", "--follow")
    assert code == 2
    assert "standard input:2: byte 5 of the line, 0xFF, is not UTF-8" in err
    state.write_bytes(b"no state")
    stdin(b"Ann lost it.\n")
    code, out, err = run("resolve", "--follow", "--state", state)
    assert (code, out) == (2, "")
    assert "no state of a stream" in err
    state.unlink()
    run("resolve", "--follow", "--state", state, "--window", "50")
    code, _, err = run("resolve", "--follow", "--state", state, "--window", "all")
    assert code == 2
    assert "was begun with --window 50. Leave out --window" in err


@pytest.mark.parametrize("target", ["jsonl", "conll", "txt"])
def test_a_text_in_parts(run, samples, tmp_path, target):
    """With a window of all words, which are revised, the chains are those of the whole."""
    out = tmp_path / f"out.{target}"
    options = ("--stream", "--window", "all", "--revise", "all")
    assert run("resolve", samples / "bakery.txt", *options, "-o", out) == (0, "", "")
    run("resolve", samples / "bakery.txt", "-o", tmp_path / f"whole.{target}")
    if target == "txt":
        assert out.read_text() == (tmp_path / "whole.txt").read_text()
        return
    (found,), (whole,) = read(out), read(tmp_path / f"whole.{target}")
    assert (found.name, found.words) == ("bakery", whole.words)
    chains = [{frozenset(m.span for m in chain) for chain in one.chains().values()} for one in (found, whole)]
    assert chains[0] == chains[1]


@pytest.mark.slow
@pytest.mark.usefixtures("small_blocks")
def test_updates_of_a_text(run, stdin, samples, tmp_path):
    long = (samples / "bakery.txt").read_text(encoding="utf-8") * 15
    path = tmp_path / "long.txt"
    path.write_text(long, encoding="utf-8")
    code, out, err = run("resolve", path, "--stream", "--format", "updates")
    assert (code, err) == (0, "")
    records = records_of(out)
    assert len(records) > 1
    assert {record["document"] for record in records} == {"long"}
    run("resolve", path, "--stream", "-o", tmp_path / "out.jsonl")
    (document,) = read(tmp_path / "out.jsonl")
    assert set(rebuilt(records)) == {mention.span for mention in document.mentions}
    assert run("resolve", path, "--stream", "-o", tmp_path / "out.updates") == (0, "", "")
    assert (tmp_path / "out.updates").read_text(encoding="utf-8") == out
    stdin(long.encode())
    out = run("resolve", "--stream", "--format", "updates")[1]
    assert [{**record, "document": "long"} for record in records_of(out)] == records


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--follow", "--stream"), "both --follow and --stream are given"),
        (("--state", "x"), "--state is for texts that grow. Add --follow"),
        (("--revise", "1"), "--revise is for texts that grow. Add --follow"),
        (("--stream", "--speakers"), "--speakers is for texts that grow. Add --follow"),
        (("--follow", "--window", "-1"), "--window is '-1'. Give a number from 0, or all"),
        (("--follow", "--text", "Ann."), "--text does not go with"),
        (("--follow", "-o", "x.jsonl"), "--out does not go with"),
        (("--stream", "--processes", "2"), "--processes does not go with"),
        (("--stream", "--read-as", "book"), "--read-as does not go with"),
        (("--stream", "-o", "folder"), "not into the folder folder. Add -o folder.jsonl"),
        (("--follow", "--state", "no-folder/x"), "no-folder/x: the file cannot be written"),
        (("--follow", "no-such-file"), "no such file"),
    ],
)
def test_wrong_options(run, options, message):
    code, out, err = run("resolve", *options)
    assert (code, out) == (2, "")
    assert message in err


def test_annotated_files_are_no_plain_text(run, samples):
    assert "only plain text is resolved part by part" in run("resolve", "--stream", samples / "ferry.conllu")[2]
    assert "a second file does not go" in run("resolve", "--follow", samples / "ferry.txt", samples / "bakery.txt")[2]
