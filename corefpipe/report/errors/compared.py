"""The errors of two responses side by side: what only one gets, what both miss."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from os import PathLike
from typing import Any, NamedTuple

from corefpipe.document import Document
from corefpipe.report.errors.analysis import COLUMNS, analyse_documents
from corefpipe.report.errors.groups import LINKS, MENTIONS, Error
from corefpipe.report.errors.intervals import interval_rows
from corefpipe.report.errors.links import RECALL
from corefpipe.report.errors.page import errors_page, written
from corefpipe.report.errors.result import CLASSES, ErrorAnalysis, plain
from corefpipe.report.errors.rows import Row, pieces_of, rows_of
from corefpipe.report.errors.sides import NOBODY
from corefpipe.report.errors.tables import FULL_TITLES, compared_summary
from corefpipe.report.errors.text import examples
from corefpipe.report.errors.views import comparison_view
from corefpipe.scoring.compare import Comparison, compare_documents
from corefpipe.scoring.groups import metrics_named
from corefpipe.scoring.inputs import Annotation, documents_of
from corefpipe.scoring.policy import Policy, policy_of
from corefpipe.scoring.significance import Resampling

NAMES = ("A", "B")


class Split(NamedTuple):
    """How many errors of a class two responses make; or how many links, or mentions, of the key they have.

    Attributes:
        both: both responses.
        a: only A.
        b: only B.
        neither: neither of them; None for errors, of which that cannot be counted.
    """

    both: int
    a: int
    b: int
    neither: int | None = None


@dataclass(frozen=True, eq=False)
class ErrorComparison:
    """What two responses get wrong. `print(comparison)` shows what only one gets, and what both miss.

    >>> key = [[(0, 1), (4, 6)], [(2, 3), (7, 8)]]
    >>> found = corefpipe.errors(key, [[(0, 1), (4, 6), (2, 3)]], key)
    >>> len(found.a.links), len(found.b.links)
    (2, 0)

    Attributes:
        a: the errors of response A.
        b: the errors of response B.
        comparison: scores of both with intervals and tests; None for a single document, which has none.
    """

    a: ErrorAnalysis
    b: ErrorAnalysis
    comparison: Comparison | None

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes on repeated spans, missing documents, and few documents."""
        if self.comparison:
            return self.comparison.notes
        return tuple(f"{name}: {note}" for name, one in self._both() for note in one.notes)

    def _both(self) -> Iterator[tuple[str, ErrorAnalysis]]:
        yield from zip(NAMES, (self.a, self.b), strict=True)

    @cached_property
    def rows(self) -> dict[str, list[Row]]:
        """Class -> its errors; what both responses make is one row."""
        return {error: rows_of(error, [one.errors_of(error) for _, one in self._both()]) for error in self.a.counts()}

    def splits(self) -> dict[str, Split]:
        """Class -> how many of its errors both responses make, and how many only one does."""
        counted = {error: Counter(row.by for row in rows) for error, rows in self.rows.items()}
        return {error: Split(by[True, True], by[True, False], by[False, True]) for error, by in counted.items()}

    def got(self) -> dict[str, Split]:
        """`links` and `mentions` of the key: how many both responses have, only one has, and both miss."""
        missed = self.splits()[RECALL]
        links = self.a.n_links[0] - missed.both - missed.a - missed.b
        found: Counter[tuple[bool, ...]] = Counter()
        for one, other in zip(self.a.sides, self.b.sides, strict=True):
            theirs = {pieces_of(m) for m, p in zip(other.key.mentions, other.key.partner, strict=True) if p != NOBODY}
            for mention, partner in zip(one.key.mentions, one.key.partner, strict=True):
                found[partner != NOBODY, pieces_of(mention) in theirs] += 1
        mentions = Split(found[True, True], found[True, False], found[False, True], found[False, False])
        return {LINKS: Split(links, missed.b, missed.a, missed.both), MENTIONS: mentions}

    def to_dict(self) -> dict[str, Any]:
        """Splits, the comparison of scores, and all errors with the responses that make them, as JSON holds them."""
        return {
            "documents": [str(document) for document in self.a.documents],
            "got": {what: split._asdict() for what, split in self.got().items()},
            "splits": {error: split._asdict() for error, split in self.splits().items()},
            "comparison": self.comparison.to_dict() if self.comparison else None,
            "A": self.a.summary(),
            "B": self.b.summary(),
            "errors": [
                {"class": row.error, **{name: plain(one) for name, one in zip(NAMES, row.found, strict=True) if one}}
                for rows in self.rows.values()
                for row in rows
            ],
        }

    def __str__(self) -> str:
        """What only one response gets and both miss, errors and costs by class, and the comparison of scores."""
        got = {what: tuple(split) for what, split in self.got().items()}
        splits = {error: (split.both, split.a, split.b) for error, split in self.splits().items()}
        antecedents = {name: one.antecedents for name, one in self._both()}
        table = compared_summary(got, splits, self.a.costs, self.b.costs, (self.a.conll, self.b.conll), antecedents)
        return f"{table}\n\n{self.comparison}" if self.comparison else table

    def examples(self, most: int = 5, width: int = 100) -> str:
        """Up to so many errors of each class that only A makes, that only B makes, and that both make.

        Args:
            most: number of examples of each.
            width: characters per line.
        """
        classes: list[tuple[str, Sequence[Error]]] = []
        for error, rows in self.rows.items():
            for told, by in _TOLD_GOT if error == RECALL else _TOLD:
                classes.append((f"{FULL_TITLES[error]}, {told}", [row.first for row in rows if row.by == by]))
        return examples(self.a.documents, classes, most, width)

    def to_html(self, path: str | PathLike[str] | None = None, title: str = "", names: Sequence[str] = NAMES) -> str:
        """A page to look at in a browser: one self-contained HTML file; see `ErrorAnalysis.to_html`.

        Args:
            path: a file to write it to.
            title: of the page.
            names: of the two responses.
        """
        systems = [one.system(name) for name, one in zip(names, (self.a, self.b), strict=True)]
        rows = [row for rows in self.rows.values() for row in rows]
        page = errors_page(
            systems,
            CLASSES,
            rows,
            title or "Errors of two responses",
            [{"id": error, **split._asdict()} for error, split in self.splits().items()],
            [{"what": what, **split._asdict()} for what, split in self.got().items()],
            interval_rows(self.comparison) if self.comparison else None,
        )
        return written(page, path)

    def _repr_html_(self) -> str:
        """What only one response gets, where notebooks show values."""
        return comparison_view((self.a.conll, self.b.conll), self.got(), self.splits())


