"""Resolver: mentions, features, weights and decoder as one; what the component, the command line and training share."""

from __future__ import annotations

import json
import os
import re
import tomllib
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any, Literal
from zipfile import BadZipFile

import numpy as np
import srsly
from scipy import sparse
from spacy.tokens import Doc, Span, SpanGroup

import corefpipe
from corefpipe.annotate import SPANS_KEY
from corefpipe.clustering.decoders import Decoding, L3MDecoder
from corefpipe.clustering.links import Links
from corefpipe.document import Document
from corefpipe.errors import AnnotationError, ModelError
from corefpipe.features import BITS, FeatureSet, MentionTable, build_links, score_links
from corefpipe.mentions import Spans, detect
from corefpipe.parse import Parse
from corefpipe.selection import MentionSelector

MentionSource = Literal["predicted", "gold"]
FORMAT = 1  # of the model folder; a change that old code cannot read raises it
_FILES = ("resolver.toml", "features.toml", "weights.npz")


@dataclass(slots=True, frozen=True)
class Resolution:
    """The mentions of one Doc and how they cluster; arrays of one value a mention.

    Attributes:
        spans: the mentions, in tokens of the Doc.
        kinds: pronoun, name, nominal, coordination or verb.
        decoding: cluster labels, antecedents, probabilities.
    """

    spans: Spans
    kinds: list[str]
    decoding: Decoding


