"""Parts of a mention: its words without articles, the head of a name, the base phrase, the content words."""

from __future__ import annotations

from corefpipe.constructions.marks import BRACKETS
from corefpipe.features.attributes.grammar import determiner_class
from corefpipe.parsing.parse import Parse, is_name_part

_STOP = frozenset("DET ADP PUNCT CCONJ PART PRON SPACE AUX SCONJ SYM".split())
_OPENING = {closing: opening for opening, closing in BRACKETS.items()}
_BRACKETED = 12  # most words of a part in brackets


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
    inside = range(end - 2, max(start, end - _BRACKETED), -1)
    return next((i for i in inside if parse.words[i] == opening), end)


def name_head(parse: Parse, head: int, end: int) -> int:
    """The head of a phrase, for a name its last part; in UD the head of a name is its first part."""
    below = parse.children_between(head, head + 1, end)
    parts = [c for c in below if parse.deps[c] == "flat" and parse.pos[c] == "PROPN"]
    return parts[-1] if parts else head


def in_organization(parse: Parse, head: int) -> bool:
    """Whether a name is within that of an organization: "New York" in "the New York Times"."""
    above = parse.heads[head]
    is_inside = parse.deps[head] == "compound" or parse.deps[head].startswith("flat")
    return is_inside and parse.pos[above] == "PROPN" and parse.entity_types[above] == "organization"


def base_end(parse: Parse, head: int, end: int) -> int:
    """End of the base phrase: of the head and the name parts, compounds and numbers that follow it."""
    if parse.last_parts[head] < 0:
        return min(head + 1, end)
    if parse.last_parts[head] >= end:
        return end
    below = parse.children_between(head, head + 1, end)
    return min(end, max(parse.right[child] + 1 for child in below if is_name_part(parse.deps[child])))


def content_tokens(parse: Parse, start: int, end: int, head: int) -> list[int]:
    """The content words of a mention up to the end of its base phrase, without titles; its head is always one."""
    own, titles = name_head(parse, head, end), parse.lexicon.titles
    return [
        i
        for i in range(start, min(end, base_end(parse, head, end)))
        if i == own or (parse.pos[i] not in _STOP and parse.lower[i] not in titles)
    ]
