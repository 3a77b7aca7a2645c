"""Names that taggers take for pronouns: "the WHO" and "IT"."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from corefpipe.parsing.columns import Columns

_NOUNS = frozenset({"PROPN", "NOUN"})


def tag_capital_names(columns: Columns) -> None:
    """Tag as names, in place, the words tagged as pronouns that are in capitals after an article: "the WHO".

    Also those in capitals of which the text shows elsewhere that they are a name: "our IT department … IT". Not in a
    sentence that is in capitals as a whole.
    """
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
    after_article = {i for i in found if i > start and pos[i - 1] == "DET"}
    names = {words[i] for i in after_article}
    names |= {words[i] for i in range(start, end) if pos[i] in _NOUNS and shouted[sentences[i]] < 0}
    return [i for i in found if i in after_article or words[i] in names]
