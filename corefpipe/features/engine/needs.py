"""Errors for Docs without annotation that a feature set needs, naming the features that need it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np

from corefpipe.exceptions import AnnotationError, SettingError
from corefpipe.features.engine.pairs import MentionPairs
from corefpipe.features.engine.spec import Spec
from corefpipe.features.engine.table import MentionTable
from corefpipe.parsing.annotations import MissingAnnotationError

_SHOWN = 12  # features named in an error


@contextmanager
def explained(spec: Spec, tables: Sequence[MentionTable]) -> Iterator[None]:
    """Context manager that turns a missing annotation into an error that names the features of the set that need it."""
    try:
        yield
    except MissingAnnotationError as error:
        lacking = next(table for table in tables if error.attribute in table.parse.missing)
        names = list(dict.fromkeys(_needing(spec, lacking, error.attribute))) or ["the index of its candidates"]
        shown = ", ".join(names[:_SHOWN]) + (f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else "")
        raise AnnotationError(f"{error.message}, which '{spec.name}' needs for {shown}", cure=error.cure) from error


def _needing(spec: Spec, table: MentionTable, column: str) -> Iterator[str]:
    rows = np.arange(min(len(table), 2))
    pairs = MentionPairs(table, rows[:1], rows[-1:])
    for feature in (*spec.features, *spec.starts):
        for part in {part for template in feature.templates for part in template.parts}:
            try:
                part.code(pairs)
            except MissingAnnotationError as error:
                if error.attribute == column:
                    yield feature.name
                    break
            except SettingError:  # its model has not been trained, since training failed for lack of the annotation
                yield feature.name
                break
