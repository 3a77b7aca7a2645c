"""Resolver: a coreference model that resolves parsed Docs, learns, and is read and written."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from spacy.tokens import Doc

from corefpipe.chains.layout import Layout, write_chains
from corefpipe.clustering.named import decoder_name, decoder_settings, make_decoder
from corefpipe.errors import ModelError
from corefpipe.features import MentionClassifier, MentionTable
from corefpipe.features.engine.needs import explained
from corefpipe.resolver import files
from corefpipe.resolver.calibration import Calibration
from corefpipe.resolver.decoding import Decoded, decode
from corefpipe.resolver.learning import Annotated, learn_tables
from corefpipe.resolver.parts import ModelParts
from corefpipe.resolver.resolution import Ranked, Resolution
from corefpipe.resolver.selection import MentionSelector
from corefpipe.resolver.settings import MentionSource, as_stored
from corefpipe.resolver.tables import Given, detected_table, given_table

if TYPE_CHECKING:  # scikit-learn takes long to import
    from corefpipe.clustering.learners.base import Learner


@dataclass(slots=True)
class Resolver(ModelParts):
    """A coreference model: mentions, features, weights and decoder (see `ModelParts` for its attributes)."""

    def __call__(self, doc: Doc, given: Given | None = None) -> Doc:
        """Resolve a parsed Doc and write the chains to it."""
        return self.write(doc, self.resolve(doc, given))

    def resolve(self, doc: Doc, given: Given | None = None) -> Resolution:
        """Find the chains of a parsed Doc, which stays unchanged.

        Args:
            doc: with a dependency parse and parts of speech.
            given: the mentions to cluster, as a Document of the same words or as (start, end) in tokens; None detects
                them.

        Raises:
            AnnotationError: the Doc lacks annotation that the model reads, or has other words than the Document.
        """
        found = self.decode(self.table(doc, given))
        ranked = Ranked.of(found.links, found.scores, found.decoding)
        calibration = self.calibration("predicted" if given is None else "given")
        return Resolution(
            found.table.mentions,
            found.table.values("kind"),
            found.decoding,
            ranked,
            calibration.links(ranked),
            calibration.starts(ranked),
            found.settled,
        )

    def write(self, doc: Doc, resolution: Resolution, singletons: bool | None = None, layout: Layout = "spans") -> Doc:
        """Write a resolution to its Doc (see `corefpipe.chains.layout`).

        Args:
            doc: what was resolved.
            resolution: its mentions and chains.
            singletons: write mentions that corefer with no other as well; None as the model does.
            layout: where to.
        """
        return write_chains(doc, resolution.found(self.singletons if singletons is None else singletons), layout)

    def table(self, doc: Doc, given: Given | None = None) -> MentionTable:
        """The mentions of a parsed Doc: detected and selected, or those that are given."""
        if given is not None:
            return given_table(doc, given)
        table = detected_table(doc)
        selector = self.selector or MentionSelector(MentionClassifier(self.features.spec.start))
        with explained(self.features.spec, [table]):
            return selector.select(table)

    def decode(self, table: MentionTable) -> Decoded:
        """Cluster the mentions of a table; constraints, such as those of speakers, hold whatever the scores say."""
        return decode(self.features, self.weights, self.decoder, table)

    def calibration(self, mentions: str) -> Calibration:
        """Calibration for "predicted" or "given" mentions; uncalibrated probabilities where none was learned."""
        return self.calibrations.get(mentions, Calibration())

    def fit(
        self,
        annotated: Iterable[Annotated],
        learner: Learner,
        mentions: MentionSource = "predicted",
        partial: Iterable[Annotated] = (),
    ) -> Resolver:
        """Learn mention selector, vocabulary and weights (see `learn_tables` for the arguments).

        Args:
            annotated, mentions, partial: what to learn from.
            learner: learns one weight per feature: has `coef_` after `fit(links, labels)`.

        Raises:
            ModelError: the documents hold no mentions, or the learner learns no weights.
        """
        found = learn_tables(self.features, annotated, mentions, partial)
        self.selector, self.singletons = found.selector, found.singletons
        learner.fit(found.links(self.features), found.labels)
        if not hasattr(learner, "coef_"):
            raise ModelError(
                f"{type(learner).__name__} has learned no weights of features, which a model consists of",
                cure="Give it a linear classifier",
            )
        self.use(learner.coef_)
        return self

    def use(self, coef: np.ndarray) -> None:
        """Take over weights, one per column of the vocabulary; columns of weight 0 are dropped."""
        weights = as_stored(coef)
        columns = np.flatnonzero(weights)
        self.features.keep(columns)
        self.weights = weights[columns]

    def configure(self, gamma: float | None = None, threshold: float | None = None, window: int | None = None) -> None:
        """Change settings; None leaves one unchanged.

        Args:
            gamma: temperature of the decoder, in [0, 1].
            threshold: added to the score of starting a chain.
            window: how many mentions before it a mention is compared with.

        Raises:
            SettingError: a setting that the decoder does not have, or a value outside its range.
        """
        given = {name: value for name, value in (("gamma", gamma), ("threshold", threshold)) if value is not None}
        if given:
            self.decoder = make_decoder(decoder_name(self.decoder), decoder_settings(self.decoder) | given)
        if window is not None:
            spec = self.features.spec
            self.features.spec = replace(spec, candidates=replace(spec.candidates, window=window))

    def to_disk(self, folder: str | Path) -> None:
        """Write the model to a folder (see `corefpipe.resolver.files`)."""
        files.write_folder(self, folder)

    @classmethod
    def from_disk(cls, folder: str | Path) -> Resolver:
        """Read a model folder; ModelError where there is none that can be read."""
        return files.read_folder(cls, folder)

    def to_bytes(self) -> bytes:
        """The model as bytes."""
        return files.to_bytes(self)

    @classmethod
    def from_bytes(cls, data: bytes) -> Resolver:
        """A model from its bytes; ModelError where they are no model."""
        return files.from_bytes(cls, data)
