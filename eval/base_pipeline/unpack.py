"""Write the network of a packaged pipeline as `teach.py` writes one, to go on teaching it.

    python eval/base_pipeline/unpack.py en --out build/context/base_en

Its weights are what the 8 bits of the package hold.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np
import onnx
import pack
from bert_arrays import WIDTH
from encoder import load_weights
from examples import Labels
from export import relations_model, windows_model
from learning import Model
from onnx import numpy_helper
from untrained import Sizes, new_heads

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
from corefpipe.parsing.pipelines import find_base

KIND = "embeddings.token_type_embeddings.weight"


def unpacked(folder: Path) -> Model:
    """The model in the folder of a component, of either kind."""
    files = read_files(folder)
    return pack.unpacked(folder) if ARRAYS in files else _of_graphs(files)


def _of_graphs(files: Mapping[str, bytes]) -> Model:
    """The model of ONNX files: each array of a model of the same shape is given a number, and known again by it."""
    labels, pieces = Labels(read_labels(files)), read_pieces(files)
    encoder = {name: np.asarray(array) for name, array in load_weights().items() if "pooler" not in name}
    plain = {"encoder": encoder, "heads": dict(new_heads(labels.values, Sizes(), 0, WIDTH))}
    places = [(part, name) for part in plain for name in plain[part]]
    marked: dict[str, dict[str, np.ndarray]] = {"encoder": {}, "heads": {}}
    for number, (part, name) in enumerate(places, 1):
        marked[part][name] = np.full_like(plain[part][name], number)
    found: dict[str, dict[str, np.ndarray]] = {"encoder": {}, "heads": {}}
    like = Model(marked["encoder"], marked["heads"], labels, pieces)
    for graph, file in ((windows_model(like), WINDOWS), (relations_model(like.heads), RELATIONS)):
        for number, array in _numbered(graph, onnx.load_from_string(files[file])):
            part, name = places[number - 1]
            if part == "heads":
                array = array.reshape(plain[part][name].shape)
            elif array.ndim == 2 and "embeddings" not in name:
                array = array.T
            found[part][name] = array.astype(np.float32)
    lacking = [name for part, name in places if name not in found[part]]
    if lacking:
        raise ValueError(f"the graphs have no {', '.join(lacking)}")
    found["encoder"][KIND] = found["encoder"][KIND].reshape(1, -1)
    return Model(found["encoder"], found["heads"], labels, pieces, read_network(files).window)


def _numbered(graph: onnx.ModelProto, stored: onnx.ModelProto) -> Iterator[tuple[int, np.ndarray]]:
    """The arrays of a stored graph with the numbers that the arrays of the same graph hold."""
    arrays = _weights(stored)
    for name, mark in _weights(graph).items():
        number = float(mark.flat[0])
        if mark.dtype != np.float32 or not (mark == number).all():
            continue
        array = arrays[name] if name in arrays else arrays[f"{name}_quantized"] * arrays[f"{name}_scale"]
        if number.is_integer():
            yield int(number), array
        else:  # scales of rows of 8 bits, which stand before them
            yield round(number * LARGEST), arrays[f"weight_{int(name.removeprefix('weight_')) - 1}"] * array


def _weights(model: onnx.ModelProto) -> dict[str, np.ndarray]:
    """The arrays by name, numbered anew without gaps: packing leaves some out."""
    every = {one.name: numpy_helper.to_array(one) for one in model.graph.initializer}
    numbers = sorted({int(name.split("_")[1]) for name in every})
    number = {str(old): new for new, old in enumerate(numbers)}
    parts = {name: re.fullmatch(r"weight_(\d+)(.*)", name) for name in every}
    return {f"weight_{number[part[1]]}{part[2]}": every[name] for name, part in parts.items() if part}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("base", help="name of a packaged pipeline or of an installed model, or a folder")
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    folder = find_base(args.base)
    if folder is None:
        parser.error(f"{args.base} has no network")
    unpacked(folder / "encoder").write(args.out)


if __name__ == "__main__":
    main()
