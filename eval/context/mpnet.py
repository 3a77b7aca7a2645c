"""MPNet (Song et al. 2020) as an encoder that is tuned for coreference (PyTorch), such as all-mpnet-base-v2."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import torch
from base_recipe import (
    BEGIN,
    END,
    EPSILON,
    FIRST_PLACE,
    OF_HEAD,
    RELATIVE,
    WORDS,
    distance_classes,
    fixed_layers,
    layers_of,
)
from torch import Tensor, nn
from torch.nn import functional
from weights import own_name

PLACES = "embeddings.position_embeddings.weight"


class Mpnet(nn.Module):
    """The encoder; its embeddings and the lower third of its layers do not learn, which saves a third of a step.

    Args:
        weights: as Hugging Face names them.
    """

    ends = (BEGIN, END)

    def __init__(self, weights: Mapping[str, np.ndarray]):
        super().__init__()
        self.tuned = nn.ParameterDict()
        self.layers = layers_of(weights)
        self.frozen = fixed_layers(self.layers)
        for name, array in weights.items():
            value = torch.tensor(np.asarray(array, dtype=np.float32))
            if name.startswith("encoder.layer.") and int(name.split(".")[2]) >= self.frozen:
                self.tuned[own_name(name)] = nn.Parameter(value)
            elif "position_ids" not in name:
                self.register_buffer(own_name(name), value)
        classes = torch.from_numpy(distance_classes(len(weights[PLACES]) - FIRST_PLACE))
        self.register_buffer("classes", classes, persistent=False)

    def weights(self) -> dict[str, np.ndarray]:
        """All weights as Hugging Face names them."""
        every = {name.removeprefix("tuned."): value for name, value in self.state_dict().items()}
        return {name.replace("/", "."): value.detach().cpu().numpy() for name, value in every.items()}

    def forward(self, pieces: Tensor, seen: Tensor, drop: float, looks: Tensor | float = 0.0) -> Tensor:
        """(windows, length, width) vectors of (windows, length) pieces, of which some are `seen`.

        `looks` are added above the layers that do not learn.
        """
        length = pieces.shape[1]
        hidden = self._weight(WORDS)[pieces] + self._weight(PLACES)[FIRST_PLACE : FIRST_PLACE + length]
        hidden = self._norm("embeddings.LayerNorm", hidden)
        near = self._weight(RELATIVE)[self.classes[:length, :length]].permute(2, 0, 1)
        mask = near + torch.where(seen, 0.0, -1e4)[:, None, None]
        if torch.is_autocast_enabled(pieces.device.type):
            mask = mask.to(torch.get_autocast_dtype(pieces.device.type))
        with torch.no_grad():
            for number in range(self.frozen):
                hidden = self._layer(number, hidden, mask, 0.0)
        hidden = hidden + looks
        for number in range(self.frozen, self.layers):
            hidden = self._layer(number, hidden, mask, drop)
        return hidden

    def _layer(self, number: int, hidden: Tensor, mask: Tensor, drop: float) -> Tensor:
        name = f"encoder.layer.{number}"
        rows, length, _ = hidden.shape
        parts = (self._dense(f"{name}.attention.attn.{part}", hidden) for part in "qkv")
        query, key, value = (one.view(rows, length, -1, OF_HEAD).transpose(1, 2) for one in parts)
        if torch.is_grad_enabled():  # on a CPU the gradient of the fused kernel takes twice as long
            found = torch.softmax((query * OF_HEAD**-0.5) @ key.transpose(2, 3) + mask, -1) @ value
        else:
            found = functional.scaled_dot_product_attention(query, key, value, attn_mask=mask)
        found = self._dense(f"{name}.attention.attn.o", found.transpose(1, 2).reshape(rows, length, -1))
        found = functional.dropout(found, drop, self.training)
        hidden = self._norm(f"{name}.attention.LayerNorm", hidden + found)
        found = functional.gelu(self._dense(f"{name}.intermediate.dense", hidden))
        found = functional.dropout(self._dense(f"{name}.output.dense", found), drop, self.training)
        return self._norm(f"{name}.output.LayerNorm", hidden + found)

    def _weight(self, name: str) -> Tensor:
        own = own_name(name)
        return self.tuned[own] if own in self.tuned else self.get_buffer(own)

    def _dense(self, name: str, values: Tensor) -> Tensor:
        return functional.linear(values, self._weight(f"{name}.weight"), self._weight(f"{name}.bias"))

    def _norm(self, name: str, values: Tensor) -> Tensor:
        weight = self._weight(f"{name}.weight")
        return functional.layer_norm(values, weight.shape, weight, self._weight(f"{name}.bias"), EPSILON)
