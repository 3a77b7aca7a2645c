"""Settings that a caller gives instead of a model's own, checked once for the component, the commands and Python."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Annotated, Any

from corefpipe.clustering.settings import Gamma, Range, Threshold, check_settings
from corefpipe.exceptions import SettingError

Probability = Annotated[float, Range(0, 1, "It must be a number from 0 (link all) to 1 (only what is certain)")]
Window = Annotated[int, Range(0, 2**31 - 1, "It must be a whole number of mentions")]


@dataclass(slots=True, frozen=True)
class Overrides:
    """Settings of a run; None leaves the model's own.

    Attributes:
        min_probability: the least calibrated probability of a link, in [0, 1]; replaces the threshold.
        threshold: added to the score of starting a chain.
        gamma: temperature of the decoder, in [0, 1].
        window: how many mentions before it a mention is compared with.
        constraints: names of the constraints that hold; none if it is empty.

    Raises:
        SettingError: an unknown constraint; a value outside its range or of the wrong type; both `min_probability` and
            `threshold`.
    """

    min_probability: Probability | None = None
    threshold: Threshold | None = None
    gamma: Gamma | None = None
    window: Window | None = None
    constraints: Sequence[str] | None = None

    def __post_init__(self) -> None:
        check_settings(self)
        if self.constraints is not None:
            from corefpipe.resolver.constraints.registry import check_constraints  # imports spaCy

            object.__setattr__(self, "constraints", check_constraints(self.constraints))
        if self.min_probability is not None and self.threshold is not None:
            raise SettingError(
                "both {setting} and threshold are given",
                setting="min_probability",
                cure="Give one of them: each says how readily mentions are linked",
            )

    def given(self) -> dict[str, Any]:
        """The settings that are not None, by name."""
        values = ((field.name, getattr(self, field.name)) for field in fields(self))
        return {name: value for name, value in values if value is not None}


NO_OVERRIDES = Overrides()
"""The model's own settings."""
