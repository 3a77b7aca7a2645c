"""The mentions of several documents as one table, so that short documents do not cost more per word than long ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from weakref import proxy

import numpy as np

from corefpipe.features.engine.column import Column
from corefpipe.features.engine.registry import ATTRIBUTES, is_joinable
from corefpipe.features.engine.table import MentionTable
from corefpipe.parsing.joint_parse import JointParse


@dataclass(slots=True)
class DocumentTable(MentionTable):
    """The mentions of one document of several; columns of the joint table are taken over.

    Attributes:
        whole: the joint table, as a weak reference: without cycles, tables are freed when the last one is dropped.
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


@dataclass(slots=True, weakref_slot=True)
class JointTable(MentionTable):
    """The mentions of several documents, one after the other, as one table over the joint parse.

    Columns of attributes that are `joinable` are computed for all documents at once; others are computed in the table
    of each document and joined. Candidates are always mentions of the same document.

    Attributes:
        parses: the documents; `parse` is that of all.
    """

    parses: JointParse = field(kw_only=True)
    _documents: dict[int, MentionTable] = field(default_factory=dict)
    _first_rows: np.ndarray = field(init=False)

    def __post_init__(self) -> None:
        MentionTable.__post_init__(self)
        self._first_rows = np.searchsorted(self.mentions.start, self.parses.bounds)

    def document(self, number: int) -> MentionTable:
        """The table of one document."""
        if number not in self._documents:
            rows = slice(*self._first_rows[number : number + 2].tolist())
            table = self._documents[number] = DocumentTable(
                self.parses.one(number),
                self.mentions.at(rows).moved(-self.parses.bounds[number]),
                self.models,
                None if self.odds is None else self.odds[rows],
                whole=proxy(self),
                rows=rows,
            )
            table._of_parse = self.parses.known[number]
        return self._documents[number]

    @property
    def first_rows(self) -> np.ndarray:
        """(n_documents + 1,) the first row of each document, and the number of rows."""
        return self._first_rows

    def by_document(self, codes: np.ndarray) -> np.ndarray:
        """(n_mentions,) codes of mentions as other codes in each document."""
        own = codes * (len(self._first_rows) - 1) + self.document_of(np.arange(len(self)))
        return np.unique(own, return_inverse=True)[1]

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
        for table in self._documents.values():
            table.use_models(models)
