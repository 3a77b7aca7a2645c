"""A text, and weights of an encoder of 32 dimensions, for the recipe of networks that read the text."""

from __future__ import annotations

import numpy as np

TEXT = (
    "The nurse told Anna Bell that she was late . She said that the bus had not come , "
    "and her phone was dead . Mr. Smith laughed . He gave them some tea and a cake with cream ."
)
N = len(TEXT.split())

WIDTH, PIECES = 32, ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "w", *(f"##{digit}" for digit in "0123456789")]


MPNET_PIECES = ["<s>", "<pad>", "</s>", *PIECES[1:2], *PIECES[4:]]


def bert_weights(layers: int = 2, units: int = 40) -> dict[str, np.ndarray]:
    """Random weights, by the names of BERT."""
    random = np.random.default_rng(6)
    shapes = {"embeddings.word_embeddings.weight": (len(PIECES), WIDTH)}
    shapes |= {"embeddings.position_embeddings.weight": (64, WIDTH)}
    shapes |= {"embeddings.token_type_embeddings.weight": (2, WIDTH)}
    dense = {"intermediate.dense": (units, WIDTH), "output.dense": (WIDTH, units)}
    dense |= {f"attention.self.{part}": (WIDTH, WIDTH) for part in ("query", "key", "value")}
    dense |= {"attention.output.dense": (WIDTH, WIDTH)}
    norms = ["embeddings"]
    for number in range(layers):
        own = f"encoder.layer.{number}"
        norms += [f"{own}.attention.output", f"{own}.output"]
        for name, shape in dense.items():
            shapes |= {f"{own}.{name}.weight": shape, f"{own}.{name}.bias": shape[:1]}
    found = {name: random.normal(size=shape).astype(np.float32) / 3 for name, shape in shapes.items()}
    for name in norms:
        found |= {f"{name}.LayerNorm.weight": np.ones(WIDTH, dtype=np.float32)}
        found |= {f"{name}.LayerNorm.bias": random.normal(size=WIDTH).astype(np.float32) / 9}
    return found


def mpnet_weights(layers: int = 2) -> dict[str, np.ndarray]:
    """Random weights, by the names of MPNet, with a head of 64 dimensions."""
    random = np.random.default_rng(7)
    width, units = 64, 80
    shapes = {"embeddings.word_embeddings.weight": (len(MPNET_PIECES), width)}
    shapes |= {"embeddings.position_embeddings.weight": (514, width)}
    shapes |= {"encoder.relative_attention_bias.weight": (32, 1)}
    dense = {"intermediate.dense": (units, width), "output.dense": (width, units)}
    dense |= {f"attention.attn.{part}": (width, width) for part in "qkvo"}
    norms = ["embeddings"]
    for number in range(layers):
        own = f"encoder.layer.{number}"
        norms += [f"{own}.attention", f"{own}.output"]
        for name, shape in dense.items():
            shapes |= {f"{own}.{name}.weight": shape, f"{own}.{name}.bias": shape[:1]}
    found = {name: random.normal(size=shape).astype(np.float32) / 3 for name, shape in shapes.items()}
    for name in norms:
        found |= {f"{name}.LayerNorm.weight": np.ones(width, dtype=np.float32)}
        found |= {f"{name}.LayerNorm.bias": random.normal(size=width).astype(np.float32) / 9}
    return found


def layer_of_width(width: int) -> dict[str, np.ndarray]:
    """The weights of one layer, repeated until it has this width."""
    return {
        name.removeprefix("encoder.layer.0."): np.resize(array, [width if n == WIDTH else n for n in array.shape])
        for name, array in bert_weights(layers=1).items()
        if name.startswith("encoder.")
    }
