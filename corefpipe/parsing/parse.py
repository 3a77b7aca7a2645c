"""Parse: the annotation of a spaCy Doc as plain lists, one value per token, in one label scheme.

Mention detection and features read a Parse, never the Doc, so that the difference between Universal Dependencies and
spaCy's English (ClearNLP) labels is handled in one place.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Any, TypeVar

import numpy as np
from spacy import attrs
from spacy.strings import StringStore
from spacy.tokens import Doc

from corefpipe.chains.documents import ENTITY_TYPE, PARAGRAPHS, token_values
from corefpipe.dialogue.docs import SPEAKER, find_speakers, parse_labels, turns_of
from corefpipe.exceptions import AnnotationError
from corefpipe.lexicon import Lexicon, load_lexicon
from corefpipe.parsing.ages import aged
from corefpipe.parsing.apposed_names import raise_names
from corefpipe.parsing.arguments import set_arguments_right
from corefpipe.parsing.capitals import capital_names, named_nouns
from corefpipe.parsing.couples import set_couples_apart
from corefpipe.parsing.flat_names import set_names_beside_nouns
from corefpipe.parsing.greetings import set_greetings_apart
from corefpipe.parsing.label_schemes import gum_entity_type, ud_relation
from corefpipe.parsing.like_conjuncts import raise_like_conjuncts
from corefpipe.parsing.name_types import retype_names
from corefpipe.parsing.numbers import set_numbers_right
from corefpipe.parsing.of_phrases import raise_of_phrases
from corefpipe.parsing.torn_names import join_torn_names
from corefpipe.parsing.trees import children_of, subtree_edges

Value = TypeVar("Value")

LONGEST_MENTION = 200
"""Most tokens of a mention that features read, so that the work per mention is bounded.

