"""Tags of neopronouns such as "ze" and "hir", which taggers take for names or nouns: "Ze loves hir job"."""

from __future__ import annotations

from corefpipe.parsing.columns import Columns
from corefpipe.parsing.relations import NAME_PARTS

_NOUNS = frozenset({"NOUN", "PROPN", "ADJ", "NUM"})
_PERSONAL = "Number=Sing|Person=3|PronType=Prs"
_POSSESSIVE = "Number=Sing|Person=3|Poss=Yes|PronType=Prs"


def tag_new_pronouns(columns: Columns) -> None:
    """Tag neopronouns as pronouns, in place, unless they are other words: "Nem" in a name, "ze" for "the"."""
    known = columns.lexicon.new_pronouns
    if known.keys().isdisjoint(columns.lower):
        return
    named = {head for head, dep in zip(columns.heads, columns.deps, strict=True) if dep in NAME_PARTS}
    for token, word in enumerate(columns.lower):
        pronoun = known.get(word)
        if pronoun is None or columns.pos[token] == "PRON" or _is_name(columns, token, named):
            continue
        before_noun = _is_before_noun(columns, token)
        if before_noun and "possessive" not in pronoun.cases:
            continue
        columns.pos[token], columns.tags[token] = "PRON", "PRP$" if before_noun else "PRP"
        columns.morphs[token] = _POSSESSIVE if before_noun else _PERSONAL
        columns.lemmas[token] = pronoun.canonical
        columns.entity_types[token], columns.entities[token] = "person", 0
        if before_noun:
            columns.deps[token] = "nmod:poss"


def _is_before_noun(columns: Columns, token: int) -> bool:
    following = token + 1
    if following in columns.bounds or columns.sentences[following] != columns.sentences[token]:
        return False
    return columns.pos[following] in _NOUNS and columns.heads[token] > token


def _is_name(columns: Columns, token: int, named: set[int]) -> bool:
    """Whether a word is capitalised within a sentence, or part of a name; `named` are the heads of such parts."""
    begins = token in columns.bounds or columns.sentences[token - 1] != columns.sentences[token]
    if columns.words[token].islower():
        return False
    return not begins or columns.deps[token] in NAME_PARTS or token in named
