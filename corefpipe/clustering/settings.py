"""Ranges of the settings of learners and decoders: declared by their types, as in `gamma: Gamma`."""

from __future__ import annotations

from math import inf
from typing import Annotated

from corefpipe.utils.settings import LARGEST, Gamma, Range, Threshold, check_setting, check_settings

__all__ = [
    "LARGEST",
    "Cost",
    "Count",
    "Gamma",
    "Passes",
    "Positive",
    "Range",
    "Seconds",
    "Seed",
    "Threshold",
    "check_setting",
    "check_settings",
]

Seconds = Annotated[float, Range(0, inf, "It must be a number of seconds above 0", above=True)]
Cost = Annotated[float, Range(0, LARGEST, f"It must be a number, 0 or more (at most {LARGEST:g})")]
Positive = Annotated[float, Range(0, LARGEST, f"It must be a number above 0 (at most {LARGEST:g})", above=True)]
Passes = Annotated[int, Range(1, 2**31 - 1, "At least one pass is needed")]
Count = Annotated[int, Range(1, 2**31 - 1, "It must be a whole number, 1 or more")]
Seed = Annotated[int, Range(0, 2**32 - 1, "It must be a whole number from 0 to 4294967295")]
