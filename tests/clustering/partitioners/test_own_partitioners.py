"""User-defined partitioners: registered by decorator or entry point, and used by SDC and its decoder."""

from __future__ import annotations

import sys
from dataclasses import dataclass

import numpy as np
import pytest
from helpers.links import random_links

from corefpipe.clustering import Clusterer, register_partitioner
from corefpipe.clustering.decoders import PartitionerDecoder
from corefpipe.clustering.partitioners import Partitioner
from corefpipe.clustering.registry import PARTITIONERS
from corefpipe.exceptions import SettingError


@dataclass(slots=True, frozen=True)
class InTurn(Partitioner):
    """Deals items to clusters in turn."""

    first: int = 0

    def split(self, items, n_clusters, random_state):
        """(n,) int labels."""
        return (np.arange(len(items)) + self.first) % n_clusters


def test_one_of_your_own(tmp_path):
    register_partitioner("in-turn")(InTurn)
    try:
        assert PARTITIONERS["in-turn"].summary == "Deals items to clusters in turn"
        links, labels = random_links(1, (6,))
        clusterer = Clusterer.named("sdc", partitioner="in-turn", n_clusters=3).fit(links, labels)
        assert clusterer.predict(links)[0].tolist() == [0, 1, 2, 0, 1, 2]
        clusterer.to_disk(tmp_path)
        assert Clusterer.from_disk(tmp_path).predict(links)[0].tolist() == [0, 1, 2, 0, 1, 2]
    finally:
        PARTITIONERS.unregister("in-turn")
    with pytest.raises(SettingError, match="unknown partitioner 'in-turn'"):
        PartitionerDecoder("in-turn")


def test_what_is_refused():
    class Plain(Partitioner):
        """No dataclass."""

    with pytest.raises(
        SettingError, match=r"the partitioner Plain is no dataclass. Put .* below @register_partitioner"
    ):
        register_partitioner("plain")(Plain)
    with pytest.raises(SettingError, match="two entries for the partitioner 'single'"):
        register_partitioner("single")(InTurn)


def test_entry_points(tmp_path, monkeypatch):
    (tmp_path / "parting.py").write_text(
        "from dataclasses import dataclass\n"
        "from corefpipe.clustering import register_partitioner\n"
        "from corefpipe.clustering.partitioners import SingleLinkage\n"
        "@register_partitioner('parting')\n"
        "@dataclass(slots=True, frozen=True)\n"
        "class Parting(SingleLinkage): 'As single linkage.'\n"
    )
    info = tmp_path / "parting-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: parting\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[corefpipe_partitioners]\nparting = parting\n")
    monkeypatch.syspath_prepend(tmp_path)
    try:
        assert PARTITIONERS["parting"].kind().partition([[0, 1, 5], [1, 0, 5], [5, 5, 0]], 2).tolist() == [0, 0, 1]
    finally:
        if sys.modules.pop("parting", None):
            PARTITIONERS.unregister("parting")
