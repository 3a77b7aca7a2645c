"""Hand-made mention tables for the features of Bengtson & Roth."""

from __future__ import annotations

from corefpipe.features import MentionTable
from helpers.parses import make_doc, make_table

_CLOSED = {
    "DET": ("a", "an", "the", "this", "these", "those", "some"),
    "PRON": ("i", "you", "he", "him", "she", "it", "they", "her", "who", "us"),
    "ADP": ("of", "in", "with"),
    "PART": ("'s",),
    "CCONJ": ("and", "&"),
    "ADJ": ("old", "young", "small", "little", "tiny", "big", "American", "Russian", "red"),
}


def phrases(*texts: str) -> MentionTable:
    """One sentence "… stood ." per text, which is its mention; the head is the last word before `of`, `with`, 's.

    Capitalised words are names, others nouns, those in -s plurals; "+" marks the conjunction, as in "Tom +and Ann".
    """
    rows, spans, start = [], [], 0
    for text in texts:
        words = text.replace("+", "").split()
        ends = [i for i, word in enumerate(words) if i and _pos(word) in ("ADP", "PART")]
        joint = next((i for i, word in enumerate(text.split()) if word.startswith("+")), 0)
        head = joint or min([*ends, len(words)])
        for number, word in enumerate(words, 1):
            pos = _pos(word)
            dep, above = {"DET": "det", "ADP": "case", "PART": "case", "CCONJ": "cc"}.get(pos, "compound"), head
            if number == head:
                dep, above = "nsubj", len(words) + 1
            elif number > head and pos in ("NOUN", "PROPN"):
                dep = "conj" if joint else "nmod"
            number_of = "Number=Plur" if pos == "NOUN" and word.endswith("s") else "Number=Sing"
            rows.append(f"{word} {word.lower()} {pos} {'PRP' if pos == 'PRON' else pos} {above} {dep} {number_of}")
        rows += ["stood stand VERB VBD 0 root", f". . PUNCT . {len(words) + 1} punct", ""]
        spans.append((start, start + len(words)))
        start += len(words) + 2
    return make_table(make_doc("\n".join(rows)), spans)


def _pos(word: str) -> str:
    for pos, words in _CLOSED.items():
        if word in words or (pos != "ADJ" and word.lower() in words):
            return pos
    return "PROPN" if word[0].isupper() else "NOUN"


CAPTAIN = """
    Nora Nora PROPN NNP 8 nsubj Number=Sing
    Bell Bell PROPN NNP 1 flat Number=Sing
    , , PUNCT , 5 punct
    the the DET DT 5 det
    captain captain NOUN NN 1 appos Number=Sing
    , , PUNCT , 5 punct
    who who PRON WP 8 nsubj
    said say VERB VBD 0 root
    she she PRON PRP 10 nsubj Number=Sing
    knew know VERB VBD 8 ccomp
    Tom Tom PROPN NNP 10 obj Number=Sing
    . . PUNCT . 8 punct

    Tom Tom PROPN NNP 2 nsubj Number=Sing
    answered answer VERB VBD 0 root
    . . PUNCT . 2 punct
"""


def captain() -> MentionTable:
    """0 Nora Bell, the captain; 1 the captain; 2 who; 3 she; 4 Tom; 5 Tom, who answered."""
    return make_table(make_doc(CAPTAIN), [(0, 5), (3, 5), (6, 7), (8, 9), (10, 11), (12, 13)])
