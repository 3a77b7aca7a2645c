"""WordNet relations: well-known facts, properties, and rebuilding the data from the dictionary."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import numpy as np
import pytest
from helpers import ROOT
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.exceptions import SettingError
from corefpipe.lexicon.lists import lexicon_folder
from corefpipe.lexicon.semantic_classes import CLASS_PARENT, SEMANTIC_CLASSES, related_classes
from corefpipe.lexicon.wordnet import (
    WordNet,
    load_wordnet,
)

DICTIONARY = Path(os.environ.get("WORDNET_FOLDER", "/usr/share/wordnet"))
RELATIONS = ("synonyms", "antonyms", "hypernyms", "ancestor")
MEASURES = ("distance", "sense")
inf = float("inf")


@pytest.fixture(scope="module")
def wordnet() -> WordNet:
    return load_wordnet()


def ask(wordnet: WordNet, relation: str, *pairs: str, pos="noun", **options) -> list:
    """A relation on pairs of words written as "dog/cat"."""
    a, b = zip(*(pair.split("/") for pair in pairs), strict=True)
    return getattr(wordnet, relation)(wordnet.ids(a, pos), wordnet.ids(b, pos), **options).tolist()


@pytest.mark.parametrize(
    ("form", "word"),
    [
        *[("Dog", "dog"), ("dogs", "dog"), ("boxes", "box"), ("churches", "church"), ("ponies", "pony")],
        *[("chairwomen", "chairwoman"), ("children", "child"), ("vice presidents", "vice president")],
        *[("Vice_President", "vice president"), ("mothers-in-law", "mother-in-law")],
    ],
)
def test_base_forms(wordnet, form, word):
    assert wordnet.ids([form]) == wordnet.ids([word]) >= 0


def test_a_word_comes_before_its_base_form(wordnet):
    glass, glasses = wordnet.ids(["glass", "glasses"])
    assert glass != glasses


def test_unknown_words(wordnet):
    assert wordnet.ids(["xyzzy", "", "the dog"]).tolist() == [-1] * 3


def test_adjectives_have_ids_of_their_own(wordnet):
    assert (
        wordnet.ids(["taller", "happiest"], "adjective").tolist()
        == wordnet.ids(["tall", "happy"], "adjective").tolist()
    )
    assert wordnet.ids(["adult"]) != wordnet.ids(["adult"], "adjective")


def test_no_such_part_of_speech(wordnet):
    with pytest.raises(SettingError, match=r"'verb'. Valid are noun, adjective"):
        wordnet.ids(["go"], "verb")


def test_synonyms(wordnet):
    assert ask(wordnet, "synonyms", "car/automobile", "vice president/v.p.", "dog/cat") == [True, True, False]
    assert ask(wordnet, "synonyms", "big/large", "big/small", pos="adjective") == [True, False]


def test_antonyms(wordnet):
    assert ask(wordnet, "antonyms", "man/woman", "boy/girl", "adult male/woman") == [True, True, False]
    assert ask(wordnet, "antonyms", "adult male/woman", "man/dog", indirect=True) == [True, False]
    assert ask(wordnet, "antonyms", "large/small", "gigantic/small", pos="adjective") == [True, False]
    assert ask(wordnet, "antonyms", "gigantic/small", "gigantic/huge", pos="adjective", indirect=True) == [True, False]


def test_hypernyms(wordnet):
    assert ask(wordnet, "hypernyms", "dog/cat", "giraffe/hammer") == [True, False]
    assert ask(wordnet, "hypernyms", "giraffe/hammer", drop=()) == [True]
    assert ask(wordnet, "hypernyms", "oak/elm", drop=["tree.n.01"]) == [True]
    # A word with only dropped synsets above it shares no hypernym, not even with itself.
    assert ask(wordnet, "hypernyms", "entity/entity", "artifact/artifact") == [False, False]


def test_the_head_of_an_adjective(wordnet):
    assert ask(wordnet, "ancestor", "huge/large", "huge/red", pos="adjective") == [True, False]
    assert ask(wordnet, "hypernyms", "huge/gigantic", pos="adjective") == [True]


def test_ancestor(wordnet):
    assert ask(wordnet, "ancestor", "dog/animal", "animal/dog", "dog/cat", "car/automobile", "dog/dog") == [
        *[True, True, False, False, False]
    ]
    assert ask(wordnet, "ancestor", "paris/city") == [True]  # an instance


def test_distance(wordnet):
    # The first sense of "canine" is the tooth.
    assert ask(wordnet, "distance", "dog/domestic animal", "dog/canid", "dog/canine") == [1, 1, inf]
    assert ask(wordnet, "distance", "car/automobile", "dog/dog", "cat/dog") == [0, 0, inf]
    assert ask(wordnet, "distance", "poodle/dog", "dog/poodle") == [1, 1]


def test_sense(wordnet):
    # Senses: canine 1 is a tooth, 2 the animal; queen 1 is an insect, 2 a ruler.
    assert ask(wordnet, "sense", "dog/animal", "canine/dog", "queen/insect", "queen/aristocrat") == [1, 2, 1, 2]
    assert ask(wordnet, "sense", "car/automobile", "dog/idea") == [1, inf]


def test_supersenses(wordnet):
    words = ["nurse", "city", "person", "animal", "dog", "hope", "xyzzy"]
    assert wordnet.supersense(wordnet.ids(words)).tolist() == [
        *["person", "location", "person", "animal", "animal", "feeling", ""]
    ]
    assert wordnet.supersense(wordnet.ids(["big"], "adjective")).tolist() == [""]


def test_any_sense(wordnet):
    assert wordnet.may_be(wordnet.ids(["star", "story", "xyzzy"]), "person").tolist() == [True, False, False]
    assert WordNet.empty().may_be(np.array([-1]), "person").tolist() == [False]


def test_genders(wordnet):
    words = ["king", "mother", "widow", "uncle", "actress", "nurse", "dog", "table", "xyzzy"]
    assert wordnet.gender(wordnet.ids(words)).tolist() == [
        *["male", "female", "female", "male", "female", "", "", "", ""]
    ]


def test_under(wordnet):
    ids = wordnet.ids(["nurse", "queen", "bed", "person", "xyzzy"])
    assert wordnet.under(ids, ["person.n.01"]).tolist() == [True, False, False, True, False]
    assert wordnet.under(ids, ["person.n.01"], "any").tolist() == [True, True, False, True, False]
    assert wordnet.under(ids, ["person.n.01", "furniture.n.01"]).tolist() == [True, False, True, True, False]
    assert wordnet.under(ids, []).tolist() == [False] * 5


@pytest.mark.parametrize("name", ["person", "person.n.99", "person.n.0", "xyzzy.n.01", "go.v.01"])
def test_no_such_synset(wordnet, name):
    with pytest.raises(SettingError, match=f"unknown synset '{name}'. A synset's name is like 'person.n.01'"):
        wordnet.under(wordnet.ids(["dog"]), [name])


def test_no_such_senses(wordnet):
    with pytest.raises(SettingError, match="'last'"):
        wordnet.under(wordnet.ids(["dog"]), ["person.n.01"], "last")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("male", ["man", "boy"]),
        ("female", ["woman", "wife"]),
        ("person", ["nurse", "president", "father"]),
        ("organization", ["company", "government"]),
        ("location", ["city", "texas"]),
        ("date", ["monday", "january", "year", "day"]),
        ("time", ["hour", "morning", "noon"]),
        ("money", ["dollar", "cash", "money"]),
        ("percent", ["percent"]),
        ("object", ["chair", "dog"]),
        ("", ["idea", "xyzzy"]),
    ],
)
def test_semantic_classes(wordnet, name, words):
    assert set(wordnet.semantic_class(wordnet.ids(words))) == {name}


def test_related_classes():
    pairs = [
        ("male", "male"),
        ("male", "person"),
        ("object", "date"),
        ("person", "object"),
        ("male", "female"),
        ("", ""),
    ]
    assert related_classes(*zip(*pairs, strict=True)).tolist() == [True, True, True, False, False, False]
    assert set(CLASS_PARENT) | {"person", "object"} == set(SEMANTIC_CLASSES)


def test_a_language_without_a_table():
    empty = load_wordnet("tlh")
    ids = empty.ids(["dog", "cat"])
    assert ids.tolist() == [-1, -1]
    assert not len(empty)
    for relation in RELATIONS:
        assert getattr(empty, relation)(ids, ids).tolist() == [False, False]
    for measure in MEASURES:
        assert getattr(empty, measure)(ids, ids).tolist() == [inf, inf]
    assert empty.antonyms(ids, ids, indirect=True).tolist() == [False, False]
    assert (
        empty.semantic_class(ids).tolist() == empty.gender(ids).tolist() == empty.supersense(ids).tolist() == ["", ""]
    )


def test_no_words(wordnet):
    none = wordnet.ids([])
    for name in RELATIONS + MEASURES:
        assert getattr(wordnet, name)(none, none).shape == (0,)
    assert wordnet.semantic_class(none).shape == wordnet.under(none, ["person.n.01"]).shape == (0,)


def test_read_once():
    assert load_wordnet() is load_wordnet("en")


@given(st.lists(st.tuples(st.integers(-1, 139_000), st.integers(-1, 139_000)), min_size=1, max_size=30))
def test_laws(pairs):
    wordnet = load_wordnet()
    a, b = np.array(pairs).T
    unknown = (a < 0) | (b < 0)
    for name in RELATIONS + MEASURES:
        there, back = getattr(wordnet, name)(a, b), getattr(wordnet, name)(b, a)
        assert there.tolist() == back.tolist(), name
        assert not np.isfinite(there[unknown]).any() if name in MEASURES else not there[unknown].any()
    known = a >= 0
    assert wordnet.synonyms(a, a)[known].all()
    assert (wordnet.distance(a, a)[known] == 0).all()
    # A relation between the first senses is also one between any senses.
    near = np.isfinite(wordnet.distance(a, b))
    assert (wordnet.sense(a, b)[near] == 1).all()
    assert (np.isfinite(wordnet.sense(a, b)) == (wordnet.ancestor(a, b) | wordnet.synonyms(a, b))).all()
    assert (wordnet.hypernyms(a, b, ()) >= wordnet.hypernyms(a, b)).all()


def test_places_and_demonyms():
    def rows(name: str) -> list[list[str]]:
        text = (lexicon_folder("en") / name).read_text(encoding="utf-8")
        return [line.split("\t") for line in text.splitlines() if not line.startswith("#")]

    places = rows("places.tsv")
    assert {len(row) for row in places} == {2}
    assert len({tuple(row) for row in places}) == len(places)
    kinds = {"country", "state", "city", "county", "continent", "island", "water", "mountain", "region"}
    assert {kind for _, kind in places} == kinds
    for row in (["france", "country"], ["turkey", "country"], ["texas", "state"], ["paris", "city"], ["nile", "water"]):
        assert row in places
    names = {name for name, _ in places}
    assert not names & {"reading", "nice", "mobile", "orange", "in", "us", "union"}
    demonyms = rows("demonyms.tsv")
    assert {place for _, place in demonyms} <= names
    for row in (["french", "france"], ["dutch", "netherlands"], ["texan", "texas"], ["parisian", "paris"]):
        assert row in demonyms


def test_rebuild(tmp_path, monkeypatch):
    if not (DICTIONARY / "data.noun").is_file():
        pytest.skip("WordNet is not here")
    monkeypatch.syspath_prepend(str(ROOT / "eval" / "lexicon"))
    monkeypatch.delitem(sys.modules, "wordnet", raising=False)
    import wordnet as rebuild

    monkeypatch.setattr(sys, "argv", ["wordnet.py", "--wordnet", str(DICTIONARY), "--out", str(tmp_path)])
    rebuild.main()
    folder = lexicon_folder("en")
    for name in ("places.tsv", "demonyms.tsv", "WORDNET_LICENSE"):
        assert (tmp_path / name).read_bytes() == (folder / name).read_bytes(), name
    # Arrays are compared, not bytes, which depend on the version of zlib.
    with np.load(folder / "wordnet.npz") as packaged, np.load(tmp_path / "wordnet.npz") as rebuilt:
        assert packaged.files == rebuilt.files
        for name in packaged.files:
            assert packaged[name].dtype == rebuilt[name].dtype
            assert np.array_equal(packaged[name], rebuilt[name]), name


def test_kinship(wordnet):
    pairs = [("parrot", "bird"), ("bird", "parrot"), ("car", "automobile"), ("van", "vehicle"), ("dog", "xyzzy")]
    a, b = (wordnet.ids(side) for side in zip(*pairs, strict=True))
    assert wordnet.kinship(a, b, senses=2).tolist() == [2, 0, 1, 0, 0]
    assert wordnet.kinship(a, b, senses=6).tolist() == [2, 0, 1, 2, 0]


@given(seed=st.integers(0, 2**32 - 1))
def test_kinship_by_all_senses_is_that_of_the_tables(wordnet, seed):
    a, b = np.random.default_rng(seed).integers(-1, len(wordnet), (2, 200))
    b[:50] = a[:50]
    found = wordnet.kinship(a, b, senses=10**6)
    assert ((found & 1 > 0) == wordnet.synonyms(a, b)).all()
    above = (wordnet.kinship(b, a, senses=10**6) | found) & 2 > 0
    assert (above == wordnet.ancestor(a, b)).all()
