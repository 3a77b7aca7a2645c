"""Words of greeting and closing that are no part of a noun phrase: "*Dear* Tom", "*Yours*, Anna"."""

from __future__ import annotations

from corefpipe.lexicon import Lexicon

_FAR = 4  # words from a greeting to its name
_MODIFIER = frozenset({"amod", "compound", "nmod:desc"})
_ADDRESSED = frozenset({"vocative", "root", "discourse", "parataxis"})
_CLOSING = 5  # most words of a sentence that is a closing


def set_greetings_apart(
    lower: list[str], pos: list[str], tags: list[str], deps: list[str], heads: list[int],
    entity_types: list[str], sentences: list[int], lexicon: Lexicon,
) -> None:  # fmt: skip
    """Make greetings before names discourse elements, and "Yours" in closings an interjection, in place.

    Args:
        lower: the words in lower case.
        pos: universal parts of speech.
        tags: language-specific parts of speech.
        deps: Universal Dependencies relations.
        heads: index of each token's head; a root is its own.
        entity_types: GUM's entity type at the head of an entity, else "".
        sentences: number of the sentence.
        lexicon: word lists of the language.
    """
    for i, word in enumerate(lower):
        if word not in lexicon.greetings and word not in lexicon.closings:
            continue
        if i and sentences[i - 1] == sentences[i] and pos[i - 1] not in ("SPACE", "PUNCT"):
            continue
        head = heads[i]
        if word in lexicon.greetings:
            if i < head <= i + _FAR and deps[i] in _MODIFIER and deps[head] in _ADDRESSED:
                deps[i] = "discourse"
        elif _closes(pos, sentences, i):
            pos[i], tags[i], entity_types[i] = "INTJ", "UH", ""


def _closes(pos: list[str], sentences: list[int], start: int) -> bool:
    """Whether a sentence has no verb, and few words before a comma or its end."""
    words = 0
    for i in range(start, len(pos)):
        if sentences[i] != sentences[start]:
            break
        words += pos[i] not in ("PUNCT", "SPACE")
        if words > _CLOSING or pos[i] in ("VERB", "AUX"):
            return False
    return True
