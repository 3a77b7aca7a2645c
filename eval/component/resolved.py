"""Write a sample of sentences with names for pronouns, to be read: does each still read as one clause or more?

    python eval/component/resolved.py --corpora ../shared/corpora > sample.tsv

200 sentences in which `doc._.coref.resolve()` replaces something, of GUM's development part as raw text, drawn at
random: number, document, sentence, rewritten sentence. `judged.tsv` beside this file has what a reader said of them.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

import corefpipe

SIZE, SEED = 200, 7


def main() -> None:
    """Print the sample."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    parser.add_argument("--model", default="en")
    args = parser.parse_args()
    nlp, rows = corefpipe.load(args.model), []
    for document in corefpipe.read(args.corpora / "gum" / "dev", repeats="first"):
        for sentence in nlp(document.text).sents:
            found = sentence._.coref.resolve()
            if found.replaced:
                rows.append((document.name, " ".join(sentence.text.split()), " ".join(found.split())))
    for number, row in enumerate(random.Random(SEED).sample(rows, SIZE), 1):
        print(number, *row, sep="\t")


if __name__ == "__main__":
    main()
