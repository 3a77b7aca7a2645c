"""Hand-made mention tables for the features of Soon et al. and of Ng & Cardie."""

from __future__ import annotations

import numpy as np

from corefpipe.features import MentionTable
from corefpipe.features.engine.pairs import MentionPairs
from corefpipe.features.engine.registry import PAIR_FEATURES
from helpers.parses import make_doc, make_table


def value(feature: str, table: MentionTable, ante: int, ana: int) -> str:
    """The value of a feature on one pair, computed on all pairs of the table."""
    later, earlier = np.tril_indices(len(table), -1)
    pairs = MentionPairs(table, earlier, later)
    (at,) = np.flatnonzero((earlier == ante) & (later == ana))
    return PAIR_FEATURES[feature].values[int(PAIR_FEATURES[feature].codes(pairs, {})[at])]


def phrases(*texts: str) -> MentionTable:
    """One sentence "… stood." per text, which is its mention; capitalised words are names."""
    rows, spans, start = [], [], 0
    for text in texts:
        words = text.split()
        head = next((i for i in range(len(words) - 1, -1, -1) if words[i] not in ("'s", ",")), 0) + 1
        for number, word in enumerate(words, 1):
            pos, tag = _tags(word)
            dep = "nsubj" if number == head else {"DET": "det", "PUNCT": "punct", "PART": "case"}.get(pos, "compound")
            rows.append(f"{word} {word.lower()} {pos} {tag} {len(words) + 1 if number == head else head} {dep}")
        rows += ["stood stand VERB VBD 0 root", ""]
        spans.append((start, start + len(words)))
        start += len(words) + 1
    return make_table(make_doc("\n".join(rows)), spans)


def _tags(word: str) -> tuple[str, str]:
    if word.lower() in ("a", "the", "this", "that"):
        return "DET", "DT"
    if word in ("'s", ","):
        return ("PART", "POS") if word == "'s" else ("PUNCT", ",")
    if word.lower() in ("he", "she", "it", "they", "i", "you", "her", "himself", "someone", "here"):
        return "PRON", "PRP"
    if word[0].isdigit():
        return "NUM", "CD"
    return ("PROPN", "NNP") if word[0].isupper() else ("NOUN", "NN")


APPOSITIONS = """
    Nora Nora PROPN NNP 8 nsubj
    Bell Bell PROPN NNP 1 flat
    , , PUNCT , 5 punct
    the the DET DT 5 det
    captain captain NOUN NN 1 appos
    , , PUNCT , 5 punct
    who who PRON WP 8 nsubj
    saw see VERB VBD 0 root
    Tom Tom PROPN NNP 8 obj
    , , PUNCT , 11 punct
    Ann Ann PROPN NNP 9 conj
    , , PUNCT , 14 punct
    a a DET DT 14 det
    ferry ferry NOUN NN 9 conj
    and and CCONJ CC 16 cc
    him he PRON PRP 9 conj
"""


def appositions() -> MentionTable:
    """Nora Bell, the captain; Nora Bell; the captain; Tom; Ann; a ferry."""
    return make_table(make_doc(APPOSITIONS), [(0, 5), (0, 2), (3, 5), (8, 9), (10, 11), (12, 14)])


BINDING = """
    Tom Tom PROPN NNP 2 nsubj Number=Sing
    says say VERB VBZ 0 root
    Bill Bill PROPN NNP 4 nsubj Number=Sing
    wants want VERB VBZ 2 ccomp
    to to PART TO 6 mark
    see see VERB VB 4 xcomp
    him he PRON PRP 6 obj Number=Sing
    and and CCONJ CC 9 cc
    praises praise VERB VBZ 4 conj
    himself himself PRON PRP 9 obj Number=Sing
    with with ADP IN 13 case
    his his PRON PRP$ 13 nmod:poss
    words word NOUN NNS 9 obl Number=Plur
    . . PUNCT . 2 punct

    The the DET DT 2 det
    captain captain NOUN NN 6 nsubj Number=Sing
    of of ADP IN 5 case
    the the DET DT 5 det
    team team NOUN NN 2 nmod Number=Sing
    met meet VERB VBD 0 root
    Ann Ann PROPN NNP 6 obj Number=Sing
    and and CCONJ CC 11 cc
    her she PRON PRP$ 11 nmod:poss Number=Sing
    old old ADJ JJ 11 amod
    friend friend NOUN NN 7 conj Number=Sing
    in in ADP IN 13 case
    Boston Boston PROPN NNP 6 obl Number=Sing
    . . PUNCT . 6 punct
"""


def binding() -> MentionTable:
    """0 Tom; 1 Bill; 2 him; 3 himself; 4 his words; 5 his; 6 the captain …; 7 the team; 8 Ann and …; 9 Ann; 10 her old
    friend; 11 her; 12 Boston.
    """
    spans = [(0, 1), (2, 3), (6, 7), (9, 10), (11, 12), (11, 13), (14, 19), (17, 19), (20, 21), (20, 25)]
    return make_table(make_doc(BINDING), [*spans, (22, 23), (22, 25), (26, 27)])


PREDICATES = """
    Ann Ann PROPN NNP 4 nsubj
    is be AUX VBZ 4 cop
    a a DET DT 4 det
    doctor doctor NOUN NN 0 root
    and and CCONJ CC 7 cc
    a a DET DT 7 det
    singer singer NOUN NN 4 conj

    Ann Ann PROPN NNP 4 nsubj
    is be AUX VBZ 4 cop
    in in ADP IN 4 case
    Boston Boston PROPN NNP 0 root

    Tom Tom PROPN NNP 2 nsubj
    served serve VERB VBD 0 root
    as as ADP IN 4 case
    captain captain NOUN NN 2 obl

    Bill Bill PROPN NNP 2 nsubj
    became become VERB VBD 0 root
    president president NOUN NN 2 xcomp
"""


def predicates() -> MentionTable:
    """0 Ann; 1 a doctor; 2 a singer; 3 Ann; 4 Boston; 5 Tom; 6 captain; 7 Bill; 8 president."""
    spans = [(0, 1), (2, 4), (5, 7), (7, 8), (10, 11), (11, 12), (14, 15), (15, 16), (17, 18)]
    return make_table(make_doc(PREDICATES), spans)


CLEAR = """
    Tom Tom PROPN NNP 2 nsubj
    is be AUX VBZ 0 ROOT
    the the DET DT 4 det
    captain captain NOUN NN 2 attr
    of of ADP IN 4 prep
    Boston Boston PROPN NNP 5 pobj

    Ann Ann PROPN NNP 2 nsubj
    saw see VERB VBD 0 ROOT
    her she PRON PRP 2 dobj
"""


def clear() -> MentionTable:
    """In ClearNLP labels: Tom; the captain of Boston; Boston; Ann; her."""
    return make_table(make_doc(CLEAR), [(0, 1), (2, 6), (5, 6), (6, 7), (8, 9)])
