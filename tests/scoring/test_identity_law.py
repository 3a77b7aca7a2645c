"""A key scored against itself has 100 in every metric, in every format, under every profile."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from helpers import conllu_documents
from helpers.documents import documents
from hypothesis import given, settings
from hypothesis import strategies as st

from corefpipe.document import Document
from corefpipe.exceptions import CorefpipeError
from corefpipe.formats import FORMATS
from corefpipe.scoring import METRICS, Score, score, score_partitions
from corefpipe.scoring.groups import ON_REQUEST

# Mentions that differ only in empty nodes have the same words where zeros do not count: the first one counts.
SETTINGS = [
    {"profile": profile, "match": match, "zeros": zeros, "singletons": singletons, "repeats": "first", "heads": "first"}
    for profile in ("strict", "corefud")
    for match in ("exact", "head", "partial")
    for zeros in ("ignore", "dependent", "linear")
    for singletons in ("keep", "drop")
]


def assert_perfect(found: Score) -> None:
    """Every metric is perfect, except where there is nothing to count."""
    for name, counts in found.counts.items():
        metric = METRICS[name]
        total = counts.sum(axis=0)
        if len(metric.names) == 3:
            # Numerators and denominators alternate.
            assert total[::2] == pytest.approx(total[1::2]), name
            if total[1]:
                assert metric.scores(total).tolist() == pytest.approx([1, 1, 1]), name
        elif metric.lower:
            assert metric.scores(total).tolist() == pytest.approx([0], abs=1e-9), name
        else:
            assert metric.scores(total).tolist() == pytest.approx([1]), name


def score_itself(document: Document, setting: dict[str, str]) -> None:
    assert_perfect(score(document, document, metrics=["coreference", *ON_REQUEST], **setting))


@pytest.mark.slow
@settings(max_examples=200)
@given(conllu_documents.documents(), st.sampled_from(SETTINGS))
def test_documents_with_zeros(document, setting):
    score_itself(document, setting)


@pytest.mark.slow
@settings(max_examples=50)
@given(
    conllu_documents.documents().filter(lambda drawn: drawn.heads is not None),
    st.sampled_from([setting for setting in SETTINGS if setting["match"] == "head"]),
)
def test_heads_from_the_tree(document, setting):
    score_itself(document, setting | {"heads": "tree"})


@pytest.mark.parametrize("form", ["ace", "brat", "conll", "conllu", "inline", "jsonl", "parquet"])
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_files(form, data):
    strategy = conllu_documents.documents() if form == "conllu" else documents(parts=form in ("brat", "conllu"))
    document = data.draw(strategy.filter(lambda drawn: drawn.words))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"d{FORMATS[form].extensions[0]}"
        try:
            FORMATS[form].write_file([document], path)
        except CorefpipeError:
            return  # the format cannot hold it
        for profile in ("strict", "corefud"):
            setting = {"profile": profile, "repeats": "first", "heads": "first"}
            assert_perfect(score(path, path, metrics=["coreference", *ON_REQUEST], **setting))


@given(documents())
def test_the_official_profile(document):
    assert_perfect(score(document, document, profile="official"))


@given(st.lists(st.lists(st.integers(0, 4), min_size=1, max_size=12), min_size=1, max_size=3))
def test_metrics_of_clusterings(labels):
    found = [metric for metric in METRICS if metric not in ON_REQUEST]
    scored = score_partitions(labels, labels, metrics=found)
    for name, counts in scored.counts.items():
        numbers = METRICS[name].scores(counts.sum(axis=0)).tolist()
        if len(numbers) == 3:
            assert counts.sum(axis=0)[::2] == pytest.approx(counts.sum(axis=0)[1::2]), name
