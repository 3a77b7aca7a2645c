"""How CPU time grows at n, 2n and 4n of everything that takes input, all in one process; the protocol is in README.md.

Usage: python eval/reliability/surfaces.py [--only NAME …]
"""

from __future__ import annotations

import argparse
import gc
import json
import math
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

import corefpipe
from corefpipe import Document, Mention
from corefpipe.books import Book
from corefpipe.books.booknlp import booknlp_files
from corefpipe.chains.docs import to_doc
from corefpipe.chains.documents import from_doc
from corefpipe.document import sort_mentions
from corefpipe.formats import FORMATS, read, write
from corefpipe.formats.reading import Place, Reading
from corefpipe.formats.tokens import tokenize
from corefpipe.parsing.pipelines import blank

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from machine import machine

RESULT = Path(__file__).resolve().parent / "surfaces.json"
LIMIT = 1.2
"""Exponent above which growth counts as more than linear."""
_ENOUGH = 0.4  # seconds for the largest size
_MOST_DOUBLINGS = 7
_RUNS = 2  # of each size; the fastest counts

_FEW = ("gap", "quotations")  # formats that hold nothing of `annotated`

Task = Callable[[], object]
"""What is measured."""
Surface = Callable[[int, Path], Task]
"""Makes the input of a size, and what is to be done with it, which is not measured yet."""


def texts(make: Callable[[int], str]) -> Surface:
    """Resolve a text."""
    return lambda size, folder: partial(corefpipe.resolve, make(size))


def repeated(piece: str) -> Surface:
    """Resolve a piece of text, repeated."""
    return texts(lambda size: piece * size)


