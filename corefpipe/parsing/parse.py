"""Parse: what coreference needs of a spaCy Doc, as plain lists and arrays, in one label scheme.

Mention detection and the mention table read this, never the Doc, so that Universal Dependencies and spaCy's English
(ClearNLP) labels are told apart in one place.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any, TypeVar

import numpy as np
from spacy import attrs
from spacy.tokens import Doc

from corefpipe.chains.documents import ENTITY_TYPE, PARAGRAPHS
from corefpipe.dialogue.docs import SPEAKER, find_speakers, parse_labels, turns_of
from corefpipe.errors import AnnotationError
from corefpipe.lexicon import Lexicon, load_lexicon

Value = TypeVar("Value")

# ClearNLP label -> the UD label that plays the same part in a noun phrase.
_CLEAR_TO_UD = {
    "nsubjpass": "nsubj:pass",
    "csubjpass": "csubj:pass",
    "auxpass": "aux:pass",
    "dobj": "obj",
    "dative": "iobj",
    "pobj": "obl",
    "attr": "attr",
    "poss": "nmod:poss",
    "relcl": "acl:relcl",
    "prep": "nmod",
    "preconj": "cc:preconj",
    "predet": "det:predet",
    "npadvmod": "obl:unmarked",
    "nounmod": "nmod",
    "intj": "discourse",
    "prt": "compound:prt",
    "quantmod": "advmod",
    "neg": "advmod",
    "meta": "parataxis",
    "ROOT": "root",
}

# OntoNotes names -> GUM's entity types, which the features speak.
_ENTITY_TYPES = {
    "PER": "person",
    "PERSON": "person",
    "ORG": "organization",
    "NORP": "organization",
    "GPE": "place",
    "LOC": "place",
    "FAC": "place",
    "DATE": "time",
    "TIME": "time",
    "EVENT": "event",
    "PRODUCT": "object",
    "VEH": "object",
    "WEA": "object",
    "WORK_OF_ART": "abstract",
    "LAW": "abstract",
    "LANGUAGE": "abstract",
}


class MissingAnnotationError(AnnotationError):
    """A column that the Doc does not have.

    Args:
        column: attribute of `Parse`.
    """

    def __init__(self, column: str):
        what, cure = _ANNOTATIONS[_COLUMNS[column]]
        super().__init__(f"the Doc has no {what}", cure=cure)
        self.column = column


_PIPELINE = 'before corefpipe, for instance corefpipe.load("en")'
# What a Doc may lack -> how it is called, and what sets it.
_ANNOTATIONS = {
    "DEP": ("dependency parse", f"Run a pipeline with a parser {_PIPELINE}"),
    "POS": ("parts of speech", f"Run a pipeline with a tagger or morphologizer {_PIPELINE}"),
    "LEMMA": ("lemmas", f"Run a pipeline with a lemmatizer {_PIPELINE}"),
    "SENT_START": ("sentences", f"Run a pipeline with a parser or sentencizer {_PIPELINE}"),
}
# Column -> what it is made of.
_COLUMNS = {
    **dict.fromkeys(("deps", "heads", "left", "right", "children"), "DEP"),
    "pos": "POS",
    "lemmas": "LEMMA",
    "sentences": "SENT_START",
}


@dataclass(slots=True)
class Parse:
    """One value a token, whitespace tokens too; `heads` are indices in the document, a root is its own head.

    What the Doc lacks is given as None; reading such a column raises MissingAnnotationError.
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
    language: str = "en"
    left: list[int] = field(init=False)
    right: list[int] = field(init=False)
    children: list[list[int]] = field(init=False)
    missing: frozenset[str] = field(init=False)
    lexicon: Lexicon = field(init=False)

    def __post_init__(self) -> None:
        self.lexicon = load_lexicon(self.language)
        lacking = {_COLUMNS[name] for name in ("heads", "pos", "lemmas", "sentences") if getattr(self, name) is None}
        self.missing = frozenset(name for name, annotation in _COLUMNS.items() if annotation in lacking)
        for name in self.missing - {"left", "right", "children"}:
            delattr(self, name)  # so that reading it ends in __getattr__
        if "heads" not in self.missing:
            self._span_subtrees()

    def __getattr__(self, name: str) -> Any:
        if name in _COLUMNS and name in self.missing:
            raise MissingAnnotationError(name)
        raise AttributeError(name)

    def _span_subtrees(self) -> None:
        size = len(self.heads)
        self.children = [[] for _ in range(size)]
        for child, head in enumerate(self.heads):
            if child != head:
                self.children[head].append(child)
        heads, left, right = np.array(self.heads, dtype=np.int64), np.arange(size), np.arange(size)
        for tokens in reversed(self._levels(heads)):
            np.minimum.at(left, heads[tokens], left[tokens])
            np.maximum.at(right, heads[tokens], right[tokens])
        self.left, self.right = left.tolist(), right.tolist()

    def __len__(self) -> int:
        return len(self.words)

    @staticmethod
    def _levels(heads: np.ndarray) -> list[np.ndarray]:
        """The tokens below the roots, one array a depth."""
        above, depth = heads, (heads != np.arange(len(heads))).astype(np.int64)
        for _ in range(len(heads).bit_length()):  # twice as far up each time
            if (heads[above] == above).all():
                break
            above, depth = above[above], depth + depth[above]
        lost = np.flatnonzero(heads[above] != above)
        if len(lost):
            raise AnnotationError(
                f"the heads of the parse run in a circle at word {lost[0] + 1}", cure="Each must lead to a root"
            )
        bounds = np.cumsum(np.bincount(depth))
        return np.split(np.argsort(depth, kind="stable"), bounds[:-1])[1:]

    def head_of(self, start: int, end: int) -> int:
        """The head word of a span: the one whose own head lies outside; a noun before others, then the first.

        Without a parse the last word.
        """
        if "heads" in self.missing:
            return end - 1
        roots = [i for i in range(start, end) if not start <= self.heads[i] < end or self.heads[i] == i]
        tagged = "pos" not in self.missing
        nominal = [i for i in roots if tagged and self.pos[i] in ("NOUN", "PROPN", "PRON")]
        return (nominal or roots or [end - 1])[0]

    @classmethod
    def from_doc(cls, doc: Doc) -> Parse:
        """Read a Doc; what it lacks is missing in the Parse as well."""
        names = [attrs.ORTH, attrs.LEMMA, attrs.POS, attrs.TAG, attrs.DEP, attrs.MORPH, attrs.HEAD]
        columns = doc.to_array(names).astype(np.uint64).reshape(len(doc), len(names)).T

        def text(column: int) -> list[str]:
            return each(doc.vocab.strings.as_string, columns[column].tolist())

        words = text(0)
        lower = each(str.lower, words)

        def found(annotation: str) -> bool:
            return not len(doc) or doc.has_annotation(annotation)

        heads = np.arange(len(doc)) + columns[6].astype(np.int64)
        starts = doc.to_array(attrs.SENT_START).astype(np.int64) == 1
        if len(starts):
            starts[0] = True
        speakers, types = [""] * len(doc), [""] * len(doc)
        for entity in doc.ents:
            types[entity.root.i] = _ENTITY_TYPES.get(entity.label_, "" if entity.label_.isupper() else entity.label_)
        # Straight from user_data: Underscore objects would cost more than the rest of this function.
        token_at = {offset: i for i, offset in enumerate(doc.to_array(attrs.IDX).tolist())} if doc.user_data else {}
        for key, value in doc.user_data.items():
            if isinstance(key, tuple) and key[0] == "._." and key[2] is not None and key[3] is None:
                if key[1] == SPEAKER:
                    speakers[token_at[key[2]]] = value
                elif key[1] == ENTITY_TYPE:
                    types[token_at[key[2]]] = value
        pos, tags = text(2), text(3)
        deps, tree = each(lambda dep: _CLEAR_TO_UD.get(dep, dep), text(4)), heads.tolist()
        # Turns are lines; without a line break the text need not be put together.
        turns = turns_of(doc) if any("\n" in word for word in set(words)) else []
        if turns and not any(speakers):
            speakers = find_speakers(doc, turns) or speakers
        # What the user says of speakers goes before what the labels say.
        parse_labels([turn for turn in turns if speakers[turn.said[0][0]] == turn.speaker], pos, tags, deps, tree)
        return cls(
            words=words,
            lower=lower,
            lemmas=_if(found("LEMMA"), [a or b for a, b in zip(each(str.lower, text(1)), lower, strict=True)]),
            pos=_if(found("POS"), pos),
            tags=tags,
            deps=_if(found("DEP"), deps),
            heads=_if(found("DEP"), tree),
            feats=each(_features, text(5)),
            sentences=_if(found("SENT_START"), (np.cumsum(starts) - 1).tolist()),
            paragraphs=_paragraphs(doc, words),
            speakers=speakers,
            entity_types=types,
            language=doc.lang_ or "en",
        )


