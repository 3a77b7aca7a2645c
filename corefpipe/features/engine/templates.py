"""Templates: conjunctions of parts. A template emits one feature per link, unless one of its parts has no value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from corefpipe.features.engine.notation import read_parts
from corefpipe.features.engine.parts import Part, number_text
from corefpipe.features.engine.registry import CONTEXT


@dataclass(slots=True, frozen=True)
class Template:
    """One conjunction.

    Attributes:
        parts: its parts.
        labels: (label, number of parts that it covers), in the order of the parts, for the names of columns.
        features: names of the set's features that it comes from: one, or two with the set's `all_pairs`.
    """

    parts: tuple[Part, ...]
    labels: tuple[tuple[str, int], ...]
    features: tuple[str, ...]

    @classmethod
    def read(cls, name: str, text: str, options: Mapping[str, Any] | None = None) -> list[Template]:
        """Read one feature of a set.

        Args:
            name: its name in the set; if that is the expression itself, each part keeps its own label.
            text: the expression (see `corefpipe.features.engine.notation`).
            options: parameters of its pair feature.

        Raises:
            SettingError: an unknown name, value or parameter.
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
        """Its labels, joined by ` * `."""
        return " * ".join(label for label, _ in self.labels)

    @property
    def reads_context(self) -> bool:
        """Whether one of its parts is of a network that reads the text."""
        return any(part.learned == CONTEXT for part in self.parts)

    def with_(self, other: Template) -> Template:
        """The conjunction of another template and this one, with the features of this one."""
        return Template(other.parts + self.parts, other.labels + self.labels, self.features)

    def column(self, values: Sequence[str]) -> str:
        """The name of a column: each label with the values of its parts, except those of boolean parts."""
        pieces, at = [], 0
        for label, count in self.labels:
            open_parts = [i for i in range(at, at + count) if not self.parts[i].boolean]
            pieces.append("=".join(filter(None, [label, "+".join(values[i] for i in open_parts)])))
            at += count
        return " & ".join(pieces)


def all_pairs(templates: Sequence[Template]) -> list[Template]:
    """The conjunctions of all pairs of templates of different features (Bengtson & Roth 2008, section 3.2)."""
    return [
        replace(second.with_(first), features=first.features + second.features)
        for first, second in combinations(templates, 2)
        if first.features != second.features
    ]