Of the 103,000 mentions annotated in OntoGUM, GUM and LitBank none is longer than 95 words.
"""

_STRINGS = (attrs.ORTH, attrs.LEMMA, attrs.POS, attrs.TAG, attrs.DEP, attrs.MORPH)
_NAME_PARTS = ("flat", "compound", "nummod")

_PIPELINE = 'before corefpipe, for instance corefpipe.load("en")'
# spaCy's attribute that a Doc may lack -> its name in messages, and what to do.
_ANNOTATIONS = {
    "DEP": ("dependency parse", f"Run a pipeline with a parser {_PIPELINE}"),
    "POS": ("parts of speech", f"Run a pipeline with a tagger or morphologizer {_PIPELINE}"),
    "LEMMA": ("lemmas", f"Run a pipeline with a lemmatizer {_PIPELINE}"),
    "SENT_START": ("sentences", f"Run a pipeline with a parser or sentencizer {_PIPELINE}"),
}
# Column -> spaCy's attribute that it needs.
_COLUMNS = {
    **dict.fromkeys(("deps", "heads", "left", "right", "children", "copular", "last_parts"), "DEP"),
    "pos": "POS",
    "lemmas": "LEMMA",
    "sentences": "SENT_START",
}


class MissingAnnotationError(AnnotationError):
    """A column was read for which the Doc has no annotation.

    Args:
        column: attribute of `Parse`.
    """

    def __init__(self, column: str):
        what, cure = _ANNOTATIONS[_COLUMNS[column]]
        super().__init__(f"the Doc has no {what}", cure=cure)
        self.column = column


@dataclass(slots=True)
class Parse:
    """The annotation of a document; lists have one value per token, whitespace tokens included.

    A column for which the Doc has no annotation is given as None; reading it raises MissingAnnotationError.

    Attributes:
        words: texts of the tokens.
        lower: the same in lower case.
        lemmas: in lower case; the word itself where a token has none.
        pos: universal parts of speech.
        tags: language-specific parts of speech.
        deps: Universal Dependencies relations (see `ud_relation`).
        heads: index of each token's head; a root is its own head.
        feats: morphological features by name.
        sentences: number of the sentence, from 0.
        paragraphs: number of the paragraph, from 0.
        speakers: the speaker, or ""; a name without letters and digits, such as "-", counts as none.
        entity_types: GUM's entity type at the head of an entity, else "".
        entities: number of the entity of `doc.ents` in which the token is, from 1; 0 for none.
        language: code of the language.
        left, right: first and last token of the token's subtree.
        children: the tokens that it is the head of, ascending.
        copular: the tokens that have a copula, as nominal predicates do.
        bounds: first tokens of the documents, and the number of tokens; a parse may be that of several documents.
        last_parts: the last of its children to its right that are name parts, compounds or numbers; -1 for none.
        missing: names of the columns that are missing.
        lexicon: word lists of the language.
    """

    words: list[str]
    lower: list[str]
    lemmas: list[str]
    pos: list[str]
    tags: list[str]
    deps: list[str]
    heads: list[int]
    feats: list[dict[str, str]]
    sentences: list[int]
    paragraphs: list[int]
    speakers: list[str]
    entity_types: list[str]
    entities: list[int] = field(default_factory=list)
    language: str = "en"
    bounds: list[int] = field(default_factory=list)
    left: list[int] = field(init=False)
    right: list[int] = field(init=False)
    children: list[tuple[int, ...]] = field(init=False)
    copular: set[int] = field(init=False)
    last_parts: list[int] = field(init=False)
    missing: frozenset[str] = field(init=False)
    lexicon: Lexicon = field(init=False)

    def __post_init__(self) -> None:
        self.lexicon = load_lexicon(self.language)
        self.bounds = self.bounds or [0, len(self)]
        self.entities = self.entities or [0] * len(self)
        lacking = {_COLUMNS[name] for name in ("heads", "pos", "lemmas", "sentences") if getattr(self, name) is None}
        self.missing = frozenset(name for name, annotation in _COLUMNS.items() if annotation in lacking)
        for name in self.missing & {"deps", "heads", "pos", "lemmas", "sentences"}:
            delattr(self, name)  # so that reading it calls __getattr__
        if "heads" not in self.missing:
            self.children = children_of(self.heads)
            self.left, self.right = subtree_edges(self.heads)
            self.copular = {head for head, dep in zip(self.heads, self.deps, strict=True) if dep == "cop"}
            parts = each(is_name_part, self.deps)
            self.last_parts = [-1] * len(self)
            for token in np.flatnonzero(parts).tolist():
                if self.heads[token] < token:
                    self.last_parts[self.heads[token]] = token

    def __getattr__(self, name: str) -> Any:
        if name in _COLUMNS and name in self.missing:
            raise MissingAnnotationError(name)
        raise AttributeError(name)

    def __len__(self) -> int:
        return len(self.words)

    def children_between(self, token: int, start: int, end: int) -> tuple[int, ...]:
        """The children of a token in [start, end), ascending."""
        children = self.children[token]
        return children[bisect_left(children, start) : bisect_left(children, end)]

    def document_at(self, token: int) -> tuple[int, int]:
        """(start, end) of the document of a token."""
        after = bisect_right(self.bounds, token)
        return self.bounds[after - 1], self.bounds[after]

    def documents_of(self, tokens: np.ndarray) -> np.ndarray:
        """(n,) int64, the number of the document of each token."""
        return np.searchsorted(self.bounds, tokens, "right") - 1

    def head_of(self, start: int, end: int) -> int:
        """The head of the span [start, end): a token whose own head is outside, a noun or pronoun before others.

        Without a dependency parse it is the last token. In a very long span only the first tokens are searched.
        """
        if "heads" in self.missing:
            return end - 1
        searched = range(start, min(end, start + LONGEST_MENTION))
        roots = [i for i in searched if not start <= self.heads[i] < end or self.heads[i] == i]
        tagged = "pos" not in self.missing
        nominal = [i for i in roots if tagged and self.pos[i] in ("NOUN", "PROPN", "PRON")]
        return (nominal or roots or [end - 1])[0]

    @classmethod
    def from_doc(cls, doc: Doc) -> Parse:
        """Read the annotation of a Doc. In a dialogue, speaker labels become names (see `parse_labels`)."""
        return cls(**columns_of([doc]))


def columns_of(docs: Sequence[Doc]) -> dict[str, Any]:
    """The arguments of the `Parse` of one or several Docs of one language and vocabulary."""
    bounds = [0, *accumulate(map(len, docs))]
    values = np.concatenate([doc.to_array([*_STRINGS, attrs.HEAD, attrs.SENT_START]) for doc in docs])
    words, lemmas, pos, tags, deps, morphs = _strings(values[:, : len(_STRINGS)], docs[0].vocab.strings)
    heads = (np.arange(len(values)) + values[:, -2].astype(np.int64)).tolist()
    speakers, entity_types = _extensions(docs, bounds, heads)
    entities = _entities(docs, bounds)
    lower, deps, breaks = each(str.lower, words), each(ud_relation, deps), {word for word in set(words) if "\n" in word}
    sentences = _numbered(np.flatnonzero(values[:, -1] == 1).tolist(), bounds)
    lexicon = load_lexicon(docs[0].lang_ or "en")
    endings = lexicon.organization_endings | lexicon.legal_forms
    for doc, (start, end) in zip(docs, pairwise(bounds), strict=True):
        # Turns are lines, so a text without line breaks need not be searched.
        if not breaks.isdisjoint(words[start:end]):
            _read_turns(doc, start, speakers, pos, tags, deps, heads)
        own = words[start:end], pos[start:end]
        for i in [*capital_names(*own, sentences[start:end]), *named_nouns(*own, endings)]:
            at = start + i
            pos[at], tags[at], morphs[at], lemmas[at] = "PROPN", "NNP", "Number=Sing", words[at]
        for i in aged(lower[start:end], deps[start:end]):
            at = start + i
            pos[at], tags[at], morphs[at], entity_types[at] = "NOUN", "NN", "Number=Sing", "person"
    set_greetings_apart(lower, pos, tags, deps, heads, entity_types, sentences, lexicon)
    set_couples_apart(lower, pos, deps, heads, entity_types, lexicon)
    join_torn_names(pos, deps, heads, frozenset(bounds))
    set_numbers_right(words, pos, deps, heads, entity_types)
    set_arguments_right(lower, pos, deps, heads, lexicon)
    set_names_beside_nouns(pos, deps, heads, entity_types)
    raise_names(words, pos, tags, deps, heads, entity_types, frozenset(bounds))
    raise_like_conjuncts(deps, heads, entity_types)
    raise_of_phrases(lower, pos, deps, heads, entity_types, lexicon)
    retype_names(words, lemmas, pos, deps, heads, entity_types, bounds, lexicon)

    def annotated(attribute: str, column: list[Value]) -> Any:
        """The column, or None if a Doc lacks the annotation."""
        return column if all(doc.has_annotation(attribute) for doc in docs if len(doc)) else None

    return {
        "words": words,
        "lower": lower,
        "lemmas": annotated("LEMMA", [a or b for a, b in zip(each(str.lower, lemmas), lower, strict=True)]),
        "pos": annotated("POS", pos),
        "tags": tags,
        "deps": annotated("DEP", deps),
        "heads": annotated("DEP", heads),
        "feats": each(_features, morphs),
        "sentences": annotated("SENT_START", sentences),
        "paragraphs": _paragraphs(docs, bounds, words),
        "speakers": speakers,
        "entity_types": entity_types,
        "entities": entities,
        "language": docs[0].lang_ or "en",
        "bounds": bounds,
    }


def require_parse(doc: Doc) -> None:
    """Raise AnnotationError unless a Doc has the parse and parts of speech that mentions and features need."""
    missing = [_ANNOTATIONS[attribute][0] for attribute in ("DEP", "POS") if not doc.has_annotation(attribute)]
    if missing and len(doc):
        raise AnnotationError(
            f"the Doc has no {' and no '.join(missing)}",
            cure=f"Run a pipeline with a parser and a tagger or morphologizer {_PIPELINE}",
        )


def is_complete(doc: Doc) -> bool:
    """Whether a Doc has all annotation that a `Parse` holds."""
    return all(map(doc.has_annotation, _ANNOTATIONS))


def is_name_part(dep: str) -> bool:
    """Whether a relation joins a name part, compound or number to its head."""
    return dep.split(":")[0] in _NAME_PARTS


def each(function: Callable[[Any], Value], values: list) -> list[Value]:
    """Apply a function to each value, calling it once per different value."""
    found = {value: function(value) for value in dict.fromkeys(values)}
    return [found[value] for value in values]


def _strings(ids: np.ndarray, store: StringStore) -> list[list[str]]:
    """The strings of (n_tokens, n_columns) ids, column by column."""
    columns = ids.T.tolist()
    strings = {id: store.as_string(id) for id in set().union(*columns)}
    return [[strings[id] for id in column] for column in columns]


def _read_turns(
    doc: Doc, start: int, speakers: list[str], pos: list[str], tags: list[str], deps: list[str], heads: list[int]
) -> None:
    """Name the speakers of a dialogue and correct the parse of its labels, in place.

    Args:
        doc: the Doc.
        start: its first token among those of the columns.
        speakers, pos, tags, deps, heads: columns of one or several Docs.
    """
    own = slice(start, start + len(doc))
    # `Span.as_doc` copies turns whose labels, or words, it cuts off.
    turns = [turn for turn in turns_of(doc) if turn.label[0] < turn.label[1] and turn.said[0][0] < len(doc)]
    if turns and not any(speakers[own]):
        speakers[own] = find_speakers(doc, turns) or speakers[own]
    # A label counts only if the speaker of its turn was not set to another.
    labelled = [turn for turn in turns if speakers[start + turn.said[0][0]] == turn.speaker]
    columns = pos[own], tags[own], deps[own], [head - start for head in heads[own]]
    parse_labels(labelled, *columns)
    pos[own], tags[own], deps[own] = columns[:3]
    heads[own] = [start + head for head in columns[3]]


def root_of(doc: Doc, start: int, end: int) -> int:
    """The first token of a span whose head is outside; as `Span.root`, also in a Doc whose heads are no tree."""
    heads = (doc[i].head.i for i in range(start, end))
    return next((i for i, head in enumerate(heads, start) if head == i or not start <= head < end), end - 1)


def _extensions(docs: Sequence[Doc], bounds: Sequence[int], heads: list[int]) -> tuple[list[str], list[str]]:
    """Speakers and entity types of the tokens; types are those of `doc.ents` unless `token._.entity_type` is set."""
    speakers, types = [""] * len(heads), [""] * len(heads)
    for doc, first in zip(docs, bounds, strict=False):
        for entity in doc.ents:
            start, end = first + entity.start, first + entity.end
            roots = (i for i in range(start, end) if heads[i] == i or not start <= heads[i] < end)
            types[next(roots, end - 1)] = gum_entity_type(entity.label_)
        for column, name in ((speakers, SPEAKER), (types, ENTITY_TYPE)):
            for token, value in token_values(doc, name).items():
                column[first + token] = value
    # Some corpora write "-" or "_" for an unknown speaker.
    return each(lambda name: name if any(map(str.isalnum, name)) else "", speakers), types


def _entities(docs: Sequence[Doc], bounds: Sequence[int]) -> list[int]:
    """The number of the entity of `doc.ents` in which each token is; 0 for none."""
    found = [0] * bounds[-1]
    named = ((first, entity) for doc, first in zip(docs, bounds, strict=False) for entity in doc.ents)
    for number, (first, entity) in enumerate(named, 1):
        found[first + entity.start : first + entity.end] = [number] * len(entity)
    return found


def _numbered(starts: Sequence[int], bounds: Sequence[int]) -> list[int]:
    """Number of the part of each token, given the first tokens of the parts; documents begin parts of their own."""
    flags = np.zeros(bounds[-1] + 1, dtype=np.int64)
    flags[[*starts, *bounds]] = 1
    numbers: list[int] = (np.cumsum(flags)[:-1] - 1).tolist()
    return numbers


def _paragraphs(docs: Sequence[Doc], bounds: Sequence[int], words: list[str]) -> list[int]:
    """Number of the paragraph of each token, by `doc._.paragraph_starts`, or else by blank lines."""
    blank = each(lambda word: word.isspace() and word.count("\n") > 1, words)
    starts: list[int] = []
    for doc, (first, last) in zip(docs, pairwise(bounds), strict=True):
        own = doc._.get(PARAGRAPHS)
        if own is None:
            starts += (np.flatnonzero(blank[first:last]) + first + 1).tolist()
        else:
            starts += [first + start for start in own]
    return _numbered(starts, bounds)


@lru_cache(maxsize=10_000)
def _features(morph: str) -> dict[str, str]:
    return dict(pair.split("=", 1) for pair in morph.split("|") if "=" in pair)
