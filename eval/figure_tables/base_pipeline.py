"""Tables of the base pipelines: tags, trees and names."""

from __future__ import annotations

from figure_tables.models import BASES, TREEBANKS
from figure_tables.registry import Rows, figure, readme, result

PAGE = readme("base_pipeline")
GIVEN = ("gold tokens and sentences", "gold tokens", "raw text")
SCORED = {
    "tokens": "tokens, F",
    "sentences": "sentences, F",
    "xpos": "XPOS",
    "upos": "UPOS",
    "feats": "features",
    "lemma": "lemma",
    "uas": "UAS",
    "las": "LAS",
    "uas_no_punct": "UAS without punctuation",
    "las_no_punct": "LAS without punctuation",
    "las_no_subtypes": "LAS without punctuation and subtypes",
    "entity_type_f": "entity type, F",
    "entity_head_f": "mention head, F",
}
NAMES = {"names F": "F", "P": "P", "R": "R", "PERSON F": "PERSON", "ORG F": "ORG", "LOC F": "LOC"}


@figure("en", PAGE, model="en")
@figure("en_accurate", PAGE, model="en_accurate")
def base_scores(model: str) -> Rows:
    """What, and for each treebank the figure with more and more predicted."""
    found = result("base_pipeline", BASES[model])
    yield "", *(f"{bank}/dev: {part}" for bank in TREEBANKS for part in GIVEN)
    for score, name in SCORED.items():
        yield name, *(f"{found[bank][part][score]:.2f}" for bank in TREEBANKS for part in GIVEN)


@figure("altered", PAGE)
def altered() -> Rows:
    """Accuracy of tags in altered text."""
    yield "XPOS, gold tokens and sentences", "as it is", "lower case", "capitals"
    for name, file in BASES.items():
        for bank in TREEBANKS:
            found = result("base_pipeline", file)[bank]
            plain = found["gold tokens and sentences"]["xpos"]
            others = (found[f"xpos in {case}"] for case in ("lower case", "capitals"))
            yield f"`{name}`, {bank}/dev", f"{plain:.1f}", *(f"{one:.1f}" for one in others)


@figure("names", PAGE)
def names() -> Rows:
    """The base pipeline, and the scores of its names."""
    yield "names on ewt/dev, exact", *NAMES.values()
    for name, file in BASES.items():
        found = result("base_pipeline", file)["names on ewt/dev"]
        yield f"`{name}`", *(f"{found[kind]:.1f}" for kind in NAMES)


@figure("sources", PAGE)
def sources() -> Rows:
    """Who annotates the student's raw text: what was read, LAS and XPOS on each treebank."""
    scores = {"las": "LAS", "xpos": "XPOS"}
    yield "what was read", *(f"{title}, {bank}/dev" for title in scores.values() for bank in TREEBANKS)
    for read, one in result("base_pipeline", "sources.json")["students"].items():
        yield read, *(f"{one[bank][score]:.1f}" for score in scores for bank in TREEBANKS)
