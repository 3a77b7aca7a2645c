"""Spoilt files: thousands of seeded mutations of the samples raise our exception or are read, and nothing else."""

from __future__ import annotations

import random
import time

import pytest
from helpers.documents import SAMPLES

from corefpipe.errors import FormatError
from corefpipe.formats import FORMATS, ReadReport, read
from corefpipe.formats.tokens import tokenize

MUTATIONS = 10_000
SAMPLE = {"gap": "gap.tsv"}
_PIECES = [b"(", b")", b"|", b"-", b"_", b"*", b"\t", b"\n", b"\r\n", b" ", b"0", b"1", b"-1", b"99999999999999999999"]
_PIECES += [
    b"(1",
    b"1)",
    b"(1)",
    b"e1[1/2]",
    b"<",
    b">",
    b"</",
    b"&",
    b"&amp;",
    b"<!ENTITY",
    b'"',
    b"[",
    b"]",
    b"{",
    b"}",
]
_PIECES += [b"#", b"# newdoc", b"#begin document", b"#end document", b"\x00", b"\xff", b"\xef\xbb\xbf", "é".encode()]
_PIECES += [b"null", b"true", b"1e999", b"T1", b"R1", b"\xe2\x80\xa8", b"\xed\xa0\x80", b"Entity=", b"SpaceAfter=No"]


def mutated(data: bytes, chance: random.Random) -> bytes:
    """The data with one to four places cut out, doubled, moved, overwritten or filled with something odd."""
    for _ in range(chance.randint(1, 4)):
        start = chance.randrange(len(data) + 1)
        end = min(len(data), start + chance.choice([1, 1, 2, 5, 30, 200]))
        match chance.randrange(6):
            case 0:
                data = data[:start] + data[end:]
            case 1:
                data = data[:end] + data[start:]
            case 2:
                data = data[:start] + chance.choice(_PIECES) + data[end:]
            case 3:
                data = data[:start] + chance.choice(_PIECES) + data[start:]
            case 4:
                data = data[:start]
            case 5:
                other = chance.randrange(len(data) + 1)
                data = data[:other] + data[start:end] + data[other:]
    return data


@pytest.mark.parametrize("name", [form.name for form in FORMATS.values() if form.reads])
def test_mutations(tmp_path, name):
    form = FORMATS[name]
    source = SAMPLES / SAMPLE.get(name, f"ferry{form.extensions[0]}")
    path = tmp_path / source.name
    files = [source] if form.companion_of(source) is None else [source, form.companion_of(source)]
    contents = {tmp_path / file.name: file.read_bytes() for file in files}
    for file, data in contents.items():
        file.write_bytes(data)
    tokenize("spaCy is imported here, not in the time that is taken")
    chance = random.Random(name)
    failed, helpful, slowest = 0, True, 0.0
    for number in range(MUTATIONS):
        # Of two files every third time that of the text.
        file = list(contents)[number % 3 == 2 and len(contents) > 1]
        file.write_bytes(mutated(contents[file], chance))
        begun = time.perf_counter()
        try:
            documents = list(read(path, name, repeats="keep"))
        except FormatError as error:
            failed += 1
            helpful = helpful and bool(error.file and error.cure)
            if number % 20 == 0:  # what is left out is told, and what is passed on is whole
                report = ReadReport()
                documents = list(read(path, name, repeats="keep", on_error="skip", report=report))
                assert report.skipped
                assert report.documents == len(documents)
        if len(contents) > 1:
            file.write_bytes(contents[file])
        slowest = max(slowest, time.perf_counter() - begun)
        for document in documents:
            assert all(0 <= m.start < m.end <= len(document.words) for m in document.mentions)
    assert helpful
    if name != "text":
        assert 0 < failed < MUTATIONS
    assert slowest < 10
