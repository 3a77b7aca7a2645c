"""`load` and `resolve`, with a small model and with the packaged one."""

from __future__ import annotations

import pytest

import corefpipe
from corefpipe.chains.documents import from_doc
from corefpipe.errors import ModelError
from corefpipe.formats import read
from corefpipe.parsing import pipelines
from corefpipe.parsing.annotate import annotate
from corefpipe.report import chains_text
from corefpipe.resolver.loading import load_resolver
from corefpipe.scoring import score

packaged = pytest.mark.skipif(not (pipelines.PACKAGED / "en" / "resolver").is_dir(), reason="no packaged model yet")
TEXT = "Mary Bell lost her keys. She found them on the old ferry."


def surfaces(document):
    return [[document.surface(mention) for mention in chain] for chain in document.chains().values()]


def test_resolve_with_a_model(model):
    document = corefpipe.resolve(TEXT, model)
    assert document.text == TEXT
    assert document.words[:2] == ["Mary", "Bell"]
    assert document.chains()
    assert corefpipe.resolve(TEXT, str(model)) == document


def test_load_is_resolve(model, nlp):
    assert surfaces(from_doc(nlp(TEXT))) == surfaces(corefpipe.resolve(TEXT, model))


@pytest.mark.parametrize("text", ["", "  \n", "Hm!"])
def test_empty_text_gives_an_empty_result(model, text):
    assert corefpipe.resolve(text, model).mentions == []


@pytest.mark.parametrize("function", [corefpipe.load, lambda name: corefpipe.resolve("It rains.", name)])
def test_no_such_model(function, tmp_path):
    with pytest.raises(ModelError, match=r'no such model folder\. Give "en" or a folder'):
        function(str(tmp_path / "none"))
    with pytest.raises(ModelError, match="not a corefpipe model"):
        function(str(tmp_path))


def test_no_such_base(tmp_path):
    for name in ("no_such_package", str(tmp_path)):
        with pytest.raises(ModelError, match=f"no base pipeline '{name}'"):
            pipelines.load_base(name)


@pytest.fixture(scope="module")
def english():
    return corefpipe.load("en")


@packaged
def test_the_packaged_model_is_small():
    size = sum(path.stat().st_size for path in (pipelines.PACKAGED / "en").rglob("*") if path.is_file())
    assert size <= 15e6


@packaged
@pytest.mark.parametrize(
    ("text", "chain"),
    [
        ("Ann lost her keys. She found them later.", {"Ann", "her", "She"}),
        ("Mr. Smith is a doctor. He lives in Boston.", {"Mr. Smith", "He"}),
        ("The old ferry was late. It had lost an engine.", {"The old ferry", "It"}),
    ],
)
def test_the_packaged_model_finds_plain_chains(text, chain):
    found = [set(chain) for chain in surfaces(corefpipe.resolve(text))]
    assert any(chain <= other for other in found)


@packaged
def test_the_packaged_model_on_the_samples(english, samples):
    (text,) = read(samples / "bakery.txt")
    found = from_doc(english(text.text))
    mary = next(chain for chain in found.chains().values() if "Nora Bell" in map(found.surface, chain))
    assert f"] Nora Bell  ({len(mary)})" in chains_text(found)
    assert len(mary) >= 3


@packaged
def test_the_packaged_model_clusters_gold_mentions(english, samples):
    (key,) = read(samples / "ferry.conllu")
    ((doc, _),) = annotate([key], english)
    found = from_doc(load_resolver()(doc, key), like=key)
    assert score([key], [found], singletons="drop").conll > 0.5


@packaged
def test_the_packaged_model_says_where_it_comes_from():
    meta = load_resolver().meta
    assert {"mentions", "trained_on", "features"} <= set(meta)
