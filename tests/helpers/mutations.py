"""Damaged copies of sample files, and the outcome of reading them."""

from __future__ import annotations

import io
import random
import re
import time
import zlib
from dataclasses import dataclass
from pathlib import Path

from corefpipe.exceptions import FormatError
from corefpipe.formats import FORMATS, ReadReport, read
from helpers.documents import SAMPLES

READABLE = [form.name for form in FORMATS.values() if form.reads]

PIECES = [b"(", b")", b"|", b"-", b"_", b"*", b"\t", b"\n", b"\r\n", b" ", b"0", b"1", b"-1", b"99999999999999999999"]
PIECES += [b"(1", b"1)", b"(1)", b"e1[1/2]", b"<", b">", b"</", b"&", b"&amp;", b"<!ENTITY", b'"', b"[", b"]", b"{"]
PIECES += [b"}", b"#", b"# newdoc", b"#begin document", b"#end document", b"\x00", b"\xff", b"\xef\xbb\xbf"]
PIECES += ["é".encode(), b"null", b"true", b"1e999", b"T1", b"R1", b"\xe2\x80\xa8", b"\xed\xa0\x80", b"Entity="]
PIECES += [b"SpaceAfter=No"]
_STRUCTURE = re.compile(rb"[\t\n()|<>\[\]{}\"=#:,;-]|\d+")


@dataclass
class Outcome:
    """Outcome of reading damaged files.

    Attributes:
        failed: number of files that were rejected with an error.
        helpful: whether every error named the file and a remedy.
        slowest: seconds spent on the slowest file.
    """

    failed: int = 0
    helpful: bool = True
    slowest: float = 0.0


def mutated(data: bytes, chance: random.Random) -> bytes:
    """Copy of the data with one to four places deleted, duplicated, moved, overwritten or filled with odd bytes.

    Half of the places are structural: at separators, brackets and numbers.
    """
    for _ in range(chance.randint(1, 4)):
        start = chance.randrange(len(data) + 1)
        if chance.random() < 0.5 and (found := _STRUCTURE.search(data, start)):
            start = found.start()
        end = min(len(data), start + chance.choice([1, 1, 2, 5, 30, 200]))
        match chance.randrange(6):
            case 0:
                data = data[:start] + data[end:]
            case 1:
                data = data[:end] + data[start:]
            case 2:
                data = data[:start] + chance.choice(PIECES) + data[end:]
            case 3:
                data = data[:start] + chance.choice(PIECES) + data[start:]
            case 4:
                data = data[:start]
            case 5:
                other = chance.randrange(len(data) + 1)
                data = data[:other] + data[start:end] + data[other:]
    return data


def _packed_mutation(data: bytes, chance: random.Random) -> bytes:
    """Copy of zlib-compressed data with one to four bytes of its content overwritten.

    zlib detects damage to the compressed bytes, and msgpack detects moved bytes: neither would test our reader.
    """
    content = bytearray(zlib.decompress(data))
    for _ in range(chance.randint(1, 4)):
        content[chance.randrange(len(content))] = chance.randrange(256)
    return zlib.compress(content, 1)


_ODD: dict[type, list[object]] = {str: [None, "", " "], int: [None, -1, 0, 99]}


def _table_mutation(data: bytes, chance: random.Random) -> bytes:
    """Copy of a Parquet file with a value of one to four columns changed; other damage is found by its checksums."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    table = pq.read_table(io.BytesIO(data))
    (row,) = table.to_pylist()
    for name in chance.sample(table.column_names, chance.randint(1, 4)):
        values = row[name]
        match chance.randrange(3) if isinstance(values, list) and values else 3:
            case 0:
                values[chance.randrange(len(values))] = chance.choice(_ODD.get(type(values[0]), [None]))
            case 1:
                values.pop(chance.randrange(len(values)))
            case 2:
                values.append(values[0])
            case 3:
                row[name] = None
    stream = io.BytesIO()
    pq.write_table(pa.Table.from_pylist([row], table.schema), stream)
    return stream.getvalue()


_OWN_SAMPLES = {"gap": "gap.tsv", "winograd": "schemas.winograd.jsonl"}
_DEEPER = {"docbin": _packed_mutation, "parquet": _table_mutation}


def sample_of(name: str) -> Path:
    """The sample of a format."""
    return SAMPLES / _OWN_SAMPLES.get(name, f"ferry{FORMATS[name].extensions[0]}")


def read_mutations(name: str, folder: Path, mutations: int) -> Outcome:
    """Read seeded mutations of a format's sample; documents read must be valid, and omissions must be reported.

    Args:
        name: name of the format.
        folder: an empty folder for the files.
        mutations: number of mutations.
    """
    form = FORMATS[name]
    source = sample_of(name)
    path = folder / source.name
    companion = form.companion_of(source)
    contents = {folder / file.name: file.read_bytes() for file in (source, companion) if file is not None}
    for file, data in contents.items():
        file.write_bytes(data)
    list(read(path, name, repeats="keep"))  # so that imports are not timed below
    chance = random.Random(name)
    outcome = Outcome()
    for number in range(mutations):
        # With two files, every third mutation is of the second one.
        file = list(contents)[number % 3 == 2 and len(contents) > 1]
        mutate = _DEEPER.get(name, mutated) if number % 2 else mutated
        file.write_bytes(mutate(contents[file], chance))
        begun = time.perf_counter()
        try:
            documents = list(read(path, name, repeats="keep"))
        except FormatError as error:
            outcome.failed += 1
            outcome.helpful = outcome.helpful and bool(error.file and error.cure)
            report = ReadReport()
            documents = list(read(path, name, repeats="keep", on_error="skip", report=report))
            assert report.skipped
            assert report.documents == len(documents)
        outcome.slowest = max(outcome.slowest, time.perf_counter() - begun)
        file.write_bytes(contents[file])
        for document in documents:
            assert all(0 <= m.start < m.end <= len(document.words) for m in document.mentions)
    return outcome
