"""The narrator in the first person, whom others call by name."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from helpers.parses import make_doc, make_table

from corefpipe.casts.cast import cast_of
from corefpipe.casts.narrator import narrator_of
from corefpipe.features import MentionTable

I_LEFT = "I I PRON PRP 2 nsubj Number=Sing|Person=1|PronType=Prs\nleft leave VERB VBD 0 root\n. . PUNCT . 2 punct"
NAMED = "{0} {0} PROPN NNP 2 nsubj Number=Sing\nleft leave VERB VBD 0 root\n. . PUNCT . 2 punct"
CALLED = """“ “ PUNCT `` 2 punct
Come come VERB VB 0 root
, , PUNCT , 2 punct
{0} {0} PROPN NNP 2 vocative Number=Sing
! ! PUNCT . 2 punct
” ” PUNCT '' 2 punct"""


def book_of(sentences: Sequence[str]) -> MentionTable:
    """A table of these sentences, whose mentions are names and first persons."""
    doc = make_doc("\n\n".join(sentences))
    spans = [(token.i, token.i + 1) for token in doc if token.tag_ in ("NNP", "PRP")]
    for token in doc:
        token._.entity_type = "person" if token.tag_ == "NNP" else ""
    doc._.paragraph_starts = [sent.start for sent in doc.sents]
    return make_table(doc, spans)


def narrator(table: MentionTable) -> str | None:
    """The word of the first name of the narrator."""
    cast = cast_of(table)
    found = narrator_of(table, cast)
    first = next((one for one, number in cast.person.items() if number == found), None)
    return None if first is None else table.parse.words[table.triples()[first][2]]


@pytest.mark.parametrize(
    ("sentences", "wanted"),
    [
        ([I_LEFT] * 40 + [NAMED.format("Tom")] * 30 + [CALLED.format("Ann")] * 25, "Ann"),
        ([I_LEFT] * 40 + [NAMED.format("Tom")] * 30 + [CALLED.format("Ann")] * 10, None),  # seldom named
        ([I_LEFT] * 40 + [NAMED.format("Tom")] * 30 + [CALLED.format("Tom")] * 25, None),  # named outside quotations
        ([NAMED.format("Tom")] * 30 + [CALLED.format("Ann")] * 25, None),  # nobody narrates
        ([I_LEFT] * 40, None),
    ],
)
def test_who_narrates(sentences, wanted):
    assert narrator(book_of(sentences)) == wanted


def test_the_one_named_most():
    sentences = [I_LEFT] * 40 + [CALLED.format("Ann")] * 25 + [CALLED.format("Eva")] * 35
    assert narrator(book_of(sentences)) == "Eva"
