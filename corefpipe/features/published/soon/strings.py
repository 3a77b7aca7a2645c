"""Kinds of pronouns and equal strings (Soon, Ng & Lim 2001, section 2): STR_MATCH."""

from __future__ import annotations

import numpy as np

from corefpipe.features.engine.pairs import MentionPairs
from corefpipe.features.engine.registry import attribute, boolean
from corefpipe.features.engine.table import MentionTable

_SOURCE = "Soon, Ng & Lim 2001, section 2"
_KINDS = ("reflexive", "possessive", "indefinite", "personal", "demonstrative", "adverbial")


@attribute(source=_SOURCE)
def pronoun_kind(table: MentionTable) -> list[str]:
    """The kind of a pronoun: personal, possessive, reflexive, demonstrative, indefinite or adverbial ("here")."""
    parse, known = table.parse, table.lexicon.pronouns
    found = []
    for kind, role, (_, _, head) in zip(table.values("kind"), table.values("role"), table.spans, strict=True):
        record = known.get(parse.lower[head]) if kind == "pronoun" else None
        kinds = record.kinds if record else frozenset()
        if {"personal", "possessive"} <= kinds:  # her
            kinds = frozenset(("possessive" if role == "possessor" else "personal",))
        found.append(next((name for name in _KINDS if name in kinds), ""))
    return found


@attribute(source=_SOURCE)
def soon_string(table: MentionTable) -> list[str]:
    """The words in lower case without articles, demonstratives and a final 's; all words if none would be left."""
    parse, determiners = table.parse, table.lexicon.determiners
    dropped = {word for word, kind in determiners.items() if kind in ("definite", "indefinite", "demonstrative")}
    found = []
    for start, end, _ in table.spans:
        words = parse.lower[start : end - (end - start > 1 and parse.lower[end - 1] in table.lexicon.possessive_marks)]
        found.append(" ".join([word for word in words if word not in dropped] or words))
    return found


@boolean(source=_SOURCE)
def soon_string_match(pairs: MentionPairs) -> np.ndarray:
    """STR_MATCH: the same words except articles and demonstratives; also for pronouns."""
    ante, ana = pairs.codes("soon_string")
    return ante == ana
