"""The settings of training that served best on OntoGUM dev and LitBank dev (eval/resolver)."""

from __future__ import annotations

from typing import Any

from corefpipe.clustering.learners import L3MLearner
from corefpipe.resolver import MentionSource

# Detected mentions are mostly singletons: without a higher cost of starting chains too few links would be made.
_SETTINGS: dict[MentionSource, dict[str, Any]] = {
    "predicted": {"passes": 3, "l2": 0.002, "false_start": 2.5, "false_link": 0.4},
    "gold": {"passes": 3, "l2": 0.001, "false_start": 1.0, "false_link": 1.0},
}


def default_learner(mentions: MentionSource, **settings: Any) -> L3MLearner:
    """The L3M learner for predicted or gold mentions; settings that are None keep their defaults."""
    given = {name: value for name, value in settings.items() if value is not None}
    return L3MLearner(**{**_SETTINGS[mentions], **given})
