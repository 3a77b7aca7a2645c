"""Pairs of rows that a person has decided: the table of `--review`, corrected."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from corefpipe.clustering import read_table
from corefpipe.clustering.constraints import Constraints
from corefpipe.clustering.disjoint_sets import DisjointSets
from corefpipe.clustering.tables import Table
from corefpipe.exceptions import FormatError

_DECISIONS = {"yes": True, "no": False, "": None}


def decided_pairs(path: Path, table: Table, key: str | None, column: str) -> Constraints:
    """Pairs that must, or must not, be in one cluster.

    Args:
        path: a table with the columns "joined" ("yes", "no", or nothing), and "KEY 1" and "KEY 2" for the key of rows,
            or "line 1" and "line 2" if they have none; further columns are not read.
        table: the rows.
        key: its column that is different in each row; None if it has none.
        column: the column with the clusters that are known already, if the rows have one.

    Raises:
        FormatError: no such column, another decision, a row that is not in the table, one row twice in a pair, or
            decisions that contradict each other or the known clusters.
    """
    name = key or "line"
    columns = [f"{name} {number}" for number in (1, 2)]
    pairs = read_table(path, required=["joined", *columns])
    place = {value.strip(): row for row, value in enumerate(table[key] if key else map(str, table.lines))}
    found: dict[bool, list[tuple[int, int]]] = {True: [], False: []}
    lines: dict[bool, list[int]] = {True: [], False: []}
    for line, said, *ends in zip(pairs.lines, pairs["joined"], *(pairs[column] for column in columns), strict=True):
        one, other = (place.get(end.strip()) for end in ends)
        decision = said.strip().lower()
        if decision not in _DECISIONS:
            what, cure = f"{said!r} in column 'joined'", "Write yes or no, or leave it empty if you do not know"
        elif one is None or other is None:
            end = ends[0] if one is None else ends[1]
            what, cure = f"no row of {table.path} has the {name} {end!r}", "Correct it, or delete this line"
        elif one == other:
            what, cure = f"a pair of {ends[0]!r} and itself", "Delete this line"
        else:
            joined = _DECISIONS[decision]
            if joined is not None:
                found[joined].append((one, other))
                lines[joined].append(line)
            continue
        raise FormatError(what, cure=cure, file=pairs.path, line=line)
    known = [value.strip() for value in table[column]] if column in table.columns else [""] * len(table)
    _check_agreement(found, lines, known, pairs.path)
    return Constraints(np.array(found[True]), np.array(found[False]))


def _check_agreement(
    found: dict[bool, list[tuple[int, int]]], lines: dict[bool, list[int]], known: list[str], path: str
) -> None:
    """Raise FormatError for the first line that contradicts those before it, or the known clusters of rows."""
    sets = DisjointSets(len(known))
    names = dict(enumerate(known))
    first: dict[str, int] = {}
    for row, name in enumerate(known):
        if name:
            sets.join(first.setdefault(name, row), row)
    for line, pair in zip(lines[True], found[True], strict=True):
        one, other = map(sets.root, pair)
        if names[one] and names[other] and names[one] != names[other]:
            raise FormatError(
                f"rows of the clusters {names[one]!r} and {names[other]!r} are joined, if with other lines",
                cure="Give all these rows the same cluster, or write no",
                file=path,
                line=line,
            )
        if one != other:
            one, other = (one, other) if names[one] else (other, one)
            sets.join(one, other)
    for line, pair in zip(lines[False], found[False], strict=True):
        if sets.root(pair[0]) == sets.root(pair[1]):
            raise FormatError(
                "the two rows are kept apart, but other lines, or their clusters, join them",
                cure="Correct this line or those",
                file=path,
                line=line,
            )
