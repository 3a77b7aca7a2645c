"""Registered formats: built-in ones, one of the calling program, one of another package."""

import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TextIO

import pytest
from helpers import ROOT

from corefpipe.document import Document
from corefpipe.exceptions import FormatError, SettingError
from corefpipe.formats import FORMATS, Format, LineFormat, Reading, read, register_format, write
from corefpipe.formats.losses import CONTENTS
from corefpipe.formats.registry import format_by_extension, format_of_file

OWN = [
    "ace",
    "brat",
    "conll",
    "conllu",
    "docbin",
    "entities",
    "gap",
    "inline",
    "jsonl",
    "layer",
    "muc",
    "parquet",
    "quotations",
    "text",
    "winograd",
]

PLUGIN = """
from corefpipe.document import Document
from corefpipe.formats import Format, register_format


@register_format
class Words(Format):
    name = "words"
    extensions = (".words",)

    def read_file(self, path, reading):
        yield Document(path.stem, words=path.read_text().split())
"""


@pytest.fixture
def shouted() -> Iterator[None]:
    """A format defined by the calling program, registered for one test."""

    @register_format
    class Shouted(LineFormat):
        name = "shouted"
        extensions = (".shout",)
        signature = re.compile("SHOUTED")

        def read_lines(self, lines: Iterable[str], source: str, reading: Reading) -> Iterator[Document]:
            yield Document(source, words=[word for piece in lines for word in piece.lower().split()[1:]])

        def write_document(self, document: Document, stream: TextIO) -> None:
            stream.write(f"SHOUTED {' '.join(document.words).upper()}\n")

    yield
    FORMATS.own().pop("shouted")


def test_our_formats_come_first_in_alphabetical_order():
    assert list(FORMATS)[: len(OWN)] == OWN
    for form in FORMATS.values():
        assert form.reads or form.writes
        assert form.holds <= set(CONTENTS)
        assert form.lines == isinstance(form, LineFormat)


def test_a_format_that_can_only_be_read(tmp_path):
    with pytest.raises(SettingError, match=r"muc can only be read\. Writable formats are ace, brat, conll, conllu"):
        write(Document("d"), tmp_path / "x.muc")


def test_a_format_that_can_only_be_written(tmp_path):
    class Silent(LineFormat):
        name = "silent"
        extensions = (".silent",)

        def write_document(self, document: Document, stream: TextIO) -> None:
            stream.write("")

    form = Silent()
    assert (form.reads, form.writes) == (False, True)
    with pytest.raises(SettingError, match=r"silent can only be written\. Readable formats are ace, brat, conll"):
        form.read_file(tmp_path / "x.silent", Reading())


def test_an_own_format_is_written_and_read(shouted, tmp_path):
    path = tmp_path / "x.shout"
    write(Document("d", words=["hear", "me"]), path)
    assert path.read_text() == "SHOUTED HEAR ME\n"
    assert [document.words for document in read(path)] == [["hear", "me"]]
    # Recognised by its content, under another file extension.
    path.rename(tmp_path / "x.unknown")
    assert [document.words for document in read(tmp_path / "x.unknown")] == [["hear", "me"]]
    assert list(FORMATS)[-1] == "shouted"


def test_errors_list_an_own_format(shouted, tmp_path):
    (tmp_path / "x.unknown").write_text("nothing known")
    with pytest.raises(FormatError, match=r"unknown format; known are .*, winograd, shouted"):
        read(tmp_path / "x.unknown")
    with pytest.raises(
        SettingError, match=r"unknown format 'shouts'\. Did you mean shouted\? Valid are ace, .*shouted"
    ):
        read(tmp_path / "x.unknown", "shouts")


def test_a_name_is_given_once(shouted):
    with pytest.raises(SettingError, match="two entries for the format 'shouted'"):

        @register_format
        class Again(Format):
            name = "shouted"
            extensions = (".again",)


def test_a_format_of_another_package(tmp_path):
    metadata = tmp_path / "their_formats-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: their-formats\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text("[corefpipe_formats]\nwords = their_formats\n")
    (tmp_path / "their_formats.py").write_text(PLUGIN)
    (tmp_path / "x.words").write_text("a b c")
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from corefpipe.formats import FORMATS, read\n"
        "print([document.words for document in read(sys.argv[1] + '/x.words')])\n"
        "print(list(FORMATS)[-1])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "[['a', 'b', 'c']]\nwords\n"


def test_the_format_of_a_file(tmp_path):
    assert format_by_extension(Path("x.CONLLU.gz")) is FORMATS["conllu"]
    assert format_by_extension(Path("x.unknown")) is None
    (tmp_path / "x.conllu").write_text("#begin document (d); part 000\n#end document\n")
    assert format_of_file(tmp_path / "x.conllu") is FORMATS["conll"]
