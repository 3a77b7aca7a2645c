"""Parts of templates: their notation, their values, and the errors for invalid ones."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.registries import restored
from helpers.tables import all_pairs, lost_keys, quotes
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.exceptions import SettingError
from corefpipe.features.engine.notation import read_parts
from corefpipe.features.engine.pairs import MentionPairs
from corefpipe.features.engine.parts import number_text
from corefpipe.features.engine.registry import PAIR_FEATURES, boolean, categorical, numeric


@pytest.fixture
def made():
    """Pair features registered for these tests and unregistered afterwards."""
    with restored(PAIR_FEATURES):

        @boolean()
        def made_near(pairs: MentionPairs, limit: int = 2, kinds: tuple = ("name",)) -> np.ndarray:
            return pairs.ana - pairs.ante <= limit

        @categorical("NA", "C", "I", silent="NA")
        def made_ternary(pairs: MentionPairs) -> np.ndarray:
            return pairs.agreement("number")

        @numeric(1, 2)
        def made_gap(pairs: MentionPairs, step: float = 1.0) -> np.ndarray:
            return (pairs.ana - pairs.ante) * step

        yield


def values(text: str, table=lost_keys, **options) -> list[list[str]]:
    """The values of each template's last part on all pairs of a table."""
    found = []
    for parts in read_parts(text, options):
        coded = parts[-1].code(all_pairs(table()))
        assert len(coded.names) == len(coded.hashes)
        assert [h == 0 for h in coded.hashes] == [name == "" for name in coded.names]
        found.append([coded.names[code] for code in coded.codes])
    return found


def test_notation():
    (parts,) = read_parts("types*sentence_distance")
    assert [part.name for part in parts] == ["ana.type", "ante.type", "sentence_distance"]
    assert [part.side for part in parts] == ["ana", "ante", ""]
    assert read_parts("types") == read_parts(" ana.type *  ante.type ")
    ((part,),) = read_parts("ante.role = subject | object")
    assert (part.name, part.wanted, str(part)) == ("ante.role", ("subject", "object"), "ante.role=subject|object")


def test_attributes_of_either_side():
    table, pairs = lost_keys(), all_pairs(lost_keys())
    roles = table.values("role")
    assert values("ana.role") == [[roles[j] for j in pairs.ana]]
    assert values("ante.role") == [[roles[i] for i in pairs.ante]]


def test_a_wanted_value_says_yes():
    table, pairs = lost_keys(), all_pairs(lost_keys())
    roles = table.values("role")
    assert values("ante.role=subject") == [["yes" if roles[i] == "subject" else "" for i in pairs.ante]]
    wanted = ("subject", "object")
    assert values("ana.role=subject|object") == [["yes" if roles[j] in wanted else "" for j in pairs.ana]]
    assert set(values("ana.role=no such role")[0]) == {""}
    assert values("ana.preposition=")[0] == ["" if table.values("preposition")[j] else "yes" for j in pairs.ana]


def test_values_of_a_pair_feature():
    agreement = values("number_match")[0]
    assert set(agreement) == {"same", "other"}
    assert values("number_match=same")[0] == ["yes" if value == "same" else "" for value in agreement]
    assert values("head_match=", quotes) == [["yes"] * 3]


def test_the_silent_value_is_not_emitted_but_may_be_wanted(made):
    assert set(values("made_ternary", quotes)[0]) == {"C"}
    everything = values("made_ternary")[0]
    assert set(everything) == {"C", "I"}
    unknown = values("gender_match")[0].count("unknown")
    assert unknown > 0  # our own features have a value for "unknown"
    silent = [values(f"made_ternary={value}")[0].count("yes") for value in ("NA", "C", "I")]
    assert silent == [everything.count(""), everything.count("C"), everything.count("I")]
    assert sum(silent) == len(everything)


def test_boolean_parts():
    flags = {text: read_parts(text)[0][0].boolean for text in ("head_match", "ana.head", "ana.head=a", "number_match")}
    assert flags == {"head_match": True, "ana.head": False, "ana.head=a": True, "number_match": False}
    assert read_parts("number_match=same")[0][0].boolean
    assert not read_parts("mention_distance")[0][0].boolean
    assert read_parts("mention_distance", {"raw": True})[0][0].boolean
    assert read_parts("mention_distance", {"at_least": [2]})[0][0].boolean


