"""Trials and their scores in an append-only JSONL file, from which a later run continues."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from statistics import fmean
from typing import Any

from corefpipe.tuning.measures import Measure
from corefpipe.tuning.plan import Plan, trial_key
from corefpipe.tuning.values import are_numbers
from corefpipe.utils.jsonl_log import read_records, to_line
from corefpipe.version import __version__

_FORMAT = 1


@dataclass(frozen=True, slots=True)
class Trial:
    """One combination of settings and its scores.

    Attributes:
        learner: the learner's settings, without `passes` for an online learner.
        passes: passes of an online learner; None for others.
        decoder: the decoder's settings.
        scores: measure -> its value on the held-out documents; empty if the trial failed.
        seconds: CPU time of the training up to that pass, and of decoding.
        error: why the trial failed, else "".
        again: whether a later run tries it again, as after failures that are not the settings' fault (out of memory).
        data: the part of the data that it was trained on (see `corefpipe.tuning.parts`); {} for all.
    """

    learner: dict[str, Any]
    passes: int | None
    decoder: dict[str, Any]
    scores: dict[str, float] = field(default_factory=dict)
    seconds: float = 0.0
    error: str = ""
    again: bool = False
    data: dict[str, Any] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """Identifies the trial by its settings and data."""
        return trial_key(self.learner, self.passes, self.decoder, self.data)

    @property
    def settings(self) -> dict[str, Any]:
        """All settings by name, and the part of the data; the learner's value where it shares one with the decoder."""
        passes = {} if self.passes is None else {"passes": self.passes}
        own = {name: self.decoder[name] for name in self.decoder if name not in self.learner}
        return self.data | self.learner | passes | own


class Results:
    """The trials in a results file: a header line, then one line per trial.

    Args:
        path: the file; created with the first trial if it does not exist.
        signature: what all trials have in common, a flat dict for the header line.

    Attributes:
        trials: key -> trial.

    Raises:
        SettingError: the file's header has another signature.
        FormatError: the file has lines that are not trials.
    """

    def __init__(self, path: str | Path, signature: Mapping[str, Any]):
        self.path = Path(path)
        self.header = {"format": _FORMAT, "corefpipe": __version__, **signature}
        self.trials: dict[str, Trial] = {}
        if self.path.exists():
            self._read()

    def append(self, trials: Iterable[Trial]) -> None:
        """Add finished trials, also to the file."""
        new = {trial.key: trial for trial in trials}
        self.trials |= new
        self.path.parent.mkdir(parents=True, exist_ok=True)
        # One write for all, so that a killed run rarely leaves only some of them.
        with self.path.open("ab") as stream:
            lines = [self.header] if not stream.tell() else []
            stream.write(b"".join(map(to_line, [*lines, *map(_entry, new.values())])))

    def missing(self, plan: Plan, measure: Measure) -> Plan:
        """The part of a plan that is still to run: trials that are new, lack the measure, or are to be tried again."""
        return plan.without(
            {
                key
                for key, trial in self.trials.items()
                if (trial.error and not trial.again) or measure.name in trial.scores
            }
        )

    def of(self, plan: Plan) -> list[Trial]:
        """The finished trials of a plan, in its order."""
        return [self.trials[key] for key in plan.trial_keys() if key in self.trials]

    def _read(self) -> None:
        with self.path.open("r+b") as stream:
            for trial in read_records(stream, self.path, self.header, lambda entry: Trial(**entry)):
                self.trials[trial.key] = trial


def ranked(trials: Iterable[Trial], measure: Measure) -> list[Trial]:
    """The trials that have the measure, the best first; ties stay in order."""
    scored = [trial for trial in trials if measure.name in trial.scores]
    return sorted(scored, key=lambda trial: trial.scores[measure.name], reverse=not measure.lower)


def varied(trials: Iterable[Trial]) -> dict[str, list[Any]]:
    """Setting -> its values, numbers ascending, for the settings that differ between trials."""
    values: dict[str, dict[str, Any]] = {}
    for trial in trials:
        for name, value in trial.settings.items():
            values.setdefault(name, {})[json.dumps(value, default=repr)] = value
    found = {name: list(different.values()) for name, different in values.items() if len(different) > 1}
    return {name: sorted(different) if are_numbers(different) else different for name, different in found.items()}


def over_seeds(trials: Iterable[Trial]) -> list[Trial]:
    """Trials that differ only in the learner's `seed` as one, with the means of their scores and without the seed."""
    groups: dict[str, list[Trial]] = {}
    for trial in trials:
        if trial.scores:
            one = _without_seed(trial)
            groups.setdefault(one.key, []).append(one)
    return [
        replace(group[0], scores={name: fmean(one.scores[name] for one in group) for name in group[0].scores})
        for group in groups.values()
    ]


def runs_of(mean: Trial, trials: Iterable[Trial]) -> dict[Any, Trial]:
    """Seed -> trial, for the trials that `over_seeds` took as this one."""
    runs = (trial for trial in trials if trial.scores and _without_seed(trial).key == mean.key)
    return {trial.learner.get("seed"): trial for trial in runs}


def _without_seed(trial: Trial) -> Trial:
    return replace(trial, learner={name: value for name, value in trial.learner.items() if name != "seed"})


def _entry(trial: Trial) -> dict[str, Any]:
    entry = asdict(trial)
    dropped = ["seconds", "scores"] if trial.error else ["error", "again"]
    for name in dropped if trial.data else [*dropped, "data"]:
        del entry[name]
    return entry
