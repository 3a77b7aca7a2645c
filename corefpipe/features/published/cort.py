"""Attributes of cort's default features (Martschat & Strube 2015): fine types, coarse classes, dependency relations."""

from __future__ import annotations

from corefpipe.features.engine.registry import attribute
from corefpipe.features.engine.table import MentionTable

_SOURCE = "cort, default features (Martschat & Strube 2015)"
_FINE = {"possessed": "definite", "quantified": "indefinite", "bare": "indefinite"}
_PERSON = ("male", "female", "person")
_NUMERIC = ("time", "date", "money", "percent")


@attribute(source=_SOURCE)
def fine_type(table: MentionTable) -> list[str]:
    """Name, definite, demonstrative, indefinite or verb; for a pronoun its canonical form.

    A coordination has the type of its first part; a noun with a possessive is definite, a bare one indefinite.
    """
    parse = table.parse
    found = []
    for kind, type, form, (_, _, head) in zip(
        table.values("kind"), table.values("type"), table.values("form"), table.spans, strict=True
    ):
        named = kind == "name" or (kind == "coordination" and parse.pos[head] == "PROPN")
        found.append("name" if named else type if kind in ("pronoun", "verb") else _FINE.get(form, form))
    return found


@attribute(source=_SOURCE)
def coarse_class(table: MentionTable) -> list[str]:
    """Person, numeric, object or unknown: by entity type, part of speech, else the semantic class."""
    parse, found = table.parse, []
    for entity, group, part, head in zip(
        *(table.values(name) for name in ("entity_type", "semantic_class", "partitive")),
        table.spans.head.tolist(),
        strict=True,
    ):
        counted = parse.pos[head] in ("NUM", "SYM") and part == "no"  # "one of the rooms" is not a number
        if entity in _NUMERIC or (not entity and (group in _NUMERIC or counted)):
            found.append("numeric")
        elif entity in _PERSON or (not entity and group in _PERSON):
            found.append("person")
        else:
            found.append("object" if entity or group else "unknown")
    return found


@attribute(source=_SOURCE)
def relation(table: MentionTable) -> list[str]:
    """The dependency relation of the head."""
    return [table.parse.deps[head] for head in table.spans.head.tolist()]
