"""Write the network of a packaged pipeline as `teach.py` writes one, to go on teaching it.

    python eval/base_pipeline/unpack.py en --out build/context/base_en

Its weights are what the 8 bits of the package hold.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import onnx
import pack
from biaffine import Sizes, new_heads
from encoder import load_weights
from examples import Labels
from export import relations_model, windows_model
from learning import Model
from onnx import numpy_helper

from corefpipe.network.transformer import LARGEST
from corefpipe.parsing.encoder.files import (
    ARRAYS,
    RELATIONS,
    WINDOWS,
    read_files,
    read_labels,
    read_network,
    read_pieces,
)
from corefpipe.parsing.pipelines import PACKAGED

_STORED, _SCALE = "_quantized", "_scale"


def unpacked(folder: Path) -> Model:
    """The model in the folder of a component, of either kind."""
    files = read_files(folder)
    if ARRAYS in files:
        return pack.unpacked(folder)
    labels, pieces = Labels(read_labels(files)), read_pieces(files)
    encoder = {name: np.asarray(array) for name, array in load_weights().items() if "pooler" not in name}
    heads = {name: np.asarray(array) for name, array in new_heads(labels, Sizes(), 0).items()}
    # Each array of the same model holds its own number, so that it is known again in the graph.
    plain = {"encoder": encoder, "heads": heads}
    places = [(part, name) for part in plain for name in plain[part]]
    marked = {
        part: {name: np.full_like(array, places.index((part, name)) + 1) for name, array in plain[part].items()}
        for part in plain
    }
    like = Model(marked["encoder"], marked["heads"], labels, pieces)
    found: dict[str, dict[str, np.ndarray]] = {"encoder": {}, "heads": {}}
    graphs = (
        (windows_model(like), WINDOWS),
        (relations_model(like.heads), RELATIONS),
    )
    for graph, file in graphs:
        stored = _weights(onnx.load_from_string(files[file]))
        for name, mark in _weights(graph).items():
            number = float(mark.ravel()[0])
            if mark.dtype != np.float32 or not (mark == mark.ravel()[0]).all():
                continue
            array = _array(stored, name)
            if number != round(number):  # the scales of rows of 8 bits, which stand before them
                array = stored[f"weight_{int(name.removeprefix('weight_')) - 1}"] * array
                number = round(number * LARGEST)
            part, own = places[int(number) - 1]
            if part == "heads":
                array = array.reshape(plain[part][own].shape)
            elif array.ndim == 2 and "embeddings" not in own:
                array = array.T
            found[part][own] = array.astype(np.float32)
    kind = "embeddings.token_type_embeddings.weight"
    found["encoder"][kind] = found["encoder"][kind].reshape(1, -1)
    lacking = [name for part, name in places if name not in found[part]]
    if lacking:
        raise ValueError(f"{folder} has no {', '.join(lacking)}")
    return Model(found["encoder"], found["heads"], labels, pieces, read_network(files).window)


def _weights(model: onnx.ModelProto) -> dict[str, np.ndarray]:
    return {one.name: numpy_helper.to_array(one) for one in model.graph.initializer}


def _array(stored: Mapping[str, np.ndarray], name: str) -> np.ndarray:
    """A weight of a graph: of 8 bits with a scale per column, or as it was."""
    if name in stored:
        return stored[name]
    return stored[name + _STORED] * stored[name + _SCALE]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("base", help="name of a packaged pipeline, or a folder")
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    folder = PACKAGED / args.base / "base" if (PACKAGED / args.base).is_dir() else Path(args.base)
    unpacked(folder / "encoder").write(args.out)


if __name__ == "__main__":
    main()
