"""What the place of a pronoun says of its antecedent: selectional preferences (Resnik 1993; Dagan & Itai 1990)."""

from __future__ import annotations

import numpy as np

from corefpipe.features.attributes.grammar import role_of
from corefpipe.features.engine.pairs import MentionPairs
from corefpipe.features.engine.registry import attribute, categorical
from corefpipe.features.engine.table import MentionTable
from corefpipe.lexicon.selection import CLASSES, load_selection
from corefpipe.parsing.parse import Parse

_SOURCE = "after Dagan & Itai 1990, with the classes of Resnik 1993"
_EDGES = (-1.0, -0.3, 0.3, 1.0)
_OF_TYPE = {"person": "person", "organization": "group", "place": "location", "animal": "animal", "plant": "plant"}
_GOVERNORS = ("VERB", "ADJ", "NOUN", "AUX")


def place_of(parse: Parse, head: int) -> str:
    """The place of a noun or pronoun, such as "subject bark", "object eat", "oblique live in"; "" for others."""
    for _ in range(8):
        if parse.deps[head] != "conj":
            break
        head = parse.heads[head]
    above = parse.heads[head]
    if above == head or parse.pos[above] not in _GOVERNORS:
        return ""
    role = "object" if parse.deps[head] == "nsubj:pass" else role_of(parse, head)
    if role in ("subject", "object", "indirect", "possessor"):
        return f"{role} {parse.lemmas[above].lower()}"
    if role in ("oblique", "modifier"):
        for child in parse.children[head]:
            if child < head and parse.deps[child] == "case":
                return f"{role} {parse.lemmas[above].lower()} {parse.lower[child]}"
    return ""


@attribute(source=_SOURCE)
def noun_class(table: MentionTable) -> list[str]:
    """WordNet's class of a noun, or that which goes with the entity type of a name; "" if unknown and for a pronoun."""
    found = []
    for kind, sense, entity in zip(*(table.values(name) for name in ("kind", "supersense", "entity_type")), strict=True):
        found.append("" if kind == "pronoun" else sense if sense in CLASSES else _OF_TYPE.get(entity, ""))
    return found


@categorical("", "hardly", "seldom", "as others", "rather", "mostly", source=_SOURCE)
def selection_fit(pairs: MentionPairs) -> np.ndarray:
    """How often nouns of the antecedent's class fill the place of a pronoun in raw text, against all places."""
    table = pairs.table
    fit, columns = table.once(_fits)
    return fit[pairs.ana, columns[pairs.ante]]


def _fits(table: MentionTable) -> tuple[np.ndarray, np.ndarray]:
    """(n_mentions, 1 + n_classes) codes of `selection_fit` of each mention's place; (n_mentions,) column of its class."""
    pronoun = table["kind"].is_("pronoun")
    places = [place_of(table.parse, int(head)) if is_it else "" for head, is_it in zip(table.spans.head, pronoun, strict=True)]
    values = load_selection(table.parse.language).fit(places)
    fit = np.zeros((len(places), 1 + len(CLASSES)), dtype=np.int8)
    fit[:, 1:] = 1 + np.searchsorted(_EDGES, values)
    fit[[not place for place in places]] = 0
    column = table["noun_class"]
    number = np.array([CLASSES.index(name) + 1 if name in CLASSES else 0 for name in column.names], dtype=np.int64)
    return fit, number[column.codes]
