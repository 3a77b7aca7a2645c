"""Pairs of mentions as arrays of rows of the mention table, with the array expressions that pair features use."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from corefpipe.features.engine.table import MentionTable


class Distinct(NamedTuple):
    """The distinct pairs of values of an attribute over some pairs of mentions.

    Attributes:
        ante: (n_distinct,) codes of the antecedents' values.
        ana: (n_distinct,) codes of the anaphors' values.
        inverse: (n_pairs,) index of each pair of mentions into these.
    """

    ante: np.ndarray
    ana: np.ndarray
    inverse: np.ndarray


@dataclass(slots=True)
class MentionPairs:
    """Candidate links of one document, without the dummies, as rows of its mention table.

    >>> from corefpipe.features import MentionPairs
    >>> pairs = MentionPairs(table, np.array([0]), np.array([1]))
    >>> len(pairs)
    1

    Attributes:
        table: the mentions.
        ante: (n_pairs,) row of the antecedent.
        ana: (n_pairs,) row of the anaphor; ascending.
    """

    table: MentionTable
    ante: np.ndarray
    ana: np.ndarray
    _memo: dict[object, np.ndarray | Distinct] = field(default_factory=dict)
    _by_document: Sequence[MentionPairs] | None = None

    def __len__(self) -> int:
        return len(self.ante)

    def by_document(self) -> Sequence[MentionPairs]:
        """The pairs of each document that has any, in its own table."""
        tables = self.table.documents
        if len(tables) == 1:
            return [self]
        if self._by_document is None:
            rows = self.table.first_rows
            bounds = np.searchsorted(self.ana, rows).tolist()
            self._by_document = [
                MentionPairs(tables[number], self.ante[start:end] - first, self.ana[start:end] - first)
                for number, (start, end, first) in enumerate(zip(bounds, bounds[1:], rows.tolist(), strict=False))
                if end > start
            ]
        return self._by_document

    def once(self, name: object, make: Callable[[], np.ndarray]) -> np.ndarray:
        """The result of `make()`, computed on the first call with this name: for what several features share."""
        if name not in self._memo:
            self._memo[name] = make()
        return self._memo[name]  # type: ignore[return-value]

    def codes(self, name: str) -> tuple[np.ndarray, np.ndarray]:
        """Codes of an attribute for (antecedents, anaphors)."""
        codes = self.table[name].codes
        return codes.take(self.ante), codes.take(self.ana)

    def are(self, name: str, *values: str) -> tuple[np.ndarray, np.ndarray]:
        """Whether an attribute has one of these values, for (antecedents, anaphors)."""
        flags = self.table[name].is_(*values)
        return flags.take(self.ante), flags.take(self.ana)

    def both(self, name: str, *values: str) -> np.ndarray:
        """(n_pairs,) bool: whether an attribute of both mentions has one of these values."""
        ante, ana = self.are(name, *values)
        return ante & ana

    @property
    def nominal(self) -> np.ndarray:
        """(n_pairs,) bool: neither is a pronoun."""
        ante, ana = self.are("kind", "pronoun")
        return ~(ante | ana)

    def agreement(self, name: str) -> np.ndarray:
        """(n_pairs,) 1 where both mentions have the same known value, 2 where they have different ones, else 0."""

        def make() -> np.ndarray:
            column = self.table[name]
            known, codes = column.known().view(np.int8), column.codes
            same = (codes.take(self.ante) == codes.take(self.ana)).view(np.int8)
            return known.take(self.ante) * known.take(self.ana) * (2 - same)

        return self.once(("agreement", name), make)

    def distinct(self, name: str) -> Distinct:
        """The distinct pairs of values of an attribute, so that a costly function is computed once for each."""
        key = ("distinct", name)
        if key not in self._memo:
            ante, ana = self.codes(name)
            size = len(self.table[name].names)
            both, inverse = np.unique(ante * size + ana, return_inverse=True)
            self._memo[key] = Distinct(both // max(size, 1), both % max(size, 1), inverse)
        return self._memo[key]  # type: ignore[return-value]

    def by_value(self, name: str, compute: Callable[[list[str], list[str]], np.ndarray]) -> np.ndarray:
        """(n_pairs,) a function of two values of an attribute, called once with all distinct pairs of values.

        Args:
            name: the attribute.
            compute: (values of antecedents, values of anaphors) -> one result per pair of values.
        """
        ante, ana, inverse = self.distinct(name)
        names = self.table[name].names
        found = compute([names[i] for i in ante.tolist()], [names[i] for i in ana.tolist()])
        return np.asarray(found)[inverse]

    def count_between(self, flag: np.ndarray) -> np.ndarray:
        """(n_pairs,) number of flagged candidates of the same anaphor to the right of each candidate."""
        running = np.cumsum(flag)
        ends = np.flatnonzero(np.diff(self.ana, append=-1))
        return np.repeat(running[ends], np.diff(ends, prepend=-1)) - running


class ComparesCandidatesError(Exception):
    """A feature that compares a candidate with the others was asked about some of the candidates only."""


class ChosenPairs(MentionPairs):
    """Some of the candidate links of each anaphor; `count_between`, which needs all of them, raises an error."""

    def count_between(self, flag: np.ndarray) -> np.ndarray:
        """Raises ComparesCandidatesError."""
        raise ComparesCandidatesError
