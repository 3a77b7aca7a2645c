"""What training returns: the model, its scores, and a base pipeline that was trained with it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from corefpipe.parsing.installed import BASE
from corefpipe.resolver.calibration import Reliability
from corefpipe.resolver.evaluate import Evaluation
from corefpipe.resolver.model import Resolver


@dataclass(slots=True)
class Trained:
    """A trained model, and how good it is.

    A base pipeline that was trained with the model lies in a temporary folder, which exists as long as this object,
    until `to_disk` writes it to the model's folder.

    Attributes:
        resolver: the model.
        evaluation: what it gives for the dev documents; None without any.
        reliability: of the calibrated probabilities on dev documents that the calibration was not learned from
            (`Evaluation.reliability`); None with fewer than two.
        base_scores: of a base pipeline that was trained with it on the raw text of the dev documents (`train_base`).
    """

    resolver: Resolver
    evaluation: Evaluation | None = None
    reliability: Reliability | None = None
    base_scores: dict[str, float] = field(default_factory=dict)
    _work: TemporaryDirectory[str] | None = None

    def new_base_folder(self) -> Path:
        """A temporary folder for the base pipeline that is trained with the model, which becomes its base."""
        self._work = TemporaryDirectory(prefix="corefpipe-")
        folder = Path(self._work.name) / BASE
        self.resolver.base = str(folder)
        return folder

    def to_disk(self, folder: str | Path, overwrite: bool = False) -> None:
        """Write the model to a folder, with its own base pipeline if it has one (see `Resolver.to_disk`)."""
        self.resolver.to_disk(folder, overwrite)
        if self._work is not None:
            self._work.cleanup()
            self._work, self.resolver.base = None, str(Path(folder) / BASE)
