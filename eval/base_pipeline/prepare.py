"""Write all that networks learn from as numbers, so that `teach.py` needs neither corpora nor spaCy.

    python eval/base_pipeline/prepare.py --corpora ../shared/corpora --out build/base_pipeline/examples
    python eval/base_pipeline/prepare.py --corpora ../shared/corpora --out build/base_pipeline/examples \\
        --silver build/base_pipeline/silver*.jsonl

The first writes the annotated corpora, varied anew in each file (`gold*`), the dev parts of the treebanks (`dev-*`),
and the encoder as it was published (`start`); the second shares of the raw text (`silver*`).
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
from convert import NewNames, documents_of
from encoder import load_pieces, load_weights
from examples import Example, Labels, write_examples
from gum import Sentence, named_sentences, read_silver
from learning import Model
from names import named_files
from shrink import with_kept_pieces
from teacher_examples import example_of, labels_of
from teacher_windows import gaps_of, training_windows
from treebanks import TREEBANKS, treebank_files

from corefpipe.network.pieces import WordPieces

Documents = Sequence[list[Sentence]]
PASSES = 16


def examples_of(documents: Documents, labels: Labels, pieces: list[str], seed: int) -> list[Example]:
    """Documents, varied, as examples."""
    rng, pieces_of = random.Random(seed), WordPieces(pieces)
    windows = training_windows(documents, pieces_of, NewNames(rng), rng)
    return [example_of(one, pieces_of, labels, gaps) for one, gaps in windows]


def plain_examples(documents: Documents, labels: Labels, pieces: list[str]) -> list[Example]:
    """Each sentence of documents as it is."""
    pieces_of = WordPieces(pieces)
    return [example_of([one], pieces_of, labels, gaps_of(one.words)) for document in documents for one in document]


def gold_documents(corpora: Path, treebanks: Iterable[Path]) -> list[list[Sentence]]:
    """The documents of treebanks, and the sentences of the corpora of names."""
    named = [[sentence] for path in named_files(corpora) for sentence in named_sentences(path)]
    return documents_of(treebanks) + named


def published(documents: Documents) -> Model:
    """The encoder as it was published, with nothing over it: halves of 32 bits are enough to begin with."""
    labels = labels_of(sentence for document in documents for sentence in document)
    model = with_kept_pieces(Model(load_weights(), {}, labels, load_pieces()))
    return Model({name: np.asarray(one, np.float16) for name, one in model.encoder.items()}, {}, labels, model.pieces)


def write_gold(documents: Documents, passes: int, out: Path) -> Model:
    """Write the beginning, and annotated documents, varied anew for each pass; return the beginning."""
    start = published(documents)
    start.write(out / "start")
    for number in range(passes):
        write_examples(out / f"gold{number:02}.npz", examples_of(documents, start.labels, start.pieces, number))
    return start


def write_silver(silver: Sequence[Path], passes: int, out: Path) -> None:
    """Write a share of the raw text for each pass."""
    start = Model.read(out / "start")
    raw = [paragraph for path in silver for paragraph in read_silver(path)]
    random.Random(0).shuffle(raw)
    for number in range(passes):
        found = examples_of(raw[number::passes], start.labels, start.pieces, passes + number)
        write_examples(out / f"silver{number:02}.npz", found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, required=True, help="folder with gum, ewt and ner")
    parser.add_argument("--silver", type=Path, nargs="*", help="files that silver.py wrote: write only the raw text")
    parser.add_argument("--passes", type=int, default=PASSES, help="over the annotated corpora; default %(default)s")
    parser.add_argument("--out", type=Path, required=True, help="folder for the examples")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    if args.silver:
        write_silver(args.silver, args.passes, args.out)
        return
    documents = gold_documents(args.corpora, treebank_files(args.corpora))
    start = write_gold(documents, args.passes, args.out)
    for name in TREEBANKS:
        dev = documents_of(sorted((args.corpora / name / "dev").glob("*.conllu")))
        write_examples(args.out / f"dev-{name}.npz", plain_examples(dev, start.labels, start.pieces))


if __name__ == "__main__":
    main()
