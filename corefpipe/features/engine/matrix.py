"""From mention tables to Links with a CSR feature matrix, or directly to scores of links."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from corefpipe.clustering.links import Links
from corefpipe.features.engine.candidates import BLOCK, candidates, teaching
from corefpipe.features.engine.cells import Block, Cells
from corefpipe.features.engine.growing import Growing
from corefpipe.features.engine.link_scores import LinkScorer, LinkWeights
from corefpipe.features.engine.pairs import MentionPairs
from corefpipe.features.engine.spec import Spec
from corefpipe.features.engine.table import MentionTable
from corefpipe.features.engine.templates import Template
from corefpipe.features.engine.vocabulary import Counter, Vocabulary

_CHUNK = 2048  # rows written at once, to fit the cache


@dataclass(slots=True)
class _Rows:
    """Some of the links of a block: those to antecedents, or the dummies.

    Attributes:
        where: their rows in the block.
        first: index of their first template.
        templates: their templates.
        block: their pairs.
    """

    where: np.ndarray
    first: int
    templates: Sequence[Template]
    block: Block

    def cells(self) -> Iterator[tuple[int, Cells]]:
        """(index of the template, its cells) for the templates with values on some of the links."""
        if len(self.where):
            for number, template in enumerate(self.templates, self.first):
                cells = self.block.cells(template)
                if len(cells.used):
                    yield number, cells


def count_features(tables: Iterable[MentionTable], spec: Spec, min_count: int) -> Vocabulary:
    """The vocabulary of the features that occur on at least `min_count` links of some documents."""
    counter = Counter((*spec.link, *spec.start))
    for table in tables:
        for _, kinds in _blocks(table, spec, *candidates(table, spec.candidates)):
            for rows in kinds:
                for number, cells in rows.cells():
                    counter.add(number, cells)
    return counter.vocabulary(min_count)


def build_links(tables: Iterable[MentionTable], spec: Spec, vocabulary: Vocabulary) -> Links:
    """The candidate links of documents with their features, one item set per document."""
    indices, numbers = Growing(np.int32), Growing(np.float32)
    sets, indptrs, antecedents, counts = [0], [np.zeros(1, dtype=np.int64)], [], [np.zeros(1, dtype=np.int64)]
    raw = any(part.scale is not None for template in spec.link for part in template.parts)
    examples: list[np.ndarray | None] = []
    n_links = 0
    for table in tables:
        indptr, antecedent = candidates(table, spec.candidates)
        examples.append(teaching(table, spec.candidates, indptr, antecedent))
        sets.append(sets[-1] + len(table))
        indptrs.append(indptr[1:] + n_links)
        antecedents.append(antecedent)
        n_links += len(antecedent)
        for size, kinds in _blocks(table, spec, indptr, antecedent):
            counts.append(_append(indices, numbers if raw else None, kinds, size, vocabulary))
    columns = indices.done()
    rows = np.cumsum(np.concatenate(counts))
    rows = rows.astype(np.int32 if rows[-1] <= np.iinfo(np.int32).max else np.int64)
    data = numbers.done() if raw else np.ones(len(columns), dtype=np.float32)
    matrix = sparse.csr_matrix((data, columns, rows), shape=(len(rows) - 1, len(vocabulary)), copy=False)
    antecedent = np.concatenate(antecedents) if antecedents else np.zeros(0, dtype=np.int32)
    known = [found for found in examples if found is not None]
    of_all = np.concatenate(known) if known and len(known) == len(examples) else None
    return Links(np.array(sets, dtype=np.int64), np.concatenate(indptrs), antecedent, matrix, of_all)


def score_links(table: MentionTable, spec: Spec, link: LinkWeights, start: LinkWeights) -> tuple[Links, np.ndarray]:
    """The candidate links of one document and their scores, without a matrix.

    Args:
        table: the mentions.
        spec: the feature set.
        link: weights of links to antecedents.
        start: weights of dummies.

    Returns:
        The links, without features, and (n_links,) float64 w_ij.
    """
    indptr, antecedent = candidates(table, spec.candidates)
    scorers = LinkScorer(link, table), LinkScorer(start, table)
    scores, done = np.empty(len(antecedent)), 0
    for size, kinds in _blocks(table, spec, indptr, antecedent):
        of_block = scores[done : done + size]
        for scorer, rows in zip(scorers, kinds, strict=True):
            of_block[rows.where] = scorer.scores(rows.block.pairs)
        done += size
    nothing = sparse.csr_matrix((len(antecedent), 0), dtype=np.float32)
    return Links(np.array([0, len(table)], dtype=np.int64), indptr, antecedent, nothing), scores


def _blocks(
    table: MentionTable, spec: Spec, indptr: np.ndarray, antecedent: np.ndarray
) -> Iterator[tuple[int, list[_Rows]]]:
    """(number of links, links to antecedents and dummies) of each block of a document."""
    size = max(1, int(BLOCK * len(table) / max(indptr[-1], 1)))
    for first in range(0, len(table), size):
        bounds = indptr[first : first + size + 1]
        lo, hi = bounds[0], bounds[-1]
        ana = np.repeat(np.arange(first, first + len(bounds) - 1), np.diff(bounds))
        ante = antecedent[lo:hi].astype(np.int64)
        real, dummy = np.flatnonzero(ante >= 0), np.flatnonzero(ante < 0)
        yield (
            int(hi - lo),
            [
                _Rows(real, 0, spec.link, Block(MentionPairs(table, ante[real], ana[real]))),
                # The dummy has no antecedent: its templates use attributes of the anaphor only.
                _Rows(dummy, len(spec.link), spec.start, Block(MentionPairs(table, ana[dummy], ana[dummy]))),
            ],
        )


def _append(
    indices: Growing, numbers: Growing | None, kinds: list[_Rows], size: int, vocabulary: Vocabulary
) -> np.ndarray:
    """Append the features of a block; returns (n_links,) the number of features of each link."""
    speaking = [(rows.where, list(rows.cells())) for rows in kinds]
    width = max(len(by_template) for _, by_template in speaking)
    columns = np.full((size, width), -1, dtype=np.int32)
    values = np.ones((size, width), dtype=np.float32) if numbers else None
    for links, by_template in speaking:
        everywhere = []
        for number, (template, cells) in enumerate(by_template):
            column = cells.spread_where(vocabulary.columns(template, cells.keys), -1)
            if isinstance(cells.where, slice):
                everywhere.append((number, column, cells.numbers))
                continue
            columns[links[cells.where], number] = column
            if values is not None and cells.numbers is not None:
                values[links[cells.where], number] = cells.numbers
        for first in range(0, len(links), _CHUNK):
            chunk = slice(first, first + _CHUNK)
            for number, column, emitted in everywhere:
                columns[links[chunk], number] = column[chunk]
                if values is not None and emitted is not None:
                    values[links[chunk], number] = emitted[chunk]
    fired = columns >= 0
    indices.add(columns[fired])
    if numbers is not None and values is not None:
        numbers.add(values[fired])
    return fired.sum(axis=1)
