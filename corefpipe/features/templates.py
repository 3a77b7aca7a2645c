"""Templates: conjunctions of attributes and pair features, hashed into the columns of the feature matrix.

A template is a conjunction such as `ana.type * ante.type * sentence_distance`: `ana.` and `ante.` name attributes of
the anaphor and the antecedent, other names are pair features, `types` stands for `ana.type * ante.type`. It fires once
a link, unless one of its parts has no value there.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from spacy.strings import hash_string  # type: ignore[attr-defined]

from corefpipe.errors import SettingError
from corefpipe.features.pairs import PAIR_FEATURES, Pairs
from corefpipe.features.table import ATTRIBUTES

_MIX = np.uint64(0x9E3779B97F4A7C15)


@dataclass(slots=True, frozen=True)
class Template:
    """One conjunction.

    Attributes:
        name: as written.
        parts: names of its parts, `types` spelt out.
    """

    name: str
    parts: tuple[str, ...]

    @classmethod
    def of(cls, text: str) -> Template:
        """From the notation of the feature sets.

        Raises:
            SettingError: a part that is no attribute and no pair feature.
        """
        parts = [part for name in text.split("*") for part in _ALIASES.get(name.strip(), (name.strip(),))]
        for part in parts:
            side, _, attribute = part.rpartition(".")
            if attribute not in (ATTRIBUTES if side in ("ana", "ante") else PAIR_FEATURES if not side else ()):
                raise SettingError(
                    f"unknown feature '{part}' in '{text}'",
                    cure=f"Pair features are {', '.join(sorted(PAIR_FEATURES))}; "
                    f"ana. and ante. take {', '.join(sorted(ATTRIBUTES))}",
                )
        return cls(" * ".join(parts), tuple(parts))


_ALIASES = {"types": ("ana.type", "ante.type")}


class Hasher:
    """Computes the parts of templates once a block of links, and their conjunctions as 64-bit hashes; 0 is silence."""

    def __init__(self, pairs: Pairs):
        self.pairs = pairs
        self._parts: dict[str, np.ndarray] = {}
        self._prefixes: dict[tuple[str, ...], np.ndarray] = {}

    def hashes(self, template: Template) -> np.ndarray:
        """(n_pairs,) uint64; 0 where the template is silent."""
        value = self._conjunction(template.parts)
        seeded = (value ^ np.uint64(hash_string(template.name))) * _MIX
        seeded[value == 0] = 0
        return seeded

    def _conjunction(self, parts: tuple[str, ...]) -> np.ndarray:
        if len(parts) == 1:
            return self._part(parts[0])
        if parts not in self._prefixes:
            value, last = self._conjunction(parts[:-1]), self._part(parts[-1])
            both = (value * _MIX) ^ (value >> np.uint64(29)) ^ last
            both *= _MIX
            both[(value == 0) | (last == 0)] = 0
            if len(parts) == 2:  # pairs of types and the like come again and again
                self._prefixes[parts] = both
            return both
        return self._prefixes[parts]

    def _part(self, name: str) -> np.ndarray:
        if name not in self._parts:
            side, _, attribute = name.rpartition(".")
            if side:
                hashes = self.pairs.table[attribute].hashes
                rows = self.pairs.ana if side == "ana" else self.pairs.ante
                self._parts[name] = hashes[rows]
            else:
                feature = PAIR_FEATURES[name]
                codes = np.asarray(feature.compute(self.pairs))
                named = [hash_string(f"{name}={value}") if value else 0 for value in feature.values]
                self._parts[name] = np.array(named, dtype=np.uint64)[codes.astype(np.int64)]
        return self._parts[name]
