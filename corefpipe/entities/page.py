"""The page of entities: search them by their names; what they do, where they are, and who is beside them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from corefpipe.books.actions import CALLED
from corefpipe.document import Document
from corefpipe.entities.contexts import Context, contexts_of
from corefpipe.entities.neighbours import neighbours
from corefpipe.entities.records import Entity
from corefpipe.report.pages.shell import as_json, label, render, shown_name
from corefpipe.utils.html import without_directions

MOST_SHOWN = 20_000
"""Number of entities that a page has at most: the most mentioned ones."""

_FORMS, _LEMMAS, _NEAR, _CHAINS = 40, 15, 40, 100  # of an entity that are shown
_LONGEST = 400  # characters of a part of a context


def entities_page(entities: Sequence[Entity], documents: Iterable[Document] = (), title: str = "Entities") -> str:
    """One self-contained HTML file, the same bytes for the same entities.

    Args:
        entities: of a document or a collection; the page has the 20,000 most mentioned ones.
        documents: their documents, or some of them, for the sentences of the mentions; read one by one.
        title: of the page.
    """
    shown = sorted(entities, key=lambda entity: -entity.mentions)[:MOST_SHOWN]
    names = list(dict.fromkeys(document for entity in shown for document in entity.documents))
    numbers = {name: number for number, name in enumerate(names)}
    rows = [
        _row(entity, near, contexts, numbers)
        for entity, near, contexts in zip(shown, neighbours(shown), contexts_of(shown, documents), strict=True)
    ]
    return render(
        "entities.html.j2",
        ("page.js", "entities.js"),
        ("entities.css",),
        title=label(title),
        n_entities=len(entities),
        n_shown=len(shown),
        n_documents=len(names),
        kinds=sorted({row["kind"] for row in rows if row["kind"]}),
        data=as_json({"documents": list(map(_text, names)), "entities": rows, "roles": list(CALLED.values())}),
    )


def _row(
    entity: Entity, near: Mapping[int, int], contexts: Sequence[Context], numbers: Mapping[str, int]
) -> dict[str, Any]:
    """An entity for the script; documents and other entities are numbers."""
    profile = entity.profile
    return {
        "id": _text(entity.id),
        "name": label(entity.name) or label(entity.id),
        "kind": label(entity.kind),
        "gender": label(entity.gender),
        "mentions": entity.mentions,
        "forms": [_pairs(counts, _FORMS) for counts in (profile.names, profile.phrases, profile.pronouns)],
        "roles": [_pairs(profile.actions.get(role, {}), _LEMMAS) for role in CALLED],
        "near": list(near.items())[:_NEAR],
        "documents": len(entity.documents),
        "chains": [
            [numbers[one.document], one.mentions, one.first + 1, one.last + 1] for one in entity.members[:_CHAINS]
        ],
        "contexts": [
            [numbers[one.document], one.word + 1, *map(_shortened, (one.before, one.mention, one.after))]
            for one in contexts
        ],
    }


def _pairs(counts: Mapping[str, int], most: int) -> list[tuple[str, int]]:
    return [(label(text), count) for text, count in list(counts.items())[:most]]


def _shortened(text: str) -> str:
    """A part of a context without marks of direction; each whitespace is one space."""
    text = " ".join(_text(f"|{text}|").split())[1:-1]
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _text(text: str) -> str:
    return without_directions(shown_name(text))
