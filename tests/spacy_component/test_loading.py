"""`corefpipe.load`: a pipeline that finds dialogue, parses and resolves."""

from __future__ import annotations

import pytest

import corefpipe
from corefpipe.chains.documents import from_doc
from corefpipe.exceptions import SettingError
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
