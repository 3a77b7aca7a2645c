"""Parts of templates: an attribute of one mention or a pair feature, coded as small integers over a block of pairs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np

from corefpipe.features.engine.column import hashes_of
from corefpipe.features.engine.pairs import MentionPairs
from corefpipe.features.engine.registry import ATTRIBUTES, PAIR_FEATURES

_YES = ("", "yes")
_COUNTS = 1 << 12  # integers below this are binned by a table


@dataclass(slots=True)
class Coded:
    """The values of a part over a block of pairs.

    Attributes:
        codes: (n_pairs,) int64 into `names`.
        names: the distinct values; nothing is emitted for "".
        hashes: (n_names,) uint64 hashes of the values, 0 for "".
        numbers: (n_pairs,) float32 emitted instead of 1, for raw numeric parts.
    """

    codes: np.ndarray
    names: Sequence[str]
    hashes: np.ndarray
    numbers: np.ndarray | None = None

    def on_rows(self, rows: np.ndarray) -> Coded:
        """The values over some of the pairs."""
        return Coded(self.codes[rows], self.names, self.hashes, None if self.numbers is None else self.numbers[rows])

    @classmethod
    def joined(cls, blocks: Sequence[Coded]) -> Coded:
        """The values of one pair feature over several blocks of pairs."""
        first = blocks[0]
        numbers = None if first.numbers is None else np.concatenate([block.numbers for block in blocks])
        return cls(np.concatenate([block.codes for block in blocks]), first.names, first.hashes, numbers)


@dataclass(slots=True, frozen=True)
class Part:
    """One part of a template.

    Attributes:
        name: an attribute with its side ("ana.head") or a pair feature.
        wanted: the values that are mapped to "yes", all others to ""; empty to emit every value.
        parameters: (name, value) of the parameters of the pair feature's function.
        bins: upper edges, for a numeric feature.
        least: "yes" where the number is at least this, for a numeric feature.
        scale: emit the number itself, times this, for a numeric feature.
    """

    name: str
    wanted: tuple[str, ...] = ()
    parameters: tuple[tuple[str, Any], ...] = ()
    bins: tuple[float, ...] = ()
    least: float | None = None
    scale: float | None = None

    @property
    def side(self) -> str:
        """The mention of an attribute, "ana" or "ante"; "" for a pair feature."""
        return self.name.rpartition(".")[0]

    @property
    def attribute(self) -> str:
        """Name of the attribute or pair feature."""
        return self.name.rpartition(".")[2]

    @property
    def values(self) -> tuple[str, ...]:
        """The meanings of its codes, "" where nothing is emitted; () for an attribute, whose values vary."""
        if self.wanted or self.least is not None or self.scale is not None:
            return _YES
        if self.side:
            return ()
        feature = PAIR_FEATURES[self.name]
        return _bin_names(self.bins) if feature.kind == "numeric" else _emitted(feature.values, feature.silent)[0]

    @property
    def boolean(self) -> bool:
        """Whether its only emitted value is "yes"."""
        if self.wanted or self.least is not None or self.scale is not None:
            return True
        return not self.side and PAIR_FEATURES[self.name].kind == "boolean"

    @property
    def of_anaphor(self) -> bool:
        """Whether it depends on the anaphor alone."""
        return self.side == "ana" or (not self.side and PAIR_FEATURES[self.name].of_anaphor)

    @property
    def learned(self) -> str:
        """Name of the trained model that it needs, "" for none."""
        if self.side:
            return ATTRIBUTES[self.name.rpartition(".")[2]].learned
        return PAIR_FEATURES[self.name].learned

    def __str__(self) -> str:
        text = self.name + ("=" + "|".join(self.wanted) if self.wanted else "")
        text += "".join(f"[{name}={value}]" for name, value in self.parameters)
        return text + ("" if self.least is None else f"≥{number_text(self.least)}")

    def code(self, pairs: MentionPairs) -> Coded:
        """Its values over these pairs."""
        side, _, name = self.name.rpartition(".")
        if side:
            column = pairs.table[name]
            codes = column.codes[pairs.ana if side == "ana" else pairs.ante]
            return self._wanted(codes, column.names) if self.wanted else Coded(codes, column.names, column.hashes)
        feature = PAIR_FEATURES[name]
        values = feature.codes(pairs, dict(self.parameters))
        if feature.kind == "numeric":
            return self._code_of_numbers(values)
        codes = values.astype(np.int64)
        # The silent value may be a wanted one, too.
        return self._wanted(codes, feature.values) if self.wanted else _coded(codes, feature.values, feature.silent)

    def _wanted(self, codes: np.ndarray, names: Sequence[str]) -> Coded:
        hit = np.array([name in self.wanted for name in names], dtype=np.int64)
        return _coded(hit[codes], _YES)

    def _code_of_numbers(self, values: np.ndarray) -> Coded:
        if self.scale is not None:
            numbers = np.where(np.isfinite(values), values * self.scale, 0).astype(np.float32)
            return replace(_coded((numbers != 0).astype(np.int64), _YES), numbers=numbers)
        if self.least is not None:
            return _coded((values >= self.least).astype(np.int64), _YES)
        names = _bin_names(self.bins)
        if values.dtype.kind == "i" and self.bins[0] >= 0 and self.bins[-1] < _COUNTS:
            bins = np.searchsorted(self.bins, np.arange(int(self.bins[-1]) + 2))
            return _coded(bins.take(values, mode="clip"), names)
        # At the precision of the values: 0.1 in float32 is more than 0.1 in float64.
        edges = np.array(self.bins, dtype=values.dtype if values.dtype.kind == "f" else np.float64)
        return _coded(np.where(np.isnan(values), len(names) - 1, np.searchsorted(edges, values)), names)


def _coded(codes: np.ndarray, names: Sequence[str], silent: str = "") -> Coded:
    emitted, hashes = _emitted(tuple(names), silent)
    return Coded(codes, emitted, hashes)


@lru_cache(maxsize=1024)
def _emitted(names: tuple[str, ...], silent: str) -> tuple[tuple[str, ...], np.ndarray]:
    emitted = tuple("" if name == silent else name for name in names)
    return emitted, hashes_of(emitted)


def _bin_names(edges: tuple[float, ...]) -> tuple[str, ...]:
    return (*(f"≤{number_text(edge)}" for edge in edges), f">{number_text(edges[-1])}", "")


def number_text(number: float) -> str:
    """A number as text, as short as possible; different numbers have different texts."""
    return repr(int(number)) if number == int(number) else repr(number)
