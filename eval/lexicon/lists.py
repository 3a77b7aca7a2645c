"""Rebuild first_names.tsv and surnames.txt from the name lists of the 1990 US Census.

Usage: python eval/lexicon/lists.py NAMES [--wordnet FOLDER] [--out FOLDER]

NAMES is a folder with dist.male.first, dist.female.first and dist.all.last, as in the sdist of the PyPI package "names"
0.3.0. The lists are a work of the US government, in the public domain. WordNet is used to find the names that
are ordinary words.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path

from corefpipe.lexicon import Lexicon, load_lexicon

OUT = Path(__file__).parents[2] / "corefpipe" / "lexicon" / "en"
# A first name is male or female if it is this many times as frequent among men or women, else "either".
SURE = 5.0
# Per cent of men or women. Rarer first names are left out if they are also ordinary words: "so", "king", "china".
RARE = 0.02
SURNAMES = 10_000
# Surnames after this rank are left out if they are also ordinary words: "house", "record".
FREQUENT = 500
HEADER = """\
# {what}
# Source: {files} of the US Census of 1990, by eval/lexicon/lists.py.
# Licence: public domain, a work of the US government.
"""


def main() -> None:
    """Read the options, write both lists."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("names", type=Path)
    parser.add_argument("--wordnet", type=Path, default=Path("/usr/share/wordnet"))
    parser.add_argument("--out", type=Path, default=OUT)
    args = parser.parse_args()
    lexicon = load_lexicon()
    closed, open_ = closed_words(lexicon), open_words(lexicon) | wordnet_words(args.wordnet)
    men, women = (read_names(args.names / f"dist.{gender}.first") for gender in ("male", "female"))
    write(
        args.out / "first_names.tsv",
        "First names, male, female or either, and the share of men among those so named.",
        "dist.male.first and dist.female.first",
        first_names(men, women, closed, open_),
    )
    write(
        args.out / "surnames.txt",
        f"The {SURNAMES} most frequent surnames, without function words, dates, numbers, and the rarer ordinary words.",
        "dist.all.last",
        surnames(list(read_names(args.names / "dist.all.last")), closed, open_),
    )


def first_names(men: dict[str, float], women: dict[str, float], closed: set[str], open_: set[str]) -> list[str]:
    """Rows of name, gender, share of men."""
    rows = []
    for name in sorted(men.keys() | women.keys()):
        man, woman = men.get(name, 0.0), women.get(name, 0.0)
        if name in closed or (name in open_ and man + woman < RARE):
            continue
        gender = "male" if man >= SURE * woman else "female" if woman >= SURE * man else "either"
        rows.append(f"{name}\t{gender}\t{man / (man + woman):.3g}")
    return rows


def surnames(names: list[str], closed: set[str], open_: set[str]) -> list[str]:
    """Return the names that are kept, in alphabetical order."""
    return sorted(
        name
        for rank, name in enumerate(names[:SURNAMES])
        if name not in closed and (rank < FREQUENT or name not in open_)
    )


def closed_words(lexicon: Lexicon) -> set[str]:
    """Words that never count as names: pronouns, determiners, numbers, dates."""
    other = {"an", "do", "else", "in", "just", "so", "still", "to", "via"}
    names = {"april", "jan", "june"}
    lists = (lexicon.pronouns, lexicon.determiners, lexicon.cardinals, lexicon.ordinals, lexicon.months)
    return (other.union(*lists, lexicon.weekdays)) - names


def open_words(lexicon: Lexicon) -> set[str]:
    """Titles, nouns of the lexicon, organization endings, demonyms and countries."""
    lists = (lexicon.titles, lexicon.person_nouns, lexicon.group_nouns, lexicon.place_nouns)
    return set().union(*lists, lexicon.organization_endings, lexicon.demonyms, lexicon.places_of("country"))


def wordnet_words(folder: Path) -> set[str]:
    """Words that WordNet has in lower case, and their plurals in -s."""
    found = set()
    for part in ("noun", "verb", "adj", "adv"):
        for line in (folder / f"data.{part}").read_text(encoding="utf8").splitlines():
            if line[0] != " ":
                cells = line.split(" ")
                found.update(cells[4 : 4 + 2 * int(cells[3], 16) : 2])
    words = {word for word in found if word.isalpha() and word == word.lower()}
    return words | {f"{word}s" for word in words}


def read_names(path: Path) -> dict[str, float]:
    """Name -> per cent, in the order of the file (most frequent first)."""
    cells = (line.split() for line in path.read_text(encoding="ascii").splitlines())
    return {name.lower(): float(share) for name, share, *_ in cells}


def write(path: Path, what: str, files: str, rows: Iterable[str]) -> None:
    """Write a list with its header."""
    path.write_text(HEADER.format(what=what, files=files) + "".join(f"{row}\n" for row in rows), encoding="utf8")


if __name__ == "__main__":
    main()