def each(function: Callable[[Any], Value], values: list) -> list[Value]:
    """A function of each value, called once for equal ones."""
    found = {value: function(value) for value in dict.fromkeys(values)}
    return [found[value] for value in values]


def _if(there: bool, column: list) -> Any:
    return column if there else None


def _paragraphs(doc: Doc, words: list[str]) -> list[int]:
    """Number of the paragraph of each token: as its source says, or as blank lines do."""
    starts = doc._.get(PARAGRAPHS)
    if starts is None:
        starts = [i + 1 for i, word in enumerate(words[:-1]) if word.isspace() and word.count("\n") > 1]
    flags = [0] * len(words)
    for start in starts:
        flags[start] = start > 0
    return list(accumulate(flags))


def require_parse(doc: Doc) -> None:
    """Raise AnnotationError unless the Doc has what mentions and features need."""
    missing = [
        name
        for name, attribute in (("a dependency parse", "DEP"), ("parts of speech", "POS"))
        if not doc.has_annotation(attribute)
    ]
    if missing and len(doc):
        raise AnnotationError(
            f"the Doc has no {' and no '.join(m.removeprefix('a ') for m in missing)}",
            cure="Run a pipeline with a parser and a tagger or morphologizer before corefpipe, "
            'for instance corefpipe.load("en")',
        )


def _features(morph: str) -> dict[str, str]:
    return dict(pair.split("=", 1) for pair in morph.split("|") if "=" in pair)
