"""Comparison: laws of comparators, values of some, missing values, guesses, errors."""

from __future__ import annotations

import re
import warnings

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from corefpipe.clustering import ItemSets
from corefpipe.clustering.comparing import Comparator, Comparison
from corefpipe.clustering.comparing.forms import FORMS, as_date, as_number, as_set, as_written
from corefpipe.clustering.registry import COMPARATORS, register_comparator
from corefpipe.exceptions import CorefpipeWarning, LinksError, SettingError

pytestmark = pytest.mark.filterwarnings("ignore:.* can read no value")
OF_RECORDS = sorted(name for name in COMPARATORS.own() if issubclass(COMPARATORS[name].kind, Comparator))
OF_VECTORS = sorted(set(COMPARATORS.own()) - set(OF_RECORDS))

words = st.sampled_from(
    ["Ann", "ann", "Anne", "Bell", "J.", "Corp.", "Corporation", "12", "1996", "3.5", "é", "-", "IBM"]
)
texts = st.lists(words, min_size=1, max_size=4).map(" ".join)
dates = st.dates().map(str)
values = st.one_of(texts, dates, st.floats(-1e6, 1e6), st.frozensets(words, min_size=1, max_size=3))


def compared(comparison: Comparison, *pairs) -> np.ndarray:
    """The features of pairs of values of the field "x", or of the pairs of records."""
    records = [value if isinstance(value, dict) else {"x": value} for pair in pairs for value in pair]
    left = 2 * np.arange(len(pairs))
    return comparison.compare(ItemSets.records([records]), left, left + 1).toarray()


def similarity(name: str, one, other) -> float:
    """The similarity of two values."""
    return float(compared(Comparison({"x": [name]}), (one, other))[0, 0])


@pytest.mark.parametrize("name", OF_RECORDS)
@given(column=st.lists(values, min_size=2, max_size=6))
def test_similarities_are_symmetric_and_from_0_to_1_and_1_for_equal_values(name, column):
    items = ItemSets.records([[{"x": value} for value in column]])
    left, right = (side.ravel() for side in np.indices((len(column), len(column))))
    comparison = Comparison({"x": [name]})
    found = comparison.compare(items, left, right).toarray()[:, 0].reshape(len(column), -1)
    assert np.array_equal(found, found.T)
    assert found.min() >= 0
    assert found.max() <= 1
    readable = [FORMS[COMPARATORS[name].kind.form](value) is not None for value in items.column("x")]
    assert np.diag(found).tolist() == [float(one) for one in readable]


@pytest.mark.parametrize(
    ("name", "one", "other", "expected"),
    [
        ("equal", "Ann  Bell", "ann bell", 1),
        ("equal", 12, "12", 1),
        ("equal", "Ann", "Anna", 0),
        ("edit", "Ann", "Anna", 3 / 4),
        ("jaro_winkler", "martha", "MARHTA", 0.9611),
        ("subsequence", "abcd", "axcd", 3 / 4),
        ("substring", "abcd", "axcd", 1 / 2),
        ("word_overlap", "Ann Bell", "Bell, Bo", 1 / 3),
        ("word_containment", "Ann Bell", "Ann Lee Bell", 1),
        ("digit_overlap", "12 Main St 7", "12 High St", 1 / 2),
        ("digit_overlap", "Main", "High", 0),
        ("first_word", "Ann Bell", "Anna Lee", 3 / 4),
        ("last_word", "Ann Bell", "Bo Ball", 3 / 4),
        ("abbreviation", "International Business Machines", "IBM", 1),
        ("abbreviation", "-", "?", 0),
        ("initials", "J. Smith", "John Smith", 1),
        ("initials", "Main Blvd", "Main Boulevard", 1),
        ("initials", "Ann Bell", "Bo Bell", 1 / 2),
        ("tfidf", "Bell Bo", "Bo Bell", 1),
        ("soft_tfidf", "Marhta", "Martha", 0.9611),
        ("soft_tfidf", "Holmes", "Jolmes", 0),
        ("misspelt_words", "Holmes", "Jolmes", 0.8889),
        ("difference", 3, "5", 1 / 3),
        ("relative", "1,000", 900, 0.9),
        ("relative", -1, 1, 0),
        ("days", "1999-03-05", "4 April 1999", 1 / 2),
        ("years", "1999-01-01", "2001-01-01", 1 / (1 + 731 / 365.25)),
        ("jaccard", ["a", "b"], "B; c", 1 / 3),
        ("difference", "many", 3, 0),
        ("word_overlap", "-", "?", 0),
        ("tfidf", "-", "?", 0),
        ("soft_tfidf", "-", "?", 0),
    ],
)
def test_similarities(name, one, other, expected):
    assert similarity(name, one, other) == pytest.approx(expected, abs=1e-4)


