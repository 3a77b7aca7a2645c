"""Words of greeting and closing that are no noun phrase or part of one: "*Dear* Tom", "*Good morning*, Ann"."""

from __future__ import annotations

from collections.abc import Set

from corefpipe.parsing.columns import Columns

_NOUNS = frozenset({"NOUN", "PROPN"})
_FAR = 4  # words from a greeting to its name
_MODIFIER = frozenset({"amod", "compound", "nmod:desc"})
_ADDRESSED = frozenset({"vocative", "root", "discourse", "parataxis"})
_CLOSING = 5  # most words of a sentence that is a closing


def set_greetings_apart(columns: Columns) -> None:
    """Make greetings before names discourse elements, "Good *morning*" and a last "*Yours*" interjections, in place."""
    pos, deps, sentences = columns.pos, columns.deps, columns.sentences
    greetings, closings = columns.lexicon.greeting_modifiers, columns.lexicon.closing_pronouns
    wished = {words for words in map(tuple, map(str.split, columns.lexicon.greetings)) if len(words) > 1}
    first_words = {phrase[0] for phrase in wished}
    for i, word in enumerate(columns.lower):
        if word not in greetings and word not in closings and word not in first_words:
            continue
        if (
            i
            and pos[i - 1] != "PUNCT"
            and sentences[i - 1] == sentences[i]
            and columns.lines[i - 1] == columns.lines[i]
        ):
            continue
        if word in first_words:
            _set_wish_apart(columns, i, wished)
            continue
        head = columns.heads[i]
        if word in greetings:
            if i < head <= i + _FAR and deps[i] in _MODIFIER and deps[head] in _ADDRESSED:
                deps[i] = "discourse"
        elif _closes(pos, sentences, i):
            pos[i], columns.tags[i], columns.entity_types[i] = "INTJ", "UH", ""


def _set_wish_apart(columns: Columns, start: int, wished: Set[tuple[str, ...]]) -> None:
    """Make the noun of a wish that begins here an interjection: "Good *morning*, Tom", "Happy *birthday*!"."""
    for phrase in wished:
        noun = start + len(phrase) - 1
        if tuple(columns.lower[start : noun + 1]) != phrase or columns.sentences[start] != columns.sentences[noun]:
            continue
        if columns.pos[noun] in _NOUNS and columns.deps[noun] in _ADDRESSED:
            columns.pos[noun], columns.tags[noun], columns.entity_types[noun] = "INTJ", "UH", ""


def _closes(pos: list[str], sentences: list[int], start: int) -> bool:
    """Whether a sentence has no verb, and few words before a comma or its end."""
    words = 0
    for i in range(start, len(pos)):
        if sentences[i] != sentences[start]:
            break
        words += pos[i] != "PUNCT"
        if words > _CLOSING or pos[i] in ("VERB", "AUX"):
            return False
    return True
