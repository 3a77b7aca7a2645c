"""Groups of items that constraints keep together: a case computed by hand, and laws over all partitions."""

from __future__ import annotations

from helpers.partitions import meets, partitions, satisfiable
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.clustering.constraints import Constraints
from corefpipe.clustering.groups import Groups


def satisfiable_of(n: int) -> st.SearchStrategy[tuple[int, Constraints]]:
    """The number of items, and constraints that some partition satisfies."""
    return st.tuples(st.just(n), satisfiable(n))


def test_groups():
    constraints = Constraints(together=[(4, 1), (4, 2)], apart=[(2, 3), (3, 1), (0, 4)])
    groups = constraints.check(5).groups(5)
    assert not groups.free
    assert groups.starts.tolist() == [False, False, False]
    assert (groups.number.tolist(), groups.n_groups) == ([0, 1, 1, 2, 1], 3)
    assert groups.apart.tolist() == [[0, 1], [1, 2]]
    assert groups.previous().tolist() == [-1, -1, 1, -1, 2]
    assert groups.rivals() == [[1], [0, 2], [1]]
    assert constraints.settled(5).tolist() == [False, False, True, False, True]
    assert (constraints.empty, Constraints().empty, Constraints([], []).empty) == (False, True, True)
    assert Constraints().groups(0).n_groups == 0


@given(st.integers(0, 6).flatmap(satisfiable_of))
def test_labels_meet_groups_if_they_meet_the_constraints(case):
    n, constraints = case
    groups = constraints.groups(n)
    wanted = meets(partitions(n), constraints).tolist()
    for given_groups in (groups, groups.in_pairs()):
        assert [given_groups.met(labels) for labels in partitions(n)] == wanted
        assert given_groups.free == all(wanted)


def test_single_items_are_free():
    groups = Groups.single(3)
    assert groups.free
    assert groups.n_groups == 3
    assert all(groups.met(labels) for labels in partitions(3))
    assert groups.in_pairs() is groups
