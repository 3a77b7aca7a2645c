"""The narrator in the first person, whom others call by name: “What is it, Pip?” said Joe to me."""

from __future__ import annotations

from collections import Counter

from corefpipe.casts.called import set_off
from corefpipe.casts.cast import Cast
from corefpipe.features import MentionTable

_NARRATES = 0.01
"""Share of "I" and "me" in the words outside quotations, at least."""
_QUOTED = 0.8
"""Share of the narrator's names that are in quotations, at least: a narrator is "I" elsewhere."""
_CALLED = 0.25
"""Share of these that are set off by marks, at least, as in “Come, Pip, old chap”: others speak to the narrator."""
_NAMES, _SHARE = 20, 0.05
"""Names of the narrator, at least, and their share of the names of the person with most."""


def narrator_of(table: MentionTable, cast: Cast) -> int | None:
    """The number of the person who narrates a book; None if unknown.

    It is the person with most names among those who are hardly named outside quotations, and often called in them.
    """
    if not narrating(table):
        return None
    names, quoted, called = Counter[int](), Counter[int](), Counter[int]()
    number = table.quotes.number
    for row, person in cast.person.items():
        start, end, head = table.triples()[row]
        names[person] += 1
        quoted[person] += number[head] >= 0
        called[person] += number[head] >= 0 and all(set_off(table, start, end))
    least = max(_NAMES, _SHARE * max(names.values(), default=0))
    likely = [
        person
        for person, count in names.most_common()
        if quoted[person] >= max(least, _QUOTED * count) and called[person] >= _CALLED * quoted[person]
    ]
    return likely[0] if likely else None


def narrating(table: MentionTable) -> list[int]:
    """The rows of "I", "me" or "my" outside quotations; none of a document with few of them."""
    number = table.quotes.number
    persons, numbers = table.values("person"), table.values("number")
    rows = [
        row
        for row, (start, end, head) in enumerate(table.triples())
        if persons[row] == "1" and numbers[row] == "singular" and number[head] < 0 and end == start + 1
    ]
    outside = sum(one < 0 for one in number)
    return rows if len(rows) >= _NARRATES * outside else []
