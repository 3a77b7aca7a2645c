"""Train a pipeline without one fold of GUM's documents: what it makes of them is as wrong as what it makes of new text.

    python eval/base_pipeline/jackknife.py --corpora ../shared/corpora --teacher build/base_pipeline/teacher \\
        --ewt build/base_pipeline/ewt.jsonl --silver build/base_pipeline/silver0.jsonl --fold 0

The resolver learns from such parses (see `eval/resolver`), of which `held_out` says whose each document needs. Training
starts from the encoder as it was published, because the teacher's has learned from all documents.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from functools import partial
from pathlib import Path

from encoder import load_pieces, load_weights
from learning import Model
from pipelines import pipeline
from student import add_sources, beginning, teach, write_files
from treebanks import gum_files, treebank_files

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
    add_sources(parser, passes=PASSES)
    parser.add_argument("--fold", type=int, choices=range(FOLDS), required=True)
    args = parser.parse_args()
    student = args.work / f"fold{args.fold}" / "student"
    try:
        without = folds(args.corpora)[args.fold]
        start = replace(Model.read(args.teacher), encoder=load_weights(), pieces=load_pieces())
        teach(beginning(start), [*(p for p in gum_files(args.corpora) if p not in without), args.ewt], args, student)
        nlp = pipeline(partial(write_files, student), [p for p in treebank_files(args.corpora) if p not in without])
    except FileNotFoundError as error:
        parser.error(str(error))
    nlp.to_disk(folder_of(args.work, args.fold))


if __name__ == "__main__":
    main()
