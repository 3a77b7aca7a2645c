"""Result of scoring: counts per document, totals, rows and a signature."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np

from corefpipe.exceptions import SettingError, require_one_of
from corefpipe.scoring.display import display_official, display_table, table_rows
from corefpipe.scoring.groups import CONLL
from corefpipe.scoring.policy import Policy
from corefpipe.scoring.registry import METRICS, Metric
from corefpipe.utils.html import escaped
from corefpipe.utils.text import counted
from corefpipe.utils.views import box, small, table_view

Per = Literal["document", "genre", "mention-type"]
PER: tuple[Per, ...] = ("document", "genre", "mention-type")

_NOTES = 5  # notes that a notebook shows


@dataclass(frozen=True, slots=True)
class PRF:
    """Recall, precision and F1 of one metric, as fractions; 0/0 is 0.

    >>> corefpipe.score([[(0, 1), (4, 6)]], [[(0, 1), (4, 6)]])["muc"]
    PRF(recall=1.0, precision=1.0, f1=1.0)
    """

    recall: float
    precision: float
    f1: float


@dataclass(frozen=True, slots=True)
class Value:
    """The value of a metric with one number.

    >>> from corefpipe.scoring import score_partitions
    >>> score_partitions([np.array([0, 0, 1])], [np.array([0, 1, 1])])["vi"]
    Value(value=0.9241962407465937)
    """

    value: float


@dataclass(frozen=True, slots=True, eq=False)
class Score:
    """The scores of a response: `score["muc"].f1`, `score["vi"].value`, `score.conll`.

    >>> score = corefpipe.score([[(0, 1), (4, 6)]], [[(0, 1), (4, 6)]])
    >>> score["lea"].f1, score.conll
    (1.0, 1.0)
    >>> score.signature.split("|")[1:3]
    ['match:exact', 'singletons:keep']

    Attributes:
        documents: the documents, in the order of the key.
        genres: the genre of each, "" where there is none.
        counts: metric -> (documents × k) counts; for metrics of recall and precision, numerator and denominator of
            recall, then of precision (BLANC: for coreferent links, then for the others).
        policy: the settings.
        version: version of corefpipe.
        notes: one sentence per repeated span, and on documents that are missing on one side, zeros that do not count,
            and heads that are not annotated.
    """

    documents: tuple[str, ...]
    genres: tuple[str, ...]
    counts: dict[str, np.ndarray]
    policy: Policy
    version: str
    notes: tuple[str, ...] = ()
    _types: Callable[[Sequence[Metric]], dict[str, dict[str, np.ndarray]]] | None = field(default=None, repr=False)

    def __getitem__(self, metric: str) -> Any:
        """Return the `PRF`, or the `Value`, of a metric over all documents."""
        numbers = METRICS[metric].scores(self.counts[metric].sum(axis=0)).tolist()
        return PRF(*numbers) if len(numbers) > 1 else Value(*numbers)

    @property
    def conll(self) -> float:
        """Mean F1 of MUC, B-cubed and CEAF-e.

        Raises:
            KeyError: one of them was not scored.
        """
        return float(sum(self[metric].f1 for metric in CONLL) / len(CONLL))

    @property
    def has_conll(self) -> bool:
        """Whether the metrics of the CoNLL average were scored."""
        return all(metric in self.counts for metric in CONLL)

    def by(self, per: Per) -> dict[str, Score]:
        """Return the scores of each document, of each genre, or of each mention type.

        A mention's type is `pronoun`, `name` or `nominal`. Counts of a chain, or of the mentions that two chains share,
        are divided equally among the mentions, so that the counts of the types add up to the total; metrics without
        mentions are omitted.

        Raises:
            AnnotationError: rows by type need parts of speech, which the key does not have; or spans repeat and are
                counted as by v8.01, which has no rule for them.
            SettingError: the rows do not exist, are types of clusterings, which have no mentions, or of metrics without
                mentions alone.
        """
        require_one_of("rows", per, PER)
        if per == "mention-type":
            require_one_of("rows", per, PER if self._types else PER[:2])
            assert self._types is not None
            metrics = [METRICS[name] for name in self.counts if METRICS[name].credit]
            if not metrics:
                raise SettingError(
                    f"no rows per mention type: {', '.join(self.counts)} cannot be divided among mentions",
                    cure=f"Choose metrics among {', '.join(name for name, one in METRICS.items() if one.credit)}",
                )
            return {kind: replace(self, counts=counts, _types=None) for kind, counts in self._types(metrics).items()}
        rows: dict[str, list[int]] = {}
        for number, name in enumerate(self.documents if per == "document" else self.genres):
            rows.setdefault(name or "(none)", []).append(number)
        return {name: self._of(numbers) for name, numbers in rows.items()}

    def document(self, name: str) -> Score:
        """Return the scores of one document, named as in `documents`."""
        return self._of([self.documents.index(name)])

    def _of(self, numbers: list[int]) -> Score:
        return replace(
            self,
            documents=tuple(self.documents[i] for i in numbers),
            genres=tuple(self.genres[i] for i in numbers),
            counts={metric: counts[numbers] for metric, counts in self.counts.items()},
            _types=None,
        )

    @property
    def signature(self) -> str:
        """Every setting that could change a number, on one line."""
        codes = "+".join(METRICS[metric].code for metric in self.counts)
        settings = [f"{name}:{value}" for name, value in self.policy.settings().items()]
        return "|".join([codes, *settings, f"v:{self.version}"])

    def to_dict(self) -> dict[str, Any]:
        """Return metric -> unrounded numbers and counts; `conll` if its metrics were scored; the signature."""
        found: dict[str, Any] = {}
        for name, counts in self.counts.items():
            numbers = METRICS[name].scores(counts.sum(axis=0)).tolist()
            found[name] = dict(zip(METRICS[name].names, numbers, strict=True)) | {"counts": counts.sum(axis=0).tolist()}
        if self.has_conll:
            found["conll"] = self.conll
        return found | {"signature": self.signature}

    def __str__(self) -> str:
        """A table in percent, or what v8.01 prints, and the signature below it."""
        display = display_official if self.policy.display == "official" else display_table
        return "\n".join([*display(self._totals, self.conll if self.has_conll else None), self.signature])

    def _repr_html_(self) -> str:
        """The table, the notes and the signature, for notebooks."""
        official = self.policy.display == "official"
        head, *rows = table_rows(self._totals, self.conll if self.has_conll else None, cut=official)
        cells = [[escaped(cell) for cell in row] for row in rows]
        title = f"<b>Score</b> {counted(len(self.documents), 'document')}"
        return box(title, table_view(cells, head, right=True), *map(small, (*self.notes[:_NOTES], self.signature)))

    @property
    def _totals(self) -> dict[str, np.ndarray]:
        return {name: counts.sum(axis=0) for name, counts in self.counts.items()}
