"""How sure a network must be of a sentence start, chosen on the dev parts.

    python eval/base_pipeline/starts.py --network build/base_pipeline/teacher1 --corpora ../shared/corpora

does so for a teacher, and measures it.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from annotator import Annotator, measure_sentences, onnx_network, write_measures
from convert import documents_of
from learning import Model
from treebanks import TREEBANKS

from corefpipe.parsing.encoder.parser import Network

BIASES = (0.0, 0.4, 0.8, 1.2)
"""What is tried."""


def with_best_starts(
    model: Model, network_of: Callable[[Model], Network], corpora: Path, biases: Sequence[float] = BIASES
) -> Model:
    """The model with that number added to the log odds of a start which gives the best F of sentences on the dev parts.

    It is needed because what is learned from has more single sentences than whole paragraphs.

    Args:
        model: a trained model.
        network_of: makes its network.
        corpora: folder with the treebanks.
        biases: the numbers that are tried.
    """
    parts = [documents_of(sorted((corpora / name / "dev").glob("*.conllu"))) for name in TREEBANKS]
    found: list[tuple[float, Model]] = []
    for bias in biases:
        start = model.heads["start/b"] + np.array([0, bias], dtype=np.float32)
        changed = replace(model, heads=model.heads | {"start/b": start})
        if len(biases) == 1:
            return changed
        annotator = Annotator(network_of(changed), changed.labels.values, changed.pieces)
        scores = [measure_sentences(annotator, part) for part in parts]
        print(f"{bias} added to the log odds of starts: sentences {scores}", flush=True)
        found.append((sum(scores), changed))
    return max(found, key=lambda one: one[0])[1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--network", type=Path, required=True, help="folder of what teach.py wrote; it is changed")
    parser.add_argument("--corpora", type=Path, required=True, help="folder with gum, ewt and ner")
    args = parser.parse_args()
    with_best_starts(Model.read(args.network), onnx_network, args.corpora).write(args.network)
    write_measures(args.network, args.corpora)


if __name__ == "__main__":
    main()
