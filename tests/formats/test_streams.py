"""read_stream, and paths that can be read only once: standard input, pipes."""

import gzip
import io
import os
import subprocess
import sys
import threading

import pytest
from helpers import ROOT

from corefpipe.exceptions import FormatError, SettingError
from corefpipe.formats import FORMATS, ReadReport, read, read_stream

STREAMS = [form.name for form in FORMATS.values() if form.lines and form.reads]


class Once(io.RawIOBase):
    """A stream that gives few bytes at a time, and cannot be rewound, as a pipe."""

    def __init__(self, content):
        self._rest = content

    def readable(self):
        return True

    def readinto(self, buffer):
        piece = self._rest[: min(7, len(buffer))]
        self._rest = self._rest[len(piece) :]
        buffer[: len(piece)] = piece
        return len(piece)


@pytest.mark.parametrize("name", STREAMS)
@pytest.mark.parametrize("packed", [False, True])
def test_the_format_of_a_stream_is_told_by_its_content(samples, name, packed):
    path = samples / f"ferry{FORMATS[name].extensions[0]}"
    raw = path.read_bytes()
    stream = io.BufferedReader(Once(gzip.compress(raw) if packed else raw))
    report = ReadReport()
    assert list(read_stream(stream, "ferry", report=report)) == list(read(path))
    assert report.documents == 1
    assert not stream.closed


def test_errors_name_the_stream():
    with pytest.raises(FormatError, match=r"standard input:1 \(document d\): `#begin document` in line 2 comes before"):
        list(read_stream(io.BytesIO(b"#begin document (d)\n#begin document (e)\n"), "standard input"))
    with pytest.raises(FormatError, match="standard input: the file is a PDF document"):
        list(read_stream(io.BytesIO(b"%PDF-1.7\n"), "standard input"))
    with pytest.raises(SettingError, match="unknown format 'x'"):
        read_stream(io.BytesIO(b""), "standard input", "x")


def test_what_needs_a_file_is_not_read_from_a_stream(samples):
    for name in ("gap.tsv", "ferry.muc"):
        with pytest.raises(FormatError, match=r"cannot be read from a stream\. Write it to a file, and give that"):
            list(read_stream(io.BytesIO((samples / name).read_bytes()), "standard input"))


@pytest.mark.parametrize("name", ["ferry.conll", "ferry.conllu", "ferry.txt"])
def test_a_named_pipe_is_opened_once(samples, tmp_path, name):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    content = (samples / name).read_bytes()
    writer = threading.Thread(target=pipe.write_bytes, args=(content,), daemon=True)
    writer.start()
    (found,) = read(pipe)
    writer.join(timeout=10)
    (wanted,) = read(samples / name)
    assert (found.words, found.text, found.mentions) == (wanted.words, wanted.text, wanted.mentions)


@pytest.mark.parametrize("piped", [True, False])
def test_standard_input_by_its_path(samples, piped):
    code = "import corefpipe; (found,) = corefpipe.read('/dev/stdin'); print(found.name, len(found.mentions))"
    with (samples / "ferry.conll").open("rb") as file:
        done = subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
            **({"input": file.read().decode()} if piped else {"stdin": file}),
        )
    assert done.stdout.split()[0] == "ferry"
