"""Chains of a Doc in notebooks: the entity table, and displaCy."""

from __future__ import annotations

import re

import pytest
from spacy import displacy

from corefpipe.chains.coref import DISPLACY_KEY
from corefpipe.utils.html import COLOURS

TEXT = "Mary Bell lost her keys. She found them. Her brother John saw Mary. He smiled."


@pytest.fixture(scope="module")
def doc(packaged):
    return packaged(TEXT)


def test_the_entity_table(doc):
    rows = doc._.coref.entity_table()
    names = {"Mary": 1, "Mary Bell": 1}, {}, {"her": 2, "she": 1}
    assert rows[0][2:] == ("Mary Bell", *names, "person", "female", 5, 0, 14)
    assert [row.mentions for row in rows] == sorted((len(chain) for chain in doc._.coref), reverse=True)
    assert {row.gender for row in rows if row.name == "Her brother"} <= {"male"}
    pytest.importorskip("pandas")
    assert list(doc._.coref.to_dataframe()["name"]) == [row.name for row in rows]
    frame = doc._.coref.to_dataframe(per="mention")
    assert list(frame["text"]) == [mention.text for mention in doc._.coref.mentions]
    assert [doc.text[row.start_char : row.end_char] for row in frame.itertuples()] == list(frame["text"])
    assert [doc[row.start].sent for row in frame.itertuples()] == [list(doc.sents)[n] for n in frame["sentence"]]
    assert dict(frame.groupby("entity").size()) == {chain.id: len(chain) for chain in doc._.coref}


def test_displacy(doc):
    options = doc._.coref.displacy_options()
    page = displacy.render(doc, style="span", jupyter=False, options=options)
    for number, chain in enumerate(sorted(doc._.coref, key=len, reverse=True)):
        assert len(re.findall(rf">\s*{number + 1}\s*<", page)) == len(chain)
        assert COLOURS[number][1] in page
    assert len(set(options["colors"].values())) == len(doc._.coref)
    assert len(doc._.coref.chains) == len(doc.copy()._.coref.chains)  # the spans for displaCy are no chains
    assert len(doc.spans[DISPLACY_KEY]) == len(doc._.coref.mentions)
