"""`corefpipe.load`: a pipeline that finds dialogue, parses and resolves."""

from __future__ import annotations

import pytest

import corefpipe
from corefpipe.chains.documents import from_doc
from corefpipe.exceptions import CorefpipeWarning, SettingError
from corefpipe.formats import read
from corefpipe.parsing.pipelines import PACKAGED

packaged = pytest.mark.skipif(not (PACKAGED / "en" / "resolver").is_dir(), reason="no packaged model yet")
TEXT = "Mary Bell lost her keys. She found them on the old ferry."


def surfaces(document):
    return [[document.surface(mention) for mention in chain] for chain in document.chains().values()]


def test_the_components(nlp):
    assert nlp.pipe_names[0] == "corefpipe_turns"
    assert nlp.pipe_names[-1] == "corefpipe"
    assert "encoder" in nlp.pipe_names


def test_load_is_resolve(model, nlp):
    assert surfaces(from_doc(nlp(TEXT))) == surfaces(corefpipe.resolve(TEXT, model))


@packaged
def test_the_packaged_model_on_the_samples(samples):
    (text,) = read(samples / "bakery.txt")
    doc = corefpipe.load("en")(text.text)
    nora = next(chain for chain in doc._.coref if "Nora Bell" in [mention.text for mention in chain])
    assert nora.main.text.startswith("Nora")
    assert len(nora) >= 3


def test_what_is_no_model():
    with pytest.raises(SettingError, match=r"the model is None\. Give the name of a model"):
        corefpipe.load(None)


def test_components_that_are_not_wanted(model):
    nlp = corefpipe.load(model, disable=["corefpipe"], exclude="corefpipe_turns")
    assert nlp.disabled == ["corefpipe"]
    assert "corefpipe_turns" not in nlp.component_names
    assert not nlp(TEXT)._.coref.resolved
    nlp.enable_pipe("corefpipe")
    assert nlp(TEXT)._.coref.resolved
    only = corefpipe.load(model, enable=["encoder"])
    assert only.pipe_names == ["encoder"]
    assert only.component_names == ["corefpipe_turns", *nlp.component_names]
    assert corefpipe.load(model, exclude=["corefpipe"]).component_names[-1] != "corefpipe"


@pytest.mark.parametrize("given", [None, 3])
def test_what_names_no_components(model, given):
    with pytest.raises(SettingError, match=f"exclude is {given}. It must be a name or a list of names"):
        corefpipe.load(model, exclude=given)


def test_components_that_are_not_there(model):
    with pytest.raises(SettingError, match=r"unknown component to exclude 'ner'.*Valid are corefpipe_turns, encoder"):
        corefpipe.load(model, exclude=["ner"])
    with pytest.raises(SettingError, match="'encoder' is both to enable and to disable"):
        corefpipe.load(model, enable="encoder", disable="encoder")
    with pytest.warns(CorefpipeWarning, match="nothing in this pipeline parses"):
        corefpipe.load(model, exclude="encoder")
