"""Things, organizations and places, which are no antecedents of "he" and "she"; nor are towns of "the company"."""

from __future__ import annotations

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.features import MentionTable
from corefpipe.features.engine.registry import joinable
from corefpipe.parsing.relations import COMMON_NOUN_TAGS
from corefpipe.resolver.constraints.mentions import THING_TYPES, THINGS, clashes, pronouns
from corefpipe.resolver.constraints.registry import constraint

_ANIMATE_TYPES = frozenset({"person", "animal"})
_ANIMATE_SENSES = frozenset({"", "person", "animal", "body"})
_UNKNOWN = -1
_PERSON, _THING = 1, 0
_ORGANIZATION, _TOWN = 1, 0


@constraint
@joinable
def things(table: MentionTable) -> Constraints | None:
    """A thing, an organization or a place is never what "I", "he" or "she" is: "My niece broke the vase. She cried".

    Things are common nouns whose most frequent sense in WordNet is an artifact, an event and the like, or whose entity
    type is, unless the sense may be animate. Places are names with this entity type that are listed as towns or states;
    countries, which may be personified, and first names are evidence for the model. The name of a town is not the
    antecedent of a noun for an organization: "a train outside Leeds … the company".
    """
    parse, lexicon = table.parse, table.lexicon
    animacy, institution = values = np.full((2, len(table)), _UNKNOWN)
    columns = zip(table.values("kind"), table.values("supersense"), pronouns(table), table.triples(), strict=True)
    for row, (kind, sense, pronoun, (start, end, head)) in enumerate(columns):
        type, lemma = parse.entity_types[head], parse.lemmas[head]
        if pronoun is not None and pronoun.canonical in lexicon.one_person_pronouns:
            animacy[row] = _PERSON
        elif kind == "name" and type == "organization" and parse.lower[head] not in lexicon.first_names:
            animacy[row] = _THING
        elif kind == "name" and type == "place" and parse.lower[head] in lexicon.towns:
            institution[row], animacy[row] = _TOWN, _THING
        elif kind == "name" and type == "place" and " ".join(parse.lower[start:end]) in lexicon.states:
            animacy[row] = _THING
        elif kind == "nominal" and type != "place" and lemma in lexicon.organization_nouns:
            institution[row] = _ORGANIZATION
        elif kind == "nominal" and parse.tags[head] in COMMON_NOUN_TAGS and lemma not in lexicon.also_people:
            is_thing = sense in THINGS and type not in _ANIMATE_TYPES
            animacy[row] = _THING if is_thing or (type in THING_TYPES and sense not in _ANIMATE_SENSES) else _UNKNOWN
    return clashes(values.T)
