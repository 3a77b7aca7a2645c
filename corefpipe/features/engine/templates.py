"""Templates: conjunctions of parts. A template fires once a link, unless one of its parts has no value there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from corefpipe.features.engine.parts import Part, number_text, read_parts


@dataclass(slots=True, frozen=True)
class Template:
    """One conjunction.

    Attributes:
        parts: its parts.
        labels: (label, number of parts under it), in the order of the parts: how its columns are called.
        features: names of the features of the set that it conjoins; one, but for the set's `all_pairs`.
    """

    parts: tuple[Part, ...]
    labels: tuple[tuple[str, int], ...]
    features: tuple[str, ...]

    @classmethod
    def read(cls, name: str, text: str, options: Mapping[str, Any] | None = None) -> list[Template]:
        """The templates of one feature of a set.

        Args:
            name: what the set calls it; where that is the expression itself, each part is called by its own name.
            text: the expression (see `corefpipe.features.engine.parts`).
            options: parameters.

        Raises:
            SettingError: a name, value or parameter that does not exist.
        """
        templates = []
        for parts in read_parts(text, options):
            if name == text:
                labels = tuple((str(part), 1) for part in parts)
            else:
                steps = [f"≥{number_text(part.least)}" for part in parts if part.least is not None]
                labels = ((name + "".join(steps), len(parts)),)
            templates.append(cls(tuple(parts), labels, (name,)))
        return templates

    @property
    def name(self) -> str:
        """Its notation."""
        return " * ".join(label for label, _ in self.labels)

    def with_(self, other: Template) -> Template:
        """The conjunction of another template and this one, as a template of this one's features."""
        return Template(other.parts + self.parts, other.labels + self.labels, self.features)

    def column(self, values: Sequence[str]) -> str:
        """The name of a column: each label with the values of its parts, those that say yes or nothing left out."""
        pieces, at = [], 0
        for label, count in self.labels:
            open_parts = [i for i in range(at, at + count) if not self.parts[i].boolean]
            pieces.append("=".join(filter(None, [label, "+".join(values[i] for i in open_parts)])))
            at += count
        return " & ".join(pieces)


def all_pairs(templates: Sequence[Template]) -> list[Template]:
    """The conjunctions of each two templates of different features (Bengtson & Roth 2008, section 3.2)."""
    return [
        replace(second.with_(first), features=first.features + second.features)
        for first, second in combinations(templates, 2)
        if first.features != second.features
    ]
