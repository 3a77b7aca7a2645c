"""How CPU time and memory grow with inputs that have very much of one thing; the protocol is in README.md.

Usage: python eval/reliability/growth.py [--only NAME …]
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from attacks import HERE, Command, Place, resolve, run

sys.path.insert(0, str(HERE.parent))
from machine import machine

RESULT = HERE / "growth.json"


def table(folder: Path, rows: Sequence[Sequence[str]], name: str = "table.tsv") -> Path:
    """A table of tabs; the first row is the header."""
    file = folder / name
    file.write_text("".join("\t".join(row) + "\n" for row in rows), encoding="utf-8")
    return file


def people(size: int) -> list[list[str]]:
    """Rows that have all but a number in common."""
    draw = random.Random(0).randrange
    return [["name", "city"], *([f"Ann{draw(10**6)} Bell", "Paris"] for _ in range(size))]


def learned(place: Place) -> Path:
    """A model of `corefpipe cluster`, learned from a few such rows."""
    rows = [[row[0] + "e" * (copy > 0), row[1], str(n)] for n, row in enumerate(people(100)[1:]) for copy in range(3)]
    source = table(place.folder, [["name", "city", "person"], *rows], "learn.tsv")
    done = run(["-m", "corefpipe", "cluster", str(source), "--id", "person", "-o", "model"], place)
    if done.code:
        raise RuntimeError(done.said)
    return place.folder / "model"


def cluster(make: Callable[[int], list[list[str]]]) -> Callable[[Place, int], Command]:
    def command(place: Place, size: int) -> Command:
        file = table(place.folder, make(size))
        return ["-m", "corefpipe", "cluster", str(file), "--model", str(learned(place)), "-o", "found.tsv"]

    return command


def one_head(place: Place, size: int) -> Command:
    """Sentences with their trees: "The dog saw the dog ."."""
    rows = [
        ("The", "the", "DET", "DT", 2, "det"),
        ("dog", "dog", "NOUN", "NN", 3, "nsubj"),
        ("saw", "see", "VERB", "VBD", 0, "root"),
        ("the", "the", "DET", "DT", 5, "det"),
        ("dog", "dog", "NOUN", "NN", 3, "obj"),
        (".", ".", "PUNCT", ".", 3, "punct"),
    ]
    lines = ("\t".join(map(str, (n, *row[:4], "_", *row[4:], "_", "_"))) for n, row in enumerate(rows, 1))
    sentence = "\n".join(lines) + "\n\n"
    file = place.folder / "heads.conllu"
    file.write_text("# newdoc id = d\n" + sentence * (size // 2), encoding="utf-8")
    return resolve(file, "--parse", "given")


def speaker_column(place: Place, size: int) -> Command:
    """CoNLL-2012 in which each sentence has a speaker of its own."""
    file = place.folder / "speakers.conll"
    sentence = "".join(f"d 0 {n} {word} - - - - S%d - - -\n" for n, word in enumerate("I told you .".split())) + "\n"
    turns = "".join(sentence.replace("%d", str(turn)) for turn in range(size))
    file.write_text(f"#begin document (d); part 000\n{turns}#end document\n", encoding="utf-8")
    return resolve(file)


def speaker_labels(place: Place, size: int) -> Command:
    """A text in which each line has the label of a speaker of its own."""
    file = place.folder / "speakers.txt"
    file.write_text("".join(f"Ann{turn}: I told you.\n" for turn in range(size)), encoding="utf-8")
    return resolve(file)


def chains(size: int, chain_of: Callable[[int], int]) -> Iterator[str]:
    """CoNLL-2012 of two documents, whose words are all mentions."""
    for part in range(2):
        yield f"#begin document (d{part}); part 000\n"
        for n in range(size // 2):
            yield f"d{part} 0 {n % 20} word ({chain_of(n)})\n" + "\n" * (n % 20 == 19)
        yield "\n#end document\n"


def compare(place: Place, size: int) -> Command:
    """Clusters that have one mention in common at most; the responses differ in one word of 50."""
    side = math.isqrt(size // 2)
    files = []
    for name, chain_of in (
        ("key", lambda n: n % side),
        ("a", lambda n: n // side),
        ("b", lambda n: n // side if n % 50 else n % side),
    ):
        files.append(place.folder / f"{name}.conll")
        files[-1].write_text("".join(chains(size, chain_of)), encoding="utf-8")
    return ["-m", "corefpipe", "compare", *map(str, files)]


@dataclass(frozen=True)
class Growth:
    """One kind of input.

    Attributes:
        command: writes the files of one of a size, and gives the command.
        largest: the size that is the last one measured, after its half and its quarter.
    """

    command: Callable[[Place, int], Command]
    largest: int


GROWTHS: Mapping[str, Growth] = {
    "`cluster`: equal rows": Growth(cluster(lambda n: [["name", "city"], *[["Ann7 Bell", "Paris"]] * n]), 1_000_000),
    "`cluster`: rows with all but a number in common": Growth(cluster(people), 80_000),
    "`resolve`: mentions with one head, trees given": Growth(one_head, 100_000),
    "`resolve`: speakers, column of CoNLL-2012": Growth(speaker_column, 50_000),
    "`resolve`: speakers, labels of a text": Growth(speaker_labels, 50_000),
    "`compare`: words that are all mentions": Growth(compare, 40_000),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="*", help="parts of names of inputs")
    options = parser.parse_args()
    for name, growth in GROWTHS.items():
        if options.only and not any(part in name for part in options.only):
            continue
        rows = []
        for size in (growth.largest // 4, growth.largest // 2, growth.largest):
            with tempfile.TemporaryDirectory() as folder:
                place = Place(Path(folder), Path(folder), HERE.parents[1])
                found = run(growth.command(place, size), place)
            rows.append({"size": size, "cpu": found.cpu, "memory": found.memory, "code": found.code})
            print(name, rows[-1], found.said if found.code else "", flush=True)
        record(name, rows)


def record(name: str, rows: list[dict[str, int | float | None]]) -> None:
    """Add the rows of one kind of input to the result; the order is that of `GROWTHS`."""
    result = json.loads(RESULT.read_text(encoding="utf-8")) if RESULT.exists() else {"inputs": {}}
    known = {**result["inputs"], name: rows}
    result = {"machine": machine(), "inputs": {one: known[one] for one in GROWTHS if one in known}}
    RESULT.write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
