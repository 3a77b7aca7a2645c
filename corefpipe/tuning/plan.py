"""What to try: a grid of settings as trainings, each with the decoders that read its weights."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from corefpipe.clustering.named import decoder_for, share
from corefpipe.clustering.registry import DECODERS, LEARNERS
from corefpipe.errors import SettingError
from corefpipe.resolver.settings import own_settings, typed


@dataclass(frozen=True, slots=True)
class Training:
    """One training, and what is scored of it.

    Attributes:
        settings: all of the learner's, without its passes where one training gives the weights after each.
        scored: (passes or None, all settings of the decoder) of each trial, passes ascending.
    """

    settings: Mapping[str, Any]
    scored: tuple[tuple[int | None, Mapping[str, Any]], ...]

    def trial_keys(self) -> list[str]:
        """What tells each of its trials from all others."""
        return [trial_key(self.settings, passes, decoder) for passes, decoder in self.scored]


@dataclass(frozen=True, slots=True)
class Plan:
    """All that is to be tried.

    Attributes:
        learner: its name.
        decoder: its name.
        trainings: in the order of the grid.
    """

    learner: str
    decoder: str
    trainings: tuple[Training, ...]

    @classmethod
    def of(
        cls,
        learner: str = "l3m",
        decoder: str | None = None,
        grid: Mapping[str, Sequence[Any]] | None = None,
        passes: Sequence[int] = (),
        settings: Mapping[str, Any] | None = None,
    ) -> Plan:
        """All combinations of the values of a grid.

        A setting that only the decoder has, and the number of passes of an online learner, need no training of their
        own.

        Args:
            learner: its name.
            decoder: its name; None is the one that goes with the learner.
            grid: setting of learner or decoder -> its values; what both have, such as γ, goes to both.
            passes: numbers of passes to score; none are those of the settings, or the learner's own.
            settings: those that are the same everywhere.

        Raises:
            SettingError: a name that does not exist, a value of another type, a setting twice, or without values.
        """
        decoder = decoder_for(learner, decoder)
        fixed, varied = dict(settings or {}), dict(grid or {})
        if passes:
            varied["passes"] = passes
        _check(fixed, varied)
        share(learner, decoder, {**fixed, **varied})
        fixed = typed(learner, decoder, fixed)
        columns = [[typed(learner, decoder, {name: value})[name] for value in varied[name]] for name in varied]
        points = [fixed | dict(zip(varied, values, strict=True)) for values in product(*columns)]
        return cls(learner, decoder, tuple(_trainings(learner, decoder, points)))

    def trial_keys(self) -> list[str]:
        """What tells each trial from all others, in the order of the grid."""
        return [key for training in self.trainings for key in training.trial_keys()]

    def without(self, done: Collection[str]) -> Plan:
        """What is left to do when the trials of these keys are known."""
        left = []
        for training in self.trainings:
            keys = zip(training.trial_keys(), training.scored, strict=True)
            scored = tuple(trial for key, trial in keys if key not in done)
            if scored:
                left.append(replace(training, scored=scored))
        return replace(self, trainings=tuple(left))


def is_online(learner: str) -> bool:
    """Whether one training gives the weights after each of its passes."""
    return hasattr(LEARNERS[learner].kind, "passes_over")


def trial_key(learner: Mapping[str, Any], passes: int | None, decoder: Mapping[str, Any]) -> str:
    """What tells a trial from all others: its settings as JSON."""
    return json.dumps([learner, passes, decoder], sort_keys=True, ensure_ascii=False, default=repr)


def _check(fixed: Mapping[str, Any], varied: Mapping[str, Sequence[Any]]) -> None:
    for name, values in varied.items():
        if name in fixed:
            raise SettingError(f"{name} is given twice", cure="Fix it, or give values to try")
        if not len(values):
            raise SettingError(f"no values of {name} to try", cure="Give one at least")
    for passes in varied.get("passes", ()):
        if isinstance(passes, int) and passes < 1:
            raise SettingError(f"passes is {passes}", cure="At least one pass is needed")


def _trainings(learner: str, decoder: str, points: Iterable[Mapping[str, Any]]) -> list[Training]:
    online = is_online(learner)
    kinds = (LEARNERS[learner], DECODERS[decoder])
    settings: dict[str, dict[str, Any]] = {}
    scored: dict[str, dict[str, tuple[int | None, Mapping[str, Any]]]] = {}
    for point in points:
        ours, theirs = (
            own_settings(kind) | given for kind, given in zip(kinds, share(learner, decoder, point), strict=True)
        )
        passes = ours.pop("passes") if online else None
        name = trial_key(ours, None, {})
        settings.setdefault(name, ours)
        scored.setdefault(name, {}).setdefault(trial_key({}, passes, theirs), (passes, theirs))
    return [
        Training(settings[name], tuple(sorted(trials.values(), key=lambda trial: trial[0] or 0)))
        for name, trials in scored.items()
    ]
