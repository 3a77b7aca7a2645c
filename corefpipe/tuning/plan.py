"""A grid of settings as a list of trainings, each with the decoder settings to score it with."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

from corefpipe.clustering.named import decoder_for, share
from corefpipe.clustering.registry import DECODERS, LEARNERS
from corefpipe.exceptions import SettingError
from corefpipe.resolver.settings import MentionSource, default_settings, own_settings, typed


@dataclass(frozen=True, slots=True)
class Training:
    """One training, and the trials that are scored with its weights.

    Attributes:
        settings: all settings of the learner, without `passes` where one training gives the weights after each pass.
        scored: (passes or None, all settings of the decoder) per trial, passes ascending.
        data: the part of the data that it sees (see `corefpipe.tuning.parts`); {} for all.
    """

    settings: Mapping[str, Any]
    scored: tuple[tuple[int | None, Mapping[str, Any]], ...]
    data: Mapping[str, Any] = field(default_factory=dict)

    def trial_keys(self) -> list[str]:
        """The key of each of its trials."""
        return [trial_key(self.settings, passes, decoder, self.data) for passes, decoder in self.scored]


@dataclass(frozen=True, slots=True)
class Plan:
    """The trainings of a grid of settings.

    Attributes:
        learner: name of the learner.
        decoder: name of the decoder.
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
        mentions: MentionSource | None = None,
        data: Sequence[Mapping[str, Any]] = ({},),
    ) -> Plan:
        """All combinations of the values of a grid.

        Settings that only the decoder has, and the number of passes of an online learner, need no extra training.

        Args:
            learner: name of the learner.
            decoder: name of the decoder; None is the learner's default decoder.
            grid: setting of learner or decoder -> its values; a setting that both have, such as γ, is set in both.
            passes: numbers of passes to score; if empty, those of the settings, or the learner's default.
            settings: fixed settings, the same in all combinations.
            mentions: start from the default settings of training for "predicted" or "gold" mentions; None starts from
                the defaults of learner and decoder.
            data: the parts of the data to train on (see `corefpipe.tuning.parts.parts_of`), each with all settings.

        Raises:
            SettingError: an unknown name, a value of another type, a setting that is given twice or without values.
        """
        decoder = decoder_for(learner, decoder)
        fixed, varied = dict(settings or {}), dict(grid or {})
        if passes:
            varied["passes"] = passes
        if mentions is not None:
            defaults = default_settings(learner, mentions)
            fixed = {name: value for name, value in defaults.items() if name not in varied} | fixed
        _check(fixed, varied)
        share(learner, decoder, {**fixed, **varied})
        fixed = typed(learner, decoder, fixed)
        columns = [[typed(learner, decoder, {name: value})[name] for value in varied[name]] for name in varied]
        points = [fixed | dict(zip(varied, values, strict=True)) for values in product(*columns)]
        trainings = _trainings(learner, decoder, points)
        return cls(learner, decoder, tuple(replace(training, data=part) for part in data for training in trainings))

    def trial_keys(self) -> list[str]:
        """The key of each trial, in the order of the grid."""
        return [key for training in self.trainings for key in training.trial_keys()]

    def without(self, done: Collection[str]) -> Plan:
        """The plan without the trials of these keys."""
        left = []
        for training in self.trainings:
            keys = zip(training.trial_keys(), training.scored, strict=True)
            scored = tuple(trial for key, trial in keys if key not in done)
            if scored:
                left.append(replace(training, scored=scored))
        return replace(self, trainings=tuple(left))


def is_online(learner: str) -> bool:
    """Whether one training of this learner gives the weights after each of its passes."""
    return hasattr(LEARNERS[learner].kind, "passes_over")


def trial_key(
    learner: Mapping[str, Any], passes: int | None, decoder: Mapping[str, Any], data: Mapping[str, Any] | None = None
) -> str:
    """Identifies a trial: its settings, and the part of the data if it is not all, as JSON."""
    parts = [learner, passes, decoder, *([data] if data else [])]
    return json.dumps(parts, sort_keys=True, ensure_ascii=False, default=repr)


def _check(fixed: Mapping[str, Any], varied: Mapping[str, Sequence[Any]]) -> None:
    for name, values in varied.items():
        if name in fixed:
            raise SettingError(f"{name} is given twice", cure="Give one value, or several to try, not both")
        if not len(values):
            raise SettingError(f"no values of {name} to try", cure="Give at least one")
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
