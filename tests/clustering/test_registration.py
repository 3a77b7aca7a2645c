"""User-defined learners and decoders: registered by decorator or entry point, trained, saved and loaded."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.links import random_links

import corefpipe.clustering
from corefpipe.clustering import Clusterer, register_decoder, register_learner
from corefpipe.clustering.decoders import BestLinkDecoder, L3MDecoder
from corefpipe.clustering.decoders.base import Partition
from corefpipe.clustering.learners import L3MLearner, Learner
from corefpipe.clustering.named import decoder_for, decoder_name, learner_name, make_learner
from corefpipe.clustering.registry import DECODERS, LEARNERS
from corefpipe.exceptions import ModelError, SettingError
from corefpipe.features import FeatureSet
from corefpipe.resolver.model import Resolver


class MeanLearner(Learner):
    """Weighs features by their means over right and wrong links.

    Args:
        scale: factor of all weights.
    """

    def __init__(self, scale: float | np.ndarray = 1.0):
        self.scale = scale

    def fit(self, links, labels):
        """Learn from item sets."""
        right = links.coreferent(labels)
        means = [np.asarray(links.features[rows].mean(axis=0)).ravel() for rows in (right, ~right)]
        self.coef_ = self.scale * (means[0] - means[1])  # float64
        return self


@dataclass(slots=True, frozen=True)
class FirstDecoder(Partition):
    """Joins each item to the first one, if that link scores above a threshold."""

    threshold: float = 0.0
    except_for: Any = None

    def partition(self, links, scores):
        """(n_items,) int labels of one item set."""
        labels = np.arange(links.n_items)
        labels[links.item()[(links.antecedent == 0) & (scores > self.threshold)]] = 0
        return labels


@pytest.fixture
def own() -> Iterator[None]:
    """Register the two classes above for one test."""
    register_learner("mean", decoder="first")(MeanLearner)
    register_decoder("first", summary="to the first item")(FirstDecoder)
    yield
    LEARNERS.unregister("mean")
    DECODERS.unregister("first")


@pytest.fixture
def plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An installed package whose entry points are a learner and a decoder."""
    (tmp_path / "plugged.py").write_text(
        "from dataclasses import dataclass\n"
        "from corefpipe.clustering import register_decoder, register_learner\n"
        "from corefpipe.clustering.decoders import BestLinkDecoder\n"
        "from corefpipe.clustering.learners import L3MLearner\n"
        "@register_learner('plugged', decoder='plugged')\n"
        "class PluggedLearner(L3MLearner): 'Learns as L3M does.'\n"
        "@register_decoder('plugged')\n"
        "@dataclass(slots=True, frozen=True)\n"
        "class PluggedDecoder(BestLinkDecoder): 'Decodes by best links.'\n"
    )
    info = tmp_path / "plugged-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: plugged\nVersion: 1.0\n")
    groups = [f"[corefpipe_{what}]\nplugged = plugged\n" for what in ("learners", "decoders")]
    (info / "entry_points.txt").write_text("\n".join(groups))
    monkeypatch.syspath_prepend(tmp_path)
    yield
    if sys.modules.pop("plugged", None):
        LEARNERS.unregister("plugged")
        DECODERS.unregister("plugged")


def test_ours_are_listed_by_name():
    assert list(LEARNERS.own()) == [
        "binary", "correlation-svm", "l3m", "l3m-batch", "sdc", "spanning-forest", "sum-link", "unit"
    ]  # fmt: skip
    assert list(DECODERS.own()) == [
        "agglomerative", "all-apart", "all-in-one", "best-link", "closest-link", "correlation", "l3m",
        "partitioner", "spanning-forest", "sum-link",
    ]  # fmt: skip
    assert all(entry.decoder in DECODERS for entry in LEARNERS.values())
    assert all(entry.summary for entry in [*LEARNERS.values(), *DECODERS.values()])


@pytest.mark.parametrize("name", LEARNERS)
def test_the_name_of_a_learner(name):
    assert learner_name(make_learner(name)) == name


def test_public_names():
    assert {"Clusterer", "Links", "register_decoder", "register_learner"} <= set(dir(corefpipe.clustering))


@pytest.mark.usefixtures("own")
def test_registered_classes_train_and_survive_the_disk(tmp_path):
    assert LEARNERS["mean"].summary == "Weighs features by their means over right and wrong links"
    assert DECODERS["first"].summary == "to the first item"
    links, labels = random_links(2, sizes=(7, 0, 5))
    clusterer = Clusterer.named("mean", scale=3.0, threshold=0.1).fit(links, labels)
    assert (type(clusterer.learner), clusterer.decoder) == (MeanLearner, FirstDecoder(0.1))
    clusterer.to_disk(tmp_path)
    read = Clusterer.from_disk(tmp_path)
    assert (type(read.learner), read.learner.scale, read.decoder) == (MeanLearner, 3.0, FirstDecoder(0.1))
    assert [x.tolist() for x in read.predict(links)] == [x.tolist() for x in clusterer.predict(links)]


