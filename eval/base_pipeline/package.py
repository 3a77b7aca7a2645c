"""Make a packaged base pipeline of a trained network: of `en` for NumPy, of `en_accurate` for onnxruntime.

    pip install -e '.[recipe,encoder]'
    python eval/base_pipeline/package.py en --network build/base_pipeline/en --corpora ../shared/corpora \\
        --out corefpipe/models/en/base

How sure the network must be of a sentence start is chosen first (see `starts.py`).
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import export
import numpy as np
import pack
from annotator import onnx_network
from convert import documents_of
from learning import Model
from measure import write_result
from pipelines import package, pipeline
from starts import BIASES, with_best_starts
from teacher_windows import gaps_of
from treebanks import treebank_files

from corefpipe.network.pieces import WordPieces
from corefpipe.parsing.encoder.numpy_network import NumpyNetwork
from corefpipe.parsing.encoder.onnx_network import OnnxNetwork
from corefpipe.parsing.encoder.parser import Network
from corefpipe.parsing.encoder.windows import Batch, Run, cut_window, to_batch


@dataclass(frozen=True)
class Kind:
    """How a network becomes a pipeline.

    Attributes:
        network_of: makes what the pipeline computes with, of the weights and windows of text.
        write: writes the files of the component.
        meta: of the pipeline.
    """

    network_of: Callable[[Model, Sequence[Batch]], Network]
    write: Callable[[Model, Path, Sequence[Batch]], None]
    meta: dict[str, Any] = field(default_factory=dict)


def windows_of(model: Model, files: Sequence[Path], number: int = 24) -> list[Batch]:
    """Windows of the first words of treebanks, as the network reads them."""
    pieces_of, found = WordPieces(model.pieces), []
    for document in documents_of(files)[:: max(1, len(files) // number)]:
        words = [word for sentence in document for word in sentence.words]
        run = Run([word.form for word in words], gaps_of(words), np.zeros(len(words), dtype=np.int64))
        found.append(to_batch([cut_window(0, run, 0, model.window, pieces_of)]))
    return found[:number]


KINDS = {
    "en": Kind(
        lambda model, batches: NumpyNetwork(pack.packed(model)),
        lambda model, out, batches: pack.write_files(model, out),
        {
            "name": "corefpipe_base",
            "description": "Base English pipeline of corefpipe: sentences, tags, features, lemmas, Universal "
            "Dependencies, the entity types of mention heads, and names",
        },
    ),
    "en_accurate": Kind(
        lambda model, batches: onnx_network(model),
        lambda model, out, batches: export.write_files(model, out),
        {
            "name": "corefpipe_accurate",
            "description": "Accurate English pipeline of corefpipe: sentences, tags, features, lemmas, Universal "
            "Dependencies, the entity types of mention heads, and names, by one small transformer",
            "requirements": ["onnxruntime>=1.17"],
        },
    ),
    "en_base_sized": Kind(
        lambda model, batches: OnnxNetwork(
            *(one.SerializeToString() for one in (export.by_rows(model, batches), export.relations_model(model.heads)))
        ),
        export.write_files,
        {
            "name": "corefpipe_base",
            "description": "Base English pipeline of corefpipe: sentences, tags, features, lemmas, Universal "
            "Dependencies, the entity types of mention heads, and names, by an encoder that reads what corefers, too",
            "requirements": ["onnxruntime>=1.17"],
        },
    ),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("--network", type=Path, required=True, help="folder of what teach.py wrote")
    parser.add_argument("--corpora", type=Path, required=True, help="folder with gum and ewt")
    parser.add_argument(
        "--bias", type=float, nargs="+", default=BIASES, help="added to the log odds of sentence starts"
    )
    parser.add_argument("--out", type=Path, required=True, help="folder for the pipeline")
    args = parser.parse_args()
    kind = KINDS[args.kind]
    try:
        given, files = Model.read(args.network), treebank_files(args.corpora)
        batches = windows_of(given, files)
        model = with_best_starts(given, partial(kind.network_of, batches=batches), args.corpora, args.bias)
        nlp = pipeline(partial(kind.write, model, batches=batches), files)
    except FileNotFoundError as error:
        parser.error(str(error))
    package(nlp, args.out, kind.meta)
    write_result(args.out, args.corpora, args.network / "result.json")


if __name__ == "__main__":
    main()
