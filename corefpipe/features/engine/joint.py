"""The mentions of several documents as one table, so that short documents do not cost more per word than long ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np

from corefpipe.features.engine.column import Column
from corefpipe.features.engine.registry import ATTRIBUTES, is_joinable
from corefpipe.features.engine.table import MentionTable
from corefpipe.parsing.joint_parse import JointParse


@dataclass(slots=True)
class DocumentTable(MentionTable):
    """The mentions of one document of several; columns of the joint table are taken over.

    Attributes:
        whole: the joint table.
        rows: its rows of this document.
    """

    whole: MentionTable = field(kw_only=True)
    rows: slice = field(kw_only=True)

    def __getitem__(self, name: str) -> Column:
        """The column of an attribute; SettingError for an unknown name."""
        if name not in self._columns and is_joinable(ATTRIBUTES[name].compute):
            whole = self.whole[name]
            self._columns[name] = Column.of([whole.names[code] for code in whole.codes[self.rows].tolist()])
        return MentionTable.__getitem__(self, name)


@dataclass(slots=True)
class JointTable(MentionTable):
    """The mentions of several documents, one after the other, as one table over the joint parse.

    Columns of attributes that are `joinable` are computed for all documents at once; others are computed in the table
    of each document and joined. Candidates are always mentions of the same document.

    Attributes:
        parses: the documents; `parse` is that of all.
    """

    parses: JointParse = field(kw_only=True)
    _documents: list[MentionTable] = field(default_factory=list)
    _first_rows: np.ndarray = field(init=False)

    def __post_init__(self) -> None:
        MentionTable.__post_init__(self)
        self._first_rows = np.searchsorted(self.mentions.start, self.parses.bounds)

    @property
    def documents(self) -> Sequence[MentionTable]:
        """The table of each document."""
        if not self._documents:
            rows = self._first_rows.tolist()
            for number, (start, end) in enumerate(pairwise(rows)):
                table = DocumentTable(
                    self.parses.one(number),
                    self.mentions.at(slice(start, end)).moved(-int(self.parses.bounds[number])),
                    self.models,
                    None if self.odds is None else self.odds[start:end],
                    whole=self,
                    rows=slice(start, end),
                )
                table._of_parse = self.parses.known[number]
                self._documents.append(table)
        return self._documents

    @property
    def first_rows(self) -> np.ndarray:
        """(n_documents + 1,) the first row of each document, and the number of rows."""
        return self._first_rows

    def by_document(self, codes: np.ndarray) -> np.ndarray:
        """(n_mentions,) codes of mentions as other codes in each document."""
        return codes * (len(self._first_rows) - 1) + np.repeat(
            np.arange(len(self._first_rows) - 1), np.diff(self._first_rows)
        )

    def document_of(self, rows: np.ndarray) -> np.ndarray:
        """(n,) int64, the number of the document of each row."""
        return np.searchsorted(self._first_rows, rows, "right") - 1

    def select(self, rows: np.ndarray) -> JointTable:
        """The table of some mentions, by ascending row; columns that do not depend on other mentions are kept."""
        odds = None if self.odds is None else self.odds[rows]
        some = JointTable(self.parse, self.mentions.at(rows), self.models, odds, parses=self.parses)
        self._hand_on(some, rows)
        return some

    def __getitem__(self, name: str) -> Column:
        """The column of an attribute; SettingError for an unknown name."""
        if name not in self._columns and not is_joinable(ATTRIBUTES[name].compute):
            self._columns[name] = Column.joined([table[name] for table in self.documents])
        return MentionTable.__getitem__(self, name)

    def use_models(self, models: Mapping[str, Any]) -> None:
        """Attach trained models and drop the columns computed with the old ones."""
        MentionTable.use_models(self, models)
        for table in self._documents:
            table.use_models(models)
