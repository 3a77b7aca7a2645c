"""Measure where quotations are found: in LitBank, against its annotation, and in whole novels.

    OMP_NUM_THREADS=1 python eval/quotations/spans.py --corpora ../shared/corpora

The words of LitBank are given, novels are raw text; the parse is that of `en`. Writes spans.json beside this file.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from litbank import Quoted, quoted

from corefpipe.document import Document
from corefpipe.parsing.annotate import annotate
from corefpipe.parsing.parse import Parse
from corefpipe.parsing.pipelines import load_base
from corefpipe.parsing.quotes import Quotes, find_quotes
from corefpipe.parsing.quoting.insertions import DASHES

HERE = Path(__file__).resolve().parent
NOVELS = (1023, 730, 76, 2814, 1155, 969, 4276, 768, 219, 345, 27, 4217)
"""Numbers of novels: double, single, curly and typewriter marks, dashes, a frame narrator, letters, no blank lines."""
MARKS = frozenset("“”‘’\"'`«»—_") | {"``", "''", "--", "“‘", "’”"}
Counts = dict[str, float]


def in_litbank(corpora: Path, part: str) -> Counts:
    """Counts of gold quotations that are found, and of found ones that are gold."""
    texts, counts = list(quoted(corpora, part)), dict[str, float]()
    for text, (doc, _) in zip(texts, annotate([text.document for text in texts], load_base("en")), strict=True):
        doc._.paragraph_starts = text.document.paragraph_starts
        parse = Parse.from_doc(doc)
        for name, count in counted(text, parse, find_quotes(parse)).items():
            counts[name] = counts.get(name, 0) + count
    return counts


def counted(text: Quoted, parse: Parse, quotes: Quotes) -> Counts:
    """The counts of one document.

    A gold quotation is found if a quotation has one of its words; covered if quotations have all of its words but
    marks; right if the quotation with most of its words begins and ends within one word of it.
    """
    ends, gold = quotes.ends(), set[int]()
    counts: Counts = dict.fromkeys(("gold", "found", "covered", "right"), 0)
    for first, last, _ in text.quotations:
        words = range(first, last + 1)
        numbers = [quotes.number[word] for word in words if parse.words[word] not in MARKS]
        inside = [number for number in numbers if number >= 0]
        counts["gold"] += 1
        counts["found"] += bool(inside)
        counts["covered"] += len(inside) == len(numbers)
        if inside:
            begin, end = ends[max(set(inside), key=inside.count)]
            starts = (first, first + (parse.words[first] in MARKS))
            stops = (last, last - (parse.words[last] in MARKS))
            counts["right"] += min(abs(begin - i) for i in starts) <= 1 and min(abs(end - i) for i in stops) <= 1
        gold.update(inside)
    speech = {number for number in ends if quotes.speech[number]}
    return counts | {
        "quotations": len(ends),
        "quotations in gold": len(gold),
        "speech": len(speech),
        "speech in gold": len(gold & speech),
    }


def in_novels(corpora: Path) -> Iterator[tuple[str, Counts]]:
    """Name and counts of each novel."""
    nlp = load_base("en")
    for novel in NOVELS:
        (path,) = (corpora / "novels").glob(f"{novel}_*.txt")
        document = Document(path.stem, text=path.read_text(encoding="utf-8", errors="replace"))
        ((doc, _),) = annotate([document], nlp)
        parse = Parse.from_doc(doc)
        yield path.stem, of_novel(parse, find_quotes(parse))


def of_novel(parse: Parse, quotes: Quotes) -> Counts:
    """The counts of one novel."""
    ends = quotes.ends()
    lengths = [last + 1 - first for first, last in ends.values()]
    opened = [n for n in ends if parse.words[quotes.outside[n][0]] in MARKS - DASHES]
    going = {one for one, other in pairwise(opened) if quotes.turn[one] == quotes.turn[other]}
    unclosed = {n for n in opened if quotes.outside[n][1] == ends[n][1] + 1}
    return {
        "tokens": len(parse),
        "quotations": len(ends),
        "turns": max(quotes.turn, default=-1) + 1,
        "nested": len(quotes.nested),
        "not speech": quotes.speech.count(False),
        "share of tokens": round(sum(lengths) / len(parse), 3),
        "longest": max(lengths, default=0),
        "paragraphs of a longer speech": len(going & unclosed),
        "unclosed": len(unclosed - going),
    }


def main() -> None:
    """Measure, print and write spans.json."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    args = parser.parse_args()
    result = {f"LitBank {part}": in_litbank(args.corpora, part) for part in ("train", "dev")}
    for name, counts in in_novels(args.corpora):
        result[name] = counts
        print(name, counts, flush=True)
    print(json.dumps(result, indent=2))
    (HERE / "spans.json").write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
