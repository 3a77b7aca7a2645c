"""Settings that a caller gives instead of a model's own: declared here, for the component, the commands and Python.

The settings of batches, servers and the spaCy component are subclasses of `Overrides`; the options of commands are made
from its fields. It imports neither NumPy nor spaCy, so that commands start quickly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Annotated, Any, get_type_hints

from corefpipe.exceptions import SettingError
from corefpipe.utils.settings import Gamma, Range, Threshold, check_setting

Probability = Annotated[float, Range(0, 1, "It must be a number from 0 (link all) to 1 (only what is certain)")]
MentionWindow = Annotated[int, Range(0, 2**31 - 1, "It must be a whole number of mentions")]


@dataclass(slots=True, frozen=True, kw_only=True)
class Overrides:
    """Settings of a run; None leaves the model's own.

    Attributes:
        min_probability: the least calibrated probability of a link, in [0, 1]; replaces the threshold.
        threshold: added to the score of starting a chain.
        gamma: temperature of the decoder, in [0, 1].
        mention_window: how many mentions before it a mention is compared with, beside those with the same words.
        constraints: names of the constraints that hold; none if it is empty.

    Raises:
        SettingError: an unknown constraint; a value outside its range or of the wrong type; both `min_probability` and
            `threshold`.
    """

    min_probability: Probability | None = field(
        default=None,
        metadata={
            "help": "Minimum calibrated probability of a link, from 0 to 1: a higher P "
            "trades recall for precision. [default: none; the model's --threshold decides]",
            "metavar": "P",
        },
    )
    threshold: Threshold | None = field(
        default=None,
        metadata={
            "help": "Minimum score of a link, instead of the model's own threshold (0.45 for en): a higher T trades "
            "recall for precision. Only without --min-probability.",
            "metavar": "T",
        },
    )
    gamma: Gamma | None = field(
        default=None,
        metadata={
            "help": "Temperature of the decoder, 0 to 1; 0 uses the best link only. [default: the model's]",
            "metavar": "GAMMA",
        },
    )
    mention_window: MentionWindow | None = field(
        default=None,
        metadata={
            "help": "How many mentions before it a mention is compared with, beside those with the same words. "
            "[default: the model's, 60 for en]",
            "metavar": "N",
        },
    )
    constraints: Sequence[str] | None = field(
        default=None,
        metadata={
            "help": "Hard constraints, which override the scores: names separated by commas, or none. "
            "`corefpipe constraints` lists them. [default: the model's]",
            "metavar": "NAMES",
        },
    )

    def __post_init__(self) -> None:
        for name, hint in _hints().items():
            check_setting(name, getattr(self, name), hint)
        if self.constraints is not None:
            from corefpipe.resolver.constraints.registry import check_constraints  # imports spaCy

            object.__setattr__(self, "constraints", check_constraints(self.constraints))
        if self.min_probability is not None and self.threshold is not None:
            raise SettingError(
                "both {setting} and threshold are given",
                setting="min_probability",
                cure="Give one of them: each says how readily mentions are linked",
            )

    @property
    def overrides(self) -> Overrides:
        """These settings alone, without those that a subclass adds."""
        return Overrides(**{each.name: getattr(self, each.name) for each in fields(Overrides)})


@cache
def _hints() -> dict[str, Any]:
    """Setting -> type."""
    return get_type_hints(Overrides, include_extras=True)


NO_OVERRIDES = Overrides()
"""The model's own settings."""
