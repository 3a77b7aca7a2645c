"""The page of a book: cast, network of who talks to whom, time line, and what each character does and is called."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from corefpipe.books.actions import CALLED
from corefpipe.books.characters import Character
from corefpipe.books.contents import BookContents
from corefpipe.books.figures import positions, timeline
from corefpipe.report.pages.shell import label, render
from corefpipe.utils.html import sign_of

TEXT = "text.html"
"""Name of the page with the text."""

_CAST, _NODES, _LINES = 40, 24, 24  # characters in the cast, the network and the time line
_PAIRS = 60  # rows of the tables of talks and meetings
_EDGES = 60  # lines of the network
_LEMMAS, _PLACES = 10, 12  # per role; linked per figure
_ALIASES = 12
_WIDE, _HIGH = 900, 560  # of the network
_NAME = 24  # characters of a name in the figures
_CELL, _ROW, _LEFT = 700, 22, 190  # of the time line: width of all cells, height of a row, room for names


def shown_characters(book: BookContents) -> list[Character]:
    """The characters that pages show: people with a name, and those that speak twice, the most mentioned first."""
    shown = (one for one in book.characters if one.names or one.quotations > 1 or one.is_narrator)
    return [one for one in shown if not one.is_group][:_CAST]


def index_page(book: BookContents) -> str:
    """One self-contained HTML file, the same bytes for the same book; its links lead to the page of the text."""
    cast = shown_characters(book)
    return render(
        "book.html.j2",
        ("page.js", "book.js"),
        ("book.css",),
        title=label(book.title),
        text=TEXT,
        counts=_counts(book),
        cast=_cast(book, cast),
        network=_network(book, cast[:_NODES]),
        timeline=_timeline(book, cast[:_LINES]),
        talks=[
            _pair(book, *one[:4], one.places) | {"figures": [one.quotations, one.answers, one.words]}
            for one in book.talks[:_PAIRS]
        ],
        meetings=[
            _pair(book, *one[:4], one.places) | {"figures": [one.scenes, one.paragraphs, len(one.chapters)]}
            for one in book.meetings[:_PAIRS]
        ],
    )


def _counts(book: BookContents) -> dict[str, int]:
    return {
        "words": len(book.document),
        "chapters": len([part for part in book.parts if part.number]),
        "characters": len(book.characters),
        "quotations": len({one.turn for one in book.quotations}),
    }


def _cast(book: BookContents, cast: Sequence[Character]) -> list[dict[str, Any]]:
    spoken: dict[str, int] = {}
    for speech in book.quotations:
        spoken.setdefault(speech.entity, speech.place.paragraph)
    actions = book.actions.places()
    return [
        _shown(one, rank) | {"speaks": spoken.get(one.entity), "roles": _roles(book, actions.get(one.entity, {}))}
        for rank, one in enumerate(cast)
    ]


def _shown(one: Character, rank: int) -> dict[str, Any]:
    lists = {"names": one.names, "phrases": one.phrases, "pronouns": one.pronouns}
    return {
        "id": one.entity,
        "colour": sign_of(rank)[0],
        "name": label(one.name),
        "gender": one.gender,
        "is_narrator": one.is_narrator,
        "mentions": one.mentions,
        "quotations": one.quotations,
        "words": one.words,
        "share": one.share,
        "first": one.first,
        "last": one.last,
    } | {
        name: [(label(form), count) for form, count in list(forms.items())[:_ALIASES]] for name, forms in lists.items()
    }


def _roles(book: BookContents, roles: Mapping[str, Mapping[str, Sequence[int]]]) -> list[dict[str, Any]]:
    """The most frequent lemmas of each role with their places."""
    return [
        {
            "title": CALLED[role],
            "lemmas": [
                {"lemma": label(lemma), "count": len(places), "places": _links(book, places)}
                for lemma, places in list(lemmas.items())[:_LEMMAS]
            ],
        }
        for role, lemmas in roles.items()
        if lemmas
    ]


def _links(book: BookContents, places: Iterable[int]) -> list[int]:
    """The paragraphs of some words, each once, as many as are linked."""
    return list(dict.fromkeys(int(book.words.paragraph[word]) for word in places))[:_PLACES]


def _pair(book: BookContents, a: str, name: str, b: str, other: str, places: Sequence[int]) -> dict[str, Any]:
    names = {"name": label(name), "other": label(other)}
    return {"a": a, "b": b, **names, "places": _links(book, places), "count": len(places)}


def _short(name: str) -> str:
    name = label(name)
    return name if len(name) <= _NAME else f"{name[: _NAME - 1]}…"


def _network(book: BookContents, cast: Sequence[Character]) -> dict[str, Any]:
    """Nodes and edges of the network with their places in the drawing; only characters that talk to another."""
    weights = np.zeros((len(cast), len(cast)))
    number = {one.entity: index for index, one in enumerate(cast)}
    for talk in book.talks:
        if talk.entity in number and talk.addressee_entity in number:
            a, b = number[talk.entity], number[talk.addressee_entity]
            weights[a, b] += talk.turns
    weights = _strongest(weights)
    both = weights + weights.T
    kept = np.flatnonzero(both.any(1))
    places = positions(both[np.ix_(kept, kept)])
    at = dict(zip(kept.tolist(), (places * (_WIDE - 200, _HIGH - 80) + (100, 40)).round(1).tolist(), strict=True))
    nodes = _nodes(cast, at)
    return {"width": _WIDE, "height": _HIGH, "nodes": nodes, "edges": list(_edges(book, cast, at, weights))}


def _strongest(weights: np.ndarray) -> np.ndarray:
    """(n, n) weights with those of the strongest pairs alone."""
    both = np.triu(weights + weights.T)
    least = np.sort(both, axis=None)[-_EDGES:].min(initial=np.inf)
    kept = both >= max(least, 1)
    return weights * (kept | kept.T)


def _nodes(cast: Sequence[Character], at: Mapping[int, Sequence[float]]) -> list[dict[str, Any]]:
    most = max((one.mentions for one in cast), default=1)
    return [
        {
            "at": place,
            "radius": round(5 + 14 * (cast[index].mentions / most) ** 0.5, 1),
            "id": cast[index].entity,
            "name": _short(cast[index].name),
            "colour": sign_of(index)[0],
        }
        for index, place in at.items()
    ]


def _edges(
    book: BookContents, cast: Sequence[Character], at: Mapping[int, Sequence[float]], weights: np.ndarray
) -> Iterator[dict[str, Any]]:
    """The edges, the strongest last, which is drawn above the others.

    Args:
        book: the book.
        cast: its characters.
        at: place of each node.
        weights: (n, n) number of turns of each to each.
    """
    both = weights + weights.T
    largest = both.max(initial=1)
    for a, b in sorted(zip(*np.nonzero(np.triu(both)), strict=True), key=lambda pair: both[pair]):
        yield {
            "from": at[a],
            "to": at[b],
            "width": round(1 + 9 * float(both[a, b] / largest) ** 0.5, 2),
            "title": f"{label(cast[a].name)} → {label(cast[b].name)}: {int(weights[a, b])}; back: {int(weights[b, a])}",
            "target": _target(book, cast[a].entity, cast[b].entity),
        }


def _target(book: BookContents, a: str, b: str) -> str:
    """Where an edge leads: to its row in the table of talks, else to the first of its places in the text."""
    rows = [one for one in book.talks if {one.entity, one.addressee_entity} == {a, b}]
    row = max(rows, key=lambda one: one.turns)
    listed = book.talks.rows.index(row) < _PAIRS
    return f"#talk-{row.entity}-{row.addressee_entity}" if listed else f"{TEXT}#p{row.first.paragraph}"


def _timeline(book: BookContents, cast: Sequence[Character]) -> dict[str, Any]:
    """Rows and cells of the time line: a cell is as dark as its character is often mentioned per word there."""
    found = timeline(book, cast)
    sizes = np.maximum(found.sizes, 1)
    edges = np.append(0, np.cumsum(sizes)) / sizes.sum() * _CELL
    density = found.counts / sizes
    dark = np.sqrt(density / max(density.max(initial=0), 1e-9)).round(2)
    rows = []
    for number, one in enumerate(cast):
        cells = [
            {
                "x": round(_LEFT + float(edges[column]), 1),
                "width": round(max(float(edges[column + 1] - edges[column]) - 0.6, 0.6), 1),
                "dark": max(float(dark[number, column]), 0.08),
                "title": f"{label(one.name)}, {label(found.titles[column])}: {found.counts[number, column]}",
                "paragraph": int(book.words.paragraph[found.first[number, column]]),
            }
            for column in np.flatnonzero(found.counts[number]).tolist()
        ]
        rows.append({"id": one.entity, "name": _short(one.name), "y": _ROW * number, "cells": cells})
    return {"width": _LEFT + _CELL, "height": _ROW * len(cast), "row": _ROW, "left": _LEFT, "rows": rows}
