"""ACE: offsets, fields, speakers, genres, errors, hostile files, and round trips."""

import gzip
import time
from pathlib import Path

import pytest
from helpers.documents import spans

from corefpipe.exceptions import FormatError
from corefpipe.formats import ReadReport, read

SGM = """<DOC>
<DOCID> AFP_ENG_1 </DOCID>
<DOCTYPE SOURCE="newswire"> NEWS STORY </DOCTYPE>
<BODY>
<HEADLINE>
AT&amp;T hires Ann
</HEADLINE>
<TEXT>
She leads the new R&AMP;D unit of New
York.
</TEXT>
</BODY>
</DOC>
"""
BARE = SGM.replace("<DOC>", "").replace("</DOC>\n", "")
for tag in ("DOCID", "BODY", "HEADLINE", "TEXT", 'DOCTYPE SOURCE="newswire"', "DOCTYPE"):
    BARE = BARE.replace(f"<{tag}>", "").replace(f"</{tag}>", "")


def charseq(text: str, start: int | None = None) -> str:
    """A charseq element for words in `BARE`, the text of the sgm file without its tags."""
    start = BARE.index(text) if start is None else start
    return f'<charseq START="{start}" END="{start + len(text) - 1}">{text}</charseq>'


def mention(attributes: str, extent: str, head: str) -> str:
    return f"<entity_mention {attributes}><extent>{extent}</extent>\n<head>{head}</head></entity_mention>\n"


def apf(*entities: str, attributes: str = 'SOURCE="newswire"', doctype: str = "apf.v5.1.1.dtd") -> str:
    return (
        f'<?xml version="1.0"?>\n<!DOCTYPE source_file SYSTEM "{doctype}">\n<source_file URI="x.sgm" {attributes}>\n'
        f'<document DOCID="AFP_ENG_1">\n{"".join(entities)}</document>\n</source_file>\n'
    )


def entity(*mentions: str, attributes: str = 'ID="E1" TYPE="PER"') -> str:
    return f"<entity {attributes}>\n{''.join(mentions)}</entity>\n"


ANN = mention('ID="E1-1" TYPE="NAM"', charseq("Ann"), charseq("Ann"))
SHE = mention('ID="E1-2" TYPE="PRO" LDCTYPE="PRO" LDCATR="FALSE"', charseq("She"), charseq("She"))
UNIT = mention('TYPE="NOM" ROLE="ORG"', charseq("the new R&AMP;D unit of New\nYork"), charseq("R&AMP;D unit"))
UNIT = UNIT.replace("&AMP;", "&amp;AMP;")
FIRM = mention('TYPE="NAM"', charseq("AT&amp;T"), charseq("AT&amp;T"))


@pytest.fixture
def files(tmp_path):
    """Function that writes the two files and returns the path of the annotation."""

    def make(annotation: str, text: str = SGM, folder: str = "") -> Path:
        path = tmp_path / folder / "x.apf.xml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(annotation)
        path.with_name("x.sgm").write_text(text)
        return path

    return make


def test_everything(files):
    path = files(
        apf(
            entity(SHE, ANN, attributes='ID="E1" TYPE="PER" SUBTYPE="Individual" CLASS="SPC"'),
            "<timex2 ID='T1'><timex2_mention><extent><charseq START='x'/></extent></timex2_mention></timex2>",
            entity(UNIT, attributes='ID="E2" TYPE="ORG"'),
            entity(FIRM, attributes='ID="E3" TYPE="ORG"'),
            '<relation ID="R1"><relation_argument REFID="E1"/></relation><event ID="V1"/><value ID="V"/>',
        )
    )
    report = ReadReport()
    (document,) = read(path, report=report)
    assert (document.name, document.genre, document.origin.file, document.origin.line) == (
        "AFP_ENG_1", "nw", str(path), 4
    )  # fmt: skip
    # Headers and line breaks count as text.
    assert document.text == BARE.replace("&amp;", "&").replace("&AMP;", "&")
    assert document.words[:4] == ["AFP_ENG_1", "NEWS", "STORY", "AT&T"]
    assert [document.surface(m) for m in document.mentions] == ["AT&T", "Ann", "She", "the new R&D unit of New\nYork"]
    firm, ann, she, unit = document.mentions
    assert (firm.entity, firm.head, firm.type, firm.other) == ("E3", 3, "ORG", {"mention_type": "NAM", "minspan": "1"})
    assert ann.other == {"mention_type": "NAM", "subtype": "Individual", "class": "SPC", "minspan": "1"}
    assert (she.entity, she.other["ldctype"], she.other["ldcatr"]) == ("E1", "PRO", "FALSE")
    assert (document.words[unit.head], unit.other) == ("unit", {"mention_type": "NOM", "role": "ORG", "minspan": "3,4"})
    assert not report.misfits
    assert [document.words[start] for start in document.sentence_starts] == ["AFP_ENG_1", "NEWS", "AT&T", "She"]


