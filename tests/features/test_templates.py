"""Templates: their notation, when they are silent, hashes that are the same everywhere."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tables import lost_keys

from corefpipe.errors import SettingError
from corefpipe.features.pairs import Pairs
from corefpipe.features.templates import Hasher, Template


def hashes(text: str, ante: list[int], ana: list[int]) -> np.ndarray:
    return Hasher(Pairs(lost_keys(), np.array(ante), np.array(ana))).hashes(Template.of(text))


def test_notation():
    assert Template.of("types*sentence_distance").parts == ("ana.type", "ante.type", "sentence_distance")
    assert Template.of(" ana.head ").name == "ana.head"
    assert Template.of("types") == Template.of("ana.type * ante.type")


@pytest.mark.parametrize(
    "text", ["hed_match", "ana.hed", "left.head", "head", "ana.", "", "types * ", "ana.head_match"]
)
def test_unknown_names(text):
    with pytest.raises(SettingError) as caught:
        Template.of(text)
    message = str(caught.value)
    assert f"in '{text}'" in message
    assert "head_match" in message
    assert "entity_type" in message


def test_equal_values_are_equal_columns():
    # she and her (as `she`) after Mrs. Nora Bell; the team is another type.
    a, b, c = hashes("types", [0, 0, 0], [2, 5, 4]).tolist()
    assert a == b != c
    assert 0 not in (a, b, c)


def test_sides_and_templates_differ():
    columns = [
        hashes(text, [0], [1])[0]
        for text in ("ana.type", "ante.type", "ana.kind", "types", "ante.type * ana.type", "ana.type * ana.type")
    ]
    assert len(set(columns)) == len(columns)


@pytest.mark.parametrize(
    ("text", "ante", "ana", "silent"),
    [
        ("head_match", 0, 1, True),
        ("ana.preposition", 0, 1, True),
        ("ana.preposition", 0, 7, False),
        ("types * ana.preposition", 0, 1, True),
        ("ana.preposition * types", 0, 1, True),
        ("types * ana.preposition", 0, 7, False),
        ("ana.entity_type * ante.entity_type * sentence_distance", 0, 2, True),
        ("ana.entity_type * ante.entity_type * sentence_distance", 0, 1, False),
    ],
)
def test_silent_where_a_part_is_unknown(text, ante, ana, silent):
    assert (hashes(text, [ante], [ana])[0] == 0) == silent


def test_prefixes_are_shared_without_harm():
    pairs = Pairs(lost_keys(), np.array([0, 0]), np.array([1, 5]))
    hasher = Hasher(pairs)
    texts = ["types", "types * sentence_distance", "types", "types * number_match", "types * sentence_distance"]
    found = [hasher.hashes(Template.of(text)).tolist() for text in texts]
    assert found == [Hasher(pairs).hashes(Template.of(text)).tolist() for text in texts]


def test_the_same_in_every_process(python):
    here = Path(__file__).parent
    code = (
        "import sys; sys.path[:0] = sys.argv[1:]\n"
        "from test_templates import hashes\n"
        "print(hashes('types * sentence_distance', [0, 1, 3], [1, 5, 6]).tolist())"
    )
    done = python("-c", code, str(here), str(here.parent), PYTHONHASHSEED="1")
    assert done.stdout.strip() == str(hashes("types * sentence_distance", [0, 1, 3], [1, 5, 6]).tolist()), done.stderr
