"""A mention among the others of its document: earlier mentions with the same words, pronouns that follow."""

from __future__ import annotations

import numpy as np

from corefpipe.constructions.pronouns import canonical_pronoun
from corefpipe.features.attributes.extents import short_extents
from corefpipe.features.engine.column import Column
from corefpipe.features.engine.registry import attribute, joinable
from corefpipe.features.engine.table import MentionTable
from corefpipe.parsing.parse import Parse

_ANAPHORICITY = "Bengtson & Roth 2008, section 3, anaphoricity"


@attribute()
@joinable
def seen(table: MentionTable) -> Column:
    """Number of earlier mentions with the same head lemma (or pronoun), in bins."""
    keys = table["type"].where(table["kind"].is_("pronoun"), table["lemma"])
    return Column.binned(table.earlier(keys), (0, 1, 3, 8))


@attribute()
@joinable
def seen_core(table: MentionTable) -> Column:
    """Whether an earlier mention has the same words: exact, none; "" for a pronoun."""
    core = table["core"]
    return Column.of_codes(np.where(core.known(), 1 + (table.earlier(core) > 0), 0), ("", "none", "exact"))


@attribute()
@joinable
def pronoun_near(table: MentionTable) -> Column:
    """The third-person pronoun that most often follows mentions with this head, if twice as often as any other."""
    near = table.lexicon.third_person
    following, lemma = table.of_parse(_following_pronouns), table.by_document(table["lemma"].codes)
    counted = table["kind"].is_("name", "nominal")
    if len(near) < 2:  # no choice
        return Column.of_codes(np.zeros(len(table), dtype=np.int64), ("",))
    cells = lemma[counted] * (len(near) + 1) + following[table.spans.end[counted]]
    lemmas = int(lemma.max(initial=0)) + 1
    counts = np.bincount(cells, minlength=lemmas * (len(near) + 1)).reshape(-1, len(near) + 1)[:, 1:]
    first, second = np.sort(counts, axis=1)[:, :-3:-1].T
    best = np.where((first > 0) & (first >= 2 * second), 1 + counts.argmax(axis=1), 0)
    return Column.of_codes(np.where(counted, best[lemma], 0), ("", *near))


@attribute(source=_ANAPHORICITY)
@joinable
def seen_longer(table: MentionTable) -> Column:
    """Whether an earlier, longer mention has the same short extent: yes, no."""
    codes = table.by_document(table["short_extent"].codes)
    order = np.argsort(codes, kind="stable")
    # Running maximum of length within each short extent: keys of a later extent exceed all keys of an earlier one.
    sizes = (codes * (len(table.parse) + 1) + table.spans.end - table.spans.start)[order]
    longest = np.maximum.accumulate(np.append(0, sizes))[:-1]
    found = np.empty(len(order), dtype=bool)
    found[order] = longest > sizes
    return Column.flags(found)


@attribute(source=_ANAPHORICITY)
@joinable
def seen_extent(table: MentionTable) -> Column:
    """Whether an earlier mention has the same words: yes, no."""
    return Column.flags(table.earlier(table["extent"]) > 0)


@attribute(source=_ANAPHORICITY)
@joinable
def seen_to_head(table: MentionTable) -> Column:
    """Whether an earlier mention has the same words up to the end of its short extent: yes, no."""
    lower = table.parse.lower
    ends = (end for _, end in table.once(short_extents))
    words = [" ".join(lower[start:end]) for (start, _, _), end in zip(table.spans, ends, strict=True)]
    return Column.flags(table.earlier(Column.of(words)) > 0)


def _following_pronouns(parse: Parse) -> np.ndarray:
    """(n_tokens + 1,) the next third-person pronoun, counted from 1; 0 if there is none before the next name.

    Where a document ends it is 0, also for the first token of the next one.
    """
    numbers = {word: number for number, word in enumerate(parse.lexicon.third_person, 1)}
    codes = np.zeros(len(parse) + 1, dtype=np.int64)
    stops = list(parse.bounds)
    for token, pos in enumerate(parse.pos):
        if pos == "PRON":
            codes[token] = numbers.get(canonical_pronoun(parse, token), 0)
        elif pos == "PROPN":
            stops.append(token)
    codes[parse.bounds] = 0
    speaks = codes > 0
    speaks[stops] = True
    where = np.where(speaks, np.arange(len(codes)), len(codes))
    return codes[np.minimum.accumulate(where[::-1])[::-1]]
