"""Comparison of two responses to one key."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from helpers import OFFICIAL

from corefpipe.document import Document
from corefpipe.exceptions import AlignmentError, AnnotationError, SettingError
from corefpipe.scoring import METRICS, Comparison, compare, score, score_partitions, significance
from corefpipe.scoring.compare import PValue, compare_scores
from corefpipe.scoring.groups import ON_REQUEST
from corefpipe.scoring.significance import Resampling

Responses = tuple[list[Document], list[Document], list[Document]]


@pytest.fixture
def responses(doc: Callable[..., Document]) -> Responses:
    """A key of twelve documents, a response that splits every chain, and one that splits a few."""
    key, a, b = [], [], []
    for number in range(12):
        size = 2 + number % 5
        whole, other = list(range(2 * size)), [20, 22, 24]
        name = f"d{number}"
        key.append(doc({"1": whole, "2": other}, name))
        a.append(doc({"1": whole[:size], "3": whole[size:], "2": other}, name))
        b.append(key[-1] if number % 3 else doc({"1": whole, "2": other[:2]}, name))
    return key, a, b


def test_totals_are_those_of_score(responses):
    key, a, b = responses
    found = compare(key, a, b, samples=200)
    for side, response in (("a", a), ("b", b)):
        scored = score(key, response)
        assert [row.metric for row in found.rows] == [*scored.counts, "conll"]
        for metric in scored.counts:
            assert getattr(found[metric], side) == scored[metric].f1
        assert getattr(found["conll"], side) == pytest.approx(scored.conll, rel=1e-15)
    for row in found.rows:
        assert row.difference == row.b - row.a
        assert row.a_interval[0] <= row.a <= row.a_interval[1]
        assert row.b_interval[0] <= row.b <= row.b_interval[1]
        assert row.difference_interval[0] <= row.difference <= row.difference_interval[1]


def test_finds_the_better_one(responses):
    found = compare(*responses)
    row = found["muc"]
    assert row.better == "B"
    assert found.significant(row.randomisation)
    assert row.randomisation.raw < row.randomisation.holm < 0.05
    assert found.verdict("muc") == "B is better"


def test_swapped_responses_mirror(responses):
    key, a, b = responses
    there, back = compare(key, a, b, samples=500), compare(key, b, a, samples=500)
    for row, mirrored in zip(there.rows, back.rows, strict=True):
        assert mirrored.difference == -row.difference
        assert (mirrored.a, mirrored.a_interval) == (row.b, row.b_interval)
        assert mirrored.difference_interval == pytest.approx([-bound for bound in row.difference_interval[::-1]])
        assert mirrored.randomisation == row.randomisation
        assert mirrored.wilcoxon == row.wilcoxon
        assert {row.better, mirrored.better} in ({"A", "B"}, {""})


def test_equal_responses(responses):
    key, a, _ = responses
    found = compare(key, a, a, samples=100)
    for row in found.rows:
        assert (row.difference, row.difference_interval, row.better) == (0, (0, 0), "")
        assert {row.randomisation.raw, row.randomisation.holm, row.wilcoxon.raw, row.wilcoxon.holm} == {1}
    assert found.verdict("muc") == "no difference"


def test_the_same_seed_gives_the_same(responses):
    first, second, other = (compare(*responses, samples=100, seed=seed) for seed in (3, 3, 4))
    assert first == second
    assert first["muc"].a_interval != other["muc"].a_interval


def test_one_metric_has_the_intervals_that_it_has_among_others(responses):
    alone, among = (compare(*responses, metrics=metrics, samples=300)["muc"] for metrics in ("muc", "coreference"))
    assert alone.difference_interval == pytest.approx(among.difference_interval)
    assert alone.randomisation.raw == among.randomisation.raw
    assert alone.randomisation.raw == alone.randomisation.holm < among.randomisation.holm


def test_chunks_change_nothing(responses, monkeypatch):
    whole = compare(*responses, samples=300)
    monkeypatch.setattr(significance, "CHUNK", 2000)
    assert list(Resampling(300).chunks(100)) == [20] * 15
    cut = compare(*responses, samples=300)
    for row, other in zip(whole.rows, cut.rows, strict=True):
        assert other.difference_interval == pytest.approx(row.difference_interval, rel=1e-12)
        assert other.randomisation == row.randomisation


def test_less_is_better():
    stream = np.random.default_rng(0)
    key = [stream.integers(0, 4, 30) for _ in range(12)]
    bad = [stream.integers(0, 4, 30) for _ in key]
    good = [np.where(stream.random(30) < 0.1, 0, labels) for labels in key]
    found = compare_scores(*(score_partitions(key, side, metrics=("vi", "rand")) for side in (bad, good)))
    assert found["vi"].lower
    assert found["vi"].difference < 0 < found["rand"].difference
    assert found["vi"].better == found["rand"].better == "B"
    assert found.verdict("vi") == "B is better"
    text = str(found)
    assert text.count("VI (lower is better)") == 2
    assert f"{found['vi'].a:.4f} [" in text


@pytest.mark.parametrize("metric", [name for name in METRICS if name not in ON_REQUEST])
def test_every_metric_can_be_compared(metric):
    stream = np.random.default_rng(0)
    key, a, b = ([stream.integers(0, 4, 20) for _ in range(10)] for _ in range(3))
    scores = [score_partitions(key, side, metrics=metric) for side in (a, b)]
    (row,) = compare_scores(*scores, Resampling(200)).rows
    numbers = [METRICS[metric].scores(one.counts[metric].sum(axis=0))[-1] for one in scores]
    assert [row.a, row.b] == numbers
    assert np.isfinite([*row.a_interval, *row.b_interval, *row.difference_interval]).all()
    assert 0 < row.randomisation.raw <= 1
    assert 0 < row.wilcoxon.raw <= 1


def test_prints_tables(responses):
    found = compare(*responses, metrics="conll", samples=1000)
    lines = str(found).splitlines()
    assert lines[0] == "12 documents; in brackets 95% intervals, 1000 resamples"
    assert lines[1].split() == ["A", "B", "B", "-", "A"]
    row = found["muc"]
    low, high = (f"{100 * bound:+.2f}" for bound in row.difference_interval)
    assert lines[2].startswith("MUC")
    assert lines[2].endswith(f"{100 * row.difference:+.2f} [{low}, {high}]")
    assert lines[8].split()[:3] == ["MUC", f"{row.randomisation.raw:.4f}", f"{row.randomisation.holm:.4f}*"]
    assert lines[8].endswith("B is better")
    assert lines[-2].startswith("* below 0.05 after Holm's correction for 4 numbers")
    assert lines[-1] == found.signature
    assert found.signature == f"{score(*responses[:2], metrics='conll').signature}|samples:1000|confidence:0.95|seed:0"
    assert len({len(line) for line in lines[1:6]}) == 1
    assert max(map(len, lines[:-1])) <= 100


def test_to_dict(responses):
    found = compare(*responses, metrics=("muc",), samples=100, seed=2)
    (row,) = found.rows
    assert found.to_dict() == {
        "metrics": {
            "muc": {
                "lower": False,
                "a": row.a,
                "b": row.b,
                "difference": row.difference,
                "a_interval": row.a_interval,
                "b_interval": row.b_interval,
                "difference_interval": row.difference_interval,
                "randomisation": {"raw": row.randomisation.raw, "holm": row.randomisation.holm},
                "wilcoxon": {"raw": row.wilcoxon.raw, "holm": row.wilcoxon.holm},
                "verdict": found.verdict("muc"),
            }
        },
        "documents": 12,
        "samples": 100,
        "confidence": 0.95,
        "seed": 2,
        "notes": [],
        "signature": found.signature,
    }


def test_a_threshold_is_not_met_by_rounding():
    found = Comparison((), (), Resampling(confidence=0.95), "")
    assert 0.05 < 1 - 0.95
    assert not found.significant(PValue(0.05, 0.05))
    assert found.significant(PValue(0.01, 0.0499))


def test_iterables_are_read_once(responses):
    assert compare(*map(iter, responses), samples=50) == compare(*responses, samples=50)


def test_a_single_document_is_refused(responses):
    with pytest.raises(AnnotationError, match=r"document d0: there is nothing to resample .* two documents at least"):
        compare(*(side[:1] for side in responses))


def test_few_documents_and_samples_are_noted(responses):
    assert compare(*responses).notes == ()
    (note,) = compare(*(side[:4] for side in responses)).notes
    assert note.startswith("4 documents are few: ")
    assert "0.12" in note
    (note,) = compare(*responses, samples=100).notes
    assert note.startswith("100 samples are few: of 8 numbers none can be significant")


def test_notes_name_the_response(responses, doc):
    key, a, b = responses
    a[3] = doc({"1": [0, 0, 2]}, "d3")
    notes = compare(key, a, b, repeats="first").notes
    assert [note.partition(": ")[0] for note in notes] == ["A"]
    key[3] = doc({"1": [0, 0, 2]}, "d3")
    notes = compare(key, b, b, repeats="first").notes
    assert [note.partition(": ")[0] for note in notes] == ["A and B"]


@pytest.mark.parametrize(("side", "name"), [(1, "A"), (2, "B")])
def test_errors_name_the_response(responses, side, name):
    del responses[side][0]
    with pytest.raises(AlignmentError, match=rf"lacks 1 of the 12 documents of the key: .*d0 \(response {name}\)\. "):
        compare(*responses)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"samples": 0}, "0 samples. Draw at least 1"),
        ({"confidence": 95}, "a confidence of 95 is outside .* such as 0.95"),
        ({"confidence": 0}, "a confidence of 0 is outside"),
        ({"seed": -1}, "the seed -1 is negative"),
        ({"metrics": "bleu"}, "unknown metric 'bleu'"),
        ({"match": "fuzzy"}, "unknown match 'fuzzy'"),
    ],
)
def test_wrong_settings(responses, settings, message):
    with pytest.raises(SettingError, match=message):
        compare(*responses, **settings)


def test_scores_that_do_not_belong_together(responses):
    key, a, b = responses
    scored = score(key, a)
    with pytest.raises(SettingError, match="other settings"):
        compare_scores(scored, score(key, b, singletons="drop"))
    with pytest.raises(AlignmentError, match="other documents"):
        compare_scores(scored, score(key[1:], b[1:]))


def test_corpus():
    key, response = OFFICIAL / "litbank-dev.key.gz", OFFICIAL / "litbank-dev.response.gz"
    found = compare(key, response, key, profile="official")
    assert len(found.documents) == 10
    for row in found.rows:
        assert row.b == 1
        assert row.difference_interval[0] > 0
        assert row.randomisation.raw < 0.005
        assert row.wilcoxon.raw == 2 / 2**10
        assert found.verdict(row.metric) == "B is better"
