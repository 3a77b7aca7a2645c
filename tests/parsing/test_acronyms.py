"""Tags of acronyms that are spelled as pronouns."""

from __future__ import annotations

import pytest
from helpers.columns import make_columns

from corefpipe.parsing.acronyms import tag_acronyms
from corefpipe.parsing.parse import Parse


@pytest.mark.parametrize(
    ("text", "pos", "names"),
    [
        ("IT says it needs a battery", "PRON VERB PRON VERB DET NOUN", [0]),
        ("He works in IT for US officials", "PRON VERB ADP PRON ADP PRON NOUN", [3, 5]),
        ("SEND IT BACK", "VERB PRON ADV", []),  # all in capitals
        ("I told you THAT IT was there", "PRON VERB PRON SCONJ PRON AUX ADV", []),  # stressed
        ("It says US all", "PRON VERB PROPN DET", []),  # is a name by now
        ("she told us", "PRON VERB PRON", []),
    ],
)
def test_tags(text, pos, names):
    columns = make_columns(text, pos)
    tag_acronyms(columns)
    assert [i for i, tag in enumerate(columns.tags) if tag == "NNP"] == names
    changed = [i for i, before in enumerate(pos.split()) if columns.pos[i] != before]
    assert changed == names


def test_they_are_names(base):
    parse = Parse.from_doc(base("My laptop died again. IT says that US firms need it."))
    found = {word: pos for word, pos in zip(parse.words, parse.pos, strict=True) if word.lower() in ("it", "us")}
    assert found == {"IT": "PROPN", "US": "PROPN", "it": "PRON"}
