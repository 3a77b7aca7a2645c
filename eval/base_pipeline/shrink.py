"""Make an encoder smaller: without rare word pieces, with fewer layers, heads and units."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from bert_arrays import OF_HEAD, WORDS

if TYPE_CHECKING:
    from learning import Model  # which needs JAX


def with_kept_pieces(model: Model) -> Model:
    """The model without the pieces that `kept_pieces` leaves out."""
    kept = np.array(kept_pieces(model.pieces))
    encoder = model.encoder | {WORDS: model.encoder[WORDS][kept]}
    return replace(model, encoder=encoder, pieces=[model.pieces[i] for i in kept])


def kept_pieces(pieces: list[str]) -> list[int]:
    """The pieces that remain: those of Latin letters, digits and marks, and single characters of any script."""

    def plain(piece: str) -> bool:
        bare = piece.removeprefix("##")
        return len(bare) == 1 or all(ord(letter) < 0x250 or 0x2000 <= ord(letter) < 0x2300 for letter in bare)

    return [
        i
        for i, piece in enumerate(pieces)
        if piece in ("[PAD]", "[UNK]", "[CLS]", "[SEP]") or (plain(piece) and not piece.startswith("[unused"))
    ]


def narrowed(encoder: dict[str, np.ndarray], layers: int, heads: int, units: int) -> dict[str, np.ndarray]:
    """The first layers, of each the heads and units with the largest weights (Frobenius norms of what they do)."""
    found = {name: array for name, array in encoder.items() if name.startswith("embeddings.")}
    for number in range(layers):
        name = f"encoder.layer.{number}."
        own = {key.removeprefix(name): array for key, array in encoder.items() if key.startswith(name)}
        value, out = own["attention.self.value.weight"], own["attention.output.dense.weight"]
        size = [np.linalg.norm(out[:, i : i + OF_HEAD] @ value[i : i + OF_HEAD]) for i in range(0, len(value), OF_HEAD)]
        best = np.sort(np.argsort(size)[-heads:])
        rows = (best[:, None] * OF_HEAD + np.arange(OF_HEAD)).ravel()
        for part in ("query", "key", "value"):
            for kind in ("weight", "bias"):
                own[f"attention.self.{part}.{kind}"] = own[f"attention.self.{part}.{kind}"][rows]
        own["attention.output.dense.weight"] = out[:, rows]
        inner, outer = own["intermediate.dense.weight"], own["output.dense.weight"]
        size = np.linalg.norm(inner, axis=1) * np.linalg.norm(outer, axis=0)
        rows = np.sort(np.argsort(size)[-units:])
        for kind in ("weight", "bias"):
            own[f"intermediate.dense.{kind}"] = own[f"intermediate.dense.{kind}"][rows]
        own["output.dense.weight"] = outer[:, rows]
        found |= {name + key: array for key, array in own.items()}
    return found
