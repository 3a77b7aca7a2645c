"""Settings that a caller gives instead of a model's own, checked once for the component, the commands and Python."""

from __future__ import annotations

from dataclasses import dataclass, fields
from math import isfinite
from numbers import Integral, Real
from typing import Any

from corefpipe.clustering.decoders.l3m import check_gamma
from corefpipe.errors import SettingError


@dataclass(slots=True, frozen=True)
class Overrides:
    """Settings of a run; None leaves the model's own.

    Attributes:
        min_probability: the least calibrated probability of a link, in [0, 1]; replaces the threshold.
        threshold: added to the score of starting a chain.
        gamma: temperature of the decoder, in [0, 1].
        window: how many mentions before it a mention is compared with.

    Raises:
        SettingError: a value outside its range or of the wrong type; both `min_probability` and `threshold`.
    """

    min_probability: float | None = None
    threshold: float | None = None
    gamma: float | None = None
    window: int | None = None

    def __post_init__(self) -> None:
        for name in ("min_probability", "threshold", "gamma"):
            value = getattr(self, name)
            if value is not None and (not _is_a(value, Real) or not isfinite(value)):
                raise SettingError(f"{name} is {value!r}", cure=f"It must be a {_RANGES[name]}, or None")
        if self.min_probability is not None and not 0 <= self.min_probability <= 1:
            raise SettingError(
                f"min_probability is {self.min_probability!r}",
                cure="It must lie between 0 (link every mention) and 1 (link only what is certain)",
            )
        if self.gamma is not None:
            check_gamma(self.gamma)
        if self.window is not None and (not _is_a(self.window, Integral) or self.window < 0):
            raise SettingError(f"window is {self.window!r}", cure="It must be a whole number of mentions, or None")
        if self.min_probability is not None and self.threshold is not None:
            raise SettingError(
                "both min_probability and threshold are given",
                cure="Give one of them: each says how readily mentions are linked",
            )

    def given(self) -> dict[str, Any]:
        """The settings that are not None, by name."""
        values = ((field.name, getattr(self, field.name)) for field in fields(self))
        return {name: value for name, value in values if value is not None}


_RANGES = {
    "min_probability": "number between 0 and 1",
    "threshold": "finite number",
    "gamma": "number between 0 and 1",
}


def _is_a(value: object, kind: type) -> bool:
    return isinstance(value, kind) and not isinstance(value, bool)
