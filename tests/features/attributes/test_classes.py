"""Nouns that stand for names."""

from __future__ import annotations

import pytest
from helpers.tables import features_of, value

from corefpipe.features import MentionTable
from corefpipe.features.attributes import classes
from corefpipe.resolver.tables import given_table

ONE = "Lisbon was rebuilt. The city had been destroyed."
TWO = "Lisbon and Madrid were rebuilt. The city had been destroyed."
FAR = "Lisbon was rebuilt. He slept. She sang. They ate. He left. The city had been destroyed."
RELATIVE = "Siemens lost money. The company, which is old, closed a plant."
# text, the name, the noun, class, rank
CASES = [
    (ONE, "Lisbon", "The city", "place", "only"),
    (TWO, "Madrid", "The city", "place", "nearest"),
    (TWO, "Lisbon", "The city", "place", "other"),
    (FAR, "Lisbon", "The city", "place", "far"),
    ("Ada Bell left. The former banker was ill.", "Ada Bell", "The former banker", "person", "only"),
    ("Ada Bell left. The former house was old.", "Ada Bell", "The former house", "", ""),
    ("Ada Bell left. The champion was ill.", "Ada Bell", "The champion", "person", "only"),
    ("Lisbon was rebuilt. The river was deep.", "Lisbon", "The river", "", ""),
    ("Lisbon was rebuilt. A city had been destroyed.", "Lisbon", "A city", "", ""),
    ("Lisbon was rebuilt. The old city had been destroyed.", "Lisbon", "The old city", "", ""),
    ("Siemens lost money. The company closed a plant.", "Siemens", "The company", "organization", "only"),
    (RELATIVE, "Siemens", "The company, which is old", "organization", "only"),
    (RELATIVE.replace(",", ""), "Siemens", "The company which is old", "", ""),
    ("Siemens lost money. The plant was closed.", "Siemens", "The plant", "", ""),
    ("Mayor Ada Bell left. The mayor was ill.", "Ada Bell", "The mayor", "title", "only"),
    ("Prime Minister Ada Bell left. The prime minister was ill.", "Ada Bell", "The prime minister", "title", "only"),
    ("Prime Minister Ada Bell left. The foreign minister was ill.", "Ada Bell", "The foreign minister", "", ""),
    ("Hyde Park is closed. The park was flooded.", "Hyde Park", "The park", "title", "only"),
    ("Dr. Ada Bell left. The doctor was ill.", "Ada Bell", "The doctor", "title", "only"),
    ("Ada Bell left. The physicist was ill.", "Ada Bell", "The physicist", "person", "only"),
    ("Ada Bell left. The actress was ill.", "Ada Bell", "The actress", "person", "only"),
    ("Ada Bell left. The waiter was ill.", "Ada Bell", "The waiter", "", ""),
    ("Ada Bell left. The mayor was ill.", "Ada Bell", "The mayor", "", ""),
    ("Ada Bell saw the physicist.", "Ada Bell", "the physicist", "", ""),
    ("Ada Bell left. The king was ill.", "Ada Bell", "The king", "", ""),
    ("Ada Bell left. The American was ill.", "Ada Bell", "The American", "demonym", "only"),
    ("Ada Bell left. The young physicist was ill.", "Ada Bell", "The young physicist", "", ""),
    ("Siemens lost money. The other company closed a plant.", "Siemens", "The other company", "", ""),
    ("Siemens lost money. The German company closed a plant.", "Siemens", "The German company", "modified", "only"),
    ("Siemens lost money. The carmaker closed a plant.", "Siemens", "The carmaker", "organization", "only"),
    ("The Boston Globe won. The newspaper was glad.", "Boston Globe", "The newspaper", "title", "only"),
    ("Lufthansa cut jobs. The airline lost money.", "Lufthansa", "The airline", "organization", "only"),
    ("Hurricane Katrina came. The storm was bad.", "Hurricane Katrina", "The storm", "title", "only"),
    ("Pope Francis left. The Polish pope was ill.", "Pope Francis", "The Polish pope", "title", "only"),
    ("Ada Bell left. The Polish physicist was ill.", "Ada Bell", "The Polish physicist", "person", "only"),
    ("Ada Bell left. The 34-year-old was ill.", "Ada Bell", "The 34-year-old", "person", "only"),
    ("Lisbon grew. The 34-year-old was ill.", "Lisbon", "The 34-year-old", "", ""),
    ("Ada Bell left. The company was ill.", "Ada Bell", "The company", "", ""),
    ("Lisbon was rebuilt. The Lisbon of today is new.", "Lisbon", "The Lisbon", "", ""),
]


def table_of(base, text, name, noun) -> tuple[MentionTable, list[str]]:
    """A table of two mentions, and of the names apart from them; and the texts of the mentions."""
    doc = base(text)
    pair = [doc.char_span(at, at + len(words)) for at, words in ((text.index(name), name), (text.rindex(noun), noun))]
    found = {*pair, *(ent for ent in doc.ents if all(ent.end <= span.start or span.end <= ent.start for span in pair))}
    spans = sorted((span.start, span.end) for span in found)
    return given_table(doc, spans), [doc[start:end].text for start, end in spans]


@pytest.mark.parametrize(("text", "name", "noun", "kind", "rank"), CASES)
def test_values(base, text, name, noun, kind, rank):
    table, texts = table_of(base, text, name, noun)
    pair = texts.index(name), texts.index(noun)
    assert value("noun_for_name", table, *pair) == kind
    assert value("noun_for_name_rank", table, *pair) == rank


def test_every_feature_is_here():
    assert features_of(classes) == {"noun_for_name", "noun_for_name_rank"}
