"""Loading models by name or folder: a small one, the packaged one, and missing ones."""

from __future__ import annotations

import pytest

import corefpipe
from corefpipe.exceptions import ModelError, SettingError
from corefpipe.formats import read
from corefpipe.parsing.pipelines import PACKAGED
from corefpipe.resolver.loading import load_resolver
from corefpipe.scoring import score
from corefpipe.utils.digests import SUMS, check_folder

packaged = pytest.mark.skipif(not (PACKAGED / "en" / "resolver").is_dir(), reason="no packaged model yet")
TEXT = "Mary Bell lost her keys. She found them on the old ferry."


def surfaces(document):
    return [[document.surface(mention) for mention in chain] for chain in document.chains().values()]


def test_resolve_with_a_model(model):
    document = corefpipe.resolve(TEXT, model)
    assert document.text == TEXT
    assert document.words[:2] == ["Mary", "Bell"]
    assert document.chains()
    assert corefpipe.resolve(TEXT, str(model)) == document


@pytest.mark.parametrize("text", ["", "  \n", "Hm!"])
def test_empty_text_gives_an_empty_result(model, text):
    assert corefpipe.resolve(text, model).mentions == []


@pytest.mark.parametrize("function", [corefpipe.load, load_resolver, lambda name: corefpipe.resolve("It rains.", name)])
def test_no_such_model(function, tmp_path):
    with pytest.raises(ModelError, match=r'no such model folder\. Give "en".* or a folder'):
        function(str(tmp_path / "none"))
    with pytest.raises(ModelError, match="not a corefpipe model"):
        function(str(tmp_path))


def test_settings_reach_the_decoder(model):
    assert load_resolver(model, threshold=0.5).decoder.threshold == 0.5
    with pytest.raises(SettingError, match="gamma is 7"):
        load_resolver(model, gamma=7)


@packaged
def test_the_packaged_model_is_small():
    size = sum(path.stat().st_size for path in (PACKAGED / "en").rglob("*") if path.is_file())
    assert size <= 24e6


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
def test_the_packaged_model_clusters_gold_mentions(samples):
    (key,) = read(samples / "ferry.conllu")
    found = corefpipe.resolve(key, mentions="gold")
    assert {mention.span for mention in found.mentions} <= {mention.span for mention in key.mentions}
    assert score([key], [found], singletons="drop").conll > 0.5


@packaged
@pytest.mark.parametrize("part", ["base", "resolver", "resolver/network"])
def test_damage_to_the_packaged_model_would_be_told(part):
    folder = PACKAGED / "en" / part
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    if part == "resolver":
        files = {name for name in files if not name.startswith("network/")}  # which has digests of its own
    listed = {line.partition("  ")[2] for line in (folder / SUMS).read_text().splitlines()}
    assert files == listed | {SUMS}
    check_folder(folder)


@packaged
def test_the_packaged_model_says_where_it_comes_from():
    meta = load_resolver().meta
    assert {"mentions", "trained_on", "features"} <= set(meta)
