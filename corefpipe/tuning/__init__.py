"""Tuning: a grid of settings, trained on some documents and scored on others, in parallel and resumable.

`prepare` makes arrays of parsed documents, `tune` tries the settings. Imports no spaCy until documents are prepared.
"""

from corefpipe.tuning.bench import Bench
from corefpipe.tuning.data import Part, Prepared, prepare
from corefpipe.tuning.measures import Measure, measure_named, scored_by
from corefpipe.tuning.plan import Plan, Training
from corefpipe.tuning.results import RESULTS, Results, Trial, ranked, varied
from corefpipe.tuning.run import CACHE, run, tune

__all__ = [
    "CACHE",
    "RESULTS",
    "Bench",
    "Measure",
    "Part",
    "Plan",
    "Prepared",
    "Results",
    "Training",
    "Trial",
    "measure_named",
    "prepare",
    "ranked",
    "run",
    "scored_by",
    "tune",
    "varied",
]
