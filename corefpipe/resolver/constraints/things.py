"""Things and organizations, which are no antecedents of "he" and "she"."""

from __future__ import annotations

import numpy as np

from corefpipe.clustering.constraints import Constraints
from corefpipe.features import MentionTable
from corefpipe.features.engine.registry import joinable
from corefpipe.parsing.relations import COMMON_NOUN_TAGS
from corefpipe.resolver.constraints.mentions import THINGS, clashes, pronouns
from corefpipe.resolver.constraints.registry import constraint

_ANIMATE_TYPES = frozenset({"person", "animal"})
_PERSON, _THING, _UNKNOWN = 1, 0, -1


@constraint
@joinable
def things(table: MentionTable) -> Constraints | None:
    """A thing or an organization is never the antecedent of "I", "he" or "she": "My niece broke the vase. She cried".

    Things are common nouns whose most frequent sense in WordNet is an artifact, an event and the like.
    """
    parse, lexicon = table.parse, table.lexicon
    values = np.full((len(table), 1), _UNKNOWN)
    columns = zip(table.values("kind"), table.values("supersense"), pronouns(table), table.triples(), strict=True)
    for row, (kind, sense, pronoun, (_, _, head)) in enumerate(columns):
        type, lemma = parse.entity_types[head], parse.lemmas[head]
        if pronoun is not None and pronoun.canonical in lexicon.one_person_pronouns:
            values[row] = _PERSON
        elif kind == "name" and type == "organization" and parse.lower[head] not in lexicon.first_names:
            values[row] = _THING
        elif kind == "nominal" and parse.tags[head] in COMMON_NOUN_TAGS and sense in THINGS:
            values[row] = _UNKNOWN if type in _ANIMATE_TYPES or lemma in lexicon.also_people else _THING
    return clashes(values)