@dataclass(slots=True)
class Resolver:
    """A model of coreference.

    Args:
        features: the feature set.
        decoder: the decoder, with its settings.
        singletons: whether mentions that corefer with no other are part of the result.
        base: the pipeline whose parses it learned from: "en", a folder, or a spaCy package.
        meta: where the model comes from: corpora, settings, scores.

    Attributes:
        selector: which of the detected spans to resolve.
        weights: (2**BITS,) float32, one a hashed feature of a link.
    """

    features: FeatureSet
    decoder: L3MDecoder = field(default_factory=L3MDecoder)
    singletons: bool = False
    base: str = "en"
    meta: dict[str, Any] = field(default_factory=dict)
    selector: MentionSelector = field(default_factory=MentionSelector)
    weights: np.ndarray = field(default_factory=lambda: np.zeros(1 << BITS, dtype=np.float32))

    def fit(
        self,
        annotated: Iterable[tuple[Doc, Document]],
        learner: Any,
        mentions: MentionSource = "predicted",
        min_count: int = 5,
        partial: Iterable[tuple[Doc, Document]] = (),
    ) -> Resolver:
        """Learn the weights.

        Args:
            annotated: parsed Docs with the documents that hold their gold mentions, word for word.
            learner: has `fit(links, labels)` and then `coef_`, like `L3MLearner`.
            mentions: learn from the gold mentions, or from detected ones, those outside gold chains being singletons.
            min_count: features seen on fewer links are left out.
            partial: documents of corpora that annotate only some kinds of mentions: there the gold mentions are
                learned from, whatever `mentions` says, so that those outside the scheme are not taken for singletons.
        """
        tables, documents = self._training_tables(annotated, mentions)
        some, documents_of_some = self._training_tables(partial, "gold")
        tables, documents = tables + some, documents + documents_of_some
        labels = [gold_labels(table.spans, document) for table, document in zip(tables, documents, strict=True)]
        if not sum(len(label) for label in labels):
            raise ModelError("nothing to learn from", cure="The training documents hold no mentions")
        self.singletons = mentions == "gold" and any(
            len(chain) == 1 for document in documents for chain in document.chains().values()
        )
        parts = [build_links(table, self.features) for table in tables]
        links = Links.stack(parts)
        parts.clear()
        links, columns = _compact(links, min_count)
        learner.fit(links, labels)
        self.weights = np.zeros(1 << BITS, dtype=np.float32)
        # At the precision of the model's files, so that a model read back gives the same chains.
        self.weights[columns] = learner.coef_.astype(np.float16)
        return self

    def _training_tables(
        self, annotated: Iterable[tuple[Doc, Document]], mentions: MentionSource
    ) -> tuple[list[MentionTable], list[Document]]:
        tables, documents = [], []
        for doc, document in annotated:
            tables.append(_gold_table(doc, document) if mentions == "gold" else _detected_table(doc))
            documents.append(document)
        if mentions == "predicted":
            self.selector = MentionSelector().fit(tables, list(map(_are_gold, tables, documents)), self.features)
            tables = [self._selected(table) for table in tables]
        return tables, documents

    def _selected(self, table: MentionTable) -> MentionTable:
        return MentionTable(table.parse, self.selector.select(table, self.features))

    def resolve(self, doc: Doc, document: Document | None = None) -> Resolution:
        """Find the chains of a parsed Doc, which stays as it is.

        Args:
            doc: with a dependency parse and parts of speech.
            document: whose mentions to cluster, word for word; None detects them.
        """
        table = self._selected(_detected_table(doc)) if document is None else _gold_table(doc, document)
        decoding = self.decoder.decode(*score_links(table, self.features, self.weights))
        return Resolution(table.spans, table.values("kind"), decoding)

    def write(self, doc: Doc, resolution: Resolution, singletons: bool | None = None) -> Doc:
        """Write a resolution to `doc.spans["coref"]`: label = kind of mention, id and kb_id = entity id."""
        keep = self.singletons if singletons is None else singletons
        labels = resolution.decoding.labels
        kept = np.flatnonzero((np.bincount(labels)[labels] > 1) | keep) if len(labels) else np.zeros(0, dtype=int)
        entity = {label: str(i) for i, label in enumerate(dict.fromkeys(labels[kept].tolist()), 1)}
        spans = []
        for i in kept.tolist():
            name = entity[int(labels[i])]
            start, end = int(resolution.spans.start[i]), int(resolution.spans.end[i])
            spans.append(Span(doc, start, end, label=resolution.kinds[i], kb_id=name, span_id=name))
        attrs = {"probabilities": [round(p, 4) for p in resolution.decoding.probability[kept].tolist()]}
        doc.spans[SPANS_KEY] = SpanGroup(doc, name=SPANS_KEY, attrs=attrs, spans=spans)
        return doc

    def __call__(self, doc: Doc, document: Document | None = None) -> Doc:
        """Resolve a Doc and write the chains to it."""
        return self.write(doc, self.resolve(doc, document))

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
        return cls._from_files({name: (folder / name).read_bytes() for name in _FILES}, str(folder))

    def _files(self) -> dict[str, bytes]:
        arrays = BytesIO()
        packed = _packed("link", self.weights) | _packed("mention", self.selector.weights)
        np.savez_compressed(arrays, **packed)  # type: ignore[arg-type]
        settings = {
            "format": FORMAT,
            "version": corefpipe.__version__,
            "base": self.base,
            "gamma": self.decoder.gamma,
            "threshold": self.decoder.threshold,
            "singletons": self.singletons,
            "bits": BITS,
            "meta": self.meta,
        }
        texts = (_to_toml(settings).encode(), self.features.text.encode())
        return dict(zip(_FILES, (*texts, arrays.getvalue()), strict=True))

    @classmethod
    def _from_files(cls, files: dict[str, bytes], where: str) -> Resolver:
        try:
            settings = tomllib.loads(files["resolver.toml"].decode())
            _check_version(settings, where)
            with np.load(BytesIO(files["weights.npz"]), allow_pickle=False) as arrays:
                weights, of_mentions = _unpacked("link", arrays), _unpacked("mention", arrays)
            resolver = cls(
                FeatureSet.parse(files["features.toml"].decode(), f"{where}/features.toml"),
                L3MDecoder(settings["gamma"], settings["threshold"]),
                settings["singletons"],
                settings["base"],
                settings["meta"],
                MentionSelector(of_mentions),
                weights,
            )
        except ModelError:
            raise
        except (ValueError, LookupError, TypeError, OSError, EOFError, BadZipFile, zlib.error) as error:
            raise _unreadable(error, where) from error
        return resolver


def _detected_table(doc: Doc) -> MentionTable:
    parse = Parse.from_doc(doc)
    return MentionTable(parse, detect(parse))


