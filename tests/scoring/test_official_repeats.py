"""The official profile counts and prints as v8.01 does where spans repeat, and refuses what v8.01 reads otherwise."""

from __future__ import annotations

import gzip
import json

import pytest
from helpers import OFFICIAL
from helpers.official_scorer import official_counts, percents, read_chains
from hypothesis import given, settings
from hypothesis import strategies as st

from corefpipe.document import Document, Mention
from corefpipe.exceptions import AnnotationError
from corefpipe.formats import FORMATS, Reading
from corefpipe.scoring import score

NAMES = {"muc": "muc", "bcub": "b_cubed", "ceafm": "ceaf_m", "ceafe": "ceaf_e", "blanc": "blanc"}
PAIRS = json.loads(gzip.decompress((OFFICIAL / "repeats.json.gz").read_bytes()))


def _read(text: str) -> list[Document]:
    return list(FORMATS["conll"].read_lines([text], "file", Reading(repeats="keep")))


def _rows(*cells: str) -> str:
    """A document with these last cells."""
    rows = "".join(f"d\t0\t{number}\tw\t{cell}\n" for number, cell in enumerate(cells))
    return f"#begin document (d); part 000\n{rows}#end document\n"


def test_all_counts_of_pairs_with_repeats():
    assert len(PAIRS) == 200
    for number, pair in enumerate(PAIRS):
        found = score(_read(pair["key"]), _read(pair["response"]), profile="official", metrics=set(NAMES.values()))
        for theirs, counts in pair["official"].items():
            assert found.counts[NAMES[theirs]][0] == pytest.approx(counts, abs=1e-9), (number, theirs)


def test_our_second_implementation_has_these_counts():
    for pair in PAIRS[::10]:
        found = official_counts(read_chains(pair["key"]), read_chains(pair["response"]))
        for theirs, counts in pair["official"].items():
            assert found[NAMES[theirs]] == pytest.approx(counts, abs=1e-9)


@pytest.mark.parametrize(
    ("cell", "links"),
    [
        # The first id in the cell keeps the span, although 13 sorts before 9 as a text, and (13) has fewer words.
        ("(9)|(13)", 1),
        ("(13)|(9)", 0),
        ("(9|(13", 1),
        ("(13|(9", 0),
        # Mentions of one word come first wherever they stand.
        ("(9|(13)", 0),
    ],
)
def test_the_chain_that_stands_first_in_the_cell_keeps_a_span(cell, links):
    end = "|".join(f"{name})" for name in ("13", "9") if f"({name})" not in cell)
    response = _rows(cell, end or "-", "(9)|(13)", "(9)", "-")
    key = _rows("-", "-", "(1)", "(1)", "-")
    assert score(_read(key), _read(response), profile="official").counts["muc"][0, 0] == links
    assert official_counts(read_chains(key), read_chains(response))["muc"][0] == links


def test_a_sum_is_cut_as_it_was_added_up():
    key = _rows("(0)", "(1)", "(1)", "(0)", "(0)", "(0)", "(0)", "(0)")
    response = _rows("(0)", "(1)", "(0)", "(0)", "(0)", "(1)", "(2)", "(0)")
    found = str(score(_read(key), _read(response), metrics="b_cubed", profile="official"))
    assert "Coreference: Recall: (4 / 8) 49.99%\tPrecision: (5.4 / 8) 67.5%\tF1: 57.44%" in found
    assert "50.00" in str(score(_read(key), _read(response), metrics="b_cubed"))


IDS = st.lists(st.sampled_from(["1", "2", "9", "13"]), min_size=1, max_size=2)
SPANS = st.dictionaries(st.tuples(st.integers(0, 7), st.sampled_from([1, 1, 2, 3])), IDS, max_size=7)


def _crosses(one: tuple[int, int], other: tuple[int, int]) -> bool:
    (a, b), (c, d) = sorted((one, other))
    return a < c <= b < d


