"""Parts of the data: learning curves and ablations."""

from __future__ import annotations

import re

import numpy as np
import pytest
from helpers.tuning import tune_in_memory

from corefpipe.exceptions import SettingError
from corefpipe.features import FeatureSet, Spec
from corefpipe.formats import read
from corefpipe.parsing.annotate import unwatched
from corefpipe.resolver.training import TrainingSettings
from corefpipe.tuning import CACHE, Corpora, Plan, Prepared, check_folder, measure_named, prepare, tune_files
from corefpipe.tuning.parts import NOTHING, columns_of_groups, group_names, parts_of, some_of

TWO = """
[[link]]
group = "Words"
features = ["exact_match", "head_match"]

[[link]]
group = "Distance"
features = ["mention_distance"]

[[start]]
features = ["ana.type"]
"""
PAIRED = "all_pairs = true\n" + TWO.replace('"ana.type"', '"ana.form"')


def test_combinations():
    assert parts_of() == [{}]
    assert parts_of([20, 10, 20]) == [{"documents": 10}, {"documents": 20}]
    assert parts_of(groups=["A"]) == [{"without": NOTHING}, {"without": "A"}]
    assert parts_of([5, 10], ["A"])[1:3] == [{"documents": 5, "without": "A"}, {"documents": 10, "without": NOTHING}]
    for wrong in (0, 1.5, "all", True):
        with pytest.raises(SettingError, match=f"documents is {wrong}"):
            parts_of([wrong])


def test_trials_of_parts_are_their_own():
    plain, parts = Plan.of(passes=[1]), Plan.of(passes=[1], data=parts_of([1, 2]))
    assert len(set(plain.trial_keys() + parts.trial_keys())) == 3


def test_smaller_parts_are_in_larger_ones():
    documents = list("abcdefghij")
    parts = [some_of(documents, number) for number in (1, 4, 10)]
    assert [len(part) for part in parts] == [1, 4, 10]
    assert set(parts[0]) < set(parts[1]) < set(documents)
    assert parts[1] == sorted(parts[1])
    assert parts[2] == documents
    with pytest.raises(SettingError, match=r"documents is 11, but there are 10 training documents. Give at most 10"):
        some_of(documents, 11)


def test_groups():
    assert group_names(Spec.parse(TWO)) == ["Words", "Distance", "start: Group 1"]
    assert group_names(Spec.parse(PAIRED))[2] == "Pairs of features"
    with pytest.raises(SettingError, match="one group of features: without it nothing is left"):
        group_names(Spec.parse('[[link]]\nfeatures = ["bias"]'))


@pytest.mark.parametrize(
    ("text", "group", "cut"),
    [
        (TWO, "Words", '[[link]]\ngroup = "Words"\nfeatures = ["exact_match", "head_match"]'),
        (PAIRED, "Words", '[[link]]\ngroup = "Words"\nfeatures = ["exact_match", "head_match"]'),
        (PAIRED, "Distance", '[[link]]\ngroup = "Distance"\nfeatures = ["mention_distance"]'),
        (TWO, "start: Group 1", '[[start]]\nfeatures = ["ana.type"]'),
    ],
)
def test_without_a_group_as_by_a_set_without_it(annotated, text, group, cut):
    whole = FeatureSet.parse(text).fit([(doc, document) for doc, document in annotated])
    rest = FeatureSet.parse(text.replace(cut, "")).fit([(doc, document) for doc, document in annotated])
    kept = np.array(whole.fitted.names())[~columns_of_groups(whole)[group]]
    assert sorted(kept) == sorted(rest.fitted.names())


def test_an_ablation_trains_without_the_columns(annotated, tmp_path):
    prepared = prepare(annotated[:1], annotated[1:], FeatureSet.parse(TWO), "gold")
    assert prepared.documents == 1
    for one in (prepared, prepared.save(tmp_path)):
        part = one.part({"without": "Words"})
        names = re.sub(r"\d", "", str(sorted(part.groups)))
        assert "Distance" in names
        gone = int(one.groups["Words"].sum())
        assert part.train.links.features.shape[1] == part.dev.links.features.shape[1]
        assert part.train.links.features.shape[1] == one.train.links.features.shape[1] - gone
        assert one.part({}) is one.part({"without": NOTHING, "documents": 1}) is one
    trials = tune_in_memory(prepared, passes=[1], data=parts_of(groups=["Words", "Distance"]))
    assert [trial.settings["without"] for trial in trials] == [NOTHING, "Words", "Distance"]
    assert len({trial.key for trial in trials}) == 3
    assert trials[0].scores == tune_in_memory(prepared, passes=[1])[0].scores


@pytest.fixture
def curve(samples, tmp_path):
    """Function that tunes on files, and returns trials and which parts were read."""
    settings = TrainingSettings(mentions="gold", parse="given", min_count=1)
    corpora = Corpora([samples / "ferry.conllu", samples / "bakery.conllu"], [samples / "bakery.conllu"], [], settings)

    def tune(*documents):
        parts = []

        def read_all(paths, part):
            parts.append(part)
            return [document for path in paths for document in read(path)]

        plan = Plan.of(passes=[1], data=parts_of(documents))
        measure = measure_named("conll")
        trials = tune_files(tmp_path, corpora, plan, measure, read=read_all, watch=unwatched, processes=1)
        return trials, parts

    return tune


def test_a_curve_learns_from_some_documents_as_if_there_were_no_others(curve, annotated, tmp_path):
    trials, parts = curve(1, 2)
    assert [trial.settings["documents"] for trial in trials] == [1, 2]
    assert parts == ["train", "dev", "partial", "unseen"]  # once
    check_folder(tmp_path)
    whole, one = Prepared.load(tmp_path / CACHE), Prepared.load(tmp_path / CACHE / "documents-1")
    assert [len(part.train.keys) for part in (whole, one)] == [2, 1]
    assert one.train.links.features.shape[1] < whole.train.links.features.shape[1]  # its own vocabulary
    assert one.dev.labels[0].tolist() == whole.dev.labels[0].tolist()
    again, parts = curve(2, 1)
    assert ([trial.scores for trial in again], parts) == ([trial.scores for trial in trials], [])
    with pytest.raises(SettingError, match="documents is 3, but there are 2 training documents"):
        curve(1, 3)
