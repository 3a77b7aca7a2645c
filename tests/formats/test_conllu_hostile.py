"""Hostile CoNLL-U: either an error message of limited length or a valid result, in linear time.

With these sizes, quadratic time would take too long for a test.
"""

from __future__ import annotations

import io

import pytest

from corefpipe.exceptions import FormatError
from corefpipe.formats import FORMATS, Reading
from corefpipe.formats.conllu.rows import MAX_EMPTY

MANY = 20_000


def row(number: object, misc: str = "_", head: str = "_") -> str:
    return f"{number}\tw\t_\t_\t_\t_\t{head}\t_\t_\t{misc}\n"


def document(*misc: str) -> str:
    rows = "".join(row(number, cell) for number, cell in enumerate(misc, 1))
    return f"# newdoc id = d\n# global.Entity = eid-etype-head-minspan-other\n{rows}\n"


def read_and_write(content: str) -> tuple[int, int]:
    """Read, write and read again; return the numbers of mentions and zeros."""
    (first,) = FORMATS["conllu"].read_lines([content], "f", Reading(repeats="keep"))
    stream = io.StringIO()
    FORMATS["conllu"].write_document(first, stream)
    (second,) = FORMATS["conllu"].read_lines([stream.getvalue()], "f", Reading(repeats="keep"))
    assert len(second.mentions) == len(first.mentions)
    return len(first.mentions), len(first.zeros)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (document("Entity=" + "(e1" * MANY), "is never closed"),
        (document("Entity=" + "e1)" * MANY), "was never opened"),
        (document("Entity=" + "x" * MANY), "is not made of brackets"),
        (document("Entity=" + "(" * MANY), "is not made of brackets"),
        (document("Entity=(" + "e" * MANY), "is never closed"),
        (document("Entity=" + "e" * MANY + ")"), "was never opened"),
        (document(f"Entity=(e[1/{MANY}])"), "lacks some of its 20000 parts"),
        (document("Entity=(e[1/99999999999999999999])"), "is not a valid part of a mention"),
        (document(f"Entity=(e[1/{'9' * 5000}])"), "is not a valid part of a mention"),
        (document(f"Entity=(e[{'9' * 5000}/2])"), "is not a valid part of a mention"),
        (document("Entity=(e[0/2])"), "is not a valid part of a mention"),
        (document("Entity=(e[1/0])"), "is not a valid part of a mention"),
        (document("Entity=(e[0/0])"), "is not a valid part of a mention"),
        (document("Entity=(e[3/2])"), "is not a valid part of a mention"),
        (document("Entity=(e[1/2]", "Entity=(e[2/2]", "Entity=e[1/2])", "Entity=e[2/2])"), "earlier parts are missing"),
        (document(f"Entity=(e--{'9' * 5000})"), "is not one of its 1 words"),
        (document("Entity=(e--" + "x" * MANY + ")"), "is not one of its 1 words"),
        (row("9" * 5000), "is not a valid value"),
        (row("1-" + "9" * 5000) + row(1), "is not a valid value"),
        (row("1-" + "9" * 15) + row(1), "extends beyond the end of the sentence"),
        (row("1." + "9" * 5000), "is not a valid value"),
        (row(1, head="9" * 5000), "is not a valid value"),
        (row(1, head="9" * 15), "the head is 999999999999999"),
        (row(1, head="-" + "9" * 15), "the head is -999999999999999"),
        (row("x" * MANY), "is not a valid value"),
        (row(1) + "".join(row(f"1.{n}") for n in range(1, MAX_EMPTY + 2)), "more than 1000 adjacent empty nodes"),
        ("#" * MANY + "\n" + "\t" * MANY + "x\n", "the row has 20001 columns"),
    ],
)
def test_errors(content, message):
    with pytest.raises(FormatError, match=message) as caught:
        read_and_write(content)
    assert caught.value.line is not None
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    ("content", "mentions", "zeros"),
    [
        # Deep nesting: in one cell, over rows, of one entity and of many.
        (document("Entity=" + "(e--1" * MANY, "Entity=" + "e)" * MANY), MANY, 0),
        (document(*["Entity=(e--1"] * 5_000, *["Entity=e)"] * 5_000), 5_000, 0),
        (document(*(f"Entity=(e{n}--1" for n in range(5_000)), *(f"Entity=e{n})" for n in range(5_000))), 5_000, 0),
        (document("Entity=" + "(e)" * MANY), MANY, 0),
        # Mentions of many parts, and many mentions with parts still to come.
        (document(*(c for n in range(1, 5_001) for c in (f"Entity=(e[{n}/5000]--5000)", "_"))), 1, 0),
        (document(*(f"Entity={f'(e[{n}/3])' * 5_000}" for n in (1, 2, 3))), 5_000, 0),
        (document(*(c for n in (1, 2) for c in (f"Entity={f'(e[{n}/2]' * 5_000}", f"Entity={f'e[{n}/2])' * 5_000}"))),
         5_000, 0),
        # Many empty nodes at the ends of mentions.
        (document("Entity=(e").rstrip("\n") + "\n" + "".join(row(f"1.{n}", "Entity=(f)(e") for n in range(1, 1001))
         + row(2, "Entity=" + "e)" * 1001) + "\n", 1001, 1000),
        # Many comments, names, items and escapes.
        ("# newdoc id = d\n" + "# a = 1\n" * MANY + row(1), 0, 0),
        ("# newdoc id = d\n" + "".join(f"# a{n} = 1\n\n" for n in range(MANY // 2)) + row(1), 0, 0),
        ("# newdoc id = d\n# global.Entity = eid" + "".join(f"-a{n}" for n in range(5_000)) + "\n"
         + "".join(row(n, "Entity=(e-x)") for n in range(1, 5_000)), 4_999, 0),
        (document("|".join(f"a{n}=b" for n in range(MANY)), "|" * MANY, "=" * MANY), 0, 0),
        (document(f"Entity=(e--1--{'%25' * MANY})", f"Entity=(f--1--%{'25' * MANY})"), 2, 0),
        # Names that look like parts but are not; control characters.
        (document("Entity=(e])", "Entity=([1/2])", "Entity=(e[x/2])", "Entity=(e[1/2]x)", "Entity=(e[²/²])"), 5, 0),
        (document("Entity=(\x00--1--\x00)|\x00=\x1f", "\x7f=\x85", "\u2028=\x0b").replace("w", "a\x00b"), 1, 0),
    ],
)  # fmt: skip
def test_clean_reads(content, mentions, zeros):
    assert read_and_write(content) == (mentions, zeros)
