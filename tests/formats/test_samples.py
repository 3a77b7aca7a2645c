"""Every sample is read as the same two documents, as far as its format can represent them."""

from __future__ import annotations

import pytest
from helpers.documents import CORPORA, SAMPLES

from corefpipe.formats import FORMATS, read, write

FORMATS_OF_SAMPLES = [form for form in FORMATS.values() if form.reads and form.name not in ("text", "gap", "winograd")]


def _chains(document, whole: bool) -> list[list[tuple]]:
    """The spans of each chain; with `whole`, a discontinuous mention is one span."""
    chains = document.chains().values()
    return sorted(sorted((m.start, m.end, () if whole else m.fragments) for m in chain) for chain in chains)


@pytest.mark.parametrize("form", FORMATS_OF_SAMPLES, ids=lambda form: form.name)
@pytest.mark.parametrize("name", ["bakery", "ferry"])
def test_the_same_words_and_chains(form, name):
    (found,) = read(SAMPLES / f"{name}{form.extensions[0]}", form.name)
    (full,) = read(SAMPLES / f"{name}.conllu")
    holds_parts = "discontinuous mentions" in form.holds
    assert found.name == name
    assert found.words == full.words
    assert _chains(found, not holds_parts) == _chains(full, not holds_parts)
    if found.text and form.name != "docbin":
        assert found.text.split() == full.text.split()


@pytest.mark.parametrize("form", FORMATS_OF_SAMPLES, ids=lambda form: form.name)
def test_each_is_known_by_its_content(form):
    for name in ("bakery", "ferry"):
        path = SAMPLES / f"{name}{form.extensions[0]}"
        assert [d.name for d in read(path)] == [name]


@pytest.mark.parametrize("form", FORMATS_OF_SAMPLES, ids=lambda form: form.name)
def test_the_folder_can_be_read_in_each_format(form):
    assert [d.name for d in read(SAMPLES, form.name)] == ["bakery", "ferry"]


def test_texts_beside_annotation_are_texts_too():
    assert [d.name for d in read(SAMPLES, "text")] == ["bakery", "ferry"]


def test_conll_to_conllu_and_back_is_the_same_file(tmp_path):
    paths = [*sorted(SAMPLES.glob("*.conll")), *sorted((CORPORA / "ontogum" / "dev").glob("*"))]
    for path in paths:
        through, back = tmp_path / "x.conllu", tmp_path / "x.conll"
        documents = list(read(path, repeats="first"))
        write(documents, tmp_path / "straight.conll")
        write(documents, through)
        write(read(through), back)
        assert back.read_bytes() == (tmp_path / "straight.conll").read_bytes()
