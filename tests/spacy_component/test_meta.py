"""`meta.json` of a pipeline with the component: licences and requirements."""

from __future__ import annotations

import json

import pytest
import spacy
from helpers.packages import EN_ACCURATE, EN_RESEARCH

from corefpipe.exceptions import ModelError
from corefpipe.spacy_component.meta import note_in_meta

OURS = "corefpipe: CC BY-SA 4.0"


def test_beside_what_was_there(tmp_path):
    nlp = spacy.blank("en", meta={"license": "MIT", "requirements": ["spacy-transformers>=1.2"]})
    nlp.add_pipe("corefpipe")
    nlp.to_disk(tmp_path)
    meta = json.loads((tmp_path / "meta.json").read_text("utf-8"))
    assert meta["license"] == f"MIT; {OURS}"
    assert meta["requirements"] == ["spacy-transformers>=1.2", "corefpipe>=0.1.0,<0.2.0"]
    again = spacy.load(tmp_path)
    assert (again.meta["license"], again.meta["requirements"]) == (meta["license"], meta["requirements"])
    again = spacy.blank("en").from_bytes(again.to_bytes())
    assert again.meta["license"] == meta["license"]


def test_without_anything_there(tmp_path):
    nlp = spacy.blank("en")
    nlp.add_pipe("corefpipe", name="chains")
    assert nlp.meta["license"] == "chains: CC BY-SA 4.0"
    assert nlp.meta["requirements"] == ["corefpipe>=0.1.0,<0.2.0"]


def test_another_model_replaces_only_our_licence():
    nlp = spacy.blank("en", meta={"license": "MIT"})
    component = nlp.add_pipe("corefpipe")
    component.model = str(EN_RESEARCH)
    assert nlp.meta["license"] == "MIT; corefpipe: CC BY-NC-SA 4.0"
    assert nlp.meta["requirements"] == ["corefpipe>=0.1.0,<0.2.0"]


def test_models_that_need_onnxruntime_require_the_extra(tmp_path):
    nlp = spacy.blank("en", meta={"requirements": ["corefpipe[serve]>=0.1"]})
    component = nlp.add_pipe("corefpipe")
    assert nlp.meta["requirements"] == ["corefpipe[serve]>=0.1"]
    component.model = str(EN_ACCURATE)
    assert nlp.meta["requirements"] == ["corefpipe[encoder,serve]>=0.1"]
    nlp = spacy.blank("en")
    nlp.add_pipe("corefpipe", config={"model": str(EN_ACCURATE)})
    assert nlp.meta["requirements"] == ["corefpipe[encoder]>=0.1.0,<0.2.0"]
    nlp.to_disk(tmp_path)
    assert spacy.load(tmp_path).meta["requirements"] == ["corefpipe[encoder]>=0.1.0,<0.2.0"]


def test_spacy_tells_nobody_that_a_component_is_removed():
    """What was noted stays, as README says; a component of the same name takes its place."""
    nlp = spacy.blank("en", meta={"license": "MIT"})
    nlp.add_pipe("corefpipe", config={"model": str(EN_RESEARCH)})
    nlp.remove_pipe("corefpipe")
    assert nlp.meta["license"] == "MIT; corefpipe: CC BY-NC-SA 4.0"
    nlp.add_pipe("corefpipe")
    assert nlp.meta["license"] == f"MIT; {OURS}"


@pytest.mark.parametrize("damaged", [False, True])
def test_a_saved_pipeline_may_name_a_model_that_is_not_there(tmp_path, damaged):
    """It has a copy of its own."""
    folder = tmp_path / "model"
    if damaged:
        folder.mkdir()
        (folder / "resolver.toml").write_text("[meta", encoding="utf8")
    with pytest.raises(ModelError):
        spacy.blank("en").add_pipe("corefpipe", config={"model": str(folder)})
    nlp = spacy.blank("en", meta={"license": "MIT", "requirements": ["corefpipe>=0.1"]})
    nlp.add_pipe("corefpipe", config={"model": str(folder)})
    assert nlp.meta["license"] == "MIT"
    with pytest.raises(ModelError):
        nlp.initialize()


@pytest.mark.parametrize(
    ("there", "added"),
    [
        ("corefpipe==0.1.0", False),
        ("corefpipe[encoder] >= 0.1", False),
        ("corefpipe", False),
        ("corefpipe @ file:///x.whl", False),
        ("corefpipe_en_law>=0.1", True),
    ],
)
def test_a_requirement_stands_once(there, added):
    meta = {"requirements": [there]}
    note_in_meta(meta, "corefpipe", "")
    assert (len(meta["requirements"]) == 2) == added
    assert meta["license"] == ""
