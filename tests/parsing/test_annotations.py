"""Annotation that a Doc may lack."""

from __future__ import annotations

import pytest
import spacy
from helpers.parses import make_doc
from spacy.tokens import Doc

from corefpipe.exceptions import AnnotationError
from corefpipe.parsing.annotations import is_complete, missing_attributes, require_parse

COLUMNS = {"heads": [1, 1], "deps": ["nsubj", "ROOT"], "pos": ["PRON", "VERB"]}


def parsed():
    return make_doc("it it PRON PRP 2 nsubj\nrains rain VERB VBZ 0 root")


@pytest.mark.parametrize(
    ("columns", "missing"),
    [
        ((), "the Doc has no dependency parse and no parts of speech"),
        (("pos",), "the Doc has no dependency parse"),
        (("heads", "deps"), "the Doc has no parts of speech"),
    ],
)
def test_what_mentions_and_features_require(columns, missing):
    given = {name: COLUMNS[name] for name in columns}
    with pytest.raises(AnnotationError, match=f'{missing}. Run a pipeline .* for instance corefpipe.load."en"'):
        require_parse(Doc(spacy.blank("en").vocab, words=["It", "rains"], **given))


def test_enough_is_required():
    require_parse(parsed())
    require_parse(spacy.blank("en")(""))


def test_what_is_missing():
    bare, empty = Doc(spacy.blank("en").vocab, words=["It", "rains"]), spacy.blank("en")("")
    everything = {"DEP", "POS", "LEMMA", "SENT_START"}
    for docs, missing in (([parsed()], set()), ([bare], everything), ([parsed(), bare], everything), ([empty], set())):
        assert missing_attributes(docs) == missing
    assert is_complete(parsed())
    assert not is_complete(bare)