def annotated(size: int) -> Document:
    """A document with chains of ten mentions, nested ones and singletons among them."""
    text = "".join(f"Ann{n} lost her old [red] keys, and she found them.\n" for n in range(size // 8))
    found = tokenize(text, Place("f"), Reading())
    document = Document("d", **found.columns(), text=text)
    starts = document.sentence_starts
    document.mentions = sort_mentions(
        Mention(start + first, start + last, f"{number // 10}-{first}")
        for number, start in enumerate(starts)
        for first, last in ((0, 1), (2, 3), (2, 7))
    )
    return document


def writing(name: str) -> Surface:
    """Write a document."""

    def surface(size: int, folder: Path) -> Task:
        document, path = annotated(size), folder / f"d{FORMATS[name].extensions[0]}"
        return lambda: write(document, path, name)

    return surface


def reading(name: str) -> Surface:
    """Read what `writing` writes."""

    def surface(size: int, folder: Path) -> Task:
        path = folder / f"d{FORMATS[name].extensions[0]}"
        write(annotated(size), path, name)
        return lambda: list(read(path, name, repeats="keep"))

    return surface


def reading_content(name: str, content: Callable[[int], str]) -> Surface:
    """Read a file with this content in a format."""

    def surface(size: int, folder: Path) -> Task:
        path = folder / f"d{FORMATS[name].extensions[0]}"
        path.write_text(content(size), encoding="utf-8")
        return lambda: list(read(path, name, repeats="keep"))

    return surface


def muc(size: int) -> str:
    lines = (
        f'<s><COREF ID="{2 * n}">Ann</COREF> saw <COREF ID="{2 * n + 1}" REF="{2 * n}">her</COREF>.</s>\n'
        for n in range(size)
    )
    return f"<DOC><DOCNO>d</DOCNO><TXT>{''.join(lines)}</TXT></DOC>\n"


def nested_conll(size: int) -> str:
    brackets = [*(f"({n}" for n in range(size)), *(f"{n})" for n in reversed(range(size)))]
    rows = "".join(f"d\t0\t{number}\tw\t{bracket}\n" for number, bracket in enumerate(brackets))
    return f"#begin document (d); part 000\n{rows}\n#end document\n"


def chained(size: int, entity: Callable[[int], str]) -> Document:
    """A document in which each word is a mention."""
    mentions = [Mention(word, word + 1, entity(word)) for word in range(size)]
    return Document("d", words=["word"] * size, sentence_starts=list(range(0, size, 20)), mentions=mentions)


def scoring(key: Callable[[int, int], str], response: Callable[[int, int], str]) -> Surface:
    """Score documents whose words are all mentions, in these chains."""

    def surface(size: int, folder: Path) -> Task:
        sides = [chained(size, partial(entity_of, size)) for entity_of in (key, response)]
        return lambda: corefpipe.score([sides[0]], [sides[1]])

    return surface


def entities(then: Callable[[corefpipe.Entities, Path], object]) -> Surface:
    """Do something with the entities of documents of eight sentences."""

    def surface(size: int, folder: Path) -> Task:
        found = corefpipe.link(replace(annotated(64), name=f"d{number}") for number in range(size))
        return lambda: then(found, folder)

    return surface


def linking(size: int, folder: Path) -> Task:
    documents = [replace(annotated(64), name=f"d{number}") for number in range(size)]
    return lambda: corefpipe.link(documents)


def quoted(size: int) -> str:
    return "".join(f'"I lost my keys," said Ann{n % 50}.\n\n"She found them," said Bo.\n\n' for n in range(size))


def book(size: int, folder: Path) -> Task:
    document = corefpipe.resolve(quoted(size))
    return lambda: booknlp_files(Book.from_document(document))


def stream(piece: Callable[[int], str]) -> Surface:
    """Append pieces to a stream, and ask for the document at the end."""

    def surface(size: int, folder: Path) -> Task:
        def run() -> Document:
            found = corefpipe.Stream(window=WINDOW)
            for number in range(size):
                found.append(piece(number))
            return found.document()

        return run

    return surface


def as_doc(size: int, folder: Path) -> Task:
    document, nlp = annotated(size), blank("en")
    return lambda: from_doc(to_doc(document, nlp))


def page(size: int, folder: Path) -> Task:
    document = annotated(size)
    return lambda: corefpipe.render(document)


def analysis(size: int, folder: Path) -> Task:
    documents = [annotated(size)]
    other = [replace(one, mentions=[m for n, m in enumerate(one.mentions) if n % 7]) for one in documents]
    return lambda: corefpipe.errors(documents, other)


WINDOW, FULL = 100, 125
"""Words of the window of a stream, and pieces that fill it: until then each new one is compared with more words."""
SURFACES: Mapping[str, tuple[Surface, int]] = {
    "`resolve`: one sentence": (repeated("the dog saw her cat and "), 40),
    "`resolve`: pronouns alone": (repeated("he her "), 150),
    "`resolve`: capitals alone": (repeated("ANN SAW HER DOG. IT RAN. "), 40),
    "`resolve`: one word": (repeated("a"), 20_000),
    "`resolve`: no white space": (repeated("Ann.Bo."), 100),
    "`resolve`: opening brackets": (repeated("("), 300),
    "`resolve`: nested brackets": (texts(lambda size: "(Ann " * size + "left" + ")" * size), 150),
    "`resolve`: quotation marks": (repeated('"'), 300),
    "`resolve`: nested quotation marks": (texts(lambda size: "“‘" * size + "Ann left" + "’”" * size), 80),
    "`resolve`: line ends": (repeated("\n"), 20_000),
    "`resolve`: HTML": (repeated("<b>Ann</b> lost <i>her</i> keys. "), 30),
    "`resolve`: zero-width characters": (repeated("Ann\u200b lost her\ufeff keys. "), 40),
    "`resolve`: names that occur once": (texts(lambda size: "".join(f"Ann{n} saw Bo{n}. " for n in range(size))), 50),
    "`resolve`: quotations": (texts(quoted), 20),
    **{f"write `{name}`": (writing(name), 1000) for name in FORMATS if FORMATS[name].writes and name not in _FEW},
    **{
        f"read `{name}`": (reading(name), 1000)
        for name in FORMATS
        if FORMATS[name].writes and FORMATS[name].reads and name not in _FEW
    },
    "read `muc`": (reading_content("muc", muc), 500),
    "read `conll`: nested brackets": (reading_content("conll", nested_conll), 2000),
    "read `inline`: nested brackets": (
        reading_content("inline", lambda size: "[a " * size + "z" + "|1]" * size),
        2000,
    ),
    "score: one chain, one chain": (scoring(lambda n, word: "1", lambda n, word: "1"), 5000),
    "score: one chain, singletons": (scoring(lambda n, word: "1", lambda n, word: str(word)), 5000),
    "score: chains that cross": (
        scoring(lambda n, word: str(word % math.isqrt(n)), lambda n, word: str(word // math.isqrt(n))),
        2000,
    ),
    "`errors`": (analysis, 1000),
    "`render`": (page, 1000),
    "Document to Doc and back": (as_doc, 1000),
    "`book`": (book, 20),
    "`link`": (linking, 20),
    "entities: read": (entities(lambda found, folder: _read_again(found, folder / "e.jsonl")), 20),
    "entities: page": (entities(lambda found, folder: found.to_html(folder / "e.html")), 20),
    "entities: graph": (entities(lambda found, folder: found.to_graphml(folder / "e.graphml")), 20),
    "entities: table": (entities(lambda found, folder: found.table().save(folder / "e.csv")), 20),
    "stream: sentences": (stream(lambda n: f"Ann{n} lost her keys. She found them. "), FULL),
    "stream: words": (stream(lambda n: "Ann " if n % 9 else "Ann left. "), FULL),
}


def _read_again(found: corefpipe.Entities, path: Path) -> corefpipe.Entities:
    found.to_jsonl(path)
    return corefpipe.Entities.read(path)


def measured(surface: Surface, size: int) -> dict[str, object]:
    """The least CPU time of some runs at n, 2n and 4n, where 4n is large enough to measure, and the exponent."""
    seconds(surface, size, 1)  # modules are imported now
    for _ in range(_MOST_DOUBLINGS):
        if seconds(surface, 4 * size, 1) >= _ENOUGH:
            break
        size *= 2
    sizes = (size, 2 * size, 4 * size)
    times = [seconds(surface, one, _RUNS) for one in sizes]
    exponent = math.log(times[-1] / times[0]) / math.log(4)
    return {"sizes": sizes, "cpu": [round(one, 4) for one in times], "exponent": round(exponent, 2)}


def seconds(surface: Surface, size: int, runs: int) -> float:
    """The least CPU time of some runs, without Python's garbage collector, as `timeit` measures.

    A full collection, which comes when a quarter of all objects is new, makes steps of a factor of two.
    """
    with tempfile.TemporaryDirectory() as folder:
        task = surface(size, Path(folder))
        found = []
        for _ in range(runs):
            gc.collect()
            gc.disable()
            start = time.process_time()
            task()
            found.append(time.process_time() - start)
            gc.enable()
    return max(min(found), 1e-4)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="*", help="parts of names of surfaces")
    options = parser.parse_args()
    corefpipe.resolve("Ann lost her keys.")  # the model is loaded now
    result = json.loads(RESULT.read_text(encoding="utf-8")) if RESULT.exists() else {"surfaces": {}}
    for name, (surface, size) in SURFACES.items():
        if options.only and not any(part in name for part in options.only):
            continue
        row = measured(surface, size)
        result["surfaces"][name] = row
        over = " ABOVE" if float(str(row["exponent"])) > LIMIT else ""
        print(f"{row['exponent']:5} {name}: {row['cpu']} s at {row['sizes']}{over}", flush=True)
        known = {one: result["surfaces"][one] for one in SURFACES if one in result["surfaces"]}
        result = {"machine": machine(), "surfaces": known}
        RESULT.write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
