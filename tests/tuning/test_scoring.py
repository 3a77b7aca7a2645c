"""Scores of clusterings of prepared documents."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from helpers.tuning import tune_in_memory

from corefpipe.chains.documents import from_doc
from corefpipe.clustering.named import make_decoder, make_learner
from corefpipe.features import FeatureSet
from corefpipe.resolver.model import Resolver
from corefpipe.scoring import score
from corefpipe.tuning import measure_labels, measure_named, prepare, score_labels


@pytest.mark.parametrize("mentions", ["gold", "predicted"])
def test_the_score_of_a_model(annotated, mentions):
    prepared = prepare(annotated[:1], annotated, FeatureSet("default"), mentions)
    learner, decoder = make_learner("l3m", {"passes": 3}), make_decoder("l3m")
    resolver = Resolver(FeatureSet("default"), decoder).fit(annotated[:1], learner, mentions)
    responses = [
        from_doc(resolver(doc.copy(), document if mentions == "gold" else None), like=document)
        for doc, document in annotated
    ]
    wanted = score([document for _, document in annotated], responses, repeats="official")
    (trial,) = tune_in_memory(prepared, passes=[3])
    assert trial.scores["conll"] == pytest.approx(wanted.conll, abs=1e-9)
    assert trial.scores["muc"] == pytest.approx(wanted["muc"].f1, abs=1e-9)
    assert 0 < trial.scores["conll"] < 1


def test_singletons_count_where_they_are_certain(prepared):
    part = replace(prepared.dev, certain=[np.arange(len(label)) == 0 for label in prepared.dev.labels])
    alone = [np.arange(len(label)) for label in part.labels]
    found = {certain: score_labels(part, alone, certain)["mentions"] for certain in (True, False)}
    assert found[True].precision == 1
    assert 0 < found[True].recall * sum(len(key.mentions) for key in part.keys) <= len(part.keys)
    assert found[False].recall == 0


@pytest.mark.parametrize("kept", [True, False])
def test_perfect_answers(prepared, kept):
    measures = [measure_named(name) for name in ("conll", "vi", "lea", "edit_distance")]
    found = measure_labels(prepared.dev, prepared.dev.labels, measures, singletons=kept)
    assert found["vi"] == found["edit_distance"] == 0
    assert (found["conll"] == 1) == kept
    assert score_labels(prepared.dev, prepared.dev.labels, kept).conll == found["conll"]
