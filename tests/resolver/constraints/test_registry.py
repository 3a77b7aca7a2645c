"""The registry of constraints: names, constraints of other packages, and what they decide together."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.registries import restored

import corefpipe
from corefpipe.clustering.constraints import Constraints
from corefpipe.exceptions import SettingError
from corefpipe.features.engine.registry import joinable
from corefpipe.resolver.constraints.registry import (
    CONSTRAINTS,
    certain_constraints,
    check_constraints,
    constraint,
    constraints_of,
    deciding,
    likely,
)
from corefpipe.resolver.loading import load_resolver
from corefpipe.resolver.tables import given_table, joint_table


@pytest.fixture
def own():
    """Function that registers a constraint which always gives the same."""
    with restored(CONSTRAINTS):

        def register(name, compute, as_kind=constraint):
            compute.__name__ = compute.__qualname__ = name
            return as_kind(compute)

        yield register


@pytest.fixture
def table(base):
    return given_table(base("Ann saw Bo. Cy saw Di."), [(0, 1), (2, 3), (4, 5), (6, 7)])


def test_names_are_listed_once():
    assert check_constraints(name for name in ("speakers", "parts", "speakers")) == ("parts", "speakers")


@pytest.mark.parametrize("names", ["speakers", 5, [5], (name for name in [5])])
def test_no_names(names):
    with pytest.raises(SettingError, match="It must be a list of names"):
        check_constraints(names)


def test_a_misspelt_name_of_a_generator():
    with pytest.raises(SettingError, match="unknown constraint 'speaker'"):
        check_constraints(name for name in ["speaker"])


def test_constraints_from_a_generator_hold():
    several = (["co_arguments"], iter(["co_arguments"]), [])
    found = [len(corefpipe.resolve("Ann saw her.", constraints=names).chains()) for names in several]
    assert found == [0, 0, 1]


def test_what_must_be_together_is_not_kept_apart(own, base):
    table = given_table(base("Ann saw her. Bo saw him."), [(0, 1), (2, 3), (4, 5), (6, 7)])
    own("all_seen", lambda table: Constraints(together=np.array([[0, 1]])))
    assert constraints_of(table, ["co_arguments"]).apart.tolist() == [[0, 1], [2, 3]]
    found = constraints_of(table, ["all_seen", "co_arguments"])
    assert (found.together.tolist(), found.apart.tolist()) == ([[0, 1]], [[2, 3]])


def test_evidence_holds_only_where_it_is_asked_for(own, base):
    own("seldom", lambda table: Constraints(apart=np.array([[0, 1]])), likely)
    assert "seldom" not in certain_constraints()
    table = given_table(base("Ann left. She ran."), [(0, 1), (3, 4)])
    assert constraints_of(table, ["seldom"]).apart.tolist() == [[0, 1]]


def test_what_starts_a_chain(own, base):
    """A constraint of another package may say so, for each document or for several at once."""

    def last_starts(table):
        return Constraints(starts=np.arange(len(table)) == len(table) - 1)

    own("last_starts", last_starts)
    own("all_start", joinable(lambda table: Constraints(starts=np.ones(len(table), dtype=bool))))
    docs = [base("Ann left. She ran."), base("Bo left. He ran. He fell.")]
    table = joint_table(docs)
    last = [end - 1 for end in table.first_rows[1:].tolist()]
    assert np.flatnonzero(constraints_of(table, ["last_starts"]).starts).tolist() == last
    assert constraints_of(table, ["last_starts", "all_start"]).starts.all()
    resolver = load_resolver("en", constraints=["all_start"])
    for doc in docs:
        resolution = resolver.resolve(doc)
        labels = resolution.decoding.labels
        assert len(set(labels.tolist())) == len(labels) > 1
        assert not len(resolution.ranked.antecedent)


def test_what_is_joined_to_one_before_starts_nothing(own, table):
    own("joins", lambda table: Constraints(together=[(0, 2)]))
    own("starts", lambda table: Constraints(starts=np.array([False, True, True, True])))
    assert constraints_of(table, ["joins", "starts"]).starts.tolist() == [False, True, False, True]
    assert deciding(table, ["joins", "starts"], 0, 2) == [("joins", True), ("starts", False)]
    assert deciding(table, ["joins", "starts"], 0, 3) == [("starts", False)]
    assert deciding(table, ["joins", "starts"], 1, 2) == [("starts", False)]


def test_what_decides_a_pair(own, table):
    own("one", lambda table: Constraints(together=[(0, 1)]))
    own("two", lambda table: Constraints(together=[(1, 2)]))
    own("three", lambda table: Constraints(apart=[(0, 2)]))
    own("four", lambda table: Constraints(apart=[(2, 3)]))
    names = ["one", "two", "three", "four"]
    assert deciding(table, names, 0, 1) == [("one", True)]
    assert deciding(table, names, 0, 2) == [("one", True), ("two", True), ("three", False)]
    assert deciding(table, names, 0, 3) == [("four", False)]
    assert deciding(table, names[:3], 0, 3) == []
    assert deciding(table, [], 0, 3) == []
