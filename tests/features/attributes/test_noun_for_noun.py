"""Nouns that stand for other nouns."""

from __future__ import annotations

import pytest
from helpers.tables import features_of, value

from corefpipe.features.attributes import noun_for_noun
from corefpipe.resolver.tables import given_table

ONE = "A parrot sang. The bird was green."
TWO = "A parrot and a robin sang. The bird was green."
FAR = "A parrot sang. He slept. She sang. They ate. He left. The bird was green."
BOTH = "France and Spain signed. Both countries paid."
# text, the antecedent, the noun, in which way, rank
CASES = [
    (ONE, "A parrot", "The bird", "kind", "only"),
    (TWO, "a robin", "The bird", "kind", "nearest"),
    (TWO, "A parrot", "The bird", "kind", "other"),
    (FAR, "A parrot", "The bird", "kind", "far"),
    ("A bird sang. The parrot was green.", "A bird", "The parrot", "", ""),
    ("A parrot sang. A bird was green.", "A parrot", "A bird", "", ""),
    ("A parrot sang. The birds were green.", "A parrot", "The birds", "", ""),
    ("A parrot sang. The poor bird was green.", "A parrot", "The poor bird", "described kind", "only"),
    ("A species of parrot sang. The bird was green.", "A species of parrot", "The bird", "kind", "only"),
    ("She bought a piece of cheese. The food was green.", "a piece of cheese", "The food", "kind", "only"),
    ("She bought a box of frogs. The amphibian was green.", "a box of frogs", "The amphibian", "", ""),
    ("A van came. The vehicle was green.", "A van", "The vehicle", "kind of a rare sense", "only"),
    ("A parrot sang. The other bird was green.", "A parrot", "The other bird", "", ""),
    ("A car came. The automobile was green.", "A car", "The automobile", "synonym", "only"),
    ("The Nile is a river in Africa. The river is long.", "The Nile", "The river", "said", "only"),
    ("The Nile is a river in Africa. The sea is far.", "The Nile", "The sea", "", ""),
    ("The cow is in the barn. The barn is old.", "The cow", "The barn", "", ""),
    ("A woodcutter slept. The man sang.", "A woodcutter", "The man", "somebody", "only"),
    ("A woodcutter slept. The woman sang.", "A woodcutter", "The woman", "somebody", "only"),
    ("A policeman slept. The woman sang.", "A policeman", "The woman", "", ""),
    ("Her daughter slept. The girl sang.", "Her daughter", "The girl", "somebody", "only"),
    ("Her mother slept. The girl sang.", "Her mother", "The girl", "", ""),
    ("A man slept. The suspect sang.", "A man", "The suspect", "somebody", "only"),
    ("A lorry fell. The 34-year-old was hurt.", "A lorry", "The 34-year-old", "", ""),
    ("A parrot slept. The suspect sang.", "A parrot", "The suspect", "", ""),
    (BOTH, "France and Spain", "Both countries", "members", "only"),
    ("France and Spain signed. The two countries paid.", "France and Spain", "The two countries", "members", "only"),
    ("Ann and Bob slept. The couple sang.", "Ann and Bob", "The couple", "members", "only"),
    ("France and Spain signed. The three countries paid.", "France and Spain", "The three countries", "", ""),
]


@pytest.mark.parametrize(("text", "antecedent", "noun", "way", "rank"), CASES)
def test_values(base, text, antecedent, noun, way, rank):
    doc = base(text)
    nouns = {antecedent, noun, *(("A parrot", "a robin") if text == TWO else ())}
    places = sorted((text.rindex(words), text.rindex(words) + len(words)) for words in nouns)
    spans = [doc.char_span(*place) for place in places]
    table = given_table(doc, [(span.start, span.end) for span in spans])
    texts = [span.text for span in spans]
    pair = texts.index(antecedent), texts.index(noun)
    assert value("noun_for_noun", table, *pair) == way
    assert value("noun_for_noun_rank", table, *pair) == rank


def test_every_feature_is_here():
    assert features_of(noun_for_noun) == {"noun_for_noun", "noun_for_noun_rank"}
