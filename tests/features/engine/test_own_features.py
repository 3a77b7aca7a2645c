"""User-defined features: registered in a module or by an entry point, used in feature sets and in models."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from helpers.registries import restored
from helpers.tables import all_pairs, lost_keys

from corefpipe.clustering.learners import L3MLearner
from corefpipe.exceptions import ModelError, SettingError
from corefpipe.features import (
    ATTRIBUTES,
    LEARNED,
    PAIR_FEATURES,
    FeatureSet,
    MentionPairs,
    MentionTable,
    Spec,
    attribute,
    boolean,
    learned,
    model_of,
    numeric,
)
from corefpipe.features.engine.describe import list_features, show_set
from corefpipe.resolver.model import Resolver

SET = """
name = "mine"
[[link]]
features = ["head_match", "made_both_long", "made_gap", "made_rank"]
[[start]]
features = ["ana.made_initial"]
"""
MODULE = '''
"""Features of another package."""
from corefpipe.features import attribute, boolean

@attribute()
def plugin_size(table):
    """Whether the mention has several words."""
    return ["large" if end - start > 1 else "small" for start, end, _ in table.spans]

@boolean(source="A Paper 2030")
def plugin_same_size(pairs):
    """Both have several words, or both have one."""
    return pairs.agreement("plugin_size") == 1
'''


@pytest.fixture
def own() -> Iterator[None]:
    """Four features and a learned model, registered as a user's module would register them."""
    with restored(ATTRIBUTES, PAIR_FEATURES, LEARNED):

        @attribute()
        def made_initial(table: MentionTable) -> list[str]:
            """The first letter."""
            return [word[:1] for word in table.values("first")]

        @boolean()
        def made_both_long(pairs: MentionPairs) -> np.ndarray:
            """Both have several words."""
            size = pairs.table.spans.end - pairs.table.spans.start
            return (size[pairs.ante] > 1) & (size[pairs.ana] > 1)

        @numeric(1, 2)
        def made_gap(pairs: MentionPairs, step: int = 1) -> np.ndarray:
            """Mentions from the one to the other."""
            return (pairs.ana - pairs.ante) // step

        @learned("made_ranks")
        class Ranks:
            """The heads of the training documents."""

            def __init__(self):
                self.heads = frozenset()

            def fit(self, tables, labels):
                self.heads = frozenset(name for table in tables for name in table["head"].names)

            def to_arrays(self):
                return {"heads": np.frombuffer("\n".join(sorted(self.heads)).encode(), dtype=np.uint8)}

            def load(self, arrays):
                self.heads = frozenset(arrays["heads"].tobytes().decode().split("\n"))

        @boolean(learned="made_ranks")
        def made_rank(pairs: MentionPairs) -> np.ndarray:
            """The head of the anaphor occurred in training."""
            known = model_of(pairs.table, "made_ranks").heads
            return pairs.table["head"].in_(known)[pairs.ana]

        yield


@pytest.fixture
def model(own, annotated, tmp_path) -> Path:
    """The folder of a model whose feature set contains user-defined features."""
    resolver = Resolver(FeatureSet.parse(SET)).fit(annotated[:1], L3MLearner(passes=1), "gold")
    resolver.to_disk(tmp_path / "model")
    return tmp_path / "model"


@pytest.mark.usefixtures("own")
def test_they_work_in_a_set():
    table = lost_keys()
    features = FeatureSet.parse(SET).fit_tables([table], [np.arange(len(table))])
    names = features.get_feature_names_out().tolist()
    assert {"made_both_long", "made_gap=≤1", "made_gap=>2", "made_rank", "ana.made_initial=t"} <= set(names)
    weights = np.arange(len(names), dtype=np.float32)
    assert np.allclose(features.score(table, weights)[1], features.links([table]).features @ weights)


@pytest.mark.usefixtures("own")
def test_they_are_listed():
    assert "made_both_long" in list_features(["boolean"])
    assert "Both have several words." in list_features(["boolean"])
    assert "made_gap" in show_set(Spec.parse(SET))