@st.composite
def _texts(draw: st.DrawFn, repeats: bool = True) -> str:
    """A document whose cells have their brackets in any order."""
    spans: list[tuple[int, int, str]] = []
    for (start, size), names in draw(SPANS).items():
        for name in names if repeats else names[:1]:
            if not any(name == taken and _crosses((a, b), (start, start + size - 1)) for a, b, taken in spans):
                spans.append((start, start + size - 1, name))
    cells: list[list[str]] = [[] for _ in range(11)]
    for first, last, name in spans:
        if first == last:
            cells[first].append(f"({name})")
        else:
            cells[first].append(f"({name}")
            cells[last].append(f"{name})")
    return _rows(*("|".join(draw(st.permutations(cell)) if len(cell) > 1 else cell) or "-" for cell in cells))


@given(_texts(), _texts())
@settings(max_examples=50, deadline=None)
def test_counts_and_percents_are_those_of_v801(key, response):
    found = score(_read(key), _read(response), profile="official")
    expected = official_counts(read_chains(key), read_chains(response))
    for metric, counts in expected.items():
        assert found.counts[metric][0] == pytest.approx(counts, abs=1e-12), metric
    # The same additions in the same order.
    assert found.counts["b_cubed"][0].tolist() == expected["b_cubed"]
    printed = str(score(_read(key), _read(response), metrics="b_cubed", profile="official")).splitlines()
    (line,) = (line for line in printed if line.startswith("Coreference:"))
    assert [cell.split()[-1] for cell in line.split("\t")] == percents(expected["b_cubed"])


@given(_texts(repeats=False), _texts(repeats=False))
@settings(max_examples=30, deadline=None)
def test_without_repeats_the_profiles_are_equal(key, response):
    strict, official = (score(_read(key), _read(response), profile=profile) for profile in ("strict", "official"))
    for metric, counts in strict.counts.items():
        assert official.counts[metric] == pytest.approx(counts, abs=1e-12)


def test_mentions_of_one_chain_that_cross_are_refused():
    # v8.01 opens the second bracket before it closes the first: word 2, and words 1 to 3.
    crossing = _rows("(1", "1)|(1", "1)", "(1)")
    assert read_chains(crossing) == [[(1, 1), (0, 2), (3, 3)]]
    key = _rows("(1", "1)", "-", "(1)")
    for sides, side in (((key, crossing), "response"), ((crossing, key), "key")):
        with pytest.raises(AnnotationError, match=rf"chain 1 in the {side} cross, words 1-2 and 2-3") as caught:
            score(*map(_read, sides), profile="official")
        assert (caught.value.file, caught.value.line) == ("file", 3)
        score(*map(_read, sides))
    crossing = Document("d", words=["w"] * 4, mentions=[Mention(0, 3, "1"), Mention(1, 4, "1")])
    with pytest.raises(AnnotationError, match="words 1-3 and 2-4"):
        score(_read(key), crossing, profile="official")
    nested = _rows("(1|(1", "1)|(2", "1)", "2)")
    assert score(_read(nested), _read(nested), profile="official").conll == 1


def test_a_span_in_very_many_chains_is_refused(doc):
    def key(number):
        return doc({str(chain): [0, chain + 1] for chain in range(number)})

    assert score(key(10), doc({"x": [0, 1]}), repeats="official").counts["mentions"].tolist() == [[2, 11, 2, 2]]
    with pytest.raises(AnnotationError, match=r"the key has the words 1 \(w\) in 11 chains"):
        score(key(11), doc({"x": [0, 1]}), repeats="official")


def test_repeated_spans_have_no_rows_by_mention_type(doc):
    key = doc({"a": [1, 2], "b": [2, 3]})
    key.tags = ["NN"] * 30
    assert set(score(key, key, repeats="first").by("mention-type")) == {"pronoun", "name", "nominal"}
    with pytest.raises(AnnotationError, match="no rule for the mention types of repeated spans"):
        score(key, key, repeats="official").by("mention-type")
