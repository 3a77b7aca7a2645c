"""Recognise files that are no UTF-8 text by their first bytes, and say what they are and what to do."""

from __future__ import annotations

import re
from codecs import getincrementaldecoder

from corefpipe.formats.reading import Place

_SAVE = "Save it as plain text in UTF-8 (.txt)"
_UNPACK = "Unpack it, and give the files in it"
_NO_WORDS = "It contains no text to read"

# First bytes -> what the file is, and the cure. Of zip files the first names tell more.
_KINDS: tuple[tuple[bytes, str, str], ...] = (
    (rb"%PDF-", "a PDF document", "Convert it to text, for example with `pdftotext`"),
    (rb"PK\x03\x04(?=[\s\S]{0,4000}(?:word/|\[Content_Types\]))", "a Word or other Office document", _SAVE),
    (rb"PK\x03\x04[\s\S]{26}mimetypeapplication/epub", "an EPUB book", "Convert it to text, for example with `pandoc`"),
    (rb"PK\x03\x04[\s\S]{26}mimetypeapplication/vnd\.oasis", "an OpenDocument file", _SAVE),
    (rb"PK(?:\x03\x04|\x05\x06)", "a zip archive", _UNPACK),
    (rb"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an older Word or other Office document", _SAVE),
    (rb"\{\\rtf", "an RTF document", _SAVE),
    (rb"BZh[1-9]1AY&SY", "packed by bzip2", _UNPACK),
    (rb"\xfd7zXZ\x00", "packed by xz", _UNPACK),
    (rb"\x28\xb5\x2f\xfd", "packed by zstd", _UNPACK),
    (rb"7z\xbc\xaf\x27\x1c", "a 7z archive", _UNPACK),
    (rb"[\s\S]{257}ustar", "a tar archive", _UNPACK),
    (rb"\x89PNG\r\n\x1a\n|\xff\xd8\xff|GIF8[79]a|RIFF[\s\S]{4}WEBP", "an image", _NO_WORDS),
    (rb"\x7fELF", "a program", _NO_WORDS),
    (rb"SQLite format 3\x00", "an SQLite database", "Export the texts"),
)
_PATTERNS = [(re.compile(pattern), kind, cure) for pattern, kind, cure in _KINDS]
_CONTROLS = bytes({*range(32)} - {*b"\t\n\v\f\r\x1b"})
_SAMPLE = 4096
"""Number of bytes in which characters that text does not have are counted."""


def refuse_binary(beginning: bytes, place: Place) -> None:
    """Raise an error for a file that is no text, by its first bytes; text in Latin-1 and the like passes.

    Raises:
        FormatError: the file is binary or UTF-16; the error says what it is, and what to do.
    """
    encoding = _utf16(beginning)
    if encoding:
        cure = f"Convert the file: `{place.conversion(f'iconv -f {encoding} -t utf8')}`"
        raise place.error("the file is UTF-16, not UTF-8", cure, 1)
    for pattern, kind, cure in _PATTERNS:
        if pattern.match(beginning):
            raise place.error(f"the file is {kind}, not text", cure)
    if _is_binary(beginning):
        raise place.error("the file is binary, not text", "Give a text, or a file in one of the formats")


def is_binary(beginning: bytes) -> bool:
    """Whether a file that begins like this is no text, or UTF-16."""
    try:
        refuse_binary(beginning, Place(""))
    except ValueError:
        return True
    return False


def _utf16(beginning: bytes) -> str:
    """The name of the encoding, if it is UTF-16: text with a byte order mark, or with 0 as every other byte."""
    sample = beginning[:_SAMPLE]
    if sample.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16" if _is_text(sample, "utf-16") else ""
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    for encoding, zeros, others in (("utf-16le", odd, even), ("utf-16be", even, odd)):
        if zeros > len(sample) // 4 and others <= len(sample) // 100 and _is_text(sample, encoding):
            return encoding
    return ""


def _is_text(sample: bytes, encoding: str) -> bool:
    """Whether bytes are characters in that encoding, and hardly any of them control characters."""
    text = sample.decode(encoding, "ignore").encode("utf-8", "ignore")
    return bool(text) and _n_controls(text) <= len(text) // 50


def _n_controls(sample: bytes) -> int:
    return len(sample) - len(sample.translate(None, _CONTROLS))


def _is_binary(beginning: bytes) -> bool:
    """Whether there are so many control characters, or so many in what is not UTF-8, that it cannot be text."""
    sample = beginning[:_SAMPLE]
    controls = _n_controls(sample)
    try:
        getincrementaldecoder("utf-8")().decode(sample)
    except UnicodeDecodeError:
        return controls > len(sample) // 50
    return controls > len(sample) * 3 // 4
