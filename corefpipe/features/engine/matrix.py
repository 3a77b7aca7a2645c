"""From mention tables to Links with a CSR feature matrix, or directly to scores of links."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from corefpipe.clustering.links import Links
from corefpipe.clustering.scored_block import ScoredBlock
from corefpipe.features.engine.candidates import CandidateBlock, candidate_blocks, may_teach
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

    def cells(self, chosen: Container[int]) -> Iterator[tuple[int, Cells]]:
        """(index of the template, its cells) for those of some templates with values on some of the links."""
        if len(self.where):
            for number, template in enumerate(self.templates, self.first):
                if number not in chosen:
                    continue
                cells = self.block.cells(template)
                if len(cells.used):
                    yield number, cells


def count_features(tables: Iterable[MentionTable], spec: Spec, min_count: int, chosen: Container[int]) -> Vocabulary:
    """The vocabulary of the features that occur on at least `min_count` links of some documents.

    Args:
        tables: the mentions of each document.
        spec: the feature set.
        min_count: features on fewer links are left out.
        chosen: indices of the templates whose features are counted, in `(*spec.link, *spec.start)`.
    """
    counter = Counter((*spec.link, *spec.start))
    for table in tables:
        for _, kinds in _blocks(table, spec):
            for rows in kinds:
                for number, cells in rows.cells(chosen):
                    counter.add(number, cells)
    return counter.vocabulary(min_count)


def build_links(tables: Iterable[MentionTable], spec: Spec, vocabulary: Vocabulary) -> Links:
    """The candidate links of documents with their features, one item set per document."""
    indices, numbers = Growing(np.int32), Growing(np.float32)
    sets, antecedent, teaching = [0], Growing(np.int32), Growing(np.bool_)
    links, features = [np.zeros(1, dtype=np.int64)], [np.zeros(1, dtype=np.int64)]  # numbers of them
    raw = any(part.scale is not None for template in (*spec.link, *spec.start) for part in template.parts)
    chosen = frozenset(np.unique(vocabulary.template).tolist())
    for table in tables:
        sets.append(sets[-1] + len(table))
        for block, kinds in _blocks(table, spec):
            links.append(np.diff(block.indptr))
            antecedent.add(block.antecedent)
            if spec.candidates.need_annotation:
                teaching.add(may_teach(table, block))
            cells = [(rows.where, list(rows.cells(chosen))) for rows in kinds]
            features.append(_append(indices, numbers if raw else None, cells, len(block.antecedent), vocabulary))
    columns = indices.done()
    rows = np.cumsum(np.concatenate(features))
    rows = rows.astype(np.int32 if rows[-1] <= np.iinfo(np.int32).max else np.int64)
    data = numbers.done() if raw else np.ones(len(columns), dtype=np.float32)
    matrix = sparse.csr_matrix((data, columns, rows), shape=(len(rows) - 1, len(vocabulary)), copy=False)
    indptr = np.cumsum(np.concatenate(links))
    examples = teaching.done() if spec.candidates.need_annotation else None
    return Links(np.array(sets, dtype=np.int64), indptr, antecedent.done(), matrix, examples)


def score_blocks(
    table: MentionTable, spec: Spec, link: LinkWeights, start: LinkWeights, first: int = 0
) -> Iterator[ScoredBlock]:
    """The candidate links of one document with their scores, block by block and without a matrix.

    Args:
        table: the mentions.
        spec: the feature set.
        link: weights of links to antecedents.
        start: weights of dummies.
        first: row of the first mention whose links are scored.
    """
    scorers = LinkScorer(link, table), LinkScorer(start, table)
    for block, kinds in _blocks(table, spec, first):
        scores = np.empty(len(block.antecedent))
        for scorer, rows in zip(scorers, kinds, strict=True):
            scores[rows.where] = scorer.scores(rows.block.pairs)
        yield ScoredBlock(block.first, len(table), block.indptr, block.antecedent, scores)


def _blocks(table: MentionTable, spec: Spec, first: int = 0) -> Iterator[tuple[CandidateBlock, list[_Rows]]]:
    """The links of each block of a document, and among them those to antecedents and those to the dummy."""
    for block in candidate_blocks(table, spec.candidates, first):
        ana, ante = block.anaphor(), block.antecedent.astype(np.int64)
        real, dummy = np.flatnonzero(ante >= 0), np.flatnonzero(ante < 0)
        yield (
            block,
            [
                _Rows(real, 0, spec.link, Block(MentionPairs(table, ante[real], ana[real]))),
                # The dummy has no antecedent: its templates use attributes of the anaphor only.
                _Rows(dummy, len(spec.link), spec.start, Block(MentionPairs(table, ana[dummy], ana[dummy]))),
            ],
        )


def _append(
    indices: Growing,
    numbers: Growing | None,
    speaking: Sequence[tuple[np.ndarray, Sequence[tuple[int, Cells]]]],
    size: int,
    vocabulary: Vocabulary,
) -> np.ndarray:
    """Append the features of a block; returns (n_links,) the number of features of each link.

    Args:
        indices, numbers: what is appended to.
        speaking: rows of links in the block, with the cells of the templates (see `_Rows.cells`).
        size: number of links.
        vocabulary: the columns.
    """
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
