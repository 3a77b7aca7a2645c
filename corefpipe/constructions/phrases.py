"""The extent of noun phrases: the words without articles, the base phrase, the content words, the modifiers."""

from __future__ import annotations

from corefpipe.constructions.determiners import determiner_class
from corefpipe.constructions.marks import BRACKETS
from corefpipe.constructions.names import name_head
from corefpipe.parsing.parse import Parse, is_name_part
from corefpipe.parsing.quotes import PAUSES

_FUNCTION_WORDS = frozenset("DET ADP PUNCT CCONJ PART PRON SPACE AUX SCONJ SYM".split())
_OPENING = {closing: opening for opening, closing in BRACKETS.items()}
_BRACKETED_TOKENS = 12  # of a part in brackets, at most
_MODIFIERS = frozenset({"amod", "compound", "nmod"})
_MOST_MODIFIERS = 3


def core_words(parse: Parse, start: int, end: int) -> str:
    """The words in lower case without leading articles and demonstratives, and without a final 's or "(WHO)"."""
    while start < end - 1 and determiner_class(parse, start) in ("definite", "demonstrative", "indefinite"):
        start += 1
    while end - 1 > start and parse.lower[end - 1] in parse.lexicon.possessive_marks:
        end -= 1
    return " ".join(parse.lower[start : before_brackets(parse, start, end)])


def before_brackets(parse: Parse, start: int, end: int) -> int:
    """End of a phrase before a last part in brackets, as in "World Health Organization (WHO)"."""
    opening = _OPENING.get(parse.words[end - 1])
    if opening is None or end - start < 3:
        return end
    inside = range(end - 2, max(start, end - _BRACKETED_TOKENS), -1)
    return next((i for i in inside if parse.words[i] == opening), end)


def without_possessive(parse: Parse, start: int, end: int) -> int:
    """End of a phrase of several words before a possessive mark: of "the cook" in "the cook's"."""
    return end - (end - start > 1 and parse.lower[end - 1] in parse.lexicon.possessive_marks)


def base_end(parse: Parse, head: int, end: int) -> int:
    """End of the base phrase: of the head and the name parts, compounds and numbers that follow it."""
    if parse.last_parts[head] < 0:
        return min(head + 1, end)
    if parse.last_parts[head] >= end:
        return end
    below = parse.children_between(head, head + 1, end)
    return min(end, max(parse.right[child] + 1 for child in below if is_name_part(parse.deps[child])))


def content_tokens(parse: Parse, start: int, end: int, head: int) -> list[int]:
    """The content words of a phrase up to the end of its base phrase, without titles; its head is always one."""
    own, titles = name_head(parse, head, end), parse.lexicon.titles
    return [
        i
        for i in range(start, min(end, base_end(parse, head, end)))
        if i == own or (parse.pos[i] not in _FUNCTION_WORDS and parse.lower[i] not in titles)
    ]


def ends_at_head(parse: Parse, head: int, end: int) -> bool:
    """Whether a phrase ends with its head, apart from what a comma sets off: "the firm, which is based in Lisbon"."""
    return head == end - 1 or parse.words[head + 1] in PAUSES


def only_describes(parse: Parse, start: int, head: int) -> bool:
    """Whether every word between an article and a noun is descriptive: "the Japanese firm", not "the other firm"."""
    lexicon = parse.lexicon
    selective = (lexicon.ordinals, lexicon.determiners, lexicon.other_modifiers)
    return head - start <= _MOST_MODIFIERS + 1 and all(
        parse.heads[i] == head
        and parse.deps[i] in _MODIFIERS
        and not any(parse.lower[i] in words for words in selective)
        for i in range(start + 1, head)
    )


def preposition_of(parse: Parse, head: int) -> str:
    """The preposition before a noun phrase, in UD and in ClearNLP; "" for none."""
    for child in parse.children[head]:
        if parse.deps[child] == "case" and child < head:
            return parse.lower[child]
    above = parse.heads[head]
    return parse.lower[above] if parse.pos[above] == "ADP" else ""
