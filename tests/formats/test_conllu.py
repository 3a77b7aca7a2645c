"""CoNLL-U: which fields of a document its parts are read into, errors with line numbers, and round trips."""

import io

import pytest
from helpers.documents import parse, parse_with_report

from corefpipe.document import Document, Mention, Multiword
from corefpipe.exceptions import AnnotationError, FormatError
from corefpipe.formats import FORMATS

SMALL = """# newdoc id = d
# global.Entity = GRP-etype-infstat-minspan-link-identity
# meta::genre = news
# newpar
# sent_id = d-1
# speaker = Ann
# text = It's "ours".
1-2\tIt's\t_\t_\t_\t_\t_\t_\t_\t_
1\tIt\tit\tPRON\tPRP\tNumber=Sing\t4\tnsubj\t4:nsubj\tEntity=(1-object-new-1-ana-Big_Ben%2C_UK)|Mark=x
2\t's\tbe\tAUX\tVBZ\t_\t4\tcop\t4:cop\t_
3\t"\t''\tPUNCT\t``\t_\t4\tpunct\t4:punct\tEntity=(2-person-giv:act-2-coref|SpaceAfter=No
4\tours\tour\tPRON\tPRP\tNumber=Plur\t0\troot\t0:root\tEntity=(3-person-new-1-sgl)2)|EType=person|SpaceAfter=No
4.1\tx\tx\tVERB\t_\t_\t_\t_\t0:root\tCopyOf=4
5\t"\t''\tPUNCT\t''\t_\t4\tpunct\t4:punct\tSpaceAfter=No
6\t.\t.\tPUNCT\t.\t_\t4\tpunct\t4:punct\t_

# newpar
# sent_id = d-2
# text = Yes
0.1\ty\ty\tVERB\t_\t_\t_\t_\t1:dep\t_
1\tYes\tyes\tINTJ\tUH\t_\t0\troot\t0:root\t_

"""


def row(number: object, misc: str = "_", head: object = 0) -> str:
    return f"{number}\tw\t_\t_\t_\t_\t{head}\t_\t_\t{misc}\n"


def text(*misc: str, fields: str = "eid-etype-head-other") -> str:
    rows = "".join(row(number, cell) for number, cell in enumerate(misc, 1))
    return f"# newdoc id = d\n# global.Entity = {fields}\n{rows}\n"


def written(*found: Document) -> str:
    stream = io.StringIO()
    for document in found:
        FORMATS["conllu"].write_document(document, stream)
    return stream.getvalue()


def test_small_document():
    (document,) = parse("conllu", SMALL)
    assert document.name == "d"
    assert document.genre == "news"
    assert document.words == ["It", "'s", '"', "ours", '"', ".", "Yes"]
    assert (document.sentence_starts, document.paragraph_starts) == ([0, 6], [0, 6])
    assert document.text == 'It\'s "ours".\n\nYes'
    assert document.offsets == [0, 2, 5, 6, 10, 11, 14]
    assert document.spaces == [False, True, False, False, False, True, True]
    assert document.heads == [3, 3, 3, 3, 3, 3, 6]
    assert document.deps is not None
    assert document.deps[:4] == ["nsubj", "cop", "punct", "root"]
    assert document.speakers == ["Ann"] * 6 + [""]
    assert document.entity_types == ["", "", "", "person", "", "", ""]
    assert document.multiwords == [Multiword(0, 2, "It's")]
    assert [(word, cells[0], cells[9]) for word, cells in document.empty_nodes] == [
        (3, "4.1", "CopyOf=4"),
        (5, "0.1", "_"),
    ]
    assert document.other["misc"] == ["Mark=x", "", "", "", "", "", ""]
    assert document.other["deps"][0] == "4:nsubj"
    assert document.mentions == [
        Mention(
            0, 1, "1", 0, "object", (), {"infstat": "new", "minspan": "1", "link": "ana", "identity": "Big_Ben%2C_UK"}
        ),
        Mention(2, 4, "2", 3, "person", (), {"infstat": "giv:act", "minspan": "2", "link": "coref"}),
        Mention(3, 4, "3", 3, "person", (), {"infstat": "new", "minspan": "1", "link": "sgl"}),
    ]


def test_small_document_is_written_as_it_was():
    assert written(*parse("conllu", SMALL)) == SMALL


def test_default_fields_for_other_formats():
    document = Document("d", 0, ["a", "b"], [0], [Mention(0, 2, "x-1", 1, "person", (), {"other": "a-b|c"})])
    content = written(document)
    assert "# global.Entity = eid-etype-head-other\n" in content
    assert "Entity=(x%2D1-person-2-a%2Db%7Cc\n" in content
    assert parse("conllu", content)[0].mentions == document.mentions


