"""Resolver: mentions, features, weights and decoder as one; what the component, the command line and training share."""

from __future__ import annotations

import os
import tomllib
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
import srsly
from spacy.tokens import Doc

from corefpipe.chains.layout import Layout, write_chains
from corefpipe.clustering.decoders import Decoder, L3MDecoder, decode_with, takes_known
from corefpipe.clustering.links import Links
from corefpipe.clustering.registry import decoder_name, decoder_settings, make_decoder
from corefpipe.document import Document
from corefpipe.errors import ModelError, SettingError
from corefpipe.features import FeatureSet, MentionClassifier, MentionTable, gold_labels, gold_table
from corefpipe.features.engine.needs import explained
from corefpipe.mentions import Spans, detect
from corefpipe.parsing.parse import Parse, require_parse
from corefpipe.parsing.pipelines import NEW
from corefpipe.resolver.calibration import Calibration, Reliability, truth
from corefpipe.resolver.constraints.speakers import known_entities
from corefpipe.resolver.resolution import Decoded, Ranked, Resolution
from corefpipe.resolver.selection import MentionSelector
from corefpipe.resolver.settings import MentionSource, as_stored
from corefpipe.utils.toml import to_toml
from corefpipe.version import __version__

Given = Document | Sequence[tuple[int, int]]
FORMAT = 3  # of the model folder; a change that old code cannot read raises it
_BY_ACCIDENT = 0.05  # of the chains: so many singletons a corpus without any may have, where a span was in two chains
_FILES = ("resolver.toml", "features.toml", "weights.npz")