def _gold_table(doc: Doc, document: Document) -> MentionTable:
    if len(document) != len(doc):
        raise AnnotationError(
            f"{len(document)} words, its Doc has {len(doc)}",
            cure="Gold mentions need a Doc of the very words, such as annotate makes",
            document=document.name,
        )
    parse = Parse.from_doc(doc)
    return MentionTable(parse, Spans.given((mention.span for mention in document.mentions), parse))


def _are_gold(table: MentionTable, document: Document) -> np.ndarray:
    """(n_mentions,) bool: whether each span is a gold mention."""
    gold = {mention.span for mention in document.mentions}
    return np.array([(start, end) in gold for start, end, _ in table.triples()], dtype=bool)


def gold_labels(spans: Spans, document: Document) -> np.ndarray:
    """(n_spans,) int32: the gold chain of each span; a span outside all chains has a label of its own."""
    chain = {mention.span: f"={mention.entity}" for mention in reversed(document.mentions)}
    names = [chain.get(span, f"{span}") for span in zip(spans.start.tolist(), spans.end.tolist(), strict=True)]
    numbers: dict[str, int] = {}
    return np.array([numbers.setdefault(name, len(numbers)) for name in names], dtype=np.int32)


def _packed(name: str, weights: np.ndarray) -> dict[str, np.ndarray]:
    columns = np.flatnonzero(weights).astype(np.int32)
    # Steps from column to column are small numbers, which pack well.
    return {f"{name}_steps": np.diff(columns, prepend=0), f"{name}_weights": weights[columns].astype(np.float16)}


def _unpacked(name: str, arrays: Mapping[str, np.ndarray]) -> np.ndarray:
    columns, values = np.cumsum(arrays[f"{name}_steps"]), arrays[f"{name}_weights"]
    if columns.shape != values.shape:
        raise ValueError(f"{values.shape} weights for {columns.shape} columns")
    weights = np.zeros(1 << BITS, dtype=np.float32)
    weights[columns] = values
    return weights


def _compact(links: Links, min_count: int) -> tuple[Links, np.ndarray]:
    """Links over the columns that occur on at least `min_count` links, and the numbers of those columns."""
    counts = np.bincount(links.features.indices, minlength=links.features.shape[1])
    columns = np.flatnonzero(counts >= min_count)
    number = np.full(len(counts), -1, dtype=np.int32)
    number[columns] = np.arange(len(columns), dtype=np.int32)
    indices = number[links.features.indices]
    kept = indices >= 0
    rows = np.concatenate([[0], np.cumsum(kept)])[links.features.indptr]
    matrix = sparse.csr_matrix(
        (links.features.data[kept], indices[kept], rows), shape=(len(links), len(columns)), copy=False
    )
    return Links(links.sets, links.indptr, links.antecedent, matrix), columns


def _check_version(settings: dict[str, Any], where: str) -> None:
    if settings.get("format") != FORMAT or settings.get("bits") != BITS:
        raise ModelError(
            f"a model of format {settings.get('format')} (corefpipe {settings.get('version', 'unknown')}); "
            f"this corefpipe {corefpipe.__version__} reads format {FORMAT}",
            cure="Train it again, or install that version",
            file=where,
        )


def _unreadable(error: Exception, where: str) -> ModelError:
    what = " ".join(str(error).split()) or type(error).__name__
    return ModelError(f"the model cannot be read: {what}", cure="Train it again", file=where)


def _to_toml(settings: dict[str, Any]) -> str:
    """Flat values and one level of tables."""
    lines = [_toml_line(key, value) for key, value in settings.items() if not isinstance(value, dict)]
    for name, table in settings.items():
        if isinstance(table, dict):
            lines += ["", f"[{name}]", *(_toml_line(key, value) for key, value in table.items())]
    return "\n".join(lines) + "\n"


def _toml_line(key: str, value: Any) -> str:
    """JSON's strings, numbers, bools and arrays are TOML's, but for its escapes beyond the basic plane."""
    name = key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else json.dumps(key, ensure_ascii=False)
    return f"{name} = {json.dumps(value, ensure_ascii=False)}"