def test_fields_that_are_missing_are_added():
    (document,) = parse("conllu", text("Entity=(1)", fields="GRP"))
    document.mentions[0].type = "person"
    document.mentions[0].other["link"] = "ana"
    content = written(document)
    assert "# global.Entity = GRP-etype-link\n" in content
    assert "Entity=(1-person-ana)\n" in content


def test_the_last_field_takes_the_rest():
    (document,) = parse("conllu", text("Entity=(e1-person-1-a-b)"))
    assert document.mentions[0].other == {"other": "a-b"}


def test_discontinuous_mention_and_head():
    (document,) = parse("conllu", text("Entity=(e[1/2]-x-3", "Entity=e[1/2])", "_", "Entity=(e[2/2]-x-3)"))
    assert document.mentions == [Mention(0, 4, "e", 3, "x", ((0, 2), (3, 4)))]
    assert document.surface(document.mentions[0]) == "w w … w"
    assert parse("conllu", written(document))[0].mentions == document.mentions


def test_head_counts_empty_nodes():
    content = "# newdoc id = d\n" + row(1, "Entity=(e--3") + row("1.1", head="_") + row(2, "Entity=e)") + "\n"
    (document,) = parse("conllu", content)
    assert document.mentions[0].head == 1
    assert "Entity=(e--3\n" in written(document)


def test_words_in_a_form_not_made_of_them_have_offsets_within():
    content = row(1) + "2-3\tdel\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n"
    content += "2\tde\t_\t_\t_\t_\t0\t_\t_\t_\n3\tel\t_\t_\t_\t_\t0\t_\t_\t_\n" + row(4)
    (document,) = parse("conllu", content + "\n")
    assert (document.text, document.offsets) == ("w delw", [0, 2, 3, 5])
    assert parse("conllu", written(document))[0].spaces == document.spaces == [True, False, False, True]


def test_fields_hold_for_the_documents_after():
    content = text("Entity=(1-p)", fields="GRP-etype") + "# newdoc id = e\n" + row(1, "Entity=(1-q)") + "\n"
    assert [document.mentions[0].type for document in parse("conllu", content)] == ["p", "q"]
    found, report = parse_with_report("conllu", content.replace("(1-p)", "1)"), on_error="skip")
    assert [document.mentions[0].type for document in found] == ["q"]
    assert [(error.line, error.document) for error in report.skipped] == [(3, "d")]


def test_of_two_declarations_the_last_holds():
    content = text("Entity=(1-p)", fields="GRP\n# global.Entity = GRP-etype")
    (document,) = parse("conllu", content)
    assert document.mentions == [Mention(0, 1, "1", type="p")]
    assert written(document).count("# global.Entity = GRP-etype\n") == 1


def test_documents_without_newdoc_are_named_after_the_file():
    assert [document.name for document in parse("conllu", row(1) + "\n# newdoc\n" + row(1))] == ["f", "f-2"]


def test_comments_stay():
    content = "# newdoc id = d\n# a = 1\n# a = 2\n# b\n# sent_id = s\n# text = w\n" + row(1) + "\n"
    (document,) = parse("conllu", content)
    assert document.sentence_metadata == [{"newdoc id": "d", "a": "1\n2", "b": "", "sent_id": "s", "text": "w"}]
    assert written(document) == content


def test_comments_that_are_no_pairs_stay():
    content = "# newdoc id = d\n# sent_id = s\n# text = w\n#\n# = x\n# c 1 2\td\n# e = f = g\n" + row(1) + "\n"
    (document,) = parse("conllu", content)
    assert document.sentence_metadata is not None
    assert list(document.sentence_metadata[0].items())[3:] == [("", "\nx"), ("c 1 2\td", ""), ("e", "f = g")]
    assert written(document) == content


def test_comments_before_the_document_belong_to_it():
    content = "# licence = free\n\n# newdoc id = d\n# sent_id = s\n# text = w\n" + row(1) + "\n"
    (document,) = parse("conllu", content)
    assert document.sentence_metadata == [{"licence": "free", "newdoc id": "d", "sent_id": "s", "text": "w"}]
    assert written(document) == content.replace("free\n\n", "free\n")
    first, second = parse("conllu", content.replace("= d\n", "= a\n") + "\n" + content + "# end\n")
    assert (written(first), written(second)) == (
        written(document).replace("= d\n", "= a\n"),
        written(document),
    )


def test_the_order_of_comments_on_the_document_stays():
    content = "# generator = us\n# global.Entity = eid-head\n# newdoc id = d\n# meta::genre = news\n# sent_id = s\n"
    content += "# text = w\n" + row(1) + "\n"
    (document,) = parse("conllu", content)
    assert written(document) == content
    document.name, document.genre, document.part = "e", "fiction", 2
    document.mentions.append(Mention(0, 1, "x", type="person"))
    changed = content.replace("= d", "= e\n# meta::part = 2").replace("eid-head", "eid-head-etype")
    assert written(document) == changed.replace("news", "fiction").replace("\t_\n", "\tEntity=(x--person)\n")


