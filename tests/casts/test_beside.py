"""Names that stand beside each other."""

from __future__ import annotations

from itertools import accumulate

import pytest
from helpers.parses import make_doc, make_table

from corefpipe.casts.beside import beside, forms_beside
from corefpipe.casts.cast import cast_of
from corefpipe.casts.forms import Form
from corefpipe.features import MentionTable

ANNE, MISS_ELLIOT = Form((), ("anne",)), Form(("miss",), ("elliot",))
MEETS = """
Anne Anne PROPN NNP 2 nsubj Number=Sing
met meet VERB VBD 0 root
Miss Miss PROPN NNP 4 compound Number=Sing
Elliot Elliot PROPN NNP 2 obj Number=Sing
"""
QUOTED = """
“ “ PUNCT `` 4 punct
Anne Anne PROPN NNP 4 nsubj Number=Sing
has have AUX VBZ 4 aux
met meet VERB VBD 0 root
Miss Miss PROPN NNP 6 compound Number=Sing
Elliot Elliot PROPN NNP 4 obj Number=Sing
” ” PUNCT '' 4 punct
"""
APPOSED = """
Anne Anne PROPN NNP 4 nsubj Number=Sing
Miss Miss PROPN NNP 3 compound Number=Sing
Elliot Elliot PROPN NNP 1 appos Number=Sing
left leave VERB VBD 0 root
"""


def table_of(*sentences: str) -> MentionTable:
    """A table of the names in these sentences, each a first name or "Miss" with a surname."""
    blocks = [one.strip() for one in sentences]
    ends = [0, *accumulate(len(one.splitlines()) for one in blocks)]
    spans = []
    for first, block in zip(ends, blocks, strict=False):
        for place, row in enumerate(block.splitlines(), first):
            word = row.split()[0]
            if row.split()[2] == "PROPN" and word != "Miss":
                spans.append((place - (word == "Elliot"), place + 1))
    types = {token: "person" for start, end in spans for token in range(start, end)}
    return make_table(make_doc("\n\n".join(blocks), types=types), spans)


@pytest.mark.parametrize(
    ("sentences", "count"), [([MEETS] * 3, 3), ([MEETS, QUOTED, QUOTED], 1), ([APPOSED] * 3, 0), ([MEETS, APPOSED], 1)]
)
def test_narrated_sentences_with_both_names_are_counted(sentences, count):
    table = table_of(*sentences)
    found = forms_beside(table, cast_of(table).forms)
    assert beside(found, ANNE, MISS_ELLIOT) == beside(found, MISS_ELLIOT, ANNE) == count
    assert beside(found, ANNE, ANNE) == 0
