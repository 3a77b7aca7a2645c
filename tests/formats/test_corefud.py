"""CorefUD: zeros and empty nodes, split antecedents, bridging, multiword tokens; real corpora line by line."""

from __future__ import annotations

import io
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from helpers.documents import CORPORA, needs_corpora, parse, parse_with_report

from corefpipe.document import Document, Mention, Multiword
from corefpipe.exceptions import AnnotationError, FormatError
from corefpipe.formats import FORMATS, ReadReport, read
from corefpipe.scoring import score

# Czech drops its subjects. In the second sentence e1 is dropped three times, once before the sentence; e3 begins at an
# empty node, e4 ends at one, which is its head; e5 has an empty node between its words, e6 a part that is one; e7 are
# two empty nodes apart from each other.
ZEROS = """# newdoc id = dog
# global.Entity = eid-etype-head-other
# sent_id = dog-1
# text = Petr potkal Janu a psa.
1\tPetr\tPetr\tPROPN\t_\tCase=Nom\t2\tnsubj\t2:nsubj\tEntity=(e1-person-1-gstype:spec)
2\tpotkal\tpotkat\tVERB\t_\t_\t0\troot\t0:root\t_
3\tJanu\tJana\tPROPN\t_\tCase=Acc\t2\tobj\t2:obj\tEntity=(e8-person-1(e2-person-1)
4\ta\ta\tCCONJ\t_\t_\t5\tcc\t5:cc\t_
5\tpsa\tpes\tNOUN\t_\tCase=Acc\t3\tconj\t3:conj\tEntity=e8)|SpaceAfter=No
6\t.\t.\tPUNCT\t_\t_\t2\tpunct\t2:punct\t_

# sent_id = dog-2
# text = Řekl, že rád má psy, ale dnes nejde ven ani spát.
0.1\ton\ton\tPRON\t_\tPerson=3\t_\t_\t1:nsubj\tEntity=(e1--1)|Functor=ACT
1\tŘekl\tříci\tVERB\t_\t_\t0\troot\t0:root\tSpaceAfter=No
2\t,\t,\tPUNCT\t_\t_\t5\tpunct\t5:punct\t_
3\tže\tže\tSCONJ\t_\t_\t5\tmark\t5:mark\t_
3.1\ton\ton\tPRON\t_\tPerson=3\t_\t_\t5:nsubj\tEntity=(e3--2(e1--1)
4\trád\trád\tADJ\t_\t_\t5\txcomp\t5:xcomp\tEntity=e3)
5\tmá\tmít\tVERB\t_\t_\t1\tccomp\t1:ccomp\tEntity=(e5--3
5.1\tz\tz\tADP\t_\t_\t_\t_\t6:case\t_
6\tpsy\tpes\tNOUN\t_\t_\t5\tobj\t5:obj\tBridge=e2<e5:subset:0.5,e8<e5|Entity=e5)|SpaceAfter=No|SplitAnte=e1<e5,e2<e5
7\t,\t,\tPUNCT\t_\t_\t10\tpunct\t10:punct\t_
8\tale\tale\tCCONJ\t_\t_\t10\tcc\t10:cc\tEntity=(e6[1/2]-abstract-2
9\tdnes\tdnes\tADV\t_\t_\t10\tadvmod\t10:advmod\tEntity=e6[1/2])
10\tnejde\tjít\tVERB\t_\t_\t5\tconj\t5:conj\tEntity=(e4--4
10.1\ton\ton\tPRON\t_\t_\t_\t_\t10:nsubj\tEntity=(e7[1/2]--2)
10.2\tkam\tkam\tADV\t_\t_\t_\t_\t10:advmod\tEntity=(e6[2/2]-abstract-2)
11\tven\tven\tADV\t_\t_\t10\tadvmod\t10:advmod\t_
11.1\ton\ton\tPRON\t_\t_\t_\t_\t13:nsubj\tEntity=(e1)e4)
12\tani\tani\tCCONJ\t_\t_\t13\tcc\t13:cc\t_
12.1\tco\tco\tPRON\t_\t_\t_\t_\t13:obj\tEntity=(e7[2/2]--2)
13\tspát\tspát\tVERB\t_\t_\t10\tconj\t10:conj\tSpaceAfter=No
14\t.\t.\tPUNCT\t_\t_\t1\tpunct\t1:punct\t_

"""


def written(document: Document) -> str:
    stream = io.StringIO()
    FORMATS["conllu"].write_document(document, stream)
    return stream.getvalue()


