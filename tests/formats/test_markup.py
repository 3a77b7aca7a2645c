"""Markup: XML within limits, tags removed with their positions kept, character references, words between tags."""

import gzip
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.exceptions import FormatError
from corefpipe.formats.muc import markup
from corefpipe.formats.muc.marked import words_of
from corefpipe.formats.muc.markup import parse_xml, read_markup, strip, unescape
from corefpipe.formats.reading import Place, Reading

PLACE = Place("f.xml")


def xml(text: str, *kept: str) -> markup.Element:
    return parse_xml(text, PLACE, "r", kept)


def test_elements():
    root = xml('<?xml version="1.0"?>\n<r a="1 &amp; 2">\n<x>t<y>u</y>v &lt;</x><z><x/></z>\n<x/></r>', "x")
    assert (root.name, root.attributes, root.line) == ("r", {"a": "1 & 2"}, 2)
    assert [(child.name, child.line, child.text) for child in root.children] == [("x", 3, "tv <"), ("x", 4, "")]
    assert root.first("x") is root.all("x")[0]
    assert root.first("z") is None


def test_a_named_dtd_is_not_fetched(tmp_path):
    dtd = tmp_path / "x.dtd"
    dtd.write_text('<!ENTITY e "secret">')
    assert xml(f'<!DOCTYPE r SYSTEM "{dtd.as_uri()}"><r>&lt;</r>').text == "<"


LAUGHS = "".join(f'<!ENTITY a{i + 1} "{f"&a{i};" * 10}">' for i in range(20))


@pytest.mark.parametrize(
    ("text", "message", "line"),
    [
        (f'<!DOCTYPE r [<!ENTITY a0 "ha">{LAUGHS}]>\n<r>&a20;</r>', "declares the entity 'a0'", 1),
        ('<!DOCTYPE r [\n<!ENTITY e SYSTEM "file:///etc/passwd">]><r>&e;</r>', "declares the entity 'e'", 2),
        ('<!DOCTYPE r [<!ENTITY % e SYSTEM "http://127.0.0.1/e">%e;]><r/>', "declares the entity 'e'", 1),
        ('<!DOCTYPE r SYSTEM "x.dtd">\n<r>&unknown;</r>', "&unknown; is none of XML's own entities", 2),
        ("<r>&unknown;</r>", "no well-formed XML (undefined entity)", 1),
        ("<r>" * 100_000, "nested more than 200 deep", 1),
        ("<r>" + "<n>" * 100_000, "nested more than 200 deep", 1),
        ("<other/>", "the outermost element is <other>, not <r>", 1),
        ("<r>\n<x>", "no well-formed XML (no element found)", 2),
        ("<r>\n</x>", "no well-formed XML (mismatched tag)", 2),
        ("<r>\x00</r>", "no well-formed XML (not well-formed (invalid token))", 1),
        ("", "no well-formed XML (no element found)", 1),
        ("<r/><r/>", "no well-formed XML (junk after document element)", 1),
    ],
)
def test_xml_errors(text, message, line):
    with pytest.raises(FormatError) as caught:
        xml(text, "r", "x")
    assert message in caught.value.message
    assert (caught.value.file, caught.value.line) == ("f.xml", line)


def test_a_long_attribute_takes_time_with_its_length():
    began = time.monotonic()
    assert len(xml(f'<r a="{"x" * 50_000_000}"/>').attributes["a"]) == 50_000_000
    assert time.monotonic() - began < 30


def test_too_many_elements(monkeypatch):
    monkeypatch.setattr(markup, "MAX_ELEMENTS", 10)
    with pytest.raises(FormatError, match="more than 10 elements"):
        xml("<r>" + "<x/>" * 10 + "</r>", "x")
    assert xml("<r>" + "<y/>" * 10 + "</r>", "x").children == []


