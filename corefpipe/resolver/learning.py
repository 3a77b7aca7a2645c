"""Learn what comes before the weights from parsed documents: mention selector and vocabulary."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from spacy.tokens import Doc

from corefpipe.clustering.links import Links
from corefpipe.document import Document
from corefpipe.exceptions import ModelError
from corefpipe.features import FeatureSet, MentionClassifier, MentionTable, gold_table, table_labels
from corefpipe.features.engine.needs import explained
from corefpipe.parsing.annotate import Watch, unwatched
from corefpipe.resolver.constraints.registry import constraints_of
from corefpipe.resolver.selection import MentionSelector
from corefpipe.resolver.settings import MentionSource
from corefpipe.resolver.tables import detected_table

Annotated = tuple[Doc, Document]
"""A parsed Doc with the Document that holds its gold mentions, word for word."""

_ACCIDENTAL = 0.05
"""Share of singletons below which they count as annotation errors, such as a span in two chains."""


@dataclass(slots=True, frozen=True)
class TrainingTables:
    """The mentions to learn from.

    Attributes:
        tables: one per document.
        labels: per document (n_mentions,) int32, the true chain of each mention.
        documents: the documents.
        known: per document (n_mentions,) bool, whether a mention's chain is known; None where all are.
        singletons: whether the corpus annotates singletons, so that a model should give them.
        selector: chooses among detected spans; None where gold mentions are learned from.
    """

    tables: list[MentionTable]
    labels: list[np.ndarray]
    documents: list[Document]
    known: list[np.ndarray | None]
    singletons: bool
    selector: MentionSelector | None

    def links(self, features: FeatureSet, constraints: Sequence[str] = (), watch: Watch = unwatched) -> Links:
        """The links of all documents by a fitted feature set, one item set per document, without those forbidden.

        Of a document with unknown chains these remain: of each known mention that corefers with an earlier known one,
        the links to known mentions; and the links to the dummy, which teach nothing where there is no other.

        Args:
            features: the feature set.
            constraints: names of the constraints under which will be decoded.
            watch: shows progress.
        """
        links = allowed_links(features, self.tables, constraints, watch)
        if all(known is None for known in self.known):
            return links
        parts = zip(links.bare(), self.labels, self.known, strict=True)
        return links.only(np.concatenate([_taught(*part) for part in parts]))


def learn_tables(
    features: FeatureSet,
    annotated: Iterable[Annotated],
    mentions: MentionSource = "predicted",
    partial: Iterable[Annotated] = (),
    sparse: Iterable[Annotated] = (),
    watch: Watch = unwatched,
) -> TrainingTables:
    """Learn everything before the weights: which spans are mentions, and the vocabulary of the feature set.

    Args:
        features: the feature set, which is fitted.
        annotated: what to learn from.
        mentions: learn from the gold mentions, or from detected ones, those outside gold chains being singletons.
        partial: documents of corpora that annotate only some kinds of mentions: there the gold mentions are learned
            from, whatever `mentions` says, so that mentions outside the scheme do not count as singletons.
        sparse: documents of which a few mentions are annotated, such as GAP's: to which of them they link is learned,
            among all mentions that the model finds.
        watch: shows progress.

    Raises:
        ModelError: the documents hold no mentions.
    """
    selector = None
    if mentions == "gold":
        tables, documents = _gold_tables(annotated)
    else:
        tables, documents = [], []
        for doc, document in annotated:  # one by one: Docs take more memory than tables
            tables.append(detected_table(doc))
            documents.append(document)
        selector = MentionSelector(MentionClassifier(features.spec.mention))
        for table in tables:
            table.use_models(features.models)
        with explained(features.spec, tables):
            gold = list(map(are_gold, tables, documents))
            for one in watch([selector], "learn mentions", 1):
                one.fit(tables, gold)
                odds = one.cross_fitted(tables, gold)
            found = zip(tables, odds, strict=True)
            tables = [selector.select(*one) for one in watch(found, "select mentions", len(tables))]
    singletons = _has_singletons(documents)
    more_tables, more_documents = _gold_tables(partial)
    tables, documents = tables + more_tables, documents + more_documents
    labels = list(map(table_labels, tables, documents))
    if not any(len(label) for label in labels):
        raise ModelError("nothing to learn from", cure="The training documents hold no mentions")
    features.fit_tables(tables, labels, watch)
    known: list[np.ndarray | None] = [None] * len(tables)
    for doc, document in sparse:
        table = gold_table(doc, document)
        if selector is not None:
            table = selector.select_with(detected_table(doc), table.mentions)
        tables.append(table)
        documents.append(document)
        labels.append(table_labels(table, document))
        known.append(are_gold(table, document))
    return TrainingTables(tables, labels, documents, known, singletons, selector)


def allowed_links(
    features: FeatureSet, tables: Sequence[MentionTable], constraints: Sequence[str], watch: Watch = unwatched
) -> Links:
    """The links of documents by a fitted feature set, without those that constraints of these names forbid."""
    links = features.links(tables, watch)
    if not constraints:
        return links
    kept = [_allowed(table, one, constraints) for table, one in zip(tables, links.bare(), strict=True)]
    return links.only(np.concatenate([np.zeros(0, dtype=bool), *kept]))


def _allowed(table: MentionTable, links: Links, names: Sequence[str]) -> np.ndarray:
    """(n_links,) bool: which links of one document no constraint forbids."""
    found = constraints_of(table, names)
    if found is None:
        return np.ones(links.n_links, dtype=bool)
    item, antecedent = links.ends()
    forbidden: np.ndarray = (antecedent >= 0) & found.forbids(np.maximum(antecedent, 0), item)
    return ~forbidden


def _taught(links: Links, labels: np.ndarray, known: np.ndarray | None) -> np.ndarray:
    """(n_links,) bool: which links of one document are learned from (see `TrainingTables.links`)."""
    item, antecedent = links.ends()
    if known is None:
        return np.ones(len(item), dtype=bool)
    told = (antecedent >= 0) & known[item] & known[antecedent]
    right = told & (labels[item] == labels[antecedent])
    resolved = np.bincount(item[right], minlength=links.n_items) > 0
    taught: np.ndarray = (antecedent < 0) | (told & resolved[item])
    return taught


def _gold_tables(annotated: Iterable[Annotated]) -> tuple[list[MentionTable], list[Document]]:
    tables, documents = [], []
    for doc, document in annotated:
        tables.append(gold_table(doc, document))
        documents.append(document)
    return tables, documents


def _has_singletons(documents: Sequence[Document]) -> bool:
    alone = [len(chain) == 1 for document in documents for chain in document.chains().values()]
    return sum(alone) > _ACCIDENTAL * len(alone)


def are_gold(table: MentionTable, document: Document) -> np.ndarray:
    """(n_mentions,) bool: whether each span is a gold mention."""
    gold = {table.parse.in_words(*mention.span) for mention in document.mentions}
    return np.array([(start, end) in gold for start, end, _ in table.triples()], dtype=bool)