@pytest.mark.parametrize("comment", ["# newdoc id = e", "#newdoc id=e", "# newdoc"])
def test_where_a_document_begins(comment):
    content = "# newdoc id = d\n" + row(1) + f"\n# s = 1\n{comment}\n" + row(1) + "\n# newdocument\n" + row(1)
    found = parse("conllu", content)
    assert [(d.name, len(d)) for d in found] == [("d", 1), ("e" if "id" in comment else "f-2", 2)]


def test_blanks_within_cells_stay():
    content = "# newdoc id = d\n# sent_id = s\n# text = a  b\n1\ta  b\tc  d\t_\t_\t_\t_\t_\t_\tGloss=e  f\n\n"
    (document,) = parse("conllu", content)
    assert document.words == ["a  b"]
    assert written(document) == content


def test_columns_that_are_not_wanted():
    (document,) = parse("conllu", SMALL, columns=())
    assert (document.text, document.offsets) == ("", None)
    assert len(document.mentions) == 3


def test_changing_speakers_stand_on_the_words():
    document = Document("d", 0, ["a", "b", "c"], [0, 2], speakers=["Ann", "", "Bo"])
    content = written(document)
    assert "Speaker=Ann\n" in content
    assert "# speaker = Bo\n" in content
    assert parse("conllu", content)[0].speakers == document.speakers


def test_spaces_from_offsets():
    document = Document("d", 0, ["a", "b", "c"], [0], text="ab c", offsets=[0, 1, 3])
    (back,) = parse("conllu", written(document))
    assert (back.text, back.offsets) == ("ab c", [0, 1, 3])


def test_a_head_in_another_sentence_is_not_written():
    with pytest.raises(AnnotationError, match="in another sentence"):
        written(Document("d", 0, ["a", "b"], [0, 1], heads=[1, 1]))
    with pytest.raises(AnnotationError, match=r"document d: the heads have a cycle at word 1 \('b'\)"):
        written(Document("d", 0, ["a", "b", "c"], [0], heads=[1, 2, 1]))


@pytest.mark.parametrize(
    ("content", "line", "message"),
    [
        (text("Entity=1)"), 3, "`1)` closes a mention of entity 1 that was never opened"),
        (text("_", "Entity=(1"), 4, "the mention of entity 1 that opens here is never closed"),
        (text("Entity=x"), 3, "`x` is not made of brackets"),
        (text("Entity=(1)(2)"), 3, 'the span "w" is annotated in chain 1 and in chain 2'),
        (text("Entity=(1--2)"), 3, "the head of entity 1's mention is '2', which is not one of its 1 words"),
        (text("Entity=(1-person)", fields="GRP"), 3, "the bracket has fields, `person`"),
        (text("_", fields="etype-GRP"), 2, "the first field of `global.Entity` is 'etype'"),
        (row(1) + row(3), 2, "the row is numbered 3 where word 2 was expected"),
        (row(1) + row(1), 2, "the row is numbered 1 where word 2 was expected"),
        (row("2-3") + row(1), 1, "the row is numbered 2-3 where word 1 was expected"),
        (row("1-2") + row(1), 1, "a multiword token extends beyond the end of the sentence"),
        (row(1, head=5), 1, "the head is 5"),
        (row(1, head=1), 1, "the head is 1"),
        (row(1, head=0) + row(2, head=3) + row(3, head=2), 2, "the heads have a cycle at word 2"),
        (row(1, head=2) + row(2, head=3) + row(3, head=4) + row(4, head=3), 3, "the heads have a cycle at word 3"),
        (row(1, head="x"), 1, "Failed parsing field 'head'"),
        (row("x"), 1, "'x' is not a valid ID"),
        (row("_"), 1, "the row has no number"),
        ("1\tw\n", 1, "the row has 2 columns"),
        (row("3-2") + row(1), 1, "'3-2' is not a valid ID"),
        (row(1) + row("1-2") + row(2), 2, "the row is numbered 1-2 where word 2 was expected"),
        (row("1-2") + row(1) + row("2-3") + row(2) + row(3), 3, "the row is numbered 2-3 where word 2 was expected"),
        (row(1) + row("2.1"), 2, "the row is numbered 2.1 where word 2 was expected"),
        (row(1) + row("1.2") + row("1.2"), 3, "empty node 1.2 stands after empty node 1.2"),
        ("# a\n" + row("0.1"), 2, "the sentence has no words"),
        (row(1, head=-1), 1, "the head is -1"),
        (row("1-1", "Entity=(1)") + row(1), 1, "a mention begins or ends on a multiword token"),
    ],
)
def test_errors(content, line, message):
    with pytest.raises(FormatError) as caught:
        parse("conllu", content)
    assert (caught.value.file, caught.value.line) == ("f", line)
    assert message in caught.value.message
    assert caught.value.cure
