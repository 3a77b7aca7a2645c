"""Settings of an estimator with a decoder by scikit-learn's names, and the seeds of its learner."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator

from corefpipe.clustering.decoders.base import Decoder
from corefpipe.clustering.learners.base import Learner
from corefpipe.clustering.named import decoder_settings


class WithDecoder(BaseEstimator):
    """Base class of estimators with the argument `decoder`, whose settings are `decoder__NAME`."""

    decoder: Decoder

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The arguments; deep: also their settings, such as `learner__gamma` and `decoder__gamma`."""
        params = super().get_params(deep)
        if deep and isinstance(self.decoder, Decoder):
            params |= {f"decoder__{name}": value for name, value in decoder_settings(self.decoder).items()}
        return params

    def set_params(self, **params: Any) -> Self:
        """Change settings by the names that `get_params` gives; decoders are immutable, so a new one replaces it.

        Raises:
            ValueError: a setting that does not exist.
            SettingError: a setting of the decoder outside its range.
        """
        of_decoder = {
            name.removeprefix("decoder__"): params.pop(name) for name in list(params) if name.startswith("decoder__")
        }
        super().set_params(**params)
        known = decoder_settings(self.decoder) if isinstance(self.decoder, Decoder) else {}
        for name in of_decoder:
            if name not in known:
                raise ValueError(f"Invalid parameter {name!r} for {self.decoder!r}. Valid parameters are: {[*known]}")
        if of_decoder:
            self.decoder = replace(self.decoder, **of_decoder)  # type: ignore[type-var]
        return self


def set_seeds(learner: Learner, random: np.random.RandomState) -> None:
    """Draw the seeds of a learner, and of a classifier within it."""
    names = [name for name in learner.get_params() if name == "seed" or name.endswith("random_state")]
    learner.set_params(**{name: int(random.randint(2**31 - 1)) for name in sorted(names)})
