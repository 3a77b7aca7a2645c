"""`Clusterer`: a learner and a decoder as one scikit-learn estimator."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator, clone
from sklearn.utils.validation import check_is_fitted

from corefpipe.clustering.decoders.base import Decoder
from corefpipe.clustering.learners.base import Learner
from corefpipe.clustering.links import Links
from corefpipe.clustering.named import (
    decoder_for,
    decoder_settings,
    decoder_table,
    learner_table,
    make_decoder,
    make_learner,
    read_decoder,
    read_learner,
    share,
)
from corefpipe.errors import ModelError
from corefpipe.scoring.registry import METRICS
from corefpipe.scoring.scorer import score_partitions
from corefpipe.utils.toml import to_toml

_FILES = ("clusterer.toml", "weights.npy")


class Clusterer(BaseEstimator):
    """Learns to cluster item sets from sets whose clusters are known.

    >>> clusterer = Clusterer.named("l3m", gamma=0.4, passes=3)
    >>> clusterer.fit(links, labels).predict(others)  # doctest: +SKIP

    The samples of scikit-learn's tools are item sets, so `cross_val_score(clusterer, links, labels)` leaves out whole
    sets. Settings are named as `learner__l2` or `decoder__threshold`. A grid over a setting that both parts have, such
    as γ, tries all combinations; a list of grids keeps the two equal:

    >>> [{"learner__gamma": [g], "decoder__gamma": [g]} for g in (0, 0.5, 1)]  # doctest: +SKIP

    Args:
        learner: learns the weights of features. `fit` leaves it as it is and trains a clone.
        decoder: clusters by the scores of links.

    Attributes:
        learner_: the trained learner.
        n_features_in_: number of features.
    """

    def __init__(self, learner: Learner, decoder: Decoder):
        self.learner = learner
        self.decoder = decoder

    @classmethod
    def named(cls, learner: str, decoder: str | None = None, **settings: Any) -> Clusterer:
        """A learner and a decoder by the names under which they are registered.

        Args:
            learner: its name.
            decoder: its name; None is the one that goes with the learner.
            settings: settings of either; one that both have, such as γ, goes to both.

        Raises:
            SettingError: an unknown name or setting, or a setting of the decoder outside its range.
        """
        decoder = decoder_for(learner, decoder)
        of_learner, of_decoder = share(learner, decoder, settings)
        return cls(make_learner(learner, of_learner), make_decoder(decoder, of_decoder))

    def fit(self, links: Links | Sequence[Links], labels: Sequence[np.ndarray], **options: Any) -> Self:
        """Learn from item sets.

        Args:
            links: the candidate links of all sets; also as a sequence of parts.
            labels: for each set an int array, the true label of each item.
            options: of the learner's own `fit`, such as `coef_init`.

        Raises:
            LinksError: links or labels that do not fit together, no items, or features that are not finite.
            SettingError: a setting outside its range.
        """
        links = Links.of(links)
        self.learner_ = clone(self.learner).fit(links, labels, **options)
        self.n_features_in_ = links.features.shape[1]
        return self

    def decision_function(self, links: Links | Sequence[Links]) -> np.ndarray:
        """(n_links,) score w_ij of each link."""
        check_is_fitted(self, "learner_")
        return self.learner_.decision_function(Links.of(links).check())

    def predict(self, links: Links | Sequence[Links]) -> list[np.ndarray]:
        """The clusters of each item set: (n_items,) int32 labels, numbered from 0 by first item.

        Raises:
            LinksError: invalid links (see `Links.check`), or another number of features than in training.
        """
        links = Links.of(links)
        return self.decoder.decode_all(links, self.decision_function(links))

    def fit_predict(self, links: Links | Sequence[Links], labels: Sequence[np.ndarray]) -> list[np.ndarray]:
        """Learn from item sets, and cluster the same sets."""
        return self.fit(links, labels).predict(links)

    def score(self, links: Links | Sequence[Links], labels: Sequence[np.ndarray], metric: str = "conll") -> float:
        """Agreement of the predicted clusters with the true ones; more is better.

        Args:
            links: the candidate links of all sets.
            labels: for each set an int array, the true label of each item.
            metric: `conll`, the mean F1 of MUC, B-cubed and CEAF-e, or a name from `corefpipe.scoring.METRICS`; a
                metric of which less is better is negated.
        """
        links = Links.of(links)
        found = score_partitions(links.check_labels(labels), self.predict(links), metrics=metric)
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
        """Change settings by the names that `get_params` gives; decoders are immutable, so a new one replaces it.

        Raises:
            ValueError: a setting that does not exist.
            SettingError: a setting of the decoder outside its range.
        """
        of_decoder = {
            name.removeprefix("decoder__"): params.pop(name) for name in list(params) if name.startswith("decoder__")
        }
        super().set_params(**params)
        known = decoder_settings(self.decoder)
        for name in of_decoder:
            if name not in known:
                raise ValueError(f"Invalid parameter {name!r} for {self.decoder!r}. Valid parameters are: {[*known]}")
        if of_decoder:
            self.decoder = replace(self.decoder, **of_decoder)  # type: ignore[type-var]
        return self

    def to_disk(self, folder: str | Path) -> None:
        """Write names, settings and weights to a folder.

        Raises:
            ModelError: a learner or decoder that is not registered, a learner without weights, or settings that are
                not plain values, such as a classifier of your own.
        """
        check_is_fitted(self, "learner_")
        text = to_toml({"learner": learner_table(self.learner), "decoder": decoder_table(self.decoder)})
        if not hasattr(self.learner_, "coef_"):
            raise ModelError(
                "the learner has no weights to write",
                cure="Files hold weights and plain settings, nothing that runs code",
            )
        folder = Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / _FILES[0]).write_text(text, encoding="utf8")
        np.save(folder / _FILES[1], self.learner_.coef_.astype(np.float32), allow_pickle=False)

    @classmethod
    def from_disk(cls, folder: str | Path) -> Clusterer:
        """Read what `to_disk` wrote.

        Raises:
            ModelError: files that are missing or cannot be read, or a learner or decoder that is not registered.
        """
        folder = Path(folder)
        try:
            tables = tomllib.loads((folder / _FILES[0]).read_text("utf8"))
            clusterer = cls(read_learner(tables["learner"]), read_decoder(tables["decoder"]))
            coef = np.load(folder / _FILES[1], allow_pickle=False)
            if coef.ndim != 1 or coef.dtype != np.float32:
                raise ValueError(f"weights of shape {coef.shape}, {coef.dtype}")
        except ModelError as error:
            error.file = str(folder)
            raise
        except (ValueError, LookupError, TypeError, OSError, EOFError) as error:
            what = " ".join(str(error).split()) or type(error).__name__
            raise ModelError(f"no clusterer can be read: {what}", cure="Train it again", file=str(folder)) from error
        clusterer.learner_ = clone(clusterer.learner)
        clusterer.learner_.coef_ = coef
        clusterer.n_features_in_ = len(coef)
        return clusterer
