"""What a coreference model consists of."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from corefpipe.clustering.decoders import Decoder, L3MDecoder
from corefpipe.features import FeatureSet
from corefpipe.resolver.calibration import Calibration
from corefpipe.resolver.constraints.registry import certain_constraints
from corefpipe.resolver.selection import MentionSelector


@dataclass(slots=True)
class ModelParts:
    """The parts of a coreference model.

    Args:
        features: the feature set.
        decoder: the decoder, with its settings.
        singletons: whether mentions that corefer with no other are part of the result, as in the training documents.
        base: the base pipeline whose parses the model learned from: "en", a folder, a spaCy package, or
            "blank:LANGUAGE" where it learned from given parses.
        meta: where the model comes from: corpora, settings, scores.

    Attributes:
        selector: chooses among the detected spans; None where the model learned from gold mentions.
        weights: (n_columns,) float32, one per column of the feature set's vocabulary.
        calibrations: of the probabilities of links, for "predicted" mentions and for "given" ones.
        own_base: language of the base pipeline that was trained with the model and lies in its folder, as `base`; ""
            for other base pipelines.
        constraints: names of the constraints that hold; by default all of our own that are certain.
    """

    features: FeatureSet
    decoder: Decoder = field(default_factory=L3MDecoder)
    singletons: bool = False
    base: str = "en"
    meta: dict[str, Any] = field(default_factory=dict)
    selector: MentionSelector | None = None
    weights: np.ndarray = field(default_factory=lambda: np.zeros(0, dtype=np.float32))
    calibrations: dict[str, Calibration] = field(default_factory=dict)
    own_base: str = ""
    constraints: tuple[str, ...] = field(default_factory=certain_constraints)
