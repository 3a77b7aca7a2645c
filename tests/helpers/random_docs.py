"""Random parsed Docs: any words, projective or crossing trees, labels of either scheme."""

from __future__ import annotations

import spacy
from hypothesis import strategies as st
from spacy.tokens import Doc

VOCAB = spacy.blank("en").vocab
_WORDS = (
    "Ann",
    "she",
    "her",
    "I",
    "you",
    "the",
    "dog",
    "dogs",
    "'s",
    "This",
    "of",
    "\n\n",
    " ",
    "🙂",
    "“",
    '"',
    ":",
    "42",
    ".",
)
_POS = ("NOUN", "PROPN", "PRON", "DET", "VERB", "ADP", "PUNCT", "SPACE", "NUM", "ADV", "X", "")
_TAGS = ("NN", "NNP", "PRP", "PRP$", "DT", "VBD", "IN", "POS", "_SP", "")
_DEPS = (
    "nsubj",
    "obj",
    "dobj",
    "conj",
    "cc",
    "nmod",
    "prep",
    "pobj",
    "poss",
    "appos",
    "flat",
    "punct",
    "relcl",
    "dep",
    "",
)
_MORPHS = ("", "Number=Sing", "Number=Plur", "Poss=Yes", "PronType=Prs|Person=1", "PronType=Rel", "Gender=Fem")
_MOST = 14


@st.composite
def parsed_docs(draw: st.DrawFn) -> Doc:
    """A Doc with random tags, lemmas and trees, which need not make sense."""
    size = draw(st.integers(0, _MOST))

    def column(values: tuple[str, ...]) -> list[str]:
        return draw(st.lists(st.sampled_from(values), min_size=size, max_size=size))

    words = column(_WORDS)
    # A word's head precedes it in a random order of the words, so that there are no cycles.
    order = draw(st.permutations(range(size)))
    heads = list(range(size))
    for place, word in enumerate(order):
        if place and draw(st.booleans()):
            heads[word] = order[draw(st.integers(0, place - 1))]
    deps = [
        "ROOT" if head == word else dep or "dep"
        for word, (head, dep) in enumerate(zip(heads, column(_DEPS), strict=True))
    ]
    pos = ["NOUN" if not word and not tag else tag for word, tag in enumerate(column(_POS))]
    return Doc(
        VOCAB,
        words,
        draw(st.lists(st.booleans(), min_size=size, max_size=size)),
        tags=column(_TAGS),
        pos=pos,
        morphs=column(_MORPHS),
        lemmas=[word.lower() for word in words],
        heads=heads,
        deps=deps,
    )
