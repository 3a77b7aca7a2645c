"""Places in pipelines with the entity labels of OntoNotes, as spaCy's have them."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.parses import make_doc, make_table
from spacy.tokens import Span

from corefpipe.resolver.constraints.things import things

TRIP = """
    Ada Ada PROPN NNP 2 nsubj Number=Sing
    left leave VERB VBD 0 root
    {place} {place} PROPN NNP 2 obj Number=Sing

    She she PRON PRP 2 nsubj Number=Sing|Person=3
    slept sleep VERB VBD 0 root
"""


@pytest.mark.parametrize(
    ("place", "label", "apart"),
    [
        ("Leeds", "GPE", True),
        ("Ohio", "GPE", True),
        ("India", "GPE", False),  # may be personified
        ("Paris", "GPE", False),  # a first name, too: evidence for the model
        ("Leeds", "PERSON", False),
        ("Leeds", "ORG", True),
    ],
)
def test_places_are_not_she(place, label, apart):
    doc = make_doc(TRIP.format(place=place))
    doc.ents = [Span(doc, 2, 3, label=label)]
    found = things(make_table(doc, [(0, 1), (2, 3), (3, 4)]))
    values = np.full((3, 1), -1) if found is None else found.values
    differ = ((values[1] >= 0) & (values[2] >= 0) & (values[1] != values[2])).any()
    assert bool(differ) == apart
