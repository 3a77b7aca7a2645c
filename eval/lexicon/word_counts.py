"""Rebuild word_counts.tsv: how often words are in English text.

Usage: python eval/lexicon/word_counts.py ../shared/corpora/raw/raw.jsonl.xz [--out FOLDER]

The file has pieces of raw text, one per line, with their `words`: novels (the training part of LitBank), chat about
films and sport, meetings, Wikipedia, and the English Web Treebank.
"""

from __future__ import annotations

import argparse
import json
import lzma
from collections import Counter
from pathlib import Path

OUT = Path(__file__).parents[2] / "corefpipe" / "lexicon" / "en"
LEAST = 10  # occurrences of a word that is listed
HEADER = """\
# Words, and how often they are in a million words of novels, chat, meetings, Wikipedia and the web: those that occur
# {least} times or more in {total:,} words.
# Source: LitBank's novels, chat about films and sport, meetings, Wikipedia, EWT, by eval/lexicon/word_counts.py.
# Licence: MIT, as corefpipe; counts of words are facts.
"""


def main() -> None:
    """Read the options, count, write."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("texts", type=Path)
    parser.add_argument("--out", type=Path, default=OUT)
    args = parser.parse_args()
    counts: Counter[str] = Counter()
    with lzma.open(args.texts, "rt", encoding="utf-8") as lines:
        for line in lines:
            counts.update(word.lower() for word in json.loads(line)["words"] if any(map(str.isalpha, word)))
    total = counts.total()
    rows = [
        f"{word}\t{1e6 * count / total:.3g}\n"
        for word, count in sorted(counts.items())
        if count >= LEAST and word.replace("-", "").replace("'", "").isalpha()
    ]
    text = HEADER.format(least=LEAST, total=total) + "".join(rows)
    (args.out / "word_counts.tsv").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
