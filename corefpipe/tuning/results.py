"""What has been tried: a file of JSON lines that grows as trials end, and that a later start goes on from."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from corefpipe.tuning.measures import Measure
from corefpipe.tuning.plan import Plan, trial_key
from corefpipe.utils.journal import entries_of, line_of
from corefpipe.version import __version__

RESULTS = "results.jsonl"
_FORMAT = 1


@dataclass(frozen=True, slots=True)
class Trial:
    """One combination of settings, and how it scored.

    Attributes:
        learner: the learner's settings, but for `passes` of an online one.
        passes: passes of an online learner; None for others.
        decoder: the decoder's settings.
        scores: measure -> its value on the held-out documents; empty where the trial failed.
        seconds: CPU time of the training up to that pass, and of decoding.
        error: why it failed.
        again: whether a later start tries it again: failures that are not of the settings, such as want of memory.
    """

    learner: dict[str, Any]
    passes: int | None
    decoder: dict[str, Any]
    scores: dict[str, float] = field(default_factory=dict)
    seconds: float = 0.0
    error: str = ""
    again: bool = False

    @property
    def key(self) -> str:
        """What tells it from all others."""
        return trial_key(self.learner, self.passes, self.decoder)

    @property
    def settings(self) -> dict[str, Any]:
        """All settings by name; of those that learner and decoder share, the learner's."""
        passes = {} if self.passes is None else {"passes": self.passes}
        return self.learner | passes | {name: self.decoder[name] for name in self.decoder if name not in self.learner}


class Results:
    """The trials in a file.

    The first line says of what (`signature`), each further line is a trial. A line that a kill cut short is cut off.

    Args:
        path: the file; it need not exist, and is made with the first trial.
        signature: names what the trials have in common; flat.

    Attributes:
        trials: key -> trial.

    Raises:
        SettingError: the file has results of another signature.
        FormatError: it has something else.
    """

    def __init__(self, path: str | Path, signature: Mapping[str, Any]):
        self.path = Path(path)
        self.header = {"format": _FORMAT, "corefpipe": __version__, **signature}
        self.trials: dict[str, Trial] = {}
        if self.path.exists():
            self._read()

    def append(self, trials: Iterable[Trial]) -> None:
        """Keep trials that ended, in the file too."""
        new = {trial.key: trial for trial in trials}
        self.trials |= new
        self.path.parent.mkdir(parents=True, exist_ok=True)
        # One write for all, so that a kill hardly ever leaves half of them.
        with self.path.open("ab") as stream:
            lines = [self.header] if not stream.tell() else []
            stream.write(b"".join(map(line_of, [*lines, *map(_entry, new.values())])))

    def missing(self, plan: Plan, measure: Measure) -> Plan:
        """What of a plan is to be done: trials that are not there, lack a score, or failed but not for good."""
        return plan.without(
            {
                key
                for key, trial in self.trials.items()
                if (trial.error and not trial.again) or measure.name in trial.scores
            }
        )

    def of(self, plan: Plan) -> list[Trial]:
        """The trials of a plan, in its order, as far as they are known."""
        return [self.trials[key] for key in plan.trial_keys() if key in self.trials]

    def _read(self) -> None:
        with self.path.open("r+b") as stream:
            for trial in entries_of(stream, self.path, self.header, lambda entry: Trial(**entry)):
                self.trials[trial.key] = trial


def ranked(trials: Iterable[Trial], measure: Measure) -> list[Trial]:
    """The trials that a measure scored, the best first; of equals the earlier."""
    scored = [trial for trial in trials if measure.name in trial.scores]
    return sorted(scored, key=lambda trial: trial.scores[measure.name], reverse=not measure.lower)


def varied(trials: Iterable[Trial]) -> dict[str, list[Any]]:
    """Setting -> its values, numbers ascending, of the settings that are not the same in all trials."""
    values: dict[str, dict[str, Any]] = {}
    for trial in trials:
        for name, value in trial.settings.items():
            values.setdefault(name, {})[json.dumps(value, default=repr)] = value
    found = {name: list(different.values()) for name, different in values.items() if len(different) > 1}
    return {name: sorted(different) if _ordered(different) else different for name, different in found.items()}


def _ordered(values: list[Any]) -> bool:
    return all(isinstance(value, int | float) and not isinstance(value, bool) for value in values)


def _entry(trial: Trial) -> dict[str, Any]:
    entry = asdict(trial)
    for name in ("seconds", "scores") if trial.error else ("error", "again"):
        del entry[name]
    return entry
