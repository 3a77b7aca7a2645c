"""The errors of a response, counted and grouped: what `error_analysis` returns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from os import PathLike
from typing import Any

from corefpipe.document import Document, Mention
from corefpipe.exceptions import require_one_of
from corefpipe.report.errors.costs import Cost
from corefpipe.report.errors.entities import ENTITY_CLASSES, SPAN, EntityError
from corefpipe.report.errors.groups import (
    ENTITIES,
    GROUPINGS,
    LINKS,
    MENTIONS,
    NAMES,
    WHOLE,
    Error,
    Share,
    group_of,
    in_order,
)
from corefpipe.report.errors.links import (
    PRECISION,
    RECALL,
    Antecedents,
    LinkError,
    antecedents_of,
    every_link,
    link_count,
)
from corefpipe.report.errors.mentions import (
    MENTION_CLASSES,
    MentionError,
    every_mention,
)
from corefpipe.report.errors.page import System, errors_page, written
from corefpipe.report.errors.rows import rows_of
from corefpipe.report.errors.sides import Sides
from corefpipe.report.errors.sums import Sum, sums
from corefpipe.report.errors.tables import FULL_TITLES, TITLES, summary
from corefpipe.report.errors.text import by_kinds, examples
from corefpipe.report.errors.views import analysis_view

CLASSES: dict[str, tuple[str, ...]] = {
    LINKS: (RECALL, PRECISION),
    MENTIONS: MENTION_CLASSES,
    ENTITIES: ENTITY_CLASSES,
}
"""View -> its classes of errors."""
COLUMNS = ("tags", "pos", "heads", "speakers", "spaces", "text", "offsets")
"""The columns of documents that the analysis reads besides words and mentions."""


@dataclass(frozen=True, eq=False)
class ErrorAnalysis:
    """What a response gets wrong. `print(analysis)` shows counts and costs.

    >>> found = corefpipe.errors([[(0, 1), (4, 6)], [(2, 3), (7, 8)]], [[(0, 1), (4, 6), (2, 3)]])
    >>> [(error.side, error.antecedent.span, error.anaphor.span) for error in found.links]
    [('recall', (2, 3), (7, 8)), ('precision', (0, 1), (2, 3))]

    Attributes:
        sides: key and response of each document.
        links: errors as links that are missing or wrong.
        mentions: errors of mentions.
        entities: errors as steps that turn the response into the key.
        conll: the CoNLL average, in points.
        costs: class of `entities` -> points that the average gains if its errors are corrected.
        notes: on repeated spans and missing documents.
    """

    sides: tuple[Sides, ...]
    links: tuple[LinkError, ...]
    mentions: tuple[MentionError, ...]
    entities: tuple[EntityError, ...]
    conll: float
    costs: dict[str, Cost]
    notes: tuple[str, ...] = ()

    @property
    def documents(self) -> list[Document]:
        """The key's documents, with what they lack from the response."""
        return [one.document for one in self.sides]

    @property
    def n_links(self) -> tuple[int, int]:
        """Number of links of the key, and of the response: 1 less errors by links is MUC's recall and precision."""
        return sum(link_count(one.key) for one in self.sides), sum(link_count(one.response) for one in self.sides)

    @property
    def n_mentions(self) -> tuple[int, int]:
        """Number of mentions of the key, and of the response."""
        return sum(len(one.key.mentions) for one in self.sides), sum(len(one.response.mentions) for one in self.sides)

    @cached_property
    def antecedents(self) -> Antecedents:
        """Where the antecedents of the response's links are taken from: from the response, or by rule."""
        return Antecedents(*map(sum, zip(*map(antecedents_of, self.sides), strict=True)))

    def errors_of(self, error: str) -> list[Error]:
        """All errors of one class: `recall`, `precision`, one of `MENTION_CLASSES` or of `ENTITY_CLASSES`."""
        require_one_of("error", error, [name for classes in CLASSES.values() for name in classes])
        return self._by_class.get(error, [])

    @cached_property
    def _by_class(self) -> dict[str, list[Error]]:
        found: dict[str, list[Error]] = {}
        for link in self.links:
            found.setdefault(link.side, []).append(link)
        for mention in self.mentions:
            found.setdefault(mention.error, []).append(mention)
        for step in self.entities:
            found.setdefault(step.error, []).append(step)
        return found

    def grouped(self, by: str, view: str = LINKS) -> dict[str, dict[str, Share]]:
        """Group -> class of error -> number of errors, and of links or mentions of which they are a share.

        Distances and sizes come in their order, other groups by number of errors. A group without errors is left out.

        Args:
            by: of links `kinds` (of anaphor and antecedent), `form` (of the anaphor), `distance` in sentences, `head`
                (same or other), `found` (whether the other side has both mentions), `genre` or `document`; of mentions
                `kinds`, `form`, `boundary`, `words` (that only one side has), `genre`, `document`; of entities
                `kinds`, `size`, `genre`, `document`.
            view: `links`, `mentions` or `entities`.

        Raises:
            SettingError: another view, or a grouping that it does not have.
        """
        require_one_of("view", view, GROUPINGS)
        require_one_of("by", by, GROUPINGS[view])
        errors = {error: self._counted(self.errors_of(error), by) for error in CLASSES[view]}
        whole = self.totals(by, view)
        totals: Counter[str] = sum(errors.values(), Counter())
        return {
            group: {
                error: Share(errors[error][group], whole[error][group] if error in whole else None)
                for error in CLASSES[view]
            }
            for group in in_order(totals)
        }

    def totals(self, by: str, view: str = LINKS) -> dict[str, Counter[str]]:
        """Class of error -> group -> number of links or mentions, right and wrong; {} if errors are shares of nothing.

        Args:
            by: as in `grouped`.
            view: likewise.
        """
        if view == ENTITIES or by not in WHOLE:
            return {}
        return {error: self._counted(self._all[error], by) for error in CLASSES[view]}

    def _counted(self, errors: Iterable[Error], by: str) -> Counter[str]:
        documents = self.documents
        return Counter(group for group in (group_of(error, by, documents) for error in errors) if group)

    @cached_property
    def _all(self) -> dict[str, Sequence[Error]]:
        """Class of links or mentions -> all that its errors are a share of."""
        return {
            error: [one for number, sides in enumerate(self.sides) for one in every(sides, error, number)]
            for view, every in ((LINKS, every_link), (MENTIONS, every_mention))
            for error in CLASSES[view]
        }

    def counts(self) -> dict[str, int]:
        """Number of errors of each class of links, mentions and entities."""
        return {error: len(self.errors_of(error)) for classes in CLASSES.values() for error in classes}

    def sums(self) -> list[Sum]:
        """How the counts add up to the metrics' own."""
        inside = {
            error: sum(len(step.mentions) for step in self.entities if step.error == error) for error in ENTITY_CLASSES
        }
        return sums(self.counts(), inside, self.n_links, self.n_mentions, self.conll, self.costs, self.antecedents)

    def to_dict(self) -> dict[str, Any]:
        """Counts, sums, groups, costs and all errors, as JSON holds them; mentions are (start, end) in words."""
        return self.summary() | {
            LINKS: [plain(error) for error in self.links],
            MENTIONS: [plain(error) for error in self.mentions],
            ENTITIES: [plain(error) for error in self.entities],
        }

    def summary(self) -> dict[str, Any]:
        """What `to_dict` gives, without the errors themselves."""
        return {
            "documents": [str(document) for document in self.documents],
            "conll": self.conll,
            "n_links": dict(zip(("key", "response"), self.n_links, strict=True)),
            "antecedents": self.antecedents._asdict(),
            "n_mentions": dict(zip(("key", "response"), self.n_mentions, strict=True)),
            "counts": self.counts(),
            "sums": [one._asdict() for one in self.sums()],
            "groups": {view: {by: self._plain_groups(by, view) for by in GROUPINGS[view]} for view in GROUPINGS},
            "costs": {error: cost._asdict() for error, cost in self.costs.items()},
        }

    def _plain_groups(self, by: str, view: str) -> dict[str, Any]:
        return {
            group: {error: share._asdict() for error, share in shares.items()}
            for group, shares in self.grouped(by, view).items()
        }

    def table(self, by: Sequence[str] = ("kinds",)) -> str:
        """Counts, costs and sums as text; links, mentions and entities in groups.

        Args:
            by: groupings, each shown for the views that have it.

        Raises:
            SettingError: a grouping that no view has.
        """
        for name in by:
            require_one_of("by", name, NAMES)
        groups = {view: [self.grouped(name, view) for name in by if name in GROUPINGS[view]] for view in GROUPINGS}
        return summary(
            self.conll,
            self.counts(),
            self.costs,
            self.n_mentions,
            self.n_links,
            self.antecedents,
            groups,
            self.sums(),
        )

    def __str__(self) -> str:
        return self.table(())

    def examples(self, most: int = 5, width: int = 100) -> str:
        """Up to so many errors of each class, spread over the documents, each in its sentence.

        Args:
            most: number of examples of each class.
            width: characters per line.
        """
        classes: list[tuple[str, Sequence[Error]]] = []
        for error in self.counts():
            if error in CLASSES[LINKS]:
                groups = by_kinds(self.documents, self.errors_of(error))
                classes += [(f"{TITLES[error]}, {kinds}", errors) for kinds, errors in groups]
            elif error != SPAN:  # these are among the mentions
                classes.append((FULL_TITLES[error], self.errors_of(error)))
        return examples(self.documents, classes, most, width)

    def to_html(self, path: str | PathLike[str] | None = None, title: str = "") -> str:
        """A page to look at in a browser: one self-contained HTML file with counts, costs and all errors.

        Args:
            path: a file to write it to.
            title: of the page.

        Returns:
            The page.
        """
        rows = [row for error in self.counts() for row in rows_of(error, [self.errors_of(error)])]
        page = errors_page([self.system("response")], CLASSES, rows, title or "Errors")
        return written(page, path)

    def system(self, name: str) -> System:
        """What a page shows of this response.

        Args:
            name: its name on the page.
        """
        totals = {view: {by: self.totals(by, view) for by in GROUPINGS[view]} for view in GROUPINGS}
        return System(
            name, self.sides, totals, self.conll, self.counts(), self.costs, self.sums(), str(self.antecedents)
        )

    def _repr_html_(self) -> str:
        """The counts and costs, where notebooks show values."""
        return analysis_view(self.conll, self.counts(), self.costs, self.sums())


def plain(error: Error) -> dict[str, Any]:
    """The fields of an error, its mentions as spans."""
    return {name: _span(getattr(error, name)) for name in error.__dataclass_fields__}


def _span(value: Any) -> Any:
    if isinstance(value, Mention):
        return [list(piece) for piece in value.fragments] or list(value.span)
    return [_span(one) for one in value] if isinstance(value, tuple) else value
