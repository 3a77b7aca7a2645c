"""Words of greeting and closing that are no part of a noun phrase: "*Dear* Tom", "*Yours*, Anna"."""

from __future__ import annotations

from corefpipe.parsing.columns import Columns

_FAR = 4  # words from a greeting to its name
_MODIFIER = frozenset({"amod", "compound", "nmod:desc"})
_ADDRESSED = frozenset({"vocative", "root", "discourse", "parataxis"})
_CLOSING = 5  # most words of a sentence that is a closing


def set_greetings_apart(columns: Columns) -> None:
    """Make greetings before names discourse elements, and "Yours" in closings an interjection, in place."""
    pos, deps, sentences = columns.pos, columns.deps, columns.sentences
    greetings, closings = columns.lexicon.greeting_modifiers, columns.lexicon.closing_pronouns
    for i, word in enumerate(columns.lower):
        if word not in greetings and word not in closings:
            continue
        if (
            i
            and pos[i - 1] != "PUNCT"
            and sentences[i - 1] == sentences[i]
            and columns.lines[i - 1] == columns.lines[i]
        ):
            continue
        head = columns.heads[i]
        if word in greetings:
            if i < head <= i + _FAR and deps[i] in _MODIFIER and deps[head] in _ADDRESSED:
                deps[i] = "discourse"
        elif _closes(pos, sentences, i):
            pos[i], columns.tags[i], columns.entity_types[i] = "INTJ", "UH", ""


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
