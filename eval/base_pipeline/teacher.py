"""Teach the teacher: an encoder with a biaffine parser, taggers and names over it, all layers tuned (JAX).

pip install -e '.[recipe,encoder]'
python eval/base_pipeline/teacher.py --corpora ../shared/corpora --out build/base_pipeline/teacher
"""

from __future__ import annotations

import argparse
from pathlib import Path

from annotator import onnx_network, write_measures
from biaffine import Sizes, new_heads
from convert import documents_of
from encoder import load_pieces, load_weights
from gum import named_sentences
from learning import Model, Rates, train
from names import named_files
from starts import with_best_starts
from teacher_examples import Labels
from treebanks import treebank_files

RATES = Rates(encoder=8e-5, heads=1e-3)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, required=True, help="folder with gum, ewt and ner")
    parser.add_argument("--out", type=Path, required=True, help="folder for the teacher")
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--all-genres", action="store_true", help="also the documents of GUM that are not free")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--some", type=int, help="use only so many documents, for a try")
    args = parser.parse_args()
    documents = documents_of(treebank_files(args.corpora, free=not args.all_genres))
    for path in named_files(args.corpora):
        documents += [[sentence] for sentence in named_sentences(path)]
    documents = documents[: args.some]
    labels = Labels.of(sentence for document in documents for sentence in document)
    model = Model(load_weights(), new_heads(labels, Sizes(), args.seed), labels, load_pieces())
    train(model, [documents] * args.epochs, RATES, args.seed, args.out, fixed_words=False)
    with_best_starts(Model.read(args.out), onnx_network, args.corpora).write(args.out)
    write_measures(args.out, args.corpora)


if __name__ == "__main__":
    main()
