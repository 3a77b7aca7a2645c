"""Rebuild the files derived from WordNet 3.0: wordnet.npz, places.tsv, demonyms.tsv, WORDNET_LICENSE.

Usage: python eval/lexicon/wordnet.py [--wordnet FOLDER | --deb FILE] [--out FOLDER]

FOLDER (default /usr/share/wordnet) is an installed dictionary: data.noun, index.noun, noun.exc … FILE is Debian's
package wordnet-base 3.0. The same dictionary and the same zlib give the same bytes.
"""

from __future__ import annotations

import argparse
import io
import re
import tarfile
import zipfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from wordnet_places import demonyms, places, write_rows

from corefpipe.lexicon.wordnet import GENDERS, SUPERSENSES

OUT = Path(__file__).parents[2] / "corefpipe" / "lexicon" / "en"
FILES = {"noun": "n", "adjective": "a"}
SUFFIX = {"noun": "noun", "adjective": "adj"}
UP = ("@", "@i")  # hypernym, instance hypernym
PERSON = SUPERSENSES.index("person")
MALE, FEMALE = (GENDERS.index(name) for name in ("male", "female"))
# A gloss that says whether a person is male or female: "a male sovereign", "a dirty untidy woman", "a landlord who is a
# woman". At most four words precede the match, and it is not in another phrase or clause, except "who is".
SEX = (
    "(?P<male>male|man|boy|gentleman|husband|father|brother|son|king|nobleman|monk|widower|bachelor)|"
    "(?P<female>female|woman|girl|lady|wife|mother|sister|daughter|queen|noblewoman|nun|widow|heroine|actress)"
)
GLOSS = re.compile(
    r"^(?:\([^)]*\) *)?(?:.* who is (?:an? )?)?"
    r"(?:(?!(?:or|and|of|for|to|in|on|by|with|from|at|between|as|who|that|whose|which|enlisted)\b)[\w-]+ +){0,4}?"
    rf"(?:{SEX})\b(?! *(?:or|and)\b|['/-])"
)


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
    """Parse the files; the format is described in the manual page wndb(5WN)."""
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


def build_arrays(dictionary: Dictionary) -> dict[str, np.ndarray]:
    """Build the arrays that `corefpipe.lexicon.wordnet.WordNet` reads."""
    words = [(pos, word) for pos in FILES for word in dictionary.senses[pos]]
    number = {word: i for i, word in enumerate(words)}
    synsets = [(pos, synset) for pos in FILES for _, synset in sorted(dictionary.synsets[pos].items())]
    row = {(pos, synset.offset): i for i, (pos, synset) in enumerate(synsets)}
    senses = [[row[pos, offset] for offset in dictionary.senses[pos][word]] for pos, word in words]
    above = [_above(pos, synset, row) for pos, synset in synsets]
    antonyms = sorted(
        (number[pos, synset.words[p.source - 1].lower()], i, number[pos, other.words[p.target - 1].lower()], j)
        for i, (pos, synset) in enumerate(synsets)
        for p in synset.pointers
        if p.symbol == "!"
        for j in [row[pos, p.offset]]
        for other in [synsets[j][1]]
    )
    return {
        **{f"{pos}s": _text(dictionary.senses[pos]) for pos in FILES},
        **{
            f"{pos}_exceptions": _text(f"{a}\t{b}" for a, b in sorted(dictionary.exceptions[pos].items()))
            for pos in FILES
        },
        "sense_counts": np.array([len(s) for s in senses], dtype=np.uint8),
        "senses": np.array([s for some in senses for s in some], dtype=np.int32),
        "above_counts": np.array([len(a) for a in above], dtype=np.uint8),
        "above": np.array([a for some in above for a in some], dtype=np.int32),
        "antonyms": np.array(antonyms, dtype=np.int32),
        "supersense": np.array([_supersense(synset) for _, synset in synsets], dtype=np.uint8),
        "gender": _genders([synset for _, synset in synsets], above),
    }


def _text(lines: Iterator[str] | Mapping[str, object]) -> np.ndarray:
    return np.frombuffer("\n".join(lines).encode("ascii"), dtype=np.uint8)


def _above(pos: str, synset: Synset, row: Mapping[tuple[str, str], int]) -> list[int]:
    """Rows of the hypernyms; for a satellite adjective, of its head."""
    up = ("&",) if synset.satellite else UP
    return [row[pos, p.offset] for p in synset.pointers if p.symbol in up]


def _supersense(synset: Synset) -> int:
    named = [SUPERSENSES.index(word) for word in synset.words if word in SUPERSENSES[4:]]
    return named[0] if synset.file == SUPERSENSES.index("Tops") and named else synset.file


def _genders(synsets: list[Synset], above: list[list[int]]) -> np.ndarray:
    """Indices into GENDERS: from the gloss, else from the hypernyms if they agree.

    The gender from a gloss with "man" ("a man who works in a quarry") is not inherited by hyponyms.
    """
    found: dict[int, tuple[int, bool]] = {}

    def gender(i: int) -> tuple[int, bool]:
        """The gender of a synset, and whether its hyponyms inherit it."""
        if i not in found:
            synset = synsets[i]
            match = GLOSS.match(synset.gloss.split(";")[0].lower()) if _supersense(synset) == PERSON else None
            if {"male person", "female person"} & set(synset.words):
                found[i] = (FEMALE if "female person" in synset.words else MALE), True
            elif match:
                found[i] = (MALE if match["male"] else FEMALE), match["male"] != "man"
            else:
                inherited = {sex for sex, holds in map(gender, above[i]) if sex and holds}
                found[i] = (inherited.pop() if len(inherited) == 1 else 0), True
        return found[i]

    return np.array([gender(i)[0] for i in range(len(synsets))], dtype=np.uint8)


def write_arrays(arrays: Mapping[str, np.ndarray], file: Path) -> None:
    """Write a reproducible .npz, without a timestamp."""
    with zipfile.ZipFile(file, "w") as archive:
        for name, array in arrays.items():
            entry = zipfile.ZipInfo(f"{name}.npy", date_time=(1980, 1, 1, 0, 0, 0))
            entry.compress_type, entry.create_system, entry.external_attr = zipfile.ZIP_DEFLATED, 3, 0o644 << 16
            content = io.BytesIO()
            np.lib.format.write_array(content, array, allow_pickle=False)
            archive.writestr(entry, content.getvalue(), compresslevel=9)


def main() -> None:
    """Read the options, write the files."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wordnet", type=Path, help="folder of an installed WordNet 3.0")
    parser.add_argument("--deb", type=Path, help="Debian's package wordnet-base")
    parser.add_argument("--out", type=Path, default=OUT)
    options = parser.parse_args()
    dictionary = read_dictionary(read_files(options.wordnet, options.deb))
    write_arrays(build_arrays(dictionary), options.out / "wordnet.npz")
    known = places(dictionary)
    write_rows(options.out / "places.tsv", "name, kind", known.rows)
    write_rows(options.out / "demonyms.tsv", "demonym, place", demonyms(dictionary, known))
    (options.out / "WORDNET_LICENSE").write_text(dictionary.license, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