def test_bins(made):
    gaps = (lambda pairs: pairs.ana - pairs.ante)(all_pairs(lost_keys()))
    assert values("made_gap")[0] == ["≤1" if gap <= 1 else "≤2" if gap <= 2 else ">2" for gap in gaps]
    assert values("made_gap", bins=[3])[0] == ["≤3" if gap <= 3 else ">3" for gap in gaps]
    assert values("made_gap", bins=[0.5, 3], step=0.25)[0] == [
        "≤0.5" if gap <= 2 else "≤3" for gap in gaps
    ]  # 7 mentions in between at most: 7 · 0.25 = 1.75


def test_at_least_gives_one_template_a_number(made):
    gaps = all_pairs(lost_keys()).ana - all_pairs(lost_keys()).ante
    assert values("made_gap", at_least=[2, 4]) == [["yes" if gap >= least else "" for gap in gaps] for least in (2, 4)]
    assert [str(parts[0]) for parts in read_parts("made_gap", {"at_least": [2, 4.5]})] == ["made_gap≥2", "made_gap≥4.5"]


@pytest.mark.parametrize("scale", [1, 0.5, -2.0])
def test_raw_numbers(scale):
    pairs = all_pairs(lost_keys())
    ((part,),) = read_parts("mention_distance", {"raw": True, "scale": scale})
    coded = part.code(pairs)
    assert coded.numbers.dtype == np.float32
    assert np.allclose(coded.numbers, (pairs.ana - pairs.ante - 1) * scale)
    assert (coded.codes == (coded.numbers != 0)).all()  # no value is emitted for 0


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_an_edge_is_in_its_bin_at_either_precision(made, dtype):
    @numeric(0.1, 0.3)
    def made_tenths(pairs: MentionPairs) -> np.ndarray:
        return np.resize(np.array([0.1, 0.2, 0.3, 0.4], dtype=dtype), len(pairs))

    assert values("made_tenths")[0][:4] == ["≤0.1", "≤0.3", "≤0.3", ">0.3"]
    assert values("made_tenths", at_least=[0.3])[0][:4] == ["", "", "yes", "yes"]


def test_numbers_that_are_none(made):
    @numeric(1, 2)
    def made_odd(pairs: MentionPairs) -> np.ndarray:
        return np.resize([np.nan, np.inf, -np.inf, 1.5, 0.0], len(pairs))

    assert values("made_odd")[0][:5] == ["", ">2", "≤1", "≤2", "≤1"]
    assert values("made_odd", at_least=[1])[0][:5] == ["", "yes", "", "yes", ""]
    assert values("made_odd", raw=True)[0][:5] == ["", "", "", "yes", ""]
    ((part,),) = read_parts("made_odd", {"raw": True, "scale": 2})
    assert part.code(all_pairs(lost_keys())).numbers[:5].tolist() == [0, 0, 0, 3, 0]


