"""Tuning in tests, without files."""

from __future__ import annotations

from typing import Any

from corefpipe.tuning import Plan, Prepared, Trial, TrialRunner, measure_named, scored_by

CONLL = measure_named("conll")


def tune_in_memory(prepared: Prepared, **options: Any) -> list[Trial]:
    """Run the trials of `Plan.of(**options)` without writing results."""
    plan = Plan.of(**options)
    runner = TrialRunner(prepared, plan.learner, plan.decoder, tuple(scored_by(CONLL)))
    return [trial for training in plan.trainings for trial in runner.trials(training)]


def scores_of(trials: list[Trial]) -> list[tuple[dict[str, Any], dict[str, float]]]:
    """Settings and scores of trials, without their times."""
    return [(trial.settings, trial.scores) for trial in trials]
