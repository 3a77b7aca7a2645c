"""Long texts in sections that narrators tell, with names and first persons as their mentions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from corefpipe.casts.sections import BOOK
from corefpipe.features import MentionTable
from helpers.parses import make_doc, make_table

NAMES = ("Ann", "Bo", "Hill", "Eva", "Lee")
TIMES = BOOK // 9  # paragraphs of a section


def paragraph(text: str) -> str:
    """The rows of a paragraph that is one sentence; all words depend on the first."""
    rows = []
    for number, word in enumerate(text.split()):
        tag = "NNP" if word.title() in NAMES else "PRP" if word == "I" else "NN"
        kind = {"NNP": "PROPN", "PRP": "PRON", "NN": "NOUN"}[tag]
        feats = "Number=Sing|Person=1|PronType=Prs" if word == "I" else "Number=Sing"
        rows.append(f"{word} {word} {kind} {tag} {min(number, 1)} {'dep' if number else 'root'} {feats}")
    return "\n".join(rows)


def book_of(paragraphs: Sequence[str]) -> MentionTable:
    """A table of these paragraphs, whose mentions are names and first persons."""
    doc = make_doc("\n\n".join(map(paragraph, paragraphs)))
    for token in doc:
        token._.entity_type = "person" if token.tag_ == "NNP" else ""
    doc._.paragraph_starts = [sent.start for sent in doc.sents]
    mentions = (
        list(group) for _, group in groupby(doc, lambda token: token.sent.start if token.tag_ == "NNP" else -token.i)
    )
    spans = [(one[0].i, one[-1].i + 1) for one in mentions if one[0].tag_ in ("NNP", "PRP")]
    return make_table(doc, spans)


def saw(*others: str, i: str = "I") -> list[str]:
    """Paragraphs in which the narrator sees others."""
    return [f"{i} went out and {i} was glad", *(f"then {one} came in" for one in others)] * (TIMES // 2)
