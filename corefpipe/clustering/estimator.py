"""A learner and a decoder as one estimator of scikit-learn's kind."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from corefpipe.clustering.decoders.base import Decoder
from corefpipe.clustering.learners.base import Learner
from corefpipe.clustering.links import Links
from corefpipe.clustering.registry import (
    decoder_for,
    decoder_name,
    decoder_settings,
    learner_name,
    make_decoder,
    make_learner,
    share,
)
from corefpipe.errors import ModelError
from corefpipe.utils.toml import to_toml

_FILES = ("clusterer.toml", "weights.npy")
_PLAIN = (str, int, float, bool, type(None))


class Clusterer(BaseEstimator):
    """Learns to cluster item sets from true clusters.

    >>> clusterer = Clusterer.named("l3m", gamma=0.4, passes=3)
    >>> clusterer.fit(links, labels).predict(others)  # doctest: +SKIP

    Args:
        learner: from links and labels to weights.
        decoder: from scores to clusters.
    """

    def __init__(self, learner: Learner, decoder: Decoder):
        self.learner = learner
        self.decoder = decoder

    @classmethod
    def named(cls, learner: str, decoder: str | None = None, **settings: Any) -> Clusterer:
        """A learner and a decoder by their names in `corefpipe.clustering.registry`.

        Args:
            learner: its name.
            decoder: its name; None is the one that goes with the learner.
            settings: of both; one that both have, such as γ, goes to both.

        Raises:
            SettingError: an unknown name or setting, or a setting of the decoder outside its range.
        """
        decoder = decoder_for(learner, decoder)
        of_learner, of_decoder = share(learner, decoder, settings)
        return cls(make_learner(learner, of_learner), make_decoder(decoder, of_decoder))

    def fit(self, links: Links, labels: Sequence[np.ndarray]) -> Self:
        """Learn from item sets (see `Learner.fit`)."""
        self.learner.fit(links, labels)
        self.n_features_in_ = links.features.shape[1]
        return self

    def decision_function(self, links: Links) -> np.ndarray:
        """(n_links,) w_ij of each link."""
        check_is_fitted(self, "n_features_in_")
        return self.learner.decision_function(links.check())

    def predict(self, links: Links) -> list[np.ndarray]:
        """The clusters of each item set: (n_items,) int32 labels, numbered from 0 by first item.

        Raises:
            LinksError: links that are not as `Links.check` has them, or of other features than was learned from.
        """
        return self.decoder.decode_all(links, self.decision_function(links))

    def fit_predict(self, links: Links, labels: Sequence[np.ndarray]) -> list[np.ndarray]:
        """The clusters of the sets that it learned from."""
        return self.fit(links, labels).predict(links)

    def score(self, links: Links, labels: Sequence[np.ndarray], metric: str = "conll") -> float:
        """How well the clusters agree with the true ones; more is better.

        Args:
            links: the candidates of all sets.
            labels: one int array a set, one true label an item.
            metric: `conll`, the mean F1 of MUC, B-cubed and CEAF-e, or a name from `corefpipe.scoring.METRICS`; one
                where less is better is negated.
        """
        from corefpipe.scoring import METRICS, score_partitions

        found = score_partitions(labels, self.predict(links), metrics=metric)
        if metric == "conll":
            return found.conll
        value: float = getattr(found[metric], METRICS[metric].names[-1])
        return -value if METRICS[metric].lower else value

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The learner and the decoder; deep: their settings too, as `learner__gamma` and `decoder__gamma`."""
        params = super().get_params(deep)
        if deep:
            params |= {f"decoder__{name}": value for name, value in decoder_settings(self.decoder).items()}
        return params

    def set_params(self, **params: Any) -> Self:
        """Change settings by the names that `get_params` gives."""
        of_decoder = {
            name.removeprefix("decoder__"): params.pop(name) for name in list(params) if name.startswith("decoder__")
        }
        super().set_params(**params)
        unknown = set(of_decoder) - set(decoder_settings(self.decoder))
        if unknown:
            raise ValueError(f"Invalid parameter {min(unknown)!r} for {self.decoder!r}")
        if of_decoder:
            self.decoder = replace(self.decoder, **of_decoder)  # type: ignore[type-var]
        return self

    def to_disk(self, folder: str | Path) -> None:
        """Write names, settings and weights to a folder.

        Raises:
            ModelError: a learner without weights, or with settings that are no plain values: a classifier of your own.
        """
        check_is_fitted(self, "n_features_in_")
        settings = self.learner.get_params(deep=False)
        odd = sorted(name for name, value in settings.items() if not isinstance(value, _PLAIN))
        if odd or not hasattr(self.learner, "coef_"):
            raise ModelError(
                f"the learner's {odd[0]} cannot be written" if odd else "the learner has no weights to write",
                cure="Files hold weights and plain settings, nothing that runs code",
            )
        folder = Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        of_decoder = {"name": decoder_name(self.decoder), **decoder_settings(self.decoder)}
        text = to_toml({"learner": {"name": learner_name(self.learner), **settings}, "decoder": of_decoder})
        (folder / _FILES[0]).write_text(text, encoding="utf8")
        np.save(folder / _FILES[1], self.learner.coef_, allow_pickle=False)

    @classmethod
    def from_disk(cls, folder: str | Path) -> Clusterer:
        """Read what `to_disk` wrote.

        Raises:
            ModelError: files that are missing or cannot be read.
        """
        folder = Path(folder)
        try:
            settings = tomllib.loads((folder / _FILES[0]).read_text("utf8"))
            learner, decoder = dict(settings["learner"]), dict(settings["decoder"])
            clusterer = cls(make_learner(learner.pop("name"), learner), make_decoder(decoder.pop("name"), decoder))
            coef = np.load(folder / _FILES[1], allow_pickle=False)
            if coef.ndim != 1 or coef.dtype != np.float32:
                raise ValueError(f"weights of shape {coef.shape}, {coef.dtype}")
        except (ValueError, LookupError, TypeError, OSError, EOFError) as error:
            what = " ".join(str(error).split()) or type(error).__name__
            raise ModelError(f"no clusterer can be read: {what}", cure="Train it again", file=str(folder)) from error
        clusterer.learner.coef_ = coef
        clusterer.n_features_in_ = len(coef)
        return clusterer
