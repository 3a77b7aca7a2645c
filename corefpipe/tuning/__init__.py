"""Tuning: train with a grid of settings and score each on other documents, in parallel and resumable.

`prepare` turns parsed documents into arrays, `tune` tries the settings on them; `tune_files` does both for annotated
files. spaCy is not imported until documents are parsed.
"""

from corefpipe.tuning.best import settings_of, write_best
from corefpipe.tuning.corpora import Corpora, tune_files
from corefpipe.tuning.data import Part
from corefpipe.tuning.folder import BEST, CACHE, PLOT, RESULTS, check_folder
from corefpipe.tuning.measures import Measure, measure_named, scored_by
from corefpipe.tuning.parts import group_names, parts_of
from corefpipe.tuning.plan import Plan, Training
from corefpipe.tuning.prepared import Prepared, prepare
from corefpipe.tuning.results import Results, Trial, ranked, varied
from corefpipe.tuning.run import run, tune
from corefpipe.tuning.scoring import measure_labels, score_labels
from corefpipe.tuning.trial_runner import TrialRunner

__all__ = [
    "BEST",
    "CACHE",
    "PLOT",
    "RESULTS",
    "Corpora",
    "Measure",
    "Part",
    "Plan",
    "Prepared",
    "Results",
    "Training",
    "Trial",
    "TrialRunner",
    "check_folder",
    "group_names",
    "measure_labels",
    "measure_named",
    "parts_of",
    "prepare",
    "ranked",
    "run",
    "score_labels",
    "scored_by",
    "settings_of",
    "tune",
    "tune_files",
    "varied",
    "write_best",
]
