"""Words of longer names that are no names themselves: "South" of South Africa, "Kilmore" of Kilmore Wind."""

from __future__ import annotations

from corefpipe.parsing.parse import Parse

_BEFORE_NAME = frozenset({"compound", "amod"})


def inner_names(parse: Parse) -> set[int]:
    """The tokens before the head of a name that are not mentions.

    In OntoGUM train 5 % of the tokens before the head of an entity are gold mentions, without places in names of
    organizations ("Boston University") and words that also occur as names in the text ("Trump Tower … Trump").
    """
    found = [
        token
        for token, (pos, dep, head) in enumerate(zip(parse.pos, parse.deps, parse.heads, strict=True))
        if pos == "PROPN" and dep in _BEFORE_NAME and token < head and parse.pos[head] == "PROPN"
    ]
    if not found:
        return set()
    alone = _alone(parse)
    return {token for token in found if _is_title(parse, token) or _is_torn(parse, token, alone)}


def _is_title(parse: Parse, token: int) -> bool:
    """Whether a word before a name is the type of its referent: "Mount Etna", "Typhoon Hagupit", "Justice Bell"."""
    lexicon, word = parse.lexicon, parse.lower[token]
    return word in lexicon.place_titles or word in lexicon.called_kinds or word in lexicon.titles


def _is_torn(parse: Parse, token: int, alone: set[tuple[int, str]]) -> bool:
    """Whether a word is part of the same entity as the head of its name, and not a name itself.

    Args:
        parse: the parse.
        token: the word.
        alone: (document, word in lower case) of names of one word.
    """
    lexicon, word, head = parse.lexicon, parse.lower[token], parse.heads[token]
    if not parse.entities[token] or parse.entities[token] != parse.entities[head]:
        return False
    if parse.entity_types[head] == "organization" and word in lexicon.places:
        return False
    # In "Pelham Labs … Pelham" both are the company.
    endings = lexicon.organization_endings | lexicon.legal_forms
    return parse.lower[head] in endings or (parse.document_at(token)[0], word) not in alone


def _alone(parse: Parse) -> set[tuple[int, str]]:
    """(first token of the document, word in lower case) of the names of one word."""
    return {
        (parse.document_at(token)[0], parse.lower[token])
        for token, (pos, dep) in enumerate(zip(parse.pos, parse.deps, strict=True))
        if pos == "PROPN"
        and dep.split(":")[0] not in ("compound", "amod", "flat")
        and not any(parse.pos[child] == "PROPN" for child in parse.children[token])
    }
