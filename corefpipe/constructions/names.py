"""The parts of a name: the noun that describes its bearer, titles, the name proper, what a comma sets off."""

from __future__ import annotations

from corefpipe.parsing.parse import Parse


def describing_noun(parse: Parse, start: int, head: int) -> int:
    """The noun before a name that says who it is, "friend" in "her friend Ali Baba" and "her friend, Ali"; or -1."""
    for i in range(head - 1, start - 1, -1):
        # "her sister Mary", but "Sister Mary"
        title = parse.lower[i] in parse.lexicon.titles and parse.left[i] == i
        if parse.deps[i] == "nmod:desc" and parse.pos[i] == "NOUN" and not title:
            return i
    return -1


def name_start(parse: Parse, start: int, head: int) -> int:
    """The first token of a name after the noun that describes its bearer: "Ali" in "her friend Ali Baba"."""
    noun = describing_noun(parse, start, head)
    after = range(parse.right[noun] + 1, head) if noun >= 0 else ()
    return next((i for i in after if parse.pos[i] != "PUNCT"), start if noun < 0 else head)


def core_end(parse: Parse, head: int, end: int) -> int:
    """End of a name without what a comma sets off: "Hill, the champion", "the NTSB, which met"; not "Jr." or "Inc."."""
    words, lower, lexicon = parse.words, parse.lower, parse.lexicon
    if "," not in words[head + 1 : end - 1]:
        return end
    parts = lexicon.name_suffixes | lexicon.legal_forms
    return next((i for i in range(head + 1, end - 1) if words[i] == "," and lower[i + 1] not in parts), end)


def name_end(parse: Parse, start: int, end: int, head: int) -> int:
    """End of a name of several words as in `core_end`, without a possessive mark."""
    end = core_end(parse, head, end)
    begin = name_start(parse, start, head)
    return end - (end - begin > 1 and parse.lower[end - 1] in parse.lexicon.possessive_marks)


def after_titles(parse: Parse, start: int, end: int) -> int:
    """The first word of a name that is no title, or its last word."""
    return next((i for i in range(start, end - 1) if parse.lower[i] not in parse.lexicon.titles), max(start, end - 1))


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


def has_neutral_title(parse: Parse, start: int, end: int) -> bool:
    """Whether a name is a title and a surname that show no gender: "Dr. Smith"."""
    lexicon, title = parse.lexicon, parse.lower[start]
    gendered = title in lexicon.male_titles or title in lexicon.female_titles
    return title in lexicon.titles and not gendered and parse.lower[end - 1] in lexicon.surnames


def is_abbreviated_title(parse: Parse, start: int, end: int) -> bool:
    """Whether a span is only the title of a name: "Mr." of "Mr. and Mrs. Bell"; parsers split names, too."""
    return end - start == 1 and parse.lower[start] in parse.lexicon.abbreviated_titles
