"""Candidate antecedents: the mentions in a window, and earlier mentions with the same head or words from an index.

The number of candidates grows linearly with the length of the document.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from corefpipe.exceptions import SettingError
from corefpipe.features.engine.spec_errors import is_a, show
from corefpipe.features.engine.table import MentionTable

BLOCK = 32_768  # links computed at once, so that memory is bounded
_MOST = 2**31 - 1


@dataclass(slots=True, frozen=True)
class CandidateSettings:
    """The candidate antecedents of an anaphor.

    Attributes:
        window: number of preceding mentions that are candidates. A window as long as the document means all pairs.
        indexed: most candidates from before the window with the same head lemma, the same words or the same
            full name. Of pronouns, only those of the first and second person are indexed. 0: no index, and no
            annotation except words is needed.
        reach: most tokens from an anaphor that is no name to a candidate of the index. In a book "the girl" is somebody
            else in another scene, and "the door" another door.
        pronoun_antecedents: False: a pronoun is no candidate for an anaphor that is not one (Bengtson & Roth 2008).
    """

    window: int = 50
    indexed: int = 10
    reach: int = 1500
    pronoun_antecedents: bool = True

    @property
    def need_annotation(self) -> bool:
        """Whether the candidates depend on more than the words."""
        return self.indexed > 0 or not self.pronoun_antecedents

    def __post_init__(self) -> None:
        for name in ("window", "indexed", "reach"):
            value = getattr(self, name)
            if not is_a(value, int) or not 0 <= value <= _MOST:
                raise SettingError(
                    f"{{setting}} is {show(value)}", setting=name, cure=f"It must be a number from 0 to {_MOST}"
                )
        if not is_a(self.pronoun_antecedents, bool):
            raise SettingError(
                f"pronoun_antecedents is {show(self.pronoun_antecedents)}", cure="It must be true or false"
            )


@dataclass(slots=True, frozen=True)
class CandidateBlock:
    """The links of some consecutive mentions.

    Attributes:
        first: number of the first of these mentions.
        indptr: (n + 1,) int64, where the links of each of these n mentions begin.
        antecedent: (n_links,) int32: for each mention the dummy (-1), then its antecedents, ascending.
    """

    first: int
    indptr: np.ndarray
    antecedent: np.ndarray

    def anaphor(self) -> np.ndarray:
        """(n_links,) int64, the mention that each link leaves."""
        counts = np.diff(self.indptr)
        return np.repeat(np.arange(self.first, self.first + len(counts)), counts)


def candidate_blocks(table: MentionTable, settings: CandidateSettings, first_row: int = 0) -> Iterator[CandidateBlock]:
    """The links of one document, from some mention on, in blocks of at most about `BLOCK` links."""
    n = len(table)
    if first_row >= n:
        return
    index = _index(table, settings)
    pronoun = None if settings.pronoun_antecedents else table["kind"].is_("pronoun")
    # The mention and those before it in the window, and those before that, of which some are indexed.
    before = np.arange(n) - table.first_rows[table.document_of(np.arange(n))]
    most = 1 + np.minimum(before, settings.window + settings.indexed)
    starts = np.flatnonzero(np.diff(np.cumsum(most) // BLOCK, prepend=-1))
    later = starts[starts > first_row].tolist()
    for first, end in pairwise([first_row, *later, n]):
        items = np.arange(first, end)
        counts, antecedent = _candidates_of(table, index, settings, items, pronoun)
        yield CandidateBlock(first, np.append(0, np.cumsum(counts)), antecedent.astype(np.int32))


def _candidates_of(
    table: MentionTable,
    index: Sequence[_Index],
    settings: CandidateSettings,
    items: np.ndarray,
    pronoun: np.ndarray | None,
) -> tuple[np.ndarray, np.ndarray]:
    """(n_items,) number of links, and their antecedents, of consecutive items.

    Args:
        table: the mentions.
        index: finds mentions from before the window.
        settings: of the candidates.
        items: the items, ascending.
        pronoun: (n_mentions,) whether each mention is a pronoun, where those are no candidates for other mentions.
    """
    by, far = _from_index(index, settings, items)
    first = np.maximum(items - settings.window, table.first_rows[table.document_of(items)])
    n_far = np.bincount(by, minlength=len(items))
    counts = 1 + n_far + items - first
    starts = np.cumsum(counts) - counts
    # The window ends at the item; before the window come the dummy and the mentions from the index.
    antecedent = np.arange(counts.sum()) - np.repeat(starts + 1 + n_far - first, counts)
    antecedent[starts] = -1
    antecedent[starts[by] + 1 + np.arange(len(by)) - (np.cumsum(n_far) - n_far)[by]] = far
    # Two spans with one head are two readings of one mention: they are never linked.
    head = table.spans.head
    kept = np.repeat(head[items], counts) != head[antecedent]
    if pronoun is not None:
        kept &= np.repeat(pronoun[items], counts) | ~pronoun[antecedent]
    if index:
        token, name = head[items].astype(np.int64), table["kind"].is_("name")[items]
        oldest = np.where(name, -1, token - settings.reach)
        kept &= (head[antecedent] >= np.repeat(oldest, counts)) | (antecedent >= np.repeat(first, counts))
    kept |= antecedent < 0
    return np.add.reduceat(kept, starts), antecedent[kept]


def may_teach(table: MentionTable, block: CandidateBlock) -> np.ndarray:
    """(n_links,) bool: which links may be positive examples: none from nouns or names to pronouns.

    Source: Ng & Cardie 2002, section 3.
    """
    pronoun = table["kind"].is_("pronoun")
    return pronoun[block.anaphor()] | ~np.append(pronoun, False)[block.antecedent]


@dataclass(slots=True, frozen=True)
class _Index:
    """Mentions by the value of an attribute.

    Attributes:
        codes: (n_mentions,) the value of each mention.
        indexed: (n_mentions,) bool, which mentions it contains.
        keys: code and number of each of these as one number, ascending.
    """

    codes: np.ndarray
    indexed: np.ndarray
    keys: np.ndarray

    @classmethod
    def of(cls, codes: np.ndarray, indexed: np.ndarray) -> _Index:
        """The index of the mentions of `indexed`; both are as in the attributes."""
        rows = np.flatnonzero(indexed)
        return cls(codes, indexed, np.sort(codes[rows] * (len(codes) + 1) + rows))

    def last_alike(self, items: np.ndarray, settings: CandidateSettings) -> tuple[np.ndarray, np.ndarray]:
        """Pairs of an item and an earlier mention: the last ones before its window with the same value."""
        size = len(self.codes) + 1
        items = items[self.indexed[items]]
        begin = self.codes[items] * size
        stop = np.searchsorted(self.keys, begin + np.maximum(items - settings.window, 0))
        start = np.maximum(np.searchsorted(self.keys, begin), stop - settings.indexed)
        counts = stop - start
        at = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts - start, counts)
        return np.repeat(items, counts), self.keys[at] % size


def _index(table: MentionTable, settings: CandidateSettings) -> list[_Index]:
    """What mentions are looked up by; nothing without an index, because its keys need a parse."""
    if not settings.indexed:
        return []
    pronoun = table["kind"].is_("pronoun")
    # A speaker may be silent for a long time.
    speaker = pronoun & table["person"].is_("1", "2")
    name = table["long_name"]
    return [
        *(_Index.of(table.by_document(table[name].codes), ~pronoun) for name in ("lemma", "core")),
        _Index.of(table.by_document(name.codes), name.known()),
        _Index.of(table.by_document(table["type"].codes), speaker),
    ]


def _from_index(
    index: Sequence[_Index], settings: CandidateSettings, items: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """The items (by place in `items`) for which the index finds candidates, ascending, and these, ascending."""
    if not index:
        nothing = np.zeros(0, dtype=np.int64)
        return nothing, nothing
    found = [one.last_alike(items, settings) for one in index]
    size = len(index[0].codes)
    by, far = np.divmod(np.unique(np.concatenate([item * size + other for item, other in found])), size)
    by -= items[0]
    counts = np.bincount(by, minlength=len(items))
    kept = np.cumsum(counts)[by] - np.arange(len(by)) <= settings.indexed
    return by[kept], far[kept]
