"""Parts of a noun phrase: "the mother of *the boy*", "*her* own keys"."""

from __future__ import annotations

from corefpipe.parsing.clauses import case_of
from corefpipe.parsing.parse import Parse
from corefpipe.parsing.relations import NOUN_CLAUSES

PART_BARRIERS = NOUN_CLAUSES | {"parataxis", "advcl", "ccomp"}
"""Relations below which a phrase may corefer with the whole: "the man who lost his keys", "a town called Tulsa"."""


def is_part(parse: Parse, head: int, whole: int, is_pronoun: bool) -> bool:
    """Whether the head of a phrase is below another head, with no clause between them.

    Args:
        parse: the parse.
        head: the head of the phrase.
        whole: the other head.
        is_pronoun: whether the phrase is a pronoun.
    """
    lexicon, token = parse.lexicon, head
    is_determiner = is_pronoun and parse.deps[head] == "det"  # "we four"
    is_emphatic = parse.lower[head].endswith(tuple(lexicon.reflexive_endings))  # "the captain himself"
    if head == whole or is_determiner or is_emphatic:  # or two readings of one mention
        return False
    while token != whole:
        above, dep = parse.heads[token], parse.deps[token]
        if dep in PART_BARRIERS or above == token:
            return False
        # "women with their hands in their laps", "a box with a lid on it", "a girl proud of her work"
        case = case_of(parse, token) if dep == "nmod" else ""
        is_attribute = case in lexicon.attributives or (dep == "amod" and token < head)
        if is_pronoun and token > above and is_attribute:
            # "help with it", but not "the deal, its largest"
            return token == head and above == whole and case in lexicon.comitatives
        token = above
    return True