def test_every_comparator_is_compared_above():
    parameters = test_similarities.pytestmark[0].args[1]
    assert {row[0] for row in parameters} == set(OF_RECORDS)


def test_values_that_are_missing():
    comparison = Comparison({"x": ["edit", "equal"], "y": ["equal"]})
    assert comparison.names == [
        "x: edit", "x: equal", "x: one missing", "x: both missing", "y: equal", "y: one missing", "y: both missing",
    ]  # fmt: skip
    none, some = {"x": None, "y": "a"}, {"x": "b", "y": ""}
    found = compared(comparison, (none, some), (some, none), (none, none), (some, some))
    assert found.tolist() == [
        [0, 0, 1, 0, 0, 1, 0],
        [0, 0, 1, 0, 0, 1, 0],
        [0, 0, 0, 1, 1, 0, 0],
        [1, 1, 0, 0, 0, 0, 1],
    ]


def test_all_values_missing_and_no_pairs():
    comparison = Comparison({"x": list(OF_RECORDS)})
    assert compared(comparison, (None, None))[0].tolist() == [0] * len(OF_RECORDS) + [0, 1]
    items = ItemSets.records([[{"x": "a"}]])
    assert comparison.compare(items, np.zeros(0, int), np.zeros(0, int)).shape == (0, len(comparison.names))
    assert items.links(comparison).features.toarray().tolist() == [[0] * (len(comparison.names) + 1) + [1]]


def test_blocks_change_nothing(monkeypatch):
    random = np.random.default_rng(0)
    items = ItemSets.records([[{"x": " ".join(random.choice(["Ann", "Anna", "Bell", "Bo"], 3))} for _ in range(20)]])
    comparison = Comparison({"x": OF_RECORDS})
    whole = items.links(comparison).features.toarray()
    monkeypatch.setattr("corefpipe.clustering.comparing.comparison._BLOCK", 7)
    assert np.array_equal(items.links(comparison).features.toarray(), whole)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(texts, min_size=2, max_size=6), st.randoms(use_true_random=False))
def test_the_order_of_items_does_not_matter(column, random):
    order = list(range(len(column)))
    random.shuffle(order)
    comparison = Comparison({"x": OF_RECORDS})
    one = ItemSets.records([[{"x": value} for value in column]])
    other = ItemSets.records([[{"x": column[i]} for i in order]])
    left, right = np.triu_indices(len(column), 1)
    place = np.argsort(order)
    found = comparison.compare(other, place[left], place[right]).toarray()
    assert found == pytest.approx(comparison.compare(one, left, right).toarray(), abs=1e-6)


def test_vectors():
    items = ItemSets.vectors([np.array([[3.0, 4.0], [0.0, 5.0], [0.0, 0.0]])])
    comparison = Comparison(["absolute", "squared", "cosine"], dimensions=2)
    assert comparison.names == ["|x-y| 0", "|x-y| 1", "(x-y)² 0", "(x-y)² 1", "cosine"]
    found = comparison.compare(items, np.array([0, 0]), np.array([1, 2])).toarray()
    assert found == pytest.approx(np.array([[3, 1, 9, 1, 0.8], [3, 4, 9, 16, 0]]))
    assert set(OF_VECTORS) == {"absolute", "squared", "cosine"}