def test_parameters_reach_the_function(made):
    pairs = all_pairs(lost_keys())
    for limit in (1, 3):
        expected = ["yes" if gap <= limit else "" for gap in pairs.ana - pairs.ante]
        assert values("made_near", limit=limit) == [expected]
    ((part,),) = read_parts("made_near", {"limit": 1, "kinds": ["name", "nominal"]})
    assert part.parameters == (("kinds", ("name", "nominal")), ("limit", 1))
    assert str(part) == "made_near[kinds=('name', 'nominal')][limit=1]"
    assert hash(part) != hash(read_parts("made_near")[0][0])
    ((attribute, part),) = read_parts("ana.kind * made_near", {"limit": 1})  # options of the pair feature
    assert (attribute.parameters, part.parameters) == ((), (("limit", 1),))


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        (
            "hed_match",
            {},
            "unknown pair feature 'hed_match' in 'hed_match'. Did you mean .*head_match.*`corefpipe features list`",
        ),
        ("", {}, "unknown pair feature '' in ''"),
        ("types * ", {}, r"unknown pair feature '' in 'types \* '"),
        ("ana.hed", {}, "unknown mention attribute 'hed' in 'ana.hed'. Did you mean head"),
        ("ana.", {}, "unknown mention attribute ''"),
        ("ana.head_match", {}, "unknown mention attribute 'head_match'"),
        ("left.head", {}, "unknown side 'left' in 'left.head'. Write ana. or ante. before the name"),
        ("head", {}, "'head' is an attribute in 'head'. Write ana.head or ante.head"),
        (
            "number_match=sane",
            {},
            "unknown value of number_match 'sane'.* Did you mean same. Valid are other, same",
        ),
        ("number_match=same|odd", {}, "unknown value of number_match 'odd'"),
        ("made_ternary=", {}, "unknown value of made_ternary ''"),
        ("made_gap=1", {}, "a value of made_gap in .* It is numeric: use at_least"),
        ("made_near", {"limits": 1}, "unknown parameter of made_near 'limits'.* Did you mean limit"),
        ("made_gap", {"bin": [1]}, "unknown parameter of made_gap 'bin'.* Did you mean bins"),
        ("head_match", {"limit": 1}, "unknown parameter of head_match 'limit'.* head_match takes none"),
        ("made_near", {"limit": "2"}, "limit of made_near is '2' in .* It must be a whole number"),
        ("made_near", {"limit": True}, "limit of made_near is true"),
        ("made_near", {"limit": 2.5}, "limit of made_near is 2.5"),
        ("made_near", {"kinds": "name"}, "kinds of made_near is 'name' in .* It must be a list"),
        ("made_near", {"kinds": [["name"]]}, "kinds of made_near is"),
        ("made_near", {"kinds": {"a": 1}}, "kinds of made_near is a table"),
        ("made_near", {"bins": [1]}, "bins of made_near in .* It is boolean, not numeric"),
        ("made_near", {"raw": True, "scale": 2}, "raw, scale of made_near"),
        ("made_gap", {"bins": [2, 1]}, r"bins of made_gap are \[2.0, 1.0\] in .* Upper edges must ascend"),
        ("made_gap", {"bins": [1, 1]}, "Upper edges must ascend"),
        ("made_gap", {"bins": []}, r"bins of made_gap is \[\] in .* It must be a list of numbers"),
        ("made_gap", {"bins": 3}, "bins of made_gap is 3"),
        ("made_gap", {"bins": ["a"]}, r"bins of made_gap is \['a'\]"),
        ("made_gap", {"bins": [float("nan")]}, r"bins of made_gap is \[nan\]"),
        ("made_gap", {"at_least": 2}, "at_least of made_gap is 2"),
        ("made_gap", {"at_least": []}, r"at_least of made_gap is \[\]"),
        ("made_gap", {"raw": 1}, "raw of made_gap is 1 in .* It must be true or false"),
        ("made_gap", {"raw": True, "scale": "big"}, "scale of made_gap is 'big' in .* It must be a number"),
        ("made_gap", {"raw": True, "scale": float("inf")}, "scale of made_gap is inf"),
        ("made_gap", {"scale": 2}, "scale of made_gap in .* Give bins, or at_least, or raw = true with its scale"),
        ("made_gap", {"raw": True, "bins": [1]}, "raw, bins of made_gap"),
        ("made_gap", {"at_least": [1], "bins": [1]}, "at_least, bins of made_gap"),
        (
            "made_gap * made_near",
            {"limit": 1},
            "'made_gap .* made_near' with limit. Parameters belong to an expression",
        ),
        ("ana.head", {"limit": 1}, "'ana.head' with limit. Parameters belong to an expression with one pair feature"),
    ],
)
def test_errors(made, text, options, message):
    with pytest.raises(SettingError, match=message):
        read_parts(text, options)


def test_a_number_feature_without_bins_must_be_given_some(made):
    @numeric()
    def made_plain(pairs: MentionPairs) -> np.ndarray:
        return pairs.ana

    with pytest.raises(SettingError, match=r"bins of made_plain is \[\]"):
        read_parts("made_plain")
    assert read_parts("made_plain", {"raw": True})


@given(st.lists(st.one_of(st.integers(-(10**9), 10**9), st.floats(-1e9, 1e9)), min_size=2, max_size=2))
def test_different_numbers_have_different_names(numbers):
    one, other = map(float, numbers)
    assert (number_text(one) == number_text(other)) == (one == other)


def test_names_of_numbers():
    assert [number_text(x) for x in (3.0, 2, 0.5, -1.0, 1e6 + 1, 1e20)] == [
        "3",
        "2",
        "0.5",
        "-1",
        "1000001",
        "100000000000000000000",
    ]
