"""The feature registry: all features of the sets exist, and each feature is in a set or says why it is in none."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.networks import tiny_context
from helpers.tables import all_pairs, every_table

from corefpipe.exceptions import SettingError
from corefpipe.features import ATTRIBUTES, PAIR_FEATURES, Spec, packaged_sets
from corefpipe.features.engine.learned import LEARNED
from corefpipe.features.engine.pairs import MentionPairs
from corefpipe.features.engine.registry import CONTEXT, attribute, boolean, categorical, numeric
from corefpipe.features.engine.table import MentionTable
from corefpipe.utils.data import data_folder

# Features in all packages but these come from a paper.
_OWN = ("corefpipe.features.attributes.", "corefpipe.resolver.constraints.")

# Features that no packaged set uses, and the reason why they exist.
UNUSED = {
    "governor_match": "ours, for sets of one's own: the same verb or noun governs both mentions",
    "long_name": "ours: names with the same full name are candidates at any distance",
    "preposition": "ours, for sets of one's own: which preposition governs a mention",
}


@pytest.fixture(scope="module")
def tables() -> list[MentionTable]:
    """All hand-made tables, with the classifiers that learned features need."""
    tables = every_table()
    models = {name: make() for name, make in LEARNED.items()}
    for model in models.values():
        model.fit(tables, [np.arange(len(table)) // 2 for table in tables])
    for table in tables:
        table.use_models({**models, CONTEXT: tiny_context()})
    return tables


def parts_in_sets() -> set:
    specs = [Spec.load(name) for name in packaged_sets()]
    return {part for spec in specs for template in (*spec.link, *spec.start, *spec.mention) for part in template.parts}


@pytest.mark.parametrize("name", packaged_sets())
def test_every_name_in_every_set_resolves(name):
    spec = Spec.load(name)
    assert spec.name == name
    assert spec.source
    assert spec.features
    assert spec.text == (data_folder("features") / f"{name}.toml").read_text(encoding="utf-8")


def test_every_feature_is_in_a_set_or_says_why_not(tables):
    used = {part.name.rpartition(".")[2] for part in parts_in_sets()}
    fresh = MentionTable(tables[0].parse, tables[0].spans, tables[0].models)
    for part in parts_in_sets():  # and the attributes that they read
        part.code(all_pairs(fresh))
    used |= set(fresh.computed)
    unused = {*ATTRIBUTES, *PAIR_FEATURES} - used
    assert unused == set(UNUSED)
    assert all(UNUSED.values())


@pytest.mark.parametrize("name", PAIR_FEATURES)
def test_pair_features_say_what_they_are_and_where_they_come_from(name):
    known = PAIR_FEATURES[name]
    assert known.name == name == name.lower()
    assert known.doc.endswith((".", ")", "…"))
    assert known.source or known.compute.__module__.startswith(_OWN)


@pytest.mark.parametrize("name", ATTRIBUTES)
def test_attributes_say_what_they_are(name):
    assert ATTRIBUTES[name].doc.endswith((".", ")", "…"))


def assert_in_range(known, values: np.ndarray, pairs: MentionPairs) -> None:
    assert values.shape == (len(pairs),)
    if known.kind == "numeric":
        assert values.dtype.kind in "iuf"
        assert known.bins == tuple(sorted(known.bins))
    else:
        assert values.dtype.kind in "bi"
        assert ((values.astype(int) >= 0) & (values.astype(int) < len(known.values))).all()
        assert len(set(known.values)) == len(known.values)
        if known.silent:
            assert known.silent in known.values


@pytest.mark.parametrize("name", PAIR_FEATURES)
def test_pair_features_keep_to_their_kind(name, tables):
    known = PAIR_FEATURES[name]
    for table in tables:
        pairs = all_pairs(table)
        assert_in_range(known, known.codes(pairs, {}), pairs)
    none = np.zeros(0, dtype=np.int64)
    for table in (tables[0], MentionTable(tables[0].parse, tables[0].spans.of([]), tables[0].models)):
        assert len(known.codes(MentionPairs(table, none, none), {})) == 0


@pytest.mark.parametrize("name", PAIR_FEATURES)
def test_anaphors_are_independent(name, tables):
    # Links are computed in blocks of anaphors: a feature's values for one anaphor must not depend on the others.
    known = PAIR_FEATURES[name]
    for table in tables:
        pairs = all_pairs(table)
        alone = [
            known.codes(MentionPairs(table, pairs.ante[pairs.ana == ana], pairs.ana[pairs.ana == ana]), {})
            for ana in range(1, len(table))
        ]
        assert np.array_equal(np.concatenate(alone), known.codes(pairs, {}))


@pytest.mark.parametrize("name", ATTRIBUTES)
def test_attributes_are_one_string_a_mention(name, tables):
    for table in tables:
        column = table[name]
        assert len(column.codes) == len(table)
        assert all(type(value) is str for value in column.values())
        assert sorted(set(column.values())) == sorted(column.names)
    empty = MentionTable(tables[0].parse, tables[0].spans.of([]), tables[0].models)
    assert empty.values(name) == []


@pytest.mark.parametrize("name", [name for name, known in ATTRIBUTES.items() if known.of_span])
def test_what_is_of_the_span_alone_stays_when_other_mentions_go(name, tables):
    for table in tables:
        assert len(table[name].codes) == len(table)
        for rows in (np.arange(0, len(table), 2), np.arange(len(table))[-1:], np.zeros(0, dtype=np.int64)):
            some = table.select(rows)
            assert name in some.computed
            assert some.values(name) == MentionTable(some.parse, some.spans, some.models).values(name)


@pytest.mark.parametrize("name", [name for name, known in ATTRIBUTES.items() if not known.of_span])
def test_what_others_have_a_part_in_is_computed_again(name, tables):
    table = tables[0]
    assert len(table[name].codes) == len(table)
    assert name not in table.select(np.arange(len(table))).computed


def test_two_features_of_one_name():
    for register, name in ((attribute(), "head"), (boolean(), "head_match"), (categorical("a"), "syntax")):

        def compute(pairs):
            raise NotImplementedError

        compute.__name__ = name
        with pytest.raises(SettingError, match=f"two entries for the [a-z ]+ '{name}'"):
            register(compute)


def test_parameters_need_defaults_that_a_file_can_hold():
    def made_without(pairs, limit):
        raise NotImplementedError

    def made_with_none(pairs, limit=None):
        raise NotImplementedError

    for function in (made_without, made_with_none):
        with pytest.raises(SettingError, match=f"the parameter 'limit' of '{function.__name__}' has no default"):
            numeric(1)(function)
        assert function.__name__ not in PAIR_FEATURES
