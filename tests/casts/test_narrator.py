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


def narrator(table: MentionTable) -> tuple[str, str] | None:
    """The words of the narrating "I" and of the first name of the narrator."""
    cast = cast_of(table)
    found = narrator_of(table, cast)
    if found is None:
        return None
    row, person = found
    first = next(one for one, number in cast.person.items() if number == person)
    words, triples = table.parse.words, table.triples()
    return words[triples[row][2]], words[triples[first][2]]


@pytest.mark.parametrize(
    ("sentences", "wanted"),
    [
        ([I_LEFT] * 40 + [NAMED.format("Tom")] * 30 + [CALLED.format("Ann")] * 25, ("I", "Ann")),
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
    assert narrator(book_of(sentences)) == ("I", "Eva")


def test_a_number_does_not_narrate():
    """The "I" of "Chapter I" is no narrator if the text has "me" as well."""
    words = (
        "Bo Bo PROPN NNP 2 nsubj Number=Sing",
        "saw see VERB VBD 0 root",
        "me I PRON PRP 2 obj Number=Sing|Person=1|PronType=Prs",
    )
    table = book_of([I_LEFT, "\n".join(words), *[CALLED.format("Ann")] * 20])
    assert narrator(table) == ("me", "Ann")
