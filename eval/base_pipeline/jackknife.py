"""Train a pipeline without one fold of GUM's documents: what it makes of them is as wrong as what it makes of new text.

    python eval/base_pipeline/jackknife.py --corpora ../shared/corpora --work build/base_pipeline --fold 0

The resolver learns from such parses (see `eval/resolver`), of which `held_out` says whose each document needs.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from train import add_folders, add_lemmatizer, prepare, sources_of, train
from treebanks import gum_files, treebank_files

FOLDS = 2
# Less than half of the full training: somewhat worse, and quick.
STEPS = 2500


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
    add_folders(parser)
    parser.add_argument("--fold", type=int, choices=range(FOLDS), required=True)
    parser.add_argument("--steps", type=int, default=STEPS, help=f"default {STEPS}")
    args = parser.parse_args()
    try:
        without = folds(args.corpora)[args.fold]
        sources = sources_of(args, without)
        dev_paths = treebank_files(args.corpora, "dev", free=False)
        prepare(args.corpora, args.work)
    except FileNotFoundError as error:
        parser.error(str(error))
    settings = {"training__max_steps": args.steps, "training__eval_frequency": args.steps}
    nlp = train(sources, dev_paths, args.work, f"fold{args.fold}", **settings)
    add_lemmatizer(nlp, sources.treebanks).to_disk(folder_of(args.work, args.fold))


if __name__ == "__main__":
    main()