def row(number: object, misc: str = "_") -> str:
    return f"{number}\tw\t_\t_\t_\t_\t_\t_\t_\t{misc}\n"


def document_of(*rows: tuple[object, str]) -> str:
    return "# newdoc id = d\n# global.Entity = eid-etype-head-other\n" + "".join(row(*cells) for cells in rows) + "\n"


def test_zeros():
    (document,) = parse("conllu", ZEROS)
    assert written(document) == ZEROS
    assert len(document) == 20
    assert [cells[9] for _, cells in document.empty_nodes] == ["Functor=ACT"] + ["_"] * 6
    # Sentence 1 are words 0 to 5, sentence 2 words 6 to 19.
    assert document.mentions == [
        Mention(0, 1, "e1", 0, "person", (), {"other": "gstype:spec"}),
        Mention(2, 5, "e8", 2, "person"),
        Mention(2, 3, "e2", 2, "person"),
        Mention(9, 10, "e3", 9, empty=(1,)),
        Mention(10, 12, "e5", 11),
        Mention(13, 15, "e6", 14, "abstract", empty=(4,)),
        Mention(15, 17, "e4", 16, empty=(5,)),
    ]
    assert document.zeros == [
        Mention(6, 6, "e1", empty=(0,), empty_head=0),
        Mention(9, 9, "e1", empty=(1,), empty_head=1),
        Mention(16, 16, "e7", empty=(3, 6), empty_head=6),
        Mention(17, 17, "e1", empty=(5,)),
    ]
    assert [document.surface(mention) for mention in document.zeros] == [""] * 4


def test_an_empty_node_as_head():
    content = document_of(
        (1, "Entity=(e1--2"), (1.1, "_"), (2, "Entity=e1)"), (2.1, "Entity=(e2--1"), (3, "Entity=e2)")
    )
    (document,) = parse("conllu", content)
    assert document.mentions == [Mention(0, 2, "e1", empty_head=0), Mention(2, 3, "e2", empty=(1,), empty_head=1)]
    for comment in ("# sent_id = d-1\n", "# text = w w w\n"):
        assert comment in written(document)
        content = content.replace("1\tw", f"{comment}1\tw", 1)
    assert written(document) == content


def test_pieces_stay_apart_where_an_empty_node_is_left_out():
    content = document_of((1, "Entity=(e[1/2]--2)"), (1.1, "_"), (2, "Entity=(e[2/2]--2)"))
    (document,) = parse("conllu", content)
    assert document.mentions == [Mention(0, 2, "e", 1, "", ((0, 1), (1, 2)))]
    assert content.split("\n", 2)[2] in written(document)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (["(e[1/2])", "(e[2/2])", ""], ["(e", "e)", ""]),  # a word and the empty node after it
        (["(e[1/2])", "(e[2/2]", "e[2/2])"], ["(e[1/2]", "e[1/2])", "(e[2/2])"]),
    ],
)
def test_parts_that_touch_are_put_together_by_their_words(before, after):
    numbers = (1, 1.1, 2)
    contents = [
        document_of(*((n, f"Entity={cell}" if cell else "_") for n, cell in zip(numbers, cells, strict=True)))
        for cells in (before, after)
    ]
    first, second = (parse("conllu", content)[0] for content in contents)
    assert written(first) == written(second)
    assert contents[1].split("\n", 2)[2] in written(first)


def test_zeros_do_not_count():
    (document,) = parse("conllu", ZEROS)
    assert list(document.chains()) == ["e1", "e8", "e2", "e3", "e5", "e6", "e4"]
    assert len(document.labels()) == len(document.mentions) == 7
    without = replace(document, zeros=[], mentions=[replace(m, empty=()) for m in document.mentions])
    assert score(document, without, singletons="keep")["mentions"].f1 == 1


def test_a_zero_may_be_in_several_chains_as_a_word_may():
    content = document_of((1, "_"), (1.1, "Entity=(e1)(e2)"), (2, "Entity=(e1)"))
    with pytest.raises(FormatError, match='the span "w" is annotated in chain e1 and in chain e2') as caught:
        parse("conllu", content)
    assert caught.value.line == 4
    (document,), report = parse_with_report("conllu", content, repeats="first")
    assert ([m.entity for m in document.zeros], len(document.mentions), len(report.repeats)) == (["e1"], 1, 1)
    (document,) = parse("conllu", content, repeats="keep")
    assert [m.entity for m in document.zeros] == ["e1", "e2"]
    assert "Entity=(e1)(e2)\n" in written(document)


