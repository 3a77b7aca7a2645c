"""Put the teacher's names and types of mention heads on EWT's training part, which has none; its trees stay gold.

python eval/base_pipeline/treebank_names.py --corpora ../shared/corpora --teacher build/teacher --out build/ewt.jsonl
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from annotator import Annotator
from convert import documents_of
from gum import Sentence
from silver import write
from treebanks import ewt_files


def with_names(gold: Sentence, guess: Sentence) -> Sentence:
    """The gold sentence with the names and types of the guessed one."""
    pairs = zip(gold.words, guess.words, strict=True)
    words = [replace(word, entity_type=guessed.entity_type) for word, guessed in pairs]
    return replace(gold, words=words, names=guess.names, typed=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, required=True, help="folder with ewt")
    parser.add_argument("--teacher", type=Path, required=True, help="folder of the teacher")
    parser.add_argument("--out", type=Path, required=True, help="JSON lines to write: one document per line")
    args = parser.parse_args()
    gold = documents_of(ewt_files(args.corpora))
    guessed = Annotator.of(args.teacher).parse(gold)
    with args.out.open("w", encoding="utf-8") as out:
        for document, parsed in zip(gold, guessed, strict=True):
            write(out, [[with_names(*pair) for pair in zip(document, parsed, strict=True)]])


if __name__ == "__main__":
    main()
