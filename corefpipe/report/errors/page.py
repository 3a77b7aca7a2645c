"""The page of errors: bars of each class, and every error in its context."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from corefpipe.document import Document
from corefpipe.formats.files import atomic_writer
from corefpipe.report.errors.costs import Cost
from corefpipe.report.errors.groups import GROUPINGS, LINKS, TOLD, group_of, in_order, view_of
from corefpipe.report.errors.links import PRECISION
from corefpipe.report.errors.packing import Places, document_data
from corefpipe.report.errors.rows import Row
from corefpipe.report.errors.sides import Sides
from corefpipe.report.errors.sums import Sum
from corefpipe.report.errors.tables import FULL_TITLES, TITLES, antecedents_told
from corefpipe.report.pages.columns import packed
from corefpipe.report.pages.shell import as_json, label, render
from corefpipe.utils.html import COLOURS, LINES

_SCRIPTS = ("page.js", "columns.js", "marks.js", "corpus.js", "filters.js", "example.js", "errors.js")

EXPLAINED = {
    "recall": "Links of the key’s chains that the response lacks. Each is counted at its later mention, the anaphor; "
    "together they are what MUC recall lacks.",
    "precision": "Links of the response’s chains that the key does not have. Each is counted at the anaphor; together "
    "they are what MUC precision lacks.",
    "boundary": "Mentions that the response has with other boundaries: they share the head, or the first or last word.",
    "missing": "Mentions of the key that the response does not have.",
    "spurious": "Mentions of the response that the key does not have.",
    "span": "Mentions whose boundaries are to be corrected.",
    "conflated": "Parts of chains to be split off, since they are about another entity than the rest.",
    "extra mention": "Mentions to be removed from chains that are right otherwise.",
    "extra entity": "Chains to be removed as a whole: none of their mentions is in the key.",
    "divided": "Parts of an entity to be joined, since the response has it in several chains.",
    "missing mention": "Mentions to be added to entities that the response has in part.",
    "missing entity": "Entities to be added as a whole: the response has none of their mentions.",
}
"""Class -> what its errors are."""

_ANAPHORS = {(LINKS, "kinds"): "kinds of anaphor and antecedent", (LINKS, "form"): "form of the anaphor"}


class System(NamedTuple):
    """A response on the page.

    Attributes:
        name: its name.
        sides: key and response of each document.
        totals: view -> name of a grouping -> class -> group -> number of links or mentions, right and wrong.
        conll: the CoNLL average, in points.
        counts: class -> number of errors.
        costs: class of entities -> what its errors cost.
        sums: how the counts add up.
        antecedents: where the antecedents of its links are taken from, in words.
    """

    name: str
    sides: Sequence[Sides]
    totals: Mapping[str, Mapping[str, Mapping[str, Mapping[str, int]]]]
    conll: float
    counts: Mapping[str, int]
    costs: Mapping[str, Cost]
    sums: Sequence[Sum]
    antecedents: str


def errors_page(
    systems: Sequence[System],
    classes: Mapping[str, Sequence[str]],
    rows: Sequence[Row],
    title: str,
    splits: Sequence[Mapping[str, Any]] = (),
    got: Sequence[Mapping[str, Any]] = (),
    intervals: Mapping[str, Any] | None = None,
) -> str:
    """One self-contained HTML file, the same bytes for the same errors.

    Args:
        systems: the responses.
        classes: view -> its classes of errors.
        rows: all errors, class by class.
        title: of the page.
        splits: of two responses, how many errors of each class both make, and how many only one.
        got: how many links and mentions of the key both have, only one has, and both miss.
        intervals: the scores of both with intervals (`interval_rows`).
    """
    documents = [max((s.sides[number].document for s in systems), key=len) for number in range(len(systems[0].sides))]
    views = {error: view for view, errors in classes.items() for error in errors}
    groups = _Groups(rows, documents)
    listed = [
        {
            "id": error,
            "view": view,
            "title": _title(error),
            "told": EXPLAINED[error] + (_antecedents_told(systems) if error == PRECISION else ""),
            "totals": groups.totals(error, systems),
        }
        for error, view in views.items()
    ]
    data = {
        "signs": {"colours": len(COLOURS), "lines": len(LINES)},
        "systems": [label(system.name) for system in systems],
        "classes": listed,
        "groupings": {
            view: [
                [by, _ANAPHORS.get((view, by), TOLD[by]), list(map(label, groups.values[view, by]))]
                for by in GROUPINGS[view]
            ]
            for view in GROUPINGS
        },
        "documents": [
            document_data(document, [s.sides[number] for s in systems]) for number, document in enumerate(documents)
        ],
        "rows": packed(_numbers(rows, list(views), groups, systems)),
    }
    return render(
        "errors.html.j2",
        _SCRIPTS,
        ("marks.css", "errors.css"),
        title=label(title),
        n_documents=len(documents),
        n_words=sum(map(len, documents)),
        data=as_json(data),
        systems=[_overview(system) for system in systems],
        splits=[{**one, "title": _title(one["id"], FULL_TITLES)} for one in splits],
        got=got,
        intervals=intervals,
    )


def written(page: str, path: str | PathLike[str] | None) -> str:
    """Write a page to a file, if one is named; returns the page."""
    if path is not None:
        with atomic_writer(Path(path)) as stream:
            stream.write(page)
    return page


def _overview(system: System) -> dict[str, Any]:
    """What the template shows of a response: its score, what each class costs, sums."""
    steps, at = [], system.conll
    for error, cost in system.costs.items():
        width = max(cost.in_turn, 0.0)
        steps.append(
            {"id": error, "title": _title(error), "n": system.counts[error], "cost": cost, "x": at, "width": width}
        )
        at += cost.in_turn
    return {"name": label(system.name), "conll": system.conll, "steps": steps, "sums": system.sums}


def _antecedents_told(systems: Sequence[System]) -> str:
    names = ["the response"] if len(systems) == 1 else ["A", "B"]
    told = (antecedents_told(name, system.antecedents) for name, system in zip(names, systems, strict=True))
    return "".join(f" {one[0].upper()}{one[1:]}." for one in told)


def _title(error: str, titles: Mapping[str, str] = TITLES) -> str:
    return titles[error][0].upper() + titles[error][1:]


class _Groups:
    """The groups of all errors, by number.

    Attributes:
        values: (view, grouping) -> names of its groups, in the order to show them.
    """

    def __init__(self, rows: Iterable[Row], documents: Sequence[Document]):
        self.documents = documents
        counts: dict[tuple[str, str], dict[str, int]] = {(v, by): {} for v in GROUPINGS for by in GROUPINGS[v]}
        self._of: dict[int, list[str]] = {}
        for row in rows:
            view = view_of(row.first)
            self._of[id(row)] = found = [group_of(row.first, by, documents) for by in GROUPINGS[view]]
            for by, group in zip(GROUPINGS[view], found, strict=True):
                counts[view, by][group] = counts[view, by].get(group, 0) + 1
        self.values = {key: in_order(found) for key, found in counts.items()}
        self._number = {key: {group: number for number, group in enumerate(v)} for key, v in self.values.items()}

    def numbers(self, row: Row) -> list[int]:
        """The number of the group of an error, by each grouping of its view."""
        view = view_of(row.first)
        return [self._number[view, by][group] for by, group in zip(GROUPINGS[view], self._of[id(row)], strict=True)]

    def totals(self, error: str, systems: Sequence[System]) -> dict[str, list[list[int]]]:
        """Grouping -> for each response and group, number of links or mentions that the errors are a share of."""
        found: dict[str, list[list[int]]] = {}
        for view, by in self.values:
            for system in systems:
                known = system.totals[view][by].get(error)
                if known is not None:
                    found.setdefault(by, []).append([known.get(group, 0) for group in self.values[view, by]])
        return found


def _numbers(rows: Iterable[Row], classes: Sequence[str], groups: _Groups, systems: Sequence[System]) -> Iterable[int]:
    """For each error: class, document, bits of the responses that make it, its groups, then mentions per response.

    The mentions are as `Places.of` numbers them.
    """
    places: dict[tuple[int, int], Places] = {}
    for row in rows:
        yield classes.index(row.error)
        yield row.document
        yield sum(1 << number for number, makes in enumerate(row.by) if makes)
        yield from groups.numbers(row)
        for number, error in enumerate(row.found):
            if error is not None:
                key = (number, row.document)
                if key not in places:
                    places[key] = Places(systems[number].sides[row.document])
                yield from places[key].of(error)
