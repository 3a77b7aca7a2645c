"""Nouns that are words of a name: the "Cola" and the "Company" of "the Coca-Cola Company"."""

from __future__ import annotations

from corefpipe.parsing.columns import Columns


def tag_named_nouns(columns: Columns) -> None:
    """Tag as names, in place, nouns with a capital after a name and a hyphen, and those that end an organization's."""
    words, pos, bounds = columns.words, columns.pos, frozenset(columns.bounds)
    endings = columns.lexicon.organization_endings | columns.lexicon.legal_forms
    found: set[int] = set()
    for i, tag in enumerate(pos):
        if tag == "NOUN" and words[i].istitle() and i not in bounds:
            joined = words[i - 1] == "-" and i - 1 not in bounds and pos[i - 2] == "PROPN"
            if joined or (words[i].lower() in endings and (pos[i - 1] == "PROPN" or i - 1 in found)):
                found.add(i)
    for i in found:
        columns.tag_name(i)
