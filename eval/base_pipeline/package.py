"""Make a packaged base pipeline of a trained network: of `en` for NumPy, of `en_accurate` for onnxruntime.

    pip install -e '.[recipe,encoder]'
    python eval/base_pipeline/package.py en --network build/base_pipeline/en --corpora ../shared/corpora \\
        --out corefpipe/models/en/base

How sure the network must be of a sentence start is chosen first (see `starts.py`).
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import export
import pack
from annotator import onnx_network
from learning import Model
from measure import write_result
from pipelines import package, pipeline
from starts import with_best_starts
from treebanks import treebank_files

from corefpipe.parsing.encoder.numpy_network import NumpyNetwork
from corefpipe.parsing.encoder.parser import Network


@dataclass(frozen=True)
class Kind:
    """How a network becomes a pipeline.

    Attributes:
        network_of: makes what the pipeline computes with.
        write: writes the files of the component.
        meta: of the pipeline.
    """

    network_of: Callable[[Model], Network]
    write: Callable[[Model, Path], None]
    meta: dict[str, Any] = field(default_factory=dict)


KINDS = {
    "en": Kind(
        lambda model: NumpyNetwork(pack.packed(model)),
        pack.write_files,
        {
            "name": "corefpipe_base",
            "description": "Base English pipeline of corefpipe: sentences, tags, features, lemmas, Universal "
            "Dependencies, the entity types of mention heads, and names",
        },
    ),
    "en_accurate": Kind(
        onnx_network,
        export.write_files,
        {
            "name": "corefpipe_accurate",
            "description": "Accurate English pipeline of corefpipe: sentences, tags, features, lemmas, Universal "
            "Dependencies, the entity types of mention heads, and names, by one small transformer",
            "requirements": ["onnxruntime>=1.17"],
        },
    ),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("--network", type=Path, required=True, help="folder of what teach.py wrote")
    parser.add_argument("--corpora", type=Path, required=True, help="folder with gum and ewt")
    parser.add_argument("--out", type=Path, required=True, help="folder for the pipeline")
    args = parser.parse_args()
    kind = KINDS[args.kind]
    try:
        model = with_best_starts(Model.read(args.network), kind.network_of, args.corpora)
        nlp = pipeline(partial(kind.write, model), treebank_files(args.corpora))
    except FileNotFoundError as error:
        parser.error(str(error))
    package(nlp, args.out, kind.meta)
    write_result(args.out, args.corpora, args.network / "result.json")


if __name__ == "__main__":
    main()
