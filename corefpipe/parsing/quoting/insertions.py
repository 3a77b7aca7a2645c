"""What the narrator inserts into a speech without a mark to say so: —Go, she said. Or stay."""

from __future__ import annotations

from corefpipe.parsing.parse import Parse

DASHES = frozenset({"--", "—", "–", "―"})
STOPS = frozenset({".", "!", "?", "…", "..."})
_PAUSES = STOPS | {",", ";", ":"}
_NEAR = 5
"""Tokens after a mark in which the verb of an insertion is."""


def says(parse: Parse, token: int) -> bool:
    """Whether a token is a speech verb."""
    return parse.pos[token] == "VERB" and parse.lemmas[token] in parse.lexicon.speech_verbs


def is_insertion(parse: Parse, token: int, end: int) -> bool:
    """Whether the narrator's insertion begins at a token, or at a dash: a verb of saying with its subject."""
    words = parse.words
    if words[token - 1] not in _PAUSES and words[token] not in DASHES:
        return False
    begin = token + (words[token] in DASHES)
    for verb in range(begin, min(begin + _NEAR, end)):
        if words[verb] in _PAUSES:
            return False
        if says(parse, verb):
            return _has_teller(parse, verb, begin, end)
    return False


def _has_teller(parse: Parse, verb: int, begin: int, end: int) -> bool:
    """Whether the verb of an insertion has a subject in it, beside it, and no clause of what is said after it."""
    if "heads" in parse.missing:
        return True
    children = [child for child in parse.children[verb] if begin <= child < end]
    after = {parse.deps[child] for child in children if child > verb}
    tellers = [child for child in children if parse.deps[child] in ("nsubj", "obj") and child < verb + _NEAR]
    subjects = [child for child in tellers if parse.deps[child] == "nsubj"] or tellers
    return "ccomp" not in after and any(parse.feats[child].get("Person") != "2" for child in subjects)
