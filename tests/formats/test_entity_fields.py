"""The fields in Entity brackets, and their escapes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.document import Document, Mention
from corefpipe.exceptions import AnnotationError, FormatError
from corefpipe.formats.brackets import Span
from corefpipe.formats.conllu.entity_fields import FieldReader, FieldWriter
from corefpipe.formats.conllu.escapes import FIELDS, VALUES
from corefpipe.formats.conllu.nodes import Nodes
from corefpipe.formats.reading import Place

TEXT = st.text(st.sampled_from("%25D270C|-()[]= \t\n\ra\u2028"), max_size=12)


def mention(fields: str, declared: str = "eid-etype-head-other", end: int = 3) -> Mention:
    reader = FieldReader(declared, Nodes([]), Place("f", "d"), 1)
    return reader.mention(Span(0, end, "e", 2, fields))


def bracket(mention: Mention, declared: str = "") -> tuple[str, str]:
    """The declaration and the fields as they are written."""
    document = Document("d", words=["w"] * 5, sentence_starts=[0], mentions=[mention])
    writer = FieldWriter(document, declared, Nodes([]))
    return writer.declaration, writer.span(mention).fields


@given(TEXT)
@pytest.mark.parametrize(("escapes", "special"), [(FIELDS, "-|()[]= \t\n\r"), (VALUES, "|\t\n\r")])
def test_escapes_are_exact_both_ways(escapes, special, text):
    written = escapes.escape(text)
    assert not set(written) & set(special)
    assert escapes.unescape(written) == text
    plain = "".join(character for character in text if character not in special)
    assert escapes.escape(escapes.unescape(plain)) == plain


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("a-b", "a%2Db"),
        ("%2D", "%252D"),
        ("%252D", "%25252D"),
        ("100%", "100%"),
        ("%25", "%25"),
        ("Big_Ben%2C_UK", "Big_Ben%2C_UK"),
        ("%2d", "%2d"),
    ],
)
def test_escapes(text, written):
    assert FIELDS.escape(text) == written


def test_fields_by_name():
    assert mention("person-2-x") == Mention(0, 3, "e", 1, "person", (), {"other": "x"})
    assert mention("-2") == Mention(0, 3, "e", 1)
    assert mention("new-1,3-a-b", "GRP-infstat-minspan-link") == Mention(
        0, 3, "e", 0, "", (), {"infstat": "new", "minspan": "1,3", "link": "a-b"}
    )


@pytest.mark.parametrize(("minspan", "head"), [("3,1", 2), ("4", None), ("0", None), ("x", None), ("9" * 5000, None)])
def test_a_minspan_outside_of_the_mention_is_kept(minspan, head):
    found = mention(minspan, "GRP-minspan")
    assert (found.head, found.other) == (head, {"minspan": minspan})


@pytest.mark.parametrize("head", ["4", "0", "x", "1.5", "9" * 5000, "-1"])
def test_a_head_outside_of_the_mention_is_an_error(head):
    with pytest.raises(FormatError, match="is not one of its 3 words") as caught:
        mention(f"-{head}".replace("--", "-%2D"))
    assert (caught.value.line, len(str(caught.value)) < 300) == (2, True)


def test_names_that_are_missing_are_added():
    found = Mention(0, 3, "e", 1, "person", (), {"a-b (c)": "x"})
    assert bracket(found) == ("eid-etype-head-other-a%2Db%20%28c%29", "person-2--x")
    assert bracket(found, "GRP") == ("GRP-etype-head-a%2Db%20%28c%29", "person-2-x")
    declared, fields = bracket(found, "GRP-minspan")
    assert (declared, fields) == ("GRP-minspan-etype-a%2Db%20%28c%29", "2-person-x")
    assert mention(fields, declared).other == {"minspan": "2", "a-b (c)": "x"}


@pytest.mark.parametrize("name", ["head", "etype"])
def test_fields_that_have_a_place_of_their_own(name):
    with pytest.raises(AnnotationError, match=f"a mention has '{name}' among its other fields"):
        bracket(Mention(0, 1, "e", other={name: "x"}))