def test_what_is_not_registered_is_not_written(tmp_path):
    links, labels = random_links(2)
    with pytest.raises(ModelError) as error:
        Clusterer(MeanLearner(), L3MDecoder()).fit(links, labels).to_disk(tmp_path / "a")
    assert str(error.value) == (
        "the learner MeanLearner is not registered, so a file cannot name it. "
        "Decorate its class with @register_learner of corefpipe.clustering"
    )
    with pytest.raises(ModelError, match="the decoder FirstDecoder is not registered"):
        Clusterer(L3MLearner(), FirstDecoder()).fit(links, labels).to_disk(tmp_path / "a")
    assert not (tmp_path / "a").exists()


def test_a_subclass_is_not_its_base_class(tmp_path):
    class Mine(L3MLearner):
        """Another learner."""

    with pytest.raises(ModelError, match="the learner Mine is not registered"):
        Clusterer(Mine(), L3MDecoder()).fit(*random_links(2)).to_disk(tmp_path)


@pytest.mark.parametrize("what", ["learner", "decoder"])
def test_what_nobody_registered_is_not_read(tmp_path, what):
    Clusterer.named("l3m").fit(*random_links(1)).to_disk(tmp_path)
    (tmp_path / "SHA256SUMS").unlink()
    file = tmp_path / "clusterer.toml"
    file.write_text(file.read_text().replace(f'[{what}]\nname = "l3m"', f'[{what}]\nname = "theirs"'))
    with pytest.raises(ModelError) as error:
        Clusterer.from_disk(tmp_path)
    assert str(error.value).startswith(
        f"{tmp_path}: nothing is registered as the {what} 'theirs'. "
        "Install the package, or import the module, that registers it, or give its file with --code; registered are "
    )
    assert str(error.value).endswith("sum-link, unit" if what == "learner" else "spanning-forest, sum-link")


@pytest.mark.usefixtures("plugin")
def test_entry_points(tmp_path):
    links, labels = random_links(1)
    assert decoder_for("plugged") == "plugged"
    clusterer = Clusterer.named("plugged", threshold=0.5).fit(links, labels)
    clusterer.to_disk(tmp_path / "model")
    LEARNERS.unregister("plugged")
    DECODERS.unregister("plugged")
    del sys.modules["plugged"]
    read = Clusterer.from_disk(tmp_path / "model")  # loads the entry points
    assert (decoder_name(read.decoder), learner_name(read.learner)) == ("plugged", "plugged")
    assert [x.tolist() for x in read.predict(links)] == [x.tolist() for x in clusterer.predict(links)]


@pytest.mark.usefixtures("plugin")
def test_help_lists_entry_points(run):
    code, out, _ = run("train", "--help")
    assert code == 0
    found = [line.split() for line in out.splitlines() if line.startswith("  plugged")]
    assert found == ["plugged plugged Learns as L3M does".split(), "plugged Decodes by best links".split()]


@pytest.mark.usefixtures("own")
def test_a_model_folder(annotated, tmp_path):
    resolver = Resolver(FeatureSet("default"), FirstDecoder(0.5)).fit(annotated, MeanLearner(), "gold")
    resolver.to_disk(tmp_path)
    read = Resolver.from_disk(tmp_path)
    assert read.decoder == FirstDecoder(0.5)
    assert read.weights.tobytes() == resolver.weights.tobytes()
    text = (tmp_path / "resolver.toml").read_text()
    (tmp_path / "resolver.toml").write_text(text.replace('name = "first"', 'name = "theirs"'))
    (tmp_path / "SHA256SUMS").unlink()
    with pytest.raises(
        ModelError, match=r"^.*: nothing is registered as the decoder 'theirs'\. Install the package, or"
    ):
        Resolver.from_disk(tmp_path)


def test_a_model_folder_needs_registered_decoders(annotated, tmp_path):
    resolver = Resolver(FeatureSet("default"), FirstDecoder()).fit(annotated, MeanLearner(), "gold")
    with pytest.raises(ModelError, match="the decoder FirstDecoder is not registered"):
        resolver.to_disk(tmp_path)


def test_names_are_taken_once():
    with pytest.raises(SettingError, match="two entries for the learner 'l3m'"):
        register_learner("l3m", decoder="l3m")(MeanLearner)
    with pytest.raises(SettingError, match="two entries for the decoder 'l3m'"):
        register_decoder("l3m")(FirstDecoder)
    assert LEARNERS["l3m"].kind is L3MLearner


def test_decoders_are_dataclasses():
    class Plain(Partition):
        """No dataclass."""

    with pytest.raises(SettingError, match=r"the decoder Plain is no dataclass. Put @dataclass.* below @register_dec"):
        register_decoder("plain")(Plain)
    assert "plain" not in DECODERS


def test_no_setting_is_called_name():
    @dataclass(slots=True, frozen=True)
    class Named(BestLinkDecoder):
        """With a setting of that name."""

        name: str = "x"

    with pytest.raises(SettingError, match="Named has a setting called 'name'"):
        register_decoder("named")(Named)


@pytest.mark.usefixtures("own")
def test_settings_that_cannot_be_written(tmp_path):
    clusterer = Clusterer(MeanLearner(np.ones(3)), FirstDecoder()).fit(
        random_links(0, n_features=3)[0], random_links(0)[1]
    )
    with pytest.raises(ModelError, match="the learner's scale cannot be written"):
        clusterer.to_disk(tmp_path)
    clusterer = Clusterer(MeanLearner(), FirstDecoder(except_for={1})).fit(*random_links(0))
    with pytest.raises(ModelError, match="the decoder's except_for cannot be written"):
        clusterer.to_disk(tmp_path)
