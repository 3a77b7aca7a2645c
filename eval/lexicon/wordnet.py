"""Rebuild the files derived from WordNet 3.0: wordnet.npz, places.tsv, demonyms.tsv, WORDNET_LICENSE.

Usage: python eval/lexicon/wordnet.py [--wordnet FOLDER | --deb FILE] [--out FOLDER]

FOLDER (default /usr/share/wordnet) is an installed dictionary: data.noun, index.noun, noun.exc … FILE is Debian's
package wordnet-base 3.0. The same dictionary and the same zlib give the same bytes.
"""

from __future__ import annotations

import argparse
import io
import re
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np
from wordnet_files import FILES, Dictionary, Synset, read_dictionary, read_files
from wordnet_places import demonyms, places, write_rows

from corefpipe.lexicon.wordnet import GENDERS, SUPERSENSES

OUT = Path(__file__).parents[2] / "corefpipe" / "lexicon" / "en"
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
