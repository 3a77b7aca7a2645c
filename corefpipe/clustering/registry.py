"""Learners and decoders by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from importlib import import_module
from inspect import signature
from typing import TYPE_CHECKING, Any

from corefpipe.clustering.decoders.base import Decoder
from corefpipe.errors import SettingError, choose

if TYPE_CHECKING:  # scikit-learn takes long to import
    from corefpipe.clustering.learners.base import Learner


@dataclass(frozen=True, slots=True)
class Entry:
    """Where a learner or decoder is, and what it is.

    Attributes:
        module: below `corefpipe.clustering`.
        kind: name of the class.
        summary: one line on it.
        decoder: for a learner, the decoder that goes with it.
    """

    module: str
    kind: str
    summary: str
    decoder: str = ""

    def load(self) -> type:
        """The class."""
        found: type = getattr(import_module(f"corefpipe.clustering.{self.module}"), self.kind)
        return found


_CLASSIFIER = "a classifier of single links (Soon et al. 2001; Ng & Cardie 2002; Bengtson & Roth 2008)"
LEARNERS = {
    "l3m": Entry("learners.l3m", "L3MLearner", "Latent Left-Linking Model (Samdani, Chang & Roth 2014), online", "l3m"),
    "l3m-batch": Entry("learners.l3m_batch", "L3MBatchLearner", "the same by L-BFGS or CCCP, γ above 0", "l3m"),
    "sum-link": Entry("learners.sum_link", "SumLinkLearner", "Sum-Link (Haider et al. 2007), online", "sum-link"),
    "binary": Entry("learners.binary", "BinaryLearner", _CLASSIFIER, "best-link"),
    "correlation-svm": Entry(
        "learners.correlation_svm",
        "CorrelationSVMLearner",
        "structural SVM for correlation clustering (Finley & Joachims 2005)",
        "correlation",
    ),
    "spanning-forest": Entry(
        "learners.spanning_forest",
        "SpanningForestLearner",
        "latent structural SVM of spanning forests (Yu & Joachims 2009)",
        "spanning-forest",
    ),
    "unit": Entry("learners.unit", "UnitLearner", "learns nothing: each feature weighs 1; for baselines", "best-link"),
}
DECODERS = {
    "l3m": Entry("decoders.l3m", "L3MDecoder", "the cluster with the largest Σ exp(w/γ); γ = 0 is Max-Left-Link"),
    "sum-link": Entry("decoders.sum_link", "SumLinkDecoder", "the cluster with the largest Σ w (Haider et al. 2007)"),
    "best-link": Entry("decoders.threshold", "BestLinkDecoder", "the best link above a threshold"),
    "closest-link": Entry("decoders.threshold", "ClosestLinkDecoder", "the closest link above a threshold"),
    "correlation": Entry(
        "decoders.correlation.decoder",
        "CorrelationDecoder",
        "largest Σ w within clusters: exact, relaxed, greedy or local",
    ),
    "spanning-forest": Entry("decoders.forest", "SpanningForestDecoder", "all links above 0 (Yu & Joachims 2009)"),
    "agglomerative": Entry("decoders.agglomerative", "AgglomerativeDecoder", "average, complete or single linkage"),
    "all-in-one": Entry("decoders.baselines", "AllInOneDecoder", "all items in one cluster"),
    "all-apart": Entry("decoders.baselines", "AllApartDecoder", "each item in a cluster of its own"),
}
"""Learners and decoders by name, in the order in which they are shown."""


def make_learner(name: str, settings: Mapping[str, Any] | None = None) -> Learner:
    """The learner of that name.

    Raises:
        SettingError: no such learner, or a setting that it does not have.
    """
    return _make("learner", LEARNERS, name, settings or {})


def make_decoder(name: str, settings: Mapping[str, Any] | None = None) -> Decoder:
    """The decoder of that name.

    Raises:
        SettingError: no such decoder, a setting that it does not have, or one outside its range.
    """
    return _make("decoder", DECODERS, name, settings or {})


def decoder_for(learner: str, decoder: str | None = None) -> str:
    """The name of a decoder, or of the one that goes with a learner.

    Raises:
        SettingError: no such learner or decoder.
    """
    choose("learner", learner, LEARNERS)
    name = decoder or LEARNERS[learner].decoder
    choose("decoder", name, DECODERS)
    return name


def learner_name(learner: Learner) -> str:
    """The name that makes a learner of the same kind."""
    return next(name for name, entry in LEARNERS.items() if entry.kind == type(learner).__name__)


def decoder_name(decoder: Decoder) -> str:
    """The name that makes a decoder of the same kind."""
    return next(name for name, entry in DECODERS.items() if entry.kind == type(decoder).__name__)


def decoder_settings(decoder: Decoder) -> dict[str, Any]:
    """The settings that make an equal decoder."""
    return {field.name: getattr(decoder, field.name) for field in fields(decoder)}  # type: ignore[arg-type]


def share(learner: str, decoder: str, settings: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Settings of a learner and of a decoder out of those of both; one that both have, such as γ, goes to both.

    Raises:
        SettingError: a setting that neither has.
    """
    parts = []
    for what, entries, name in (("learner", LEARNERS, learner), ("decoder", DECODERS, decoder)):
        choose(what, name, entries)
        known = signature(entries[name].load()).parameters
        parts.append({key: value for key, value in settings.items() if key in known})
    unknown = sorted(set(settings) - set(parts[0]) - set(parts[1]))
    if unknown:
        valid = [*signature(LEARNERS[learner].load()).parameters, *signature(DECODERS[decoder].load()).parameters]
        raise SettingError(
            f"unknown setting '{unknown[0]}'",
            cure=f"Learner {learner} and decoder {decoder} have {', '.join(dict.fromkeys(valid))}",
        )
    return parts[0], parts[1]


def _make(what: str, entries: Mapping[str, Entry], name: str, settings: Mapping[str, Any]) -> Any:
    choose(what, name, entries)
    kind = entries[name].load()
    known = signature(kind).parameters
    for key in settings:
        choose(f"setting of {what} {name}:", key, known)
    return kind(**settings)
