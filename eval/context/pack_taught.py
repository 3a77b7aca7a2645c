"""Write what `teach.py` taught as `corefpipe.network` reads it, in 8 bits: layers and heads, or an encoder as ONNX.

    python eval/context/pack_taught.py build/context/en.pt --encoder build/context/shared_en
    python eval/base_pipeline/package.py en --network build/context/shared_en --corpora ../shared/corpora \\
        --out corefpipe/models/en/base
    python eval/context/pack_taught.py build/context/en.pt --base en --name context-en --out build/context/network_en

An encoder that parses, too, becomes a base pipeline first, and layers and heads over its vectors then.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
from base_recipe import RELATIVE, WORDS, Network, encoder_arrays, with_ends_of_bert
from export import encoder_model
from layers import OF_HEAD
from linking import Linker
from shared import SharedLinker
from starts import read_network
from tuned import PIECES_OF_WORD, TunedLinker
from weights import OF_HEADS, TABLES, VECTORS

from corefpipe.network.embedded import Embeddings
from corefpipe.network.files import (
    OF_EMBEDDED,
    OF_LAYERS,
    OF_VECTORS,
    NetworkSettings,
    files_over_base,
    network_files,
    write_network,
)
from corefpipe.network.transformer import prefix_of, stored
from corefpipe.parsing.encoder.component import Encoder
from corefpipe.parsing.encoder.vectors import BaseEmbeddings
from corefpipe.parsing.pipelines import load_base

_ENTER = {"enter/norm": "layers.enter.0", "enter": "layers.enter.1", "enter/norm2": "layers.enter.2"}
_OF_LAYER = ("qkv", "out", "inner", "outer", "norm1", "norm2")


def packed_network(linker: SharedLinker) -> Network:
    """The encoder with its heads; word pieces have the names that BERT gives them."""
    found = linker.network()
    if RELATIVE not in found.encoder:
        return found
    encoder, pieces = with_ends_of_bert(found.encoder, found.pieces, WORDS)
    return replace(found, encoder=encoder, pieces=pieces)


def layer_arrays(linker: SharedLinker) -> dict[str, np.ndarray]:
    """The arrays of `corefpipe.network.layers.Layers`; queries are divided by the root of a head's width."""
    w = _weights(linker)
    found = {"layers": np.array(linker.sizes.layers), "of_head": np.array(OF_HEAD)}
    found["distances"] = w["layers.distances.weight"]
    for new, old in _ENTER.items():
        found |= {new: w[f"{old}.weight"].T, f"{new}/b": w[f"{old}.bias"]}
    for number in range(linker.sizes.layers):
        for name in _OF_LAYER:
            own = prefix_of(number) + name
            old = f"layers.layers.{number}.{name}"
            found |= {own: w[f"{old}.weight"].T, f"{own}/b": w[f"{old}.bias"]}
        scale = np.repeat([OF_HEAD**-0.5, 1.0, 1.0], linker.sizes.heads * OF_HEAD).astype(np.float32)
        for name in ("qkv", "qkv/b"):
            found[prefix_of(number) + name] = found[prefix_of(number) + name] * scale
    return found


def head_arrays(linker: Linker) -> dict[str, np.ndarray]:
    """The arrays of `corefpipe.network.heads.Heads`."""
    w = _weights(linker)
    found = {new: w[old].T for new, old in OF_HEADS.items()} | {new: w[old] for new, old in TABLES.items()}
    return found | {name: found[name].ravel() for name in VECTORS}


def check_embeddings(base: Embeddings, listed: list[str], words: np.ndarray, pieces: list[str]) -> None:
    """Raise ValueError unless the embeddings of a base pipeline are those of an encoder, but for their 8 bits."""
    if listed != pieces:
        raise ValueError("the base pipeline has other word pieces than the encoder")
    if np.abs(base(np.arange(len(pieces))) - words).max() > base.scales.max():
        raise ValueError("the base pipeline has other embeddings than the encoder")


def _weights(linker: Linker) -> Mapping[str, np.ndarray]:
    found = {name: value.detach().numpy() for name, value in linker.state_dict().items()}
    return found | {name: found[name][:1] for name in ("head_out.weight", "head_out.bias")}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("taught", type=Path, help="file of the checkpoint")
    parser.add_argument("--encoder", type=Path, help="folder for an encoder that parses, too, which package.py reads")
    parser.add_argument("--base", help="the base pipeline whose vectors or embeddings are read")
    parser.add_argument("--name", default="context")
    parser.add_argument("--licence", default="")
    parser.add_argument("--trained-on", nargs="*", default=[])
    parser.add_argument("--out", type=Path, help="folder for the network")
    args = parser.parse_args()
    linker = read_network(args.taught)
    if args.encoder:
        if not isinstance(linker, SharedLinker):
            parser.error(f"{args.taught} has an encoder that does not parse")
        packed_network(linker).write(args.encoder)
    if not args.out:
        return
    settings = NetworkSettings(
        args.name, linker.sizes.window, pieces_of_word=PIECES_OF_WORD, licence=args.licence, trained_on=args.trained_on
    )
    if args.base:
        (base,) = (pipe for _, pipe in load_base(args.base).pipeline if isinstance(pipe, Encoder))
        settings = replace(settings, over=base.network)
    if isinstance(linker, TunedLinker) and args.base:
        weights = linker.encoder.weights()
        check_embeddings(*BaseEmbeddings(args.base, settings.over)(), weights[WORDS], linker.pieces)
        arrays = stored(encoder_arrays(weights))
        files = files_over_base(settings, OF_EMBEDDED, arrays, head_arrays(linker))
    elif isinstance(linker, TunedLinker):
        model = encoder_model(linker.encoder.weights()).SerializeToString()
        files = network_files(settings, model, head_arrays(linker), linker.pieces)
    elif isinstance(linker, SharedLinker) and args.base and linker.layers is None:
        files = files_over_base(settings, OF_VECTORS, {}, head_arrays(linker))
    elif isinstance(linker, SharedLinker) and args.base:
        files = files_over_base(settings, OF_LAYERS, stored(layer_arrays(linker)), head_arrays(linker))
    else:
        parser.error("layers read the vectors of a base pipeline: give --base")
    write_network(files, args.out)
    print(args.out, {name: round(len(data) / 1e6, 2) for name, data in files.items()})


if __name__ == "__main__":
    main()