def test_ace_2004(files):
    """ACE 2004 has another DTD, the mention type PRE, and the attribute REFERENCE for what 2005 calls metonymy."""
    pre = mention('TYPE="PRE" LDCTYPE="PRE" REFERENCE="INTENDED"', charseq("New\nYork"), charseq("New\nYork"))
    path = files(apf(entity(pre), doctype="apf.v4.0.1.dtd", attributes='TYPE="text" VERSION="4.0"'), folder="bnews")
    (document,) = read(path)
    assert document.genre == "bn"
    assert document.mentions[0].other == {
        "mention_type": "PRE", "ldctype": "PRE", "reference": "INTENDED", "minspan": "1,2"
    }  # fmt: skip


@pytest.mark.parametrize(
    ("source", "folder", "genre"),
    [
        ("broadcast conversation", "nw", "bc"),
        ("Weblog", "", "wl"),
        ("", "un/adj", "un"),
        ("UNKNOWN", "cts", "cts"),
        ("", "elsewhere", ""),
        ("fiction", "", "fiction"),
    ],
)
def test_genres(files, source, folder, genre):
    (document,) = read(files(apf(attributes=f'SOURCE="{source}"'), folder=folder))
    assert document.genre == genre


def test_speakers(files):
    text = (
        "<DOC>\n<TEXT>\nIntro\n<TURN>\n<SPEAKER> ANN  B </SPEAKER>\nHello.\n</TURN>\n<TURN>\nNobody\n</TURN>\n"
        "<POST>\n<POSTER>Bo</POSTER>\nHi &amp; bye.\n</POST>\n<SPEAKER>Cy</SPEAKER> Yes\n</TEXT>\nEnd</DOC>"
    )
    (document,) = read(files(apf(), text))
    said = [(word, speaker) for word, speaker in zip(document.words, document.speakers, strict=True) if speaker]
    assert said == [
        ("Hello", "ANN B"), (".", "ANN B"), ("Hi", "Bo"), ("&", "Bo"), ("bye", "Bo"), (".", "Bo"), ("Yes", "Cy")
    ]  # fmt: skip
    assert next(read(files(apf()))).speakers is None


def test_line_ends_count_one(files):
    path = files(apf(entity(ANN, UNIT)))
    companion = path.with_name("x.sgm")
    companion.write_bytes(companion.read_bytes().replace(b"\n", b"\r\n"))
    (document,) = read(path)
    assert document.surface(document.mentions[1]) == "the new R&D unit of New\nYork"


def test_packed(files):
    path = files(apf(entity(ANN)))
    for file in (path, path.with_name("x.sgm")):
        file.with_name(file.name + ".gz").write_bytes(gzip.compress(file.read_bytes()))
        file.unlink()
    assert spans(next(read(path.with_name("x.apf.xml.gz")))) == [(5, 6, "E1")]


def test_several_documents_in_a_file(files):
    annotation = apf(entity(ANN))
    second = '<document DOCID="two"><entity ID="E1"></entity></document></source_file>'
    found = list(read(files(annotation.replace("</source_file>", second))))
    assert [(document.name, len(document.mentions)) for document in found] == [("AFP_ENG_1", 1), ("two", 0)]


def test_no_whole_words(files):
    """Part of a word is read as the whole word; of two mentions with equal spans, the one that fits exactly is kept."""
    part = mention('TYPE="NAM"', charseq("NEW"), charseq("NEW"))
    whole = mention('TYPE="NAM"', charseq("NEWS"), charseq("NEWS"))
    blank = mention('TYPE="NAM"', '<charseq START="0" END="0"/>', charseq("Ann"))
    path = files(apf(entity(part, blank), entity(whole, attributes='ID="E2"')))
    report = ReadReport()
    (document,) = read(path, report=report)
    assert spans(document) == [(1, 2, "E2")]
    assert [
        "is read as 'NEWS'" in str(e) or "one already" in str(e) or "no word" in str(e) for e in report.misfits
    ] == ([True] * 3)
    assert [error.line for error in report.misfits] == [6, 6, 8]
    assert spans(next(read(path, repeats="keep"))) == [(1, 2, "E1"), (1, 2, "E2")]


