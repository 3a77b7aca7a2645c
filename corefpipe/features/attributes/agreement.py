"""Agreement of two mentions in number, gender, animacy, person, entity type, grammatical role and governor."""

from __future__ import annotations

import numpy as np

from corefpipe.features.engine.pairs import MentionPairs
from corefpipe.features.engine.registry import categorical, joinable


def _agreement(name: str) -> None:
    def compute(pairs: MentionPairs) -> np.ndarray:
        return pairs.agreement(name)

    compute.__name__ = f"{name}_match"
    compute.__doc__ = f"Whether both have the same {name.replace('_', ' ')}, if both are known."
    categorical("unknown", "same", "other")(joinable(compute))


for _name in ("number", "gender", "animacy", "person", "entity_type", "role", "governor"):
    _agreement(_name)
