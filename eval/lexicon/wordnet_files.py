"""Read the dictionary files of WordNet 3.0: their format is described in the manual page wndb(5WN)."""

from __future__ import annotations

import io
import re
import tarfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

FILES = {"noun": "n", "adjective": "a"}
SUFFIX = {"noun": "noun", "adjective": "adj"}


@dataclass(frozen=True, slots=True)
class Pointer:
    """A relation to the synset at an offset; `source` and `target` are word numbers from 1, or 0 for the synset."""

    symbol: str
    offset: str
    pos: str
    source: int
    target: int


@dataclass(frozen=True, slots=True)
class Synset:
    """A line of a data file, its words with spaces for underscores. A satellite is an adjective with a head synset."""

    offset: str
    file: int
    satellite: bool
    words: tuple[str, ...]
    pointers: tuple[Pointer, ...]
    gloss: str


@dataclass(frozen=True)
class Dictionary:
    """The parts of WordNet that the rebuild needs.

    Attributes:
        synsets: part of speech (noun, adjective) -> offset -> synset.
        senses: part of speech -> word in lower case, alphabetically -> its offsets, most frequent first.
        exceptions: part of speech -> inflected form -> base form.
        lower: words spelt in lower case, of all parts of speech.
        tags: word -> (part of speech: 1 noun, 2 verb, 3 to 5 others; number of the sense, from 1) -> count of
            its tags in the semantic concordances.
        license: the notice at the head of every file.
    """

    synsets: dict[str, dict[str, Synset]]
    senses: dict[str, dict[str, list[str]]]
    exceptions: dict[str, dict[str, str]]
    lower: set[str]
    tags: dict[str, Counter[tuple[int, int]]]
    license: str


def read_files(wordnet: Path | None, deb: Path | None) -> dict[str, str]:
    """Read the dictionary's files: name -> content."""
    if deb is None:
        folder = wordnet or Path("/usr/share/wordnet")
        return {path.name: path.read_text(encoding="utf-8") for path in sorted(folder.iterdir()) if path.is_file()}
    data = next(body for name, body in ar_members(deb.read_bytes()) if name.startswith("data.tar"))
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        return {
            Path(member.name).name: archive.extractfile(member).read().decode("utf-8")
            for member in archive
            if member.isfile() and member.name.lstrip("./").startswith("usr/share/wordnet/")
        }


def ar_members(data: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the name and content of each member of an `ar` archive."""
    at = len(b"!<arch>\n")
    while at < len(data):
        header, size = data[at : at + 60], int(data[at + 48 : at + 58])
        yield header[:16].decode("ascii").strip().rstrip("/"), data[at + 60 : at + 60 + size]
        at += 60 + size + size % 2


def read_dictionary(files: Mapping[str, str]) -> Dictionary:
    """Parse the files."""
    synsets = {pos: {s.offset: s for s in _synsets(files[f"data.{SUFFIX[pos]}"])} for pos in FILES}
    senses = {pos: dict(sorted(_index(files[f"index.{SUFFIX[pos]}"]))) for pos in FILES}
    exceptions = {
        pos: {
            fields[0].replace("_", " "): base
            for line in files[f"{SUFFIX[pos]}.exc"].splitlines()
            if (fields := line.split()) and (base := _first_known(fields[1:], senses[pos])) is not None
        }
        for pos in FILES
    }
    lower = {
        word
        for suffix in ("noun", "adj", "verb", "adv")
        for synset in _synsets(files[f"data.{suffix}"])
        for word in synset.words
        if word == word.lower()
    }
    tags: dict[str, Counter[tuple[int, int]]] = defaultdict(Counter)
    for line in files["cntlist.rev"].splitlines():
        key, number, count = line.split()
        word, sense = key.split("%")
        tags[word.replace("_", " ")][int(sense[0]), int(number)] += int(count)
    return Dictionary(synsets, senses, exceptions, lower, tags, _license(files["data.noun"]))


def _first_known(bases: list[str], known: Mapping[str, object]) -> str | None:
    return next((base for base in (b.replace("_", " ") for b in bases) if base in known), None)


def _synsets(text: str) -> Iterator[Synset]:
    for line in text.splitlines():
        if line.startswith("  "):
            continue
        head, gloss = line.split(" | ", 1)
        fields = head.split(" ")
        end = 4 + 2 * int(fields[3], 16)
        # An adjective may have a marker of its syntactic position, "galore(ip)".
        words = tuple(re.sub(r"\((?:a|p|ip)\)$", "", word).replace("_", " ") for word in fields[4:end:2])
        pointers = tuple(
            Pointer(symbol, offset, pos, int(places[:2], 16), int(places[2:], 16))
            for symbol, offset, pos, places in (
                fields[i : i + 4] for i in range(end + 1, end + 1 + 4 * int(fields[end]), 4)
            )
        )
        yield Synset(fields[0], int(fields[1]), fields[2] == "s", words, pointers, gloss.strip())


def _index(text: str) -> Iterator[tuple[str, list[str]]]:
    for line in text.splitlines():
        if not line.startswith("  "):
            fields = line.split()
            yield fields[0].replace("_", " "), fields[-int(fields[2]) :]


def _license(data: str) -> str:
    """The notice at the head of every file, without its line numbers."""
    lines = [line for line in data.splitlines()[:60] if line.startswith("  ")]
    return "\n".join(re.sub(r"^ +\d+ ?", "", line).rstrip() for line in lines).strip() + "\n"
