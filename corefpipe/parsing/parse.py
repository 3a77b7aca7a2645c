"""Parse: the annotation of a spaCy Doc as plain lists, one value per word, in one label scheme.

Mention detection and features read a Parse, never the Doc, so that the difference between Universal Dependencies and
spaCy's English (ClearNLP) labels is handled in one place.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from spacy.tokens import Doc

from corefpipe.lexicon import Lexicon, Pronoun, load_lexicon
from corefpipe.network.text import Text, WordVectors
from corefpipe.parsing.annotations import ATTRIBUTE_OF, MissingAnnotationError, missing_attributes
from corefpipe.parsing.doc_columns import columns_of
from corefpipe.parsing.relations import NAME_PARTS
from corefpipe.parsing.trees import children_of, subtree_edges
from corefpipe.parsing.word_vectors import vectors_in
from corefpipe.utils.caches import remember_short
from corefpipe.utils.values import each

LONGEST_MENTION = 200
"""Maximum number of tokens of a mention that features read, so that the work per mention is bounded.

None of the 103,000 annotated mentions of OntoGUM, GUM and LitBank is longer than 95 words.
"""

_NAME_PARTS = NAME_PARTS | {"nummod"}


@dataclass(slots=True)
class Parse:
    """The annotation of a document, in lists with one value per word; whitespace and tags are left out.

    A column is None if the Doc lacks that annotation; reading it raises MissingAnnotationError.

    Attributes:
        words: texts of the tokens.
        lower: the same in lower case.
        lemmas: in lower case; the word itself if a token has none.
        pos: universal parts of speech.
        tags: language-specific parts of speech.
        deps: Universal Dependencies relations (see `ud_relation`).
        heads: index of each token's head; a root is its own head.
        feats: morphological features by name.
        sentences: number of the sentence, from 0.
        paragraphs: number of the paragraph, from 0.
        lines: number of the line, from 0.
        cells: number of the table cell, from 0: what tabs, "|" and HTML blocks delimit.
        speakers: the speaker, or ""; a name without letters and digits, such as "-", counts as none.
        entity_types: GUM's entity type at the head of an entity, else "".
        entities: number of the entity of `doc.ents` in which the token is, from 1; 0 for none.
        spaces: whether whitespace follows each word, as far as it is known; True where it is not.
        language: code of the language.
        left, right: first and last token of the token's subtree.
        children: the dependents of the token, ascending.
        copular: the tokens with a copula: nominal and adjectival predicates.
        bounds: first tokens of the documents, and the number of tokens; a parse may be that of several documents.
        tokens: index of each token in its Doc, which also has whitespace tokens.
        vectors: word vectors of the base pipeline's encoder; None if it has none.
        last_parts: the last child to the right that is a name part, compound or number; -1 for none.
        missing: names of the missing columns.
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
    lines: list[int]
    cells: list[int]
    speakers: list[str]
    entity_types: list[str]
    tokens: np.ndarray
    entities: list[int] = field(default_factory=list)
    spaces: list[bool] = field(default_factory=list)
    language: str = "en"
    bounds: list[int] = field(default_factory=list)
    vectors: WordVectors | None = None
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
        self.spaces = self.spaces or [True] * len(self)
        lacking = {
            ATTRIBUTE_OF[name] for name in ("heads", "pos", "lemmas", "sentences") if getattr(self, name) is None
        }
        self.missing = frozenset(name for name, annotation in ATTRIBUTE_OF.items() if annotation in lacking)
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
        if name in ATTRIBUTE_OF and name in self.missing:
            raise MissingAnnotationError(name)
        raise AttributeError(name)

    def __len__(self) -> int:
        return len(self.words)

    @property
    def text(self) -> Text:
        """The input of context networks."""
        return Text(self.words, self.sentences, self.speakers, self.vectors)

    def children_between(self, token: int, start: int, end: int) -> tuple[int, ...]:
        """The children of a token in [start, end), ascending."""
        children = self.children[token]
        return children[bisect_left(children, start) : bisect_left(children, end)]

    def pronoun(self, token: int) -> Pronoun | None:
        """The entry of a token in the list of pronouns; None for any other word."""
        return self.lexicon.pronouns.get(self.lower[token])

    def begins_sentence(self, token: int) -> bool:
        """Whether a sentence begins at a token."""
        return token == 0 or self.sentences[token] != self.sentences[token - 1]

    def document_at(self, token: int) -> tuple[int, int]:
        """(start, end) of the document of a token."""
        after = bisect_right(self.bounds, token)
        return self.bounds[after - 1], self.bounds[after]

    def documents_of(self, tokens: np.ndarray) -> np.ndarray:
        """(n,) int64, the number of the document of each token."""
        return np.searchsorted(self.bounds, tokens, "right") - 1

    def in_words(self, start: int, end: int) -> tuple[int, int]:
        """(start, end) in words of a span of the Doc, without whitespace; equal if the span has no word."""
        first, last = np.searchsorted(self.tokens, (start, end)).tolist()
        return first, last

    def head_of(self, start: int, end: int) -> int:
        """The head of the span [start, end): a token whose own head is outside, preferably a noun or pronoun.

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
        return cls.from_docs([doc])

    @classmethod
    def from_docs(cls, docs: Sequence[Doc]) -> Parse:
        """Read the annotation of several Docs of one language and vocabulary as one parse."""
        columns, missing = columns_of(docs), missing_attributes(docs)
        lemmas = [a or b for a, b in zip(each(str.lower, columns.lemmas), columns.lower, strict=True)]

        def annotated(name: str, column: list[Any]) -> Any:
            return None if ATTRIBUTE_OF[name] in missing else column

        tokens = np.array(columns.tokens, dtype=np.int32)
        return cls(
            words=columns.words,
            lower=columns.lower,
            lemmas=annotated("lemmas", lemmas),
            pos=annotated("pos", columns.pos),
            tags=columns.tags,
            deps=annotated("deps", columns.deps),
            heads=annotated("heads", columns.heads),
            feats=each(_features, columns.morphs),
            sentences=annotated("sentences", columns.sentences),
            paragraphs=columns.paragraphs,
            lines=columns.lines,
            cells=columns.cells,
            speakers=columns.speakers,
            entity_types=columns.entity_types,
            tokens=tokens,
            entities=columns.entities,
            spaces=columns.spaces,
            language=docs[0].lang_ or "en",
            bounds=columns.bounds,
            vectors=vectors_in(docs, tokens, columns.bounds),
        )


def is_name_part(dep: str) -> bool:
    """Whether a relation joins a name part, compound or number to its head."""
    return dep.split(":")[0] in _NAME_PARTS


@remember_short(maxsize=10_000, longest=400)
def _features(morph: str) -> dict[str, str]:
    return dict(pair.split("=", 1) for pair in morph.split("|") if "=" in pair)