def test_a_model_with_them_is_written_and_read(model, annotated):
    again = Resolver.from_disk(model)
    assert again.features.models["made_ranks"].heads
    table = lost_keys()
    assert len(again.features.links([table])) == len(FeatureSet.parse(SET).fit_tables([table], [[]]).links([table]))


@pytest.mark.parametrize("name", ["made_both_long", "made_rank"])
def test_a_model_with_a_feature_that_nobody_registered(model, name):
    PAIR_FEATURES.unregister(name)
    message = (
        rf"resolver\.toml: the model needs the pair feature {name} of test_own_features\.py, which has not been imp"
    )
    with pytest.raises(ModelError, match=message) as caught:
        Resolver.from_disk(model)
    assert "Train it again" not in str(caught.value)


def test_a_model_with_a_learned_feature_whose_model_nobody_registered(model):
    LEARNED.unregister("made_ranks")
    message = (
        r"resolver\.toml: the model needs the learned model made_ranks of test_own_features\.py, which has not been"
    )
    with pytest.raises(ModelError, match=message):
        Resolver.from_disk(model)


@pytest.fixture
def plugin(tmp_path, monkeypatch) -> Iterator[Path]:
    """An installed package with an entry point whose name is not the name of a feature."""
    info = tmp_path / "another-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: another\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("[corefpipe_features]\nany = another_package\n", encoding="utf-8")
    module = tmp_path / "another_package.py"
    module.write_text(MODULE, encoding="utf-8")
    with restored(ATTRIBUTES, PAIR_FEATURES):
        monkeypatch.syspath_prepend(tmp_path)
        yield module
    sys.modules.pop("another_package", None)


@pytest.mark.usefixtures("plugin")
def test_an_entry_point_is_loaded_only_when_it_is_needed():
    assert "plugin_same_size" not in PAIR_FEATURES.own()
    assert PAIR_FEATURES["head_match"].name == "head_match"
    assert "another_package" not in sys.modules
    features = FeatureSet.parse('[[link]]\nfeatures = ["plugin_same_size", "ante.plugin_size"]')
    table = lost_keys()
    names = features.fit_tables([table], [np.arange(len(table))]).get_feature_names_out().tolist()
    assert sorted(names) == ["ante.plugin_size=large", "ante.plugin_size=small", "plugin_same_size"]


@pytest.mark.usefixtures("plugin")
def test_an_entry_point_is_listed():
    assert {"plugin_same_size", "head_match"} <= set(PAIR_FEATURES)
    assert "plugin_size" in ATTRIBUTES
    assert len(ATTRIBUTES) == len(list(ATTRIBUTES))
    assert "A Paper 2030" in list_features(["boolean"])


def test_an_entry_point_that_cannot_be_loaded(plugin):
    plugin.write_text("import no_such_module_at_all", encoding="utf-8")
    assert PAIR_FEATURES["head_match"].name == "head_match"
    message = (
        "the features of 'another_package' cannot be loaded: ModuleNotFoundError: .* uninstall the package another"
    )
    with pytest.raises(SettingError, match=message):
        FeatureSet.parse('[[link]]\nfeatures = ["plugin_same_size"]')


@pytest.mark.usefixtures("own")
def test_a_feature_that_is_defined_again_replaces_the_old_one():
    def define(answer: bool) -> None:  # as when a notebook cell runs twice
        @boolean()
        def made_again(pairs: MentionPairs) -> np.ndarray:
            return np.full(len(pairs), answer)

    for answer in (True, False):
        define(answer)
        assert PAIR_FEATURES["made_again"].codes(all_pairs(lost_keys()), {}).all() == answer


@pytest.mark.usefixtures("plugin")
def test_one_that_cannot_be_loaded_is_left_out_of_lists(plugin):
    plugin.write_text("import no_such_module_at_all", encoding="utf-8")
    with pytest.warns(UserWarning, match="'another_package' cannot be loaded: ModuleNotFoundError"):
        assert "head_match" in list(PAIR_FEATURES)