def test_head_outside(files):
    report = ReadReport()
    odd = mention('TYPE="NAM"', charseq("Ann"), charseq("She"))
    (document,) = read(files(apf(entity(odd))), report=report)
    assert (document.mentions[0].head, document.mentions[0].other) == (None, {"mention_type": "NAM"})
    assert "the head 'She' is not in its mention 'Ann'" in str(report.misfits[0])


def test_long_head(files):
    text = "<DOC>" + "a " * 300 + "</DOC>"
    everything = '<charseq START="0" END="599"/>'
    report = ReadReport()
    (document,) = read(files(apf(entity(mention("", everything, everything))), text), report=report)
    assert (document.mentions[0].span, document.mentions[0].head, document.mentions[0].other) == ((0, 300), 299, {})
    assert len(report.misfits) == 1


def test_repeats(files):
    path = files(apf(entity(ANN), entity(ANN, attributes='ID="E2"')))
    with pytest.raises(FormatError, match='the span "Ann" is annotated in chain E1 and in chain E2'):
        list(read(path))
    assert spans(next(read(path, repeats="first"))) == [(5, 6, "E1")]


def sequence(start: object, end: object, text: str = "") -> str:
    seq = f'<charseq START="{start}" END="{end}">{text}</charseq>'
    return apf(entity(mention("", seq, seq)))


@pytest.mark.parametrize(
    ("annotation", "message", "line"),
    [
        (sequence(46, 48, "Ann"), "is 'Ann', but the text there is", 6),
        (sequence(5, 4), "from 5 to 4 is outside of the text's", 6),
        (sequence(0, 10**11), "is outside of the text's", 6),
        (sequence(0, 10**100), "no <charseq> with whole numbers", 6),
        (sequence(-1, 4), "no <charseq> with whole numbers", 6),
        (sequence("", 4), "no <charseq> with whole numbers", 6),
        (sequence("1_0", "２０"), "no <charseq> with whole numbers", 6),
        (apf(entity("<entity_mention/>")), "an <entity_mention> has no <extent>", 6),
        (apf(entity("<entity_mention><extent/></entity_mention>")), "<extent> has no <charseq>", 6),
        (apf(entity(attributes="")), "an <entity> has no ID", 5),
        (apf(entity(ANN), entity(SHE)), "the entity E1 is used here a second time, first in line 5", 9),
        (apf().replace(' DOCID="AFP_ENG_1"', ""), "the <document> has no DOCID", 4),
        ("<source_file>\n</source_file>", "there is no <document>", 1),
        ("<html/>", "the outermost element is <html>", 1),
        (apf(entity(ANN))[:-30], "no well-formed XML", 8),
        (apf("<!-- \x00 -->"), "no well-formed XML", 5),
        ("<source_file>" + "<document>" * 100_000, "nested more than 200 deep", 1),
        (apf().replace("?>\n", '?>\n<!DOCTYPE source_file [<!ENTITY a "b">]>', 1), "declares the entity 'a'", 2),
        ("\n", "the file is empty", None),
    ],
)
def test_errors(files, annotation, message, line):
    path = files(annotation)
    with pytest.raises(FormatError) as caught:
        list(read(path, "ace"))
    assert message in caught.value.message
    assert (caught.value.file, caught.value.line) == (str(path), line)
    report = ReadReport()
    assert list(read(path, "ace", on_error="skip", report=report)) == []
    assert len(report.skipped) == 1


def test_missing_companions(files):
    path = files(apf())
    text = path.with_name("x.sgm")
    with pytest.raises(FormatError, match=r"this file is the text; .* Read x\.apf\.xml"):
        list(read(text, "ace"))
    text.rename(path.with_name("y.sgm"))
    with pytest.raises(FormatError, match=r"the text is missing\. Put x\.sgm beside it"):
        list(read(path))
    with pytest.raises(FormatError, match=r"Put y\.apf\.xml beside it, and read that"):
        list(read(path.with_name("y.sgm"), "ace"))


@pytest.mark.parametrize("text", ["<" * 200_000, "<a " * 200_000, "&amp" * 200_000, "\x00\x01a" * 70_000])
def test_hostile_text(files, text):
    path = files(apf(), text)
    began = time.monotonic()
    report = ReadReport()
    list(read(path, on_error="skip", report=report))
    assert not report.skipped or "characters without whitespace" in str(report.skipped[0])
    assert time.monotonic() - began < 30


def test_folder_holds_only_annotations(files):
    path = files(apf(entity(ANN)))
    path.with_name("readme.tab").write_text("")
    report = ReadReport()
    assert [document.name for document in read(path.parent, report=report)] == ["AFP_ENG_1"]
    assert [Path(name).name for name in report.ignored] == ["readme.tab"]
