"""The index that gives a chain its candidates."""

from __future__ import annotations

from corefpipe.entities.index import MOST_CANDIDATES, MOST_WITH_NAME, EntityIndex, keys_of, sought_keys
from corefpipe.entities.records import Profile
from corefpipe.entities.traits import Traits


def traits(**profile):
    return Traits.of(Profile(1, **profile), ["x"])


def index_of(*names):
    index = EntityIndex()
    for entity, name in enumerate(names):
        index.add(entity, keys_of(traits(names={name: 1})))
    return index


def found(index, *names):
    return index.candidates(sought_keys(traits(names=dict.fromkeys(names, 1))))


def test_keys():
    assert {*keys_of(traits(names={"Barack Obama": 1}))} == {
        "name barack obama", "word barack", "word obama", "initials bo",
    }  # fmt: skip
    assert {*keys_of(traits(names={"IBM": 1}))} == {"name ibm", "word ibm", "acronym ibm"}
    assert {*keys_of(traits(phrases={"the old harbour": 1}))} == {"noun old harbour", "head harbour", "word harbour"}
    assert {*keys_of(traits(pronouns={"he": 1}))} == set()


def test_acronyms_find_full_names_and_the_other_way_round():
    index = index_of("World Health Organization", "WHO", "Winifred Hall Osborne")
    assert found(index, "WHO") == [0, 1, 2]
    assert found(index, "World Housing Office") == [0, 1]  # by a word, and by the acronym; not by the initials
    assert found(index, "William Henry Olsen") == [1]


def test_the_number_of_candidates_is_bounded():
    index = EntityIndex()
    for entity in range(1000):
        index.add(entity, ["word lee", f"word {entity % 50}", f"noun {entity}"])
    assert index.candidates(["word lee"]) == list(range(MOST_CANDIDATES))
    first = [*range(7, 1000, 50)][: MOST_CANDIDATES - 1]
    assert index.candidates(["noun 900", "word 7", "unknown"]) == [*first, 900]
    assert 900 in index.candidates(["word lee", "noun 900"])
    assert len(index.candidates([f"word {number}" for number in range(50)])) == MOST_CANDIDATES
    index.add(900, ["noun 900"])
    assert index.candidates(["noun 900", "noun 900"]) == [900]


def test_entities_with_a_name_of_the_chain_come_first():
    index = index_of("Ann Lee", "Bo Lee", "Cy Lee", "Di Lee", "Ed Lee", "Lee")
    assert len(found(index, "Lee")) == MOST_WITH_NAME
    assert 5 in found(index, "Lee")
    assert found(index, "Flo Lee") == [0, 1, 2, 3, 4, 5]
    index = index_of(*["Lee"] * 10)
    assert found(index, "Lee") == list(range(MOST_WITH_NAME))


def test_entities_with_the_full_name_are_the_only_candidates():
    index = index_of("Ann Lee", "Ann Moore", "Bo Lee", "Ann Lee", "Lee")
    assert found(index, "Ann Lee", "Lee") == [0, 3]
    assert found(index, "Cy Lee") == [0, 2, 3, 4]
    assert found(index, "Lee") == [0, 2, 3, 4]
