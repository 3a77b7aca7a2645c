"""Annotate raw text with the teacher, for the student to learn from: novels, and the sentences of the corpora of names.

    python eval/base_pipeline/silver.py --corpora ../shared/corpora --teacher build/base_pipeline/teacher \\
        --words 2000000 --out build/base_pipeline/silver.jsonl

Needs the libraries of `teacher.py`, and corefpipe, whose packaged pipeline divides novels into words and sentences. One
line per paragraph: a list of sentences.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Iterable, Iterator
from dataclasses import asdict, replace
from itertools import islice
from pathlib import Path
from typing import TextIO

from gum import Sentence
from names import named_files, read_names
from raw_text import novel_paragraphs
from teacher import Teacher

from corefpipe.parsing.pipelines import load_base

Forms = list[tuple[str, bool]]
"""The words of a sentence, and whether a space follows each."""
PARAGRAPHS = 300  # annotated at once
SEED = 1


def novel_sentences(folder: Path, most: int) -> Iterator[list[Forms]]:
    """Paragraphs of all novels in random order, as sentences, up to a number of words."""
    paragraphs = [text for path in sorted(folder.glob("*.txt")) for text in novel_paragraphs(path)]
    random.Random(SEED).shuffle(paragraphs)
    nlp = load_base("en")
    words = 0
    for doc in nlp.pipe(paragraphs, disable=["tagger", "morphologizer", "trainable_lemmatizer", "entity_typer"]):
        yield [[(t.text, bool(t.whitespace_)) for t in sentence if not t.is_space] for sentence in doc.sents]
        words += len(doc)
        if words >= most:
            return


def annotated(teacher: Teacher, paragraphs: Iterable[list[Forms]]) -> Iterator[list[Sentence]]:
    """The paragraphs with trees, tags, types and names."""
    rest = iter(paragraphs)
    while group := [[one for one in paragraph if one] for paragraph in islice(rest, PARAGRAPHS)]:
        flat = [sentence for paragraph in group for sentence in paragraph]
        parsed = iter(teacher.parse([[form for form, _ in sentence] for sentence in flat]))
        for paragraph in group:
            found = []
            for sentence in paragraph:
                one = next(parsed)
                for word, (_, space) in zip(one.words, sentence, strict=True):
                    word.space = space
                found.append(one)
            yield found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, required=True, help="folder with novels and ner")
    parser.add_argument("--teacher", type=Path, required=True, help="folder of the teacher")
    parser.add_argument("--words", type=int, default=2_000_000, help="words of novels")
    parser.add_argument("--out", type=Path, required=True, help="JSON lines to write")
    args = parser.parse_args()
    teacher, start, words = Teacher.from_disk(args.teacher), time.time(), 0
    with args.out.open("w", encoding="utf-8") as out:
        for path in named_files(args.corpora):
            gold = read_names(path)
            forms = [[list(zip(one.words, one.spaces(), strict=True))] for one in gold]
            for one, (sentence,) in zip(gold, annotated(teacher, forms), strict=True):
                write(out, [replace(sentence, names=one.names)])
        for paragraph in annotated(teacher, novel_sentences(args.corpora / "novels", args.words)):
            write(out, paragraph)
            words += sum(len(sentence.words) for sentence in paragraph)
    print(f"{words:,} words of novels, {words / (time.time() - start):,.0f} words/s")


def write(out: TextIO, paragraph: list[Sentence]) -> None:
    """Write a paragraph as one line."""
    out.write(json.dumps([asdict(sentence) for sentence in paragraph], ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
