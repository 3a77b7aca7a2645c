"""Resolver: a coreference model that resolves parsed Docs, learns, and is read and written."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy, deepcopy
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from spacy.tokens import Doc

from corefpipe.chains.layout import Layout, write_chains
from corefpipe.chains.quotations import write_quotations
from corefpipe.clustering.decoders import Decoder
from corefpipe.clustering.decoders.left_to_right import LeftToRight
from corefpipe.clustering.links import Links
from corefpipe.clustering.named import decoder_name, decoder_settings, make_decoder
from corefpipe.exceptions import CorefpipeWarning
from corefpipe.features import MentionClassifier, MentionTable, gold_table, table_labels
from corefpipe.features.engine.needs import explained
from corefpipe.lexicon.languages import language_name, other_language
from corefpipe.network.context import Context
from corefpipe.parsing.annotate import Watch, unwatched
from corefpipe.parsing.pipelines import language_of
from corefpipe.quotations.attributed import Attributions
from corefpipe.resolver import files
from corefpipe.resolver.calibration import Calibration
from corefpipe.resolver.context_weights import MARGINS, with_context
from corefpipe.resolver.decoding import Decoded, decode
from corefpipe.resolver.joint import divided, together
from corefpipe.resolver.learning import Annotated, allowed_links, are_gold, learn_tables
from corefpipe.resolver.min_probability import MinProbabilityDecoder, check_min_probability
from corefpipe.resolver.overrides import Overrides
from corefpipe.resolver.parts import ModelParts
from corefpipe.resolver.reasons import link_reasons
from corefpipe.resolver.resolution import Resolution
from corefpipe.resolver.selection import MentionSelector
from corefpipe.resolver.settings import MentionSource, as_stored, no_weights
from corefpipe.resolver.tables import Given, detected_table, given_table, joint_table
from corefpipe.utils.collection import NO_COLLECTION
from corefpipe.utils.memory import release_after
from corefpipe.utils.text import counted

if TYPE_CHECKING:  # scikit-learn takes long to import
    from corefpipe.clustering.learners.base import Learner

Known = Callable[[MentionTable], np.ndarray]
"""Mentions -> (n_mentions,) int, the entity of each mention that is known before, -1 for the others."""


@dataclass(slots=True)
class Resolver(ModelParts):
    """A coreference model: mentions, features, weights and decoder (see `ModelParts` for the other attributes).

    >>> resolver = corefpipe.Resolver.from_disk("my-model")
    >>> resolved = list(corefpipe.resolve([bakery], resolver))
    >>> len(resolved), resolver.meta["mentions"]
    (1, 'predicted')

    Attributes:
        min_probability: the least calibrated probability of a link; None lets the decoder's threshold decide. A setting
            of a run, which is not saved with the model.
    """

    min_probability: float | None = None

    def __repr__(self) -> str:
        least = "" if self.min_probability is None else f", min_probability={self.min_probability}"
        return f"<Resolver: {self.decoder!r}{least}, {counted(len(self.weights), 'weight')}, base {self.base!r}>"

    def __call__(self, doc: Doc, given: Given | None = None) -> Doc:
        """Resolve a parsed Doc and write the chains to it."""
        return self.write(doc, self.resolve(doc, given))

    def resolve(self, doc: Doc, given: Given | None = None, reasons: int = 0, known: Known | None = None) -> Resolution:
        """Find the chains of a parsed Doc, which stays unchanged.

        Args:
            doc: with a dependency parse and parts of speech.
            given: the mentions to cluster, as a Document of the same words or as (start, end) in tokens; None detects
                them.
            reasons: number of reasons to find for each link.
            known: which mentions have known entities: those of one entity are in one chain, and those of two never,
                if the decoder honours constraints.

        Raises:
            AnnotationError: the Doc lacks annotation that the model reads, or has other words than the Document.
        """
        mentions = "predicted" if given is None else "given"
        with NO_COLLECTION:
            table = self.table(doc, given)
            self._warn_of_language(table.parse.lower, table.parse.language)
            release_after(len(doc))  # what selection left
            return self.resolution(table, mentions, reasons, decided=None if known is None else known(table))

    def resolve_all(self, several: Sequence[tuple[Doc, Given | None]], reasons: int = 0) -> list[Resolution]:
        """`resolve` for several Docs; short ones are resolved together, which is faster and gives the same.

        Args:
            several: Docs, with their mentions or None (see `resolve`).
            reasons: see `resolve`; with any, each Doc is resolved by itself.

        Raises:
            AnnotationError: see `resolve`.
        """
        found: list[Resolution | None] = [None] * len(several)
        free = {number: doc for number, (doc, given) in enumerate(several) if given is None and not reasons}
        for numbers in together(free) if isinstance(self.decoder, LeftToRight) else ():
            with NO_COLLECTION:
                for number, one in zip(numbers, self._resolve_together([free[n] for n in numbers]), strict=True):
                    found[number] = one
        return [self.resolve(*both, reasons) if one is None else one for both, one in zip(several, found, strict=True)]

    def _resolve_together(self, docs: Sequence[Doc]) -> Iterator[Resolution]:
        """`resolve` for Docs that may be resolved together (see `together`)."""
        detected = joint_table(docs)
        for start, end in pairwise(detected.parse.bounds):
            self._warn_of_language(detected.parse.lower[start:end], detected.parse.language)
        table = self.selected(detected)
        yield from divided(self.resolution(table, "predicted"), table)

    def resolution(
        self,
        table: MentionTable,
        mentions: str = "predicted",
        reasons: int = 0,
        scored: tuple[Links, np.ndarray] | None = None,
        decided: np.ndarray | None = None,
    ) -> Resolution:
        """Find the chains of the mentions of a table (see `decode` and `resolve` for the arguments)."""
        found = self.decode(table, mentions, scored, decided)
        calibration = self.calibration(mentions)
        chosen = found.decoding.antecedent
        return Resolution(
            table.mentions.in_docs(table.parse),
            table.values("kind"),
            found.decoding,
            found.ranked,
            calibration.links(found.ranked),
            calibration.starts(found.ranked),
            found.settled,
            table.certain,
            Attributions(table),
            link_reasons(self.features, self.weights, table, chosen, reasons) if reasons else None,
        )

    def write(self, doc: Doc, resolution: Resolution, singletons: bool | None = None, layout: Layout = "spans") -> Doc:
        """Write chains and quotations of a resolution to its Doc (see `corefpipe.chains.layout`, `.quotations`).

        Args:
            doc: what was resolved.
            resolution: its mentions and chains.
            singletons: write mentions that corefer with no other as well; None as the model does.
            layout: where to.
        """
        kept = self.singletons if singletons is None else singletons
        with NO_COLLECTION:
            write_chains(doc, resolution.found(kept), layout)
            write_quotations(doc, resolution.quotation_spans(kept))
        return doc

    def table(self, doc: Doc, given: Given | None = None) -> MentionTable:
        """The mentions of a parsed Doc: detected and selected, or those that are given."""
        if given is not None:
            return given_table(doc, given)
        return self.selected(detected_table(doc))

    def selected(self, table: MentionTable) -> MentionTable:
        """The mentions among the candidate spans of a table (see `MentionSelector`)."""
        selector = self.selector or MentionSelector(MentionClassifier(self.features.spec.mention))
        table.use_models(self.features.models)
        release_after(len(table.parse))  # what parsing and detection left
        with explained(self.features.spec, [table]):
            return selector.select(table)

    def decode(
        self,
        table: MentionTable,
        mentions: str = "predicted",
        scored: tuple[Links, np.ndarray] | None = None,
        decided: np.ndarray | None = None,
    ) -> Decoded:
        """Cluster the mentions of a table; constraints, such as those of speakers, hold whatever the scores say.

        Args:
            table: the mentions.
            mentions: "predicted" or "given": whose calibration `min_probability` refers to.
            scored: the links and (n_links,) their scores, where they are known.
            decided: (n_mentions,) int, the entity of each mention that was decided before, -1 for the others; decoders
                that honour constraints leave these as they are.
        """
        decoder: Decoder = self.decoder
        if self.min_probability is not None:
            inner = check_min_probability(decoder)
            decoder = MinProbabilityDecoder(inner, self.calibration(mentions), self.min_probability)
        return decode(self.features, self.weights, decoder, table, self.constraints, scored, decided)

    def calibration(self, mentions: str) -> Calibration:
        """Calibration for "predicted" or "given" mentions; uncalibrated probabilities where none was learned."""
        return self.calibrations.get(mentions, Calibration())

    def fit(
        self,
        annotated: Iterable[Annotated],
        learner: Learner,
        mentions: MentionSource = "predicted",
        partial: Iterable[Annotated] = (),
        sparse: Iterable[Annotated] = (),
        unseen: Iterable[Annotated] = (),
        watch: Watch = unwatched,
    ) -> Resolver:
        """Learn mention selector, vocabulary and weights (see `learn_tables` for the arguments).

        Args:
            annotated, mentions, partial, sparse: what to learn from.
            learner: learns one weight per feature: has `coef_` after `fit(links, labels)`.
            unseen: documents that the network has not learned from, for the weights of features of context (see
                `corefpipe.resolver.context_weights`); without any these weights are learned with all others.
            watch: shows progress; a learner that is `verbose` shows its own.

        Raises:
            ModelError: the documents hold no mentions, or the learner learns no weights.
        """
        apart = list(unseen)
        network = self.features.context
        if apart:
            self.features.use_context(None)
        found = learn_tables(self.features, annotated, mentions, partial, sparse, watch)
        self.selector, self.singletons = found.selector, found.singletons
        links = found.links(self.features, self.constraints if self.decoder.honours_constraints else (), watch)
        shows_itself = getattr(learner, "verbose", False)
        for one in [learner] if shows_itself else watch([learner], "learn weights", 1):
            one.fit(links, found.labels)
        if not hasattr(learner, "coef_"):
            raise no_weights(learner)
        self.use(learner.coef_)
        if apart and network is not None:
            self.add_context(network, apart, mentions, watch=watch)
        return self

    def add_context(
        self,
        context: Context,
        unseen: Iterable[Annotated],
        mentions: MentionSource = "predicted",
        partial: Iterable[Annotated] = (),
        watch: Watch = unwatched,
    ) -> None:
        """Let a network read the texts, and learn how far to trust it (see `corefpipe.resolver.context_weights`).

        The calibrations are those of before and do not fit any more.

        Args:
            context: the network.
            unseen: documents that it has not learned from.
            mentions: cluster the gold mentions, or detected ones.
            partial: more of them, of corpora that annotate only some kinds of mentions (see `learn_tables`).
            watch: shows progress.
        """
        tables, labels = self.read_unseen(context, list(unseen), mentions, list(partial))
        before = self.features.fit_context(tables, watch)
        names = self.constraints if self.decoder.honours_constraints else ()
        links = allowed_links(self.features, tables, names, watch)
        for columns in watch([before], "learn weights of context", 1):
            self.use(with_context(links, labels, self.weights, columns, MARGINS[mentions]))

    def read_unseen(
        self,
        context: Context,
        unseen: Sequence[Annotated],
        mentions: MentionSource = "predicted",
        partial: Sequence[Annotated] = (),
    ) -> tuple[list[MentionTable], list[np.ndarray]]:
        """Let a network read documents, and learn how far to trust it about mentions, not yet about links.

        Args:
            context, unseen, mentions, partial: see `add_context`.

        Returns:
            Per document, those of `partial` last, its mentions, and (n_mentions,) the true chain of each.
        """
        if not self.features.spec.reads_context:
            self.features.add("context")
            if self.selector is not None:
                self.selector.classifier.use_templates(self.features.spec.mention)
        self.features.use_context(context)
        if mentions == "gold" or self.selector is None:
            tables = [self.table(doc, document) for doc, document in unseen]
        else:
            tables = self._context_of_mentions(unseen)
        tables += [gold_table(doc, document) for doc, document in partial]
        documents = [document for _, document in (*unseen, *partial)]
        return tables, list(map(table_labels, tables, documents))

    def _context_of_mentions(self, annotated: Sequence[Annotated]) -> list[MentionTable]:
        """Let the selector learn from what the network makes of detected spans; the mentions that it then selects."""
        assert self.selector is not None
        tables = [detected_table(doc) for doc, _ in annotated]
        for table in tables:
            table.use_models(self.features.models)
        with explained(self.features.spec, tables):
            gold = [are_gold(table, document) for table, (_, document) in zip(tables, annotated, strict=True)]
            self.selector.classifier.fit_context(tables, gold)
        return [self.selected(table) for table in tables]

    def use(self, coef: np.ndarray) -> None:
        """Take over weights, one per column of the vocabulary; columns of weight 0 are dropped."""
        weights = as_stored(coef)
        columns = np.flatnonzero(weights)
        self.features.keep(columns)
        self.weights = weights[columns]

    @property
    def language(self) -> str:
        """Code of the language that the model was trained on; "" where its base pipeline does not tell."""
        return self.own_base or language_of(self.base)

    def _warn_of_language(self, lower: Sequence[str], language: str) -> None:
        unlikely = self.language_warning(lower, language)
        if unlikely:
            warnings.warn(unlikely, CorefpipeWarning, stacklevel=2)

    def language_warning(self, words: Sequence[str], language: str) -> str:
        """The warning for a text in another language than the model's; "" if it does not look like one.

        Args:
            words: its words in lower case.
            language: code of the language of its Doc, for models that do not know their own.
        """
        expected = self.language or language
        found = other_language(words, expected)
        if not found:
            return ""
        ours = language_name(expected)
        return f"the text looks like {found}, but the model is for {ours}: it finds few chains, or wrong ones"

    def configure(self, **settings: Any) -> None:
        """Change settings, those of `Overrides`; None leaves one unchanged.

        Raises:
            SettingError: a value outside its range, or a setting that the decoder does not have or cannot use.
        """
        changed = self.configured(Overrides(**settings))
        self.features, self.decoder, self.min_probability = changed.features, changed.decoder, changed.min_probability
        self.constraints = changed.constraints

    def copied(self) -> Resolver:
        """A resolver that can be changed without changing this one; both share arrays, which nothing changes in place.

        `weights` of the copy cannot be written to, so that `resolver.weights[:] = …` is an error.
        """
        selector = self.selector and MentionSelector(copy(self.selector.classifier))
        weights = self.weights.view()
        weights.flags.writeable = False
        return replace(
            self,
            features=self.features.copied(),
            meta=deepcopy(self.meta),
            selector=selector,
            weights=weights,
            calibrations=dict(self.calibrations),
        )

    def configured(self, overrides: Overrides) -> Resolver:
        """A resolver with other settings and the same weights (see `configure`)."""
        found = replace(self)
        given = {name: value for name in ("gamma", "threshold") if (value := getattr(overrides, name)) is not None}
        if given:
            found.decoder = make_decoder(decoder_name(self.decoder), decoder_settings(self.decoder) | given)
        if overrides.mention_window is not None:
            spec = self.features.spec
            found.features = self.features.copied()
            found.features.spec = replace(spec, candidates=replace(spec.candidates, window=overrides.mention_window))
        if overrides.constraints is not None:
            found.constraints = tuple(overrides.constraints)
        if overrides.min_probability is not None:
            check_min_probability(found.decoder)
            found.min_probability = float(overrides.min_probability)
        elif overrides.threshold is not None:
            found.min_probability = None
        return found

    def to_disk(self, folder: str | Path, overwrite: bool = False) -> None:
        """Write the model to a new or empty folder, or with `overwrite` over another model (see `files.write_folder`).

        Raises:
            SettingError: there are other files, or a model that may not be overwritten.
        """
        files.write_folder(self, folder, overwrite)

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
