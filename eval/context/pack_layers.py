"""Write taught layers (see `teach.py`) as a network that `corefpipe.network` reads by NumPy, in 8 bits.

python eval/context/pack_layers.py build/context/en.pt --base en --name context-en --out build/context/en
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from layers import OF_HEAD, Reader
from teach import read_network

from corefpipe.network.files import NetworkSettings, layer_files, write_network
from corefpipe.network.transformer import prefix_of, stored
from corefpipe.parsing.encoder.component import Encoder
from corefpipe.parsing.pipelines import load_base

_ENTER = {"enter/norm": "enter.0", "enter": "enter.1", "enter/norm2": "enter.2"}
_OF_LAYER = ("qkv", "out", "inner", "outer", "norm1", "norm2")
_OF_HEADS = {
    "query": "query.weight",
    "key": "key.weight",
    "mention": "mention.weight",
    "mention/b": "mention.bias",
    "mention/out": "mention_out.weight",
    "later": "later.weight",
    "earlier": "earlier.weight",
    "earlier/b": "earlier.bias",
    "later/part": "later_part.weight",
    "earlier/part": "earlier_part.weight",
    "product": "product.weight",
    "pair/out": "pair_out.weight",
    "head": "head.weight",
    "head/b": "head.bias",
    "head/out": "head_out.weight",
    "head/out/b": "head_out.bias",
    "edge/head": "edge_head.weight",
    "edge/word": "edge_word.weight",
    "edge/b": "edge_word.bias",
    "edge/out": "edge_out.weight",
}
_TABLES = {name: f"{name.replace('/', '_')}.weight" for name in ("distance", "sentences", "speakers", "edge/distance")}
_VECTORS = ("mention/out", "pair/out", "head/out")


def layer_arrays(reader: Reader) -> dict[str, np.ndarray]:
    """The arrays of `corefpipe.network.layers.Layers`; queries are divided by the root of a head's width."""
    w = _weights(reader)
    found = {"layers": np.array(reader.sizes.layers), "of_head": np.array(OF_HEAD)}
    found["distances"] = w["distances.weight"]
    for new, old in _ENTER.items():
        found |= {new: w[f"{old}.weight"].T, f"{new}/b": w[f"{old}.bias"]}
    for number in range(reader.sizes.layers):
        for name in _OF_LAYER:
            own = prefix_of(number) + name
            found |= {own: w[f"layers.{number}.{name}.weight"].T, f"{own}/b": w[f"layers.{number}.{name}.bias"]}
        scale = np.repeat([OF_HEAD**-0.5, 1.0, 1.0], reader.sizes.heads * OF_HEAD).astype(np.float32)
        for name in ("qkv", "qkv/b"):
            found[prefix_of(number) + name] = found[prefix_of(number) + name] * scale
    return found


def head_arrays(reader: Reader) -> dict[str, np.ndarray]:
    """The arrays of `corefpipe.network.heads.Heads`."""
    w = _weights(reader)
    found = {new: w[old].T for new, old in _OF_HEADS.items()} | {new: w[old] for new, old in _TABLES.items()}
    return found | {name: found[name].ravel() for name in _VECTORS}


def _weights(reader: Reader) -> Mapping[str, np.ndarray]:
    return {name: value.detach().numpy() for name, value in reader.state_dict().items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("taught", type=Path, help="file of the checkpoint")
    parser.add_argument("--base", required=True, help="the base pipeline whose vectors are read")
    parser.add_argument("--name", required=True)
    parser.add_argument("--licence", default="")
    parser.add_argument("--trained-on", nargs="*", default=[])
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    reader = read_network(args.taught)
    (encoder,) = (pipe for _, pipe in load_base(args.base).pipeline if isinstance(pipe, Encoder))
    settings = NetworkSettings(
        args.name,
        reader.sizes.window,
        licence=args.licence,
        trained_on=list(args.trained_on),
        over=encoder.network,
    )
    files = layer_files(settings, stored(layer_arrays(reader)), head_arrays(reader))
    write_network(files, args.out)
    print(args.out, {name: round(len(data) / 1e6, 2) for name, data in files.items()})


if __name__ == "__main__":
    main()
