"""The quotations of a document: between marks, and after dashes."""

from __future__ import annotations

from itertools import zip_longest

from corefpipe.parsing.parse import Parse
from corefpipe.parsing.quoting.dashes import dashed
from corefpipe.parsing.quoting.insertions import STOPS, is_insertion
from corefpipe.parsing.quoting.marks import begins
from corefpipe.parsing.quoting.matching import LONGEST, Quoted, matched


def quoted_spans(parse: Parse, first: int, last: int) -> list[Quoted]:
    """The quotations of a document, [first, last), in text order, also those within others.

    In a document whose dialogues have dashes, quotation marks count in the other paragraphs.
    """
    found = _cut(parse, matched(parse, first, last))
    paragraphs = parse.paragraphs
    opened = {paragraphs[one.opening] for one in found if one.opening < one.start and begins(parse, one.opening)}
    speeches = dashed(parse, first, last, len(opened))
    if not speeches:
        return found
    own = {paragraphs[one.start] for one in speeches}
    kept = [one for one in found if paragraphs[one.start] not in own and paragraphs[one.end - 1] not in own]
    return sorted([*kept, *speeches], key=lambda one: (one.start, one.outer))


def _cut(parse: Parse, found: list[Quoted]) -> list[Quoted]:
    """Quotations without a closing mark end before the narrator's words, “Go, said Ann, and the others before them.

    A speech with others in it has verbs of saying of its own.
    """
    kept, end = list[Quoted](), -1
    for one, following in zip_longest(found, found[1:]):
        if one.outer and one.end > end:
            continue
        has_inner = following is not None and following.outer
        if not (one.outer or one.is_closed or one.goes_on or has_inner):
            cut = _end_of(parse, one)
            one = one._replace(end=cut, after=cut)
        if not one.outer:
            end = one.end
        kept.append(one)
    return kept


def _end_of(parse: Parse, one: Quoted) -> int:
    """The end of a quotation without a closing mark: before a verb of saying; of a very long one after a sentence."""
    within = range(one.start + 1, one.end)
    if not {"pos", "lemmas"} & parse.missing:
        insertion = next((token for token in within if is_insertion(parse, token, one.end)), -1)
        if insertion >= 0:
            return insertion
    if len(within) < LONGEST:
        return one.end
    return next((token + 1 for token in within if parse.words[token] in STOPS), one.end)
