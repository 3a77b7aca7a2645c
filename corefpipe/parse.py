"""Parse: what coreference needs of a spaCy Doc, as plain lists and arrays, in one label scheme.

Mention detection and the mention table read this, never the Doc, so that Universal Dependencies and spaCy's English
(ClearNLP) labels are told apart in one place.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
from spacy import attrs
from spacy.tokens import Doc, Token

from corefpipe.errors import AnnotationError

SPEAKER = "speaker"
ENTITY_TYPE = "entity_type"

for _name in (SPEAKER, ENTITY_TYPE):
    if not Token.has_extension(_name):
        Token.set_extension(_name, default="")

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


@dataclass(slots=True)
class Parse:
    """One value a token, whitespace tokens too; `heads` are indices in the document, a root is its own head."""

    words: list[str]
    lower: list[str]
    lemmas: list[str]
    pos: list[str]
    tags: list[str]
    deps: list[str]
    heads: list[int]
    feats: list[dict[str, str]]
    sentences: list[int]
    speakers: list[str]
    entity_types: list[str]
    left: list[int] = field(init=False)
    right: list[int] = field(init=False)
    children: list[list[int]] = field(init=False)

    def __post_init__(self) -> None:
        size = len(self.heads)
        self.children = [[] for _ in range(size)]
        for child, head in enumerate(self.heads):
            if child != head:
                self.children[head].append(child)
        self.left, self.right = list(range(size)), list(range(size))
        for token in sorted(range(size), key=self._depths().__getitem__, reverse=True):
            head = self.heads[token]
            self.left[head] = min(self.left[head], self.left[token])
            self.right[head] = max(self.right[head], self.right[token])

    def __len__(self) -> int:
        return len(self.words)

    def _depths(self) -> list[int]:
        depths = [0 if head == token else -1 for token, head in enumerate(self.heads)]
        for token in range(len(depths)):
            path: list[int] = []
            while depths[token] < 0:
                if len(path) == len(depths):
                    raise AnnotationError(
                        f"the heads of the parse run in a circle at word {token + 1}", cure="Each must lead to a root"
                    )
                path.append(token)
                token = self.heads[token]
            for step, above in enumerate(reversed(path), depths[token] + 1):
                depths[above] = step
        return depths

    def head_of(self, start: int, end: int) -> int:
        """The head word of a span: the one whose own head lies outside; a noun before others, then the first."""
        roots = [i for i in range(start, end) if not start <= self.heads[i] < end or self.heads[i] == i]
        nominal = [i for i in roots if self.pos[i] in ("NOUN", "PROPN", "PRON")]
        return (nominal or roots or [end - 1])[0]

    @classmethod
    def from_doc(cls, doc: Doc) -> Parse:
        """Read a parsed Doc.

        Raises:
            AnnotationError: no dependency parse or no parts of speech.
        """
        require_parse(doc)
        names = [attrs.LEMMA, attrs.POS, attrs.TAG, attrs.DEP, attrs.MORPH, attrs.HEAD]
        columns = doc.to_array(names).astype(np.uint64).reshape(len(doc), len(names))
        decode = lru_cache(None)(doc.vocab.strings.as_string)
        words = [token.text for token in doc]
        lower = [word.lower() for word in words]

        def text(column: int) -> list[str]:
            return [decode(value) for value in columns[:, column].tolist()]

        heads = np.arange(len(doc)) + columns[:, 5].astype(np.int64)
        starts = doc.to_array(attrs.SENT_START).astype(np.int64) == 1
        if len(starts):
            starts[0] = True
        speakers, types = [""] * len(doc), [""] * len(doc)
        for entity in doc.ents:
            types[entity.root.i] = _ENTITY_TYPES.get(entity.label_, "" if entity.label_.isupper() else entity.label_)
        # Straight from user_data: Underscore objects would cost more than the rest of this function.
        token_at = {offset: i for i, offset in enumerate(doc.to_array(attrs.IDX).tolist())}
        for key, value in doc.user_data.items():
            if isinstance(key, tuple) and key[0] == "._." and key[2] is not None and key[3] is None:
                if key[1] == SPEAKER:
                    speakers[token_at[key[2]]] = value
                elif key[1] == ENTITY_TYPE:
                    types[token_at[key[2]]] = value
        return cls(
            words=words,
            lower=lower,
            lemmas=[lemma.lower() or word for lemma, word in zip(text(0), lower, strict=True)],
            pos=text(1),
            tags=text(2),
            deps=[_CLEAR_TO_UD.get(dep, dep) for dep in text(3)],
            heads=heads.tolist(),
            feats=[_features(morph) for morph in text(4)],
            sentences=(np.cumsum(starts) - 1).tolist(),
            speakers=speakers,
            entity_types=types,
        )


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


@lru_cache(maxsize=4096)
def _features(morph: str) -> dict[str, str]:
    return dict(pair.split("=", 1) for pair in morph.split("|") if "=" in pair)
