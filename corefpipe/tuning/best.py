"""The best trial of a tuning: as settings to train with, and as a JSON file."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from corefpipe.clustering.registry import DECODERS, LEARNERS
from corefpipe.formats.files import atomic_writer
from corefpipe.resolver.settings import default_settings, own_settings
from corefpipe.tuning.measures import Measure
from corefpipe.tuning.plan import Plan
from corefpipe.tuning.results import Trial

if TYPE_CHECKING:  # spaCy is slow to import
    from corefpipe.resolver.training import TrainingSettings


def settings_of(trial: Trial, settings: TrainingSettings) -> TrainingSettings:
    """Settings with which `corefpipe.train` repeats a trial; parameters that are the default are left out.

    Args:
        trial: the trial.
        settings: those that all trials share, with the names of learner and decoder.
    """
    assert settings.decoder is not None
    learner_defaults = own_settings(LEARNERS[settings.learner]) | default_settings(settings.learner, settings.mentions)
    decoder_defaults = own_settings(DECODERS[settings.decoder])
    learner = trial.learner if trial.passes is None else {**trial.learner, "passes": trial.passes}
    changed = {name: value for name, value in trial.decoder.items() if value != decoder_defaults[name]}
    # A setting that learner and decoder share is one parameter: if the decoder needs it, so does the learner.
    changed |= {name: value for name, value in learner.items() if value != learner_defaults[name] or name in changed}
    return replace(settings, parameters=changed)


def write_best(path: Path, plan: Plan, trial: Trial, measure: Measure, command: Sequence[str]) -> None:
    """Write a trial to a JSON file: settings, scores, and the command line that trains with them."""
    found = {
        "metric": measure.name,
        "learner": plan.learner,
        "decoder": plan.decoder,
        "settings": trial.settings,
        "scores": trial.scores,
        "command": list(command),
    }
    with atomic_writer(path) as stream:
        json.dump(found, stream, indent=1, ensure_ascii=False)
        stream.write("\n")
