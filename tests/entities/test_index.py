"""The index that gives a chain its candidates."""

from __future__ import annotations

from corefpipe.entities.index import MOST_CANDIDATES, EntityIndex, keys_of
from corefpipe.entities.records import Profile
from corefpipe.entities.traits import Traits


def keys(**profile):
    return set(keys_of(Traits.of(Profile(1, **profile), ["x"])))


def test_keys():
    assert keys(names={"Barack Obama": 1}) == {"name barack obama", "word barack", "word obama", "short bo"}
    assert keys(names={"IBM": 1}) == {"name ibm", "word ibm", "short ibm"}
    assert keys(phrases={"the old harbour": 1}) == {"noun old harbour", "head harbour", "word harbour"}
    assert keys(pronouns={"he": 1}) == set()


def test_the_number_of_candidates_is_bounded():
    index = EntityIndex()
    for entity in range(1000):
        index.add(entity, ["word lee", f"word {entity % 50}", f"name {entity}"])
    assert index.candidates(["word lee"]) == list(range(MOST_CANDIDATES))
    first = [*range(7, 1000, 50)][: MOST_CANDIDATES - 1]
    assert index.candidates(["name 900", "word 7", "unknown"]) == [*first, 900]
    assert 900 in index.candidates(["word lee", "name 900"])
    assert len(index.candidates([f"word {number}" for number in range(50)])) == MOST_CANDIDATES
    index.add(900, ["name 900"])
    assert index.candidates(["name 900", "name 900"]) == [900]


def test_entities_with_the_full_name_are_the_only_candidates():
    index = EntityIndex()
    for entity, name in enumerate(("Ann Lee", "Ann Moore", "Bo Lee", "Ann Lee", "Lee")):
        index.add(entity, keys(names={name: 1}))
    assert index.candidates(keys(names={"Ann Lee": 1, "Lee": 2})) == [0, 3]
    assert index.candidates(keys(names={"Cy Lee": 1})) == [0, 2, 3, 4]
    assert index.candidates(keys(names={"Lee": 1})) == [0, 2, 3, 4]
