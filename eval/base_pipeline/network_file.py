"""The weights of a network of this recipe in a folder, as arrays of NumPy: what JAX and PyTorch teach alike."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from corefpipe.parsing.encoder.windows import WINDOW

_WEIGHTS, _LABELS, _PIECES = "weights.npz", "labels.json", "pieces.txt"


@dataclass
class Network:
    """The weights with what their numbers mean.

    Attributes:
        encoder, heads: weights by name.
        labels: of each task.
        pieces: the word pieces by number.
        window: pieces of a window in which it reads.
    """

    encoder: dict[str, np.ndarray]
    heads: dict[str, np.ndarray]
    labels: dict[str, list[str]]
    pieces: list[str]
    window: int = WINDOW

    def write(self, folder: Path) -> None:
        """Write the weights, the labels and the word pieces."""
        folder.mkdir(parents=True, exist_ok=True)
        parts = {"encoder": self.encoder, "heads": self.heads}
        flat: dict[str, Any] = {f"{part}/{name}": array for part, of in parts.items() for name, array in of.items()}
        np.savez(folder / _WEIGHTS, **flat, window=np.array(self.window))
        (folder / _LABELS).write_text(json.dumps(self.labels), encoding="utf-8")
        (folder / _PIECES).write_text("\n".join(self.pieces), encoding="utf-8")

    @classmethod
    def read(cls, folder: Path) -> Network:
        """Read what `write` wrote."""
        parts: dict[str, dict[str, np.ndarray]] = {"encoder": {}, "heads": {}}
        with np.load(folder / _WEIGHTS) as flat:
            for name in flat.files:
                part, _, own = name.partition("/")
                if own:
                    parts[part][own] = flat[name]
            window = int(flat.get("window", WINDOW))
        labels = json.loads((folder / _LABELS).read_text(encoding="utf-8"))
        return cls(
            **parts, labels=labels, pieces=(folder / _PIECES).read_text(encoding="utf-8").split("\n"), window=window
        )