@dataclass(slots=True)
class Resolver:
    """A model of coreference.

    Args:
        features: the feature set.
        decoder: the decoder, with its settings.
        singletons: whether mentions that corefer with no other are part of the result.
        base: the pipeline whose parses it learned from: "en", a folder, a spaCy package, or "blank:LANGUAGE" where it
            learned from given ones.
        meta: where the model comes from: corpora, settings, scores.

    Attributes:
        selector: which of the detected spans to resolve.
        weights: (n_columns,) float32, one a column of the feature set's vocabulary.
        calibrations: how probable links are, for "predicted" mentions and for "given" ones.
        own_base: the language, where the base was trained with the model and lies in its folder, as `base`.
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

    def fit(
        self,
        annotated: Iterable[tuple[Doc, Document]],
        learner: Any,
        mentions: MentionSource = "predicted",
        partial: Iterable[tuple[Doc, Document]] = (),
    ) -> Resolver:
        """Learn the weights.

        Args:
            annotated: parsed Docs with the documents that hold their gold mentions, word for word.
            learner: has `fit(links, labels)` and then `coef_`, like `L3MLearner`.
            mentions: learn from the gold mentions, or from detected ones, those outside gold chains being singletons.
            partial: documents of corpora that annotate only some kinds of mentions: there the gold mentions are
                learned from, whatever `mentions` says, so that those outside the scheme are not taken for singletons.
        """
        learner.fit(*self.training_links(annotated, mentions, partial))
        if not hasattr(learner, "coef_"):
            raise ModelError(
                f"{type(learner).__name__} has learned no weights of features, which a model consists of",
                cure="Give it a linear classifier",
            )
        self.use(learner.coef_)
        return self

    def training_links(
        self,
        annotated: Iterable[tuple[Doc, Document]],
        mentions: MentionSource = "predicted",
        partial: Iterable[tuple[Doc, Document]] = (),
    ) -> tuple[Links, list[np.ndarray]]:
        """All of `fit` but the learner: what selects mentions and the vocabulary are learned.

        Returns:
            The links with features, one item set a document, and of each document (n_mentions,) the true labels.
        """
        tables, labels, _ = self.training_tables(annotated, mentions, partial)
        return self.features.links(tables), labels

    def training_tables(
        self,
        annotated: Iterable[tuple[Doc, Document]],
        mentions: MentionSource = "predicted",
        partial: Iterable[tuple[Doc, Document]] = (),
    ) -> tuple[list[MentionTable], list[np.ndarray], list[Document]]:
        """What `training_links` makes links of: the mentions of each document, their true labels, the document."""
        tables, documents = self._training_tables(annotated, mentions)
        some, documents_of_some = self._training_tables(partial, "gold")
        tables, documents = tables + some, documents + documents_of_some
        labels = [gold_labels(table.spans, document) for table, document in zip(tables, documents, strict=True)]
        if not sum(len(label) for label in labels):
            raise ModelError("nothing to learn from", cure="The training documents hold no mentions")
        alone = [len(chain) == 1 for document in documents for chain in document.chains().values()]
        self.singletons = mentions == "gold" and sum(alone) > _BY_ACCIDENT * len(alone)
        self.features.fit_tables(tables, labels)
        return tables, labels, documents

    def use(self, coef: np.ndarray) -> None:
        """Take weights, one a column of the vocabulary; columns of weight 0 go."""
        weights = as_stored(coef)
        columns = np.flatnonzero(weights)
        self.features.keep(columns)
        self.weights = weights[columns]

    def table(self, doc: Doc, given: Given | None = None) -> MentionTable:
        """The mentions of a parsed Doc: detected and selected, or those that are given."""
        if given is None:
            return self._selected(_detected_table(doc))
        if isinstance(given, Document):
            return gold_table(doc, given)
        require_parse(doc)
        parse = Parse.from_doc(doc)
        return MentionTable(parse, Spans.given(given, parse))

    def _training_tables(
        self, annotated: Iterable[tuple[Doc, Document]], mentions: MentionSource
    ) -> tuple[list[MentionTable], list[Document]]:
        tables, documents = [], []
        for doc, document in annotated:
            tables.append(gold_table(doc, document) if mentions == "gold" else _detected_table(doc))
            documents.append(document)
        if mentions == "predicted":
            self.selector = MentionSelector(MentionClassifier(self.features.spec.start))
            with explained(self.features.spec, tables):
                self.selector.fit(tables, list(map(_are_gold, tables, documents)))
            tables = [self._selected(table) for table in tables]
        return tables, documents

    def _selected(self, table: MentionTable) -> MentionTable:
        selector = self.selector or MentionSelector(MentionClassifier(self.features.spec.start))
        with explained(self.features.spec, [table]):
            return selector.select(table)

    def resolve(self, doc: Doc, given: Given | None = None) -> Resolution:
        """Find the chains of a parsed Doc, which stays as it is.

        Args:
            doc: with a dependency parse and parts of speech.
            given: the mentions to cluster, as a Document of the same words or as (start, end) in tokens; None detects
                them.
        """
        found = self.decode(self.table(doc, given))
        ranked = Ranked.of(found.links, found.scores, found.decoding)
        calibration = self.calibration("predicted" if given is None else "given")
        return Resolution(
            found.table.spans,
            found.table.values("kind"),
            found.decoding,
            ranked,
            calibration.links(ranked),
            calibration.starts(ranked),
            found.settled,
        )

    def decode(self, table: MentionTable) -> Decoded:
        """Cluster the mentions of a table; what speakers tell of them goes before what the model thinks."""
        links, scores = self.features.score(table, self.weights)
        known = known_entities(table) if takes_known(self.decoder) else None
        decoding = decode_with(self.decoder, links, scores, known)
        settled = np.zeros(len(table), dtype=bool) if known is None else known.settled()
        return Decoded(table, links, scores, decoding, settled)

    def calibration(self, mentions: str) -> Calibration:
        """How probable links are among "predicted" or "given" mentions; the model's own word where not learned."""
        return self.calibrations.get(mentions, Calibration())

    def calibrate(
        self, annotated: Iterable[tuple[Doc, Document]], mentions: MentionSource = "predicted"
    ) -> Reliability:
        """Learn how often links are right from documents that the weights were not learned from.

        Args:
            annotated: parsed Docs with the documents that hold their gold mentions, word for word.
            mentions: as the model will meet them.

        Returns:
            How reliable the probabilities of links are on these documents now.
        """
        ranked, labels = self.ranked(annotated, mentions)
        name = "predicted" if mentions == "predicted" else "given"
        self.calibrations = {**self.calibrations, name: Calibration.fit(ranked, labels)}
        right, _ = truth(ranked, labels)
        said = [self.calibrations[name].links(one) for one in ranked]
        return Reliability.of(np.concatenate([np.zeros(0), *said]), right)

    def ranked(
        self, annotated: Iterable[tuple[Doc, Document]], mentions: MentionSource = "predicted"
    ) -> tuple[list[Ranked], list[np.ndarray]]:
        """The likeliest links of each document, and of each its mentions' true labels: what calibration learns from."""
        ranked, labels = [], []
        for doc, document in annotated:
            found = self.decode(self.table(doc, document if mentions == "gold" else None))
            ranked.append(Ranked.of(found.links, found.scores, found.decoding))
            labels.append(gold_labels(found.table.spans, document))
        return ranked, labels

    def write(self, doc: Doc, resolution: Resolution, singletons: bool | None = None, layout: Layout = "spans") -> Doc:
        """Write a resolution to a Doc (see `corefpipe.chains.layout`); singletons as the model has it unless said."""
        return write_chains(doc, resolution.found(self.singletons if singletons is None else singletons), layout)

    def tune(self, gamma: float | None = None, threshold: float | None = None, window: int | None = None) -> None:
        """Change settings; None leaves one as it is.

        Args:
            gamma: temperature of the decoder, in [0, 1].
            threshold: added to the score of starting a chain.
            window: how many mentions before it a mention is compared with.

        Raises:
            SettingError: a decoder without that setting, or a value outside its range.
        """
        given = {name: value for name, value in (("gamma", gamma), ("threshold", threshold)) if value is not None}
        if given:
            self.decoder = make_decoder(decoder_name(self.decoder), decoder_settings(self.decoder) | given)
        if window is not None:
            spec = self.features.spec
            self.features.spec = replace(spec, candidates=replace(spec.candidates, window=window))

    def __call__(self, doc: Doc, given: Given | None = None) -> Doc:
        """Resolve a Doc and write the chains to it."""
        return self.write(doc, self.resolve(doc, given))

    def to_bytes(self) -> bytes:
        """The model as bytes."""
        return srsly.msgpack_dumps(self._files())

    @classmethod
    def from_bytes(cls, data: bytes) -> Resolver:
        """A model from its bytes."""
        try:
            files = srsly.msgpack_loads(data)
        except ValueError as error:
            raise _unreadable(error, "the model's bytes") from error
        return cls._from_files(files, "the model's bytes")

    def to_disk(self, folder: str | Path) -> None:
        """Write the model to a folder: `resolver.toml`, `features.toml`, `weights.npz`."""
        folder = Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        files = self._files()
        for name, data in files.items():
            (folder / f".{name}.new").write_bytes(data)
        for name in files:  # all complete before the first takes its place
            os.replace(folder / f".{name}.new", folder / name)

    @classmethod
    def from_disk(cls, folder: str | Path) -> Resolver:
        """Read a model folder.

        Raises:
            ModelError: no model there, an incomplete one, or one of another format version.
        """
        folder = Path(folder)
        missing = [name for name in _FILES if not (folder / name).is_file()]
        if missing:
            raise ModelError(
                f"not a corefpipe model: {', '.join(missing)} missing" if folder.is_dir() else "no such model folder",
                cure='Give "en" or a folder that `corefpipe train` wrote',
                file=str(folder),
            )
        resolver = cls._from_files({name: (folder / name).read_bytes() for name in _FILES}, str(folder))
        if resolver.own_base:
            resolver.base = str(folder / "base")
        return resolver

    def _files(self) -> dict[str, bytes]:
        arrays = BytesIO()
        np.savez_compressed(arrays, **self._arrays())  # type: ignore[arg-type]
        settings = {
            "format": FORMAT,
            "version": __version__,
            "base": f"{NEW}{self.own_base}" if self.own_base else self.base,
            "singletons": self.singletons,
            "window": self.features.spec.candidates.window,
            "decoder": {"name": decoder_name(self.decoder), **decoder_settings(self.decoder)},
            "calibration": {name: self.calibrations[name].weights for name in sorted(self.calibrations)},
            "meta": self.meta,
        }
        texts = (to_toml(settings).encode(), self.features.spec.text.encode())
        return dict(zip(_FILES, (*texts, arrays.getvalue()), strict=True))

    def _arrays(self) -> dict[str, np.ndarray]:
        """All arrays of the model; a part's name stands before the name of each of its arrays."""
        arrays = {"link/weights": self.weights.astype(np.float16), **self.features.to_arrays()}
        if self.selector is not None:
            arrays |= {f"mention/{name}": array for name, array in self.selector.classifier.to_arrays().items()}
        return arrays

    def _use_arrays(self, arrays: Mapping[str, np.ndarray]) -> None:
        self.features.use_arrays(arrays)
        self.weights = arrays["link/weights"].astype(np.float32)
        if self.weights.shape != (len(self.features.fitted),):
            raise ValueError(f"{self.weights.shape} weights for {len(self.features.fitted)} features")
        mention = {
            name.removeprefix("mention/"): array for name, array in arrays.items() if name.startswith("mention/")
        }
        if mention:
            self.selector = MentionSelector(MentionClassifier.from_arrays(self.features.spec.start, mention))

    @classmethod
    def _from_files(cls, files: dict[str, bytes], where: str) -> Resolver:
        try:
            settings = tomllib.loads(files["resolver.toml"].decode())
            _check_version(settings, where)
            text = files["features.toml"].decode()
            features = FeatureSet.parse(text, f"{where}/features.toml", window=settings.get("window"))
            decoder = dict(settings["decoder"])
            resolver = cls(
                features,
                make_decoder(decoder.pop("name"), decoder),
                settings["singletons"],
                settings["base"],
                settings["meta"],
            )
            if resolver.base.startswith(NEW):
                resolver.own_base = resolver.base.removeprefix(NEW)
            for name, weights in settings.get("calibration", {}).items():
                resolver.calibrations[name] = Calibration.of(weights)
            with np.load(BytesIO(files["weights.npz"]), allow_pickle=False) as arrays:
                resolver._use_arrays({name: arrays[name] for name in arrays.files})
        except ModelError:
            raise
        except (ValueError, LookupError, TypeError, OSError, EOFError, BadZipFile, zlib.error) as error:
            raise _unreadable(error, where) from error
        return resolver


def _detected_table(doc: Doc) -> MentionTable:
    require_parse(doc)
    parse = Parse.from_doc(doc)
    return MentionTable(parse, detect(parse))


def _are_gold(table: MentionTable, document: Document) -> np.ndarray:
    """(n_mentions,) bool: whether each span is a gold mention."""
    gold = {mention.span for mention in document.mentions}
    return np.array([(start, end) in gold for start, end, _ in table.triples()], dtype=bool)


def _check_version(settings: dict[str, Any], where: str) -> None:
    if settings.get("format") != FORMAT:
        raise ModelError(
            f"a model of format {settings.get('format')} (corefpipe {settings.get('version', 'unknown')}); "
            f"this corefpipe {__version__} reads format {FORMAT}",
            cure="Train it again, or install that version",
            file=where,
        )


def _unreadable(error: Exception, where: str) -> ModelError:
    if isinstance(error, SettingError) and error.cure:  # such as the name of a feature that nobody registered
        return ModelError(f"the model cannot be read: {error}", file=where)
    what = " ".join(str(error).split()) or type(error).__name__
    return ModelError(f"the model cannot be read: {what}", cure="Train it again", file=where)
