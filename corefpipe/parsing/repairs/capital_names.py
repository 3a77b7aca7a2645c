"""Names in capitals that taggers take for something else: "the WHO" and "IT" for pronouns, "NeXT" for an adverb."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

from corefpipe.parsing.columns import Columns

_NOUNS = frozenset({"PROPN", "NOUN"})
_WITHIN = re.compile("[a-z][A-Z]")


def tag_capital_names(columns: Columns) -> None:
    """Tag as names, in place, the words tagged as pronouns that are in capitals after an article: "the WHO".

    Also "IT" after a preposition, "somebody from IT", and those in capitals of which the text shows elsewhere that they
    are a name: "our IT department … IT". Not in a sentence that is in capitals as a whole.

    Words with a capital after a small letter, such as "NeXT", are names if they are no nouns.
    """
    for token, word in enumerate(columns.words):
        if not word.islower() and word.isalpha() and columns.pos[token] not in _NOUNS and _WITHIN.search(word):
            columns.tag_name(token)
    for start, end in pairwise(columns.bounds):
        for token in _capital_names(columns, start, end):
            columns.tag_name(token)


def _capital_names(columns: Columns, start: int, end: int) -> list[int]:
    """The pronouns of a document that are names."""
    words, pos, sentences = columns.words, columns.pos, columns.sentences
    found = [i for i in range(start, end) if pos[i] == "PRON" and len(words[i]) > 1 and words[i].isupper()]
    if not found:
        return []
    shouted: Counter[int] = Counter()  # sentence -> longer words in capitals, less the others
    for i in range(start, end):
        if pos[i] != "PRON" and len(words[i]) > 1 and words[i].isalpha():
            shouted[sentences[i]] += 1 if words[i].isupper() else -1
    found = [i for i in found if shouted[sentences[i]] < 0]
    # Who stresses a pronoun so means people: "This is for YOU".
    sure = {i for i in found if i > start and (pos[i - 1] == "DET" or (pos[i - 1] == "ADP" and _is_neuter(columns, i)))}
    names = {words[i] for i in sure}
    names |= {words[i] for i in range(start, end) if pos[i] in _NOUNS and shouted[sentences[i]] < 0}
    return [i for i in found if i in sure or words[i] in names]


def _is_neuter(columns: Columns, token: int) -> bool:
    pronoun = columns.lexicon.pronouns.get(columns.lower[token])
    return pronoun is not None and pronoun.gender == "neuter"
