"""What the narrator inserts into a speech without a mark to say so: —Go, she said. Or stay."""

from __future__ import annotations

from corefpipe.parsing.parse import Parse

DASHES = frozenset({"--", "—", "–", "―"})
STOPS = frozenset({".", "!", "?", "…", "..."})
_PAUSES = STOPS | {",", ";", ":"}
_BEFORE = _PAUSES - {"."}
_TELLERS = ("nsubj", "obj", "iobj")
"""Relations of the subject: parsers take that of ‘replied the man’ for an object."""
_NEAR = 5
"""Tokens after a mark in which the verb of an insertion is."""


def says(parse: Parse, token: int) -> bool:
    """Whether a token is a speech verb."""
    return parse.pos[token] == "VERB" and parse.lemmas[token] in parse.lexicon.speech_verbs


def is_insertion(parse: Parse, token: int, end: int) -> bool:
    """Whether the narrator's insertion begins at a token, or at a dash: a verb of saying with its subject."""
    words = parse.words
    begin = token + (words[token] in DASHES)
    if begin == end or (begin == token and words[token - 1] not in _BEFORE):
        return False
    if _begins_sentence(parse, begin) or parse.pos[begin] == "SCONJ" or parse.tags[begin] == "WRB":
        return False
    for verb in range(begin, min(begin + _NEAR, end)):
        if words[verb] in _PAUSES:
            return False
        if says(parse, verb):
            return _has_teller(parse, verb, begin, end)
    return False


def _begins_sentence(parse: Parse, token: int) -> bool:
    """Whether a capital, of no name and no pronoun that always has one, says that a sentence begins at a token."""
    is_capital = parse.words[token][:1].isupper() and parse.pos[token] != "PROPN"
    return is_capital and parse.lower[token] not in parse.lexicon.capital_pronouns


def _has_teller(parse: Parse, verb: int, begin: int, end: int) -> bool:
    """Whether the verb of an insertion has a subject in it, beside it, and no clause of what it says right after it."""
    if "heads" in parse.missing:
        return True
    children = [child for child in parse.children[verb] if begin <= child < end]
    clauses = [child for child in children if parse.deps[child] == "ccomp" and child > verb]
    if any(_PAUSES.isdisjoint(parse.words[verb + 1 : parse.left[child] + 1]) for child in clauses):
        return False
    tellers = [child for child in children if parse.deps[child] in _TELLERS and child < verb + _NEAR]
    subjects = [child for child in tellers if parse.deps[child] == "nsubj"] or tellers
    return any(parse.feats[child].get("Person") != "2" for child in subjects)