def test_files(tmp_path):
    plain, packed, latin = tmp_path / "a.sgm", tmp_path / "a.sgm.gz", tmp_path / "b.sgm"
    plain.write_bytes("\ufeffä\r\nb\rc".encode())
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    latin.write_bytes("ok\nä".encode("latin1"))
    assert read_markup(plain, Reading()) == read_markup(packed, Reading()) == "ä\nb\rc"
    with pytest.raises(FormatError, match=r"b\.sgm:2: byte 1 of the line, 0xE4, is not UTF-8"):
        read_markup(latin, Reading())
    for path in (plain, packed):
        with pytest.raises(FormatError, match="no document ends within 5 bytes"):
            read_markup(path, Reading(max_document=5))


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("<DOC>\n<P>a</P>b</DOC>", "\nab"),
        ("x < 3 > 2 <3> <", "x < 3 > 2 <3> <"),  # rule 1
        ("<!-- c --><?pi?>a<b\nc='d'>e", "ae"),
        ("<a <b>c", "<a c"),
        ("&amp;&AMP;&#38;&#x26;&quot;&eacute;", '&&&&"é'),  # rule 2
        ("&;&amp &nothing;&#99999999;&#1;&#xD800;", "&;&amp &nothing;\ufffd&#1;\ufffd"),
        ("&amp;lt;a&lt;b&gt;", "&lt;a<b>"),
        ("<DOC>a\n</DOC>\n\n", "a\n"),  # rule 4
        ("<DOC>a</DOC> b", "a b"),
        ("a</P>\n", "a\n"),
        ("a\x00b", "a\x00b"),
    ],
)
def test_stripped(source, text):
    stripped = strip(source, ())
    assert (stripped.text, stripped.tags) == (text, [])


def test_tags():
    stripped = strip('a\n<x.y z="1">b&amp;<Coref\nID="1">c</COREF >\n<coref/>', ("COREF",), line=7)
    assert stripped.text == "a\nb&c\n"
    assert [(tag.name, tag.closing, tag.at, tag.line) for tag in stripped.tags] == [
        ("COREF", False, 4, 8),
        ("COREF", True, 5, 9),
        ("COREF", False, 6, 10),
    ]
    (tag,) = strip("""<COREF ID="1 &lt; 2" Ref = '3"' MIN=4 id=5 flag/>""", ("COREF",)).tags
    assert tag.attributes() == {"ID": "1 < 2", "REF": '3"', "MIN": "4"}


def test_places():
    stripped = strip("<A>x&amp;y</A>&Auml;z&#99999999999;", ())
    assert stripped.text == "x&yÄz&#99999999999;"
    assert stripped.size == len("x&amp;y&Auml;z&#99999999999;")
    assert [stripped.at(place) for place in (0, 1, 3, 6, 7, 9, 13, 14)] == [0, 1, 1, 2, 3, 3, 4, 5]
    assert [stripped.at(place, end=True) for place in (0, 1, 3, 6, 7, 9, 13, 14)] == [0, 1, 2, 2, 3, 4, 4, 5]


@given(st.text(alphabet="ab <>&;amp#38/!x\n", max_size=60))
def test_places_fit_the_text(source):
    stripped = strip(source, ())
    places = [stripped.at(place) for place in range(stripped.size + 1)]
    assert places == sorted(places)
    assert (places[0], places[-1]) == (0, len(stripped.text))
    assert unescape(unescape(source)) == unescape(unescape(source))


@pytest.mark.parametrize("piece", ["<", "<a", "&", "&a", "&#1", "<a b=", "<!", 'a="', "</DOC>", "<A>", "a ", "='"])
def test_hostile_sgml_takes_linear_time(piece):
    began = time.monotonic()
    for source in (piece * 200_000, f"<A {piece * 200_000}>".replace("><", ">")):
        for tag in strip(source, ("A",)).tags[:3]:
            tag.attributes()
    assert time.monotonic() - began < 30


def test_words():
    stripped = strip("<DOC>\n<DOCID> x </DOCID>\n<HL>No stop</HL>\n<TEXT>\nOne. Two\nlines.\n\n<P>Three", markup.BLOCKS)
    words = words_of(stripped.text, stripped.tags, Place("f"), Reading())
    assert [words.words[start] for start in words.sentence_starts] == ["x", "No", "One", "Two", "Three"]
    assert [words.words[start] for start in words.paragraph_starts] == ["x", "No", "One", "Three"]
    words = words_of(stripped.text, stripped.tags, Place("f"), Reading(), sentences_given=True)
    assert [words.words[start] for start in words.sentence_starts] == ["x", "No", "One", "Three"]
    assert words_of("", [], Place("f"), Reading()).sentence_starts == []
