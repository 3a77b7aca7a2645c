"""Feature sets as estimators: `fit` learns the columns from documents, `transform` computes the feature matrix."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from spacy.tokens import Doc

from corefpipe.clustering.links import Links
from corefpipe.clustering.scored_block import ScoredBlock
from corefpipe.document import Document
from corefpipe.exceptions import SettingError
from corefpipe.features.engine.gold import gold_tables
from corefpipe.features.engine.growing import Growing
from corefpipe.features.engine.learned import LEARNED, LearnedModel, no_network
from corefpipe.features.engine.link_scores import LinkWeights
from corefpipe.features.engine.matrix import build_links, count_features, score_blocks
from corefpipe.features.engine.needs import explained
from corefpipe.features.engine.registry import CONTEXT
from corefpipe.features.engine.spec import Spec
from corefpipe.features.engine.spec_errors import is_a
from corefpipe.features.engine.table import MentionTable
from corefpipe.features.engine.vocabulary import Vocabulary
from corefpipe.network.context import Context
from corefpipe.parsing.annotate import Watch, unwatched

Annotated = Doc | tuple[Doc, Document]


class FeatureSet:
    """A feature set and its vocabulary, which turn documents into candidate links with features.

    >>> from corefpipe.features import FeatureSet
    >>> features = FeatureSet("soon2001")
    >>> features.fit_transform(annotated).features.shape
    (275, 17)

    Args:
        name: name of a packaged set, or path of a TOML file.
        min_count: features on fewer links are dropped.
        window: number of mentions before an anaphor that are candidates; None for the default of the set.

    Attributes:
        spec: the definition of the set.
        vocabulary: the columns; None before `fit`.
        models: the trained models behind learned features, by name, and the network of features of context.
    """

    def __init__(self, name: str | Path = "default", *, min_count: int = 1, window: int | None = None):
        self._set(Spec.load(name), min_count, window)

    def _set(self, spec: Spec, min_count: int = 1, window: int | None = None) -> None:
        if not is_a(min_count, int) or min_count < 1:
            raise SettingError(
                f"{{setting}} is {min_count!r}", setting="min_count", cure="It counts links: 1 keeps every feature"
            )
        if window is not None:
            spec = replace(spec, candidates=replace(spec.candidates, window=window))
        self.spec = spec
        self.min_count = min_count
        self.vocabulary: Vocabulary | None = None
        self.models: dict[str, Any] = {}
        self._weights: list[tuple[LinkWeights, LinkWeights]] = []  # at most one; copies share the list

    @classmethod
    def parse(cls, text: str, file: str | None = None, *, min_count: int = 1, window: int | None = None) -> FeatureSet:
        """From the text of a TOML file."""
        features = cls.__new__(cls)
        features._set(Spec.parse(text, file), min_count, window)
        return features

    def copied(self) -> FeatureSet:
        """A set with the same columns and models, which can be changed without changing this one."""
        found = copy(self)
        found.models = dict(self.models)
        return found

    def add(self, name: str | Path) -> None:
        """Add the groups of features of another set, by name or path; they have no columns in the vocabulary yet."""
        old = (*self.spec.link, *self.spec.start)
        self.spec = self.spec.joined(Spec.load(name))
        if self.vocabulary is not None:
            self.vocabulary = self.vocabulary.of_templates((*self.spec.link, *self.spec.start), old)

    @property
    def name(self) -> str:
        """The name of the set."""
        return self.spec.name

    def fit(self, docs: Iterable[Annotated], y: None = None) -> FeatureSet:
        """Learn the vocabulary, and train the models behind learned features.

        Args:
            docs: parsed Docs with gold mentions in `doc.spans["coref"]`, or pairs of a Doc and the Document with the
                same words and the gold mentions.
            y: ignored; the chains are in the documents.
        """
        self._check_network()
        tables, labels = gold_tables(docs)
        return self.fit_tables(tables, labels)

    def _check_network(self) -> None:
        """Raise SettingError if features of context lack a network."""
        if self.spec.reads_context and self.context is None:
            raise no_network()

    def transform(self, docs: Iterable[Annotated]) -> Links:
        """The candidate links of documents with their features, one item set per document.

        A set that has not been fitted is fitted on these documents.

        Raises:
            AnnotationError: a Doc without the annotation that a feature reads.
        """
        self._check_network()
        tables, labels = gold_tables(docs)
        if self.vocabulary is None:
            self.fit_tables(tables, labels)
        return self.links(tables)

    def fit_transform(self, docs: Iterable[Annotated], y: None = None) -> Links:
        """`fit`, then `transform`, reading each document once."""
        self._check_network()
        tables, labels = gold_tables(docs)
        return self.fit_tables(tables, labels).links(tables)

    def get_feature_names_out(self, input_features: None = None) -> np.ndarray:
        """(n_columns,) names of the columns, such as "head_match & ana.type=name & ante.type=name"."""
        return np.array(self.fitted.names(), dtype=object)

    def fit_tables(
        self, tables: Sequence[MentionTable], labels: Sequence[np.ndarray], watch: Watch = unwatched
    ) -> FeatureSet:
        """`fit` on mention tables and the true chains, one int array per document; `watch` shows progress."""
        self.models = self._network()
        self._attach_models(tables)
        with explained(self.spec, tables):
            for name in watch(self.spec.learned, "learn features", len(self.spec.learned)):
                model = LEARNED[name]()
                model.fit(tables, labels)
                self.models[name] = model
            watched = watch(tables, "count features", len(tables))
            every = range(len(self.spec.link) + len(self.spec.start))
            chosen = every if self.context is not None else set(every) - self.spec.of_context
            self.vocabulary = count_features(watched, self.spec, self.min_count, chosen)
        return self

    def fit_context(self, tables: Sequence[MentionTable], watch: Watch = unwatched) -> np.ndarray:
        """Add the columns of the groups with features of context, which some documents have.

        Returns:
            (n_columns,) the number that each column had before, -1 for a new one.
        """
        known = self.fitted
        self._attach_models(tables)
        with explained(self.spec, tables):
            watched = watch(tables, "count features", len(tables))
            new = count_features(watched, self.spec, self.min_count, self.spec.of_context)
        kept = np.flatnonzero(~np.isin(known.template, list(self.spec.of_context)))
        self.vocabulary, order = known.only(kept).joined(new)
        return np.append(kept, np.full(len(new), -1))[order]

    def links(self, tables: Sequence[MentionTable], watch: Watch = unwatched) -> Links:
        """`transform` on mention tables; `watch` shows progress."""
        vocabulary = self.fitted
        self._attach_models(tables)
        with explained(self.spec, tables):
            return build_links(watch(tables, "compute features", len(tables)), self.spec, vocabulary)

    def score(self, table: MentionTable, weights: np.ndarray) -> tuple[Links, np.ndarray]:
        """The candidate links of one document, without features, and (n_links,) their scores by the given weights."""
        counts, antecedent, scores = Growing(np.int64), Growing(np.int32), Growing(np.float64)
        for block in self.score_blocks(table, weights):
            counts.add(np.diff(block.indptr))
            antecedent.add(block.antecedent)
            scores.add(block.scores)
        indptr = np.append(0, np.cumsum(counts.done()))
        sets = np.array([0, len(table)], dtype=np.int64)
        return Links.without_features(sets, indptr, antecedent.done()), scores.done()

    def score_blocks(self, table: MentionTable, weights: np.ndarray, first: int = 0) -> Iterator[ScoredBlock]:
        """The same block by block, in the order of the mentions, so that all links need never exist at once.

        Mentions before row `first` have no candidates.
        """
        yield from ScoredBlock.without_links(first, len(table))
        self._attach_models([table])
        with explained(self.spec, [table]):
            yield from score_blocks(table, self.spec, *self._weights_of(weights), first)

    def _weights_of(self, weights: np.ndarray) -> tuple[LinkWeights, LinkWeights]:
        """The weights of links to antecedents, and of dummies, as tables; made once for all copies with these."""
        if self._weights and not self._weights[0][0].is_of(self.fitted, weights):
            self._weights = []  # the copies of before go on with theirs
        if not self._weights:
            first, last = len(self.spec.link), len(self.spec.link) + len(self.spec.start)
            self._weights.append(
                (LinkWeights(self.fitted, weights, 0, first), LinkWeights(self.fitted, weights, first, last))
            )
        return self._weights[0]

    def to_arrays(self) -> dict[str, np.ndarray]:
        """The arrays that a model file stores of the fitted set."""
        parts = {"link": self.fitted.to_arrays()}
        parts |= {f"learned.{name}": model.to_arrays() for name, model in self.trained_models().items()}
        return {f"{part}/{name}": array for part, arrays in parts.items() for name, array in arrays.items()}

    def use_arrays(self, arrays: Mapping[str, np.ndarray]) -> None:
        """Restore a fitted set from the arrays of `to_arrays`; other arrays are ignored.

        Raises:
            ValueError, LookupError: arrays that do not fit the set, or are missing.
        """
        parts: dict[str, dict[str, np.ndarray]] = {}
        for name, array in arrays.items():
            part, _, own = name.rpartition("/")
            parts.setdefault(part, {})[own] = array
        vocabulary = Vocabulary.from_arrays((*self.spec.link, *self.spec.start), parts["link"])
        models = {name: LEARNED[name]() for name in self.spec.learned}
        for name, model in models.items():
            model.load(parts[f"learned.{name}"])
        self.vocabulary, self.models = vocabulary, {**models, **self._network()}

    @property
    def context(self) -> Context | None:
        """The network that reads the documents for features of context."""
        return self.models.get(CONTEXT)

    def use_context(self, context: Context | None) -> None:
        """Let a network read the documents, for features of context; None for no network."""
        self.models = self.trained_models() if context is None else {**self.models, CONTEXT: context}

    def _network(self) -> dict[str, Any]:
        """The network as a model, if there is one."""
        return {name: model for name, model in self.models.items() if name == CONTEXT}

    def trained_models(self) -> dict[str, LearnedModel]:
        """The models that were trained on the documents, by name."""
        return {name: model for name, model in self.models.items() if name != CONTEXT}

    def keep(self, columns: np.ndarray) -> None:
        """Drop all columns but these, ascending."""
        self.vocabulary = self.fitted.only(columns)

    @property
    def fitted(self) -> Vocabulary:
        """The vocabulary; SettingError before `fit`."""
        if self.vocabulary is None:
            raise SettingError(f"the feature set '{self.name}' has no vocabulary", cure="Call fit first")
        return self.vocabulary

    def _attach_models(self, tables: Iterable[MentionTable]) -> None:
        for table in tables:
            table.use_models(self.models)
