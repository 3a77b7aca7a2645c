"""Divide raw text into sentences, for students to learn from: novels, chat, Wikipedia.

    python eval/base_pipeline/silver.py --corpora ../shared/corpora --teacher build/base_pipeline/teacher1 \\
        --words 2300000 --out build/base_pipeline/silver.jsonl

One line per paragraph: a list of sentences with the teacher's tags, which tell quotes and names where text is varied.
Two processes can halve the work with `--share 0 2` and `--share 1 2`.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import TextIO

import spacy
from annotator import Annotator
from gum import Sentence, Word
from raw_text import chat_messages, encyclopedia_paragraphs, novel_paragraphs

PARAGRAPHS = 600  # annotated at once
CHAT = 0.1
"""Words of chat, of those of novels."""
SEED = 1


def sample(texts: list[str], most: int, share: tuple[int, int], seed: int = SEED) -> Iterator[list[Word]]:
    """The words of texts in random order, up to a number; of these only one share."""
    random.Random(seed).shuffle(texts)
    tokenizer = spacy.blank("en")
    count = 0
    for number, text in enumerate(texts):
        words = [raw_word(t.text, bool(t.whitespace_)) for t in tokenizer(text) if not t.is_space]
        count += len(words)
        if words and number % share[1] == share[0]:
            yield words
        if count >= most:
            return


def raw_word(form: str, space: bool) -> Word:
    """A word of which nothing is known."""
    return Word(form, form, "", "", "_", 0, "", space)


def write(out: TextIO, paragraphs: Sequence[Sequence[Sentence]]) -> int:
    """Write each paragraph as one line; return the number of words."""
    for paragraph in paragraphs:
        out.write(json.dumps([asdict(sentence) for sentence in paragraph], ensure_ascii=False) + "\n")
    return sum(len(sentence.words) for paragraph in paragraphs for sentence in paragraph)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, required=True, help="folder with novels, irc and gap")
    parser.add_argument("--teacher", type=Path, required=True, help="folder of the teacher, or of a pipeline")
    parser.add_argument("--words", type=int, default=3_700_000, help="words of novels")
    parser.add_argument("--share", type=int, nargs=2, default=(0, 1), metavar=("K", "N"), help="the K-th of N shares")
    parser.add_argument("--seed", type=int, default=SEED, help="of the choice of paragraphs; default %(default)s")
    parser.add_argument("--out", type=Path, required=True, help="JSON lines to write")
    args = parser.parse_args()
    teacher, start, words = Annotator.of(args.teacher), time.time(), 0
    novels = [text for path in sorted((args.corpora / "novels").glob("*.txt")) for text in novel_paragraphs(path)]
    chat = [
        text for path in sorted((args.corpora / "irc" / "train").glob("*.ascii.txt")) for text in chat_messages(path)
    ]
    with args.out.open("w", encoding="utf-8") as out:
        encyclopedia = list(encyclopedia_paragraphs(args.corpora / "gap" / "gap-development.tsv"))
        for texts, most in ((chat, int(CHAT * args.words)), (encyclopedia, args.words), (novels, args.words)):
            rest = sample(texts, most, tuple(args.share), args.seed)
            while group := list(islice(rest, PARAGRAPHS)):
                words += write(out, teacher.parse_raw(group))
                print(f"{words:,} words, {words / (time.time() - start):,.0f} words/s", flush=True)


if __name__ == "__main__":
    main()