def test_dimensions_are_those_of_the_vectors():
    items = ItemSets.vectors([np.array([[3.0, 4.0], [0.0, 5.0], [0.0, 0.0]])])
    comparison, known = Comparison(["absolute", "cosine"]), Comparison(["absolute", "cosine"], 2)
    pairs = np.array([0, 0]), np.array([1, 2])
    assert (comparison.compare(items, *pairs) != known.compare(items, *pairs)).nnz == 0
    assert comparison.compare(items, *np.zeros((2, 0), dtype=int)).shape == (0, 3)
    assert (comparison.fitted(items), known.fitted(items)) == (known, known)
    assert Comparison.from_table(comparison.to_table()) == comparison
    with pytest.raises(SettingError, match=r"dimensions of the vectors are not known\. Give `dimensions`"):
        comparison.names  # noqa: B018
    records = Comparison({"x": ["edit"]})
    assert records.fitted(items) is records


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("1999-03-05", "1999-03-05"),
        ("1999-03-05T10:00", "1999-03-05"),
        ("1999/3/5", "1999-03-05"),
        ("19990305", "1999-03-05"),
        ("5.3.1999", "1999-03-05"),
        ("3/5/1999", "1999-03-05"),
        ("25/3/1999", "1999-03-25"),
        ("5 March 1999", "1999-03-05"),
        ("5th Mar. 1999", "1999-03-05"),
        ("March 5, 1999", "1999-03-05"),
        ("1999-02-30", None),
        ("1999", None),
        ("5 foo 1999", None),
        (19990305.0, "1999-03-05"),
    ],
)
def test_dates(text, day):
    assert as_date(text) == (day and as_date(day))
    assert as_date("1999-03-05") == 729818


def test_forms():
    assert [as_number(value) for value in ("1,234.5", "-3", ".5", "1e3", "1.2.3", "", "-", "1,23", "a")] == [
        1234.5, -3, 0.5, 1000, None, None, None, None, None,
    ]  # fmt: skip
    assert (as_set("a; B|c"), as_set("a,b"), as_set(" ; "), as_set(3.0)) == ({"a", "b", "c"}, {"a", "b"}, None, {"3"})
    assert [as_written(value) for value in (3.0, 3.5, frozenset("ba"), " a  b ")] == ["3", "3.5", "a; b", "a b"]


def test_guess():
    n = 200
    record = {
        "number": lambda i: str(i * 7),
        "date": lambda i: f"19{i % 90 + 10}-01-02",
        "set": lambda i: {f"a{i}", "b"},
        "category": lambda i: ["red", "green", None][i % 3],
        "name": lambda i: f"Ann B{i}",
        "text": lambda i: f"a rather long text on {i} things",
    }
    items = ItemSets.records([[{field: make(i) for field, make in record.items()} for i in range(n)]])
    comparison = Comparison.guess(items)
    kinds = dict(comparison.fields)
    assert "relative" in kinds["number"]
    assert "days" in kinds["date"]
    assert kinds["set"] == ["jaccard"]
    assert kinds["category"] == ["equal", "edit"]
    assert "initials" in kinds["name"]
    assert "tfidf" in kinds["text"]
    assert Comparison.from_table(comparison.to_table()) == comparison
    vectors = Comparison.guess(ItemSets.vectors([np.eye(3)]))
    assert vectors == Comparison(["absolute", "cosine"], 3) == Comparison.from_table(vectors.to_table())


def test_fields_without_values_are_left_out_of_a_guess():
    with pytest.warns(CorefpipeWarning, match="the field 'y' has no value in any of 1 records"):
        comparison = Comparison.guess(ItemSets.records([[{"x": "a", "y": " "}]]))
    assert list(comparison.fields) == ["x"]
    with (
        pytest.warns(CorefpipeWarning),
        pytest.raises(LinksError, match="all values of x, y are missing in all"),
    ):
        Comparison.guess(ItemSets.records([[{"x": None, "y": " "}]]))


