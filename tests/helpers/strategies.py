"""Random documents of simple sentences with known mentions and chains."""

from __future__ import annotations

from hypothesis import strategies as st
from spacy.tokens import Doc

from corefpipe.document import Document, Mention, sort_mentions
from helpers.parses import make_doc

# A feature set with every kind of feature, for property tests of the engine; faster than the packaged ones.
EVERY_KIND = """
all_pairs = false
[[link]]
conjoin = ["types"]
features = ["head_match", "number_match", "words_relation", "sentence_distance"]
[[link]]
[link.features]
NEAR = { use = "token_distance", raw = true, scale = 0.125 }
FAR = { use = "mention_distance", at_least = [2, 5] }
SUBJECTS = "ana.role=subject * ante.role=subject"
WORDS = "ana.words * ante.words"
BETWEEN = "compatible_between"
[[start]]
features = ["ana.type", "ana.preposition", "ana.seen"]
"""

# Sentences of four words, and the spans in each that may be mentions.
_SENTENCES = [
    """
    Tom Tom PROPN NNP 2 nsubj Number=Sing
    saw see VERB VBD 0 root
    the the DET DT 4 det
    keys key NOUN NNS 2 obj Number=Plur
    """,
    """
    Ann Ann PROPN NNP 2 nsubj Number=Sing
    saw see VERB VBD 0 root
    a a DET DT 4 det
    team team NOUN NN 2 obj Number=Sing
    """,
    """
    she she PRON PRP 2 nsubj Number=Sing
    lost lose VERB VBD 0 root
    her she PRON PRP$ 4 nmod:poss Number=Sing
    key key NOUN NN 2 obj Number=Sing
    """,
    """
    it it PRON PRP 2 nsubj Number=Sing
    ran run VERB VBD 0 root
    in in ADP IN 4 case
    Paris Paris PROPN NNP 2 obl Number=Sing
    """,
    """
    the the DET DT 2 det
    two two NUM CD 3 nummod
    keys key NOUN NNS 4 nsubj Number=Plur
    fell fall VERB VBD 0 root
    """,
]
_SPANS = [[(0, 1), (2, 4)], [(0, 1), (2, 4)], [(0, 1), (2, 3), (2, 4)], [(0, 1), (3, 4)], [(0, 3)]]


@st.composite
def documents(draw: st.DrawFn, longest: int = 6) -> tuple[Doc, Document]:
    """A random parsed Doc and the Document of its gold mentions."""
    which = draw(st.lists(st.sampled_from(range(len(_SENTENCES))), max_size=longest))
    if not which:
        return make_doc("oh oh INTJ UH 0 root"), Document("d", words=["oh"], sentence_starts=[0])
    doc = make_doc("\n\n".join(_SENTENCES[number].strip() for number in which))
    spans = [(4 * at + a, 4 * at + b) for at, number in enumerate(which) for a, b in _SPANS[number]]
    kept = [span for span in spans if draw(st.booleans())]
    mentions = [Mention(*span, draw(st.sampled_from("abc"))) for span in kept]
    words = [token.text for token in doc]
    starts = list(range(0, len(words), 4))
    return doc, Document("d", words=words, sentence_starts=starts, mentions=sort_mentions(mentions))


def corpora(most: int = 4) -> st.SearchStrategy[list[tuple[Doc, Document]]]:
    """Lists of up to `most` random documents."""
    return st.lists(documents(), max_size=most)
