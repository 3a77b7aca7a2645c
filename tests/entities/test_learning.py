"""Learning the model that links chains."""

from __future__ import annotations

import json
from dataclasses import replace

from helpers.collections import news

from corefpipe.clustering.learners import L3MLearner
from corefpipe.entities.learning import learned
from corefpipe.entities.linking import Linker, place_in_order
from corefpipe.entities.model import LinkModel, packaged_model
from corefpipe.entities.profiles import profiles_of

ENTITIES = {"a1": "obama", "b1": "obama", "e2": "obama", "c1": "michelle", "d3": "michelle", "a3": "merkel"} | {
    "b3": "merkel", "e1": "merkel", "a2": "berlin", "b2": "berlin", "e3": "berlin", "c3": "penguin", "d1": "penguin",
}  # fmt: skip


def collection():
    chains = [chain for document in news() for chain in profiles_of(document)]
    return [(chain, ENTITIES.get(name := chain[0].document + chain[0].chain, name)) for chain in chains]


def test_a_model_learns_its_collection(tmp_path):
    model = learned([collection()], L3MLearner(gamma=0.0, passes=30), "mine")
    linker = Linker()
    ordered = sorted(collection(), key=lambda one: place_in_order(*one[0]))
    found = [(linker.link(*chain, model), entity) for chain, entity in ordered if entity != "merkel"]
    assert len(set(found)) == len({number for number, _ in found}) == len({entity for _, entity in found})
    path = tmp_path / "mine.json"
    replace(model, threshold=0.25).to_disk(path)
    again = LinkModel.from_disk(path)
    assert (again.name, again.threshold) == ("mine", 0.25)
    assert all(abs(again.weights.get(name, 0) - weight) < 0.001 for name, weight in model.weights.items())


def test_the_packaged_model():
    model = packaged_model()
    assert model.name == "en"
    assert model.weights["name same"] > model.weights["name none"]
    assert json.dumps(dict(model.weights))
    assert model.choose(["start name"], []) == -1
