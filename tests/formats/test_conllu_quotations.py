"""Quotations in CoNLL-U: brackets in MISC, other programs' values, errors with line and document."""

from __future__ import annotations

import io

import conllu
import pytest
from helpers.documents import parse

from corefpipe.document import Document, Mention, Quotation
from corefpipe.exceptions import AnnotationError, FormatError
from corefpipe.formats import FORMATS

TALK = Document(
    "talk",
    words='" Go , " said Ann to Bo , " or stay . "'.split(),
    sentence_starts=[0],
    mentions=[Mention(5, 6, "e-1"), Mention(7, 8, "e2")],
    quotations=[
        Quotation(1, 3, "e-1", (5, 6), 0.9, 4, (4, 5), "e2", (7, 8), 1e-05),
        Quotation(10, 13, "e-1", (5, 6), 0.9, 4, (4, 5), "e2"),
    ],
)
ROWS = "1\tGo\t_\t_\t_\t_\t_\t_\t_\t{}\n2\tAnn\t_\t_\t_\t_\t_\t_\t_\t{}\n\n"


def written(document: Document) -> str:
    stream = io.StringIO()
    FORMATS["conllu"].write_document(document, stream)
    return stream.getvalue()


def test_misc():
    text = written(TALK)
    cells = [line.split("\t")[9] for line in text.splitlines() if line[:1].isdigit()]
    assert [cell for cell in cells if "Quote" in cell] == [
        "Quote=(q1-4-e%2D1-0.9-e2-1e%2D05",
        "Quote=q1)",
        "Quote=(c1)(c2)",
        "Entity=(e%2D1)|Quote=(s1)(s2)",
        "Entity=(e2)|Quote=(a1)",
        "Quote=(q2-4-e%2D1-0.9-e2",
        "Quote=q2)",
    ]
    (document,) = parse("conllu", text)
    assert (document.quotations, document.other) == (TALK.quotations, {})


def test_it_survives_other_programs():
    sentences = conllu.parse(written(TALK))
    assert sentences[0][1]["misc"] == {"Quote": "(q1-4-e%2D1-0.9-e2-1e%2D05"}
    (document,) = parse("conllu", "".join(sentence.serialize() for sentence in sentences))
    assert document.quotations == TALK.quotations


def test_what_another_program_writes_under_this_key_stays():
    for value in ("Yes", "q1", "(e1)", "“", "()", "(q)"):
        (document,) = parse("conllu", ROWS.format(f"Quote={value}", "_"))
        assert (document.quotations, document.other["misc"]) == ([], [f"Quote={value}", ""])
        assert f"Quote={value}" in written(document)


def test_least_that_is_read():
    (document,) = parse("conllu", ROWS.format("Quote=(q7)", "Quote=(q2)(s2)"))
    assert document.quotations == [Quotation(1, 2, mention=(1, 2)), Quotation(0, 1, turn=1)]


@pytest.mark.parametrize(
    ("first", "second", "line", "message"),
    [
        ("Quote=(q1-0", "_", 1, "entity q1 that opens here is never closed"),
        ("_", "Quote=q1)", 2, "q1 that was never opened"),
        ("Quote=(q1)", "Quote=(q1)", 2, "the bracket q1 of `Quote` is there a second time"),
        ("Quote=(q1)(s1)", "Quote=(s1)", 2, "the bracket s1 of `Quote` is there a second time"),
        ("Quote=(q1)", "Quote=(c2)", 2, "the bracket c2 of `Quote` belongs to no quotation"),
        ("_", "Quote=(q1-x)", 2, "has the turn 'x'"),
        ("_", "Quote=(q1--e1-2)", 2, "has the probability '2'"),
        ("_", "Quote=(q1-----nan)", 2, "has the probability 'nan'"),
        ("_", "Quote=(q1-0-e1-1-e2-1-7)", 2, "has 6 fields"),
    ],
)
def test_errors(first, second, line, message):
    with pytest.raises(FormatError) as caught:
        parse("conllu", "# newdoc id = d\n" + ROWS.format(first, second))
    assert message in str(caught.value)
    assert (caught.value.line, caught.value.document) == (line + 1, "d")


def test_quotations_without_words_are_refused():
    for wrong in (Quotation(1, 1), Quotation(0, 99), Quotation(0, 1, cue=(13, 15))):
        with pytest.raises(AnnotationError, match="document talk: quotation 1 has words"):
            written(Document("talk", words=TALK.words, quotations=[wrong]))
