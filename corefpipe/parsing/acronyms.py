"""Tags of acronyms such as "IT" and "US", which taggers take for pronouns: "IT says it needs a battery"."""

from __future__ import annotations

from corefpipe.parsing.columns import Columns

_MOST_CAPITALS = 0.3
"""Share of the words of a sentence that may be in capitals; in others capitals say nothing."""


def tag_acronyms(columns: Columns) -> None:
    """Tag acronyms that are spelled as pronouns as names, in place, unless they stand among words in capitals."""
    known = columns.lexicon.acronyms
    if known.isdisjoint(columns.lower):
        return
    for token, word in enumerate(columns.lower):
        if word not in known or columns.pos[token] != "PRON" or not columns.words[token].isupper():
            continue
        start, end = _sentence(columns, token)
        near = (*range(max(start, token - 2), token), *range(token + 1, min(end, token + 3)))
        is_stressed = any(_is_in_capitals(columns, i) and columns.lower[i] not in known for i in near)
        if is_stressed or _share_of_capitals(columns, start, end) > _MOST_CAPITALS:
            continue
        columns.pos[token], columns.tags[token], columns.morphs[token] = "PROPN", "NNP", "Number=Sing"
        columns.lemmas[token] = columns.words[token]
        is_place = word in columns.lexicon.acronyms_of_places
        columns.entity_types[token] = "place" if is_place else "organization"


def _sentence(columns: Columns, token: int) -> tuple[int, int]:
    """The first token of a token's sentence, and the one after its last."""
    start, end, number = token, token + 1, columns.sentences[token]
    while start > 0 and columns.sentences[start - 1] == number:
        start -= 1
    while end < len(columns.words) and columns.sentences[end] == number:
        end += 1
    return start, end


def _share_of_capitals(columns: Columns, start: int, end: int) -> float:
    """The share of the words of two letters or more that are in capitals."""
    words = [i for i in range(start, end) if len(columns.words[i]) > 1 and columns.words[i].isalpha()]
    return sum(_is_in_capitals(columns, i) for i in words) / max(1, len(words))


def _is_in_capitals(columns: Columns, token: int) -> bool:
    word = columns.words[token]
    return len(word) > 1 and word.isalpha() and word.isupper()
