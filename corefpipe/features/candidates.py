"""Candidate antecedents: a window of mentions, and through an index the earlier mentions with the same head or words.

The number of candidates grows linearly with the document.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import numpy as np

from corefpipe.errors import SettingError
from corefpipe.features.places import is_a, show
from corefpipe.features.table import MentionTable

_MOST = 2**31 - 1
_SPEAKING = ("i", "you", "we")  # a speaker may be silent for long


@dataclass(slots=True, frozen=True)
class CandidateSettings:
    """Which antecedents an anaphor may have.

    Attributes:
        window: the so many mentions before it. A window as long as the document means all pairs.
        indexed: of the mentions before the window, the last so many with the same head lemma or the same words.
            Of pronouns those of the first and second person are indexed. 0: no index, and no annotation but words is
            read.
        pronoun_antecedents: False: what is no pronoun has no pronoun as antecedent (Bengtson & Roth 2008).
    """

    window: int = 50
    indexed: int = 10
    pronoun_antecedents: bool = True

    def __post_init__(self) -> None:
        for name in ("window", "indexed"):
            value = getattr(self, name)
            if not is_a(value, int) or not 0 <= value <= _MOST:
                raise SettingError(f"{name} is {show(value)}", cure=f"It counts mentions, from 0 to {_MOST}")
        if not is_a(self.pronoun_antecedents, bool):
            raise SettingError(
                f"pronoun_antecedents is {show(self.pronoun_antecedents)}", cure="It is true or false, without quotes"
            )


def candidates(table: MentionTable, settings: CandidateSettings) -> tuple[np.ndarray, np.ndarray]:
    """(indptr, antecedent) of one document, the dummy (-1) first, then antecedents ascending."""
    n = len(table)
    if not n:
        return np.zeros(1, dtype=np.int64), np.zeros(0, dtype=np.int32)
    far = _indexed(table, settings)
    first = np.maximum(np.arange(n) - settings.window, 0)
    counts = np.array([1 + len(extra) for extra in far], dtype=np.int64) + np.arange(n) - first
    indptr = np.concatenate([[0], np.cumsum(counts)])
    antecedent = np.empty(indptr[-1], dtype=np.int32)
    antecedent[indptr[:-1]] = -1
    for item, extra in enumerate(far):
        at = indptr[item] + 1
        antecedent[at : at + len(extra)] = extra
        antecedent[at + len(extra) : indptr[item + 1]] = np.arange(first[item], item)
    # Two spans of one head are two readings of one mention: they never link.
    head = table.spans.head
    anaphor = np.repeat(np.arange(n), np.diff(indptr))
    kept = head[anaphor] != head[antecedent]
    if not settings.pronoun_antecedents:
        pronoun = table["kind"].is_("pronoun")
        kept &= pronoun[anaphor] | ~pronoun[antecedent]
    kept |= antecedent < 0
    return np.concatenate([[0], np.cumsum(kept)])[indptr], antecedent[kept]


def teaching(
    table: MentionTable, settings: CandidateSettings, indptr: np.ndarray, antecedent: np.ndarray
) -> np.ndarray | None:
    """Which links may be examples of right ones: none from a noun or name to a pronoun (Ng & Cardie 2002, section 3).

    Returns:
        (n_links,) bool, or None where the candidates are such that nothing but words is read.
    """
    if not settings.indexed and settings.pronoun_antecedents:
        return None
    if not len(table):  # which needs no annotation
        return np.zeros(0, dtype=bool)
    pronoun = table["kind"].is_("pronoun")
    return np.repeat(pronoun, np.diff(indptr)) | ~np.append(pronoun, False)[antecedent]


def _indexed(table: MentionTable, settings: CandidateSettings) -> list[list[int]]:
    if not settings.indexed:  # what keys the index is not asked for: it needs a parse
        return [[]] * len(table)
    known: dict[tuple[str, str], list[int]] = defaultdict(list)
    found: list[list[int]] = []
    for item, (kind, type, lemma, core) in enumerate(
        zip(*(table.values(name) for name in ("kind", "type", "lemma", "core")), strict=True)
    ):
        if kind != "pronoun":
            keys = [("lemma", lemma), ("core", core)]
        else:
            keys = [("type", type)] if type in _SPEAKING else []
        extra: set[int] = set()
        for key in keys:
            extra.update(
                [i for i in known[key][-settings.indexed - settings.window :] if i < item - settings.window][
                    -settings.indexed :
                ]
            )
            known[key].append(item)
        found.append(sorted(extra)[-settings.indexed :])
    return found