_BY = ((False, True), (True, False), (True, True))
_TOLD_GOT = tuple(zip(("only A gets", "only B gets", "both miss"), _BY, strict=True))
_TOLD = tuple(zip(("only A", "only B", "both"), ((True, False), (False, True), (True, True)), strict=True))


def error_comparison(
    key: Annotation, response_a: Annotation, response_b: Annotation, *, profile: str = "strict", **settings: Any
) -> ErrorComparison:
    """What two responses get wrong: errors that only one makes and that both make, costs, and intervals of the scores.

    >>> key = [[(0, 1), (4, 6)], [(2, 3), (7, 8)]]
    >>> found = corefpipe.error_comparison(key, [[(0, 1), (4, 6), (2, 3)]], key)
    >>> len(found.a.links), len(found.b.links)
    (2, 0)

    Args:
        key: the true annotation, of any kind that `corefpipe.score` takes.
        response_a: a response.
        response_b: the other one.
        profile: as in `corefpipe.score`.
        settings: `match`, `singletons`, `repeats`, `documents`, `words`, as there.

    Raises:
        CorefpipeError: as `corefpipe.score`.
    """
    policy = policy_of(profile, **settings)
    keys, a, b = (documents_of(one, COLUMNS) for one in (key, response_a, response_b))
    return compare_errors(keys, a, b, policy)


def compare_errors(
    key: Iterable[Document], response_a: Iterable[Document], response_b: Iterable[Document], policy: Policy
) -> ErrorComparison:
    """Compare the errors of documents, given the policy as an object; see `error_comparison`. Zeros are left out.

    >>> from corefpipe.report.errors import compare_errors
    >>> from corefpipe.scoring import Policy
    >>> compare_errors([bakery], [bakery], [bakery], Policy()).a.links
    ()
    """
    policy = replace(policy, zeros="ignore")
    keys, a, b = list(key), list(response_a), list(response_b)
    comparison = None
    if len(keys) > 1:
        comparison = compare_documents(keys, a, b, metrics_named("coreference"), policy, Resampling())
    return ErrorComparison(analyse_documents(keys, a, policy), analyse_documents(keys, b, policy), comparison)
