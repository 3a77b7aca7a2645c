"""Train a pipeline without one fold of GUM's documents: what it makes of them is as wrong as what it makes of new text.

    python eval/base_pipeline/jackknife.py --corpora ../shared/corpora --work build/base_pipeline --fold 0 \\
        --teachers build/base_pipeline/teacher*

The resolver learns from such parses (see `eval/resolver`), of which `held_out` says whose each document needs. Training
starts from the encoder as it was published, because the teachers' have learned from all documents; these tell only of
other text.
"""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

import pack
from examples import Example, read_examples
from learning import Model, train
from pipelines import pipeline
from prepare import examples_of, gold_documents
from starts import with_best_starts
from teach import NETWORKS, beginning
from treebanks import ewt_files, gum_files

from corefpipe.parsing.encoder.numpy_network import NumpyNetwork

FOLDS = 2
PASSES = 3
"""Less than for the student: somewhat worse, and quick."""


def folds(corpora: Path) -> list[list[Path]]:
    """The documents of GUM that the base pipeline learns from: sorted by genre, so each fold has its share of each."""
    files = gum_files(corpora)
    return [files[fold::FOLDS] for fold in range(FOLDS)]


def held_out(corpora: Path, work: Path) -> dict[str, Path]:
    """For each document of the folds the folder of the pipeline that has not seen it."""
    return {path.stem: folder_of(work, fold) for fold, files in enumerate(folds(corpora)) for path in files}


def folder_of(work: Path, fold: int) -> Path:
    """The folder of the pipeline of a fold."""
    return work / f"fold{fold}" / "pipeline"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, required=True, help="folder with gum, ewt and ner")
    parser.add_argument("--work", type=Path, default=Path("build/base_pipeline"), help="folder with examples")
    parser.add_argument("--teachers", type=Path, nargs="+", required=True, help="folders of trained teachers")
    parser.add_argument("--fold", type=int, choices=range(FOLDS), required=True)
    args = parser.parse_args()
    out, network, start = folder_of(args.work, args.fold), NETWORKS["en"], Model.read(args.work / "examples" / "start")
    without = folds(args.corpora)[args.fold]
    treebanks = [path for path in [*gum_files(args.corpora), *ewt_files(args.corpora)] if path not in without]
    documents = gold_documents(args.corpora, treebanks)
    silver = sorted((args.work / "examples").glob("silver*.npz"))

    def read(number: int) -> list[Example]:
        raw = [one for path in silver[number::PASSES] for one in read_examples(path)]
        return examples_of(documents, start.labels, start.pieces, number) + raw

    train(
        beginning(start, network, seed=1),
        [partial(read, number) for number in range(PASSES)],
        network.rates,
        seed=1,
        out=out.parent / "network",
        fixed_words=network.fixed_words,
        teachers=[Model.read(folder) for folder in args.teachers],
        product=network.product,
    )
    model = with_best_starts(
        Model.read(out.parent / "network"), lambda one: NumpyNetwork(pack.packed(one)), args.corpora
    )
    pipeline(partial(pack.write_files, model), treebanks).to_disk(out)


if __name__ == "__main__":
    main()