def test_mentions_of_the_same_words_and_other_empty_nodes_are_no_repeats():
    content = document_of((1, "Entity=(e1(e2)"), (1.1, "Entity=e1)"), (2, "_"))
    (document,) = parse("conllu", content)
    assert document.mentions == [Mention(0, 1, "e1", empty=(0,)), Mention(0, 1, "e2")]
    assert "Entity=(e1(e2)\n" in written(document)


def test_a_sentence_before_which_a_node_stands_and_one_after_which():
    content = document_of((1, "_"), (1.1, "Entity=(e1)")) + row("0.1", "Entity=(e2)") + row(1) + "\n"
    (document,) = parse("conllu", content)
    assert [(m.entity, m.span, m.empty) for m in document.zeros] == [("e1", (1, 1), (0,)), ("e2", (1, 1), (1,))]
    rows = [line for line in written(document).split("\n") if not line.startswith("#")]
    assert rows == [line for line in content.split("\n") if not line.startswith("#")]


@pytest.mark.parametrize(
    ("empty_nodes", "zeros", "message"),
    [
        ([(1, ["2.1"] + ["_"] * 9), (0, ["1.1"] + ["_"] * 9)], [], "its empty nodes are not"),
        ([(0, ["0.1"] + ["_"] * 9), (0, ["1.1"] + ["_"] * 9)], [], "its empty nodes are not"),
        ([(2, ["3.1"] + ["_"] * 9)], [], "its empty nodes are not"),
        ([(0, ["1.1", "x"])], [], "its empty nodes are not"),
        ([], [Mention(0, 0, "e", empty=(0,))], "a mention of entity e, words 0 to 0, has no words"),
        ([(0, ["1.1"] + ["_"] * 9)], [Mention(1, 1, "e")], "a mention of entity e, words 1 to 1, has no words"),
        (
            [],
            [Mention(1, 3, "e")],
            "a mention of entity e, words 1 to 3, has no words, or words that the document does not have",
        ),
        ([], [Mention(0, 1, "")], "a mention has no entity"),
    ],
)
def test_what_cannot_be_written(empty_nodes, zeros, message):
    document = Document("d", words=["a", "b"], sentence_starts=[0], empty_nodes=empty_nodes, zeros=zeros)
    with pytest.raises(AnnotationError, match=message):
        written(document)


def test_crossing_mentions_are_named_by_their_words():
    document = Document("d", words=list("abcd"), sentence_starts=[0], empty_nodes=[(-1, ["0.1"] + ["_"] * 9)])
    document.mentions = [Mention(0, 3, "e"), Mention(1, 4, "e")]
    with pytest.raises(AnnotationError, match="entity e in words 0 to 2 crosses another mention of the same entity"):
        written(document)


def test_split_antecedents_and_bridging():
    (document,) = parse("conllu", ZEROS)
    assert document.other["misc"][11] == "Bridge=e2<e5:subset:0.5,e8<e5|SplitAnte=e1<e5,e2<e5"
    document.mentions.append(Mention(11, 12, "a-b"))
    assert "\tBridge=e2<e5:subset:0.5,e8<e5|Entity=(a%2Db)e5)|SpaceAfter=No|SplitAnte=e1<e5,e2<e5\n" in written(
        document
    )


def test_misc_is_sorted():
    misc = "SplitAnte=e1<e3,e2<e3|xml=b|Entity=(e3)|XML=a|Bridge=e1<e3|SpaceAfter=No"
    (document,) = parse("conllu", document_of((1, misc)))
    assert document.other["misc"] == ["SplitAnte=e1<e3,e2<e3|xml=b|XML=a|Bridge=e1<e3"]
    wanted = "Bridge=e1<e3|Entity=(e3)|SpaceAfter=No|SplitAnte=e1<e3,e2<e3|xml=b|XML=a\n"
    assert written(document).endswith(f"\t{wanted}\n")