def test_comparators_that_can_read_no_value():
    comparison = Comparison({"x": ["equal", "difference", "relative", "days"]})
    for values, useless in ((["a", "b"], "difference, relative, days"), (["1", "b"], "days"), ([None, None], "")):
        with warnings.catch_warnings(record=True) as found:
            warnings.simplefilter("always")
            ItemSets.records([[{"x": value} for value in values]]).links(comparison)
        told = [f"{useless} can read no value of the field 'x', such as {values[0]!r}: similarities are 0"]
        assert [str(one.message) for one in found] == (told if useless else [])


WRONG = [
    (({},), "nothing is compared"),
    (([],), "nothing is compared"),
    (("edit",), "fields is 'edit'"),
    (({"x": []},), "the comparators of field 'x' are []"),
    (({"x": "edit"},), "the comparators of field 'x' are 'edit'"),
    (({"x": ["edits"]},), "unknown comparator 'edits'. Did you mean edit?"),
    (({"x": ["edit", "edit"]},), "'edit' stands twice with field 'x'"),
    (({"x": ["cosine"]},), "'cosine' compares vectors; it stands with field 'x'. Valid are abbreviation, "),
    ((["edit"], 2), "'edit' compares records; it stands with vectors. Valid are absolute, cosine, squared"),
    ((["cosine"], 0), "dimensions is 0"),
    (({"x": ["edit"]}, 2), "records have no dimensions"),
]


@pytest.mark.parametrize(("arguments", "message"), WRONG)
def test_comparisons_that_are_refused(arguments, message):
    with pytest.raises(SettingError, match=re.escape(message)):
        Comparison(*arguments)


def test_items_that_are_refused():
    records, vectors = ItemSets.records([[{"x": "a"}, {"x": "b"}]]), ItemSets.vectors([np.eye(3)])
    huge = ItemSets.vectors([np.eye(3), [[0, 1, 2], [1, -1e200, 2]]])
    for comparison, items, message in (
        (Comparison({"y": ["edit"]}), records, "there is no field 'y'. The records have x"),
        (Comparison({"y": ["edit"]}), vectors, "vectors for a comparison of records of y. Give records"),
        (Comparison(["cosine"], 3), records, "records for a comparison of vectors of 3 dimensions. Give"),
        (Comparison(["cosine"]), records, "records for a comparison of vectors. Give"),
        (Comparison(["cosine"], 2), vectors, "vectors of 3 dimensions for a comparison of 2. Give"),
        (Comparison(["cosine"]), huge, "item 1 of set 1 has -1e+200 in dimension 1. At most 1e+18 in size: choose"),
    ):
        with pytest.raises(LinksError, match=re.escape(message)):
            items.links(comparison)
    for left, right, message in (
        ([0], [2], "there is no item 2 among 2"),
        ([-1], [0], "there is no item -1 among 2. Items of all sets are numbered from 0"),
        ([0, 1], [1], "2 left and 1 right items of pairs"),
        ([0.5], [1], "an array of shape (1,) and type float64. Give two flat arrays of whole numbers"),
    ):
        with pytest.raises(LinksError, match=re.escape(message)):
            Comparison({"x": ["edit"]}).compare(records, left, right)
    with pytest.raises(SettingError, match="the comparison has no fields"):
        Comparison.from_table({})


def test_a_comparator_of_your_own():
    @register_comparator("length")
    class Length(Comparator):
        """Quotient of the lengths."""

        def similarity(self, one, other):
            """The similarities."""
            size = np.array([len(value) for value in self.values])
            return np.minimum(size[one], size[other]) / np.maximum(size[one], size[other])

    try:
        assert COMPARATORS["length"].summary == "Quotient of the lengths"
        assert similarity("length", "abc", "abcdef") == 0.5
    finally:
        COMPARATORS.unregister("length")
