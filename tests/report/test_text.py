"""Chains as text: exact output."""

from __future__ import annotations

import pytest

from corefpipe.document import Document, Mention
from corefpipe.report import chains_text


def farm(**columns: object) -> Document:
    return Document(
        "farm",
        words=["She", "saw", "Mary", "'s", "lamb", ".", "It", "saw", "her", "."],
        sentence_starts=[0, 6],
        spaces=[True, True, False, True, False, True, True, True, False, True],
        mentions=[
            Mention(0, 1, "1"),
            Mention(2, 5, "2"),
            Mention(2, 4, "1", head=2),
            Mention(6, 7, "2"),
            Mention(8, 9, "1"),
        ],
        pos=["PRON", "VERB", "PROPN", "PART", "NOUN", "PUNCT", "PRON", "VERB", "PRON", "PUNCT"],
        **columns,
    )


def test_chains():
    assert chains_text(farm()) == (
        "farm: 2 chains, 5 mentions\n"
        "\n"
        "[1] Mary  (3)\n"
        "     1  [She] saw Mary's lamb.\n"
        "     1  She saw [Mary's] lamb.\n"
        "     2  It saw [her].\n"
        "\n"
        "[2] Mary's lamb  (2)\n"
        "     1  She saw [Mary's lamb].\n"
        "     2  [It] saw her."
    )


def test_long_sentences_are_cut_around_the_mention():
    words = [f"w{number:02d}" for number in range(60)]
    document = Document("", words=words, sentence_starts=[0], mentions=[Mention(30, 31, "1"), Mention(59, 60, "1")])
    lines = chains_text(document, width=50).splitlines()
    assert lines[0] == "1 chain, 2 mentions"
    assert lines[3:] == [
        "     1  … w26 w27 w28 w29 [w30] w31 w32 w33 w34 w…",
        "     1  …w50 w51 w52 w53 w54 w55 w56 w57 w58 [w59]",
    ]


@pytest.mark.parametrize("width", [0, 40, 60, 200])
def test_width(width):
    words = [f"word{number}" for number in range(80)]
    mentions = [Mention(number, number + 1, "1") for number in range(80)]
    lines = chains_text(Document("d", words=words, sentence_starts=[0, 30], mentions=mentions), width).splitlines()[3:]
    assert len(lines) == 80
    for number, line in enumerate(lines):
        assert f"[word{number}]" in line
        assert len(line) <= max(width, len("     1  [word79]") + 30)


def test_nothing_found():
    assert chains_text(Document("d", words=["Hm", "."], sentence_starts=[0])) == "d: 0 chains, 0 mentions"
    assert chains_text(Document("")) == "0 chains, 0 mentions"


def test_one_mention():
    document = Document("d", words=["Ann", "left"], sentence_starts=[0], mentions=[Mention(0, 1, "1")])
    assert chains_text(document) == "d: 1 chain, 1 mention\n\n[1] Ann  (1)\n     1  [Ann] left"


def test_without_parse_a_name_is_told_by_its_tag_or_its_case():
    document = farm(tags=["PRP", "VBD", "NNP", "POS", "NN", ".", "PRP", "VBD", "PRP", "."])
    document.pos = None
    assert "[1] Mary  (3)" in chains_text(document)
    document.tags = None
    assert "[1] Mary  (3)" in chains_text(document)


def test_line_breaks_in_the_text_are_no_line_breaks_in_the_report():
    text = "The old\n  man left."
    document = Document(
        "d", words=["The", "old", "man", "left", "."], sentence_starts=[0], text=text, offsets=[0, 4, 10, 14, 18],
        mentions=[Mention(0, 3, "1")],
    )  # fmt: skip
    assert chains_text(document).splitlines()[2:] == ["[1] The old man  (1)", "     1  [The old man] left."]


def test_pieces_of_a_mention():
    document = Document(
        "d", words=["boys", "and", "old", "men"], mentions=[Mention(0, 4, "1", fragments=((0, 1), (3, 4)))]
    )
    assert "[1] boys … men  (1)" in chains_text(document)


def test_the_longest_short_name_stands_for_a_chain():
    document = Document(
        "d",
        words="the Very Reverend Mr Amos Hall of Upper Sheep Street and Bell , Nora Bell , she".split(),
        pos="DET PROPN PROPN PROPN PROPN PROPN ADP PROPN PROPN PROPN CCONJ PROPN PUNCT PROPN PROPN PUNCT PRON".split(),
        mentions=[
            Mention(0, 10, "1", head=5),  # too long for a name
            Mention(11, 12, "1"),
            Mention(13, 15, "1"),
            Mention(16, 17, "1"),
        ],
    )
    assert "[1] Nora Bell  (4)" in chains_text(document)
    # Without short names: the first noun phrase; without noun phrases: the first mention.
    del document.mentions[1:3]
    assert "[1] the Very Reverend Mr Amos Hall  (2)" in chains_text(document)
    document.mentions = [Mention(16, 17, "1"), Mention(0, 1, "1")]
    assert "[1] she  (2)" in chains_text(document)