def test_multiword_tokens_keep_what_they_have():
    content = (
        "# newdoc id = d\n# sent_id = d-1\n# text = dont al\n"
        "1-2\tdont\t_\t_\t_\tTypo=Yes\t_\t_\t_\tCorrectForm=don't|MWE=a|SpaceAfter=No\n"
        + row(1)
        + "1.1\tw\t_\t_\t_\t_\t_\t_\t_\t_\n"
        + row(2)
        + "3-4\tal\t_\t_\t_\t_\t_\t_\t_\tMWE=b\n"
        + row(3)
        + row(4)
        + "5-5\tx\t_\t_\t_\t_\t_\t_\t_\t_\n"
        + row(5)
        + "\n"
    )
    (document,) = parse("conllu", content)
    assert document.multiwords == [
        Multiword(0, 2, "dont", "Typo=Yes", "CorrectForm=don't|MWE=a"),
        Multiword(2, 4, "al", "", "MWE=b"),
        Multiword(4, 5, "x"),
    ]
    assert document.spaces == [False, False, False, True, True]
    assert written(document) == content


def test_a_number_that_is_left_out_among_empty_nodes():
    content = document_of((1, "_"), (1.2, "Entity=(e)"), (1.4, "_"))
    (document,) = parse("conllu", content)
    assert "\n1.2\tw" in written(document)
    assert "\n1.4\tw" in written(document)
    document.empty_nodes.insert(0, (0, ["1.1", *document.empty_nodes[1][1][1:]]))
    document.empty_nodes.insert(0, (0, ["1.1", *document.empty_nodes[1][1][1:]]))
    assert re.findall(r"\n(1\.\d)", written(document)) == ["1.1", "1.2", "1.3", "1.4"]


def changed_lines(folder: Path) -> list[tuple[str, int, str, str]]:
    """(file, line number, before, after) of each line that is written differently from how it was read."""
    changed = []
    for path in sorted(folder.iterdir()):
        before = path.read_text(encoding="utf-8")
        after = "".join(written(document) for document in read(path, repeats="keep"))
        if before != after:
            lines = zip(before.split("\n"), after.split("\n"), strict=True)
            changed += [(path.name, number, *pair) for number, pair in enumerate(lines, 1) if pair[0] != pair[1]]
    return changed


@needs_corpora
def test_gum_is_written_byte_for_byte():
    assert changed_lines(CORPORA / "gum/dev") == []


@needs_corpora
def test_gum_has_split_antecedents_and_bridging():
    found = Counter[str]()
    for document in read(CORPORA / "gum/dev"):
        for items in document.other["misc"]:
            found.update(item.partition("=")[0] for item in items.split("|"))
        assert all("Entity=" not in cells[9] for _, cells in document.empty_nodes)
        assert not document.zeros
    lines = "".join(path.read_text(encoding="utf-8") for path in (CORPORA / "gum/dev").iterdir())
    for name in ("SplitAnte", "Bridge"):
        assert found[name] == len(re.findall(rf"[\t|]{name}=", lines)) > 10


PIECE = re.compile(r"\([^()]*\)?|[^()]*\)")


def reasons(before: str, after: str) -> set[str]:
    """The kinds of brackets whose order was changed in the line; empty if anything else was changed."""
    brackets = re.compile("(?<=Entity=)[^|\t]*")
    if brackets.sub("", before) != brackets.sub("", after):
        return set()
    old, new = (PIECE.findall(brackets.findall(line)[0]) for line in (before, after))
    if sorted(old) != sorted(new):
        return set()
    kinds = {
        "closing": lambda piece: piece[0] != "(",
        "opening": lambda piece: piece[-1] != ")",
        "one word": lambda piece: piece[0] == "(" and piece[-1] == ")",
    }
    found = {kind for kind, test in kinds.items() if [p for p in old if test(p)] != [p for p in new if test(p)]}
    # Mentions of one word may have moved among the other brackets.
    places = [[next(kind for kind, test in kinds.items() if test(piece)) for piece in pieces] for pieces in (old, new)]
    return found | ({"place of one word"} if places[0] != places[1] else set())


@needs_corpora
def test_ontogum_is_written_in_the_canonical_order():
    changed = changed_lines(CORPORA / "ontogum-ud/dev")
    found = Counter(reason for _, _, *pair in changed for reason in sorted(reasons(*pair)) or ["something else"])
    # The lines differ only in the order of their brackets (rule 7 of `brackets.py`).
    assert (len(changed), found) == (55, {"place of one word": 43, "closing": 8, "opening": 4})


@needs_corpora
@pytest.mark.parametrize("folder", ["gum/dev", "ontogum-ud/dev"])
def test_real_documents_read_back(folder):
    for document in read(CORPORA / folder, repeats="keep"):
        report = ReadReport()
        assert parse("conllu", written(document), repeats="keep", report=report) == [document]
