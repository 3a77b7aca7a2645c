"""Teach the student, the network of the packaged pipeline `en`: the teacher's first layers with fewer heads and units.

    pip install -e '.[recipe,encoder]'
    python eval/base_pipeline/student.py --corpora ../shared/corpora --teacher build/base_pipeline/teacher \\
        --ewt build/base_pipeline/ewt.jsonl --silver build/base_pipeline/silver0.jsonl --work build/base_pipeline \\
        --out corefpipe/models/en/base

It learns from the annotated corpora and from raw text that the teacher annotated (JAX). With `--go-on-with
corefpipe/models/en/base --rate 2.5e-4` the student of that pipeline learns more, instead of a new one.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from biaffine import Sizes, new_heads
from convert import documents_of
from gum import named_sentences, read_silver
from learning import Documents, Model, Rates, train
from measure import write_result
from names import named_files
from pack import packed, unpacked
from pipelines import package, pipeline
from shrink import narrowed, with_kept_pieces
from starts import with_best_starts
from treebanks import gum_files, treebank_files

from corefpipe.parsing.encoder.files import ARRAYS, LABELS, PIECES
from corefpipe.parsing.encoder.numpy_network import NumpyNetwork

LAYERS, HEADS, UNITS = 3, 6, 512
SIZES = Sizes(arc=256, rel=64, shared=256)
RATES = Rates(encoder=6e-4, heads=2e-3)
SEED = 1
DESCRIPTION = (
    "Base English pipeline of corefpipe: sentences, tags, features, lemmas, Universal Dependencies, the entity types "
    "of mention heads, and names"
)


def beginning(teacher: Model) -> Model:
    """The student of a teacher with all layers and word pieces, before it learns."""
    start = with_kept_pieces(teacher)
    heads = new_heads(start.labels, SIZES, SEED) | {"look": start.heads["look"]}
    return replace(start, encoder=narrowed(start.encoder, LAYERS, HEADS, UNITS), heads=heads)


def teach(student: Model, treebanks: Sequence[Path], args: argparse.Namespace, out: Path) -> None:
    """Train a student, and write it.

    Args:
        student: what it begins with.
        treebanks: files to learn from.
        args: the options of `add_sources`.
        out: folder for the student.
    """
    gold = documents_of(treebanks)
    for path in named_files(args.corpora):
        gold += [[sentence] for sentence in named_sentences(path)]
    silver = [document for path in args.silver for document in read_silver(path)]
    passes: list[Documents] = [[*gold, *silver[k :: args.passes]] for k in range(args.passes)]
    rates = Rates(args.rate, args.rate * RATES.heads / RATES.encoder)
    train(student, passes, rates, SEED, out, fixed_words=True)
    with_best_starts(Model.read(out), lambda model: NumpyNetwork(packed(model)), args.corpora).write(out)


def write_files(student: Path, out: Path) -> None:
    """Write the files of the component's network."""
    model = Model.read(student)
    (out / ARRAYS).write_bytes(packed(model))
    (out / LABELS).write_text(json.dumps(model.labels.values, ensure_ascii=False), encoding="utf-8")
    (out / PIECES).write_text("\n".join(model.pieces), encoding="utf-8")


def add_sources(parser: argparse.ArgumentParser, passes: int) -> None:
    """Add the options of what is learned from."""
    parser.add_argument("--corpora", type=Path, required=True, help="folder with gum, ewt and ner")
    parser.add_argument("--work", type=Path, default=Path("build/base_pipeline"), help="folder for intermediate files")
    parser.add_argument("--teacher", type=Path, help="folder of the teacher")
    parser.add_argument("--ewt", type=Path, required=True, help="what treebank_names.py wrote")
    parser.add_argument("--silver", type=Path, nargs="+", required=True, help="files that silver.py wrote")
    parser.add_argument(
        "--passes",
        type=int,
        default=passes,
        help="over the annotated corpora, each with its share of the silver text; default %(default)s",
    )
    parser.add_argument(
        "--rate", type=float, default=RATES.encoder, help="of learning, for the encoder; default %(default)s"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add_sources(parser, passes=16)
    parser.add_argument("--go-on-with", type=Path, help="folder of the pipeline whose student learns more")
    parser.add_argument("--out", type=Path, required=True, help="folder for the pipeline")
    args = parser.parse_args()
    if not (args.teacher or args.go_on_with):
        parser.error("either --teacher or --go-on-with is needed")
    student = args.work / "student"
    try:
        start = unpacked(args.go_on_with / "encoder") if args.go_on_with else beginning(Model.read(args.teacher))
        teach(start, [*gum_files(args.corpora), args.ewt], args, student)
        nlp = pipeline(partial(write_files, student), treebank_files(args.corpora))
    except FileNotFoundError as error:
        parser.error(str(error))
    package(nlp, args.out, {"name": "corefpipe_base", "description": DESCRIPTION})
    write_result(args.out, args.corpora, args.work / "student.json")


if __name__ == "__main__":
    main()
